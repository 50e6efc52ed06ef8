#!/bin/bash
# Makes a report after each job; for EpilogSlurmctld in slurm.conf.
#
# An epilog that fails drains the node or requeues the job, and one that hangs holds up the cluster.
# So this one always ends with 0, within the time limit, and writes what went wrong to the log.

METRICS_ROOT=${METRICS_ROOT:-/var/lib/job-metrics}   # METRICS_ROOT/JOB_ID: what monitors left
REPORTS_ROOT=${REPORTS_ROOT:-/var/www/job-reports}
TIME_LIMIT_S=${TIME_LIMIT_S:-60}
JOBREPORT=${JOBREPORT:-jobreport}

log() {
    logger -t jobreport-epilog -- "$*" 2> /dev/null || echo "jobreport-epilog: $*" >&2
}

make_report() {
    local metrics=$METRICS_ROOT/$SLURM_JOB_ID report=$REPORTS_ROOT/$SLURM_JOB_ID message code
    [ -d "$metrics" ] || return 0 # this job was not monitored
    message=$(timeout --kill-after=5 "$TIME_LIMIT_S" nice "$JOBREPORT" --quiet \
        --job-id "$SLURM_JOB_ID" --user "${SLURM_JOB_USER:-unknown}" \
        --output "$report" "$metrics" 2>&1)
    code=$?
    if [ $code -ne 0 ]; then
        log "job $SLURM_JOB_ID: no report (exit code $code): ${message:0:500}"
    fi
}

case ${SLURM_JOB_ID:-} in
    '' | *[!0-9]*) log "no job id" ;;
    *) make_report ;;
esac
exit 0
