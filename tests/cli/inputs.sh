#!/bin/bash
# Bad, odd and hostile inputs: what is said, what is kept, and that a former report stays whole.
. tests/lib.sh

# ---- small merged metric files --------------------------------------------------------------

host() { # NAME TIMES CPU_PERCENT [MORE MEMBERS]
    printf '"%s": {"time_stamps": [%s], "cpu_percent": [%s]%s}' "$1" "$2" "$3" "${4:+, $4}"
}

merged() { # HOST_NAMES (JSON items) HOST…
    local names=$1
    shift
    printf '{"host_names": [%s], ' "$names"
    printf '%s, ' "$@"
    printf '"sampling_frequency": 10}\n'
}

times=1700000000,1700000010,1700000020,1700000030,1700000040
loads=10.0,20.0,30.0,40.0,50.0

ordinary() { # NAME…: hosts of that name
    local name hosts=() names=
    for name; do
        hosts+=("$(host "$name" "$times" "$loads")")
        names+="${names:+, }\"$name\""
    done
    merged "$names" "${hosts[@]}"
}

# ---- what is expected ------------------------------------------------------------------------

# Nothing usable: exit 3, a sentence that names the input, the former report untouched.
expect_refused() { # INPUT [PATTERN]
    make_former
    report "$1"
    expect_status 3
    expect_silence "$out"
    expect_error "$(basename "$1")"
    [ -z "${2:-}" ] || expect_error "$2"
    [ "$(wc -l < "$err")" -le 25 ] || fail "too many words"$'\n'"$(what_it_said)"
    expect_former
    rm -rf "$report" "$scratch/former"
}

# Usable: exit 0, and no number in it that is none.
expect_made() { # INPUT…
    report "$@"
    expect_status 0
    ! grep -rnE '(^|,)-?(nan|inf)(,|$)' "$report/data" || fail "not a number in a table"
    ! grep -nwE 'nan|-nan|inf|-inf' "$report/index.html" || fail "not a number on a page"
    [ -z "$(find "$report" -size 0)" ] || fail "empty: $(find "$report" -size 0)"
}

# Either is fine as long as it is said and clean.
expect_made_or_refused() { # INPUT
    report "$1"
    if [ "$status" = 0 ]; then
        expect_made "$1"
    else
        expect_refused "$1"
    fi
}

# ---- nothing usable ----------------------------------------------------------------------------

test_missing_file_is_refused() {
    expect_refused "$scratch/absent.json" 'No such file|not found|does not exist'
}

test_unreadable_file_is_refused() {
    make_former
    ordinary a > "$scratch/input.json"
    chmod 0 "$scratch/input.json"
    run_without_privileges "$JOBREPORT" --output "$report" "$scratch/input.json"
    expect_status 3
    expect_error 'input.json: Permission denied'
    expect_former
}

test_empty_file_is_refused() {
    : > "$scratch/input.json"
    expect_refused "$scratch/input.json" 'empty'
}

test_unknown_contents_are_refused_with_the_formats_tried() {
    local contents
    for contents in '{}' '[]' 'null' '3' 'words of a letter' '{"host_names": 7}' \
        $'\x7fELF\x02\x01' '<?xml version="1.0"?>' '{"a": {"b": [1, 2, 3]}}'; do
        printf '%s\n' "$contents" > "$scratch/input.json"
        expect_refused "$scratch/input.json"
    done
    printf '{}' > "$scratch/input.json"
    expect_refused "$scratch/input.json" 'clustercockpit.data'
    printf 'rule,took,peak\na,1,2\n' > "$scratch/input.csv"
    expect_refused "$scratch/input.csv" '--mapping task=COLUMN'
}

# They are named by their first bytes, with what to give instead, and not by a list of formats.
test_binary_files_are_refused_with_what_they_are() {
    local bytes name
    while read -r bytes name; do
        printf "$bytes"'\0\1\2\3' > "$scratch/input.data"
        expect_refused "$scratch/input.data" "$name"
        ! grep -q tried "$err" || fail "$(what_it_said)"
    done <<'END'
\211HDF\r\n\032\n HDF5.*sacct
\211PNG\r\n\032\n PNG.image
PARE encrypted.Parquet
PK\003\004 ZIP.*unpack
\3757zXZ xz.*unxz
\177ELF ELF
abc\0def binary.data
END
    printf '# Notes\n\nThese are words.\n' > "$scratch/input.md"
    expect_refused "$scratch/input.md" 'no table or log'
    ! grep -q tried "$err" || fail "$(what_it_said)"
}

test_metric_file_without_samples_is_refused() {
    merged '"a"' '"a": {"time_stamps": [], "cpu_percent": []}' > "$scratch/input.json"
    expect_refused "$scratch/input.json"
    printf '{"host_names": [], "sampling_frequency": 10}' > "$scratch/input.json"
    expect_refused "$scratch/input.json"
}

test_directory_without_inputs_is_refused() {
    mkdir "$scratch/metrics"
    expect_refused "$scratch/metrics"
    echo "not a metric" > "$scratch/metrics/notes.txt"
    expect_refused "$scratch/metrics" 'notes.txt'
}

test_huge_sparse_file_is_refused_at_once() {
    truncate -s 5G "$scratch/input.json" || skip "no sparse files"
    expect_refused "$scratch/input.json"
}

test_file_over_the_limit_of_a_document_is_refused_in_words() {
    ordinary a | tr -d '\n' > "$scratch/input.json"
    truncate -s 5G "$scratch/input.json" || skip "no sparse files"
    (
        ulimit -t 60
        report "$scratch/input.json"
        [ "$status" = 3 ] || [ "$status" = 0 ] || fail "$(what_it_said)"
        [ "$status" = 0 ] || expect_error 'input.json'
    ) || exit 1
}

test_devices_and_pipes_do_not_hang() {
    report /dev/null
    expect_status 3
    mkfifo "$scratch/metrics"
    ordinary a > "$scratch/metrics" &
    report --only none "$scratch/metrics"
    expect_status 0
    wait
}

