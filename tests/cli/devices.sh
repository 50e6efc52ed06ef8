#!/bin/bash
# Reports on events of tasks and samples of GPUs.
. tests/lib.sh

rendering=$examples/rendering-36-tasks

tables_of() { # INPUT…
    report --only none --format html "$@"
    expect_status 0
    data=$report/data
}

test_tables_are_what_numpy_finds() {
    tables_of "$rendering"
    (cd "$data" && awk -F, -f "$checkout/tests/golden/numpy_devices.awk" \
        "$checkout/tests/golden/numpy_devices.csv" event_time.csv event_devices.csv device_metrics.csv \
        correlations.csv device_tasks.csv) > "$scratch/difference" ||
        fail "$(cat "$scratch/difference")"
}

# Of a small example, and of a part of the campaign that was measured.
test_tables_are_what_plain_loops_count() {
    need python3
    local directory
    for directory in "$rendering" "$samples/terapixel/sample-400"; do
        [ -e "$directory" ] || continue
        python3 tests/golden/count_events.py "$directory" > "$scratch/counted.csv" || fail 'no counts'
        tables_of "$directory"
        sed -i '/,all events$/d' "$data/interplay.csv" # halves at another median: the next test has them
        (cd "$data" && awk -F, -f "$checkout/tests/golden/numpy_devices.awk" "$scratch/counted.csv" \
            event_time.csv event_devices.csv device_tasks.csv interplay.csv) \
            > "$scratch/difference" || fail "$directory: $(cat "$scratch/difference")"
        rm -r "$report"
    done
}

# Every column of every table but sentences; the script says which it has not looked at.
test_every_column_is_what_plain_loops_find() {
    need python3
    local directory
    for directory in "$rendering" "$samples/terapixel/sample-400"; do
        [ -e "$directory" ] || continue
        tables_of "$directory"
        python3 -B tests/golden/check_devices.py "$directory" "$data" > "$scratch/difference" ||
            fail "$directory: $(cat "$scratch/difference")"
        rm -r "$report"
    done
}

test_rows_may_be_in_any_order_and_files_apart() {
    local file shuffled=$scratch/shuffled
    tables_of "$rendering"
    mkdir -p "$shuffled"
    cp -r "$data" "$scratch/sorted"
    for file in application-checkpoints gpu task-x-y; do
        (head -n 1 "$rendering/$file.csv"
            tail -n +2 "$rendering/$file.csv" | awk '{ print NR * 7919 % 10007, $0 }' | sort -n |
                cut -d' ' -f2-) > "$shuffled/any-$file"
    done
    tables_of "$shuffled"/any-gpu "$shuffled"/any-task-x-y "$shuffled"/any-application-checkpoints
    for file in event_time event_devices device_tasks correlations tile_map throughput; do
        cmp -s "$data/$file.csv" "$scratch/sorted/$file.csv" || fail "$file differs"
    done
}

test_each_table_alone_makes_a_report() {
    tables_of "$rendering/application-checkpoints.csv"
    expect_file "$data/event_time.csv"
    expect_text "$data/device_tasks.csv" '^[0-9a-zA-Z]+,,,[0-9]'
    expect_absent "$data/event_devices.csv"
    tables_of "$rendering/gpu.csv"
    expect_file "$data/device_metrics.csv"
    expect_absent "$data/event_time.csv"
    expect_file "$report/devices.html"
    report "$rendering/task-x-y.csv" # where tasks are in an image says nothing without their times
    expect_status 3
    expect_error 'nothing usable found in .*task-x-y.csv: no samples, tasks, events or hardware'
}

# What others worked out of these tables: run times of the parts of tasks are tasks; means of cards
# and of events are not, and the answer says what to give.
test_tables_that_were_worked_out_of_events() {
    printf 'taskId,eventName,hostname,duration\nt1,Render,a,30\nt1,Tiling,a,1\nt2,Render,b,40\n' \
        > "$scratch/runtimes.csv"
    tables_of "$scratch/runtimes.csv"
    expect_text "$data/tasks.csv" '^Render,2,2,0,'
    expect_text "$data/tasks.csv" '^Tiling,1,1,0,'
    printf 'X,mean_powerDrawWatt,mean_gpuTempC,mean_Render\n323217056165,95.8,43.5,43.2\n' \
        > "$scratch/cards.csv"
    printf 'hostname,gpuSerial,watt,temp,cpu,mem,eventName,taskId\na,3232,59.1,32,55,22,Render,t\n' \
        > "$scratch/means.csv"
    local file
    for file in cards means; do
        report "$scratch/$file.csv"
        expect_status 3
        expect_error "$file.csv: unknown format: it looks like a result derived from events and GPU samples"
    done
}

test_columns_by_mapping() {
    sed '1s/.*/when,where,what,side of it,job,task/' "$rendering/application-checkpoints.csv" \
        > "$scratch/other.csv"
    printf '{"mapping": ["timestamp=when", "hostname=where", "event=what", "event_type=side of it"]}' \
        > "$scratch/config.json"
    tables_of --config "$scratch/config.json" "$scratch/other.csv"
    expect_text "$data/event_time.csv" '^Render,36,'
}

