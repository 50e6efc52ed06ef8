#!/bin/bash
# Jobs of Slurm: what is said of them, beside what tests of the readers check.
. tests/lib.sh

# Findings of a file of sacct's columns, of which JobID is the first.
findings_of() { # FILE…
    report --format html --only none "$@"
    expect_status 0
    findings=$report/data/findings.csv
}

# COUNT jobs of each "NAME CORES SECONDS" in columns of sacct, all of whose cores work throughout.
jobs_of() { # COUNT NAME CORES SECONDS…
    echo 'JobID|JobName|State|Submit|Start|End|Elapsed|AllocCPUS|TotalCPU'
    local count=$1
    shift
    printf '%s %s %s\n' "$@" | awk -v count="$count" '
        function span(s) { return sprintf("%d-%02d:%02d:%02d", s / 86400, s / 3600 % 24, s / 60 % 60, s % 60) }
        { for (i = 0; i < count; i++) {
            start = 1772323200 + 60 * i
            printf "%d|%s|COMPLETED|%d|%d|%d|%s|%d|%s\n", ++id, $1, start, start, start + $3,
                span($3), $2, span($2 * $3) } }'
}

# solve takes 16 % of the elapsed time, but 64 cores.
test_kinds_are_compared_by_their_core_hours() {
    jobs_of 20 prep 1 9000 solve 64 1800 a 1 60 b 1 60 > "$scratch/jobs.txt"
    findings_of "$scratch/jobs.txt"
    expect_text "$findings" 'One of 4 kinds, solve, makes 93 % of the core hours\.'
    expect_text "$findings" 'speed up solve first: twice as fast saves 46 % of the core hours'
    jobs_of 20 prep 2 90000 solve 2 1800 a 2 60 b 2 60 > "$scratch/jobs.txt"
    findings_of "$scratch/jobs.txt"
    expect_text "$findings" 'One of 4 kinds, prep, makes 98 % of the elapsed time\.'
}

# JOB NAME: 8 h of 32 cores and 128 GB, of which next to nothing is used.
idle_job() {
    echo "$1|$2|COMPLETED|2026-03-01T08:00:00|2026-03-01T08:00:10|2026-03-01T16:00:10|08:00:00|32|00:20:00|128G||12:00:00|1|n1"
    echo "$1.0|prog|COMPLETED|2026-03-01T08:00:00|2026-03-01T08:00:10|2026-03-01T16:00:10|08:00:00|32|00:20:00||3G||1|n1"
}

# Who works at a prompt thinks in between: no warning, and no number for the next request.
test_sessions_may_wait_for_people() {
    local header='JobID|JobName|State|Submit|Start|End|Elapsed|AllocCPUS|TotalCPU|ReqMem|MaxRSS|Timelimit|NNodes|NodeList'
    local name
    for name in interactive bash zsh salloc jupyterlab spawner-jupyterhub ondemand/rstudio \
        sys/dashboard/sys/bc_desktop vscode-tunnel; do
        { echo "$header"; for i in {101..112}; do idle_job "$i" "$name"; done; } > "$scratch/jobs.txt"
        findings_of "$scratch/jobs.txt"
        expect_no_text "$findings" '^(warn|bad)|request 1 instead|speed up'
        expect_text "$findings" "^note,tasks-efficiency,\"?$name used 0\.1 % of the time of its cores.* is an interactive session: waiting for a person is normal\."
    done
    { echo "$header"; for i in {101..112}; do idle_job "$i" bash; idle_job "1$i" bashful; done; } > "$scratch/jobs.txt"
    findings_of "$scratch/jobs.txt"
    expect_text "$findings" '^warn,tasks-efficiency,.*1 of 2 kinds uses less than 60 % .* most is lost in bashful'
    expect_text "$findings" '^note,tasks-efficiency,.*bash is an interactive session'
}

run_tests
