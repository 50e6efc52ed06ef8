#!/bin/bash
# Publishers that are ended, crowded, or left without room: visitors find whole reports and an index
# of them all the time, and the next publisher finds no litter.
. tests/lib.sh

make_reports() {
    run "$JOBREPORT" -q --only none --format html -o "$scratch/old" "$examples/archive-12-nodes"
    run "$JOBREPORT" -q --only 'cpu*' --format html --title New -o "$scratch/new" \
        "$examples/archive-12-nodes"
    run "$JOBREPORT" -q --only none --format html --job-id 2 -o "$scratch/other" \
        "$examples/archive-12-nodes"
    run "$JOBREPORT" publish -q "$scratch/old" "$scratch/other" "$scratch/web"
    expect_status 0
    cp -a "$scratch/web" "$scratch/former"
}

litter() {
    find "$1" -maxdepth 1 -name '.jobreport-*' ! -name .jobreport-lock \
        ! -name .jobreport-reports.json
}

# What a visitor sees, at any moment: the old report or the new one, and an index whose links lead
# somewhere, of the same state or the one before.
expect_whole() { # WEB_DIR
    local web=$1 link
    diff -rq "$scratch/old" "$web/731200" > /dev/null ||
        diff -rq "$scratch/new" "$web/731200" > /dev/null || fail "half a report"
    expect_same "$scratch/other" "$web/2"
    python3 -m json.tool "$web/index.json" > /dev/null || fail "index.json is broken"
    tail -1 "$web/index.html" | grep -q '</html>' || fail "index.html is cut"
    expect_file "$web/report.css"
    for link in $(grep -oE 'href="[^"#]+' "$web/index.html" | sed 's/^[^"]*"//'); do
        [ -e "$web/$link" ] || fail "the index leads to $link, which is not there"
    done
}

start_again() {
    rm -rf "$scratch/web"
    cp -a "$scratch/former" "$scratch/web"
}

# The next publisher, of another report, leaves everything in order.
expect_next_cleans_up() {
    run "$JOBREPORT" publish -q "$scratch/other" "$scratch/web"
    expect_status 0
    [ -z "$(litter "$scratch/web")" ] || fail "left: $(litter "$scratch/web")"
    expect_whole "$scratch/web"
    if diff -rq "$scratch/new" "$scratch/web/731200" > /dev/null; then
        expect_text "$scratch/web/index.html" 'New'
    else
        expect_no_text "$scratch/web/index.html" 'New'
    fi
}

# Before the first call of that kind to the kernel, and each STEP calls later, until a run ends well.
killed_before_each() { # CALL STEP LEAST
    local number ended=0
    for number in $(seq 1 "$2" 400); do
        start_again
        status=0
        strace -f -q -o "$scratch/calls" -e "trace=$1" -e "inject=$1:signal=KILL:when=$number" \
            "$JOBREPORT" publish -q "$scratch/new" "$scratch/web" > "$out" 2> "$err" || status=$?
        [ "$status" = 137 ] || break
        ended=$((ended + 1))
        expect_whole "$scratch/web"
        expect_next_cleans_up
    done
    [ "$status" = 0 ] || fail "$(what_it_said)"
    expect_same "$scratch/new" "$scratch/web/731200"
    [ "$ended" -ge "$3" ] || fail "only $ended were ended"
}

need_injection() {
    need strace python3
    strace -f -q -o "$scratch/calls" -e inject=getuid:signal=KILL:when=1 true > "$out" 2>&1 ||
        skip "strace cannot inject"
}

test_killed_at_each_rename() {
    need_injection
    make_reports
    killed_before_each '?rename,renameat,renameat2' 1 5
}

test_killed_at_each_sync() {
    need_injection
    make_reports
    killed_before_each fsync 1 4 # counted by thread, and several sync
}

test_killed_at_each_removal() {
    need_injection
    make_reports
    killed_before_each unlinkat 3 3
}