# START without STOP, STOP before START, samples of a host without events, a cut last line.
test_bad_input() {
    local events=$scratch/events.csv
    head -n 41 "$rendering/application-checkpoints.csv" > "$events"
    cat >> "$events" <<'END'
2018-11-08T09:00:00.000Z,lost,Render,START,j,never-stops
2018-11-08T08:30:00.000Z,lost,Render,STOP,j,stops-first
2018-11-08T08:31:00.000Z,lost,Render,START,j,stops-first
2018-11-08T10:00:00.000+01:00,lost,Tiling,START,j,zone
2018-11-08T09:00:02.500Z,lost,Tiling,STOP,j,zone
timestamp,hostname,eventName,eventType,jobId,taskId
2018-11-08T09:00:03.000Z,lost,Tiling,STO
END
    truncate -s -1 "$events"
    tables_of "$events" "$rendering/gpu.csv"
    expect_error 'events.csv:43: STOP without an earlier START: "Render of task stops-first'
    expect_text "$data/rejects.csv" ',43,,STOP without an earlier START,Render of task stops-first of job j on lost; its START is 1 min later$'
    expect_text "$data/rejects.csv" ',44,,START without a later STOP,Render of task stops-first of job j on lost; its STOP is 1 min earlier$'
    expect_text "$data/rejects.csv" ',START without a later STOP,Render of task never-stops of job j on lost$'
    expect_error 'truncated: the last line is ignored'
    expect_text "$data/device_tasks.csv" '^lost,,,1,2.5,2.5,'
}

# Both were taken as records when they were read.
test_events_without_their_other_side_count_once() {
    local events=$scratch/events.csv
    cp "$rendering/application-checkpoints.csv" "$events"
    local records
    records=$(tail -n +2 "$events" | wc -l)
    cat >> "$events" <<'END'
2018-11-08T09:00:00.000Z,lost,Render,START,j,one
2018-11-08T09:01:00.000Z,lost,Render,START,j,two
2018-11-08T09:02:00.000Z,lost,Render,STOP,j,three
END
    tables_of "$events"
    expect_text "$data/findings.csv" "[,\"]3 of $((records + 3)) records of events.csv were rejected"
    tr -d '\n' < "$data/manifest.json" > "$scratch/manifest"
    expect_text "$scratch/manifest" "\"records\": $records, *\"rejected\": 3[ ,}]"
    run "$JOBREPORT" --strict --only none -o "$scratch/strict" "$events"
    expect_status 1
}

# Task 1: one event in another and two that overlap; task 2: the same event within itself.
test_events_that_nest_and_overlap() {
    cat > "$scratch/events.csv" <<'END'
timestamp,hostname,eventName,eventType,jobId,taskId
2018-11-08T08:00:00Z,a,TotalRender,START,j,1
2018-11-08T08:00:00Z,a,Render,START,j,1
2018-11-08T08:00:10Z,a,Render,STOP,j,1
2018-11-08T08:00:05Z,a,Tiling,START,j,1
2018-11-08T08:00:20Z,a,Tiling,STOP,j,1
2018-11-08T08:00:20Z,a,TotalRender,STOP,j,1
2018-11-08T08:00:30Z,a,Render,START,j,2
2018-11-08T08:00:32Z,a,Render,START,j,2
2018-11-08T08:00:34Z,a,Render,STOP,j,2
2018-11-08T08:00:40Z,a,Render,STOP,j,2
END
    tables_of "$scratch/events.csv"
    expect_silence "$err"
    expect_text "$data/event_time.csv" '^Render,3,22,0\.59459.*,2,.*,10,no$'
    expect_text "$data/event_time.csv" '^Tiling,1,15,0\.40540.*,no$'
    expect_text "$data/event_time.csv" '^TotalRender,1,20,,.*,yes$'
    expect_text "$data/device_tasks.csv" '^a,,,2,15,15,1,0,,,,,0$'
}

test_a_card_that_moves() {
    cat > "$scratch/events.csv" <<'END'
timestamp,hostname,eventName,eventType,jobId,taskId
2018-11-08T08:00:00Z,a,Render,START,j,1
2018-11-08T08:00:10Z,a,Render,STOP,j,1
2018-11-08T08:01:00Z,b,Render,START,j,2
2018-11-08T08:01:30Z,b,Render,STOP,j,2
END
    cat > "$scratch/gpu.csv" <<'END'
timestamp,hostname,gpuSerial,powerDrawWatt
2018-11-08T08:00:05Z,a,9223372036854775809,100
2018-11-08T08:01:05Z,b,9223372036854775809,50
END
    tables_of "$scratch/events.csv" "$scratch/gpu.csv"
    expect_text "$data/device_tasks.csv" '^a and 1 more,9223372036854775809,,2,20,20,1,0,,,,,0$'
}

# Of 17 cards the median, whose mean is told; of three a line each.
test_lines_over_time() {
    report --format html --only device_lines "$rendering"
    expect_status 0
    expect_text "$report/figures/device_lines.json" '"Power of a GPU: mean of the median 9[0-9.]+ W, max 124 W'
    expect_text "$report/figures/device_lines.json" '"brief":"Power of a GPU: mean of the median 9[0-9.]+ W, max 124 W"'
    grep -E '^timestamp|,(323217048809|325217086360|323217056415),' "$rendering/gpu.csv" \
        > "$scratch/three.csv"
    report --format html --only device_lines "$scratch/three.csv"
    expect_status 0
    expect_text "$report/figures/device_lines.json" '"Power of a GPU: mean [0-9.]+ W, max [0-9.]+ W \(32'
}

test_a_list_of_cards_names_those_of_hosts_without_samples() {
    printf 'hostname,gpuSerial\n' > "$scratch/list.csv"
    tail -n +2 "$rendering/gpu.csv" | cut -d, -f2,3 | sort -u >> "$scratch/list.csv"
    tables_of "$rendering/application-checkpoints.csv" "$scratch/list.csv"
    expect_silence "$err"
    [ "$(tail -n +2 "$data/device_tasks.csv" | grep -cE '^[0-9a-zA-Z]+,[0-9]{12},,')" = 17 ] ||
        fail "$(cat "$data/device_tasks.csv")"
}