test_devices_are_no_inputs() {
    local device
    for device in /dev/zero /dev/full /dev/null; do
        [ -c $device ] || continue
        report $device
        expect_status 3
        expect_error "$device: a device"
    done
    status=0
    "$JOBREPORT" -o "$scratch/report" - < /dev/zero > "$out" 2> "$err" || status=$?
    expect_status 3
    expect_error 'a device'
    expect_absent "$scratch/report"
}

# A sanitizer takes terabytes of addresses: under one there is no limit.
limit_addresses() { # KIB
    [ "$(basename "$(dirname "$JOBREPORT")")" = asan ] || ulimit -v "$1"
}

test_input_without_end_is_refused_at_the_limit() {
    report=$scratch/report
    status=0
    yes a,1,1 | (limit_addresses 4000000; "$JOBREPORT" --max-input 20MB -o "$report" -) > "$out" \
        2> "$err" || status=$?
    expect_status 3
    expect_error 'larger than 19.1 MiB \(the limit is set with --max-input\)'
    expect_absent "$report"
    report --max-input 16EB "$examples/archive-12-nodes"
    expect_status 2
    expect_error "max-input: '16EB' is not a size below 8EiB"
    report --max-input none "$examples/archive-12-nodes"
    expect_status 2
}

# A table of 20,000 MB in 20 MB: no more of it comes into memory than 256 MiB.
test_bomb_is_refused_before_it_fills_the_memory() {
    (echo task,elapsed_s; yes a,1 | head -n 80000000) | gzip -9 > "$scratch/bomb.csv.gz"
    make_former
    (
        limit_addresses 1500000
        report --only none "$scratch/bomb.csv.gz"
        expect_status 3
        expect_error 'bomb.csv.gz: decompresses to more than 256 MiB, over 200 times its size'
    ) || exit 1
    expect_former
    mkdir "$scratch/metrics"
    mv "$scratch/bomb.csv.gz" "$scratch/metrics"
    ordinary a > "$scratch/metrics/cpu_metrics.json"
    report --only none "$scratch/metrics"
    expect_status 0
    expect_error 'bomb.csv.gz: decompresses to more than 256 MiB'
    expect_text "$report/data/rejects.csv" 'bomb.csv.gz'
}

test_limit_that_is_given_is_the_only_one() {
    (echo task,elapsed_s; yes a,1 | head -n 2000000) | gzip -9 > "$scratch/tasks.csv.gz"
    report --only none --max-input 7MB "$scratch/tasks.csv.gz"
    expect_status 3
    expect_error 'larger than 6.68 MiB when decompressed \(the limit is set with --max-input'
    report --only none --max-input 9MB "$scratch/tasks.csv.gz"
    expect_status 0
    zcat "$scratch/tasks.csv.gz" > "$scratch/tasks.csv"
    report --only none --max-input 7MB "$scratch/tasks.csv"
    expect_status 3
    expect_error 'tasks.csv: larger than 6.68 MiB'
}

test_a_dash_is_standard_input() {
    ordinary a b > "$scratch/input.json"
    report=$scratch/report
    gzip < "$scratch/input.json" | "$JOBREPORT" -q --only none --output "$report" - ||
        fail "no report of standard input"
    expect_near samples "$(cell job_metrics samples cpu_percent)" 10 0
}

test_endless_directory_links_do_not_hang() {
    mkdir "$scratch/metrics"
    ordinary a b > "$scratch/metrics/cpu_metrics.json"
    ln -s . "$scratch/metrics/again"
    expect_made "$scratch/metrics"
    expect_near nodes "$(cell job_metrics nodes cpu_percent)" 2 0
    expect_near samples "$(cell job_metrics samples cpu_percent)" 10 0
}

# ---- usable in part ----------------------------------------------------------------------------

test_cut_metric_file_keeps_what_is_whole() {
    local size at
    size=$(stat -c %s "$examples/matmul-4-nodes/cpu_metrics.json")
    for at in 1 10 200 $((size / 10)) $((size / 2)) $((size * 9 / 10)) $((size - 3)); do
        head -c "$at" "$examples/matmul-4-nodes/cpu_metrics.json" > "$scratch/input.json"
        report --only none "$scratch/input.json"
        [ "$status" = 0 ] || [ "$status" = 3 ] || fail "cut at $at: $(what_it_said)"
        expect_error 'input.json'
        if [ $at -ge $((size / 2)) ]; then
            expect_status 0
            expect_text "$report/data/node_metrics.csv" '^node-1,'
        fi
        rm -rf "$report"
    done
}

test_cut_archive_is_said() {
    local size at
    size=$(stat -c %s "$examples/archive-12-nodes/data.json")
    for at in 30 $((size / 3)) $((size - 4)); do
        head -c "$at" "$examples/archive-12-nodes/data.json" > "$scratch/data.json"
        report --only none "$scratch/data.json"
        [ "$status" = 0 ] || [ "$status" = 3 ] || fail "cut at $at: $(what_it_said)"
        expect_error 'data.json'
        rm -rf "$report"
    done
}

test_cut_gzip_is_said() {
    gzip -c "$examples/matmul-4-nodes/cpu_metrics.json" > "$scratch/whole.gz"
    expect_made "$scratch/whole.gz"
    head -c 30000 "$scratch/whole.gz" > "$scratch/cut.gz"
    report --only none "$scratch/cut.gz"
    [ "$status" = 0 ] || [ "$status" = 3 ] || fail "$(what_it_said)"
    expect_error 'cut.gz'
}

