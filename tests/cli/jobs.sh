#!/bin/bash
# Jobs of Slurm: what is said of them, beside what tests of the readers check.
. tests/lib.sh

columns='JobID|JobName|User|State|Submit|Start|End|Elapsed|AllocCPUS|NodeList'

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
    expect_text "$findings" 'solve accounts for 93 % of the core-hours \(1 of 4 task kinds\)\.'
    expect_text "$findings" 'optimise solve first: halving its time saves 46 % of these core-hours'
    jobs_of 20 prep 2 90000 solve 2 1800 a 2 60 b 2 60 > "$scratch/jobs.txt"
    findings_of "$scratch/jobs.txt"
    expect_text "$findings" 'prep accounts for 98 % of the summed task time \(1 of 4 task kinds\)\.'
}

# 12 jobs of 256 CPUs that use 115 of them, with a step of PROCESSES.
jobs_of_processes() { # PROCESSES
    echo 'JobID|JobName|State|Start|End|Elapsed|TotalCPU|AllocCPUS|NTasks|NodeList'
    for i in {10..21}; do
        echo "$i|wrf|COMPLETED|2026-05-$i""T08:00:00|2026-05-$i""T09:00:00|01:00:00|4-19:00:00|256||n[1-4]"
        echo "$i.0|wrf|COMPLETED|2026-05-$i""T08:00:00|2026-05-$i""T09:00:00|01:00:00|4-19:00:00|256|$1|n[1-4]"
    done
}

test_no_fewer_cores_are_advised_than_there_are_processes() {
    jobs_of_processes 128 > "$scratch/jobs.txt"
    findings_of "$scratch/jobs.txt"
    expect_text "$findings" 'request 128 instead of 256 CPUs for wrf, one for each of its processes, unless several are threads of one core'
    jobs_of_processes 100 > "$scratch/jobs.txt"
    findings_of "$scratch/jobs.txt"
    expect_text "$findings" 'request 115 instead of 256 cores for wrf'
    jobs_of_processes 256 > "$scratch/jobs.txt"
    findings_of "$scratch/jobs.txt"
    expect_text "$findings" ',find out what wrf waits for,[^,]*$'
}

# A job of two nodes and two hours at its time limit. From START min on its nodes show LOAD % and no
# traffic.
hung_job() { # LOAD START
    mkdir -p "$scratch/hung"
    awk -v load="$1" -v from="$2" 'BEGIN {
        print "timestamp,hostname,cpu_percent,net_rx_bytes_per_s,cpu_count"
        for (i = 0; i <= 240; i++)
            for (n = 1; n <= 2; n++)
                printf "%d,cn%d,%g,%d,64\n", 1772352000 + 30 * i, n,
                    (i > 2 * from) ? load : 94 + i % 3, (i > 2 * from) ? 2e3 : 2e8 + i % 5 * 1e6
    }' > "$scratch/hung/nodes.csv"
    {
        echo 'JobID|JobName|State|Start|End|Elapsed|Timelimit|AllocCPUS|NodeList'
        echo '77|cfd|TIMEOUT|1772352000|1772359200|02:00:00|02:00:00|128|cn[1-2]'
    } > "$scratch/hung/sacct.txt"
}

test_a_job_that_stood_still_at_its_limit_needs_no_more_time() {
    hung_job 0.4 40
    findings_of "$scratch/hung"
    expect_text "$findings" 'All nodes were idle from 08:40 to 10:00'
    expect_text "$findings" ',see the finding about the idle nodes before you request more time,[^,]*$'
    rm -r "$report"
    hung_job 99 40
    findings_of "$scratch/hung"
    expect_text "$findings" ',see the finding about the fall of network receive rate before you request more time,[^,]*$'
    rm -r "$report"
    hung_job 99 120
    findings_of "$scratch/hung"
    expect_text "$findings" ',"request more time for cfd, or save state and resume",[^,]*$'
}

# FIRST: jobs from 09:00 to 13:00 local time, of a node that is sampled all day and works from the FIRSTth minute of the day on.
jobs_of_a_day() { # FIRST
    mkdir -p "$scratch/day"
    {
        echo 'JobID|JobName|State|Start|End|Elapsed|AllocCPUS|NodeList'
        echo '101|a|COMPLETED|2026-03-01T09:00:00|2026-03-01T11:00:00|02:00:00|32|n1'
        echo '102|b|COMPLETED|2026-03-01T11:00:00|2026-03-01T13:00:00|02:00:00|32|n1'
    } > "$scratch/day/sacct.txt"
    awk -v first="$1" 'BEGIN {
        print "timestamp,hostname,cpu_count,cpu_percent"
        for (i = 0; i < 1440; i++)
            printf "%d,n1,32,%g\n", 1772323200 + 60 * i,
                (i >= first && i < first + 240) ? 90 + i % 3 : 0.3 + i % 2 / 10
    }' > "$scratch/day/nodes.csv"
}

# Samples in UTC, jobs in local time: an hour of rest behind the jobs is not theirs.
test_jobs_in_local_time_keep_the_samples_of_their_work() {
    jobs_of_a_day 480
    findings_of "$scratch/day"
    expect_no_text "$findings" 'n1 idle'
    expect_text "$findings" '^[a-z.-]*,warn,data,.*Jobs ran from 2026-03-01 09:00 to 13:00 by their records, but nodes worked from 2026-03-01 08:00 to 12:00 by the samples: 1 h apart\..*--time-zone AREA/CITY'
    expect_text "$report/data/assumptions.csv" 'jobs are assumed to have run 1 h earlier than recorded, since their nodes were busy then'
    rm -r "$report"
    jobs_of_a_day 1020 # beyond the time of the jobs
    findings_of "$scratch/day"
    expect_no_text "$findings" 'n1 idle'
    expect_text "$findings" 'nodes worked from 2026-03-01 17:00 to 21:00 by the samples: 8 h apart'
    rm -r "$report"
    jobs_of_a_day 540
    findings_of "$scratch/day"
    expect_no_text "$findings" 'n1 idle|apart'
    rm -r "$report"
    jobs_of_a_day 480
    findings_of --time-zone Europe/Berlin "$scratch/day"
    expect_no_text "$findings" 'n1 idle|apart'
    rm -r "$report"
    jobs_of_a_day 480 # and share it with others
    sed 's/|32|n1$/|6|n1/' "$scratch/day/sacct.txt" > "$scratch/day/few.txt"
    rm "$scratch/day/sacct.txt"
    findings_of "$scratch/day"
    expect_text "$findings" 'held 6 of 32 cores of n1'
    rm "$scratch/day/few.txt"
    jobs_of_a_day 480
    # An hour of rest at their end is theirs where the node worked when they began.
    rm -r "$report" "$scratch/day/nodes.csv"
    awk 'BEGIN {
        print "timestamp,hostname,cpu_count,cpu_percent"
        for (i = 0; i < 1440; i++)
            printf "%d,n1,32,%g\n", 1772323200 + 60 * i, (i >= 540 && i < 720) ? 90 + i % 3 : 0.3 + i % 2 / 10
    }' > "$scratch/day/short.csv"
    findings_of "$scratch/day"
    expect_text "$findings" 'n1 was idle from 12:00 to 13:0'
    expect_no_text "$findings" 'apart'
}