# Two tasks at a time on a host of two cards: 100 W and 50 W, 60 s and 30 s.
test_events_that_name_the_card() {
    cat > "$scratch/events.csv" <<'END'
timestamp,hostname,gpuIndex,eventName,eventType,jobId,taskId
2018-11-08T08:00:00Z,a,0,Render,START,j,1
2018-11-08T08:00:00Z,a,1,Render,START,j,2
2018-11-08T08:00:30Z,a,1,Render,STOP,j,2
2018-11-08T08:01:00Z,a,0,Render,STOP,j,1
END
    cat > "$scratch/gpu.csv" <<'END'
timestamp,hostname,gpuSerial,gpuIndex,powerDrawWatt
2018-11-08T08:00:05Z,a,9223372036854775809,0,100
2018-11-08T08:00:05Z,a,9223372036854775810,1,50
2018-11-08T08:00:15Z,a,9223372036854775809,0,100
2018-11-08T08:00:15Z,a,9223372036854775810,1,50
END
    tables_of "$scratch/events.csv" "$scratch/gpu.csv"
    expect_text "$data/device_tasks.csv" '^a,9223372036854775809,,1,60,60,1\.33'
    expect_text "$data/device_tasks.csv" '^a,9223372036854775810,,1,30,30,0\.66'
    [ ! -e "$data/slow_devices.csv" ] || fail 'slow after one task' # each of another tile
    expect_text "$data/event_devices.csv" '^Render,power,W,2,75,.*,50,62\.5,75,87\.5,100,'
    tables_of <(cut -d, -f1,2,4- "$scratch/events.csv") "$scratch/gpu.csv"
    expect_text "$data/device_tasks.csv" '^a,,,2,45,45,1,0,,,,,0$'
    expect_text "$report/devices.html" '2 of 2 tasks are counted on their hosts'
}

# A summer's day in Berlin, Indian time, and no zone at all.
test_time_zones_of_events() {
    cat > "$scratch/events.csv" <<'END'
timestamp,hostname,eventName,eventType,jobId,taskId
2018-07-08T10:00:00+02:00,a,Render,START,j,1
2018-07-08T08:00:10Z,a,Render,STOP,j,1
2018-07-08T13:30:00+05:30,a,Render,START,j,2
2018-07-08 10:00:20,a,Render,STOP,j,2
2018/07/08 10:00:00.000,a,Render,START,j,3
2018-07-08T08:00:30.000Z,a,Render,STOP,j,3
END
    tables_of --time-zone Europe/Berlin "$scratch/events.csv"
    expect_silence "$err"
    expect_text "$data/event_time.csv" '^Render,3,60,1,20,10,15,20,25,29,30,no$'
}

# Tasks of level 1 take 10 s, those of level 2 20 s. Hosts a, b, c run both; d runs level 2 alone; e is
# half as fast; f has three tasks.
hosts_at_work() {
    echo timestamp,hostname,eventName,eventType,jobId,taskId
    awk 'BEGIN {
        split("a b c d e f", hosts, " ")
        for (h = 1; h <= 6; h++)
            for (i = 0; i < (h == 6 ? 3 : 12); i++) {
                level = h == 4 ? 2 : 1 + i % 2
                took = 10 * level * (h >= 5 ? 2 : 1) + i % 3
                printf "2018-11-08T08:%02d:00.000Z,%s,Render,START,j,%s%d\n", 2 * i, hosts[h], hosts[h], i
                printf "2018-11-08T08:%02d:%02d.000Z,%s,Render,STOP,j,%s%d\n", 2 * i, took, hosts[h], hosts[h], i
                print hosts[h] i "," i ",0," level > "'"$scratch"'/attributes.csv"
            }
    }'
}

test_a_slow_host_is_slow_for_the_work_it_got() {
    hosts_at_work > "$scratch/events.csv"
    sed -i 1itaskId,x,y,level "$scratch/attributes.csv"
    tables_of "$scratch/events.csv" "$scratch/attributes.csv"
    expect_text "$data/device_tasks.csv" '^e,,,12,3[0-9.]+,3[0-9.]+,[0-9.]+,12,1\.[89][0-9]+,'
    expect_text "$data/device_tasks.csv" '^d,,,12,21,21,[0-9.]+,12,1,'
    expect_text "$data/findings.csv" '^[a-z.-]*,warn,devices-gpus-and-hosts,Host e is slow: its 12 tasks took 1\.[89][0-9] times as long as the same work elsewhere \(95 % interval 1\.[0-9]+ to [0-9.]+\)\.,'
    expect_no_text "$data/findings.csv" 'Host [df] |cooling'
    expect_text "$data/slow_devices.csv" '^e,e,12,12,1\.[89][0-9]+,1\.[0-9]+,[0-9.]+,.*,,,,,$'
}

# A square of tiles, harder to the right: worker 4 is 5 % slower; worker 2 has the hardest column and
# two tiles that take four times as long as those around.
tiles_at_work() {
    echo timestamp,hostname,eventName,eventType,jobId,taskId
    awk 'BEGIN {
        for (i = 0; i < 400; i++) {
            x = i % 20; y = int(i / 20)
            host = x == 19 && y % 3 ? 2 : (i * 7 + int(i * i / 11)) % 6
            took = 20 + x * x / 10 + y / 4 + (i * 31 % 13) / 20
            if (host == 4) took *= 1.05
            if (host == 2 && (i == 82 || i == 206 || !hard++)) took *= 4
            printf "%.3f,w%d,Render,START,j,t%d\n", 1541664000 + 200 * i, host, i
            printf "%.3f,w%d,Render,STOP,j,t%d\n", 1541664000 + 200 * i + took, host, i
            print "t" i ",j," x "," y ",12" > "'"$scratch"'/tiles.csv"
        }
    }'
}

