#!/bin/bash
# Mails the report of a job that ended, in place of Slurm's one line; for MailProg in slurm.conf.
#
# slurmctld runs it as SlurmUser: "MailProg -s SUBJECT RECIPIENT", with SLURM_JOB_ID from Slurm 21.08 on
# and no PATH. The report is the one that slurm-epilog.sh makes, which may take a moment longer. Mails
# of other events, and of jobs without a report, are sent as Slurm sends them without this program.
#
# Slurm's subject is kept, since people have filters for it.

PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin
export PATH LC_ALL=C.UTF-8

REPORTS_ROOT=${REPORTS_ROOT:-/var/www/job-reports}   # as in slurm-epilog.sh
MAIL_FROM=${MAIL_FROM:-}                             # an address; empty: SlurmUser at this host
WAIT_S=${WAIT_S:-90}                                 # for the report to be there
TIME_LIMIT_S=${TIME_LIMIT_S:-30}
JOBREPORT=${JOBREPORT:-/usr/local/bin/jobreport}
SENDMAIL=${SENDMAIL:-/usr/sbin/sendmail}
PLAIN_MAIL=${PLAIN_MAIL:-/usr/bin/mail}              # what Slurm would run
LOGGER=${LOGGER:-/usr/bin/logger}

log() {
    "$LOGGER" -t jobreport-mailprog -- "$*" 2> /dev/null || echo "jobreport-mailprog: $*" >&2
}

# "Slurm Job_id=42 Name=multi Ended, Run time 00:10:00, COMPLETED, ExitCode 0"; an array has "12_3 (15)".
find_job() { # SUBJECT
    local pattern='^Slurm [A-Za-z ]*Job_id=([0-9]+)(_[0-9*]+ \(([0-9]+)\))?( |$)'
    [[ $1 =~ $pattern ]] && job=${SLURM_JOB_ID:-${BASH_REMATCH[3]:-${BASH_REMATCH[1]}}}
    [[ $job =~ ^[0-9]+$ && ($1 == *' Ended, Run time '* || $1 == *' Failed, Run time '*) ]]
}

wait_for_report() { # DIRECTORY
    local left=$WAIT_S
    until [ -e "$1/data/manifest.json" ]; do
        [ $((left--)) -gt 0 ] || return 1
        sleep 1
    done
}

send_report() { # SUBJECT RECIPIENT
    local report=$REPORTS_ROOT/$job message code=0 said
    wait_for_report "$report" && message=$(mktemp) || return 1
    said=$(timeout --kill-after=5 "$TIME_LIMIT_S" "$JOBREPORT" mail ${MAIL_FROM:+--from "$MAIL_FROM"} \
        --subject "$1" --to "$2" "$report" 2>&1 > "$message") &&
        said=$(timeout --kill-after=5 "$TIME_LIMIT_S" "$SENDMAIL" -t -i < "$message" 2>&1) || code=$?
    rm -f "$message"
    [ $code = 0 ] || log "job $job: no report mailed (exit code $code): ${said:0:500}"
    return $code
}

subject='' job=''
while getopts s: option; do
    case $option in
        s) subject=$OPTARG ;;
        *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))
case ${1:-} in
    '' | -*)
        log "no recipient: '${1:-}'"
        exit 2
        ;;
esac
if ! find_job "$subject" || ! send_report "$subject" "$1"; then
    exec "$PLAIN_MAIL" -s "$subject" "$1" < /dev/null
fi
