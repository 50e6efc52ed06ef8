# shellcheck shell=bash
# A node with Slurm on the loopback device, for tests that need a real one; and programs that a test
# starts and that end with it. After tests/lib.sh.

# Programs that the test started, to be ended with it.
daemons=()
end_daemons() {
    local pid
    for pid in "${daemons[@]}"; do
        kill "$pid" 2> /dev/null
    done
    for pid in "${daemons[@]}"; do
        wait "$pid" 2> /dev/null
    done
}

await() { # SECONDS COMMAND…
    local tries=$(($1 * 10))
    shift
    until "$@" > /dev/null 2>&1; do
        [ $((tries--)) -gt 0 ] || return 1
        sleep 0.1
    done
}

slurm_conf() { # PORT
    local cpus host memory_MiB
    cpus=$(nproc)
    memory_MiB=$(awk '$1 == "MemTotal:" { print int($2 / 1024 * 0.9) }' /proc/meminfo)
    host=$(hostname -s)
    cat << END
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$1
SlurmdPort=$(($1 + 1))
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$scratch/munge.socket
StateSaveLocation=$scratch/state
SlurmdSpoolDir=$scratch/spool
SlurmctldPidFile=$scratch/slurmctld.pid
SlurmdPidFile=$scratch/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
SwitchType=switch/none
ReturnToService=2
SchedulerParameters=batch_sched_delay=0,sched_interval=1
EpilogSlurmctld=$scratch/epilog
MailProg=$scratch/mailprog
NodeName=$host NodeAddr=127.0.0.1 CPUs=$cpus RealMemory=$memory_MiB State=UNKNOWN
PartitionName=all Nodes=$host Default=YES State=UP
END
}

is_idle() {
    sinfo --noheader --format %t | grep -qE '^(idle|mix|alloc)'
}

no_job_is_left() {
    [ -z "$(squeue --noheader)" ]
}

# An example's script with this test's directories; what it mails is appended to $scratch/mbox.
write_wrapper() { # NAME EXAMPLE
    printf '%s\n' '#!/bin/bash' \
        "export METRICS_ROOT='$scratch/metrics' REPORTS_ROOT='$scratch/reports' JOBREPORT='$JOBREPORT'" \
        "export LOG_FILE='$scratch/epilog.log' LOGGER=/nowhere MAIL_FROM=slurm@example.org" \
        "export SENDMAIL='$scratch/sendmail' PLAIN_MAIL='$scratch/plain-mail'" \
        "exec '$examples/$2' \"\$@\" 2>> '$scratch/$1.err'" > "$scratch/$1"
    chmod +x "$scratch/$1"
}

# What keeps a message that is complete, as a mail server does for a local user; and Slurm's own way.
write_mailers() {
    printf '%s\n' '#!/bin/bash' '[ "$*" = "-t -i" ] || exit 64' \
        "{ cat '$scratch/mbox'; echo 'From slurm@example.org Thu Jun 13 17:33:20 2024'; cat; echo; } \\" \
        "    > '$scratch/mbox.new' 2> /dev/null && mv '$scratch/mbox.new' '$scratch/mbox'" > "$scratch/sendmail"
    printf '%s\n' '#!/bin/bash' "printf '<%s>' \"\$@\" >> '$scratch/plain-mails'" > "$scratch/plain-mail"
    chmod +x "$scratch/sendmail" "$scratch/plain-mail"
}

# A node with Slurm, whose files are all in the test's own directory.
start_slurm() {
    need munged munge slurmctld slurmd sbatch squeue sinfo
    local port=$((20000 + RANDOM % 10000 * 2))
    mkdir "$scratch/state" "$scratch/spool" "$scratch/metrics" "$scratch/reports"
    head -c 128 /dev/urandom > "$scratch/munge.key"
    chmod 600 "$scratch/munge.key"
    trap end_daemons EXIT
    munged --foreground --force --key-file "$scratch/munge.key" --socket "$scratch/munge.socket" \
        --pid-file "$scratch/munge.pid" --log-file "$scratch/munge.log" --seed-file "$scratch/munge.seed" \
        > "$scratch/munged.out" 2>&1 &
    daemons+=($!)
    await 10 munge -S "$scratch/munge.socket" --no-input || skip "munged: $(tail -1 "$scratch/munged.out")"
    slurm_conf "$port" > "$scratch/slurm.conf"
    write_mailers
    write_wrapper epilog slurm-epilog.sh
    write_wrapper mailprog slurm-mailprog.sh
    export SLURM_CONF=$scratch/slurm.conf
    slurmctld -D > "$scratch/slurmctld.out" 2>&1 &
    daemons+=($!)
    slurmd -D > "$scratch/slurmd.out" 2>&1 &
    daemons+=($!)
    await 30 is_idle ||
        skip "Slurm does not start: $(tail -1 "$scratch/slurmctld.out"); $(tail -1 "$scratch/slurmd.out")"
}
