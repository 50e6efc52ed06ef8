#!/bin/bash
# What figures say is what they draw: every subtitle, legend and finding of a report is read and compared with the marks.
. tests/lib.sh

# Inputs of many task kinds, nodes and devices, of which charts have no place for all.
many_kinds() { # KINDS: the last takes the least time, has the most memory and is the least efficient
    awk -v kinds="$1" 'BEGIN {
        print "task,elapsed,cpu_time,cores,memory_requested,max_rss"
        for (k = 0; k < kinds; k++)
            for (i = 0; i < 6; i++) {
                last = k == kinds - 1
                elapsed = 10 * (kinds - k) + i
                printf "some-long-name-of-a-kind-of-task-%03d-of-this-workflow,%d,%g,1,64GB,%dMB\n", k, elapsed,
                    elapsed * (last ? 0.1 : 0.7 + k % 7 / 30), last ? 50000 + i : 100 + 37 * (k % 11) + i
            }
    }'
}

check_sentences() { # REPORT...
    python3 -B tests/golden/check_sentences.py "$@" > "$scratch/faults" || fail "$(head -20 "$scratch/faults")"
}

test_examples_draw_what_they_say() {
    need python3
    local example
    for example in "$examples"/*/; do
        report --format html "$example"
        expect_status 0
        check_sentences "$report"
        rm -rf "$report"
    done
}

test_many_kinds_are_drawn_or_said_to_be_left_out() {
    need python3
    local kinds
    for kinds in 25 43 130 170; do
        many_kinds $kinds > "$scratch/tasks.csv"
        report --format html "$scratch/tasks.csv"
        expect_status 0
        check_sentences "$report"
        expect_text "$report/figures/task_memory_spread.json" "task-$(printf %03d $((kinds - 1)))"
        expect_text "$report/figures/boxes_memory.json" "task-$(printf %03d $((kinds - 1)))"
        expect_text "$report/figures/task_cpu_efficiency.json" "task-$(printf %03d $((kinds - 1)))"
        rm -rf "$report"
    done
}

# In the PDF on sheets of equally many rows; tables whole in the appendix.
test_charts_of_many_kinds_take_several_sheets() {
    need pdftotext
    many_kinds 96 > "$scratch/tasks.csv"
    report --format pdf,html "$scratch/tasks.csv"
    expect_status 0
    pdftotext -layout "$report/job-report.pdf" "$scratch/text"
    expect_text "$scratch/text" 'shown here: task kinds 1–32 of 96$'
    expect_text "$scratch/text" '^ *Task kinds 65–96 of 96$'
    local page
    page=$(awk '/^ *All 96 rows are in the appendix, page [0-9]+$/ { print $NF }' "$scratch/text" | sort -u)
    pdftotext -f "$page" -l "$page" -layout "$report/job-report.pdf" "$scratch/page"
    expect_text "$scratch/page" '^ *Appendix: task kinds$'
    expect_text "$report/index.html" '<a href="tasks.html#rows-of-tasks">all 96 rows in the appendix</a>'
    expect_text "$report/tasks.html" ' id="rows-of-tasks"'
    expect_near rows "$(sed -n '/^ *Appendix: task kinds$/,$p' "$scratch/text" | grep -c 'of-task-[0-9]*-of-this-workflow')" 96 0
    expect_near bars "$(grep -o 'task-[0-9]*-of-this-workflow' "$report/figures/task_core_hours.json" | sort -u | wc -l)" 96 0
    many_kinds 40 > "$scratch/tasks.csv"
    report --format pdf,html "$scratch/tasks.csv"
    pdftotext -layout "$report/job-report.pdf" "$scratch/text"
    expect_no_text "$scratch/text" 'shown here|\(continued\)|ppendix'
}

test_the_check_counts_words_of_sentences() {
    need python3
    report --only none --format html "$examples/archive-12-nodes"
    expect_status 0
    sed -i "s/ for the whole run\\./ from its very beginning to its very end and on all of the sockets that this one node has./" \
        "$report/data/findings.csv"
    ! python3 -B tests/golden/check_sentences.py "$report" > "$scratch/faults" || fail 'a long sentence is not missed'
    expect_text "$scratch/faults" '[0-9]+ words in one sentence of nodes.outlier: Memory bandwidth of f0110'
}

# A check that finds nothing proves nothing: what is taken from a figure, it misses.
test_the_check_misses_what_is_not_drawn() {
    need python3
    local figure=figures/task_memory_spread.json
    report --format html "$examples/campaign-568-tasks"
    expect_status 0
    check_sentences "$report"
    sed -i 's/"coadd"/"other"/' "$report/$figure"
    ! python3 -B tests/golden/check_sentences.py "$report" > "$scratch/faults" || fail 'a kind that is not drawn is not missed'
    expect_text "$scratch/faults" 'task_memory_spread: the subtitle names coadd'
    sed -i 's/"other"/"coadd"/; s/highest: coadd, \([0-9.]*\) GiB/highest: coadd, \1 MiB/' "$report/$figure"
    ! python3 -B tests/golden/check_sentences.py "$report" > "$scratch/faults" || fail 'another unit is not missed'
    expect_text "$scratch/faults" 'the subtitle has MiB, the axis GiB'
}

# Of one kind, whose tasks requested 8 GiB and needed little of it but for one in PEAK; every fourth was killed, and with a repetition
# run again with so many GiB.
some_killed() { # PEAK_GIB REPETITION_GIB
    awk -v peak="$1" -v repetition="$2" 'BEGIN {
        print "task_id,kind,attempt,start,elapsed_s,cpus,cpu_time_s,memory_requested_GiB,peak_memory_GiB,exit_code,status"
        for (i = 0; i < 80; i++) {
            start = 1753500000 + 10 * i
            killed = i % 4 == 0
            if (killed)
                printf "%d,align,1,%d,600,4,2000,8,%g,137,failed\n", i, start, 2 + i % 3
            if (!killed || repetition)
                printf "%d,align,%d,%d,1000,4,3500,%d,%g,0,ok\n", i, 1 + killed, start + 700 * killed, killed ? repetition : 8,
                    i == 8 || i == 9 ? peak : 2 + i % 5 / 4
        }
    }'
}

test_no_advice_is_to_request_what_was_killed() {
    need python3
    local peak repetition
    for peak in 4 7 9 15; do
        for repetition in 0 8 16; do
            some_killed $peak $repetition > "$scratch/tasks.csv"
            report --format html "$scratch/tasks.csv"
            expect_status 0
            expect_text "$report/data/findings.csv" 'killed|signal 9'
            check_sentences "$report"
            rm -rf "$report"
        done
    done
}

test_the_check_misses_no_request_of_what_was_killed() {
    need python3
    some_killed 15 16 > "$scratch/tasks.csv"
    report --format html "$scratch/tasks.csv"
    expect_status 0
    sed -i 's/"\{0,1\}request at least 15 GiB plus a margin for align.*/"request 15 GiB for align, or 4,000 MiB first and 15 GiB for those that need more"/' \
        "$report/data/findings.csv"
    ! python3 -B tests/golden/check_sentences.py "$report" > "$scratch/faults" || fail 'a first request that was killed is not missed'
    expect_text "$scratch/faults" '4,000 MiB for align is advised'
}