test_a_worker_with_hard_tiles_is_not_slow() {
    tiles_at_work > "$scratch/events.csv"
    sed -i 1itaskId,jobId,x,y,level "$scratch/tiles.csv"
    tables_of "$scratch/events.csv" "$scratch/tiles.csv"
    expect_text "$data/findings.csv" 'Host w4 is slower than the others: its 5[0-9] tasks took 1\.05 times as long as the same work elsewhere'
    expect_no_text "$data/findings.csv" 'w2|more (is|are) slow'
    [ "$(awk -F, '$9 + 0 > 0 && $10 > 1 { print $1 }' "$data/device_tasks.csv")" = w4 ] ||
        fail "$(cat "$data/device_tasks.csv")"
    expect_text "$data/slow_devices.csv" '^w4,w4,5[0-9],5[0-9],1\.05'
    expect_text "$report/devices.html" 'tasks compared'
    tables_of "$scratch/events.csv" # without places worker 2 has the longest tasks
    expect_text "$data/device_tasks.csv" '^w2,,,'
}

samples_of() { # UTILISATION…: of a card each, sampled 20 times
    echo 'timestamp, index, uuid, utilization.gpu [%], memory.used [MiB], power.draw [W], temperature.gpu'
    printf '%s\n' "$@" | awk '{ for (i = 10; i < 30; i++)
        printf "2025/03/05 10:00:%d.000, %d, GPU-a%d, %s %%, 4 MiB, 60.00 W, 33\n", i, NR - 1, NR - 1, $1 }'
}

test_columns_that_are_not_read_are_named() {
    printf 'timestamp,gpuIndex,powerDrawWatt,fan.speed [%%],pstate\n2025-03-05T10:00:00Z,0,5,30,P0\n' > "$scratch/gpu.csv"
    tables_of "$scratch/gpu.csv"
    expect_error 'gpu.csv:1: 2 columns are not read: fan\.speed \[%\], pstate'
}

# As nvidia-smi --query-gpu writes them; of several GPUs without any name nobody can tell them apart.
test_gpus_without_an_index() {
    awk 'BEGIN { print "timestamp, name, pci.bus_id, utilization.gpu [%], memory.used [MiB]"
        for (i = 10; i < 30; i++) for (k = 7; k < 9; k++)
            printf "2025/03/05 10:00:%d.%d00, NVIDIA A100, 00000000:0%d:00.0, 9%d %%, 4 MiB\n", i, k, k, k }' \
        > "$scratch/gpu.csv"
    tables_of "$scratch/gpu.csv"
    expect_text "$data/device_use.csv" '^,00000000:08:00\.0,,20,0.98,0.98,4194304,'
    expect_absent "$data/tasks.csv"
    cut -d, -f1,2,4- "$scratch/gpu.csv" > "$scratch/unnamed.csv"
    report "$scratch/unnamed.csv"
    expect_status 3
    expect_error 'several GPU rows per time stamp, but no column that identifies the GPU: add index'
    mkdir "$scratch/directory"
    mv "$scratch/unnamed.csv" "$scratch/directory"
    report "$scratch/directory"
    expect_status 3
    expect_error 'skipped: unknown format: it has several GPU rows per time stamp'
    expect_no_text "$err" 'node samples'
    sed -n '1p; /07:00/p' "$scratch/gpu.csv" | cut -d, -f1,2,4- > "$scratch/one.csv"
    tables_of "$scratch/one.csv"
    expect_text "$data/device_use.csv" '^,GPU,,20,0.97,0.97,'
}

# nvidia-smi dmon: the date and the time of day in two columns, units in a second line of names.
test_output_of_dmon() {
    awk 'BEGIN { print "#Date, Time, gpu, pwr, gtemp, mtemp, sm, mem, enc, dec, mclk, pclk"
        print "#YYYYMMDD, HH:MM:SS, Idx, W, C, C, %, %, %, %, MHz, MHz"
        for (i = 0; i < 20; i++) for (k = 0; k < 2; k++)
            printf " 20260310, 08:%02d:%02d, %d, %d, 50, -, %d, 20, 0, 0, 1593, 1410\n", i / 6, i % 6 * 10, k,
                200 + k, 80 + k }' > "$scratch/dmon.csv"
    tables_of --time-zone UTC "$scratch/dmon.csv"
    expect_text "$data/device_use.csv" '^,1,,20,0.81,0.81,'
    expect_text "$data/device_metrics.csv" '^power,W,2,40,'
    expect_text "$data/manifest.json" '"end": 1773129790'
    expect_absent "$data/tasks.csv"
    sed 's/ *20260310, //; s/^#Date, /#/; s/^#YYYYMMDD, /#/' "$scratch/dmon.csv" > "$scratch/no_date.csv"
    report "$scratch/no_date.csv"
    expect_status 3
    expect_error 'it is output of nvidia-smi dmon .* use nvidia-smi dmon -o DT --format csv'
}

# The column that tells GPUs apart may have any name.
test_gpus_by_a_column_of_the_mapping() {
    awk 'BEGIN { print "timestamp,slot,utilization.gpu,power.draw"
        for (i = 10; i < 30; i++) for (k = 0; k < 2; k++)
            printf "2025-03-05 10:00:%d,%d,9%d,300\n", i, k, k }' > "$scratch/gpu.csv"
    report "$scratch/gpu.csv"
    expect_status 3
    tables_of --mapping gpu_index=slot "$scratch/gpu.csv"
    expect_text "$data/device_use.csv" '^,0,,20,0.9,0.9,'
    expect_text "$data/device_use.csv" '^,1,,20,0.91,0.91,'
}

# Telegraf does not keep the unit; what was taken is said where the quality of data is.
test_memory_without_a_unit_may_be_in_mib() {
    {
        echo 'time,host,index,utilization_gpu,memory_used,memory_total'
        printf '2025-03-05T10:00:%d.000Z,a,0,90,40000,46068\n' {10..30}
    } > "$scratch/gpu.csv"
    tables_of "$scratch/gpu.csv"
    expect_text "$data/device_use.csv" '^a,a 0,,21,0.9,0.9,41943040000,48305799168,'
    expect_text "$data/assumptions.csv" '^gpu.csv,"GPU memory: .*: read as MiB"$'
    expect_text "$report/data.html" 'Assumptions about the inputs'
}

