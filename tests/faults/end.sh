#!/bin/bash
# Runs that are ended from outside, or for want of memory or threads: the former report or the new
# one, whole, and soon nothing else.
. tests/lib.sh

no_litter() {
    [ -z "$(find "$scratch" -maxdepth 1 -name '.report*')" ]
}

# $former and $new are the only states in which the report may be found.
expect_former_or_new() {
    eventually 10 no_litter || fail "left behind: $(ls -A "$scratch")"
    diff -rq "$former" "$report" > /dev/null || diff -rq "$new" "$report" > /dev/null ||
        fail "neither the former report nor the new one:" "$(diff -rq "$new" "$report" | head -5)"
}

make_both() {
    report=$scratch/report former=$scratch/former new=$scratch/new
    run "$JOBREPORT" --jobs 2 -o "$new" "$examples/matmul-4-nodes"
    expect_status 0
    report "$examples/archive-12-nodes"
    expect_status 0
    cp -a "$report" "$former"
}

now_ms() {
    local now=${EPOCHREALTIME/[.,]/}
    echo $((now / 1000))
}

milliseconds_of_a_run() {
    local start
    start=$(now_ms)
    "$JOBREPORT" --jobs 2 -o "$scratch/other" "$examples/matmul-4-nodes" > /dev/null
    echo $(($(now_ms) - start))
}

# At 20 moments spread over a run and a little beyond.
end_at_many_moments() { # SIGNAL
    local whole moment ended=0 process
    make_both
    whole=$(milliseconds_of_a_run)
    rm -rf "$scratch/other"
    for moment in $(seq 20); do
        "$JOBREPORT" --jobs 2 -o "$report" "$examples/matmul-4-nodes" > "$out" 2> "$err" &
        process=$!
        sleep "$(awk -v part="$moment" -v whole="$whole" 'BEGIN { print part * whole / 18000 }')"
        kill "-$1" $process 2> /dev/null && ended=$((ended + 1))
        wait $process 2> /dev/null
        status=$?
        expect_former_or_new
        if ! diff -rq "$former" "$report" > /dev/null; then
            rm -rf "$report"
            cp -a "$former" "$report"
        fi
    done
    [ $ended -ge 5 ] || fail "only $ended runs were ended"
}

test_killed_at_any_moment() {
    end_at_many_moments KILL
}

test_terminated_at_any_moment() {
    end_at_many_moments TERM
}

test_termination_is_said_and_ends_badly() {
    make_both
    mkfifo "$scratch/slow"
    "$JOBREPORT" -o "$report" "$scratch/slow" > "$out" 2> "$err" &
    local process=$!
    exec 9> "$scratch/slow"
    sleep 0.1
    kill -TERM $process
    status=0
    wait $process || status=$?
    exec 9>&-
    [ "$status" = 143 ] || [ "$status" = 4 ] || fail "$(what_it_said)"
    rm "$scratch/slow"
    expect_same "$former" "$report"
    eventually 10 no_litter || fail "left behind: $(ls -A "$scratch")"
}

# What the system sends when a page of a mapped input is no longer in its file.
test_input_that_became_shorter_is_said() {
    make_both
    mkfifo "$scratch/slow"
    "$JOBREPORT" -o "$report" "$scratch/slow" > "$out" 2> "$err" &
    local process=$!
    exec 9> "$scratch/slow"
    sleep 0.1
    kill -BUS $process
    status=0
    wait $process || status=$?
    exec 9>&-
    expect_status 3
    expect_error 'became shorter'
    rm "$scratch/slow"
    expect_same "$former" "$report"
    eventually 10 no_litter || fail "left behind: $(ls -A "$scratch")"
}

test_no_process_stays_behind() {
    need pgrep
    make_both
    "$JOBREPORT" --jobs 2 -o "$report" examples/matmul-4-nodes > "$out" 2> "$err" &
    local process=$! session
    sleep 0.1
    kill -KILL $process
    wait $process 2> /dev/null
    nobody_left() {
        ! pgrep -f -- "-o $report examples" > /dev/null
    }
    eventually 2 nobody_left || fail "processes are left"
}

# Address space from too little for anything to more than enough.
test_too_little_memory_is_said() {
    local limit small made=0 refused=0
    make_both
    for small in 20 30 40 60 80; do # below this the program cannot even be loaded
        (ulimit -v $((small * 1024)) && "$JOBREPORT" --version) > /dev/null 2>&1 && break
    done
    for limit in $small $((small + 5)) $((small + 10)) $((small + 20)) $((small + 30)) \
        $((small + 45)) $((small + 60)) $((small + 80)) $((small + 110)) $((small + 150)) \
        $((small + 250)) $((small + 500)) $((small + 2000)); do
        status=0
        (ulimit -v $((limit * 1024)) && exec timeout 60 "$JOBREPORT" --jobs 2 -o "$report" \
            "$examples/matmul-4-nodes") > "$out" 2> "$err" || status=$?
        [ "$status" != 124 ] || fail "with $limit MiB it hangs: $(what_it_said)"
        expect_former_or_new
        if [ "$status" = 0 ]; then
            expect_same "$new" "$report"
            rm -rf "$report"
            cp -a "$former" "$report"
            made=$((made + 1))
        else
            [ "$status" = 4 ] || fail "with $limit MiB: $(what_it_said)"
            expect_error '[Mm]emory'
            expect_same "$former" "$report"
            refused=$((refused + 1))
        fi
    done
    [ $made -ge 1 ] && [ $refused -ge 1 ] || fail "made $made, refused $refused"
}

