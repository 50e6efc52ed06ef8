#!/bin/bash
# What merged reports say: as plain ones, or nothing.
. tests/lib.sh

# Each input is a part of its own; both reports without pages.
plain_and_merged() { # INPUT…
    local input number=0
    for input in "$@"; do
        number=$((number + 1))
        run "$JOBREPORT" summarize --output "$scratch/$number.part" "$input"
        expect_status 0
    done
    report --only none "$@"
    expect_status 0
    run "$JOBREPORT" merge --output "$scratch/merged" --only none "$scratch"/[0-9]*.part
    expect_status 0
}

# The rows of findings whose id matches, up to the value.
findings_of() { # DIRECTORY PATTERN
    grep -E "^($2)," "$1/data/findings.csv"
}

# align: 20 of 40 tasks used more memory than they requested. sort: one attempt was killed.
make_killed() {
    awk -v directory="$scratch" 'BEGIN {
        head = "id,name,attempt,exit_code,status,elapsed_s,cores,peak_memory_MB,requested_memory_MB"
        print head > (directory "/align.csv")
        for (i = 0; i < 40; i++)
            print i ",align,1,0,COMPLETED,100,1," (i % 2 ? 5000 : 2000) ",4000" > (directory "/align.csv")
        print head > (directory "/sort.csv")
        for (i = 0; i < 12; i++)
            print 100 + i ",sort,1," (i == 3 ? "137,FAILED" : "0,COMPLETED") ",50,1,900,1000" \
                > (directory "/sort.csv")
        print "103,sort,2,0,COMPLETED,50,1,1500,2000" > (directory "/sort.csv")
    }'
}

test_a_killed_attempt_leaves_what_was_requested() {
    make_killed
    plain_and_merged "$scratch/align.csv" "$scratch/sort.csv"
    expect_same "$report/data/kills.csv" "$scratch/merged/data/kills.csv"
    expect_text "$scratch/merged/data/requested.csv" '^[*],memory,B,52,4000000000,'
    expect_text "$scratch/merged/data/requested.csv" '^sort,memory,B,12,1000000000,'
    expect_text "$scratch/merged/data/findings.csv" \
        'tasks.memory-above-request,warn,.*20 of 52 tasks .38 %. used more memory than they requested'
}

# A job of two nodes in one of the files: memory of all jobs of its name is compared per node.
test_jobs_on_several_nodes_are_compared_per_node() {
    local i
    for i in 1 2; do
        awk -v first=$((i * 100)) 'BEGIN {
            print "JobID|JobName|State|Start|End|Elapsed|NNodes|AllocCPUS|NTasks|ReqMem|MaxRSS|AveRSS"
            for (i = 0; i < 8; i++) {
                nodes = first > 100 && i == 3 ? 2 : 1
                time = "2026-03-02T08:00:00|2026-03-02T09:00:00|01:00:00|" nodes "|4"
                print first + i "|solve|COMPLETED|" time "||8G||"
                print first + i ".0|solve|COMPLETED|" time "|" nodes "||" 1000 + i "M|" 900 + i "M"
            }
        }' > "$scratch/jobs-$i.txt"
    done
    plain_and_merged "$scratch"/jobs-[12].txt
    expect_text "$report/data/node_memory.csv" '^solve,16,'
    expect_same "$report/data/node_memory.csv" "$scratch/merged/data/node_memory.csv"
    expect_text "$scratch/merged/data/requested.csv" '^[*],memory,B,16,'
}

# The request that was enough is the one that was stated: 16,384 MB.
test_requests_are_exact() {
    awk -v directory="$scratch" 'BEGIN {
        head = "id,name,exit_code,status,elapsed_s,cores,peak_memory_MB,requested_memory_MB"
        print head > (directory "/small.csv")
        for (i = 0; i < 12; i++)
            print i ",fit,1,OUT_OF_MEMORY,60,1,8190,8192" > (directory "/small.csv")
        print head > (directory "/large.csv")
        for (i = 0; i < 12; i++)
            print 100 + i ",fit,0,COMPLETED,60,1,9000,16384" > (directory "/large.csv")
    }'
    plain_and_merged "$scratch/small.csv" "$scratch/large.csv"
    expect_text "$report/data/limits.csv" ',16384000000,'
    expect_same "$report/data/limits.csv" "$scratch/merged/data/limits.csv"
}