# A file a node, as nvidia-smi writes it: what is of which node is said on the page on data.
test_a_file_of_gpus_a_node() {
    mkdir "$scratch/gpus"
    samples_of 90 0 80 | cut -d, -f1,2,4- > "$scratch/gpus/smi_n1.csv"
    samples_of 90 91 92 | cut -d, -f1,2,4- | sed 's/\.000/.300/' > "$scratch/gpus/smi_n2.csv"
    tables_of "$scratch/gpus"
    [ "$(grep -c "^n[12],n[12] [012],,20," "$data/device_use.csv")" = 6 ] || fail "$(cat "$data/device_use.csv")"
    expect_text "$data/findings.csv" 'GPU 1 of n1 was idle: .*[.] The other 5 GPUs averaged 89 %'
    expect_text "$data/assumptions.csv" '^smi_n2.csv,"no column names the host: GPUs are assigned to host ""n2"", by the path"$'
    expect_text "$report/data.html" 'GPUs are assigned to host'
}

# n3 is of nobody: its GPUs are none of the job's.
test_a_file_of_gpus_of_a_node_that_the_job_did_not_use() {
    local columns
    mkdir "$scratch/job"
    {
        echo 'JobID|JobName|State|Start|End|Elapsed|AllocCPUS|NodeList'
        echo '7|fit|COMPLETED|2025-03-05T10:00:10|2025-03-05T10:00:30|00:00:20|64|n[1-2]'
    } > "$scratch/job/sacct.txt"
    for columns in 1,2,4- 1-; do
        samples_of 90 92 | cut -d, -f"$columns" > "$scratch/job/smi.n1.csv"
        samples_of 91 93 | sed 's/GPU-/GPU-n2/' | cut -d, -f"$columns" > "$scratch/job/smi.n2.csv"
        samples_of 0 0 | sed 's/GPU-/GPU-n3/' | cut -d, -f"$columns" > "$scratch/job/smi.n3.csv"
        tables_of "$scratch/job"
        expect_text "$data/assumptions.csv" '^smi.n3.csv,"no column names the host: GPUs are assigned to host ""n3"", by the path"$'
        expect_text "$data/not_shown.csv" 'GPU samples of 1 node that the job did not use are left out: n3'
        expect_no_text "$data/findings.csv" 'idle|request'
        expect_no_text "$data/device_use.csv" n3
        rm -r "$report"
    done
}

# One host is sampled ten times as often as the other: each GPU counts once.
test_means_per_gpu_are_of_gpus_not_of_samples() {
    awk 'BEGIN { print "timestamp,hostname,index,utilization.gpu [%],power.draw [W]"
        for (i = 0; i <= 300; i++) print 1700000000 + i ",a,0,90,350"
        for (i = 0; i <= 30; i++) print 1700000000 + 10 * i ",b,0,4,150" }' > "$scratch/gpu.csv"
    tables_of "$scratch/gpu.csv"
    expect_text "$data/findings.csv" 'Mean per GPU: power 250 W and utilisation 47 %'
    expect_text "$report/index.html" '47 %.*mean utilisation per GPU|mean utilisation per GPU.*47 %'
    expect_text "$data/device_metrics.csv" '^utilization,%,2,332,0,8[0-9.]+,.*,47$'
}

test_a_card_that_no_one_used_is_named() {
    samples_of 90 0 80 > "$scratch/gpu.csv"
    tables_of "$scratch/gpu.csv"
    expect_text "$data/device_use.csv" '^,1,GPU-a1,20,0,0,4194304,,60,33,,,$'
    expect_text "$data/findings.csv" '^[a-z.-]*,warn,devices-gpu-metrics,GPU 1 was idle: utilisation at most 1 % in all 20 samples\. The other 2 GPUs averaged 85 %\.,'
    samples_of 0 0 0 90 > "$scratch/gpu.csv"
    tables_of "$scratch/gpu.csv"
    expect_text "$data/findings.csv" '3 of 4 GPUs, including GPU 0, were idle: .* all 60 samples\. The other GPU averaged 90 %'
    samples_of 90 2 80 > "$scratch/gpu.csv"
    tables_of "$scratch/gpu.csv"
    expect_text "$data/findings.csv" 'GPU 1 was idle for the whole run, while 2 others worked'
    expect_no_text "$data/findings.csv" 'at most 1 %'
}

# Half an hour, a sample per minute and card: utilisation (± 2 %) and power of each.
half_an_hour() { # UTILISATION:POWER…
    echo 'timestamp, index, utilization.gpu [%], memory.used [MiB], power.draw [W], temperature.gpu'
    printf '%s\n' "$@" | awk -F: '{ for (i = 10; i < 40; i++)
        printf "2025/03/05 10:%d:00.000, %d, %d %%, 60000 MiB, %.2f W, 60\n", i, NR - 1,
            $1 + (i * 7 + NR * 3) % 5 - 2, $2 + (i * 5 + NR) % 7 - 3 }'
}

findings_of_half_an_hour() { # UTILISATION:POWER…
    half_an_hour "$@" > "$scratch/gpu.csv"
    tables_of "$scratch/gpu.csv"
    expect_no_text "$data/findings.csv" 'gpu\.'
}

