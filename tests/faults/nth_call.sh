#!/bin/bash
# The n-th failure of a call, for many n: the report that was asked for, or exit code 3 or 4 with a
# sentence and the former report whole, and nothing left behind. SAMPLES: how many n per function.
. tests/lib.sh

shim=${BUILD:-build}/faults/nth_call.so
samples_of_n=${SAMPLES:-8}

errno_of() { # FUNCTION
    case $1 in
        malloc | calloc | realloc | mmap) echo 12 ;; # ENOMEM
        fork | pthread_create) echo 11 ;;            # EAGAIN
        openat | opendir | socketpair) echo 24 ;;    # EMFILE
        *) echo 5 ;;                                 # EIO
    esac
}

need_shim() {
    [ -e "$shim" ] || skip "no $shim"
    ! ldd "$JOBREPORT" | grep -q -e asan -e ubsan || skip "no library can be loaded before the sanitizer"
    shim=$(realpath "$shim")
}

with_fault() { # FUNCTION N COMMAND…
    local fault=$1:$2:$(errno_of "$1")
    shift 2
    run timeout 60 env LD_PRELOAD="$shim" FAULT="$fault" FAULT_COUNT="$scratch/count" "$@"
}

# n from 1 to the number of calls, all or evenly spread, the last one among them.
chosen() { # COUNT
    awk -v count="$1" -v most="$samples_of_n" 'BEGIN {
        if (count <= most) most = count
        for (i = 1; i <= most; i++) print int(1 + (count - 1) * i / most) }'
}

nothing_is_left() {
    [ -z "$(find "$scratch" -maxdepth 1 -name '.report*')" ]
}

is_same() { # TREE
    diff -rq "$1" "$scratch/report" > "$difference" 2>&1
}

check_outcome() { # FUNCTION N COMMAND…
    [ "$status" -ge 3 ] && [ "$status" -le 4 ] || [ "$status" = 0 ] ||
        fail "$1:$2: $(what_it_said)"
    if [ "$status" = 0 ] && ! nothing_is_left; then
        run "${@:3}" # a former report that could not be taken away is, by the next run
        expect_status 0
    fi
    eventually 2 nothing_is_left || fail "$1:$2 leaves $(ls -A "$scratch")"
    if [ "$status" = 0 ]; then
        is_same "$scratch/new" || fail "$1:$2 is taken for success: $(head -3 "$difference")"
    else
        [ -s "$err" ] || fail "$1:$2 ends with $status without a word"
        is_same "$scratch/former" || is_same "$scratch/new" ||
            fail "$1:$2 leaves neither report: $(head -3 "$difference")"
    fi
}

start_again() {
    rm -rf "$scratch/report"
    cp -a "$scratch/former" "$scratch/report"
}

# What stands at $report before is $scratch/former, what a run without a fault makes $scratch/new.
each_fault() { # FUNCTIONS COMMAND…
    local function n functions=$1 seen=0
    shift
    cp -a "$scratch/report" "$scratch/former"
    run "$@"
    expect_status 0
    cp -a "$scratch/report" "$scratch/new"
    for function in $functions; do
        start_again
        with_fault "$function" 0 "$@"
        expect_status 0
        is_same "$scratch/new" || fail "watching $function changes the report"
        for n in $(chosen "$(cat "$scratch/count")"); do
            start_again
            with_fault "$function" "$n" "$@"
            check_outcome "$function" "$n" "$@"
            seen=$((seen + 1))
        done
    done
    [ $seen -ge 4 ] || fail "only $seen faults"
}

memory='malloc calloc realloc mmap'
files='open read write opendir fsync mkdir'
processes='fork socketpair pthread_create rename'

report_faults() { # FUNCTIONS INPUT…
    local functions=$1
    shift
    need_shim
    report --only none --title Former "$examples/archive-12-nodes"
    expect_status 0
    each_fault "$functions" "$JOBREPORT" --jobs 2 --only 'cpu*,task*,event*' --format html \
        -o "$scratch/report" "$@"
}

test_memory_runs_out_for_nodes() {
    report_faults "$memory" "$examples/archive-12-nodes"
}

test_files_fail_for_nodes() {
    report_faults "$files" "$examples/archive-12-nodes"
}

test_processes_fail_for_nodes() {
    report_faults "$processes" "$examples/archive-12-nodes"
}

test_anything_fails_for_compressed_tasks() {
    mkdir "$scratch/tasks"
    gzip -c "$examples/campaign-568-tasks/tasks.csv" > "$scratch/tasks/tasks.csv.gz"
    report_faults "$memory $files $processes" "$scratch/tasks"
}

test_anything_fails_for_a_trace() {
    report_faults "$memory $files $processes" "$examples/dask-2-hosts"
}

test_anything_fails_for_replot() {
    need_shim
    report --only 'cpu*' --format html "$examples/archive-12-nodes"
    expect_status 0
    each_fault "$memory $files $processes" "$JOBREPORT" replot --jobs 2 --title New "$report"
}

run_tests
