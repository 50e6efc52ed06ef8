#!/bin/bash
# The scripts in examples/: what they do when jobreport works, fails, hangs or is not there.
. tests/lib.sh

# Slurm 22.05 passes these variables to EpilogSlurmctld, and nothing else: no PATH.
epilog() { # PROGRAM [JOB_ID [REPORTS_ROOT]]
    mkdir -p "$scratch/metrics/42" "$scratch/reports" "$scratch/bin"
    cp "$examples"/archive-12-nodes/*.json "$scratch/metrics/42"
    printf '#!/bin/sh\necho "$@" >> %q\n' "$scratch/log" > "$scratch/bin/logger"
    chmod +x "$scratch/bin/logger"
    run env -i SLURM_JOB_USER=anna SLURM_JOB_UID=1000 SLURM_CLUSTER_NAME=audit SLURM_JOB_CPUS_PER_NODE=2 \
        SLURM_JOB_WORK_DIR=/nowhere PWD=/ SLURM_JOB_EXIT_CODE=768 SLURM_JOB_PARTITION=short \
        SLURM_JOB_NUM_NODES=1 SLURM_JOBID="${2-42}" SLURM_JOB_EXIT_CODE2=3:0 SLURM_JOB_STDIN=/dev/null \
        SLURM_SCRIPT_CONTEXT=epilog_slurmctld SLURM_JOB_ACCOUNT=physics SHLVL=1 SLURM_JOB_ID="${2-42}" \
        SLURM_JOB_DERIVED_EC=768 SLURM_JOB_NAME=multi SLURM_JOB_RESTART_COUNT=0 SLURM_JOB_GROUP=root \
        SLURM_JOB_GID=0 SLURM_JOB_NODELIST=node01 \
        METRICS_ROOT="$scratch/metrics" REPORTS_ROOT="${3-$scratch/reports}" JOBREPORT="$1" \
        TIME_LIMIT_S="${limit_s:-20}" SACCT_LIMIT_S=1 LOGGER="${logger-$scratch/bin/logger}" \
        LOG_FILE="$scratch/log" SLURM_BIN="$scratch/bin" MAIL_DOMAIN="${mail_domain-}" \
        SENDMAIL="$scratch/bin/sendmail" "$examples/slurm-epilog.sh"
    expect_status 0
}

# A sacct that knows one job.
make_sacct() { # STATE
    mkdir -p "$scratch/bin"
    printf '#!/bin/sh\nprintf "JobID|JobName|State|Elapsed|End\\n42|multi|%s|00:10:00|Unknown\\n"\n' "$1" \
        > "$scratch/bin/sacct"
    chmod +x "$scratch/bin/sacct"
}

test_epilog_makes_a_report() {
    epilog "$JOBREPORT"
    expect_file "$scratch/reports/42/job-report-42.pdf"
    expect_absent "$scratch/log"
}

test_epilog_takes_what_sacct_knows_of_a_job_that_ended() {
    make_sacct FAILED
    epilog "$JOBREPORT"
    expect_text "$scratch/reports/42/data/attempts.csv" 'multi,FAILED'
    make_sacct RUNNING
    epilog "$JOBREPORT"
    expect_file "$scratch/reports/42/index.html"
    expect_absent "$scratch/reports/42/data/attempts.csv"
    printf '#!/bin/sh\nexec sleep 60\n' > "$scratch/bin/sacct"
    epilog "$JOBREPORT"
    expect_file "$scratch/reports/42/index.html"
    expect_absent "$scratch/log"
}

test_epilog_keeps_a_log_without_syslog() {
    local logger=/bin/false
    epilog /bin/false
    expect_text "$scratch/log" 'job 42: no report \(exit code 1\)'
    epilog "$JOBREPORT" 42 "$scratch/nowhere"
    expect_text "$scratch/log" 'may not write'
}

test_epilog_does_not_fail_when_the_report_does() {
    epilog /bin/false
    expect_text "$scratch/log" 'job 42: no report \(exit code 1\)'
    epilog "$scratch/no-such-program"
    expect_text "$scratch/log" 'exit code 127'
}

test_epilog_does_not_hang() {
    printf '#!/bin/sh\nexec sleep 60\n' > "$scratch/slow"
    chmod +x "$scratch/slow"
    local start=$SECONDS limit_s=1
    epilog "$scratch/slow"
    [ $((SECONDS - start)) -le 12 ] || fail "took $((SECONDS - start)) s"
    expect_text "$scratch/log" 'exit code 124'
}

make_sendmail() { # [EXIT_CODE]
    mkdir -p "$scratch/bin"
    printf '%s\n' '#!/bin/bash' '[ "$*" = "-t -i" ] || exit 64' "cat > '$scratch/sent'" \
        "echo said >&2; exit ${1:-0}" > "$scratch/bin/sendmail"
    chmod +x "$scratch/bin/sendmail"
}

test_epilog_mails_the_report_where_it_is_to() {
    local mail_domain=example.org
    make_sendmail
    epilog "$JOBREPORT"
    expect_text "$scratch/sent" '^To: anna@example.org$'
    expect_text "$scratch/sent" 'filename="job-report-42.pdf"'
    expect_absent "$scratch/log"
    make_sendmail 75
    epilog "$JOBREPORT"
    expect_text "$scratch/log" 'job 42: report not mailed .exit code 75.: said'
    rm "$scratch/sent" "$scratch/log"
    mail_domain='b
Bcc: eve@example.org'
    epilog "$JOBREPORT"
    expect_text "$scratch/log" 'report not mailed .exit code 2.'
    expect_absent "$scratch/sent"
}

# As slurmctld calls it; what is mailed goes to $scratch/sent, or, as one line, to $scratch/plain.
mailprog() { # [ARGUMENT]…
    mkdir -p "$scratch/bin" "$scratch/reports"
    rm -f "$scratch/sent" "$scratch/plain" "$scratch/log"
    printf '#!/bin/sh\necho "$@" >> %q\n' "$scratch/log" > "$scratch/bin/logger"
    printf '#!/bin/sh\nprintf "<%%s>" "$@" > %q\n' "$scratch/plain" > "$scratch/bin/mail"
    chmod +x "$scratch/bin/logger" "$scratch/bin/mail"
    run env -i REPORTS_ROOT="$scratch/reports" JOBREPORT="${program-$JOBREPORT}" WAIT_S=0 \
        SENDMAIL="$scratch/bin/sendmail" PLAIN_MAIL="$scratch/bin/mail" LOGGER="$scratch/bin/logger" \
        ${job_id:+SLURM_JOB_ID="$job_id"} "$examples/slurm-mailprog.sh" "$@"
}

test_mailprog_mails_the_report_of_a_job_that_ended() {
    local subject='Slurm Job_id=42 Name=a b Ended, Run time 00:10:00, COMPLETED, ExitCode 0'
    make_sendmail
    report "$examples/archive-12-nodes"
    mkdir "$scratch/reports"
    mv "$report" "$scratch/reports/42"
    mailprog -s "$subject" anna@example.org
    expect_status 0
    expect_text "$scratch/sent" '^Subject: Slurm Job_id=42 Name=a b Ended, Run time 00:10:00, COMPLETED,$'
    expect_text "$scratch/sent" '^To: anna@example.org$'
    expect_absent "$scratch/plain" "$scratch/log"
    mailprog -s 'Slurm Array Task Job_id=12_3 (42) Name=x Failed, Run time 00:00:01, FAILED, ExitCode 1' anna
    expect_text "$scratch/sent" '^To: anna$'
    mailprog -s "${subject/42 Name=a b/43 Name=x Job_id=42}" anna # another job that says so in its name
    expect_absent "$scratch/sent"
    job_id=42 mailprog -s "${subject/Job_id=42/Job_id=7}" anna
    expect_file "$scratch/sent"
    job_id=../42 mailprog -s "$subject" anna
    expect_absent "$scratch/sent"
}

test_mailprog_sends_all_else_as_slurm_does() {
    local subject='Slurm Job_id=42 Name=x Ended, Run time 00:10:00, COMPLETED, ExitCode 0'
    make_sendmail
    mailprog -s "$subject" anna # no report
    expect_status 0
    expect_absent "$scratch/sent"
    [ "$(cat "$scratch/plain")" = "<-s><$subject><anna>" ] || fail "plain mail: $(cat "$scratch/plain")"
    report --format text "$examples/archive-12-nodes"
    mv "$report" "$scratch/reports/42"
    mailprog -s 'Slurm Job_id=42 Name=x Began, Queued time 00:00:01' anna
    expect_absent "$scratch/sent"
    expect_file "$scratch/plain"
    program=/bin/false mailprog -s "$subject" anna
    expect_file "$scratch/plain"
    expect_text "$scratch/log" 'job 42: no report mailed .exit code 1.'
    make_sendmail 75
    mailprog -s "$subject" anna
    expect_file "$scratch/plain"
    expect_text "$scratch/log" 'exit code 75.: said'
    mailprog -s "$subject" $'anna\nBcc: eve'
    expect_absent "$scratch/sent"
    mailprog -s "$subject" -oQ/tmp
    expect_status 2
    mailprog -s "$subject" -- -oQ/tmp
    expect_status 2
    expect_absent "$scratch/plain" "$scratch/sent"
}

test_epilog_takes_no_path_for_a_job_id() {
    local id
    for id in '' '../42' '42; touch x' 'all'; do
        epilog "$JOBREPORT" "$id"
    done
    expect_text "$scratch/log" 'no job id'
    [ -z "$(ls "$scratch/reports")" ] || fail "reports: $(ls "$scratch/reports")"
}

test_epilog_leaves_unmonitored_jobs_alone() {
    epilog "$JOBREPORT" 43
    expect_absent "$scratch/log" "$scratch/reports/43"
}

# The system's commands but those of Slurm, where it is installed.
link_system_commands() {
    mkdir "$scratch/system"
    ln -s /usr/bin/* /bin/* "$scratch/system" 2> /dev/null
    (cd "$scratch/system" && rm -f sacct sbatch srun scontrol)
}

# The site has the commands that a test put into bin.
job_script() {
    [ -d "$scratch/system" ] || link_system_commands
    run env -i PATH="$scratch/bin:$scratch/system" SLURM_JOB_ID=42 SLURM_SUBMIT_DIR="$scratch" \
        MONITOR=my-monitor "$examples/job-script.sh"
    expect_status 7
}

command_that() { # NAME COMMANDS...
    mkdir -p "$scratch/bin"
    printf '#!/bin/bash\n%s\n' "$2" > "$scratch/bin/$1"
    chmod +x "$scratch/bin/$1"
}

make_site() {
    command_that jobreport "exec '$JOBREPORT' \"\$@\""
    command_that srun 'while [[ $1 == -* ]]; do shift; done; [ "$1" = ./matmul ] && { sleep 0.3; exit 7; }; exec "$@"'
    command_that my-monitor "cp '$examples'/matmul-4-nodes/*.json \"\$1\"; exec sleep 60"
    command_that sbatch 'while [[ $1 == -* ]]; do shift; done; exec "$@"'
}

test_job_script_ends_as_its_program_does() {
    make_site
    make_sacct FAILED
    job_script
    expect_text "$scratch/job-report-42/data/attempts.csv" 'multi,FAILED'
    expect_file "$scratch/job-report-42/data/node_metrics.csv"
}

test_job_script_says_what_a_site_lacks() {
    make_site
    rm "$scratch/bin/my-monitor"
    job_script
    expect_error "no monitor 'my-monitor'"
    expect_error 'there is no sacct'
    expect_error 'no report of job 42: there are neither'
    make_sacct FAILED
    job_script
    expect_text "$scratch/job-report-42/data/attempts.csv" 'multi,FAILED'
    command_that sbatch 'exit 1'
    command_that sacct 'exit 1'
    rm -r "$scratch/job-data-42"
    job_script
    expect_error 'its report is made now'
    expect_error 'sacct failed'
    rm "$scratch/bin/jobreport"
    job_script
    expect_error 'there is no jobreport'
}

# In the unit that their names end on, not as 201326592000.
test_hardware_is_told_in_units() {
    report --format html "$examples/matmul-4-nodes"
    expect_status 0
    expect_text "$report/data.html" '>188 GiB<'
    expect_text "$report/data.html" '>3 GHz<'
    expect_text "$report/data/hardware.csv" 'memory.total_bytes,201326592000'
}

test_numbers_of_the_gpu_job_are_those_of_numpy() {
    local report="$scratch/report" difference="$scratch/difference"
    run "$JOBREPORT" --only none -o "$report" "$examples/gpu-2-nodes"
    expect_status 0
    awk -F, -f tests/golden/numpy_gpu_job.awk tests/golden/numpy_gpu_job.csv \
        "$report"/data/{gpus,node_metrics,job_metrics,roofline}.csv > "$difference" ||
        fail "$(head -3 "$difference")"
    expect_text "$difference" '138 compared'
}

test_gpu_job_has_its_pages() {
    local report="$scratch/report"
    run "$JOBREPORT" --format html,png --only 'gpu.clock_info.sm_per_node' --only roofline \
        -o "$report" "$examples/gpu-2-nodes"
    expect_status 0
    expect_text "$report/gpu.html" 'gpu.clock_info.sm_per_node'
    expect_text "$report/gpu.html" 'Memory errors'
    expect_text "$report/counters.html" 'roofline'
    expect_text "$report/data.html" 'Throttled'
    expect_text "$report/index.html" 'gpu-3.g01 was throttled for 27'
    expect_text "$report/index.html" 'Outlier GPUs'
    expect_text "$report/figures/roofline.json" '"shades"'
}

test_peak_rates_given_as_options_are_ceilings() {
    local report="$scratch/report"
    run "$JOBREPORT" --only none --peak-flops '2.5TFLOP/s' --peak-bandwidth 3e11B/s -o "$report" \
        "$examples/gpu-2-nodes"
    expect_status 0
    expect_text "$report/data/roofline_ceilings.csv" '^peak,2500000000000,F/s,the options$'
    expect_text "$report/data/roofline_ceilings.csv" '^bandwidth,300000000000,B/s,the options$'
    local rate
    for rate in 0F/s -1TF/s fast 3TB/s 3TF/sx '' 1e999F/s; do
        run "$JOBREPORT" --peak-flops "$rate" -o "$report" "$examples/gpu-2-nodes"
        expect_status 2
        expect_error "is not a rate such as 3.2TFLOP/s"
    done
}

run_tests
