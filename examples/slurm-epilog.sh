#!/bin/bash
# Makes a report after each monitored job; for EpilogSlurmctld in slurm.conf.
#
# slurmctld runs it as SlurmUser with the SLURM_JOB_... variables alone: there is no PATH, no HOME and
# no terminal. An epilog that fails requeues or drains, and one that hangs holds up the cluster: so
# this one always exits 0, bounds everything it runs, and writes what went wrong to the log.
#
# REPORTS_ROOT has to belong to SlurmUser, which also has to read METRICS_ROOT.

PATH=${SLURM_BIN:+$SLURM_BIN:}/usr/local/bin:/usr/bin:/bin   # SLURM_BIN: where sacct is, if elsewhere
export PATH LC_ALL=C.UTF-8

METRICS_ROOT=${METRICS_ROOT:-/var/lib/job-metrics}   # METRICS_ROOT/JOB_ID: what monitors left
REPORTS_ROOT=${REPORTS_ROOT:-/var/www/job-reports}
LOGGER=${LOGGER:-/usr/bin/logger}
LOG_FILE=${LOG_FILE:-$REPORTS_ROOT/epilog.log}       # where there is no syslog
TIME_LIMIT_S=${TIME_LIMIT_S:-60}
SACCT_LIMIT_S=${SACCT_LIMIT_S:-10}
JOBREPORT=${JOBREPORT:-/usr/local/bin/jobreport}
MAIL_DOMAIN=${MAIL_DOMAIN:-}                         # mail reports to USER@MAIL_DOMAIN; empty: mail none
MAIL_FROM=${MAIL_FROM:-}                             # an address; empty: SlurmUser at this host
SENDMAIL=${SENDMAIL:-/usr/sbin/sendmail}

FIELDS=JobID,JobName,State,ExitCode,Reason,Submit,Eligible,Start,End,Elapsed,Timelimit,TotalCPU,AllocCPUS
FIELDS=$FIELDS,NNodes,NTasks,ReqMem,MaxRSS,AveRSS,TRESUsageInTot,AllocTRES,NodeList,User,Account,Partition

log() {
    "$LOGGER" -t jobreport-epilog -- "$*" 2> /dev/null ||
        echo "$(date '+%F %T') jobreport-epilog: $*" 2> /dev/null >> "$LOG_FILE" ||
        echo "jobreport-epilog: $*" >&2
}

# What Slurm knows of the job. It may still be on its way to the database: then its metrics are enough.
account() { # DIRECTORY
    timeout --kill-after=2 "$SACCT_LIMIT_S" sacct --parsable2 --duplicates --jobs "$SLURM_JOB_ID" \
        --format "$FIELDS" > "$1/sacct.txt" 2> /dev/null &&
        ! cut -d '|' -f 3 "$1/sacct.txt" | grep -qE '^(RUNNING|COMPLETING|PENDING)' &&
        [ "$(wc -l < "$1/sacct.txt")" -gt 1 ]
}

# The message is complete before any of it is sent.
mail_report() { # DIRECTORY_OF_REPORT SCRATCH
    local said code=0
    said=$(timeout --kill-after=5 "$TIME_LIMIT_S" "$JOBREPORT" mail ${MAIL_FROM:+--from "$MAIL_FROM"} \
        --to "${SLURM_JOB_USER:-}@$MAIL_DOMAIN" "$1" 2>&1 > "$2/mail") &&
        said=$(timeout --kill-after=5 "$TIME_LIMIT_S" "$SENDMAIL" -t -i < "$2/mail" 2>&1) || code=$?
    [ $code -eq 0 ] || log "job $SLURM_JOB_ID: report not mailed (exit code $code): ${said:0:500}"
}

make_report() {
    local metrics=$METRICS_ROOT/$SLURM_JOB_ID report=$REPORTS_ROOT/$SLURM_JOB_ID message code scratch
    local inputs=("$metrics")
    [ -d "$metrics" ] || return 0 # this job was not monitored
    if [ ! -w "$REPORTS_ROOT" ]; then
        log "job $SLURM_JOB_ID: no report: $(id -un) may not write $REPORTS_ROOT"
        return
    fi
    if scratch=$(mktemp -d); then
        account "$scratch" && inputs+=("$scratch/sacct.txt")
    fi
    message=$(timeout --kill-after=5 "$TIME_LIMIT_S" nice "$JOBREPORT" --quiet \
        --job-id "$SLURM_JOB_ID" --user "${SLURM_JOB_USER:-unknown}" \
        --output "$report" "${inputs[@]}" 2>&1)
    code=$?
    if [ $code -ne 0 ]; then
        log "job $SLURM_JOB_ID: no report (exit code $code): ${message:0:500}"
    elif [ -n "$MAIL_DOMAIN" ] && [ -n "$scratch" ]; then
        mail_report "$report" "$scratch"
    fi
    [ -z "$scratch" ] || rm -rf "$scratch"
}

case ${SLURM_JOB_ID:-} in
    '' | *[!0-9]*) log "no job id" ;;
    *) make_report ;;
esac
exit 0