# COUNT GPUS USED: so many jobs side by side on a node of four GPUs, each of so many; the first USED of the four work.
gpu_jobs() { # COUNT GPUS USED
    mkdir -p "$scratch/gpus"
    {
        echo 'JobID|JobName|State|Start|End|Elapsed|AllocCPUS|AllocTRES|NodeList'
        for i in $(seq "$1"); do
            echo "77_$i|train|COMPLETED|2026-03-01T08:00:00|2026-03-01T10:00:00|02:00:00|8|billing=8,cpu=8,gres/gpu=$2,mem=32G,node=1|n1"
        done
    } > "$scratch/gpus/sacct.txt"
    awk -v used="$3" 'BEGIN {
        print "timestamp,hostname,cpu_percent,gpu0_util,gpu1_util,gpu2_util,gpu3_util"
        for (i = 0; i <= 240; i++) {
            printf "%d,n1,%d", 1772352000 + 30 * i, 60 + i % 5
            for (k = 0; k < 4; k++)
                printf ",%d", (k < used) ? 90 + (i + k) % 3 : 0
            print ""
        }
    }' > "$scratch/gpus/nodes.csv"
}

# Each of several jobs requests GPUs of its own.
test_advice_on_idle_gpus_is_for_a_job() {
    gpu_jobs 4 1 3
    findings_of "$scratch/gpus"
    expect_text "$findings" ',"find the job that held it: request no GPU for it, or check that its program uses it",[^,]*$'
    expect_no_text "$findings" 'request 3 instead'
    rm -r "$report"
    gpu_jobs 2 2 2
    findings_of "$scratch/gpus"
    expect_text "$findings" ',"find the jobs that held them: request fewer GPUs for those, or check which GPU each process uses",[^,]*$'
    rm -r "$report"
    gpu_jobs 1 4 3
    findings_of "$scratch/gpus"
    expect_text "$findings" ',"request 3 GPUs instead of 4, or make the program use all of them",[^,]*$'
}

# Of four GPUs two were of the job: three that are idle are one of its own at least.
test_more_idle_gpus_than_others_had_are_the_jobs() {
    gpu_jobs 1 2 1
    findings_of "$scratch/gpus"
    expect_text "$findings" '^[a-z.-]*,warn,gpu.utilization_rates.gpu,"3 of the 4 GPUs on n1 were idle \(mean utilisation at most 1 %\)\. The job held 2 of them, so at least 1 held GPU was idle\.",1,GPUs,0,"request fewer GPUs, or check which GPU each process uses",[^,]*$'
    rm -r "$report"
    gpu_jobs 1 2 0
    findings_of "$scratch/gpus"
    expect_text "$findings" ',"All 4 GPUs on n1 were idle \(mean utilisation at most 1 %\), including the 2 that the job held\.",.*"request no GPU, or check that the program uses them",[^,]*$'
    rm -r "$report"
    gpu_jobs 1 1 0
    findings_of "$scratch/gpus"
    expect_text "$findings" ',"All GPUs on n1 were idle \(mean utilisation at most 1 %\), including the one that the job held\.'
    rm -r "$report"
    gpu_jobs 1 2 2
    findings_of "$scratch/gpus"
    expect_no_text "$findings" '(was|were) idle'
}

# JOB NAME: 8 h of 32 cores and 128 GB, of which next to nothing is used.
idle_job() {
    echo "$1|$2|COMPLETED|2026-03-01T08:00:00|2026-03-01T08:00:10|2026-03-01T16:00:10|08:00:00|32|00:20:00|128G||12:00:00|1|n1|"
    echo "$1.0|prog|COMPLETED|2026-03-01T08:00:00|2026-03-01T08:00:10|2026-03-01T16:00:10|08:00:00|32|00:20:00||3G||1|n1|1"
}

# Who works at a prompt thinks in between: no warning, and no number for the next request.
test_sessions_may_wait_for_people() {
    local header='JobID|JobName|State|Submit|Start|End|Elapsed|AllocCPUS|TotalCPU|ReqMem|MaxRSS|Timelimit|NNodes|NodeList|NTasks'
    local name
    for name in interactive bash zsh salloc jupyterlab spawner-jupyterhub ondemand/rstudio \
        sys/dashboard/sys/bc_desktop sys/dashb+ interacti+ jupyter-4711 code-server2 vscode-tunnel; do
        { echo "$header"; for i in {101..112}; do idle_job "$i" "$name"; done; } > "$scratch/jobs.txt"
        findings_of "$scratch/jobs.txt"
        expect_no_text "$findings" '^[a-z.-]*,(warn|bad)|request 1 instead|optimise'
        expect_text "$findings" "^[a-z.-]*,note,tasks-efficiency,\"?CPU efficiency of ${name/+/\\+} is 0\.1 %.* is an interactive session: waiting for a person is normal\."
    done
    for name in interactive_fit jupyter-nbconvert-nightly rstudio_render vscode-tests ondemand-model; do
        { echo "$header"; for i in {101..112}; do idle_job "$i" "$name"; done; } > "$scratch/jobs.txt"
        findings_of "$scratch/jobs.txt"
        expect_text "$findings" '^[a-z.-]*,warn,tasks-efficiency'
    done
    { echo "$header"; for i in {101..112}; do idle_job "$i" bash; idle_job "1$i" bashful; done; } > "$scratch/jobs.txt"
    findings_of "$scratch/jobs.txt"
    expect_text "$findings" '^[a-z.-]*,warn,tasks-efficiency,.*CPU efficiency is below 60 % in 1 of 2 task kinds\. Most idle core time: bashful'
    expect_text "$findings" '^[a-z.-]*,note,tasks-efficiency,.*bash is an interactive session'
    expect_text "$findings" '12 batch jobs used 2\.3 % of the memory they requested'
}