test_a_card_that_works_less_than_the_others_is_named() {
    local healthy=96:390
    findings_of_half_an_hour $healthy $healthy 12:120 $healthy
    expect_text "$data/findings.csv" \
        "^[a-z.-]*,warn,devices-gpu-metrics,Utilisation of GPU 2 is on average 88 % below the median GPU's \(12 % vs 96 %\) for the whole run\. The GPU also differs in power \(69 % below\)\.,"
    [ "$(grep -c 'GPU 2' "$data/findings.csv")" = 1 ] || fail "$(cat "$data/findings.csv")"
    findings_of_half_an_hour $healthy $healthy $healthy 45:320
    expect_text "$data/findings.csv" 'Utilisation of GPU 3 is on average 53 % below'
    local share
    for share in 10 30 50 70; do
        findings_of_half_an_hour $healthy $healthy $healthy $healthy $share:$((100 + 3 * share)) $healthy $healthy $healthy
        expect_text "$data/findings.csv" "^[a-z.-]*,warn,.*Utilisation of GPU 4 is on average [0-9]+ % below"
    done
    findings_of_half_an_hour 97:580 88:530 79:480 70:430 61:380 52:330 43:280 34:230
    expect_text "$data/findings.csv" '^[a-z.-]*,warn,.*GPUs vary by 3[0-9] % in utilisation .*34\.?[0-9]* % on GPU 7, 97\.?[0-9]* % on GPU 0'
    findings_of_half_an_hour $healthy $healthy $healthy $healthy $healthy $healthy $healthy $healthy
    expect_no_text "$data/findings.csv" '^[a-z.-]*,(warn|bad)'
    expect_no_text "$data/findings.csv" 'median GPU|vary'
}

# GPUs of a campaign measure what the tasks that each ran made them do.
test_cards_that_ran_tasks_are_compared_by_these() {
    half_an_hour 96:390 96:390 12:120 96:390 > "$scratch/gpu.csv"
    {
        echo timestamp,gpuIndex,eventName,eventType,jobId,taskId
        printf '2025-03-05T10:10:00Z,%d,Render,START,j,%d\n2025-03-05T10:39:00Z,%d,Render,STOP,j,%d\n' 0 0 0 0 1 1 1 1
    } > "$scratch/events.csv"
    tables_of "$scratch/gpu.csv" "$scratch/events.csv"
    expect_no_text "$data/findings.csv" 'below the median GPU'
}

test_a_card_that_worked_for_a_moment_is_hardly_used() {
    half_an_hour 96:390 96:390 96:390 |
        sed -E '/10:1[1-9]|10:[23]/s/, 1, [0-9]+ %/, 1, 0 %/; /10:10:/s/, 1, [0-9]+ %/, 1, 20 %/' > "$scratch/gpu.csv"
    tables_of "$scratch/gpu.csv"
    expect_text "$data/findings.csv" 'GPU 1 was hardly used: utilisation at most 1 % on average\. The other 2 GPUs averaged 96 %'
    [ "$(grep -c 'GPU 1' "$data/findings.csv")" = 1 ] || fail "$(cat "$data/findings.csv")"
}

# Hot from 10:25 on; the same without clocks is told by the power.
test_clocks_of_cards_show_throttling() {
    half_an_hour 96:390 96:390 96:390 96:390 |
        awk -F', ' 'NR == 1 { print $0 ", clocks.current.sm [MHz], clocks.current.memory [MHz]"; next }
            { hot = $2 == 1 && $1 >= "2025/03/05 10:25"
              if (hot) sub(/60$/, 88)
              print $0 ", " (hot ? 1100 : 1980) - NR % 9 " MHz, 2619 MHz" }' > "$scratch/gpu.csv"
    tables_of "$scratch/gpu.csv"
    expect_silence "$err"
    expect_text "$data/findings.csv" '^[a-z.-]*,warn,devices-gpu-metrics,"GPU 1 was throttled for 52 % of its time \(15 min, from 10:24 to 10:39\). Its clock was 5[56] % of its p95 under load. It reached 88 °C\."'
    [ "$(grep -c 'GPU 1' "$data/findings.csv")" = 1 ] || fail "$(cat "$data/findings.csv")"
    expect_text "$data/device_use.csv" '^,1,.*,88,15[0-9.]+,900,0\.5172'
    expect_text "$data/device_metrics.csv" '^memory_clock,Hz,4,120,0,2619000000,'
    sed -E 's/ \[MHz\]|( [A-Za-z]*Hz)$//g; s/ MHz//g; s/clocks.current.sm/clocks.sm/' "$scratch/gpu.csv" > "$scratch/bare.csv"
    tables_of "$scratch/bare.csv"
    expect_text "$data/findings.csv" 'GPU 1 was throttled for 52 % of its time'
}

# dcgm-exporter through Prometheus; a row per GPU, the GPU named in several ways.
dcgm_rows() { # HOST GPU
    echo "timestamp,$1,$2,DCGM_FI_DEV_GPU_UTIL,DCGM_FI_DEV_FB_USED,DCGM_FI_DEV_POWER_USAGE,DCGM_FI_DEV_GPU_TEMP"
    awk -v host="$1" -v gpu="$2" 'BEGIN { for (i = 0; i < 30; i++) for (n = 0; n < 8; n++) {
        low = n == 5
        card = gpu == "UUID" ? "GPU-ab12cd0" n : gpu == "device" ? "nvidia" n % 4 : n % 4
        printf "%d,g%d%s,%s,%d,60000,%.1f,%d\n", 1762934400 + 30 * i, n < 4 ? 1 : 2,
            host == "instance" ? ":9400" : "", card, low ? 12 : 97, low ? 150 : 390, low ? 45 : 62 } }'
}

test_rows_of_dcgm_are_samples_of_gpus() {
    local host gpu name
    for host in Hostname instance; do
        for gpu in gpu UUID device gpu_id index; do
            dcgm_rows $host $gpu > "$scratch/dcgm.csv"
            tables_of "$scratch/dcgm.csv"
            expect_silence "$err"
            name="GPU 1 of g2"
            [ $gpu != UUID ] || name="GPU-ab12cd05 of g2"
            expect_text "$data/findings.csv" "^[a-z.-]*,warn,devices-gpu-metrics,Utilisation of $name is on average 88 % below the median GPU"
            expect_text "$data/device_metrics.csv" '^memory_used,B,8,240,0,62914560000,'
        done
    done
}

