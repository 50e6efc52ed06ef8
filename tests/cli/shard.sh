#!/bin/bash
# Campaigns in shards, run by the engines that people have: make, Makeflow with Work Queue, Slurm.
. tests/lib.sh
. tests/slurm.sh

# The example in nine files, each task with all of its attempts in one; two have hostile names.
make_inputs() {
    mkdir -p "$scratch/in/step 1"
    awk -F, -v directory="$scratch/in/step 1" '
        NR == 1 { for (i = 0; i < 9; i++) print > (directory "/tasks-" i ".csv"); next }
        { print > (directory "/tasks-" ($3 * 7 + length($2)) % 9 ".csv") }' \
        "$examples/campaign-568-tasks/tasks.csv"
    cd "$scratch/in/step 1" || fail "no inputs"
    mv tasks-3.csv '$(touch pwned); `touch pwned` it'\''s "q" #%&*
-x.csv' || fail "no inputs"
    mv tasks-4.csv $'b\xff $(PARTS).csv' || fail "no inputs"
    cd "$checkout" || fail "no checkout"
}

shard() { # ENGINE DIRECTORY [OPTION]…
    local engine=$1 directory=$2
    shift 2
    make_inputs
    run "$JOBREPORT" shard "--$engine" --shards 4 --output "$directory" "$@" "$scratch/in"
    expect_status 0
}

# What one machine makes of the same inputs.
expect_whole_report() { # DIRECTORY
    run "$JOBREPORT" summarize --quiet --output "$scratch/all.part" "$(realpath "$scratch/in")"
    expect_status 0
    run "$JOBREPORT" merge --quiet --expect "$1/inputs.list" --output "$scratch/whole" "$scratch/all.part"
    expect_status 0
    expect_same "$scratch/whole" "$1/report"
    [ -z "$(find "$scratch" "$checkout" -maxdepth 4 -name pwned)" ] || fail "a name was run"
}

# Fails for one shard.
failing_program() {
    printf '%s\n' '#!/bin/sh' "case \"\$*\" in *0002.list*) echo out of luck >&2; exit 3 ;; esac" \
        "exec '$JOBREPORT' \"\$@\"" > "$scratch/program"
    chmod +x "$scratch/program"
}

# ---- make ----

test_make_runs_shards_with_hostile_names() {
    need make
    shard make "$scratch/shards"
    run make -C "$scratch/shards" -j 2
    expect_status 0
    expect_whole_report "$scratch/shards"
}

# A program that fails for one shard says so; the others make the report, which names the inputs.
# Once it works, make makes what is missing.
test_failed_shards_are_named_and_made_again() {
    need make
    shard make "$scratch/shards"
    failing_program
    run env JOBREPORT="$scratch/program" make -C "$scratch/shards"
    expect_status 0
    expect_error 'shard 0002 failed \(exit code 3\)'
    expect_error 'out of luck'
    expect_error 'shard 0002 has no part'
    expect_text "$scratch/shards/report/data/findings.csv" '[23] of 9 inputs are missing from the report'
    run make -C "$scratch/shards"
    expect_status 0
    expect_whole_report "$scratch/shards"
}

test_reading_options_reach_the_shards() {
    need make
    shard make "$scratch/shards" --small-memory 1GB --mapping "task=it's"
    expect_text "$scratch/shards/summarize-shard" "--small-memory '1GB' --mapping 'task=it'\\\\''s'"
}

test_what_is_there_is_not_touched() {
    mkdir "$scratch/shards"
    make_inputs
    run "$JOBREPORT" shard --make --output "$scratch/shards" "$scratch/in"
    expect_status 4
    expect_error 'is there already'
    run "$JOBREPORT" shard --make --slurm --output "$scratch/new" "$scratch/in"
    expect_status 2
    expect_error 'one of --make, --slurm and --makeflow'
}