test_killed_at_each_directory() {
    need_injection
    make_reports
    killed_before_each '?mkdir,mkdirat' 1 4
}

now_ms() {
    local now=${EPOCHREALTIME/[.,]/}
    echo $((now / 1000))
}

# Without a tracer, at 30 moments spread over a run and a little beyond.
test_killed_at_any_moment() {
    need python3
    local start whole moment process
    make_reports
    start=$(now_ms)
    "$JOBREPORT" publish -q "$scratch/new" "$scratch/web"
    whole=$(($(now_ms) - start))
    for moment in $(seq 30); do
        start_again
        "$JOBREPORT" publish -q "$scratch/new" "$scratch/web" &
        process=$!
        sleep "$(awk -v part="$moment" -v whole="$whole" 'BEGIN { print part * whole / 25000 }')"
        kill -KILL $process 2> /dev/null
        wait $process 2> /dev/null
        expect_whole "$scratch/web"
        expect_next_cleans_up
    done
}

# A call that fails is told, and changes nothing that stands.
test_calls_that_fail() {
    need_injection
    local call number refused
    make_reports
    for call in write fsync mkdirat; do
        refused=0
        for number in 1 2 3 5 8 13 21; do
            start_again
            status=0
            strace -f -q -o "$scratch/calls" -e "trace=$call" \
                -e "inject=$call:error=ENOSPC:when=$number" \
                "$JOBREPORT" publish -q "$scratch/new" "$scratch/web" > "$out" 2> "$err" || status=$?
            [ "$status" = 0 ] && continue
            grep -q 'INJECTED' "$scratch/calls" || fail "$call $number: $(what_it_said)"
            expect_status 4
            expect_error 'No space left'
            refused=$((refused + 1))
            [ -z "$(litter "$scratch/web")" ] || fail "left: $(litter "$scratch/web")"
            expect_same "$scratch/former" "$scratch/web"
        done
        [ $refused -ge 3 ] || fail "$call: only $refused were refused"
    done
}

test_two_at_once_both_land() {
    need python3
    local round first
    make_reports
    for round in 1 2 3 4 5 6 7 8; do
        rm -rf "$scratch/web"
        "$JOBREPORT" publish -q "$scratch/new" "$scratch/web" &
        first=$!
        status=0
        "$JOBREPORT" publish -q "$scratch/other" "$scratch/web" > "$out" 2> "$err" || status=$?
        wait $first || fail "the first ends with $?"
        expect_status 0
        expect_whole "$scratch/web"
        expect_same "$scratch/new" "$scratch/web/731200"
        [ "$(grep -c 'class="report"' "$scratch/web/index.html")" = 2 ] || fail "one is not listed"
        [ -z "$(litter "$scratch/web")" ] || fail "left: $(litter "$scratch/web")"
    done
}

# Swaps the report `old` for `new` as a run does, once the program has read the manifest of the first.
replaced_while_it_is_read() { # COMMAND…
    local pid
    rm -f "$scratch/calls"
    strace -f -qq -o "$scratch/calls" -e trace=openat -e inject=openat:delay_exit=20000 \
        "$@" > "$out" 2> "$err" &
    pid=$!
    until grep -qs 'manifest.json' "$scratch/calls"; do
        kill -0 $pid 2> /dev/null || fail "it read no manifest"
        sleep 0.01
    done
    mv "$scratch/old" "$scratch/gone"
    mv "$scratch/new" "$scratch/old"
    rm -r "$scratch/gone"
    status=0
    wait $pid || status=$?
}

test_a_report_that_is_replaced_while_it_is_published_comes_whole() {
    need strace
    make_reports
    rm -rf "$scratch/web"
    cp -a "$scratch/new" "$scratch/whole"
    replaced_while_it_is_read "$JOBREPORT" publish -q "$scratch/old" "$scratch/web"
    expect_status 0
    expect_same "$scratch/whole" "$scratch/web/731200"
    expect_text "$scratch/web/index.html" 'New'
}