# What is shown is of a part then: the first finding, the page about the data and the manifest say so.
test_a_part_is_not_shown_as_the_whole() {
    local i
    (
        echo task,elapsed_s,outcome
        for ((i = 0; i < 4000; i++)); do echo "t$((i % 7)),$((i * 7919 % 997)),succeeded"; done
    ) > "$scratch/tasks.csv"
    gzip -c "$scratch/tasks.csv" > "$scratch/tasks.csv.gz"
    report --only none --format html "$scratch/tasks.csv.gz"
    expect_no_text "$report/data/findings.csv" 'is truncated'
    expect_text "$report/data/manifest.json" '"end": "whole"'
    expect_no_text "$report/data.html" 'ends early'
    head -c "$(($(stat -c %s "$scratch/tasks.csv.gz") / 2))" "$scratch/tasks.csv.gz" > "$scratch/part.csv.gz"
    report --only none --format html "$scratch/part.csv.gz"
    expect_status 0
    sed -n 2p "$report/data/findings.csv" | grep -q '^[a-z.-]*,bad,data,"part.csv.gz is truncated' ||
        fail "$(cat "$report/data/findings.csv")"
    expect_text "$report/data/manifest.json" '"end": "early"'
    expect_text "$report/data.html" '>ends early<'
    run "$JOBREPORT" -q replot --format html "$report"
    expect_status 0
    expect_text "$report/data.html" '>ends early<'
    (head -n 2000 "$scratch/tasks.csv" && printf t1,) > "$scratch/part.csv"
    report --only none --format html "$scratch/part.csv"
    expect_status 0
    grep -q '^[a-z.-]*,warn,data,"part.csv ends in the middle' "$report/data/findings.csv" ||
        fail "$(cat "$report/data/findings.csv" "$err")"
    expect_text "$report/data/manifest.json" '"end": "in a record"'
}

test_what_follows_the_compressed_data_is_said() {
    ordinary a | gzip > "$scratch/input.gz"
    cp "$scratch/input.gz" "$scratch/padded.gz"
    truncate -s +512 "$scratch/padded.gz"
    expect_made "$scratch/padded.gz"
    expect_silence "$err"
    echo rubbish >> "$scratch/input.gz"
    expect_made "$scratch/input.gz"
    expect_error 'input.gz: data after the end of the gzip data is ignored'
}

test_zstd_is_read_like_gzip() {
    need zstd
    ordinary a | zstd -q > "$scratch/whole.zst"
    expect_made "$scratch/whole.zst"
    expect_silence "$err"
    (cat "$scratch/whole.zst" && echo rubbish) > "$scratch/more.zst"
    expect_made "$scratch/more.zst"
    expect_error 'more.zst: data after the end of the zstd data is ignored'
    "$tools/bench/make_quanta" 30000 "$scratch/quanta.csv"
    zstd -q "$scratch/quanta.csv"
    truncate -s 300K "$scratch/quanta.csv.zst"
    report --only none --format html "$scratch/quanta.csv.zst"
    expect_status 0
    expect_error 'quanta.csv.zst: truncated zstd file: read up to where it ends'
    grep -q '^data.input-cut,' "$report/data/findings.csv" || fail "$(cat "$report/data/findings.csv")"
    # As pzstd begins its files.
    (printf '\x50\x2a\x4d\x18\x04\x00\x00\x00size' && cat "$scratch/whole.zst") > "$scratch/parallel.zst"
    expect_made "$scratch/parallel.zst"
    expect_silence "$err"
    printf '\x28\xb5\x2f\xfd and no frame behind it' > "$scratch/damaged.zst"
    report "$scratch/damaged.zst"
    expect_status 3
    expect_error 'damaged.zst: damaged zstd file'
    head -c 40 "$scratch/whole.zst" > "$scratch/begun.zst"
    report "$scratch/begun.zst"
    expect_status 3
    expect_error 'begun.zst: truncated zstd file: nothing of it can be read'
}

test_links_out_of_a_directory_are_not_followed() {
    mkdir "$scratch/metrics" "$scratch/elsewhere" "$scratch/metrics/sub"
    ordinary a > "$scratch/metrics/sub/cpu_metrics.json"
    ordinary secret > "$scratch/elsewhere/cpu_metrics.json"
    ln -s "$scratch/elsewhere/cpu_metrics.json" "$scratch/metrics/file.json"
    ln -s ../elsewhere "$scratch/metrics/directory"
    ln -s ../../metrics/sub/cpu_metrics.json "$scratch/metrics/sub/inside.json"
    ln -s sub "$scratch/metrics/more"
    ln -s metrics "$scratch/named"
    expect_made --only none "$scratch/named"
    expect_error 'named/file.json: skipped: a symbolic link to outside the input directory'
    expect_error 'named/directory: skipped: a symbolic link to outside the input directory'
    expect_no_text "$report/data/node_metrics.csv" secret
    expect_text "$report/data/node_metrics.csv" '^a,'
    expect_made --only none "$scratch/metrics/file.json"
    expect_text "$report/data/node_metrics.csv" '^secret,'
}

# Twice as many columns take twice as long, not four times: 80,000 took 13 s.
test_eighty_thousand_columns_are_read_at_once() {
    local columns
    columns=$(seq -s, -f 'c%g' 80000)
    {
        echo "task,elapsed_s,$columns"
        echo "a,1,$columns"
    } > "$scratch/tasks.csv"
    (
        ulimit -t 8
        report --only none --format html "$scratch/tasks.csv"
        expect_status 0
    ) || exit 1
}

# A large table without ids beside many small ones with ids took 18 s: it was gone through for each.
test_a_large_table_beside_many_small_ones_is_read_at_once() {
    mkdir "$scratch/tables"
    awk -v into="$scratch/tables" 'BEGIN {
        print "task,elapsed_s" > (into "/large.csv")
        for (i = 0; i < 1500000; i++)
            printf "k%d,%d\n", i % 7, 100 + i % 977 > (into "/large.csv")
        for (f = 0; f < 3000; f++) {
            file = into "/" f ".csv"
            printf "task,id,start,elapsed_s\na,%d,%d,10\n", f, 1700000000 + f > file
            close(file)
        }
    }'
    (
        ulimit -t 7
        report --only none --format html "$scratch/tables"
        expect_status 0
    ) || exit 1
}