test_inputs_that_end_early_are_named() {
    local file
    awk 'BEGIN { print "id,name,status,elapsed_s"
        for (i = 0; i < 3000; i++) print i ",fit,COMPLETED," 60 + i * 7919 % 1000 }' > "$scratch/all.csv"
    gzip -c "$scratch/all.csv" | head -c 9000 > "$scratch/cut.csv.gz"
    sed 's/fit/sum/; s/^[0-9]*3,/&x,/' "$scratch/all.csv" | head -n 100 > "$scratch/bad.csv"
    plain_and_merged "$scratch/cut.csv.gz" "$scratch/bad.csv"
    expect_text "$scratch/merged/data/findings.csv" 'data.input-cut,bad,data,.cut.csv.gz is truncated'
    expect_text "$scratch/merged/data/findings.csv" 'data.records-rejected,warn,data,10 of 99 records of bad.csv were rejected'
    for file in "$report" "$scratch/merged"; do
        expect_text "$file/data/manifest.json" '"end": "early"'
        [ "$(findings_of "$file" data.input-cut)" = "$(findings_of "$report" data.input-cut)" ] ||
            fail "another sentence: $(findings_of "$file" data.input-cut)"
    done
    run "$JOBREPORT" merge --strict --output "$scratch/strict" --only none "$scratch/2.part"
    expect_status 1
    expect_error '10 records were rejected'
    run "$JOBREPORT" summarize --strict --output "$scratch/strict.part" "$scratch/bad.csv"
    expect_status 1
    run "$JOBREPORT" merge --strict --output "$scratch/sound" --only none "$scratch/1.part"
    expect_status 0
}

# Jobs of a batch system: two that wait, sessions that hold cores for nothing, and kinds of which one
# took most core-hours, but little of the elapsed time.
test_jobs_are_judged_as_jobs() {
    local i
    for i in 1 2; do
        awk -v first=$((i * 100)) 'BEGIN {
            print "JobID|JobName|State|Submit|Start|End|Elapsed|AllocCPUS|TotalCPU|Reason"
            ran = "COMPLETED|2026-03-02T08:00:00|2026-03-02T08:00:00|2026-03-02T09:00:00|01:00:00|"
            for (i = 0; i < 8; i++) {
                print first + i "|small|" ran "1|00:50:00|None"
                print first + i + 20 "|tiny|" ran "1|00:55:00|None"
            }
            print first + 40 "|large|" ran "1024|40-00:00:00|None"
            print first + 50 "|jupyter|" ran "150|00:01:00|None"
            print first + 60 "|small|PENDING|2026-03-02T07:30:00|Unknown|Unknown|00:00:00|0|00:00:00|Priority"
        }' > "$scratch/jobs-$i.txt"
    done
    plain_and_merged "$scratch"/jobs-[12].txt
    expect_same "$report/data/waiting.csv" "$scratch/merged/data/waiting.csv"
    expect_text "$scratch/merged/data/findings.csv" 'tasks.unfinished,note,.*2 of 38 tasks .* had not started'
    expect_text "$scratch/merged/data/findings.csv" 'tasks.dominant-kinds,.*of the core-hours'
    expect_text "$scratch/merged/data/findings.csv" 'sessions.cores-idle,'
    cut -d, -f1-4 "$report/data/findings.csv" > "$scratch/one"
    cut -d, -f1-4 "$scratch/merged/data/findings.csv" > "$scratch/other"
    expect_same "$scratch/one" "$scratch/other"
}

# Kinds that hold GPUs wait for these: that their cores are idle is a note, as in a plain report.
test_kinds_with_gpus_are_judged_alike() {
    local i
    for i in 1 2; do
        awk -v first=$((i * 100)) 'BEGIN {
            print "JobID|JobName|State|Submit|Start|End|Elapsed|AllocCPUS|TotalCPU|AllocTRES|TRESUsageInTot"
            ran = "COMPLETED|2026-03-02T08:00:00|2026-03-02T08:00:00|2026-03-02T09:00:00|01:00:00|"
            for (i = 0; i < 8; i++)
                print first + i "|train|" ran "16|01:00:00|cpu=16,gres/gpu=" 1 + i % 2 "|cpu=01:00:00,gres/gpuutil=" i * 12
            print first + 20 "|merge|" ran "1|00:55:00|cpu=1|cpu=00:55:00"
        }' > "$scratch/jobs-$i.txt"
    done
    plain_and_merged "$scratch"/jobs-[12].txt
    expect_text "$scratch/merged/data/findings.csv" 'tasks.cores-idle,note,'
    [ "$(findings_of "$report" tasks.cores-idle)" = "$(findings_of "$scratch/merged" tasks.cores-idle)" ] ||
        fail 'another sentence on idle cores'
    cut -d, -f1-4 "$report/data/findings.csv" > "$scratch/one"
    cut -d, -f1-4 "$scratch/merged/data/findings.csv" > "$scratch/other"
    expect_same "$scratch/one" "$scratch/other"
    cut -d, -f1-11 "$report/data/task_gpus.csv" > "$scratch/one"
    cut -d, -f1-11 "$scratch/merged/data/task_gpus.csv" > "$scratch/other"
    expect_same "$scratch/one" "$scratch/other"
}

