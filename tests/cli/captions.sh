#!/bin/bash
# What captions, heads and labels say is what is shown.
. tests/lib.sh

dumped() { # figures|document INPUT…
    local what=$1
    shift
    run "$JOBREPORT" --dump="$what" "$@"
    expect_status 0
}

tasks_with() { # NAME-OF-STATUS-COLUMN-OR-EMPTY STATUS OTHER-STATUS
    awk -v column="$1" -v status="$2" -v other="$3" 'BEGIN {
        print "task,start,end,peak_memory_MB" (column == "" ? "" : "," column)
        for (i = 0; i < 60; i++)
            printf "%s,%d,%d,%d%s\n", i % 2 ? "a" : "b", 60 * i, 60 * i + 90 + i, 100 + i,
                column == "" ? "" : "," (i % 7 ? status : other) }' > "$scratch/tasks.csv"
}

# Tasks without a recorded outcome are not called succeeded.
test_unrecorded_outcomes_are_no_success_in_captions() {
    tasks_with '' '' ''
    dumped figures "$scratch/tasks.csv"
    expect_text "$out" 'Total time of tasks; in brackets'
    expect_text "$out" 'Number of tasks by peak memory'
    expect_no_text "$out" '[Ss]ucceeded'
    dumped document "$scratch/tasks.csv"
    expect_text "$out" 'peak memory \(p50, p95, max\) are of tasks\.'
    tasks_with status ok failed
    dumped figures "$scratch/tasks.csv"
    expect_text "$out" 'Total time of succeeded tasks; in brackets'
}

test_some_unrecorded_outcomes_are_named() {
    tasks_with status ok ok
    mv "$scratch/tasks.csv" "$scratch/recorded.csv"
    tasks_with '' '' ''
    sed -i 's/^[ab],/c,/' "$scratch/tasks.csv"
    dumped figures "$scratch"/*.csv
    expect_text "$out" 'Total time of succeeded or unrecorded tasks; in brackets'
}

test_bins_are_those_drawn() {
    tasks_with status ok ok
    dumped figures "$scratch/tasks.csv"
    expect_text "$out" 'Number of succeeded tasks by peak memory\. 40 equal bins\.'
    awk 'BEGIN { print "task,status,start,end"
        for (i = 0; i < 60; i++) printf "a,ok,%d,%d\n", 60 * i, 60 * i + 10 * (1 + i % 4) }' > "$scratch/tasks.csv"
    dumped figures "$scratch/tasks.csv"
    expect_text "$out" 'Number of succeeded tasks\. One bin per whole number\.'
    expect_no_text "$out" 'bins.*One bin per'
}

test_coverage_of_energy_is_defined_as_in_its_table() {
    dumped document "$examples/rendering-36-tasks"
    expect_text "$out" 'Coverage: measured time ÷ time from the GPU.s first sample to its last\.'
    run "$JOBREPORT" tables
    expect_output 'Measured time ÷ time from the first sample to the last'
}

# Without times nobody knows which failures cost most.
test_without_times_no_failure_is_the_most_costly() {
    local times
    for times in '' '|00:10:00'; do
        printf '%s\n' "JobID|JobName|State|ExitCode${times:+|Elapsed}" "1|a|FAILED|7:0$times" "2|b|FAILED|1:0$times" \
            "3|b|FAILED|1:0$times" "4|c|COMPLETED|0:0$times" > "$scratch/sacct.txt"
        dumped document "$scratch/sacct.txt"
        expect_text "$out" '3 of 4 '
        if [ -z "$times" ]; then
            expect_no_text "$out" 'Most costly'
        else
            expect_text "$out" 'Most costly'
        fi
    done
}

# Outliers among the cores of one node are no nodes.
test_outlier_cores_are_called_cores() {
    need_sample clustercockpit/data-fritzMinimal.json
    dumped document "$samples"/clustercockpit/{data,meta}-fritzMinimal.json
    expect_text "$out" 'subheading "Outlier cores"'
    expect_text "$out" '^ *core \| metric \| mean \| median core \|'
}

test_processes_of_a_trace_are_no_hosts() {
    printf '%s\n' '[{"ph":"X","name":"f","pid":1,"tid":1,"ts":0,"dur":50},{"ph":"X","name":"g","pid":2,"tid":1,"ts":10,"dur":70}]' > "$scratch/trace.json"
    dumped document "$scratch/trace.json"
    expect_text "$out" 'on 2 workers of 2 processes'
    dumped document "$examples/dask-2-hosts"
    expect_text "$out" ' workers of 2 hosts'
}

test_help_speaks_of_inputs_where_there_are_any() {
    local command
    for command in replot publish; do
        run "$JOBREPORT" $command --help
        expect_output 'time zone of printed times: such as'
    done
    run "$JOBREPORT" --help
    expect_output 'time zone of printed times, and of input times without one: such'
}

test_titles_say_what_is_per_task_and_against_what() {
    tasks_with status ok ok
    dumped figures "$scratch/tasks.csv"
    expect_text "$out" '"title":"Elapsed time per task, min"'
    expect_text "$out" '"title":"Elapsed time by task kind: box plots, min",.*"label":"Elapsed time: box plots, min"'
    dumped figures "$examples/rendering-36-tasks"
    expect_text "$out" '"title":"Run time against power, s"'
    expect_text "$out" '"title":"Run time against GPU utilisation, s"'
}

# In charts of different kinds and sizes; transformPreSourceTable and transformSourceTable would be cut alike.
test_a_short_name_is_of_one_kind_throughout_a_report() {
    need pdftotext
    [ -d "$checkout/../shared/cases/attributes" ] || skip 'no cases'
    report --format pdf --only 'task_hours,task_memory,memory_time*' "$checkout/../shared/cases/attributes"
    expect_status 0
    pdftotext -layout "$report"/*.pdf "$scratch/text"
    expect_text "$scratch/text" 'tran…mPreSourceT… 13,529'
    expect_no_text "$scratch/text" 'transfor…rceTable'
    local short kind
    grep -oE '[A-Za-z]+…[A-Za-z]+…?' "$scratch/text" | sort -u | while read -r short; do
        cut -d , -f 1 "$report/data/tasks.csv" | grep -x "${short//…/.*}" || echo "$short is of no kind"
    done > "$scratch/named"
    [ "$(wc -l < "$scratch/named")" -ge 10 ] || fail "only $(wc -l < "$scratch/named") short names"
    kind=$(sort "$scratch/named" | uniq -d)
    [ -z "$kind" ] || fail "several short names of $kind"
    expect_no_text "$scratch/named" 'of no kind'
}

run_tests
