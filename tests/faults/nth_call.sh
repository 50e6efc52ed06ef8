#!/bin/bash
# The n-th failure of a call, for many n: the report that was asked for, or exit code 3 or 4 with a
# sentence and the former report whole, and nothing left behind. FEW: functions called no more often
# fail at every n; SAMPLES: at how many n the others do.
. tests/lib.sh

shim=${BUILD:-build}/faults/nth_call.so
few=${FEW:-10} samples_of_n=${SAMPLES:-3}

errno_of() { # FUNCTION
    case $1 in
        malloc | calloc | realloc | mmap) echo 12 ;; # ENOMEM
        fork | pthread_create) echo 11 ;;            # EAGAIN
        openat | opendir | fdopendir | socketpair) echo 24 ;; # EMFILE
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

# n from 1 to the number of calls: all where they are few, else evenly spread, the last one among them.
chosen() { # COUNT
    awk -v count="$1" -v few="$few" -v most="$samples_of_n" 'BEGIN {
        if (count <= few || count < most) most = count
        for (i = 1; i <= most; i++) print int(1 + (count - 1) * i / most) }'
}

# Hidden names beside a report, or in a web directory those that are of no use to it.
nothing_is_left() {
    [ -z "$(find "$scratch" -maxdepth 1 -name '.report*')" ] &&
        [ -z "$(find "$scratch/report" -maxdepth 1 -name '.jobreport-*' ! -name .jobreport-lock \
            ! -name .jobreport-reports.json)" ]
}

# What a publisher keeps for itself has inodes and times in it.
is_same() { # TREE [SUBDIRECTORY]
    diff -rq -x .jobreport-lock -x .jobreport-reports.json "$1${2:+/$2}" \
        "$scratch/report${2:+/$2}" > "$difference" 2>&1
}

is_former_or_new() { # [SUBDIRECTORY]
    is_same "$scratch/former" "$@" || is_same "$scratch/new" "$@"
}

# In a web directory reports change one after the other, and the index last.
each_part_is_whole() {
    local part
    [ -e "$scratch/report/index.json" ] || return 1
    for part in "$scratch/report"/*; do
        is_former_or_new "${part##*/}" || return 1
    done
}

expect_next_run_mends() { # COMMAND…
    run "$@"
    expect_status 0
    is_same "$scratch/new" || fail "the next run makes another report: $(head -3 "$difference")"
}

check_outcome() { # FUNCTION N COMMAND…
    local what=$1:$2 ended=$status
    shift 2
    [ "$ended" -ge 3 ] && [ "$ended" -le 4 ] || [ "$ended" = 0 ] || fail "$what: $(what_it_said)"
    [ "$ended" = 0 ] || [ -s "$err" ] || fail "$what ends with $ended without a word"
    if ! eventually 2 nothing_is_left; then # the next run takes away what could not be
        expect_next_run_mends "$@"
        nothing_is_left || fail "$what leaves $(ls -A "$scratch" "$scratch/report")"
    elif [ "$ended" = 0 ]; then
        is_same "$scratch/new" || fail "$what is taken for success: $(head -3 "$difference")"
    elif ! is_former_or_new; then
        each_part_is_whole || fail "$what leaves neither report: $(head -3 "$difference")"
        expect_next_run_mends "$@"
    fi
}

start_again() {
    is_same "$scratch/former" && return
    rm -rf "$scratch/report"
    cp -a "$scratch/former" "$scratch/report"
}

# What is at $report before is $scratch/former, what a run without a fault makes $scratch/new.
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
reading='open openat read fdopendir lstat fstatat readlink realpath'
looking='opendir readdir stat fstat' # with figures fontconfig takes another font where these fail
writing='write close fsync mkdir mkdirat rename renameat renameat2 linkat unlink unlinkat flock'
processes='fork socketpair pthread_create'
files="$reading $writing"

# One figure: what fails for one fails for all.
report_faults() { # FIGURE FUNCTIONS INPUT…
    local figure=$1 functions=$2
    shift 2
    need_shim
    report --only none --title Former "$examples/archive-12-nodes"
    expect_status 0
    each_fault "$functions" "$JOBREPORT" --jobs 2 --only "$figure" --format html \
        -o "$scratch/report" "$@"
}

test_memory_runs_out_for_nodes() {
    report_faults 'cpu*' "$memory" "$examples/archive-12-nodes"
}

test_reading_fails_for_nodes() {
    report_faults cpu_load_per_node "$reading" "$examples/archive-12-nodes"
}

test_names_cannot_be_looked_up_for_nodes() {
    report_faults none "$looking" "$examples/archive-12-nodes"
}

test_writing_fails_for_nodes() {
    report_faults cpu_load_per_node "$writing $processes" "$examples/archive-12-nodes"
}

# Every one: the former report is known by files that may not open for a moment.
test_directories_cannot_be_opened() {
    few=400 report_faults none openat "$examples/archive-12-nodes"
}

test_anything_fails_for_compressed_tasks() {
    mkdir "$scratch/tasks"
    gzip -c "$examples/campaign-568-tasks/tasks.csv" > "$scratch/tasks/tasks.csv.gz"
    report_faults task_hours "$memory $reading $processes" "$scratch/tasks"
}

test_anything_fails_for_a_trace() {
    report_faults span_lanes "$memory $reading $processes" "$examples/dask-2-hosts"
}

test_anything_fails_for_replot() {
    need_shim
    report --only cpu_load_per_node --format html "$examples/archive-12-nodes"
    expect_status 0
    each_fault "$memory $files $processes" "$JOBREPORT" replot --jobs 2 --title New "$report"
}

# The report of a job is replaced beside that of another, whose entry in the index must stay.
publish_faults() { # FUNCTIONS
    need_shim
    run "$JOBREPORT" -q --only none --format html -o "$scratch/old" "$examples/archive-12-nodes"
    run "$JOBREPORT" -q --only none --format html --job-id 2 -o "$scratch/other" \
        "$examples/archive-12-nodes"
    run "$JOBREPORT" -q --only none --format html --title New -o "$scratch/next" \
        "$examples/archive-12-nodes"
    run "$JOBREPORT" publish -q "$scratch/old" "$scratch/other" "$scratch/report"
    expect_status 0
    each_fault "$1" "$JOBREPORT" publish "$scratch/next" "$scratch/report"
}

test_anything_fails_for_publish() {
    publish_faults "$memory $files $looking pthread_create"
}

test_files_cannot_be_opened_for_publish() {
    few=200 publish_faults 'openat fstat'
}

run_tests