# A log that grew since it was summarized first.
test_inputs_that_grew_are_named() {
    local i
    mkdir "$scratch/in" "$scratch/other"
    echo 'id,name,status,elapsed_s' > "$scratch/in/log.csv"
    for i in 1 2 3; do
        echo "$i,fit,COMPLETED,60" >> "$scratch/in/log.csv"
        run "$JOBREPORT" summarize --output "$scratch/$i.part" "$scratch/in/log.csv"
        expect_status 0
    done
    cp "$scratch/in/log.csv" "$scratch/other/log.csv"
    echo '9,sum,COMPLETED,60' >> "$scratch/other/log.csv"
    (cd "$scratch/other" && "$JOBREPORT" summarize --output "$scratch/other.part" log.csv) > /dev/null
    run "$JOBREPORT" merge --output "$scratch/merged" "$scratch"/[1-3].part "$scratch/other.part"
    expect_status 0
    expect_text "$scratch/merged/data/findings.csv" 'data.inputs-changed,bad,data,.in/log.csv is in the report in 3 versions'
    expect_text "$scratch/merged/data/changed_inputs.csv" '^in/log.csv,3$'
    expect_text "$scratch/merged/data.html" 'Inputs in several versions'
    run "$JOBREPORT" merge --output "$scratch/apart" --only none "$scratch/3.part" "$scratch/other.part"
    expect_status 0
    [ ! -e "$scratch/apart/data/changed_inputs.csv" ] || fail 'files of the same name are not the same'
}

# Tasks of 90 s, two at a time, for an hour on a Monday and one on the Wednesday after, 47 h 30 min apart.
make_breaks() {
    awk -v directory="$scratch" 'function at(s) { return strftime("%Y-%m-%dT%H:%M:%SZ", s, 1) }
        BEGIN {
        for (half = 0; half < 2; half++)
            print "id,name,submit,start,end" > (directory "/half-" half ".csv")
        for (day = 0; day < 2; day++)
            for (i = 0; i < 80; i++) {
                start = 1772467200 + day * 174600 + int(i / 2) * 90
                printf "%d,fit,%s,%s,%s\n", day * 100 + i, at(start - 30), at(start), at(start + 90) \
                    > (directory "/half-" i % 2 ".csv")
            }
    }'
}

test_breaks_and_sums_over_time_are_exact() {
    make_breaks
    plain_and_merged "$scratch"/half-[01].csv
    expect_same "$report/data/task_periods.csv" "$scratch/merged/data/task_periods.csv"
    expect_text "$scratch/merged/data/findings.csv" 'tasks.campaign-breaks,.*No task ran or waited .*47 h 30 min'
    [ "$(findings_of "$report" tasks.campaign-breaks)" = "$(findings_of "$scratch/merged" tasks.campaign-breaks)" ] ||
        fail 'another sentence on breaks'
    run python3 - "$report/data/concurrency_summary.csv" "$scratch/merged/data/concurrency_summary.csv" << 'PYTHON'
import csv, sys
plain, merged = (next(csv.DictReader(open(path))) for path in sys.argv[1:])
for name in "start", "end":
    assert plain[name] == merged[name], (name, plain[name], merged[name])
for name in "running_mean", "waiting_mean":
    assert abs(float(plain[name]) - float(merged[name])) <= 1e-9 * float(plain[name]), name
for name in "busy_s", "running_max", "waiting_max", "running_usual", "ran_from", "ran_s", "tail_from", "tail_s":
    assert merged[name] == "", (name, merged[name])
PYTHON
    expect_status 0
}

# Of means over intervals nobody knows how many ran at most.
test_the_chart_of_running_tasks_claims_no_maximum() {
    run "$JOBREPORT" summarize --output "$scratch/1.part" "$examples/campaign-568-tasks/tasks.csv"
    expect_status 0
    run "$JOBREPORT" merge --output "$scratch/merged" --format html --only tasks_over_time "$scratch/1.part"
    expect_status 0
    expect_text "$scratch/merged/tasks.html" 'Running tasks: mean [0-9.]*, highest mean of an interval [0-9]* at'
    expect_text "$scratch/merged/tasks.html" 'How many ran at most is not known'
    expect_no_text "$scratch/merged/tasks.html" 'Counted at each start and end'
}

run_tests