test_processors_do_little_beside_gpus_of_dcgm() {
    mkdir "$scratch/case"
    dcgm_rows instance gpu > "$scratch/case/dcgm.csv"
    awk 'BEGIN { print "timestamp,hostname,cpu_percent"
        for (i = 0; i < 30; i++) for (n = 1; n < 3; n++) printf "%d,g%d,%.1f\n", 1762934400 + 30 * i, n, 6 + (i * 7 + n) % 5 / 10 }' \
        > "$scratch/case/nodes.csv"
    tables_of "$scratch/case"
    expect_no_text "$err" 'unknown format'
    expect_text "$data/findings.csv" 'Utilisation of GPU 1 of g2 is on average 88 % below'
    expect_no_text "$data/findings.csv" 'request fewer cores'
}

# A column per GPU of the host, as the same metrics are pivoted.
test_columns_of_dcgm_are_of_gpus() {
    awk 'BEGIN { printf "timestamp,hostname"
        for (n = 0; n < 4; n++)
            printf ",DCGM_FI_PROF_GR_ENGINE_ACTIVE_%d,DCGM_FI_DEV_FB_USED_%d,DCGM_FI_DEV_SM_CLOCK_%d", n, n, n
        for (i = 0; i < 30; i++) {
            printf "\n%d,g1", 1762934400 + 30 * i
            for (n = 0; n < 4; n++)
                printf ",%.2f,60000,1980", n == 2 ? 0.12 : 0.97 }
        print "" }' > "$scratch/columns.csv"
    tables_of "$scratch/columns.csv"
    expect_silence "$err"
    expect_text "$data/gpus.csv" '^gpu-0\.g1,0.97,0.97,62914560000,62914560000,'
    expect_text "$data/findings.csv" 'Utilisation of gpu-2\.g1 is on average 88 % below'
}

# The same GPUs in two tables: 2 is slow or idle.
test_gpus_that_are_nodes_too_are_told_once() {
    local use
    for use in 0 12; do
        {
            echo timestamp,hostname,cpu_percent,gpu0_util_percent,gpu1_util_percent,gpu2_util_percent,gpu3_util_percent
            awk -v use=$use 'BEGIN { for (i = 0; i < 30; i++)
                printf "%d,g1,%d,96,96,%d,96\n", 1762934400 + 30 * i, 60 + i % 3, use }'
        } > "$scratch/nodes.csv"
        {
            echo timestamp,Hostname,gpu,DCGM_FI_DEV_GPU_UTIL
            awk -v use=$use 'BEGIN { for (i = 0; i < 30; i++) for (n = 0; n < 4; n++)
                printf "%d,g1,%d,%d\n", 1762934400 + 30 * i, n, n == 2 ? use : 96 }'
        } > "$scratch/dcgm.csv"
        tables_of "$scratch/nodes.csv" "$scratch/dcgm.csv"
        expect_text "$data/findings.csv" 'gpu-2\.g1'
        [ "$(grep -cE '^[a-z.-]*,(warn|bad)' "$data/findings.csv")" = 1 ] || fail "$(cat "$data/findings.csv")"
    done
}

test_a_card_without_a_serial_number_has_its_uuid_for_a_name() {
    {
        echo 'timestamp, serial, uuid, utilization.gpu [%], power.draw [W]'
        printf '2025/03/05 10:00:%d.000, 323617, GPU-a1b2c3, 90 %%, 60.00 W\n' {10..20}
        printf '2025/03/05 10:00:%d.000, , GPU-d4e5f6, 80 %%, 60.00 W\n' {10..20}
    } > "$scratch/gpu.csv"
    report --format html "$scratch/gpu.csv"
    expect_status 0
    expect_text "$report/devices.html" 'GPU-d4e5f6'
    expect_no_text "$report/devices.html" '(no name)'
}

# 0.1 s and 0.2 s, 99.5208 W and 131.55 W: without the noise of doubles or of single precision.
test_totals_and_means_are_rounded_like_their_parts() {
    printf '%s\n' timestamp,hostname,eventName,eventType,jobId,taskId \
        2018-11-08T08:00:00.100Z,a,Render,START,j,1 2018-11-08T08:00:00.200Z,a,Render,STOP,j,1 \
        2018-11-08T08:00:01.100Z,a,Render,START,j,2 2018-11-08T08:00:01.300Z,a,Render,STOP,j,2 \
        > "$scratch/events.csv"
    printf '%s\n' timestamp,hostname,gpuSerial,powerDrawWatt 2018-11-08T08:00:00.150Z,a,7,99.5208 \
        2018-11-08T08:00:01.150Z,a,7,131.55 > "$scratch/gpu.csv"
    tables_of "$scratch/events.csv" "$scratch/gpu.csv"
    expect_text "$data/event_time.csv" '^Render,2,0\.3,1,0\.15'
    expect_text "$data/event_devices.csv" '^Render,power,W,2,115\.5354[0-9]*,22\.64806[0-9]+,99\.5208,107\.5281,115\.5354[0-9]*,123\.5427[0-9]*,131\.55,'
}

# Samples, events and spans without any time between them: one card or many, sampled once or more.
test_inputs_of_one_moment() {
    local cards lines
    for cards in 1 12; do
        for lines in 1 2; do
            {
                echo timestamp,hostname,gpuSerial,powerDrawWatt,gpuTempC,gpuUtilPerc
                seq "$cards" | awk -v lines="$lines" '{ for (i = 0; i < lines; i++)
                    print "2018-11-08T08:00:01Z,a," $1 "," 90 + $1 ",50,20" }'
            } > "$scratch/gpu.csv"
            report --format html,pdf "$scratch/gpu.csv"
            expect_status 0
            data=$report/data
            expect_text "$data/device_metrics.csv" "^power,W,$cards,$((cards * lines)),0,"
            expect_absent "$data/trace_lines.csv"
        done
    done
    printf '%s\n' timestamp,hostname,eventName,eventType,jobId,taskId \
        2018-11-08T08:00:01Z,a,Render,START,j,1 2018-11-08T08:00:01Z,a,Render,STOP,j,1 > "$scratch/events.csv"
    printf '{"traceEvents": [{"ph": "X", "pid": 1, "tid": 1, "name": "f", "ts": 1541664001000000, "dur": 0},
        {"ph": "i", "pid": 1, "tid": 1, "name": "g", "ts": 1541664001000000}]}' > "$scratch/trace.json"
    report --format html,pdf "$scratch/events.csv"
    expect_status 0
    report --format html,pdf "$scratch/trace.json"
    expect_status 0
    report --format html,pdf "$scratch/gpu.csv" "$scratch/events.csv" "$scratch/trace.json"
    expect_status 0
}