test_samples_draw_what_they_say() {
    need_sample nextflow
    need python3
    local sample
    for sample in nextflow/trace_arcca_rnaseq_2023.txt nextflow/force_k8s_21nodes_3291tasks_raw_semicolon.trace.txt \
        tables/lobsterCMSsimulation_tasks.csv slurm/sacct_parsable2_noheader_arrays_oom.txt \
        workqueue/wq_coffea_2021_measured.tr.log workqueue/vine_colmena_xtb_2023_v15_measured_2categories.transactions; do
        report --format html "$samples/$sample"
        expect_status 0
        check_sentences "$report"
        rm -rf "$report"
    done
}

# The words under the titles of the small charts on the first page fit: none is cut.
test_small_charts_have_short_words() {
    local example cut
    for example in "$examples"/*/; do
        report --format pdf "$example"
        expect_status 0
        cut=$(pdftotext -l 1 -layout "$report"/*.pdf - | grep -E '(total|mean|highest) .*…') && fail "$cut"
        rm -rf "$report"
    done
}

# Metrics on which nothing happened are not in the short table of the first page; they are counted.
test_the_first_page_has_no_rows_of_zeros() {
    report --format pdf "$examples/dask-2-hosts"
    expect_status 0
    pdftotext -l 1 -layout "$report"/*.pdf "$scratch/text"
    ! grep -q 'Disk read rate' "$scratch/text" || fail 'a row of zeros'
    expect_text "$scratch/text" '1 more row is in data/job_metrics.csv'
}

# Viewers leave seams between rectangles; and colours without numbers say nothing.
test_heat_maps_on_paper_are_images_beside_numbers() {
    need pdfimages
    report --format pdf --only memory_bw_per_node "$examples/matmul-4-nodes"
    expect_status 0
    pdfimages -list "$report"/*.pdf > "$scratch/images" || fail 'pdfimages fails'
    expect_text "$scratch/images" ' image '
    pdftotext -layout "$report"/*.pdf "$scratch/text"
    ! grep -q 'log scale' "$scratch/text" || fail 'rates of nodes are on a log scale'
}

# Lanes of 200 hosts are merged, which each chart of lanes says: in names, subtitle and caption.
test_merged_lanes_say_that_they_stand_for_several_hosts() {
    cd "$scratch" || fail "no scratch directory"
    awk 'BEGIN { print "task,node,start,end"
        for (i = 0; i < 800; i++) printf "k%d,node%03d,%d,%d\n", i % 3, i % 200, 1700000000 + i, 1700000050 + i }' \
        > tasks.csv
    awk 'BEGIN { print "timestamp,hostname,eventName,eventType,jobId,taskId"
        for (i = 0; i < 800; i++) for (side = 0; side < 2; side++)
            printf "2018-11-08T08:%02d:%02d.000Z,node%03d,Render,%s,j,t%d\n",
                (i + 30 * side) / 60, (i + 30 * side) % 60, i % 200, side ? "STOP" : "START", i }' > events.csv
    awk 'BEGIN { printf "["
        for (i = 0; i < 800; i++) printf "{\"name\":\"f%d\",\"ph\":\"X\",\"ts\":%d,\"dur\":50000000,\"pid\":\"node%03d\",\"tid\":1},\n",
            i % 3, 1000000 * i, i % 200
        print "{}]" }' > spans.json
    local input figure
    while read -r input figure; do
        report --format html --only "$figure" "$input"
        expect_status 0
        expect_text "$report/figures/$figure.json" '"bands":\["[^"]*node000 … [^"]*node003 \(4\)"'
        expect_text "$report/figures/$figure.json" '"subtitle":"[^"]* on 200 (hosts|workers|nodes) \(60 rows\)'
        expect_text "$report/figures/$figure.json" '"caption":"[^"]*neighbouring [^"]*brackets'
    done <<< 'tasks.csv worker_lanes
events.csv event_lanes
spans.json span_lanes'
}

run_tests