test_a_report_that_is_replaced_while_it_is_drawn_again_is_not_mixed() {
    need strace
    make_reports
    replaced_while_it_is_read "$JOBREPORT" replot -q -o "$scratch/again" "$scratch/old"
    expect_status 3
    expect_error 'old: replaced while it was read \(try again\)'
    [ ! -e "$scratch/again" ] || fail "a report was made"
}

# It is read, a newer report of its name is made, then it would be swapped in.
test_a_report_that_is_made_while_the_former_is_drawn_again_stays() {
    local pid output
    need strace
    make_reports
    for output in '' given; do
        rm -rf "$scratch/report"
        cp -a "$scratch/old" "$scratch/report"
        rm -f "$scratch/calls"
        strace -f -qq -o "$scratch/calls" -e trace=mkdir -e inject=mkdir:delay_exit=100000 \
            "$JOBREPORT" replot --jobs 1 ${output:+--output "$scratch/report"} "$scratch/report" > "$out" 2> "$err" &
        pid=$!
        eventually 20 grep -qs '\.report\.jobreport-' "$scratch/calls" || fail "it began nothing"
        "$JOBREPORT" -q --only none --format html --title Newer -o "$scratch/report" "$examples/archive-12-nodes"
        cp -a "$scratch/report" "$scratch/newer"
        kill -0 $pid || fail "it ended before"
        status=0
        wait $pid || status=$?
        expect_status 4
        expect_error 'report was replaced or removed while it was drawn again, and is left as it is: try again'
        expect_same "$scratch/newer" "$scratch/report"
        [ -z "$(find "$scratch" -maxdepth 1 -name '.report*')" ] || fail "left: $(ls -A "$scratch")"
        rm -r "$scratch/newer"
    done
}

test_many_at_once_all_land() {
    need python3
    local number
    make_reports
    for number in 11 12 13 14 15 16; do
        cp -r "$scratch/other" "$scratch/in-$number"
        sed -i "s/\"job_id\": \"2\"/\"job_id\": \"$number\"/" "$scratch/in-$number/data/manifest.json"
    done
    for number in 11 12 13 14 15 16; do
        "$JOBREPORT" publish -q "$scratch/in-$number" "$scratch/web" 2>> "$err" &
    done
    wait
    [ "$(grep -c 'class="report"' "$scratch/web/index.html")" = 8 ] || fail "$(cat "$err")"
    expect_whole "$scratch/web"
}

# A visitor who reads all the time while reports are replaced.
test_visitors_never_see_a_half_state() {
    need python3
    local round publisher
    make_reports
    (for round in $(seq 12); do
        "$JOBREPORT" publish -q "$scratch/new" "$scratch/web"
        "$JOBREPORT" publish -q "$scratch/old" "$scratch/web"
    done) &
    publisher=$!
    python3 - "$scratch/web" "$publisher" << 'END' || fail "a visitor saw a half state"
import json, os, sys
web, publisher, looks = sys.argv[1], int(sys.argv[2]), 0
def runs(process): # it may end between any two looks
    try:
        return "zombie" not in open("/proc/%d/status" % process).read()
    except OSError:
        return False
while runs(publisher):
    page = open(web + "/index.html").read()
    assert page.endswith("</html>\n"), "index.html is cut"
    assert len(json.load(open(web + "/index.json"))["reports"]) == 2
    directory = os.open(web + "/731200", os.O_RDONLY)
    manifest = json.load(open(web + "/731200/data/manifest.json"))
    assert open(web + "/731200/index.html").read().endswith("</html>\n")
    os.close(directory)
    looks += 1
assert looks > 3, looks
END
    wait $publisher
    expect_whole "$scratch/web"
}

