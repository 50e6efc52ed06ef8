#!/bin/bash
# Traces: whole, in several files, cut and damaged.
. tests/lib.sh

database=$examples/dask-2-hosts/events.msgpack

rows() { # TABLE
    tail -n +2 "$report/data/$1.csv" | wc -l
}

records() {
    grep -oE '"records": *[0-9]+' "$report/data/manifest.json" | grep -oE '[0-9]+'
}

test_event_database_is_read() {
    report "$database"
    expect_status 0
    expect_silence "$err"
    [ "$(records)" = 500 ] || fail "records: $(records)"
    expect_text "$report/data/node_metrics.csv" '^c096,cpu,%,31,0,'
    expect_text "$report/data/node_metrics.csv" '^c097,num_fds,'
}

# From the first task's start to the last one's end, beyond the samples of the nodes.
test_a_trace_tells_when_it_ran() {
    report --format pdf "$database"
    expect_status 0
    expect_text "$report/data/manifest.json" '"start": 1692111350\.3575'
    expect_text "$report/data/manifest.json" '"end": 1692111370\.2127'
    pdftotext -l 1 "$report"/*.pdf "$scratch/text"
    expect_text "$scratch/text" '2023-08-15 14:55:50 → 2023-08-15 14:56:10 UTC'
    printf '[{"ph":"X","name":"f","ts":1700000000000000,"dur":3000,"pid":1,"tid":1}]' > "$scratch/short.json"
    report --format html "$scratch/short.json"
    expect_text "$report/figures/span_lanes.json" '"low":1700000000,"high":1700000000\.003'
}

test_databases_of_several_hosts_are_read_together() {
    mkdir "$scratch/traces"
    cp "$database" "$scratch/traces/run-TracePlugin-c096.msgpack"
    "$tools/bench/make_trace" 300 > "$scratch/traces/other.msgpack" 2> /dev/null ||
        fail "no generator"
    report "$scratch/traces"
    expect_status 0
    [ "$(records | awk '{ n += $1 } END { print n }')" -ge 800 ] || fail "records: $(records)"
}

test_cut_database_is_read_up_to_the_cut() {
    head -c 100000 "$database" > "$scratch/cut.msgpack"
    report "$scratch/cut.msgpack"
    expect_status 0
    expect_error 'cut.msgpack: truncated: the last [0-9,]+ bytes are ignored'
}

# One event in the middle becomes something else, its length stays.
test_damaged_event_is_left_out_and_told_with_its_place() {
    cp "$database" "$scratch/bad.msgpack"
    local at
    at=$(grep -obUaP 'Managed Memory' "$database" | sed -n '50{s/:.*//;p}')
    printf '\xc1' | dd of="$scratch/bad.msgpack" bs=1 seek=$((at - 7)) conv=notrunc status=none
    report "$scratch/bad.msgpack"
    expect_status 0
    expect_error "bad.msgpack, byte $((at - 15)): not msgpack"
    [ "$(records)" = 499 ] || fail "records: $(records)"
    report --strict "$scratch/bad.msgpack"
    expect_status 1
}

test_length_beyond_the_file_ends_it() {
    { cat "$database"; printf '\xff\xff\xff\xff\xff\xff\xff\xff\x81'; } > "$scratch/long.msgpack"
    report "$scratch/long.msgpack"
    expect_status 0
    expect_error 'truncated: the last 9 bytes are ignored'
    [ "$(records)" = 500 ] || fail "records: $(records)"
}

test_msgpack_of_something_else_is_refused() {
    printf '\0\0\0\0\0\0\0\x08\x81\xa5hello\x01' > "$scratch/other.msgpack"
    report "$scratch/other.msgpack"
    expect_status 3
    expect_error 'other.msgpack: unknown format'
}

# The tables that the profiler's tutorial prints, from events that it may have had.
seed_trace() {
    local part
    for part in resources tasks; do
        "$tools/bench/make_seed_trace" $part > "$scratch/$part.msgpack" 2> /dev/null ||
            fail "no generator"
    done
}