test_sixty_thousand_counters_are_read_at_once() {
    {
        echo '['
        seq -f '{"ph":"C","name":"c%.0f","ts":1,"pid":1,"args":{"v":2}},' 60000
        echo '{}]'
    } > "$scratch/trace.json"
    (
        ulimit -t 20 # sanitizers take four times as long
        report --only none --format html "$scratch/trace.json"
        expect_status 0
    ) || exit 1
}

test_listed_host_without_data_is_said() {
    merged '"a", "ghost"' "$(host a "$times" "$loads")" > "$scratch/input.json"
    expect_made "$scratch/input.json"
    grep -q ghost "$err" || grep -rq ghost "$report/data" || fail "ghost is not mentioned"
    expect_near nodes "$(cell job_metrics nodes cpu_percent)" 1 0
}

test_shorter_and_longer_arrays_are_padded_and_cut() {
    merged '"a", "b"' "$(host a "$times" 10.0,20.0,30.0,40.0)" \
        "$(host b "$times" 10.0,20.0,30.0,40.0,50.0,60.0)" > "$scratch/input.json"
    expect_made "$scratch/input.json"
    expect_near 'samples of a' "$(cell node_metrics samples a cpu_percent)" 4 0
    expect_near 'mean of a' "$(cell node_metrics mean a cpu_percent)" 25 1e-12
    expect_near 'samples of b' "$(cell node_metrics samples b cpu_percent)" 5 0
    expect_near 'max of b' "$(cell node_metrics max b cpu_percent)" 50 0
}

test_time_stamps_that_repeat_or_go_back_are_handled_and_said() {
    merged '"a"' "$(host a 1700000000,1700000010,1700000010,1700000005,1700000020,1700000030 \
        10.0,20.0,20.0,15.0,30.0,40.0 \
        '"net_io_counters": {"bytes_sent": [0, 100, 100, 50, 200, 300]}')" > "$scratch/input.json"
    expect_made "$scratch/input.json"
    awk -F, '$1 == "net_io_counters.bytes_sent" && $4 != "" && ($4 < 0 || $4 > 1e6) { exit 1 }' \
        "$report/data/series.csv" || fail "an impossible rate"
}

test_counter_that_falls_is_a_reset_not_a_negative_rate() {
    merged '"a"' "$(host a "$times" "$loads" \
        '"net_io_counters": {"bytes_sent": [5000, 6000, 100, 1100, 2100]}')" \
        > "$scratch/input.json"
    expect_made "$scratch/input.json"
    expect_near rate "$(cell node_metrics mean a net_io_counters.bytes_sent)" 100 1e-9
    expect_near least "$(cell node_metrics min a net_io_counters.bytes_sent)" 100 1e-9
}

test_energy_counter_that_wraps_is_mended() {
    merged '"a"' "$(host a "$times" "$loads" \
        '"rapl_powercap": {"package-0": [262141328850, 262142328850, 0, 1000000, 2000000]}')" \
        > "$scratch/input.json"
    expect_made "$scratch/input.json"
    local most
    most=$(awk -F, '$2 ~ /^rapl_powercap/ && $1 == "a" { print $11; exit }' \
        "$report/data/node_metrics.csv")
    expect_near 'power at most' "$most" 0.1 0.01
}

test_missing_values_are_not_zero() {
    merged '"a"' "$(host a "$times" null,20.0,null,40.0,null)" > "$scratch/input.json"
    expect_made "$scratch/input.json"
    expect_near mean "$(cell node_metrics mean a cpu_percent)" 30 1e-12
    expect_near missing "$(cell node_metrics missing a cpu_percent)" 3 0
}

test_values_that_are_all_missing_are_said() {
    merged '"a"' "$(host a "$times" null,null,null,null,null)" > "$scratch/input.json"
    expect_made_or_refused "$scratch/input.json"
    merged '"a"' "$(host a "$times" "$loads" '"num_fds": [null, null, null, null, null]')" \
        > "$scratch/input.json"
    expect_made "$scratch/input.json"
}

# Python's json module writes these words.
test_words_that_are_not_json_numbers_are_missing_or_said() {
    local word
    for word in NaN Infinity -Infinity; do
        merged '"a"' "$(host a "$times" "10.0,$word,30.0,40.0,50.0")" > "$scratch/input.json"
        report "$scratch/input.json"
        if [ "$status" = 0 ]; then
            expect_near samples "$(cell node_metrics samples a cpu_percent)" 4 0
        else
            expect_refused "$scratch/input.json"
        fi
    done
}

test_texts_in_place_of_numbers_are_set_aside() {
    merged '"a"' "$(host a "$times" '10.0, "twenty", 30.0, [4], {"x": 5}')" > "$scratch/input.json"
    report "$scratch/input.json"
    [ "$status" = 0 ] || [ "$status" = 3 ] || fail "$(what_it_said)"
    expect_error 'input.json'
}

test_enormous_values_are_missing_and_said() {
    merged '"a", "b"' "$(host a "$times" 1e308,1e308,1e308,1e308,9e18)" \
        "$(host b "$times" -1e308,1e308,1e-320,0,18446744073709551615)" > "$scratch/input.json"
    expect_made "$scratch/input.json"
    expect_error 'cpu_percent: implausible values'
    expect_near 'mean of a' "$(cell node_metrics mean a cpu_percent)" 9e18 1e-9
    expect_near 'lowest of b' "$(cell node_metrics min b cpu_percent)" 0 1e-9
    expect_near 'highest of b' "$(cell node_metrics max b cpu_percent)" 1e-320 1e-9
}

test_numbers_too_large_for_a_double_are_said() {
    merged '"a"' "$(host a "$times" 10.0,1e400,30.0,40.0,50.0)" > "$scratch/input.json"
    report "$scratch/input.json"
    [ "$status" = 0 ] || [ "$status" = 3 ] || fail "$(what_it_said)"
    expect_error 'input.json'
}