test_without_locks_it_is_said_and_works() {
    need_injection
    make_reports
    status=0
    strace -f -q -o "$scratch/calls" -e trace=flock -e inject=flock:error=ENOLCK \
        "$JOBREPORT" publish "$scratch/new" "$scratch/web" > "$out" 2> "$err" || status=$?
    expect_status 0
    expect_error 'no locks on this file system \(ENOLCK\): run one publish at a time'
    expect_whole "$scratch/web"
    expect_same "$scratch/new" "$scratch/web/731200"
}

test_without_an_exchange_of_names_it_works() {
    need_injection
    make_reports
    strace -f -q -o "$scratch/calls" -e trace=renameat2 -e inject=renameat2:error=EINVAL \
        "$JOBREPORT" publish -q "$scratch/new" "$scratch/web" > "$out" 2> "$err" || fail "$(cat "$err")"
    expect_whole "$scratch/web"
    expect_same "$scratch/new" "$scratch/web/731200"
    [ -z "$(litter "$scratch/web")" ] || fail "left: $(litter "$scratch/web")"
}

# A small file system at $disk that goes away with the test.
mount_disk() { # OPTIONS
    disk=$scratch/disk
    [ "$(id -u)" = 0 ] || skip "needs root"
    mkdir -p "$disk"
    mount -t tmpfs -o "$1" none "$disk" 2> /dev/null || skip "cannot mount"
    trap 'umount -l "$disk"' EXIT
}

# From far too small to large enough.
test_full_disk_keeps_the_old_state() {
    need python3
    local size made=0 refused=0
    make_reports
    mount_disk size=16m
    run "$JOBREPORT" publish -q "$scratch/old" "$scratch/other" "$disk/web"
    expect_status 0
    cp -a "$disk/web" "$scratch/before"
    for size in 0 20 60 120 200 300 400 600 1200; do
        mount -o "remount,size=$(($(du -sk "$disk" | cut -f1) + size))k" "$disk"
        run "$JOBREPORT" publish -q "$scratch/new" "$disk/web"
        [ -z "$(litter "$disk/web")" ] || fail "left: $(litter "$disk/web")"
        if [ "$status" = 0 ]; then
            expect_same "$scratch/new" "$disk/web/731200"
            made=$((made + 1))
            break
        fi
        expect_status 4
        expect_error 'No space left'
        expect_same "$scratch/before" "$disk/web"
        refused=$((refused + 1))
    done
    [ $made = 1 ] && [ $refused -ge 3 ] || fail "made $made, refused $refused"
}

test_read_only_disk() {
    make_reports
    mount_disk size=16m
    run "$JOBREPORT" publish -q "$scratch/old" "$disk/web"
    mount -o remount,ro "$disk"
    run "$JOBREPORT" publish "$scratch/new" "$disk/web"
    expect_status 4
    expect_error 'Read-only'
    expect_silence "$out"
    run "$JOBREPORT" publish "$scratch/new" "$disk/elsewhere"
    expect_status 4
    expect_error 'Read-only'
    run "$JOBREPORT" publish "$disk/web/731200" "$scratch/web"
    expect_status 0
}

test_standard_output_that_cannot_be_written() {
    [ -w /dev/full ] || skip "no /dev/full"
    make_reports
    status=0
    "$JOBREPORT" publish "$scratch/new" "$scratch/web" >&- 2> "$err" || status=$?
    : > "$out"
    expect_status 4
    expect_error 'standard output'
    expect_same "$scratch/former" "$scratch/web"
    status=0
    "$JOBREPORT" publish "$scratch/new" "$scratch/web" > /dev/full 2> "$err" || status=$?
    expect_status 4
}