# srun bash run.sh and sbatch --job-name bash call their jobs as srun --pty bash does.
test_a_shell_with_a_script_is_no_session() {
    local header='JobID|JobName|State|Submit|Start|End|Elapsed|AllocCPUS|TotalCPU|ReqMem|MaxRSS|Timelimit|NNodes|NodeList|NTasks'
    local level command
    { echo "$header"; for i in {101..112}; do
        idle_job "$i" bash
        echo "$i.batch|batch|COMPLETED|2026-03-01T08:00:10|2026-03-01T08:00:10|2026-03-01T16:00:10|08:00:00|32|00:20:00||1G||1|n1|1"
    done; } > "$scratch/jobs.txt"
    findings_of "$scratch/jobs.txt"
    expect_text "$findings" '^[a-z.-]*,warn,tasks-efficiency'
    while read -r level command; do
        { echo "$header|SubmitLine"; for i in {101..112}; do idle_job "$i" bash | sed "s@\$@|$command@"; done; } > "$scratch/jobs.txt"
        findings_of "$scratch/jobs.txt"
        expect_text "$findings" "^[a-z.-]*,$level,tasks-efficiency"
    done << 'END'
warn srun bash run.sh
warn /usr/bin/sbatch -J bash run.sh
note srun -c 32 --pty bash
END
}

# sacct --numeric-uid.
test_a_uid_may_be_of_a_name() {
    { echo "$columns"; row 7 ada NODE_FAIL 08:00 08:10 10:00; } > "$scratch/name.txt"
    { echo "$columns"; row 7 1001 COMPLETED 10:00 10:10 11:00; } > "$scratch/uid.txt"
    { echo "$columns"; row 7 1002 FAILED 08:00 08:10 10:00; } > "$scratch/other.txt"
    { echo "$columns"; row 7 bob COMPLETED 11:00 11:10 12:00; } > "$scratch/bob.txt"
    expect_jobs 1 1 0 0 2 "$scratch/name.txt" "$scratch/uid.txt"
    expect_jobs 1 1 0 0 2 "$scratch/uid.txt" "$scratch/name.txt"
    expect_jobs 2 1 1 0 2 "$scratch/other.txt" "$scratch/uid.txt"
    expect_jobs 2 2 0 0 3 "$scratch/name.txt" "$scratch/uid.txt" "$scratch/bob.txt"
}

# The only job whose nodes were sampled.
test_nodes_of_a_session_may_be_idle() {
    local name
    for name in fit bash; do
        {
            echo 'timestamp,host,cpu_load,num_cpus'
            for i in {0..59}; do echo "$((1772352010 + 60 * i)),n1,$((i % 2)).01,32"; done
        } > "$scratch/nodes.csv"
        {
            echo "$columns"
            echo "7|$name|ada|COMPLETED|2026-03-01T08:00:00|2026-03-01T08:00:10|2026-03-01T09:00:10|01:00:00|32|n1"
        } > "$scratch/job.txt"
        findings_of "$scratch/nodes.csv" "$scratch/job.txt"
        if [ $name = bash ]; then
            expect_no_text "$findings" '^[a-z.-]*,(warn|bad)'
            expect_text "$findings" '^[a-z.-]*,note,cpu_load,.*bash is an interactive session: waiting for a person is normal'
        else
            expect_text "$findings" '^[a-z.-]*,warn,cpu_load,'
        fi
    done
}

# NAME…: jobs of those names on n1, one behind the other within the hour of the nodes' samples.
jobs_on_n1() {
    local name i=0
    echo "$columns"
    for name; do
        i=$((i + 1))
        echo "$i|$name|ada|COMPLETED|2026-03-01T08:00:00|2026-03-01T08:${i}0:00|2026-03-01T08:${i}9:00|00:09:00|32|n1"
    done
}

test_all_jobs_may_be_sessions() {
    {
        echo 'timestamp,host,cpu_load,num_cpus'
        for i in {0..59}; do echo "$((1772352010 + 60 * i)),n1,$((i % 2)).01,32"; done
    } > "$scratch/nodes.csv"
    jobs_on_n1 bash jupyter zsh > "$scratch/job.txt"
    findings_of "$scratch/nodes.csv" "$scratch/job.txt"
    expect_text "$findings" '^[a-z.-]*,note,cpu_load,.* All jobs are interactive sessions: waiting for a person is normal\.'
    jobs_on_n1 bash jupyter fit > "$scratch/job.txt"
    findings_of "$scratch/nodes.csv" "$scratch/job.txt"
    expect_text "$findings" '^[a-z.-]*,warn,cpu_load,'
}

# It may have failed, whoever worked there.
test_a_node_of_a_session_may_stop() {
    {
        echo 'timestamp,host,cpu_load,num_cpus'
        for i in {0..59}; do
            for n in 1 2 3 4; do echo "$((1772352010 + 60 * i)),n$n,$([ $n = 4 ] && [ "$i" -gt 20 ] && echo 0.01 || echo 31.$((i % 7))),32"; done
        done
    } > "$scratch/nodes.csv"
    {
        echo "$columns"
        echo '7|bash|ada|COMPLETED|2026-03-01T08:00:00|2026-03-01T08:00:10|2026-03-01T09:00:10|01:00:00|128|n[1-4]'
    } > "$scratch/job.txt"
    findings_of "$scratch/nodes.csv" "$scratch/job.txt"
    expect_text "$findings" '^[a-z.-]*,bad,cpu_load,.*n4 stopped at .* was idle after it, while 3 others worked.*the program or the node may have failed'
    expect_no_text "$findings" 'n4 .*waiting for a person'
}

