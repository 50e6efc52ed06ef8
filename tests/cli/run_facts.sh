#!/bin/bash
# Facts of the run that options give, and processes that a monitor noted down.
. tests/lib.sh

test_system_partition_and_environment_are_shown_and_kept() {
    report --only none --system 'Emmy <1>' --partition large --environment 'gcc/12 openmpi/4' "$examples/matmul-4-nodes"
    expect_status 0
    expect_text "$report/index.html" 'Emmy &lt;1&gt;'
    expect_text "$report/index.html" 'gcc/12 openmpi/4'
    expect_text "$report/data/manifest.json" '"partition": "large"'
    run "$JOBREPORT" replot --only none --partition small -o "$scratch/again" "$report"
    expect_status 0
    expect_text "$scratch/again/index.html" 'gcc/12 openmpi/4'
    expect_text "$scratch/again/data/manifest.json" '"partition": "small"'
}

test_processes_of_the_toolkit_are_in_the_job_section() {
    local case=$checkout/../shared/cases/swap-as-text
    [ -e "$case" ] || skip "no samples"
    report --only none "$case"
    expect_status 0
    expect_text "$report/index.html" 'mpirun -np 2 ./matmul 2000'
    expect_text "$report/index.html" '2 × matmul'
    expect_text "$report/data/hardware.csv" ',process.children,2 × matmul$'
}

test_odd_process_metadata_is_text() {
    cat > "$scratch/cpu_metrics.json" << 'END'
{"host_names": ["n1"], "sampling_frequency": 30, "n1": {
 "parent_proc_md": {"pid": 7, "cmdline": ["mpirun", "<b>", ["deep", {"er": ["and", ["deeper"]]}]], "times": [1, 2]},
 "child_proc_md": ["8 a b", "solo", "12 a b", "", ["x"]],
 "cpu_percent": [1, 2, 3], "time_stamps": [1718006400, 1718006430, 1718006460]}}
END
    report --only none "$scratch/cpu_metrics.json"
    expect_status 0
    expect_text "$report/data/hardware.csv" '^n1,process.children,2 × a b$'
    expect_text "$report/data/hardware.csv" '^n1,process.children,1 × solo$'
    expect_text "$report/index.html" 'mpirun &lt;b&gt;'
    expect_text "$report/data/job_metrics.csv" '^cpu_percent,'
}

# Samples of two nodes, for an hour.
samples_from() { # UNIX_TIME
    cat > "$scratch/cpu_metrics.json" << END
{"host_names": ["n1", "n2"], "sampling_frequency": 600,
 "n1": {"cpu_percent": [50, 60, 70, 60, 50, 60, 70], "time_stamps": [$(seq -s, "$1" 600 "$(($1 + 3600))")]},
 "n2": {"cpu_percent": [50, 60, 70, 60, 50, 60, 70], "time_stamps": [$(seq -s, "$1" 600 "$(($1 + 3600))")]}}
END
}

# 2025-03-01 from 10:00 to 14:00, on n1 and n2, of two jobs.
two_jobs() {
    cat > "$scratch/sacct.txt" << 'END'
JobID|JobName|User|State|Start|End|Elapsed|AllocCPUS|NodeList
100|train|anna|COMPLETED|2025-03-01T10:00:00|2025-03-01T12:00:00|02:00:00|8|n1
101|train|bert|COMPLETED|2025-03-01T10:30:00|2025-03-01T14:00:00|03:30:00|8|n2
END
}

expect_times() { # START END: Unix times
    expect_text "$report/data/manifest.json" "^  \"start\": $1,$"
    expect_text "$report/data/manifest.json" "^  \"end\": $2,$"
}

test_a_run_lasts_from_the_first_to_the_last_of_tasks_and_samples() {
    two_jobs
    samples_from 1740825000 # 10:30 to 11:30
    report --only none --time-zone UTC "$scratch/sacct.txt" "$scratch/cpu_metrics.json"
    expect_status 0
    expect_times 1740823200 1740837600
    expect_text "$report/index.html" '2025-03-01 10:00 → 2025-03-01 14:00 UTC'
}

test_the_record_of_the_job_says_when_it_ran() {
    two_jobs
    samples_from 1740825000
    report --only none --time-zone UTC --job-id 100 "$scratch/sacct.txt" "$scratch/cpu_metrics.json"
    expect_status 0
    expect_times 1740823200 1740830400
}

test_a_run_of_tasks_and_samples_of_other_days_is_that_of_the_tasks() {
    two_jobs
    samples_from 1741168800 # four days later
    report --only none --time-zone UTC "$scratch/sacct.txt" "$scratch/cpu_metrics.json"
    expect_status 0
    expect_times 1740823200 1740837600
    expect_text "$report/index.html" 'sacct.txt from 2025-03-01 10:00 to 14:00 and .*cpu_metrics.json from 2025-03-05 10:00 to 11:00\.'
}

test_tasks_and_gpus_of_other_days_have_two_spans() {
    local case=$checkout/../shared/cases/gpu-idle
    [ -e "$case" ] || skip "no samples"
    report --only none "$case"
    expect_status 0
    expect_text "$report/index.html" '2025-03-01 10:00 → 2025-03-01 14:00 UTC'
    expect_text "$report/index.html" 'sacct.txt from 2025-03-01 10:00 to 14:00 and nvidia-smi.csv from 2025-03-05 10:00 to 10:29\.'
}

test_a_trace_has_one_run_that_of_its_calls() {
    cat > "$scratch/trace.json" << 'END'
[{"ph":"i","name":"window begins","pid":1,"tid":1,"ts":1700000000000000},
 {"ph":"X","name":"a","pid":1,"tid":1,"ts":1700000001000000,"dur":6000000},
 {"ph":"X","name":"b","pid":1,"tid":1,"ts":1700000007500000,"dur":3500000},
 {"ph":"i","name":"window ends","pid":1,"tid":1,"ts":1700000020000000}]
END
    report --only none "$scratch/trace.json"
    expect_status 0
    cut -d, -f5 "$report/data/trace.csv" | grep -qx 10 || fail "another time in the table"
    run "$JOBREPORT" --dump=document --only none "$scratch/trace.json"
    expect_output '10 s \| elapsed'
    expect_output ' in 10 s\.'
    expect_output 'Idle: 5.*% of the run, mean of 1 worker'
    expect_output '63\.2.*% \| of task time in a'
    expect_output 'a takes 63.*% of task time: 6 s'
}

test_runs_in_one_log_have_one_story() {
    local log=$checkout/../shared/data/workqueue/wq_dv3_2024_3runs-appended.tr.log
    [ -e "$log" ] || skip "no samples"
    run "$JOBREPORT" --dump=document --only none "$log"
    expect_status 0
    expect_output 'period "2024-04-15 18:22 → 2024-04-15 22:35 UTC"'
    expect_output '4 h 13 min \| elapsed, 26 min 41 s with tasks'
    expect_output '17.*% of the 26 min 41 s with tasks\), first at 2024-04-15 18:22\.'
    # The break of 3 h 45 min is on the first page: in what bound the run, and as the runs of the log.
    sed '/more findings are/q' "$out" > "$scratch/first"
    expect_text "$scratch/first" 'the 27 min 28 s of 4 h 13 min outside breaks'
    expect_text "$scratch/first" 'holds 3 runs of its manager, from 2024-04-15 18:22 to 22:35'
}

run_tests