test_absurd_time_stamps_do_not_hang() {
    local stamps
    for stamps in 0,1,2,3,9223372036854775807 -5,-4,-3,-2,-1 1e300,2e300,3e300,4e300,5e300 \
        1700000000,1700000010,1700000020,1700000030,99999999999 0.5,0.6,0.7,0.8,0.9; do
        merged '"a"' "$(host a "$stamps" "$loads")" > "$scratch/input.json"
        report "$scratch/input.json"
        [ "$status" = 0 ] || [ "$status" = 3 ] || fail "$stamps: $(what_it_said)"
    done
}

test_one_sample_is_enough() {
    merged '"a"' "$(host a 1700000000 10.0)" > "$scratch/input.json"
    expect_made "$scratch/input.json"
    expect_near mean "$(cell node_metrics mean a cpu_percent)" 10 0
}

test_one_node_is_enough() {
    ordinary a > "$scratch/input.json"
    expect_made "$scratch/input.json"
    expect_near mean "$(cell job_metrics mean cpu_percent)" 30 1e-12
    expect_near 'median' "$(cell job_metrics p50 cpu_percent)" 30 1e-12
    expect_near 'quantile' "$(cell job_metrics p05 cpu_percent)" 12 1e-12
}

test_all_values_equal_are_drawn() {
    merged '"a", "b"' "$(host a "$times" 7.0,7.0,7.0,7.0,7.0)" \
        "$(host b "$times" 7.0,7.0,7.0,7.0,7.0)" > "$scratch/input.json"
    expect_made "$scratch/input.json"
}

test_two_jobs_in_one_report_are_said() {
    mkdir "$scratch/one" "$scratch/two"
    cp "$examples"/archive-12-nodes/*.json "$scratch/one"
    sed 's/731200/900100/; s/"mira"/"olga"/' "$examples/archive-12-nodes/meta.json" \
        > "$scratch/two/meta.json"
    sed 's/"f01/"g01/g' "$examples/archive-12-nodes/data.json" > "$scratch/two/data.json"
    report "$scratch/one" "$scratch/two"
    [ "$status" = 0 ] || [ "$status" = 3 ] || fail "$(what_it_said)"
    expect_error '731200|900100|two jobs|jobs'
}

test_the_same_file_twice_counts_once() {
    ordinary a b > "$scratch/input.json"
    expect_made "$scratch/input.json" "$scratch/../$(basename "$scratch")/input.json"
    expect_near samples "$(cell job_metrics samples cpu_percent)" 10 0
}

test_a_file_and_its_packed_copy_count_once() {
    ordinary a b > "$scratch/input.json"
    gzip --keep "$scratch/input.json"
    expect_made "$scratch/input.json" "$scratch/input.json.gz"
    expect_error 'input.json.gz: same content as .*input.json, read once'
    expect_near samples "$(cell job_metrics samples cpu_percent)" 10 0
}

test_unknown_file_in_a_directory_is_skipped_with_a_note() {
    mkdir "$scratch/metrics"
    ordinary a b > "$scratch/metrics/cpu_metrics.json"
    echo "words" > "$scratch/metrics/notes.txt"
    expect_made "$scratch/metrics"
    expect_error 'notes.txt'
    report "$scratch/metrics/cpu_metrics.json" "$scratch/metrics/notes.txt"
    expect_status 3
    expect_error 'notes.txt'
}

# ---- hostile names -----------------------------------------------------------------------------

expect_tame_report() {
    local page
    ! find "$scratch" -path "$report" -prune -o -newer "$scratch/input.json" -type f -print |
        grep . || fail "written outside the report"
    ! find "$report" -print0 | tr '\0\n' '\n?' | grep -E '[^A-Za-z0-9_./-]' ||
        fail "a file with an odd name"
    for page in "$report"/*.html; do
        expect_no_text "$page" '<script>alert|<img src=x|["'"'"'] *on(load|error)=|javascript:'
    done
}

test_names_with_markup_are_text() {
    ordinary '<script>alert(1)</script>' '<img src=x onerror=alert(2)>' > "$scratch/input.json"
    sed -i 's/"cpu_percent"/"<script>alert(3)<\/script>"/' "$scratch/input.json"
    expect_made --job-id '<script>alert(4)</script>' --user '"><script>alert(5)</script>' \
        --title '</title><script>alert(6)</script>' --label "'onload='alert(7)" \
        "$scratch/input.json"
    expect_tame_report
}

test_names_with_paths_are_not_paths() {
    ordinary '../../escape' '/tmp/escape' '..' '.' 'a/b' > "$scratch/input.json"
    sed -i 's/"cpu_percent"/"..\/..\/metric"/' "$scratch/input.json"
    cd "$scratch" || fail cd
    mkdir here
    cd here || fail cd
    run "$JOBREPORT" --job-id '../../escape' "$scratch/input.json"
    expect_status 0
    report=$scratch/here/$(ls)
    expect_only "$scratch" input.json here
    expect_tame_report
}

test_names_with_control_characters_and_quotes_are_text() {
    ordinary 'line\nfeed' 'tab\tquote\"comma,' 'nul\u0000byte' 'bell\u0007' '=cmd()' ' ' '' \
        > "$scratch/input.json"
    expect_made "$scratch/input.json"
    expect_tame_report
}

test_names_of_ten_thousand_letters_and_of_other_scripts_are_drawn() {
    ordinary "$(head -c 10000 /dev/zero | tr '\0' n)" 'שלום עולם' 'узел-1' '節點' $'a\u202eb' \
        > "$scratch/input.json"
    expect_made --title "$(head -c 10000 /dev/zero | tr '\0' t)" "$scratch/input.json"
    expect_tame_report
}

test_names_that_are_not_utf_8_break_nothing() {
    ordinary $'caf\xe9' $'\xff\xfe' $'\xed\xa0\x80' > "$scratch/input.json"
    report "$scratch/input.json"
    [ "$status" = 0 ] || [ "$status" = 3 ] || fail "$(what_it_said)"
    if [ "$status" = 0 ]; then
        iconv -f UTF-8 -t UTF-8 "$report/index.html" > /dev/null || fail "page is not UTF-8"
        iconv -f UTF-8 -t UTF-8 "$report/data/nodes.csv" > /dev/null || fail "table is not UTF-8"
    else
        expect_error 'input.json'
    fi
}

test_repeated_keys_and_hosts_break_nothing() {
    merged '"a", "a"' "$(host a "$times" "$loads")" "$(host a "$times" "$loads")" \
        > "$scratch/input.json"
    expect_made_or_refused "$scratch/input.json"
}

test_deep_nesting_breaks_nothing() {
    head -c 200000 /dev/zero | tr '\0' '[' > "$scratch/input.json"
    expect_refused "$scratch/input.json"
    { printf '{"host_names": ["a"], "a": {"time_stamps": [1,2], "x": '; head -c 100000 /dev/zero |
        tr '\0' '['; } > "$scratch/input.json"
    expect_made_or_refused "$scratch/input.json"
}

test_what_tells_outliers_apart_is_told_with_its_unit() {
    local i
    for ((i = 1; i <= 60; i++)); do
        printf '{"task_id":"%d","exit_type":"normal","wall_time":[%d,"s"],"cpu_time":[9,"s"],' $i $i
        printf '"memory":[%d,"MB"],"total_files":[%d,"files"]}\n' $((1000 + i * 200)) $((5 + i / 58 * 500))
    done > "$scratch/summaries"
    report --only none "$scratch/summaries"
    expect_status 0
    [ "$(cut -d, -f3,10 "$report/data/outlier_columns.csv" | tail -1)" = total_files,files ] ||
        fail "$(cat "$report/data/outlier_columns.csv")"
}

test_hundreds_of_unknown_metrics_are_drawn() {
    local metrics
    metrics=$(seq 300 | sed "s/.*/\"m&\": [$loads]/" | paste -sd,)
    merged '"a"' "$(host a "$times" "$loads" "$metrics")" > "$scratch/input.json"
    expect_made "$scratch/input.json"
}