# Several processes draw, and lack memory at the same time.
test_too_little_memory_is_said_once() {
    local limit refused=0
    for limit in $(seq 100 5 180); do
        status=0
        (ulimit -v $((limit * 1024)) && exec timeout 60 "$JOBREPORT" --jobs 4 -o "$scratch/report" \
            "$examples/campaign-568-tasks") > "$out" 2> "$err" || status=$?
        [ "$status" = 0 ] || refused=$((refused + 1))
        [ "$(grep -c 'former report' "$err")" -le 1 ] || fail "with $limit MiB: $(what_it_said)"
    done
    [ $refused -ge 1 ] || skip "there is always enough"
}

# A program whose templates lack what it was built for: that it is a bug is all that is said, not
# that there would be too little memory.
test_a_bug_is_said_to_be_one() {
    local jobs
    mkdir "$scratch/program" "$scratch/program/build"
    cp "$JOBREPORT" "$scratch/program/build/jobreport"
    cp -r plots templates fonts "$scratch/program"
    sed -i 's/^  "nodes.idle"/  "nodes.other"/' "$scratch/program/templates/findings.json"
    for jobs in 1 2; do
        run bash -c "ulimit -c 0; exec '$scratch/program/build/jobreport' --jobs $jobs -o '$scratch/report' '$examples/archive-12-nodes'"
        [ "$status" -gt 3 ] || fail "ends with $status"
        expect_error 'this is a bug, at .*: templates/findings.json has no rule or phrase nodes.idle'
        expect_no_text "$err" 'memory'
        [ "$(wc -l < "$err")" = 1 ] || fail "more than a sentence: $(cat "$err")"
        expect_silence "$out"
        eventually 10 no_litter || fail "left behind: $(ls -A "$scratch")"
    done
}

test_file_size_limit_is_said() {
    make_both
    status=0
    (ulimit -f 20 && exec "$JOBREPORT" --jobs 2 -o "$report" "$examples/matmul-4-nodes") \
        > "$out" 2> "$err" || status=$?
    expect_status 4
    expect_error 'File too large'
    expect_former_or_new
    expect_same "$former" "$report"
}

test_a_small_stack_is_enough() {
    local limit input
    for input in matmul-4-nodes campaign-568-tasks dask-2-hosts; do
        report --jobs 2 "$examples/$input"
        for limit in 64 256; do
            status=0
            (ulimit -s $limit && exec "$JOBREPORT" --jobs 2 -o "$scratch/small" "$examples/$input") \
                > "$out" 2> "$err" || status=$?
            expect_status 0
            expect_same "$report" "$scratch/small"
            rm -rf "$scratch/small"
        done
    done
}

# Of the program, and in one line of its own.
test_too_few_open_files_is_said() {
    local limit
    make_both
    for limit in 5 6 8 10 12; do
        status=0
        (ulimit -n $limit && exec "$JOBREPORT" --jobs 2 -o "$report" "$examples/matmul-4-nodes") \
            > "$out" 2> "$err" || status=$?
        [ "$status" = 0 ] || [ "$status" = 4 ] || [ "$status" = 3 ] || fail "$(what_it_said)"
        [ "$status" = 0 ] || no_litter || fail "with $limit left: $(ls -A "$scratch")"
        grep -v '^jobreport: ' "$err" && fail "with $limit it said more than one sentence"
        expect_former_or_new
    done
}

test_two_runs_at_once_for_one_target() {
    make_both
    "$JOBREPORT" -o "$report" "$examples/matmul-4-nodes" > /dev/null 2>&1 &
    local first=$! status=0
    "$JOBREPORT" -o "$report" "$examples/matmul-4-nodes" > "$out" 2> "$err" || status=$?
    wait $first || fail "the first run ends with $?"
    [ $status = 0 ] || fail "the second run ends with $status"
    expect_same "$new" "$report"
    eventually 10 no_litter || fail "left behind: $(ls -A "$scratch")"
}

# In two containers with one host name, processes have the same numbers and know nothing of each
# other.
test_two_runs_at_once_in_two_containers() {
    local round ended
    unshare -pf --mount-proc true 2> /dev/null || skip "no process namespaces"
    make_both
    for round in $(seq 6); do
        rm -rf "$report"
        unshare -pf --mount-proc "$JOBREPORT" -q --jobs 1 -o "$report" "$examples/matmul-4-nodes" \
            2> "$scratch/said" &
        ended=$!
        sleep "0.0$((round * 2 % 10))"
        status=0
        unshare -pf --mount-proc "$JOBREPORT" -q --jobs 1 -o "$report" \
            "$examples/archive-12-nodes" > "$out" 2> "$err" || status=$?
        wait $ended || fail "the first run ends with $?: $(cat "$scratch/said")"
        expect_status 0
        diff -rq "$report/data" "$new/data" > /dev/null ||
            diff -rq "$report/data" "$former/data" > /dev/null || fail "neither of the two"
        python3 - "$report" << 'END' || fail "torn"
import json, os, sys
top = sys.argv[1]
files = json.load(open(top + "/data/manifest.json"))["files"]
there = sorted(os.path.relpath(os.path.join(d, f), top) for d, _, names in os.walk(top) for f in names)
assert there == sorted(files), set(there) ^ set(files)
END
        eventually 10 no_litter || fail "left behind: $(ls -A "$scratch")"
    done
}