# Each GPU of an archive has its charts beside those of the toolkit, under the same name, and is
# compared with the other GPUs, not its node with them.
test_gpus_of_archives_are_shown_as_gpus() {
    mkdir "$scratch/case"
    "$tools/suite/make_case" cockpit_gpu_hardly_used 0 "$scratch/case"
    report --format html "$scratch/case"
    expect_status 0
    [ -e "$report/figures/acc_utilization.accelerator_per_node.json" ] || fail 'no chart of each GPU'
    ! ls "$report"/figures/acc_utilization_* 2>/dev/null || fail 'the means of nodes are shown too'
    grep -q '^acc_utilization.accelerator,GPU utilisation,' "$report/data/job_metrics.csv" ||
        fail 'another name'
    [ "$(grep -c accelerator "$report/data/findings.csv")" = 1 ] || fail "$(cat "$report/data/findings.csv")"
    grep -q 'mean GPU utilisation' "$report/index.html" || fail 'no key figure'
}

# A minute at a sample each second, then 50 samples at one each three seconds: a mean over the time of
# the GPU does not take them alike, for the clock no less than for the utilisation.
test_the_mean_clock_of_a_gpu_is_over_its_time() {
    awk 'BEGIN { print "timestamp,index,uuid,utilization.gpu [%],power.draw [W],clocks.sm [MHz]"
        for (i = 0; i < 110; i++)
            printf "%d,0,GPU-0,%s\n", 1718092800 + (i < 60 ? i : 3 * i - 120), i < 60 ? "60,100,1000" : "90,300,1900" }' \
        > "$scratch/gpu.csv"
    report --only none --format html "$scratch/gpu.csv"
    expect_status 0
    expect_near clock "$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "clock_mean_Hz") at = i }
        NR == 2 { print $at }' "$report/data/device_use.csv")" 1.6413e9 1e-3
}

# Two numbers of one name say in what they differ: the line of the middle GPU, the mean of all.
test_means_of_the_middle_gpu_are_called_so() {
    awk 'BEGIN { print "timestamp,index,uuid,utilization.gpu [%],power.draw [W]"
        for (i = 0; i < 50; i++) for (k = 0; k < 80; k++)
            printf "%d,%d,GPU-%d,%d,%d\n", 1718092800 + 5 * i, k, k, 50 + i % 3, 100 + k * k / 9 + i % 5 }' > "$scratch/gpus.csv"
    run "$JOBREPORT" --dump=figures --only 'device*' "$scratch/gpus.csv"
    expect_output '"brief":"Power of a GPU: mean of the median [0-9]+ W, max'
    expect_no_text "$out" '"brief":"Power of a GPU: mean [0-9]'
}

# Of a GPU that was sampled for half of the time, the energy is of that half.
test_energy_says_of_how_much_of_the_time_it_is() {
    awk 'BEGIN { print "timestamp,index,uuid,utilization.gpu [%],power.draw [W]"
        for (i = 0; i < 100; i++) for (k = 0; k < (i < 50 ? 2 : 1); k++)
            printf "%d,%d,GPU-%d,80,200\n", 1718092800 + 5 * i, k, k }' > "$scratch/gpus.csv"
    report --format html --only none "$scratch/gpus.csv"
    expect_text "$report/data/findings.csv" 'All GPUs used 41.1 Wh in total in the 75 % of the time for which power is known'
    expect_text "$report/devices.html" "Coverage: measured time ÷ time from the GPU.*s first sample to its last"
}

# Which have errors is found without comparing each with all others: 80,000 took 15 s.
test_a_hundred_thousand_gpus_with_errors_are_counted_once() {
    awk 'BEGIN {
        print "timestamp,hostname,gpuUUID,powerDrawWatt,gpuTempC"
        for (i = 0; i < 2; i++)
            for (n = 0; n < 100000; n++)
                printf "%d,h%05d,GPU-%08x,[Unknown Error],%s\n", 1700000000 + 60 * i, n / 8, n,
                    n < 3 && i ? "[GPU is lost]" : "50"
    }' > "$scratch/gpus.csv"
    (
        ulimit -t 8
        report --only none --format html "$scratch/gpus.csv"
        expect_status 0
        expect_text "$report/data/findings.csv" 'The same on 99,999 more GPUs'
    ) || exit 1
}

# What two files share is found without comparing each GPU with all others: of 100 files that took 17 s.
test_files_of_thousands_of_gpus_are_compared_soon() {
    mkdir "$scratch/days"
    awk -v folder="$scratch/days" 'BEGIN {
        for (file = 0; file < 100; file++) {
            path = folder "/part" file ".csv"
            print "timestamp,uuid,index,power.draw [W]" > path
            for (i = 0; i < 2; i++)
                for (n = 0; n < 2000; n++)
                    printf "2026/03/02 %02d:%02d:%02d.000,GPU-%08x,%d,%d\n", file % 2, 40 * i + file / 60, file % 60, n, n % 8, 99 + n > path
            close(path)
        }
    }'
    (
        ulimit -t 8
        report --only none --format html "$scratch/days"
        expect_status 0
        [ "$(cell device_metrics devices power)" = 2000 ] || fail "$(cat "$report/data/device_metrics.csv")"
    ) || exit 1
}

run_tests