# Of two kinds of sessions the worst is named, with its own share of all core time.
test_the_worst_session_has_its_own_share() {
    {
        echo "$timed_columns"
        timed_jobs bash COMPLETED 10 3600 7200 | awk -F'|' -v OFS='|' '{ $9 = "00:00:36"; print }'
        timed_jobs zsh COMPLETED 10 1800 7200 | awk -F'|' -v OFS='|' '{ $9 = "00:00:18"; print }'
    } > "$scratch/jobs.txt"
    findings_of "$scratch/jobs.txt"
    expect_text "$findings" '^[a-z.-]*,note,tasks-efficiency,.*CPU efficiency of bash is 1\.0 %: 9\.9 core-hours were idle\. bash is .*,0\.66'
}

# It ends with its time.
test_a_session_may_reach_its_time_limit() {
    local header='JobID|JobName|State|Submit|Start|End|Elapsed|AllocCPUS|Timelimit' name
    for name in fit interactive; do
        { echo "$header"; for i in {1..12}; do
            echo "$i|$name|TIMEOUT|2026-03-01T08:00:00|2026-03-01T08:00:00|2026-03-01T09:00:00|01:00:00|4|01:00:00"
        done; } > "$scratch/jobs.txt"
        findings_of "$scratch/jobs.txt"
        expect_text "$findings" "^[a-z.-]*,$([ $name = fit ] && echo bad || echo note),tasks-attempts,\"?$name hit its time limit"
    done
}

# NAME STATE COUNT SECONDS LIMIT [WAITED]: times of jobs, in seconds; what comes before is kept.
timed_jobs() {
    awk -v name="$1" -v state="$2" -v count="$3" -v took="$4" -v limit="$5" -v waited="${6:-0}" '
        function span(s) { return sprintf("%d-%02d:%02d:%02d", s / 86400, s / 3600 % 24, s / 60 % 60, s % 60) }
        BEGIN { for (i = 0; i < count; i++) {
            submit = 1772323200 + 60 * i; start = submit + waited
            printf "%s%s%d|%s|%s|%d|%d|%d|%s|1|%s|%s|4G|%s\n", length(name), state == "COMPLETED", 1000 + i, name,
                state, submit, start, start + took, span(took), span(took), span(limit), state ~ /MEMORY/ ? "5G" : "3G" } }'
}
timed_columns='JobID|JobName|State|Submit|Start|End|Elapsed|AllocCPUS|TotalCPU|Timelimit|ReqMem|MaxRSS'

test_limits_of_sessions_do_not_count_for_batch_jobs() {
    local state what
    for state in TIMEOUT OUT_OF_MEMORY; do
        [ $state = TIMEOUT ] && what='hit its time limit of 1 h' || what='hit its memory limit of 4 GiB'
        {
            echo "$timed_columns"
            timed_jobs bash $state 40 7200 7200
            timed_jobs fit $state 1 3600 3600
            timed_jobs fit COMPLETED 39 3000 3600
        } > "$scratch/jobs.txt"
        findings_of "$scratch/jobs.txt"
        expect_text "$findings" "^[a-z.-]*,[a-z]+,tasks-(attempts|requested-and-used),\"?fit $what in 1 of 40 attempts.*,1,attempts,"
        expect_no_text "$findings" 'of 8[01] attempts|41 of'
        [ $state = OUT_OF_MEMORY ] || expect_text "$findings" '^[a-z.-]*,warn,.*fit hit its time limit'
        { cat "$scratch/jobs.txt"; timed_jobs model $state 3 3600 3600; } > "$scratch/more.txt"
        findings_of "$scratch/more.txt"
        expect_text "$findings" '4 of 43 attempts of batch jobs .* limit, 3 of them in model'
    done
    # None of 40 sessions did.
    { echo "$timed_columns"
        timed_jobs bash COMPLETED 40 3600 7200
        timed_jobs fit TIMEOUT 5 3600 3600
        timed_jobs fit COMPLETED 35 3000 3600
    } > "$scratch/jobs.txt"
    findings_of "$scratch/jobs.txt"
    expect_text "$findings" '^[a-z.-]*,bad,.*fit hit its time limit of 1 h in 5 of 40 attempts'
}

# What was run there says nothing of the next one.
test_no_number_is_advised_for_sessions() {
    { echo "$timed_columns"
        timed_jobs bash OUT_OF_MEMORY 5 3600 7200
        timed_jobs bash COMPLETED 20 7100 7200 | sed 's/^/9/'
    } > "$scratch/jobs.txt"
    findings_of "$scratch/jobs.txt"
    expect_text "$findings" 'bash hit its memory limit of 4 GiB in 5 of 25 attempts.*,request more memory for bash,[^,]*$'
    expect_no_text "$findings" 'request more time|A slightly '
}

test_requests_of_sessions_do_not_count_for_batch_jobs() {
    { echo "$timed_columns"
        timed_jobs bash COMPLETED 400 3600 259200 3600
        timed_jobs fit COMPLETED 12 3500 3600 14400
    } > "$scratch/jobs.txt"
    findings_of "$scratch/jobs.txt"
    expect_text "$findings" 'request more time for fit'
    expect_no_text "$findings" 'request less time|412 succeeded|planned for bash'
    { cat "$scratch/jobs.txt"; timed_jobs model COMPLETED 30 3600 86400 14400; } > "$scratch/more.txt"
    findings_of "$scratch/more.txt"
    expect_text "$findings" '30 succeeded tasks of model used up to 4\.2 % of their time limit \(p95; median 1 h of 24 h\)'
    expect_text "$findings" 'request 1 h 30 min for model'
    expect_text "$findings" '^[a-z.-]*,note,tasks-over-time,.*waited .*request 1 h 30 min for model'
}

# sacct shows more memory than was requested where nothing enforces the limit.
test_memory_of_sessions_does_not_count_for_batch_jobs() {
    { echo "$timed_columns"
        timed_jobs bash COMPLETED 40 3600 7200 | sed 's/3G$/40G/'
        timed_jobs fit COMPLETED 20 3600 4000 | sed '1s/3G$/5G/'
    } > "$scratch/jobs.txt"
    findings_of "$scratch/jobs.txt"
    expect_text "$findings" '^[a-z.-]*,warn,.*1 of 20 tasks \(5\.0 %\) used more memory than it requested, 1 of them in fit\. The highest peak was 125 % of the request'
}

