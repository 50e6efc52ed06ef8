#!/bin/bash
# What is for Slurm, given to a real one: epilog, MailProg, settings.
. tests/lib.sh
. tests/slurm.sh

test_the_epilog_makes_a_report_after_a_real_job() {
    start_slurm
    printf '%s\n' '#!/bin/sh' "cp -r '$examples/matmul-4-nodes' '$scratch/metrics/'\$SLURM_JOB_ID" \
        > "$scratch/job.sh"
    run sbatch --parsable --time 5 --output "$scratch/job.out" "$scratch/job.sh"
    expect_status 0
    local job
    job=$(cat "$out")
    await 90 test -e "$scratch/reports/$job/index.html" ||
        fail "no report: $(cat "$scratch/epilog.log" "$scratch/job.out" 2> /dev/null)"
    await 30 no_job_is_left || fail "the job is left: $(squeue)"
    expect_text "$scratch/reports/$job/data/manifest.json" "\"job_id\": \"$job\""
}

# A job leaves metrics and ends; the epilog makes the report while MailProg waits for it.
test_a_job_that_ends_is_mailed_with_its_report() {
    need python3
    start_slurm
    printf '%s\n' '#!/bin/sh' "cp -r '$examples/matmul-4-nodes' '$scratch/metrics/'\$SLURM_JOB_ID" \
        > "$scratch/job.sh"
    run sbatch --parsable --time 5 --output "$scratch/job.out" --job-name 'mail me' \
        --mail-type BEGIN,END,FAIL --mail-user anna@example.org "$scratch/job.sh"
    expect_status 0
    local job
    job=$(cat "$out")
    await 120 test -e "$scratch/mbox" ||
        fail "no mail: $(cat "$scratch"/{epilog.log,mailprog.err,plain-mails,slurmctld.out} 2> /dev/null | tail -20)"
    await 30 no_job_is_left || fail "the job is left: $(squeue)"
    python3 tests/golden/check_mail.py -mbox "$scratch/mbox" > "$scratch/read" || fail "no sound message"
    expect_text "$scratch/read" "^Subject: Slurm Job_id=$job Name=mail me Ended, Run time .*, COMPLETED, ExitCode 0$"
    expect_text "$scratch/read" '^To: anna@example.org$'
    expect_text "$scratch/read" '^From: slurm@example.org$'
    expect_text "$scratch/read" "^application/pdf [0-9]+ job-report-$job.pdf$"
    expect_text "$scratch/read" "^$(realpath "$scratch/reports")/$job$"
    await 30 test -e "$scratch/plain-mails" || fail "no mail of the begin"
    expect_text "$scratch/plain-mails" "<-s><Slurm Job_id=$job Name=mail me Began, .*><anna@example.org>"
}

# Each line, in a script of its own; and one that no node can have, which shows that Slurm looks.
test_sbatch_accepts_the_settings() {
    start_slurm
    report --only none "$examples/campaign-568-tasks"
    expect_status 0
    local line count=0
    while read -r line; do
        printf '%s\n' '#!/bin/sh' "$line" 'true' > "$scratch/job.sh"
        run sbatch --test-only --time 5 "$scratch/job.sh"
        expect_status 0
        expect_error 'Job [0-9]+ to start at'
        count=$((count + 1))
    done < <(grep '^#SBATCH' "$report/data/settings/slurm.txt")
    [ $count -ge 2 ] || fail "$count settings"
    for line in '#SBATCH --mem=99999999M' '#SBATCH --mem=1700Q'; do
        printf '%s\n' '#!/bin/sh' "$line" 'true' > "$scratch/job.sh"
        run sbatch --test-only --time 5 "$scratch/job.sh"
        [ "$status" != 0 ] || fail "sbatch accepts $line"
    done
}

run_tests