# Files in their hundreds that are wrong in one way, each with a copy.
test_notes_are_counted_by_kind() {
    local number
    cp -r "$examples/archive-12-nodes" "$scratch/in"
    for number in $(seq 60); do
        printf 'task,elapsed_s\na%s,1\n' "$number" > "$scratch/in/a$number.csv"
        cp "$scratch/in/a$number.csv" "$scratch/in/b$number.csv"
    done
    report --only none --format html "$scratch/in"
    expect_status 0
    [ "$(wc -l < "$err")" -le 25 ] || fail "$(wc -l < "$err") lines: $(tail -3 "$err")"
    expect_error '… and 40 more like: same content as .*, read once'
}

test_of_thousands_of_counters_hundreds_are_drawn() {
    local metrics
    metrics=$(seq 2000 | sed "s/.*/\"m&\": [$loads]/" | paste -sd,)
    merged '"a"' "$(host a "$times" "$loads" "$metrics")" > "$scratch/input.json"
    expect_made "$scratch/input.json"
    [ "$(find "$report/figures" -name 'm*_all_nodes.json' | wc -l)" = 300 ] ||
        fail "$(find "$report/figures" -type f | wc -l) figures"
    expect_error '1700 metrics are not drawn: section "Other metrics" is limited to 300 figures'
    expect_text "$report/nodes.html" '1,700 more metrics are not drawn'
    [ "$(grep -c '^m' "$report/data/job_metrics.csv")" = 2001 ] || fail "metrics are missing"
}

# Files of a known format that hold nothing: no report of it.
test_inputs_without_anything_usable_make_no_report() {
    cd "$scratch" || fail "no scratch directory"
    mkdir files empty
    printf 'task,elapsed_s,memory_B\n' > files/header.csv
    printf 'JobID|JobName|State|Elapsed|MaxRSS|ReqMem|ExitCode\n' > files/sacct.txt
    printf 'memory,init_time,run_time\n' > files/quanta.csv
    printf 'Host,Timestamps,RSS [bytes]\na,1700000000,\na,1700000001,\n' > files/nodes.csv
    printf 'task,quanta,integrated_runtime_hrs,mem_GB_p050\nisr,,,\n' > files/summary.csv
    printf 'hostname,gpuSerial,gpuUUID\nh,1,GPU-1\n' > files/cards.csv
    printf '# time manager_pid MANAGER START|END\n\n1000000000 7 MANAGER START\n' > files/wq.log
    echo '{"traceEvents":[]}' > files/none.json
    echo '{"traceEvents":[{"ph":"M","name":"process_name","pid":1,"args":{"name":"x"}}]}' \
        > files/names.json
    echo '{"host_names":["a"],"sampling_frequency":1,"a":{"time_stamps":[1,2],"cpu_percent":[null,null]}}' \
        > files/null.json
    local file
    for file in files/* files empty; do
        report "$file"
        [ "$status" = 3 ] || fail "$file: $status"
        expect_error "^jobreport: (nothing usable found in )?$file"
        expect_absent "$report"
    done
}

test_a_report_without_tables_is_not_drawn_again() {
    cd "$scratch" || fail "no scratch directory"
    printf 'task,elapsed_s\na,1\nb,2\n' > tasks.csv
    report --only none tasks.csv
    expect_status 0
    rm "$report"/data/*.csv
    run "$JOBREPORT" replot "$report"
    expect_status 3
    expect_error 'cannot open .*/report/data/.*\.csv: No such file'
    sed -i 's/"tables": \[/"no": [/' "$report/data/manifest.json"
    run "$JOBREPORT" replot "$report"
    expect_status 3
    expect_error '"tables" must be a list of the report.s tables'
}

# A page would lack it, and nobody would know.
test_a_report_that_lacks_a_table_is_not_drawn_again() {
    cd "$scratch" || fail "no scratch directory"
    printf 'task,elapsed_s\na,1\nb,2\n' > tasks.csv
    report --only none tasks.csv
    rm "$report/data/histograms.csv"
    cp -a "$report" former
    run "$JOBREPORT" replot "$report"
    expect_status 3
    expect_error 'cannot open .*/report/data/histograms.csv: No such file'
    expect_same former "$report"
    sed -i 's/"medium-memory": "[^"]*"/"medium-memory": "much"/' "$report/data/manifest.json"
    run "$JOBREPORT" replot "$report"
    expect_status 3
}