# What became of the jobs "fit" of these files: how many, succeeded, failed, unfinished; attempts.
expect_jobs() { # TASKS SUCCEEDED FAILED UNFINISHED ATTEMPTS FILE…
    local expected="$1 $2 $3 $4 $5" actual
    shift 5
    findings_of "$@"
    actual=$(awk -F, '$1 == "fit" { print $2, $3, $4, $6, $8 }' "$report/data/tasks.csv")
    [ "$actual" = "$expected" ] || fail "$*: $actual, not $expected"
}

# ROW ID USER STATE SUBMIT START END: of 2026-03-01, times HH:MM.
row() {
    local day=2026-03-01T
    echo "$1|fit|$2|$3|$day$4:00|$day$5:00|$day$6:00|01:00:00|4|n1"
}

# Exports of two clusters that do not say so: another user, or jobs that ran at the same time.
test_jobs_of_one_id_may_be_two() {
    { echo "$columns"; row 7 ada FAILED 08:00 08:10 10:00; } > "$scratch/a.txt"
    { echo "$columns"; row 7 bob COMPLETED 12:00 12:10 13:00; } > "$scratch/user.txt"
    { echo "$columns"; row 7 ada COMPLETED 08:30 09:00 11:00; } > "$scratch/ran.txt"
    { echo "$columns"; row 7 ada COMPLETED 09:00 11:00 12:00; } > "$scratch/submitted.txt"
    { echo "$columns"; row 7 ada COMPLETED 10:00 10:02 12:00; } > "$scratch/requeued.txt"
    { echo "$columns"; row 7 ada COMPLETED 08:00 10:02 12:00; } > "$scratch/again.txt"
    local file
    for file in user ran submitted; do
        expect_jobs 2 1 1 0 2 "$scratch/a.txt" "$scratch/$file.txt"
        { cat "$scratch/a.txt"; tail -n 1 "$scratch/$file.txt"; } > "$scratch/both.txt"
        expect_jobs 2 1 1 0 2 "$scratch/both.txt"
    done
    for file in requeued again; do
        expect_jobs 1 1 0 0 2 "$scratch/a.txt" "$scratch/$file.txt"
        { cat "$scratch/$file.txt"; tail -n 1 "$scratch/a.txt"; } > "$scratch/both.txt"
        expect_jobs 1 1 0 0 2 "$scratch/both.txt"
    done
}

# An older export says that a job waited or ran; a job that was requeued since waits no more.
test_what_ended_counts_in_any_order() {
    {
        echo "$columns"
        echo '7|fit|ada|RUNNING|2026-03-01T08:00:00|2026-03-01T08:10:00|Unknown|00:20:00|4|n1'
        echo '8|fit|ada|PENDING|2026-03-01T08:00:00|Unknown|Unknown|00:00:00|4|None assigned'
        echo '9|fit|ada|PENDING|2026-03-01T08:00:00|Unknown|Unknown|00:00:00|4|None assigned'
    } > "$scratch/old.txt"
    {
        echo "$columns"
        row 7 ada COMPLETED 08:00 08:10 09:10
        row 8 ada COMPLETED 08:00 08:20 09:20
        row 9 ada COMPLETED 08:40 08:50 09:50
    } > "$scratch/new.txt"
    expect_jobs 3 3 0 0 3 "$scratch/old.txt" "$scratch/new.txt"
    expect_jobs 3 3 0 0 3 "$scratch/new.txt" "$scratch/old.txt"
    { cat "$scratch/new.txt"; tail -n +2 "$scratch/old.txt"; } > "$scratch/both.txt"
    expect_jobs 3 3 0 0 3 "$scratch/both.txt"
    { cat "$scratch/old.txt"; tail -n +2 "$scratch/new.txt"; } > "$scratch/both.txt"
    expect_jobs 3 3 0 0 3 "$scratch/both.txt"
}

# Without a reason the state alone says that jobs wait for their turn, which is no trouble.
test_pending_without_a_reason_has_not_started() {
    {
        echo "$columns"
        for i in 1 2 3; do row $i ada COMPLETED 08:00 08:10 09:10; done
        echo '9_[0-9%2]|fit|ada|PENDING|2026-03-01T08:00:00|Unknown|Unknown|00:00:00|4|None assigned'
    } > "$scratch/pending.txt"
    findings_of "$scratch/pending.txt"
    expect_text "$findings" '^[a-z.-]*,note,.*10 of 13 tasks \(77 %\) had not started when'
}

# A script alone on two nodes: the jobs are counted in which that is so.
test_jobs_of_a_script_alone_are_counted() {
    {
        echo 'JobID|JobName|State|Submit|Start|End|Elapsed|AllocCPUS|NNodes|TotalCPU|NTasks|NodeList'
        for i in 1 2 3 4; do
            printf '%d|cfd|COMPLETED|2026-03-01T08:00:00|2026-03-01T08:00:00|2026-03-01T09:00:00|01:00:00|128|%d|60:48:00||%s\n' \
                $i $((i == 4 ? 1 : 2)) "$([ $i = 4 ] && echo e1 || echo 'e[1-2]')"
            printf '%d.batch|batch|COMPLETED|2026-03-01T08:00:00|2026-03-01T08:00:00|2026-03-01T09:00:00|01:00:00|64|1|60:48:00|1|e1\n' $i
        done
    } > "$scratch/alone.txt"
    findings_of "$scratch/alone.txt"
    expect_text "$findings" 'Work ran on 1 of 2 nodes in 3 of 4 jobs, in the batch step only\.'
}

# ---- samples beside jobs ---------------------------------------------------------------------