# A library that lets stat, open or read ($FAIL_CALL) of names that end in $FAIL_NAME fail.
make_failing_library() {
    need cc
    ! ldd "$JOBREPORT" | grep -q asan || skip "no library can be loaded before the sanitizer"
    cat > "$scratch/failing.c" << 'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
static int fails(const char *call, const char *name)
{
    const char *end = getenv("FAIL_NAME");
    size_t size = strlen(name), length = strlen(end);
    if (strcmp(getenv("FAIL_CALL"), call) || size < length || strcmp(name + size - length, end))
        return 0;
    errno = atoi(getenv("FAIL_ERRNO"));
    return 1;
}
int fstatat(int directory, const char *name, struct stat *status, int flags)
{
    int (*real)(int, const char *, struct stat *, int) = dlsym(RTLD_NEXT, "fstatat");
    return fails("stat", name) ? -1 : real(directory, name, status, flags);
}
int openat(int directory, const char *name, int flags, ...)
{
    int (*real)(int, const char *, int, mode_t) = dlsym(RTLD_NEXT, "openat");
    va_list more;
    va_start(more, flags);
    mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;
    va_end(more);
    return fails("open", name) ? -1 : real(directory, name, flags, mode);
}
ssize_t read(int handle, void *bytes, size_t size)
{
    char link[64], name[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", handle);
    ssize_t length = readlink(link, name, sizeof name - 1);
    name[length > 0 ? length : 0] = 0;
    ssize_t (*real)(int, void *, size_t) = dlsym(RTLD_NEXT, "read");
    return fails("read", name) ? -1 : real(handle, bytes, size);
}
END
    cc -shared -fPIC -O1 -o "$scratch/failing.so" "$scratch/failing.c" -ldl || skip "no library"
}

publish_failing() { # CALL NAME ERRNO
    status=0
    FAIL_CALL=$1 FAIL_NAME=$2 FAIL_ERRNO=$3 LD_PRELOAD=$scratch/failing.so \
        "$JOBREPORT" publish "$scratch/one" "$scratch/web" > "$out" 2> "$err" || status=$?
}

make_two() {
    local number
    for number in one two; do
        "$JOBREPORT" -q --only none --format html --job-id "$number" -o "$scratch/$number" \
            "$examples/archive-12-nodes"
    done
    run "$JOBREPORT" publish -q "$scratch/one" "$scratch/two" "$scratch/web"
    cp "$scratch/web/index.json" "$scratch/index.json"
}

# EACCES, EIO, EMFILE, ENOMEM say nothing about whether a report was removed.
test_a_report_that_cannot_be_looked_at_stays_in_the_index() {
    make_failing_library
    make_two
    local fault reason
    for fault in 'stat two' 'stat two/data/manifest.json' 'open two' 'open data' \
        'open index.html' 'read two/data/manifest.json'; do
        for reason in 13 5 24 12; do
            touch "$scratch/web/two/data/manifest.json"
            publish_failing $fault $reason
            if [ $status = 0 ]; then
                expect_error 'web/two cannot be read \(.*\): the index shows it as it was'
            else
                [ $status = 3 ] || [ $status = 4 ] || fail "$fault, $reason: status $status"
            fi
            expect_same "$scratch/index.json" "$scratch/web/index.json"
            expect_text "$scratch/web/index.html" 'href="two/'
        done
    done
    publish_failing 'stat' two 2
    expect_status 0
    expect_no_text "$scratch/web/index.json" '"two/'
}

# When what is kept is lost as well, an index without the report would be wrong.
test_nothing_changes_when_nothing_is_known_of_a_report_that_cannot_be_looked_at() {
    make_failing_library
    make_two
    rm "$scratch/web/.jobreport-reports.json"
    publish_failing stat two 13
    expect_status 4
    expect_error 'web/two cannot be read .*: the index is not changed'
    expect_same "$scratch/index.json" "$scratch/web/index.json"
    mkdir "$scratch/web/private"
    publish_failing stat private 13
    expect_status 0
    expect_error 'web/private cannot be read .*: it is left out of the index'
    expect_same "$scratch/index.json" "$scratch/web/index.json"
}

run_tests