# A job whose source names it and its nodes is a report, without any sample.
test_facts_about_a_job_alone_make_a_report() {
    cd "$scratch" || fail "no scratch directory"
    echo '{"jobId":7,"user":"u","cluster":"c","numNodes":1,"startTime":1700000000,"duration":60,
        "resources":[{"hostname":"a"}]}' > meta.json
    report --only none meta.json
    expect_status 0
}

# ---- tasks and samples of other runs -------------------------------------------------------

# A job of Slurm on those nodes, and samples of n1 and n2 from 09:20 to 13:19, UTC.
expect_mismatch() { # START END NODES PATTERN [OPTION…]: none, where the pattern is empty
    local start=$1 end=$2 nodes=$3 pattern=$4 i
    shift 4
    mkdir -p "$scratch/in"
    cat > "$scratch/in/sacct.txt" << END
JobID|JobName|State|ExitCode|Start|End|AllocCPUS|TotalCPU|NodeList|NNodes
7|climate|COMPLETED|0:0|2025-11-09T$start|2025-11-09T$end|8|06:00:00|$nodes|2
END
    echo time,host,cpu_usage_user,cpu_usage_idle > "$scratch/in/samples.csv"
    for ((i = 0; i < 240; i++)); do
        printf '2025-11-09T%02d:%02d:00Z,n%d,90,10\n' $((9 + (20 + i) / 60)) $(((20 + i) % 60)) 1 \
            $((9 + (20 + i) / 60)) $(((20 + i) % 60)) 2
    done >> "$scratch/in/samples.csv"
    report --only none --format html "$@" "$scratch/in"
    expect_status 0
    if [ -n "$pattern" ]; then
        sed -n 2p "$report/data/findings.csv" | grep -qE "^[a-z.-]*,warn,data,.*$pattern" ||
            fail "$start to $end on $nodes: no $pattern"$'\n'"$(cat "$report/data/findings.csv")"
    elif grep 'Tasks and samples' "$report/data/findings.csv"; then
        fail "$start to $end on $nodes is of the same run"
    fi
    rm -rf "$report" "$scratch/in"
}

test_tables_and_documents_joined_in_one_file_are_read() {
    printf '%s\n' task,id,run_time,start a,1,10,1714557600 task,start,run_time,id \
        a,1714557700,20,2 > "$scratch/tasks.csv"
    report "$scratch/tasks.csv"
    expect_status 0
    expect_error 'tasks.csv:3: another table or document begins here'
    expect_no_text "$err" 'not a duration in seconds or such as 01:02:03'
    [ "$(cell tasks tasks a)" = 2 ] || fail "$(cell tasks tasks a) tasks"
    expect_near hours "$(cell tasks elapsed_s a)" 30 1e-4
    { ordinary n1; ordinary n2; } > "$scratch/both.json"
    report "$scratch/both.json"
    expect_status 0
    expect_text "$report/data/nodes.csv" '^n1,'
    expect_text "$report/data/nodes.csv" '^n2,'
}

# The trace of a rank that recorded nothing is an empty list; what else stands between is said.
test_traces_behind_an_empty_one_are_read() {
    local event='{"name":"solve","ph":"X","ts":0,"dur":5,"pid":'
    printf '%s\n' "[$event 0}]" '[' ']' "[$event 1}]" 'rank 2 was slow' "{\"traceEvents\":[$event 2}]}" \
        > "$scratch/ranks.json"
    report -v "$scratch/ranks.json"
    expect_status 0
    expect_error 'ranks.json: chrome-trace, .* 3 records, 0 rejected'
    expect_error 'ranks.json:5: 16 bytes between two JSON documents ignored'
    { echo "[$event 0}]"; printf '%0100d\n' 0; } > "$scratch/ranks.json"
    report "$scratch/ranks.json"
    expect_error 'the last 101 bytes are ignored'
}

# A list of events need not be closed.
test_traces_behind_an_open_list_are_read() {
    local event='{"name":"solve","ph":"X","ts":0,"dur":5,"pid":'
    printf '%s\n' "[$event 0}" "[$event 1}," "[$event 2}]" "[$event 3}" > "$scratch/ranks.json"
    report -v "$scratch/ranks.json"
    expect_status 0
    expect_error 'ranks.json: chrome-trace, .* 4 records, 0 rejected'
}

test_rows_that_are_there_twice_count_once() {
    local row=a,1,1714557600,1714557610
    printf '%s\n' task,id,start,end $row $row > "$scratch/tasks.csv"
    report "$scratch/tasks.csv"
    expect_status 0
    expect_error '1 duplicate row \(equal in every field\), counted once'
    [ "$(cell tasks attempts a)" = 1 ] || fail "$(cell tasks attempts a) attempts"
}

test_tasks_and_samples_of_other_times_are_told() {
    local apart='cover different time ranges'
    expect_mismatch 02:06:48 06:47:08 'n[1-2]' "$apart: tasks from 2025-11-09 02:06 to 06:47, samples"
    expect_mismatch 13:20:30 13:50:00 'n[1-2]' "$apart: tasks"
    expect_mismatch 13:05:00 16:55:00 'n[1-2]' "$apart: tasks"
    expect_mismatch 04:19:48 08:20:08 'n[1-2]' "$apart, 5 h apart.*--time-zone AREA/CITY"
    expect_mismatch 10:19:48 14:20:08 'n[1-2]' "$apart, 1 h apart.*--time-zone AREA/CITY"
    expect_mismatch 14:49:48 18:50:08 'n[1-2]' "$apart, 5 h 30 min apart.*--time-zone AREA/CITY"
}