# Samples of each minute of the day from hour to hour; a node works where its job does: "NODE FROM TO".
site_samples() { # FROM TO JOB…
    local from=$1 to=$2
    shift 2
    echo 'timestamp,hostname,cpu_percent,mem_total,mem_used'
    printf '%s %s %s\n' "$@" | awk -v from="$from" -v to="$to" '
        { nodes[NR] = $1; first[NR] = $2; last[NR] = $3 }
        END { for (m = 60 * from; m <= 60 * to; m++)
            for (i = 1; i <= NR; i++) {
                works = m > 60 * first[i] && m <= 60 * last[i]
                printf "2026-03-01T%02d:%02d:00,%s,%.1f,274877906944,%.0f\n", m / 60, m % 60, nodes[i],
                    works ? 94 + m % 3 : 0.4, works ? 1e11 : m < 600 ? 2.7e11 : 6e9 } }'
}

job_on() { # ID FROM TO NODES
    echo "$1|fit|ada|COMPLETED|2026-03-01T$2|2026-03-01T$2|2026-03-01T$3|02:00:00|128|$4"
}

# Before the job another one filled the memory; cn3 is of nobody.
test_samples_before_and_after_a_job_are_not_its() {
    local said='samples of 2 nodes before 2026-03-01 10:00:00, when the job started, and after 2026-03-01 12:00:00, when it ended, are left out'
    { echo "$columns"; job_on 7 10:00:00 12:00:00 'cn[1-2]'; } > "$scratch/sacct.txt"
    site_samples 8 14 cn1 10 12 cn2 10 12 cn3 9 11 > "$scratch/nodes.csv"
    findings_of "$scratch/sacct.txt" "$scratch/nodes.csv"
    expect_no_text "$findings" '^[a-z.-]*,(warn|bad)'
    expect_error "nodes.csv: $said"
    expect_error 'nodes.csv: samples of 1 node that the job did not use are left out: cn3'
    expect_text "$report/data/not_shown.csv" "^nodes.csv,480,\"?$said"
    expect_text "$report/data.html" "$said"
    expect_text "$report/data/manifest.json" '"start": 1772359200,'
    expect_text "$report/data/manifest.json" '"end": 1772366400,'
    expect_no_text "$report/data/nodes.csv" cn3
    expect_no_text "$report/data/series.csv" cn3
}

# A job's samples in Unix seconds, from FIRST to LAST minute of the day; cn2 stops at 10:00.
unix_samples() { # FIRST LAST
    echo 'timestamp,hostname,cpu_percent,load1'
    awk -v first="$1" -v last="$2" 'BEGIN { for (m = first; m <= last; m++)
        for (i = 1; i <= 3; i++) {
            works = (i != 2 || m <= 600)
            printf "%d,cn%d,%.1f,%.1f\n", 1772323200 + 60 * m, i, works ? 94 + m % 3 : 0.4, works ? 60 + m % 3 : 0.1
        } }'
}

# sacct wrote 11 to 15 for 9 to 13.
test_times_that_name_no_zone_may_be_local() {
    local first last
    { echo "$columns"; job_on 7 11:00:00 15:00:00 'cn[1-3]'; } > "$scratch/sacct.txt"
    while read -r first last; do
        unix_samples "$first" "$last" > "$scratch/nodes.csv"
        findings_of "$scratch/sacct.txt" "$scratch/nodes.csv"
        expect_text "$findings" '^[a-z.-]*,warn,data,.*time ranges, 2 h apart: .*,give the zone of times without one: --time-zone'
        expect_text "$findings" 'cn2 stopped at 10:00'
        expect_no_text "$err" 'left out'
        rm -r "$report"
    done << 'END'
530 790
538 780
540 810
545 775
570 780
540 720
END
    # Somebody said of which they are; they name one; samples of a day may be of either.
    unix_samples 545 775 > "$scratch/nodes.csv"
    findings_of --time-zone UTC "$scratch/sacct.txt" "$scratch/nodes.csv"
    expect_no_text "$findings" ' apart: '
    expect_error 'when the job started, are left out$'
    rm -r "$report"
    findings_of --time-zone Europe/Helsinki "$scratch/sacct.txt" "$scratch/nodes.csv"
    expect_no_text "$findings" ' apart: '
    expect_no_text "$err" 'left out'
    rm -r "$report"
    sed -E 's/(T[0-9]{2}:[0-9]{2}:[0-9]{2})/\1+00:00/g' "$scratch/sacct.txt" > "$scratch/utc.txt"
    findings_of "$scratch/utc.txt" "$scratch/nodes.csv"
    expect_no_text "$findings" ' apart: '
    expect_error 'when the job started, are left out$'
    rm -r "$report"
    unix_samples 60 1380 > "$scratch/nodes.csv"
    findings_of "$scratch/sacct.txt" "$scratch/nodes.csv"
    expect_no_text "$findings" ' apart: '
    expect_error 'when it ended, are left out; the times of sacct.txt name no zone and were read as UTC$'
}

# One after the other, one with a break, and some on two nodes: what they did not hold is no gap, no
# stop and no silence of a node.
test_nodes_are_judged_by_the_times_of_their_jobs() {
    { echo "$columns"
      job_on 7 08:00:00 09:00:00 cn1
      job_on 8 09:00:00 10:00:00 cn2
      job_on 9 11:00:00 12:00:00 cn1
      job_on 10 12:30:00 14:00:00 'cn[2-3]'; } > "$scratch/sacct.txt"
    { site_samples 7 15 cn1 8 9 cn2 9 10 cn3 24 24; } |
        awk -F, -v OFS=, 'NR == 1 { print $0, "net_bytes_recv", "power [W]"; next }
            { print $0, net[$2] += 6e7, 500 }' > "$scratch/nodes.csv"
    findings_of "$scratch/sacct.txt" "$scratch/nodes.csv"
    expect_error 'samples of 3 nodes when no job used them are left out'
    expect_no_text "$findings" ',data,.*(missing|late|early|no samples)|stopped|node-hours|left no samples'
    [[ $(cell nodes coverage cn1) == 0.99* ]] || fail "cn1: $(cell nodes coverage cn1)"
    [ "$(cell nodes starts_after_s cn3)" = 0 ] || fail "cn3: $(cell nodes starts_after_s cn3)"
    [ "$(cell nodes ends_before_s cn1)" = 0 ] || fail "cn1: $(cell nodes ends_before_s cn1)"
    # 1 h + 1 h + 1 h + 2 × 1.5 h, 10^6 B/s: nothing of what came in between.
    [ "$(cell job_metrics total net_io_counters.bytes_recv)" = 21600000000 ] ||
        fail "$(cell job_metrics total net_io_counters.bytes_recv)"
}

