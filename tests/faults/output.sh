#!/bin/bash
# What cannot be written: the right exit code, one sentence, the former report, no litter.
. tests/lib.sh

# A small file system at $disk that goes away with the test.
mount_disk() { # OPTIONS
    disk=$scratch/disk
    [ "$(id -u)" = 0 ] || skip "needs root"
    mkdir -p "$disk"
    mount -t tmpfs -o "$1" none "$disk" 2> /dev/null || skip "cannot mount"
    trap 'umount -l "$disk"' EXIT
}

expect_one_sentence() {
    [ "$(grep -c . "$err")" -le 2 ] || fail "too many words"$'\n'"$(what_it_said)"
}

report_on_disk() {
    run timeout 120 "$JOBREPORT" --jobs 2 -o "$disk/report" "$examples/matmul-4-nodes"
}

# From far too small to large enough: made whole, or said and nothing left.
test_full_disk_at_every_stage() {
    local size made=0 refused=0
    report "$examples/matmul-4-nodes"
    expect_status 0
    mount_disk size=16m
    for size in 8 32 64 120 200 300 400 500 600 700 800 900 1000 1200 1400 1800 2400 16000; do
        mount -o "remount,size=${size}k" "$disk"
        report_on_disk
        if [ "$status" = 0 ]; then
            expect_same "$report" "$disk/report"
            made=$((made + 1))
        else
            expect_status 4
            expect_error 'No space left'
            expect_one_sentence
            expect_only "$disk"
            refused=$((refused + 1))
        fi
        rm -rf "$disk"/*
    done
    [ $made -ge 1 ] && [ $refused -ge 4 ] || fail "made $made, refused $refused"
}

test_disk_that_fills_up_keeps_the_former_report() {
    mount_disk size=16m
    report_on_disk
    expect_status 0
    cp -a "$disk/report" "$scratch/former"
    mount -o "remount,size=$(($(du -sk "$disk" | cut -f1) + 100))k" "$disk"
    report_on_disk
    expect_status 4
    expect_error 'No space left'
    expect_only "$disk" report
    expect_same "$scratch/former" "$disk/report"
}

test_disk_without_room_for_another_file() {
    mount_disk size=16m,nr_inodes=12
    report_on_disk
    expect_status 4
    expect_error 'No space left'
    expect_only "$disk"
}

test_read_only_disk() {
    mount_disk size=16m
    report_on_disk
    cp -a "$disk/report" "$scratch/former"
    mount -o remount,ro "$disk"
    report_on_disk
    expect_status 4
    expect_error 'Read-only'
    expect_same "$scratch/former" "$disk/report"
}

test_parent_that_may_not_be_written() {
    mkdir "$scratch/locked"
    chmod 555 "$scratch/locked"
    run_without_privileges "$JOBREPORT" -o "$scratch/locked/report" "$examples/archive-12-nodes"
    expect_status 4
    expect_error 'Permission denied'
    expect_one_sentence
    expect_only "$scratch/locked"
}

# Where a file is in the way of one of them, none is made.
test_parents_that_cannot_be_made() {
    mkdir "$scratch/there"
    echo words > "$scratch/there/file"
    run "$JOBREPORT" -o "$scratch/there/file/such/report" "$examples/archive-12-nodes"
    expect_status 4
    expect_error 'there/file'
    expect_one_sentence
    expect_text "$scratch/there/file" '^words$'
    [ "$(ls -A "$scratch/there")" = file ] || fail "something was left there"
}

test_target_that_is_no_report() {
    mkdir "$scratch/thesis"
    echo words > "$scratch/thesis/chapter"
    run "$JOBREPORT" -o "$scratch/thesis" "$examples/archive-12-nodes"
    expect_status 4
    expect_error 'thesis is not empty and holds no report of jobreport: choose another directory with -o'
    expect_one_sentence
    expect_only "$scratch/thesis" chapter
    run "$JOBREPORT" -o "$scratch/thesis/chapter" "$examples/archive-12-nodes"
    expect_status 4
    expect_only "$scratch" thesis
}

# Nobody is told to remove a report because it cannot be looked at now.
test_a_report_that_cannot_be_looked_at_is_not_called_something_else() {
    local report="$scratch/report" reason
    need strace
    report --only none --format html "$examples/archive-12-nodes"
    expect_status 0
    for reason in EIO ENOMEM EACCES; do
        run strace -f -qq -o "$scratch/calls" -e trace=read \
            -e "inject=read:error=$reason" -P "$report/data/manifest.json" \
            "$JOBREPORT" --only none --format html -o "$report" "$examples/matmul-4-nodes"
        grep -q INJECTED "$scratch/calls" || skip "strace cannot inject"
        expect_status 4
        expect_error 'cannot be replaced: cannot determine whether it is a report of jobreport'
        expect_no_text "$err" 'remove'
        expect_text "$report/index.html" 731200
    done
}

test_targets_that_are_right_in_odd_ways() {
    cd "$scratch" || fail cd
    mkdir empty far
    ln -s far/report link
    run "$JOBREPORT" --only none -o empty/ "$examples/archive-12-nodes"
    expect_status 0
    run "$JOBREPORT" --only none -o link "$examples/archive-12-nodes"
    expect_status 0
    [ -L link ] || fail "the link was replaced"
    expect_same empty far/report
    mkdir here
    cd here || fail cd
    run "$JOBREPORT" --only none -o . "$examples/archive-12-nodes"
    expect_status 0
    expect_error 'here, the current directory, was replaced: enter it again \(cd .*here\)'
    expect_same ../empty ../here
}

# What is mounted can be neither replaced nor moved: refused before anything is changed.
test_mount_points_are_refused() {
    mount_disk size=16m
    run "$JOBREPORT" --only none -o "$disk" "$examples/archive-12-nodes"
    expect_status 4
    expect_error 'disk is a mount point, which cannot be replaced: choose a directory in it \(-o .*disk/report\)'
    expect_only "$disk"
    umount "$disk"
    report --only none "$examples/archive-12-nodes"
    mkdir "$report/mine"
    mount -t tmpfs -o size=1m none "$report/mine" || fail "cannot mount"
    trap 'umount -l "$report/mine"' EXIT
    echo words > "$report/mine/note"
    cp -a "$report" "$scratch/former"
    report --only none --title New "$examples/archive-12-nodes"
    expect_status 4
    expect_error 'report: mine is a mount point, which cannot be moved into the new report'
    expect_former
}

test_standard_output_on_a_full_device() {
    [ -w /dev/full ] || skip "no /dev/full"
    status=0
    "$JOBREPORT" --only none -o "$scratch/report" "$examples/archive-12-nodes" > /dev/full \
        2> "$err" || status=$?
    : > "$out"
    expect_status 4
    expect_error 'standard output.*No space left'
    expect_only "$scratch"
    status=0
    "$JOBREPORT" --help > /dev/full 2> "$err" || status=$?
    expect_status 4
}

test_standard_output_closed() {
    status=0
    "$JOBREPORT" --only none -o "$scratch/report" "$examples/archive-12-nodes" >&- 2> "$err" ||
        status=$?
    : > "$out"
    expect_status 4
    expect_error 'standard output'
    status=0
    "$JOBREPORT" -q --only none -o "$scratch/report" "$examples/archive-12-nodes" >&- 2>&- <&- ||
        status=$?
    expect_status 0
    expect_file "$scratch/report/data/manifest.json"
    expect_only "$scratch" report
}

test_reader_that_goes_away_early() {
    local statuses
    "$JOBREPORT" --help | head -c 1 > /dev/null
    statuses=("${PIPESTATUS[@]}")
    [ "${statuses[0]}" = 0 ] || [ "${statuses[0]}" = 4 ] || [ "${statuses[0]}" = 141 ] ||
        fail "status ${statuses[0]}"
}

run_tests
