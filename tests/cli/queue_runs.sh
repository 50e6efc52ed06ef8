#!/bin/bash
# Runs of managers of Work Queue and TaskVine: how long tasks waited, several runs, no end.
. tests/lib.sh

# event SECOND PID WORDS: a line of a transactions log
event() {
    printf '%d000000 %d %s\n' "$((1745595900 + $1))" "$2" "$3"
}

# manager PID FROM: tasks 1 and 2 run for 10 s each on a worker that leaves 11 s after the start;
# 5 others are submitted with them and never start.
manager() {
    local id
    event "$2" "$1" 'MANAGER START'
    event "$2" "$1" 'WORKER w node01:91 CONNECTION'
    event "$2" "$1" 'WORKER w RESOURCES {"cores":[2,"cores"],"memory":[2048,"MB"]}'
    for id in 1 2 3 4 5 6 7; do
        event "$2" "$1" "TASK $id WAITING fit FIRST_RESOURCES {\"cores\":[$((id < 6 ? 1 : 4)),\"cores\"]}"
    done
    for id in 1 2; do
        event "$2" "$1" "TASK $id RUNNING node01:91 FIRST_RESOURCES {\"cores\":[1,\"cores\"]}"
        event $(($2 + 10)) "$1" "TASK $id WAITING_RETRIEVAL node01:91"
        event $(($2 + 10)) "$1" "TASK $id DONE SUCCESS 0 {} {}"
    done
    event $(($2 + 11)) "$1" 'WORKER w node01:91 DISCONNECTION UNKNOWN'
}

findings() {
    report --only none --format html "$@"
    expect_status 0
}

# Without a worker from 11 s to 1,000 s: 16 min 29 s of 16 min 40 s.
test_tasks_wait_to_the_end_of_the_manager() {
    { manager 7 0; event 1000 7 'MANAGER END'; } > "$scratch/one.log"
    findings "$scratch/one.log"
    expect_text "$report/data/findings.csv" \
        'workers.too-few,.*No worker was connected for 16 min 29 s \(99 % of the 16 min 40 s with tasks\).*Meanwhile 5 tasks waited'
    expect_text "$report/data/findings.csv" \
        'workers.too-small,bad,.*2 tasks of fit never started: they requested 4 cores, and no worker had more than 2\. Their ids are 6, 7\.'
    expect_no_text "$report/data/findings.csv" 'connect fewer'
    expect_no_text "$report/data/findings.csv" 'no MANAGER END|runs of'
    expect_no_text "$report/tasks.html" 'Runs of the manager'
}

test_several_runs_and_a_missing_end_are_on_the_page() {
    { manager 7 0; event 100 7 'MANAGER END'; manager 8 500; } > "$scratch/two.log"
    findings "$scratch/two.log"
    expect_text "$report/data/findings.csv" 'workers.several-runs,note,.*two.log holds 2 runs of its manager'
    expect_text "$report/data/findings.csv" \
        'workers.no-manager-end,warn,.*1 of 2 runs of managers has no MANAGER END, in two.log.* 0 tasks were running and 5 were waiting'
    expect_text "$report/tasks.html" 'Runs of the manager'
    expect_text "$report/data/manager_runs.csv" '^two.log,1,1745595900,1745596000,1,7,5,0,'
    expect_text "$report/data/manager_runs.csv" '^two.log,2,1745596400,1745596411,0,7,5,0,'
}

test_a_manager_without_workers_is_told() {
    { manager 7 0; event 1000 7 'MANAGER END'; } | grep -Ev 'WORKER|RUNNING|RETRIEVAL|DONE' > "$scratch/none.log"
    findings "$scratch/none.log"
    expect_text "$report/data/findings.csv" \
        'workers.too-few,.*No worker ever connected: 7 tasks waited on average for 16 min 40 s'
    expect_no_text "$report/tasks.html" 'ran one at a time'
}

# What a part says of the time of the run is what a plain report says.
test_the_end_is_that_of_a_merged_report() {
    { manager 7 0; event 1000 7 'MANAGER END'; } > "$scratch/one.log"
    findings "$scratch/one.log"
    "$JOBREPORT" summarize --output "$scratch/one.part" "$scratch/one.log" 2> /dev/null || fail 'no part'
    "$JOBREPORT" merge --only none --format html --output "$scratch/merged" "$scratch/one.part" > /dev/null 2>&1 ||
        fail 'no merged report'
    cut -d, -f1,2,4,6 "$report/data/concurrency_summary.csv" > "$scratch/plain.csv"
    cut -d, -f1,2,4,6 "$scratch/merged/data/concurrency_summary.csv" > "$scratch/merged.csv"
    expect_same "$scratch/plain.csv" "$scratch/merged.csv"
}

# Jobs that wait for what never comes are named.
test_jobs_that_can_never_start_are_named() {
    local reason
    {
        echo 'JobID|JobName|User|State|Submit|Start|End|Elapsed|AllocCPUS|Reason'
        echo '731200|fit|ada|COMPLETED|2026-03-01T08:00:00|2026-03-01T08:00:00|2026-03-01T09:00:00|01:00:00|4|None'
        for reason in 01:DependencyNeverSatisfied 02:PartitionTimeLimit 03:AssocMaxCpuPerJobLimit \
            04:ReqNodeNotAvail 05:PartitionTimeLimit 06:PartitionTimeLimit 07:PartitionTimeLimit; do
            echo "7312${reason%:*}|fit|ada|PENDING|2026-03-01T08:00:00|Unknown|Unknown|00:00:00|4|${reason#*:}"
        done
    } > "$scratch/jobs.txt"
    findings "$scratch/jobs.txt"
    expect_text "$report/data/findings.csv" \
        '1 waiting task can never start because the dependency .*\(DependencyNeverSatisfied\)\. Job 731201\.'
    expect_text "$report/data/findings.csv" \
        '5 waiting tasks can never start as requested, 4 of them in fit \(PartitionTimeLimit\)\. Jobs 731202, 731203, 731205 and 2 more\.'
    expect_text "$report/data/findings.csv" \
        '1 waiting task needs nodes that are not available: .*\(ReqNodeNotAvail\)\. Job 731204\.'
}

run_tests