# ---- nodes that are shared with others -------------------------------------------------------

# Four hours of a node of 96 cores and 384 GiB: 16 % of it are busy, and memory grows until it
# swaps; of four GPUs one works.
shared_samples() {
    echo 'timestamp,hostname,cpu_percent,cpu_count,mem_total_bytes,mem_used_bytes,swap_used_bytes,gpu0_util_percent,gpu1_util_percent,gpu2_util_percent,gpu3_util_percent'
    awk 'BEGIN { for (m = 0; m <= 240; m++)
        printf "%d,cn1,%.1f,96,412316860416,%.0f,%.0f,0,%d,0,0\n", 1772352000 + 60 * m,
            (m > 120) ? 16 + m % 3 / 10 : 95, 8e10 + 1.36e9 * m, (m > 200) ? 1.3e10 : 0, 93 + m % 3 }'
}

# COUNT jobs at once, each of so many cores and GPUs of the node: "" is not said.
jobs_that_hold() { # COUNT CORES GPUS
    echo 'JobID|JobName|State|Start|End|Elapsed|AllocCPUS|NNodes|NodeList|AllocTRES'
    local i
    for ((i = 1; i <= $1; i++)); do
        echo "9_$i|fit|COMPLETED|1772352000|1772366400|04:00:00|$2|1|cn1|cpu=$2${3:+,gres/gpu=$3},node=1"
    done
}

of_node="Memory|swapped|Memory in use|node CPU load|of the cores busy|of 96 cores busy"
of_gpus='request 1 GPU instead of 4'

test_what_others_may_have_done_on_a_node_is_not_said_of_a_job() {
    shared_samples > "$scratch/nodes.csv"
    local said='note,data,"?The job held 16 of 96 cores and 1 of 4 GPUs of cn1\. Metrics of the node include what others ran there\.'
    jobs_that_hold 1 16 1 > "$scratch/sacct.txt"
    findings_of "$scratch/sacct.txt" "$scratch/nodes.csv"
    expect_text "$findings" "$said"
    expect_no_text "$findings" "^[a-z.-]*,(warn|bad)|$of_node|$of_gpus"
    expect_no_text "$report/index.html" 'per node</|mean GPU utilisation'
    expect_text "$report/index.html" 'By metric, including other jobs on the nodes'
    jobs_that_hold 2 16 1 > "$scratch/sacct.txt"
    rm -r "$report"
    findings_of "$scratch/sacct.txt" "$scratch/nodes.csv"
    expect_text "$findings" 'Jobs of the records held 32 of 96 cores and 2 of 4 GPUs of cn1 on average\. Metrics of the node'
}

test_what_jobs_held_whole_is_said_of_them() {
    shared_samples > "$scratch/nodes.csv"
    local jobs
    for jobs in '1 96 4' '6 16 4' '1  4'; do
        [ "$jobs" = '1  4' ] && jobs_that_hold 1 '' 4 > "$scratch/sacct.txt" ||
            jobs_that_hold $jobs > "$scratch/sacct.txt"
        findings_of "$scratch/sacct.txt" "$scratch/nodes.csv"
        expect_text "$findings" 'swapped'
        expect_text "$findings" "$of_gpus"
        expect_no_text "$findings" 'others did there'
        rm -r "$report"
    done
}

# JOB that holds 48 of 96 CPUs, of which the node is busy with 15: all of its cores, or half of it.
test_half_of_the_cpus_is_all_only_where_something_says_so() {
    shared_samples > "$scratch/nodes.csv"
    jobs_that_hold 1 48 '' > "$scratch/sacct.txt"
    findings_of "$scratch/sacct.txt" "$scratch/nodes.csv"
    expect_text "$findings" 'note,data,"The job held 48 of 96 CPUs of cn1\. This is half of it, or all of its cores if each has 2 hardware threads\. Its metrics may include what others ran there\.",.*add TotalCPU'
    expect_no_text "$findings" "$of_node"
    expect_text "$report/index.html" 'By metric, other jobs on the nodes may be included'
    expect_text "$report/nodes.html" 'The nodes may have been shared'
    rm -r "$report"
    sed '1s/$/|TotalCPU/; 2s/$/|9-06:00:00/' "$scratch/sacct.txt" > "$scratch/busy.txt" # 55.5 CPUs
    findings_of "$scratch/busy.txt" "$scratch/nodes.csv"
    expect_text "$findings" 'swapped'
    expect_no_text "$findings" 'others did there'
    rm -r "$report"
    sed '1s/$/|TotalCPU/; 2s/$/|20:00:00/' "$scratch/sacct.txt" > "$scratch/others.txt" # 5 of them
    findings_of "$scratch/others.txt" "$scratch/nodes.csv"
    expect_text "$findings" 'The job held 48 of 96 cores of cn1\. Metrics of the node include what others ran there'
    expect_no_text "$findings" "$of_node"
}

# Of a node whose cores are known by its load average alone, as Telegraf calls it.
test_a_part_of_the_cores_that_the_load_shows_is_one() {
    local cores
    { echo 'time,host,cpu_usage_user,cpu_usage_idle,system_load1,mem_total,mem_used,swap_used'
      awk 'BEGIN { for (m = 0; m <= 240; m++)
        printf "%d,cn1,%.1f,%.1f,%.2f,412316860416,4.05e11,%.0f\n", 1772352000 + 60 * m,
            79 + m % 3, 21 - m % 3, 0.96 * (79 + m % 3), (m > 120) ? 1.3e10 : 0 }'
    } > "$scratch/nodes.csv"
    for cores in 16 96 80 48; do
        jobs_that_hold 1 "$cores" '' > "$scratch/sacct.txt"
        findings_of "$scratch/sacct.txt" "$scratch/nodes.csv"
        if [ "$cores" = 16 ]; then
            expect_text "$findings" 'The job held 16 of many more cores of cn1\. Metrics of the node'
            expect_no_text "$findings" 'swapped'
        else
            expect_text "$findings" 'swapped'
        fi
        rm -r "$report"
    done
}