# The published layout has other units than a report's own tables, GB and MB, and does not describe
# results.
publish_units() { # TABLE
    sed -E '1s/,shape,dtype,type$//; 2,$s/,("\([^"]*\)"|),[^,]*,[^,]*$//' "$report/data/$1.csv" \
        > "$scratch/narrow.csv"
    [ "$1" = task_bottleneck ] || cp "$report/data/$1.csv" "$scratch/narrow.csv"
    awk -F, -v OFS=, -v CONVFMT=%.17g '
        NR == 1 {
            for (i = 1; i <= NF; i++) {
                is_size = $i ~ /_B(_s)?$/
                per[NF - i] = is_size ? ($i ~ /^gpu_memory/ ? 1e9 : 1e6) : 0
                if (is_size) sub(/_B/, $i ~ /^gpu_memory/ ? "_GB" : "_MB", $i)
            }
        }
        NR > 1 { for (i = 1; i <= NF; i++) if (per[NF - i] && $i != "") $i = $i / per[NF - i] }
        { print }' "$scratch/narrow.csv" > "$scratch/published.csv"
    mv "$scratch/published.csv" "$report/data/$1.csv"
}

expect_tutorial() { # TABLE [AWK_OPTION…]
    local table=$1
    shift
    awk "$@" -f tests/golden/tutorial_tables.awk "tests/golden/tutorial_$table.csv" \
        "$report/data/$table.csv" > "$scratch/difference" || fail "$table: $(cat "$scratch/difference")"
}

# Every printed cell but those in which the analyser is wrong: names cut from plain keys, samples
# taken from behind a task. It drops seconds without events, and calls 0 what it has not seen.
test_tables_of_the_tutorial_come_out() {
    seed_trace
    report --only none "$scratch/resources.msgpack" "$scratch/tasks.msgpack"
    expect_status 0
    publish_units function_bottleneck
    publish_units task_bottleneck
    expect_tutorial function_bottleneck -v skip='function gpu_utilization_mean gpu_memory_mean_GB'
    expect_tutorial task_bottleneck
    expect_tutorial task_balance -v by_key=1
    expect_text "$report/data/function_bottleneck.csv" '^c096,0,_func_fit,2\.471439[0-9]*,0\.349675629.*,,,0\.16,'
    expect_text "$report/data/task_balance.csv" '^0,,,1,1$'
    expect_text "$report/data/task_balance.csv" '^5,10,12,16,11$'
}

test_trace_compat_gives_the_analysers_own_numbers() {
    local table
    seed_trace
    echo '{"trace-compat": true}' > "$scratch/config.json"
    report --only none --config "$scratch/config.json" "$scratch/resources.msgpack" \
        "$scratch/tasks.msgpack"
    expect_status 0
    for table in function_bottleneck task_bottleneck task_balance; do
        expect_tutorial "$table"
    done
}

# Every column of every table of traces; the script says which it has not looked at.
test_every_column_is_what_plain_loops_find() {
    need python3
    report --only none "$database"
    expect_status 0
    python3 -B tests/golden/check_traces.py "$database" "$report/data" > "$scratch/difference" ||
        fail "$(cat "$scratch/difference")"
}

test_traces_are_drawn_again_from_their_tables() {
    report "$database"
    expect_status 0
    cp -r "$report" "$scratch/first"
    "$JOBREPORT" replot "$report" > /dev/null 2> "$err" || fail "$(cat "$err")"
    cmp "$scratch/first/traces.html" "$report/traces.html" || fail 'another page'
    diff -r "$scratch/first/figures" "$report/figures" > /dev/null || fail 'other figures'
}

# ---- Chrome traces -------------------------------------------------------------------------------

chrome='[{"name":"process_name","ph":"M","pid":1,"args":{"name":"rank 0"}},
{"name":"load","ph":"C","ts":0,"pid":1,"args":{"cpu":10}},
{"name":"read","ph":"X","ts":0,"dur":1500000,"pid":1,"tid":1},
{"name":"load","ph":"C","ts":1000000,"pid":1,"args":{"cpu":30}},
{"name":"solve","ph":"X","ts":1500000,"dur":500000.5,"pid":1,"tid":1}'

