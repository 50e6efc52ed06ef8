#!/bin/bash
#SBATCH --job-name=matmul
#SBATCH --nodes=4
#SBATCH --time=01:00:00

# A job that ends with its report: of what a monitor measured, if the site has one, and of what Slurm
# accounts, which is complete when the job has ended. So the report is made by a small job behind it.
#
#     PROGRAM   what runs
#     MONITOR   a command that leaves metric files in the directory it is given, on each node
#     DATA      where they and the accounting of the job lie
PROGRAM=${PROGRAM:-./matmul}
MONITOR=${MONITOR:-job-monitor}
SUBMIT_DIR=${SLURM_SUBMIT_DIR:-$PWD}

FIELDS=JobID,JobName,State,ExitCode,Reason,Submit,Eligible,Start,End,Elapsed,Timelimit,TotalCPU,AllocCPUS
FIELDS=$FIELDS,NNodes,NTasks,ReqMem,MaxRSS,AveRSS,TRESUsageInTot,AllocTRES,NodeList,User,Account,Partition

say() { echo "report: $*" >&2; }
have() { command -v "$1" > /dev/null; }

# Makes the report of a job; nothing that goes wrong here changes how a job ends.
make_report() { # JOB_ID
    local data=$SUBMIT_DIR/job-data-$1
    mkdir -p "$data" || return 0
    if ! have sacct; then
        say "there is no sacct here: no times, CPU time and memory of job $1 as Slurm accounts them"
    elif ! timeout 60 sacct --parsable2 --duplicates --jobs "$1" --format "$FIELDS" \
        > "$data/sacct.txt"; then
        say "sacct failed: is accounting switched on (AccountingStorageType)?"
        rm -f "$data/sacct.txt"
    fi
    if ! have jobreport; then
        say "there is no jobreport in PATH; what it would read is in $data"
    elif [ -z "$(ls -A "$data")" ]; then
        say "no report of job $1: there are neither metrics nor accounting"
    else
        timeout 300 jobreport --job-id "$1" --output "$SUBMIT_DIR/job-report-$1" "$data" ||
            say "no report of job $1 (exit code $?)"
    fi
}

if [ "${1:-}" = --report-of ]; then # the small job behind
    make_report "$2"
    exit 0
fi

data=$SUBMIT_DIR/job-data-$SLURM_JOB_ID
monitor=
if have "$MONITOR"; then
    mkdir -p "$data"
    srun --overlap --ntasks-per-node=1 "$MONITOR" "$data" &
    monitor=$!
else
    say "there is no monitor '$MONITOR' here: the report will hold what sacct knows, no metrics over time"
fi

srun "$PROGRAM"
result=$?

if [ -n "$monitor" ]; then
    kill "$monitor" 2> /dev/null
    wait "$monitor" 2> /dev/null
fi

# A report that is made now would call this job unfinished: only where no job may follow.
if ! have sbatch || ! sbatch --dependency="afterany:$SLURM_JOB_ID" --job-name=job-report \
    --nodes=1 --ntasks=1 --mem=1G --time=10 --chdir="$SUBMIT_DIR" \
    --output="$SUBMIT_DIR/job-report-$SLURM_JOB_ID.log" "$0" --report-of "$SLURM_JOB_ID" >&2; then
    say "no job can follow this one: its report is made now, while it runs"
    make_report "$SLURM_JOB_ID"
fi
exit $result
