#!/bin/bash
# The slowest events, and halves at the median of all events, worked out again from the inputs.
. tests/lib.sh

# Durations of pairs of START and STOP, but for TotalRender, which encloses others.
slowest_by_hand() {
    python3 - "$1" << 'END'
import csv, datetime, sys
start, durations = {}, []
for row in csv.DictReader(open(sys.argv[1] + '/application-checkpoints.csv')):
    key = row['hostname'], row['eventName'], row['jobId'], row['taskId']
    time = datetime.datetime.strptime(row['timestamp'], '%Y-%m-%dT%H:%M:%S.%fZ')
    if row['eventType'] == 'START':
        start[key] = time
    elif key in start and row['eventName'] != 'TotalRender':
        durations.append((-(time - start.pop(key)).total_seconds(), row['eventName'], row['hostname']))
for seconds, event, host in sorted(durations)[:10]:
    print('%s,%s,%.3f' % (event, host, -seconds))
END
}

test_the_ten_slowest_events_are_listed_with_their_gpu() {
    need python3
    report --only none "$examples/rendering-36-tasks"
    expect_status 0
    awk -F, '$NF == "time" { printf "%s,%s,%.3f\n", $1, $4, $9 }' "$report/data/slowest_events.csv" > "$scratch/ours"
    slowest_by_hand "$examples/rendering-36-tasks" > "$scratch/by_hand"
    expect_same "$scratch/by_hand" "$scratch/ours"
    # Serial and UUID are those of the GPU that was sampled on the host.
    while IFS=, read -r _ serial _ host _; do
        grep -q "$host,$serial," "$examples/rendering-36-tasks/gpu.csv" || fail "$serial is not on $host"
    done < <(tail -n +2 "$report/data/slowest_events.csv")
    expect_text "$report/devices.html" 'Slowest events'
}

# Uploading took 21 times its median, and half as long as Render.
test_events_that_are_slow_for_their_name_are_listed() {
    need_sample terapixel/sample-400
    report --format html --only none "$samples/terapixel/sample-400"
    expect_status 0
    expect_text "$report/data/slowest_events.csv" '^Uploading,.*,22\.248,21\.34[0-9]*,name$'
    [ "$(grep -c ',name$' "$report/data/slowest_events.csv")" = 7 ] || fail 'not seven events'
    expect_text "$report/devices.html" 'Slow for their name'
    # One or two tasks a GPU: none is called slow.
    expect_absent "$report/data/slow_devices.csv"
}

test_halves_are_also_split_at_the_median_of_all_events() {
    report --only none "$examples/rendering-36-tasks"
    expect_status 0
    [ "$(grep -c ',all events$' "$report/data/interplay.csv")" = 8 ] || fail 'not two halves of four metrics'
    awk -F, 'NR > 1 { events[$1 $NF] += $5 } END { for (k in events) if (events[k] != 36) exit 1 }' \
        "$report/data/interplay.csv" || fail 'halves do not add up to the 36 events'
}

run_tests