note_and_inputs_are_there() {
    [ "$(cat "$report/NOTES.md" "$report/data/mine.csv" "$report/inputs/meta.json" 2>&1)" = \
        $'mine\nmine\nmine' ]
}

# Killed at each call that changes a directory: the note is never gone, and the directory at most
# until the watcher or, when that was killed too, the next run has put it in its place.
test_what_is_beside_a_report_outlives_a_kill() {
    need strace
    local call number ended
    strace -f -q -o "$scratch/calls" -e inject=getuid:signal=KILL:when=1 true > "$out" 2>&1 ||
        skip "strace cannot inject"
    report --only none --format html "$examples/archive-12-nodes"
    mkdir "$report/inputs"
    for number in NOTES.md data/mine.csv inputs/meta.json; do
        echo mine > "$report/$number"
    done
    for call in linkat rename renameat2 unlinkat flock; do
        for number in $(seq 30); do
            status=0
            strace -f -q -o "$scratch/calls" -e "trace=$call" \
                -e "inject=$call:signal=KILL:when=$number" \
                "$JOBREPORT" -q --jobs 1 --only none --format html -o "$report" \
                "$examples/matmul-4-nodes" > "$out" 2> "$err" || status=$?
            ended=$status
            [ "$(cat "$report/NOTES.md" "$report/data/mine.csv")" = $'mine\nmine' ] ||
                fail "$call $number: a note is gone"
            expect_file "$report/index.html" "$report/data/manifest.json"
            if ! eventually 10 no_litter; then
                run "$JOBREPORT" -q --only none --format html -o "$report" \
                    "$examples/matmul-4-nodes"
                expect_status 0
                no_litter || fail "$call $number: left behind: $(ls -A "$scratch")"
            fi
            note_and_inputs_are_there || fail "$call $number: $(ls -R "$report" | head -40)"
            [ $ended = 137 ] || break
        done
        [ $ended = 0 ] && [ "$number" -gt 1 ] || [ "$number" = 30 ] || fail "$call: $(what_it_said)"
    done
}

# As a user who runs nothing else: limits of processes count all that a user runs, and none of root's.
run_with_few_processes() { # LIMIT JOBS
    run setpriv --reuid=54321 --regid=54321 --clear-groups bash -c \
        "ulimit -u $1 && exec timeout 60 '$scratch/open/build/jobreport' --jobs $2 \
        -o '$scratch/open/report-$1' '$scratch/open/matmul-4-nodes'"
}

# A copy, since other users may not enter where the checkout is.
open_program_to_others() {
    chmod go+x "$(dirname "$scratch")" "$scratch"
    mkdir -m 777 "$scratch/open"
    mkdir "$scratch/open/build"
    cp "$JOBREPORT" "$scratch/open/build/jobreport"
    cp -r plots templates fonts "$examples/matmul-4-nodes" "$scratch/open"
    chmod -R go+rX "$scratch/open"
}

test_few_processes_are_enough() {
    local limit
    [ "$(id -u)" = 0 ] || skip 'not root'
    need setpriv
    open_program_to_others
    run_with_few_processes 1000 2
    expect_status 0
    for limit in 8 12 20; do
        run_with_few_processes $limit 4
        expect_status 0
    done
    run_with_few_processes 3 2
    expect_status 4
    expect_error 'text cannot be drawn: too few threads can be started'
}

# Where all may write, another user can make files that look like those of a run that was killed.
test_nothing_of_other_users_gets_into_a_report() {
    [ "$(id -u)" = 0 ] || skip 'not root'
    need setpriv
    chmod go+x "$(dirname "$scratch")" "$scratch"
    mkdir -m 1777 "$scratch/all"
    run "$JOBREPORT" -q --format html --only none -o "$scratch/all/r" "$examples/matmul-4-nodes"
    expect_status 0
    setpriv --reuid=54321 --regid=54321 --clear-groups bash -c "
        cd '$scratch/all'
        touch .r.jobreport-$(hostname)-1.lock
        mkdir -p .r.jobreport-$(hostname)-1.ready/data
        echo x > .r.jobreport-$(hostname)-1.ready/data/planted" || fail 'nothing planted'
    run "$JOBREPORT" -q --format html --only none -o "$scratch/all/r" "$examples/matmul-4-nodes"
    expect_status 0
    expect_absent "$scratch/all/r/data/planted"
    expect_file "$scratch/all/.r.jobreport-$(hostname)-1.ready/data/planted"
}

run_tests