test_a_directory_that_cannot_be_written_leaves_nothing() {
    make_inputs
    run bash -c 'ulimit -f 0; exec "$0" shard --make --shards 4 --output "$1" "$2"' "$JOBREPORT" \
        "$scratch/shards" "$scratch/in"
    expect_status 4
    [ ! -e "$scratch/shards" ] || fail "left behind: $(ls "$scratch/shards")"
    run "$JOBREPORT" shard --make --shards 4 --output "$scratch/shards" "$scratch/in"
    expect_status 0
}

# ---- Makeflow ----

# Tasks wait, so that a worker can be ended amid one.
slow_program() {
    printf '%s\n' '#!/bin/sh' "echo \"\$WORKER\" >> '$scratch/began'" 'sleep 1' \
        "exec '$JOBREPORT' \"\$@\"" > "$scratch/program"
    chmod +x "$scratch/program"
}

start_worker() { # NAME PORT
    WORKER=$1 JOBREPORT=$scratch/program setsid work_queue_worker --cores 1 --timeout 60 \
        --workdir "$scratch" localhost "$2" > "$scratch/shardser-$1.log" 2>&1 &
    daemons+=($!)
}

has_begun() { # WORKER
    grep -qx "$1" "$scratch/began"
}

test_makeflow_survives_the_end_of_a_worker() {
    need makeflow work_queue_worker setsid
    local name victim
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    trap end_daemons EXIT
    shard makeflow "$scratch/shards"
    slow_program
    (cd "$scratch/shards" && exec makeflow -T wq -p 0 -Z "$scratch/port" > "$scratch/makeflow.log" 2>&1) &
    local makeflow=$!
    daemons+=("$makeflow")
    await 20 test -s "$scratch/port" || skip "makeflow does not start: $(tail -1 "$scratch/makeflow.log")"
    for name in one two three; do
        start_worker "$name" "$(cat "$scratch/port")"
    done
    await 30 has_begun one || skip "the worker does not start: $(tail -1 "$scratch/shardser-one.log")"
    victim=${daemons[1]}
    kill -KILL -- "-$victim" || fail "the worker is not there"
    await 60 test -s "$scratch/shards/report/index.html" ||
        fail "no report: $(tail -5 "$scratch/makeflow.log")"
    wait "$makeflow" || fail "makeflow failed: $(tail -5 "$scratch/makeflow.log")"
    grep -qx 'two\|three' "$scratch/began" || fail "no other worker ran anything"
    [ "$(wc -l < "$scratch/began")" -ge 5 ] || fail "what the worker had was not run again"
    expect_whole_report "$scratch/shards"
}

# A shard that fails does not keep the others from being merged, and is run again next time.
test_makeflow_repeats_a_failed_shard() {
    need makeflow
    shard makeflow "$scratch/shards"
    failing_program
    cd "$scratch/shards" || fail "no shards"
    run env JOBREPORT="$scratch/program" makeflow -T local
    expect_status 0
    expect_text report.log 'shard 0002 has no part'
    expect_text report/data/findings.csv '[23] of 9 inputs are missing from the report'
    run makeflow -T local
    expect_status 0
    cd "$checkout" || fail "no checkout"
    expect_whole_report "$scratch/shards"
}

# ---- Slurm ----

# A shard that fails ends its job, not the one that merges.
test_slurm_runs_an_array_and_merges_after_it() {
    start_slurm
    shard slurm "$scratch/shards"
    run "$scratch/shards/submit" --time 5
    expect_status 0
    await 90 no_job_is_left || fail "jobs are left: $(squeue)"
    expect_whole_report "$scratch/shards"
    rm -r "$scratch/shards/report" "$scratch/shards/parts/0003.part"
    printf x > "$scratch/shards/shards/0003.list"
    run "$scratch/shards/submit" --time 5
    expect_status 0
    await 90 no_job_is_left || fail "jobs are left: $(squeue)"
    expect_text "$scratch/shards/parts/slurm-3.out" 'shard 0003 failed'
    expect_text "$scratch/shards/report.log" 'shard 0003 has no part'
    expect_text "$scratch/shards/report/data/findings.csv" 'missing from the report'
}

run_tests
