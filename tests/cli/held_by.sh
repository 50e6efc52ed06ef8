#!/bin/bash
# By whom: what users, accounts, partitions and QOS held, in tables, in charts and on pages.
. tests/lib.sh

# Two users of two accounts, for three days and a bit.
write_sacct() {
    cat > "$scratch/sacct.txt" << 'SACCT'
JobID|JobName|User|Account|Partition|State|Submit|Start|End|Elapsed|AllocCPUS|TotalCPU|ExitCode
1|a|ann|phys|cpu|COMPLETED|2025-03-01T08:00:00|2025-03-01T10:00:00|2025-03-01T11:00:00|01:00:00|4|03:00:00|0:0
2|a|ann|phys|cpu|FAILED|2025-03-02T08:00:00|2025-03-02T09:00:00|2025-03-02T10:00:00|01:00:00|2|00:30:00|1:0
3|b|<b>bert|bio|cpu|CANCELLED by 7|2025-03-03T22:00:00|2025-03-03T23:30:00|2025-03-04T00:30:00|01:00:00|1|00:10:00|0:0
4|b|<b>bert|bio|cpu|COMPLETED|2025-03-04T08:00:00|2025-03-04T10:00:00|2025-03-04T12:00:00|02:00:00|8|12:00:00|0:0
SACCT
}

test_users_and_accounts_are_compared() {
    write_sacct
    report --format html,png "$scratch/sacct.txt"
    expect_status 0
    awk -F, '{ print $1 "|" $2 "|" $4 "|" $12 "|" $17 "|" $18 "|" $19 "|" $27 }' "$report/data/held_by.csv" > "$scratch/shown"
    # Core seconds: held, unused, failed, cancelled; the median wait. The only partition is none.
    cat > "$scratch/expected" << 'END'
by|name|attempts|core_s|unused_core_s|failed_core_s|cancelled_core_s|wait_p50_s
user|<b>bert|2|61200|14400|0|3600|6300
user|ann|2|21600|3600|7200|0|5400
account|bio|2|61200|14400|0|3600|6300
account|phys|2|21600|3600|7200|0|5400
END
    expect_same "$scratch/expected" "$scratch/shown"
    expect_text "$report/tasks.html" 'Core time and waits by user'
    expect_text "$report/tasks.html" '&lt;b&gt;bert'
    [ -s "$report/plots/core_hours_by_user.png" ] || fail "no chart by user"
    [ ! -e "$report/plots/core_hours_by_partition.png" ] || fail "a chart of one partition"
}

test_days_are_compared_in_the_zone_of_the_report() {
    write_sacct
    report --format html --only none --time-zone Europe/Berlin "$scratch/sacct.txt"
    expect_status 0
    awk -F, '{ print $1 "|" $2 "|" $4 "|" $11 }' "$report/data/held_by_day.csv" > "$scratch/shown"
    printf '%s\n' 'period|day|attempts|core_s' 'day|2025-03-01|1|14400' 'day|2025-03-02|1|7200' 'day|2025-03-03|1|3600' \
        'day|2025-03-04|1|57600' 'week|2025-02-24|2|21600' 'week|2025-03-03|2|61200' > "$scratch/expected"
    expect_same "$scratch/expected" "$scratch/shown"
    expect_text "$report/tasks.html" 'By day'
}

test_replots_draw_them_again() {
    write_sacct
    report --format html "$scratch/sacct.txt"
    run "$JOBREPORT" replot --format html --output "$scratch/again" "$report"
    expect_status 0
    expect_same "$report/tasks.html" "$scratch/again/tasks.html"
}

test_jobs_of_slurm_are_compared_by_account_and_partition() {
    need_sample ../cases/slurm/sacct-all.txt
    report --format html --only none "$samples/../cases/slurm/sacct-all.txt"
    expect_status 0
    awk -F, 'NR > 1 { print $1 "|" $2 "|" $4 }' "$report/data/held_by.csv" > "$scratch/shown"
    printf '%s\n' 'account|physics|16' 'account|root|6' 'partition|short|21' 'partition|long|1' > "$scratch/expected"
    expect_same "$scratch/expected" "$scratch/shown"
}

test_gpus_held_but_idle_are_the_first_finding() {
    need_sample ../cases/gpu-idle/sacct.txt
    report --format html --only none "$samples/../cases/gpu-idle/sacct.txt"
    expect_status 0
    sed -n 2p "$report/data/findings.csv" > "$scratch/first"
    expect_text "$scratch/first" '16 of 24 GPU-hours, all of it held by user bert.'
}

run_tests