# All cores and one of four GPUs, and the other way round.
test_cores_and_gpus_are_shared_apart() {
    shared_samples > "$scratch/nodes.csv"
    jobs_that_hold 1 96 1 > "$scratch/sacct.txt"
    findings_of "$scratch/sacct.txt" "$scratch/nodes.csv"
    expect_text "$findings" 'The job held 1 of 4 GPUs of cn1\. Metrics of the GPUs include what others ran there\.'
    expect_text "$findings" 'swapped'
    expect_no_text "$findings" "$of_gpus"
    rm -r "$report"
    jobs_that_hold 1 16 4 > "$scratch/sacct.txt"
    findings_of "$scratch/sacct.txt" "$scratch/nodes.csv"
    expect_text "$findings" 'The job held 16 of 96 cores of cn1\. Metrics of the node include what others ran there\.'
    expect_text "$findings" "$of_gpus"
    expect_no_text "$findings" "$of_node"
}

# Samples of devices, as DCGM exports them.
test_gpus_of_others_are_not_said_to_be_idle() {
    { echo 'Time,Hostname,gpu,DCGM_FI_DEV_GPU_UTIL,DCGM_FI_DEV_POWER_USAGE'
      awk 'BEGIN { for (m = 0; m <= 240; m++) for (g = 0; g < 4; g++)
        printf "%d,cn1,%d,%d,%d\n", 1772352000 + 60 * m, g, g == 2 ? 95 : 0, g == 2 ? 560 : 70 }'
    } > "$scratch/dcgm.csv"
    jobs_that_hold 1 16 1 > "$scratch/sacct.txt"
    findings_of "$scratch/sacct.txt" "$scratch/dcgm.csv"
    expect_text "$findings" 'The job held 1 of 4 GPUs of cn1\. Metrics of the GPUs include'
    expect_no_text "$findings" "$of_gpus|Mean per GPU|times the median"
    expect_no_text "$report/index.html" 'per GPU'
    rm -r "$report"
    jobs_that_hold 1 16 4 > "$scratch/sacct.txt"
    findings_of "$scratch/sacct.txt" "$scratch/dcgm.csv"
    expect_text "$findings" "$of_gpus"
    expect_text "$findings" 'Mean per GPU'
}

# GPUs come with cores: what these do not, GPUs that nobody measured may do.
test_idle_cores_beside_unmeasured_gpus_are_a_note() {
    shared_samples | cut -d, -f1,2,4 | awk -F, -v OFS=, 'NR == 1 { print $0, "cpu_percent"; next } { print $0, 5 }' \
        > "$scratch/nodes.csv"
    jobs_that_hold 1 96 4 > "$scratch/sacct.txt"
    findings_of "$scratch/sacct.txt" "$scratch/nodes.csv"
    expect_text "$findings" '^[a-z.-]*,note,cpu_percent.*of 96 cores were busy.*,check how many cores come with the GPUs before requesting fewer cores,[^,]*$'
    rm -r "$report"
    jobs_that_hold 1 96 '' > "$scratch/sacct.txt"
    findings_of "$scratch/sacct.txt" "$scratch/nodes.csv"
    expect_text "$findings" '^[a-z.-]*,warn,cpu_percent.*of 96 cores were busy.*request fewer cores'
}

# Each kind is found by its name, without looking at the others: 120,000 took 12 s.
test_a_hundred_thousand_names_are_judged_soon() {
    local states='FAILED 0:1 FAILED 0:9 NODE_FAIL 0:0 TIMEOUT 0:0 OUT_OF_MEMORY 0:125' odd
    for odd in 'FAILED 0:1' "$states"; do
        awk -v odd="$odd" 'BEGIN {
            count = split(odd, states, " ")
            print "JobID|JobName|State|ExitCode|Start|End|ElapsedRaw|Timelimit|NCPUS|TotalCPU|ReqMem|MaxRSS|AllocTRES|NodeList"
            for (n = 0; n < 120000; n++) {
                at = 1 + 2 * (int(n / 5) % (count / 2))
                is_odd = n % 5 == 0 || (count > 2 && n % 2)
                printf "%d|run_%d|%s|%s|%d|%d|3600|01:00:00|4|00:10:00|4G|3G|cpu=4,gres/gpu=1|n%d\n", n + 1, n,
                    is_odd ? states[at] : "COMPLETED", is_odd ? states[at + 1] : "0:0",
                    1772323200 + n, 1772326800 + n, n % 97
            }
        }' > "$scratch/jobs.txt"
        (
            ulimit -t 8
            findings_of --kinds name "$scratch/jobs.txt"
            expect_text "$findings" '120,000 tasks'
        ) || exit 1
    done
}

# As of a machine that went down while the file was written.
test_holes_of_nuls_cost_the_rows_that_they_hit() {
    jobs_of 20 prep 1 600 > "$scratch/jobs.txt"
    { head -n 10 "$scratch/jobs.txt"; head -c 512 /dev/zero; tail -n +11 "$scratch/jobs.txt"
        head -c 4096 /dev/zero; } > "$scratch/holes.txt"
    findings_of "$scratch/holes.txt"
    expect_error 'holes.txt:11: NUL character'
    expect_error 'holes.txt:22: truncated: the last line is ignored'
    expect_text "$report/data/manifest.json" '"format": *"sacct"'
    expect_text "$report/data/manifest.json" '"records": *19'
    expect_text "$report/data/manifest.json" '"rejected": *1'
}

# Slurm adds what is resident of each process: of 64 that share 8 GiB it counts 512.
test_memory_beyond_the_request_may_be_shared() {
    { echo 'JobID|JobName|State|Start|End|Elapsed|AllocCPUS|NNodes|NTasks|ReqMem|MaxRSS|AveRSS|TRESUsageInTot'
      echo '7|dft|COMPLETED|1772352000|1772355600|01:00:00|64|1||200G|||'
      echo '7.0|dft|COMPLETED|1772352000|1772355600|01:00:00|64|1|64||9000M|8550M|mem=547200M'
    } > "$scratch/jobs.txt"
    findings_of "$scratch/jobs.txt"
    expect_text "$findings" 'request at least 535 GiB .*Less is enough if its processes share memory, which Slurm counts in each'
}

run_tests