test_chrome_trace_is_read_with_and_without_its_end() {
    printf '%s' "$chrome" > "$scratch/open.json"
    printf '{"traceEvents": %s], "more": 1}' "$chrome" | gzip > "$scratch/object"
    local file
    for file in open.json object; do
        report "$scratch/$file"
        expect_status 0
        expect_silence "$err"
        [ "$(records)" = 5 ] || fail "records of $file: $(records)"
        expect_text "$report/data/node_metrics.csv" '^rank 0,load.cpu,'
        rm -r "$report"
    done
}

test_times_from_a_begin_are_no_dates() {
    printf '%s]' "$chrome" > "$scratch/begin.json"
    report "$scratch/begin.json"
    expect_status 0
    ! grep -rl '19[67][0-9]-' "$report"/*.html "$report/figures" || fail "dates of 1970"
    expect_text "$report/data/manifest.json" '"schema"'
    ! grep -E '"(start|end)": *[0-9]' "$report/data/manifest.json" || fail "a start without a date"
}

test_cut_chrome_trace_is_read_up_to_the_cut() {
    printf '%s' "$chrome" | head -c -20 > "$scratch/cut.json"
    report "$scratch/cut.json"
    expect_status 0
    expect_error 'cut.json: truncated: the last [0-9,]+ bytes are ignored'
    [ "$(records)" = 4 ] || fail "records: $(records)"
}

# main takes the whole run, but what ran inside it took the time: nothing is to be split.
test_what_only_calls_others_is_no_long_task() {
    local calls='{"name":"main","ph":"X","ts":0,"dur":10000000,"pid":1,"tid":1}' i
    for i in 1 2 3 4 5 6 7 8 9; do
        calls+=",{\"name\":\"solve\",\"ph\":\"X\",\"ts\":${i}000000,\"dur\":990000,\"pid\":1,\"tid\":1}"
    done
    echo "[$calls]" > "$scratch/calls.json"
    report --only none "$scratch/calls.json"
    expect_status 0
    expect_no_text "$report/data/findings.csv" 'One task takes'
    expect_text "$report/data/findings.csv" 'solve takes 89 % of task time: 8.91 s in 9 runs'
    expect_text "$report/data/findings.csv" 'optimise it first: halving its time saves up to 4[0-9] % of elapsed time'
    echo "[$calls,{\"name\":\"wait\",\"ph\":\"X\",\"ts\":0,\"dur\":3000000,\"pid\":1,\"tid\":2}]" > "$scratch/calls.json"
    rm -r "$report"
    report --only none "$scratch/calls.json"
    expect_text "$report/data/findings.csv" 'One task takes 30 % of the run: wait, 3 s on'
}

# Of each worker the first run compiles; one launch of a kernel loads its code, and is not the first.
test_start_up_is_no_task_to_be_split() {
    local launch='{"name":"hipLaunchKernel","ph":"X","pid":1,"tid":1'
    awk 'BEGIN { printf "["
        for (w = 1; w <= 2; w++)
            for (i = 0; i < 6; i++)
                printf "%s{\"name\":\"step\",\"ph\":\"X\",\"pid\":1,\"tid\":%d,\"ts\":%d,\"dur\":%d}",
                    (w + i > 1 ? "," : ""), w, (i ? 9e6 + 2e5 * i : 0), (i ? 1e5 : 9e6)
        print ",{\"name\":\"load\",\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":9050000,\"dur\":100}]" }' > "$scratch/compile.json"
    report --only none "$scratch/compile.json"
    expect_status 0
    expect_text "$report/data/findings.csv" \
        'Start-up: the first run of step takes 9 s on each of 2 workers on average, 89 % of the run. The other 10 runs take 1 s together'
    expect_no_text "$report/data/findings.csv" 'split it|helps most|optimise it'
    echo "[$launch,\"ts\":0,\"dur\":50},$launch,\"ts\":100,\"dur\":6000},$launch,\"ts\":7000,\"dur\":50},
        {\"name\":\"add\",\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":8000,\"dur\":900}]" > "$scratch/load.json"
    report --only none "$scratch/load.json"
    expect_text "$report/data/findings.csv" \
        '^[a-z.-]*,note,traces-functions,"?Start-up: one call of hipLaunchKernel takes 6 ms, 67 % of the run. The other 2 calls take 100 µs together'
    expect_no_text "$report/data/findings.csv" 'split it|helps most|optimise it'
}

# The table of functions has 10,000 of them, whose sum is not that of all.
test_what_is_left_out_of_functions_is_in_no_total() {
    seq 0 10004 | awk '{ printf "%s{\"name\":\"f%d\",\"ph\":\"X\",\"ts\":%d,\"dur\":10,\"pid\":1,\"tid\":1}",
        ($1 ? "," : "["), $1, 10 * $1 } END { print "]" }' > "$scratch/many.json"
    report --only function_time --format html,png "$scratch/many.json"
    expect_status 0
    expect_text "$report/traces.html" '10,005 calls of 10,005 functions'
    expect_no_text "$report/traces.html" '>10,000<'
    expect_text "$report/figures/function_time.json" '10 µs, 0\.0 % of 100,050 µs'
    expect_text "$report/figures/function_time.json" 'The total includes 9,965 other functions'
}

rank_trace() { # RANK LENGTH_US: of a container, where all processes have the same id
    printf '{"distributedInfo": {"backend": "nccl", "rank": %d, "world_size": 2}, "traceEvents": [
        {"ph":"X","cat":"cpu_op","name":"step","pid":1,"tid":1,"ts":5000000,"dur":%d}],
        "baseTimeNanoseconds": 1735632360000000000}' "$1" "$2"
}

test_ranks_of_a_job_are_workers_of_their_own() {
    rank_trace 0 3000000 > "$scratch/a.json"
    rank_trace 1 1000000 > "$scratch/b.json"
    report --only none "$scratch/a.json" "$scratch/b.json"
    expect_status 0
    expect_text "$report/data/trace_workers.csv" '^rank 0 process 1,rank 0 process 1 thread 1,1,1,1735632365,1735632368,3,3,0,'
    expect_text "$report/data/trace_workers.csv" '^rank 1 process 1,rank 1 process 1 thread 1,1,1,1735632365,1735632366,1,1,2,'
}

mpi_trace() { # SLOW LENGTH_US: 8 ranks, 40 steps; SLOW takes LENGTH_US, the others 10,000
    awk -v slow="$1" -v length_us="$2" 'BEGIN {
        printf "["
        step_us = (length_us > 10000 ? length_us : 10000) + 500
        for (rank = 0; rank < 8; rank++) {
            printf "%s{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":1,\"tid\":%d,\"args\":{\"name\":\"rank %d\"}}", rank ? "," : "", rank, rank
            work_us = rank == slow ? length_us : 10000
            for (step = 0; step < 40; step++) {
                printf ",{\"name\":\"solve\",\"ph\":\"X\",\"ts\":%d,\"dur\":%d,\"pid\":1,\"tid\":%d}", step * step_us, work_us, rank
                printf ",{\"name\":\"MPI_Barrier\",\"ph\":\"X\",\"ts\":%d,\"dur\":%d,\"pid\":1,\"tid\":%d}", step * step_us + work_us, step_us - work_us, rank
            }
        }
        print "]" }'
}

test_the_rank_for_which_others_wait_is_named_first() {
    mpi_trace 5 18000 > "$scratch/slow.json"
    report --only none "$scratch/slow.json"
    expect_status 0
    sed -n 2p "$report/data/findings.csv" > "$scratch/first"
    expect_text "$scratch/first" 'Rank 5 is a straggler: the other 7 ranks wait 46 % of the time \(median\), rank 5 2.7 %. They wait in MPI_Barrier \(40 collectives\). On rank 5 solve takes 18 ms per run, elsewhere 10 ms on average'
    ! grep -q 'optimise it first\|MPI_Barrier waits' "$report/data/findings.csv" || fail "what is no cause is advised on"
    rm -r "$report"
    mpi_trace 0 10000 > "$scratch/equal.json"
    report --only none "$scratch/equal.json"
    ! grep -q 'is a straggler' "$report/data/findings.csv" || fail "a slow rank among equals"
}

# A slow worker waits less: its waits do not make up for the time its tasks take.
test_waits_are_no_part_of_the_pace_of_a_worker() {
    mpi_trace 5 25000 > "$scratch/slow.json"
    report --only none "$scratch/slow.json"
    expect_text "$report/data/trace_workers.csv" '^process 1,rank 5,.*,2.5,[0-9.]+e-37,0$'
}

# Stages of a pipeline: each waits for the one before, the last in each step comes last to the barrier.
test_stages_of_a_pipeline_are_no_slow_ranks() {
    awk 'BEGIN {
        printf "["
        for (rank = 0; rank < 4; rank++) {
            printf "%s{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":1,\"tid\":%d,\"args\":{\"name\":\"rank %d\"}}", rank ? "," : "", rank, rank
            for (step = 0; step < 40; step++) {
                start = step * 41000
                if (rank)
                    printf ",{\"name\":\"MPI_Recv\",\"ph\":\"X\",\"ts\":%d,\"dur\":%d,\"pid\":1,\"tid\":%d}", start, rank * 10000, rank
                printf ",{\"name\":\"stage\",\"ph\":\"X\",\"ts\":%d,\"dur\":10000,\"pid\":1,\"tid\":%d}", start + rank * 10000, rank
                printf ",{\"name\":\"MPI_Barrier\",\"ph\":\"X\",\"ts\":%d,\"dur\":%d,\"pid\":1,\"tid\":%d}", start + (rank + 1) * 10000, 41000 - (rank + 1) * 10000, rank
            }
        }
        print "]" }' > "$scratch/pipeline.json"
    report --only none "$scratch/pipeline.json"
    expect_status 0
    ! grep -q 'is a straggler' "$report/data/findings.csv" || fail "the last stage is named"
}

# Without a rank the file tells processes of one id apart. An earlier state of a trace, with another
# layout, adds nothing, though nothing says when it was.
test_traces_of_equal_ids_are_told_apart_by_their_files() {
    local step='{"ph":"X","name":"step","pid":1,"tid":1'
    echo "[$step,\"ts\":0,\"dur\":3000000}]" > "$scratch/worker-a.json"
    echo "[$step,\"ts\":0,\"dur\":4000000}]" > "$scratch/worker-b.json"
    report --only none "$scratch/worker-a.json" "$scratch/worker-b.json"
    expect_status 0
    expect_text "$report/data/trace_workers.csv" '^worker-a.json process 1,worker-a.json process 1 thread 1,1,1,0,3,3,3,0,'
    expect_text "$report/data/trace_workers.csv" '^worker-b.json process 1,worker-b.json process 1 thread 1,1,1,0,4,4,4,0,'
    echo "[ $step, \"ts\": 0, \"dur\": 3000000}, $step, \"ts\": 5000000, \"dur\": 1000000},
        {\"ph\":\"i\",\"name\":\"mark\",\"pid\":1,\"tid\":1,\"ts\":2000000}]" > "$scratch/worker-b.json"
    echo "[ $step,\"ts\":0,\"dur\":3000000}, {\"ph\":\"i\",\"name\":\"mark\",\"pid\":1,\"tid\":1,\"ts\":2000000}" > "$scratch/worker-a.json"
    report --only none "$scratch/worker-a.json" "$scratch/worker-b.json"
    expect_text "$report/data/trace_workers.csv" '^process 1,thread 1,2,1,0,6,4,4,2,'
    expect_text "$report/data/instants.csv" '^mark,process 1,thread 1,1,2,2,'
    expect_error 'worker-b.json: 1 span is also in another input: counted once'
    expect_error 'worker-b.json: 1 instant is also in another input: counted once'
}

# A step of 10 s on a thread and on a card's stream, in it 1 s and 3 s of work: the profiler's own
# stretch and what encloses is no work, and thread and stream are not compared.
test_annotations_and_the_profiler_are_no_work() {
    cat > "$scratch/steps.json" <<'END'
{"traceEvents": [
{"ph":"X","cat":"Trace","name":"PyTorch Profiler (0)","pid":"Spans","tid":"PyTorch Profiler","ts":0,"dur":20000000},
{"ph":"X","cat":"user_annotation","name":"ProfilerStep#1","pid":7,"tid":7,"ts":1000000,"dur":10000000},
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":7,"tid":7,"ts":2000000,"dur":400000,"args":{}},
{"ph":"X","cat":"cpu_op","name":"aten::add","pid":7,"tid":7,"ts":3000000,"dur":600000},
{"ph":"X","cat":"gpu_user_annotation","name":"ProfilerStep#1","pid":0,"tid":7,"ts":2000000,"dur":9000000},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":2000000,"dur":1000000},
{"ph":"X","cat":"kernel","name":"add","pid":0,"tid":7,"ts":9000000,"dur":2000000}]}
END
    report --only none "$scratch/steps.json"
    expect_status 0
    expect_error 'not shown: profiler annotations \(ph X, cat Trace\): 1'
    expect_no_text "$report/data/functions.csv" 'PyTorch Profiler'
    expect_text "$report/data/functions.csv" '^ProfilerStep,2,2,19,0,0,'
    expect_text "$report/data/functions.csv" '^add,1,1,2,2,0\.5,'
    expect_text "$report/data/trace_workers.csv" '^process 0,process 0 thread 7,3,3,1,10,12,3,6,0\.6666666666666667,1,,,1$'
    expect_text "$report/data/trace_workers.csv" '^process 7,process 7 thread 7,3,3,0,10,11,1,9,0\.9,2,,,0$'
    expect_no_text "$report/data/span_lanes.csv" 'ProfilerStep'
    expect_no_text "$report/data/task_bottleneck.csv" 'ProfilerStep'
    expect_no_text "$report/data/findings.csv" '^traces.work-uneven|^traces.workers-idle'
    printf '[{"ph":"X","cat":"user_annotation","name":"step","pid":7,"tid":7,"ts":0,"dur":5}]' > "$scratch/steps.json"
    report --only none "$scratch/steps.json"
    expect_text "$report/data/functions.csv" '^step,1,1,5e-06,5e-06,1,'
}

workers_after() { # SECONDS: two workers that load for 1 s and, after so long, solve for 5 s and 4 s
    awk -v pause="$1" 'BEGIN {
        printf "["
        for (i = 1; i <= 2; i++) {
            printf "%s{\"ph\":\"X\",\"name\":\"load\",\"pid\":1,\"tid\":%d,\"ts\":0,\"dur\":1000000},", (i > 1 ? "," : ""), i
            printf "{\"ph\":\"X\",\"name\":\"solve\",\"pid\":1,\"tid\":%d,\"ts\":%d,\"dur\":%d}",
                i, 1e6 + 1e6 * pause, 6e6 - 1e6 * i
        }
        print "]" }'
}

# A pause of all is told by itself, and no idle worker is made of it.
test_a_pause_of_all_workers_is_told_by_itself() {
    workers_after 94 > "$scratch/start.json"
    report --only none "$scratch/start.json"
    expect_status 0
    expect_text "$report/data/findings.csv" \
        '^[a-z.-]*,note,traces-workers,"All workers were idle for 1 min 34 s \(94 % of the run\), from 1[.0-9]* s after the start: start-up'
    expect_no_text "$report/data/findings.csv" 'Workers were idle for'
    workers_after 0 > "$scratch/none.json"
    report --only none "$scratch/none.json"
    expect_no_text "$report/data/findings.csv" 'All workers were idle'
}

# What ran before goes on behind it: work had begun; one short try before it is no work yet.
test_a_pause_amid_the_work_is_no_start_up() {
    workers_after 94 | sed 's/"load"/"solve"/g' > "$scratch/amid.json"
    report --only none "$scratch/amid.json"
    expect_text "$report/data/findings.csv" '^[a-z.-]*,warn,traces-workers,"All workers were idle for 1 min 34 s .* after the start\."'
    workers_after 94 | sed 's/"load"/"solve"/g; s/"dur":1000000/"dur":10000/g' > "$scratch/try.json"
    report --only none "$scratch/try.json"
    expect_text "$report/data/findings.csv" '^[a-z.-]*,note,traces-workers,"All workers were idle .* after the start: start-up'
}

# Of B and E one is left over each, the trace is cut, and so is its gzip file.
test_damaged_chrome_trace_tells_all_that_is_wrong() {
    cat > "$scratch/odd.json" << 'END'
[{"ph":"E","ts":1000000,"pid":1,"tid":1},
{"name":"outer","ph":"B","ts":1000000,"pid":1,"tid":1},
{"name":"inner","ph":"B","ts":"2000000","pid":"1","tid":"1"},
{"ph":"E","ts":3000000,"pid":1,"tid":1},
{"ph":"E","ts":5000000,"pid":1,"tid":1},
{"name":"open","ph":"B","ts":6000000,"pid":1,"tid":1},
{"name":"bad","ph":"X","ts":1,"dur":-5,"pid":1,"tid":1},
{"name":"bad","ph":"X","dur":5,"pid":1,"tid":1},
{"name":"mark","ph":"i","ts":2500000,"pid":1,"tid":1,"s":"t"},
{"name":"get","cat":"net","id":"0xf","ph":"b","ts":1000000,"pid":1,"tid":1},
{"name":"get","cat":"net","id":"0xf","ph":"e","ts":9000000,"pid":1,"tid":2},
{"name":"odd","ph":"~","ts":1,"pid":1,"tid":1}
END
    report "$scratch/odd.json"
    expect_status 0
    expect_error 'STOP without an earlier START'
    expect_error 'START without a later STOP'
    expect_error 'odd.json:7: negative duration'
    expect_error 'odd.json:8: event has no time stamp'
    expect_error 'not shown: events of unknown phase ~: 1'
    expect_text "$report/data/not_shown.csv" ',1,not shown: events of unknown phase ~: 1$'
    expect_text "$report/data/functions.csv" '^outer,1,1,4,3,'
    expect_text "$report/data/functions.csv" '^inner,1,1,1,1,'
    expect_text "$report/data/functions.csv" '^get,1,1,8,8,'
    expect_text "$report/data/instants.csv" '^mark,process 1,thread 1,1,1.5,1.5,$'
    expect_text "$report/data/span_lanes.csv" ',1.5,1.5,,0,,1$'
    rm -r "$report"
    seq 20000 | awk '{ printf "%s{\"name\":\"f%d\",\"ph\":\"X\",\"ts\":%d,\"dur\":1}", (NR > 1 ? "," : "["), rand() * 99, $1 }' |
        gzip > "$scratch/cut.json.gz"
    head -c 60000 "$scratch/cut.json.gz" > "$scratch/cut"
    report "$scratch/cut"
    expect_status 0
    expect_error 'truncated'
    [ "$(records)" -gt 1000 ] || fail "records: $(records)"
}

# In it what looks like an event is none, so that some is read twice.
test_chrome_trace_through_a_pipe_says_the_same() {
    awk -v nested='{"x":{},"ph":"X","ts":1,"dur":1}' 'BEGIN {
        printf "["
        for (i = 0; i < 30000; i++)
            printf "%s{\"name\":\"f%d\",\"ph\":\"X\",\"ts\":%d,\"dur\":5,\"args\":{\"l\":[%s,%s,%s]}}", i ? "," : "",
                i % 7, i * 9, nested, nested, nested
    }' > "$scratch/file.json"
    mkfifo "$scratch/pipe"
    report --only none "$scratch/file.json"
    expect_status 0
    mv "$report" "$scratch/former"
    cat "$scratch/file.json" > "$scratch/pipe" &
    report --only none --input-format chrome-trace "$scratch/pipe"
    expect_status 0
    expect_silence "$err"
    cmp "$report/data/functions.csv" "$scratch/former/data/functions.csv"
    [ "$(records)" = 30000 ] || fail "records: $(records)"
}

test_broken_event_of_a_chrome_trace_is_told_with_its_line() {
    printf '%s,\n{"name":"x","ph":"X","ts":oops,"dur":1}]' "$chrome" > "$scratch/bad.json"
    report "$scratch/bad.json"
    expect_status 0
    expect_error 'bad.json:6: '
    [ "$(records)" = 5 ] || fail "records: $(records)"
}

test_object_without_events_is_refused() {
    printf '{"displayTimeUnit":"ms","traceEvents":"none"}' > "$scratch/none.json"
    report "$scratch/none.json"
    expect_status 3
    expect_error 'none.json: no list of events'
}

test_instants_count_from_the_first_call() {
    printf '[{"ph":"i","name":"tick","pid":1,"tid":1,"ts":0},{"ph":"X","name":"a","pid":1,"tid":1,"ts":2000000,"dur":9}]' \
        > "$scratch/early.json"
    report --only none --format html "$scratch/early.json"
    expect_status 0
    expect_text "$report/data/instants.csv" '^tick,process 1,thread 1,1,-2,-2,$'
}

test_a_trace_of_instants_alone_has_its_page() {
    local input=$scratch/instants.json
    echo '[{"ph":"i","ts":1000,"pid":1,"tid":1,"name":"tick"},
           {"ph":"i","ts":3000,"pid":1,"tid":1,"name":"tick"}]' > "$input"
    report "$input"
    expect_status 0
    expect_text "$report/traces.html" 'instants only, no spans'
    expect_text "$report/traces.html" 'tick'
    expect_text "$report/data/instants.csv" '^tick,process 1,thread 1,2,0,0.002,500$'
}

# 1 µs, each begun and ended, of the same moment's clock: Unix time, and since a machine's start.
test_spans_of_a_microsecond_last_a_microsecond() {
    local begin
    for begin in 1718400000000000 86400000000 0; do
        seq 0 2999 | awk -v begin="$begin" '{
            if ($1 % 3 == 0) printf "%s{\"name\":\"x\",\"ph\":\"X\",\"ts\":%.0f,\"dur\":1", ($1 ? "," : "["), begin + $1
            else printf ",{\"name\":\"b\",\"ph\":\"%s\",\"ts\":%.0f", ($1 % 3 == 1 ? "B" : "E"), begin + $1
            print ",\"pid\":1,\"tid\":1}" }' > "$scratch/short.json"
        report --only none "$scratch/short.json"
        expect_status 0
        expect_text "$report/data/functions.csv" '^x,1000,1,0\.001,0\.001,0\.5,1e-06,,,,,1e-06,1e-06,1e-06,1e-06,1e-06,'
        expect_text "$report/data/functions.csv" '^b,1000,1,0\.001,0\.001,0\.5,1e-06,,,,,1e-06,1e-06,1e-06,1e-06,1e-06,'
        expect_text "$report/data/trace_workers.csv" ',2000,2,[0-9.]+,[0-9.]+,0\.002,0\.002,0\.000999,'
    done
}

# What has no place is named.
test_counters_of_many_series_are_kept() {
    cd "$scratch" || fail "no scratch directory"
    awk 'BEGIN { print "["; for (t = 0; t < 20; t++) {
        printf "{\"name\":\"c\",\"ph\":\"C\",\"ts\":%d,\"pid\":1,\"args\":{\"s0\":%d", 1000 * t, t
        for (i = 1; i < 150; i++) printf ",\"s%d\":%d", i, t + i
        print "}}," } print "{\"name\":\"f\",\"ph\":\"X\",\"ts\":0,\"dur\":9,\"pid\":1,\"tid\":1}]" }' \
        > wide.json
    report --only none wide.json
    expect_status 0
    expect_near metrics "$(awk -F, 'NR > 1' "$report/data/job_metrics.csv" | wc -l)" 150 0
    expect_near mean "$(cell job_metrics mean c.s149)" 158.5 1e-9
    ! grep -q 'left out' "$err" || fail "$(cat "$err")"
}

test_counters_of_endless_names_are_left_out_by_name() {
    cd "$scratch" || fail "no scratch directory"
    awk 'BEGIN { print "["; for (t = 0; t < 9000; t++)
        printf "{\"name\":\"c\",\"ph\":\"C\",\"ts\":%d,\"pid\":1,\"args\":{\"s%d\":1}},\n", 1000 * t, t
        print "{\"name\":\"f\",\"ph\":\"X\",\"ts\":0,\"dur\":9,\"pid\":1,\"tid\":1}]" }' > names.json
    report --only none names.json
    expect_status 0
    # 64 and 2^22 / 9000
    expect_error '8,470 counter series left out \(8,470 values\), since there are too many: c.s530, c.s531'
    expect_error 'c.s541 and 8,458 more'
    expect_text "$report/data/not_shown.csv" '^[a-z/]*names.json,8470,"8,470 counter series left out'
    report --format html names.json
    expect_text "$report/data.html" 'Read but not shown'
    expect_text "$report/data.html" '8,470 counter series left out'
}

run_tests