test_tasks_and_samples_of_other_nodes_are_told() {
    expect_mismatch 09:19:48 13:20:08 'd[201-202]' \
        'different nodes: tasks ran on d201 and 1 more, samples are of n1 and 1 more'
    expect_mismatch 02:06:48 06:47:08 'd[201-202]' 'time ranges and nodes: .* on d201 and 1 more, '
    expect_mismatch 09:19:48 13:20:08 'n[2-9]' ''
    expect_mismatch 09:19:48 13:20:08 n1.cluster.example,n2.cluster.example ''
}

test_tasks_and_samples_of_one_run_are_no_mismatch() {
    expect_mismatch 09:19:48 13:20:08 'n[1-2]' ''
    expect_mismatch 09:30:00 13:09:00 'n[1-2]' ''
    expect_mismatch 12:00:00 12:00:10 'n[1-2]' ''
    expect_mismatch 13:19:20 13:19:50 'n[1-2]' ''
    expect_mismatch 01:00:00 23:00:00 'n[1-2]' ''
    expect_mismatch 11:40:00 15:20:00 'n[1-2]' ''
    expect_mismatch 04:19:48 08:20:08 'n[1-2]' '' --time-zone America/New_York
}

test_a_performance_log_alone_gives_tasks_over_time() {
    cd "$scratch" || fail "no scratch directory"
    printf '%s\n' '# timestamp workers_connected tasks_waiting tasks_running' \
        '1750000000000000 2 8 0' '1750000010000000 2 6 2' '1750000020000000 2 0 0' > queue.performance
    report queue.performance
    expect_status 0
    expect_file "$report/plots/tasks_over_time.png"
    expect_text "$report/data/findings.csv" 'add the transactions log'
}

# A pipe behind the input holds the reading back: when somebody has opened it, the input was opened.
read_while() { # INPUT CHANGE…
    local process
    mkfifo "$scratch/slow"
    report=$scratch/report
    "$JOBREPORT" --only none --format html --checksum sha256 -o "$report" "$1" "$scratch/slow" > "$out" 2> "$err" &
    process=$!
    exec 9> "$scratch/slow"
    shift
    "$@"
    printf 'task,elapsed_s,outcome\nlast,1,succeeded\n' >&9
    exec 9>&-
    status=0
    wait $process || status=$?
    rm "$scratch/slow"
}

write_tasks() { # NAME
    printf 'task,elapsed_s,outcome\n' > "$scratch/tasks.csv"
    yes "$1,10,succeeded" | head -2000 >> "$scratch/tasks.csv"
}

rewrite_in_place() {
    yes 'new,90,succeeded' | head -2000 |
        dd of="$scratch/tasks.csv" bs=1M seek=23 oflag=seek_bytes conv=notrunc 2> /dev/null
}

append_tasks() {
    yes 'new,90,succeeded' | head -700 >> "$scratch/tasks.csv"
}

test_an_input_that_is_changed_while_it_is_read_is_refused() {
    local input
    make_former
    mkdir "$scratch/inputs"
    for input in tasks.csv inputs; do
        write_tasks old
        ln -f "$scratch/tasks.csv" "$scratch/inputs/tasks.csv"
        read_while "$scratch/$input" rewrite_in_place
        expect_status 3
        expect_error 'tasks.csv: changed while it was read \(try again'
        expect_former
    done
}

test_of_an_input_that_grows_what_was_there_is_read() {
    local sum size
    write_tasks old
    sum=$(sha256sum < "$scratch/tasks.csv")
    size=$(stat -c %s "$scratch/tasks.csv")
    read_while "$scratch/tasks.csv" append_tasks
    expect_status 0
    expect_silence "$err"
    [ "$(cell tasks tasks old)" = 2000 ] || fail "$(cat "$report/data/tasks.csv")"
    expect_no_text "$report/data/tasks.csv" '^new,'
    expect_text "$report/data/manifest.json" "${sum%% *}"
    expect_text "$report/data/manifest.json" "\"size\": $size,"
}

# Of a disk whose names are Latin-1: inputs, and kinds that are named by their files.
test_names_of_files_that_are_not_utf_8_are_escaped() {
    local name file option
    for name in $'B\xe4r' $'B\xf6r'; do
        printf 's\th:m:s\tmax_rss\n10.5\t0:00:10\t100\nx\t0:00:12\t100\n' > "$scratch/input"
        { mkdir -p "$scratch/in/$name" && cp "$scratch/input" "$scratch/in/$name/run.tsv"; } ||
            skip "no such names here"
    done
    for option in '' --full-paths; do
        report --only none $option "$scratch/in"
        expect_status 0
        for file in "$report"/data/*.csv "$report"/data/*.json "$report"/*.html; do
            iconv -f UTF-8 -t UTF-8 "$file" > /dev/null || fail "$file is not UTF-8"
        done
        for name in 'B\\xe4r' 'B\\xf6r'; do
            expect_text "$report/data/tasks.csv" "^$name,"
            expect_text "$report/data/rejects.csv" "$name/run.tsv,"
            expect_text "$report/data/manifest.json" "$(sed 's/x/\\\\&/' <<< "$name")/run.tsv\""
            expect_text "$report/tasks.html" ">$name<"
            expect_text "$report/data.html" "$name/run.tsv"
            expect_error "$name/run.tsv:"
        done
    done
}

# The header alone is longer than what is looked at of most files.
test_tables_of_thousands_of_columns_are_known() {
    local columns
    for columns in 3000 20000; do
        awk -v n="$columns" 'BEGIN {
            printf "timestamp,host"; for (i = 0; i < n; i++) printf ",cpu%d_util_percent", i; print ""
            for (t = 0; t < 20; t++) {
                printf "%d,n1", 1700000000 + 10 * t; for (i = 0; i < n; i++) printf ",5"; print ""
            }
        }' > "$scratch/wide.csv"
        if [ "$columns" = 3000 ]; then
            report --only none "$scratch/wide.csv"
            expect_status 0
        else
            report --only none "$scratch/wide.csv"
            expect_status 3
            expect_error 'in a table of 20002 columns: --input-format perfmon-csv reads it'
        fi
    done
}

run_tests
