#!/bin/bash
# Parquet files: tables in them give what the same tables give as CSV; odd and damaged ones are refused.
. tests/lib.sh

duckdb=$tools/parquet/duckdb_run

need_duckdb() {
    [ -x "$duckdb" ] || skip "no DuckDB (make duckdb)"
}

# The same table as Parquet, by DuckDB.
to_parquet() { # CSV PARQUET [OPTIONS OF READING [OF WRITING]]
    "$duckdb" "COPY (SELECT * FROM read_csv('$1'${3:+, $3})) TO '$2' (FORMAT parquet${4:+, $4})" > "$out" 2>&1 ||
        fail "$(cat "$out")"
}

# But for what the manifest says of inputs, and of when, and for the ending of their names.
expect_same_data() { # REPORT REPORT
    local tree
    for tree; do
        rm "$tree/data/manifest.json"
        [ -e "$tree/data/attempts_all.csv.gz" ] || continue
        gzip -dc "$tree/data/attempts_all.csv.gz" | sed -E 's/\.parq(uet)?,/.csv,/' > "$tree/data/attempts_all.csv"
        rm "$tree/data/attempts_all.csv.gz"
    done
    expect_same "$1/data" "$2/data"
}

report_to() { # NAME [OPTION|INPUT]…
    local name=$1
    shift
    report --only none --format html "$@"
    expect_status 0
    mv "$report" "$scratch/$name"
}

# ---- what CSV gives --------------------------------------------------------------------------------

# step1/isr_resource_usage/part.csv and so on, without the columns that the directories are; and what was
# published of each step.
make_tree() { # DIRECTORY
    local csv=$scratch/quanta.csv step
    "$tools/bench/make_quanta" 60000 "$csv" || fail "no quanta"
    for step in 1 5 9; do
        mkdir -p "$1/step$step/ResourceUsageSummary"
        awk -F, -v OFS=, -v to="$1/step$step" -v step="step$step" '
            NR == 1 { sub(/^step,task,/, ""); head = $0; next }
            $1 == step {
                directory = to "/" $2 "_resource_usage"
                sub(/^[^,]*,[^,]*,/, "")
                if (!(directory in seen)) { system("mkdir " directory); print head > (directory "/part.csv") }
                seen[directory]
                print > (directory "/part.csv")
            }' "$csv"
        "$duckdb" "COPY (SELECT step, task, count(*) AS quanta, sum(run_time) / 3599 AS integrated_runtime_hrs,
            quantile_cont(memory, 0.5) / 1073741824 AS mem_GB_p050, quantile_cont(run_time, 0.5) AS runtime_s_p050
            FROM read_csv('$csv') WHERE step = 'step$step' GROUP BY ALL ORDER BY ALL)
            TO '$1/step$step/ResourceUsageSummary/summary.csv'" > "$out" || fail "no summary"
    done
    rm "$csv"
}

test_campaign_tree_of_parquet_is_that_of_csv() {
    need_duckdb
    local tree=$scratch/csv/campaign other=$scratch/parquet/campaign file
    mkdir -p "$tree"
    make_tree "$tree"
    while read -r file; do
        mkdir -p "$(dirname "$other/$file")"
        to_parquet "$tree/$file" "$other/${file%.csv}.parq" "" "ROW_GROUP_SIZE 2048"
    done < <(cd "$tree" && find . -name '*.csv')
    report_to of-csv "$tree"
    report_to of-parquet "$other"
    expect_text "$scratch/of-parquet/data/manifest.json" '"quanta-csv"'
    expect_text "$scratch/of-parquet/data/summary_check.csv" '^step9,isr,integrated_runtime_hrs,'
    expect_same_data "$scratch/of-csv" "$scratch/of-parquet"
}

# More rows than are looked at to know the format, in row groups that threads read side by side.
test_large_table_is_the_same_at_any_number_of_threads() {
    need_duckdb
    "$tools/bench/make_quanta" 300000 "$scratch/quanta.csv" shuffled || fail "no quanta"
    to_parquet "$scratch/quanta.csv" "$scratch/quanta.parquet" "" "ROW_GROUP_SIZE 20000"
    report_to of-csv "$scratch/quanta.csv"
    report_to of-parquet "$scratch/quanta.parquet"
    report_to of-one-thread --jobs 1 "$scratch/quanta.parquet"
    report_to of-many --jobs 7 "$scratch/quanta.parquet"
    report_to of-more-than-slots --jobs 30 "$scratch/quanta.parquet"
    expect_same "$scratch/of-parquet/data" "$scratch/of-one-thread/data"
    expect_same "$scratch/of-parquet/data" "$scratch/of-many/data"
    expect_same "$scratch/of-parquet/data" "$scratch/of-more-than-slots/data"
    expect_same_data "$scratch/of-csv" "$scratch/of-parquet"
}

test_examples_as_parquet_give_the_same() {
    need_duckdb
    local name
    to_parquet "$examples/campaign-568-tasks/tasks.csv" "$scratch/tasks.parquet"
    report_to of-csv "$examples/campaign-568-tasks/tasks.csv"
    report_to of-parquet "$scratch/tasks.parquet"
    expect_same_data "$scratch/of-csv" "$scratch/of-parquet"
    mkdir "$scratch/csv" "$scratch/parquet"
    for name in application-checkpoints gpu task-x-y; do
        cp "$examples/rendering-36-tasks/$name.csv" "$scratch/csv"
        to_parquet "$scratch/csv/$name.csv" "$scratch/parquet/$name.parquet"
    done
    report_to of-csvs "$scratch/csv"
    report_to of-parquets "$scratch/parquet"
    sed -i 's/\.parquet,/.csv,/' "$scratch/of-parquets/data/input_times.csv"
    expect_same_data "$scratch/of-csvs" "$scratch/of-parquets"
}

# Readers that need text get it, of any number of rows.
test_node_metrics_as_parquet_give_the_same() {
    need_duckdb
    awk 'BEGIN {
        print "timestamp,host,cpu_percent,memory [GiB],net_rx_bytes"
        for (i = 0; i < 6000; i++)
            for (n = 1; n <= 8; n++)
                printf "%d,node%02d,%.1f,%.2f,%d\n", 1718092800 + 10 * i, n, 90 + (i * n) % 7 / 3,
                    41 + i % 100 / 50, i * n * 104857
    }' > "$scratch/metrics.csv"
    to_parquet "$scratch/metrics.csv" "$scratch/metrics.parquet"
    report_to of-csv "$scratch/metrics.csv"
    report_to of-parquet "$scratch/metrics.parquet"
    expect_same_data "$scratch/of-csv" "$scratch/of-parquet"
}

test_wrong_rows_of_parquet_are_rejected_with_their_line() {
    need_duckdb
    "$duckdb" "COPY (SELECT 's' AS step, CASE WHEN i % 1000 = 7 THEN '' ELSE 'isr' END AS task, 1e9 AS memory,
        CASE WHEN i = 30000 THEN -1 WHEN i % 3 = 0 THEN NULL ELSE i END AS run_time FROM range(40000) t(i))
        TO '$scratch/quanta.parquet' (FORMAT parquet)" || fail "not made"
    report --only none --format html "$scratch/quanta.parquet"
    expect_status 0
    expect_error 'quanta.parquet:9: no task name'
    expect_text "$report/data/rejects.csv" ',30002,.*negative time'
    [ "$(cell tasks succeeded isr)" = 39959 ] || fail "$(cat "$report/data/tasks.csv")"
}

test_columns_without_a_number_or_text_are_left_out_by_name() {
    need_duckdb
    "$duckdb" "COPY (SELECT 'isr' AS task, i AS run_time, [i] AS parts, {a: i} AS pair, 'x'::BLOB AS raw
        FROM range(10) t(i)) TO '$scratch/tasks.parquet' (FORMAT parquet)" || fail "not made"
    report --only none --format html --mapping task=task "$scratch/tasks.parquet"
    expect_status 0
    expect_error '3 columns are left out: parts \(list\), pair \(group of columns\), raw \(binary\)'
}

# Names that DuckDB writes are different without regard to case: one is changed in the file.
test_columns_that_differ_in_case_have_the_names_of_the_file() {
    need_duckdb
    "$duckdb" "COPY (SELECT 'isr' AS task, i AS run_time, CASE WHEN i < 50 THEN 'u' ELSE 'v' END AS band,
        {x: 1, y: {z: 2}} AS pair, CASE WHEN i % 2 = 0 THEN 'a' ELSE 'b' END AS bonD FROM range(100) t(i))
        TO '$scratch/tasks.parquet' (FORMAT parquet)" > "$out" || fail "not made"
    LC_ALL=C sed -i 's/bonD/banD/g' "$scratch/tasks.parquet"
    report --only none --format html "$scratch/tasks.parquet"
    expect_status 0
    expect_text "$report/data/attributes.csv" '^band,1,'
    expect_text "$report/data/attributes.csv" '^banD,1,'
}

test_parquet_comes_packed_and_by_a_pipe() {
    need_duckdb
    to_parquet "$examples/campaign-568-tasks/tasks.csv" "$scratch/tasks.parquet"
    gzip -k "$scratch/tasks.parquet"
    report_to of-file "$scratch/tasks.parquet"
    report_to of-gzip "$scratch/tasks.parquet.gz"
    report=$scratch/piped
    "$JOBREPORT" -q --only none --format html -o "$report" - < <(cat "$scratch/tasks.parquet") > "$out" 2> "$err" ||
        fail "$(cat "$err")"
    expect_same "$scratch/of-file/data/tasks.csv" "$scratch/of-gzip/data/tasks.csv"
    expect_same "$scratch/of-file/data/tasks.csv" "$report/data/tasks.csv"
}

# ---- what cannot be read ---------------------------------------------------------------------------

expect_refused() { # PATTERN INPUT [OPTION]…
    local pattern=$1
    shift
    report --only none --format html "$@"
    expect_status 3
    expect_silence "$out"
    expect_error "$pattern"
    expect_absent "$report"
}

test_without_the_extension_the_message_says_how_to_get_it() {
    mkdir -p "$scratch/bin"
    cp "$JOBREPORT" "$scratch/bin/jobreport"
    ln -s "$checkout/plots" "$checkout/templates" "$checkout/fonts" "$scratch"
    printf 'PAR1\0\0\0PAR1' > "$scratch/tasks.parquet"
    JOBREPORT=$scratch/bin/jobreport
    expect_refused "make duckdb.*'duckdb' is not installed" "$scratch/tasks.parquet"
    [ "$(grep -c . "$err")" = 1 ] || fail "$(what_it_said)"
}

# As the system does where memory is short: what was read by then is not all there is.
test_a_reader_that_is_killed_gives_no_report() {
    local delay process signal=KILL killed=0
    need_duckdb
    "$tools/bench/make_quanta" 300000 "$scratch/quanta.csv" || fail "no quanta"
    to_parquet "$scratch/quanta.csv" "$scratch/quanta.parquet" "" "ROW_GROUP_SIZE 20000"
    for delay in 0.02 0.05 0.1 0.1 0.15 0.15 0.2 0.2 0.3 0.3 0.5 1; do
        rm -rf "$scratch/report"
        "$JOBREPORT" --only none --format html -o "$scratch/report" "$scratch/quanta.parquet" > "$out" 2> "$err" &
        process=$!
        sleep $delay
        pkill -$signal -P $process || true
        status=0
        wait $process || status=$?
        case $status in
            0) ! grep -q 'input-cut' "$scratch/report/data/findings.csv" || fail "a report of a part" ;;
            *)
                expect_status 4
                expect_error '(the process that read it was (killed|stopped by signal 15)|a worker process)'
                expect_absent "$scratch/report"
                ! grep -q 'that read it' "$err" || killed=1
                ;;
        esac
        [ $signal = KILL ] && signal=TERM || signal=KILL
    done
    [ $killed = 1 ] || skip "it was never caught reading"
}

test_too_little_memory_for_parquet_is_said_as_such() {
    local limit refused=0
    need_duckdb
    "$tools/bench/make_quanta" 300000 "$scratch/quanta.csv" || fail "no quanta"
    to_parquet "$scratch/quanta.csv" "$scratch/quanta.parquet" "" "ROW_GROUP_SIZE 20000"
    for limit in 60 80 100 120 140 160 180 220 260 400; do
        run bash -c "ulimit -v $((limit * 1024)) && exec '$JOBREPORT' --jobs 2 --only none --format html \
            -o '$scratch/report' '$scratch/quanta.parquet'"
        case $status in
            0) ! grep -q 'input-cut' "$scratch/report/data/findings.csv" || fail "a report of a part" ;;
            *)
                expect_status 4
                expect_error '[Mm]emory'
                refused=$((refused + 1))
                ;;
        esac
        rm -rf "$scratch/report"
    done
    [ $refused -ge 1 ] || skip "there is always enough"
}

test_cut_off_parquet_is_refused() {
    need_duckdb
    to_parquet "$examples/campaign-568-tasks/tasks.csv" "$scratch/tasks.parquet"
    local size
    for size in 4 8 12 1000 5000; do
        head -c "$size" "$scratch/tasks.parquet" > "$scratch/cut.parquet"
        expect_refused 'cut.parquet: cannot be read as Parquet: .+' "$scratch/cut.parquet"
    done
    mkdir "$scratch/inputs"
    cp "$scratch/cut.parquet" "$scratch/inputs/a.parquet"
    cp "$examples/campaign-568-tasks/tasks.csv" "$scratch/inputs"
    report --only none --format html "$scratch/inputs"
    expect_status 0
    expect_error 'a.parquet.*cannot be read as Parquet'
}

# Rows that come before the damage are not used: which these are depends on threads.
test_parquet_that_is_damaged_in_its_midst_is_refused_as_a_whole() {
    need_duckdb
    "$tools/bench/make_quanta" 200000 "$scratch/quanta.csv" shuffled || fail "no quanta"
    mkdir "$scratch/inputs"
    cp "$examples/campaign-568-tasks/tasks.csv" "$scratch/inputs"
    to_parquet "$scratch/quanta.csv" "$scratch/inputs/quanta.parquet" "" "ROW_GROUP_SIZE 20000"
    head -c 4000 /dev/zero | tr '\0' '\377' |
        dd of="$scratch/inputs/quanta.parquet" bs=1 seek=1500000 conv=notrunc status=none
    expect_refused 'quanta.parquet: cannot be read as Parquet' "$scratch/inputs/quanta.parquet"
    report_to of-both "$scratch/inputs"
    expect_error 'quanta.parquet: .*cannot be read as Parquet'
    report_to of-one "$examples/campaign-568-tasks/tasks.csv"
    expect_same "$scratch/of-one/data/tasks.csv" "$scratch/of-both/data/tasks.csv"
}

# Runs of one value take no room in the file.
test_a_table_of_one_column_is_no_text() {
    need_duckdb
    "$duckdb" "COPY (SELECT 1 AS min_fl) TO '$scratch/one.parquet' (FORMAT parquet)" > /dev/null
    expect_refused 'unknown format: it is a Parquet file of one column, min_fl' "$scratch/one.parquet"
}

test_parquet_that_grows_beyond_the_limit_is_refused() {
    need_duckdb
    "$duckdb" "COPY (SELECT 'isr' AS task, 1.5 AS run_time, 1e9 AS memory FROM range(20000000))
        TO '$scratch/quanta.parquet' (FORMAT parquet)" || fail "not made"
    expect_refused 'decompresses to more than 256 MiB' "$scratch/quanta.parquet"
    "$duckdb" "COPY (SELECT repeat('x', 2000000) AS task, i AS run_time, i AS memory FROM range(3) t(i))
        TO '$scratch/long.parquet' (FORMAT parquet)" || fail "not made"
    expect_refused 'texts of more than' "$scratch/long.parquet"
}

# Pages that decompress to 1.5 GB, of a file of 2 kB: neither process takes anything near it.
test_memory_of_decompression_is_bounded_by_the_limit() {
    need_duckdb
    "$duckdb" "COPY (SELECT 'isr' AS task, 1.5 AS run_time, repeat('x', 500000) AS note FROM range(3000))
        TO '$scratch/bomb.parquet' (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 3000)" > "$out" || fail "not made"
    expect_refused 'bomb.parquet: .*decompressing it takes more than [0-9]+ MiB of memory \(set --max-input' "$scratch/bomb.parquet"
    rm -rf "$report"
    "$tools/bench/measure" "$JOBREPORT" --jobs 2 --only none --format html --max-input 100MB -o "$report" \
        "$scratch/bomb.parquet" > "$out" 2> "$err" && fail 'it was read'
    expect_error 'takes more than 415 MiB of memory \(set --max-input'
    awk '$2 > 600 { exit 1 }' "$out" || fail "it took $(cat "$out")"
}

test_damaged_files_of_others_are_refused() {
    need_duckdb
    need_sample parquet/bad_data
    local file
    for file in "$samples"/parquet/bad_data/*.parquet; do
        expect_refused "$(basename "$file"): " "$file"
    done
}

# ---- files of others -------------------------------------------------------------------------------

# What becomes of each: read as DuckDB reads it, or refused.
outcomes() {
    sed 's/^ *//' <<'END'
        aes256/encrypt_columns_and_footer.parquet.encrypted: refused: cannot be read as Parquet: it is encrypted
        aes256/encrypt_columns_and_footer_ctr.parquet.encrypted: refused: cannot be read as Parquet: it is encrypted
        aes256/encrypt_columns_and_footer_disable_aad_storage.parquet.encrypted: refused: cannot be read as Parquet: it is encrypted
        aes256/encrypt_columns_plaintext_footer.parquet.encrypted: refused: cannot be read as Parquet: it is damaged or encrypted: names of its columns are no text
        aes256/uniform_encryption.parquet.encrypted: refused: cannot be read as Parquet: it is encrypted
        alltypes_dictionary.parquet: 2 rows, 9 columns; left out: date_string_col (binary), string_col (binary)
        alltypes_plain.parquet: 8 rows, 9 columns; left out: date_string_col (binary), string_col (binary)
        alltypes_plain.snappy.parquet: 2 rows, 9 columns; left out: date_string_col (binary), string_col (binary)
        alltypes_tiny_pages.parquet: 7300 rows, 13 columns
        alltypes_tiny_pages_plain.parquet: 7300 rows, 13 columns
        binary.parquet: refused: none of its columns can be read: foo (binary)
        binary_truncated_min_max.parquet: 12 rows, 3 columns; left out: binary_full_truncation (binary), binary_partial_truncation (binary), binary_no_truncation (binary)
        byte_array_decimal.parquet: 24 rows, 1 columns
        byte_stream_split.zstd.parquet: 300 rows, 2 columns
        byte_stream_split_extended.gzip.parquet: refused: cannot be read as Parquet: BYTE_STREAM_SPLIT encoding is only supported for FLOAT or DOUBLE data
        column_chunk_key_value_metadata.parquet: 0 rows, 2 columns
        concatenated_gzip_members.parquet: 513 rows, 1 columns
        data_index_bloom_encoding_stats.parquet: 14 rows, 1 columns
        data_index_bloom_encoding_with_length.parquet: 14 rows, 1 columns
        datapage_v1-corrupt-checksum.parquet: 5120 rows, 2 columns
        datapage_v1-snappy-compressed-checksum.parquet: 5120 rows, 2 columns
        datapage_v1-uncompressed-checksum.parquet: 5120 rows, 2 columns
        datapage_v2.snappy.parquet: 5 rows, 4 columns; left out: e (list)
        datapage_v2_empty_datapage.snappy.parquet: 1 rows, 1 columns
        delta_binary_packed.parquet: 200 rows, 66 columns
        delta_byte_array.parquet: 1000 rows, 9 columns
        delta_encoding_optional_column.parquet: 100 rows, 17 columns
        delta_encoding_required_column.parquet: 100 rows, 17 columns
        delta_length_byte_array.parquet: 1000 rows, 1 columns
        dict-page-offset-zero.parquet: 39 rows, 1 columns
        encrypt_columns_and_footer.parquet.encrypted: refused: cannot be read as Parquet: it is encrypted
        encrypt_columns_and_footer_aad.parquet.encrypted: refused: cannot be read as Parquet: it is encrypted
        encrypt_columns_and_footer_bloom_filter.parquet.encrypted: refused: cannot be read as Parquet: it is encrypted
        encrypt_columns_and_footer_ctr.parquet.encrypted: refused: cannot be read as Parquet: it is encrypted
        encrypt_columns_and_footer_disable_aad_storage.parquet.encrypted: refused: cannot be read as Parquet: it is encrypted
        encrypt_columns_plaintext_footer.parquet.encrypted: refused: cannot be read as Parquet: it is damaged or encrypted: names of its columns are no text
        external_key_material_java.parquet.encrypted: refused: cannot be read as Parquet: it is encrypted
        fixed_length_byte_array.parquet: refused: none of its columns can be read: flba_field (binary)
        fixed_length_decimal.parquet: 24 rows, 1 columns
        fixed_length_decimal_legacy.parquet: 24 rows, 1 columns
        float16_nonzeros_and_nans.parquet: 8 rows, 1 columns
        float16_zeros_and_nans.parquet: 3 rows, 1 columns
        floating_orders_nan_count.parquet: 50 rows, 6 columns
        geospatial/crs-arbitrary-value.parquet: 1 rows, 1 columns; left out: geometry (binary)
        geospatial/crs-default.parquet: 1 rows, 1 columns; left out: geometry (binary)
        geospatial/crs-geography.parquet: 1 rows, 1 columns; left out: geography (binary)
        geospatial/crs-projjson.parquet: 1 rows, 1 columns; left out: geometry (binary)
        geospatial/crs-srid.parquet: 1 rows, 1 columns; left out: geometry (binary)
        geospatial/geography-lines.parquet: 499 rows, 1 columns; left out: geometry (binary)
        geospatial/geography-points.parquet: 500 rows, 1 columns; left out: geometry (binary)
        geospatial/geography-polygons.parquet: 500 rows, 1 columns; left out: geometry (binary)
        geospatial/geospatial-with-nan.parquet: 3 rows, 2 columns; left out: geometry (binary)
        geospatial/geospatial.parquet: 196 rows, 2 columns; left out: geometry (binary)
        hadoop_lz4_compressed.parquet: refused: cannot be read as Parquet: Unsupported compression codec "LZ4". Supported options are uncompressed, brotli, gzip, lz4_raw, snappy or zstd
        hadoop_lz4_compressed_larger.parquet: refused: cannot be read as Parquet: Unsupported compression codec "LZ4". Supported options are uncompressed, brotli, gzip, lz4_raw, snappy or zstd
        incorrect_map_schema.parquet: refused: none of its columns can be read: my_map (map)
        int32_decimal.parquet: 24 rows, 1 columns
        int32_with_null_pages.parquet: 1000 rows, 1 columns
        int64_decimal.parquet: 24 rows, 1 columns
        int96_from_spark.parquet: 6 rows, 1 columns
        large_string_map.brotli.parquet: refused: none of its columns can be read: arr (map)
        list_columns.parquet: refused: none of its columns can be read: int64_list (list), utf8_list (list)
        lz4_raw_compressed.parquet: 4 rows, 2 columns; left out: c1 (binary)
        lz4_raw_compressed_larger.parquet: 10000 rows, 1 columns
        map_no_value.parquet: refused: cannot be read as Parquet: MAP_KEY_VALUE requires two children
        nan_in_stats.parquet: 2 rows, 1 columns
        nation.dict-malformed.parquet: 25 rows, 2 columns; left out: name (binary), comment_col (binary)
        nested_lists.snappy.parquet: 3 rows, 1 columns; left out: a (list)
        nested_maps.snappy.parquet: 6 rows, 2 columns; left out: a (map)
        nested_structs.rust.parquet: refused: none of its columns can be read: roll_num (group of columns), PC_CUR (group of columns), CVA_2012 (group of columns), CVA_2016 (group of columns), BIA_3 (group of columns), BIA_4 (group of columns), ACTUAL_FRONTAGE (group of columns), ACTUAL_DEPTH (group of columns), ...
        non_hadoop_lz4_compressed.parquet: refused: cannot be read as Parquet: Unsupported compression codec "LZ4". Supported options are uncompressed, brotli, gzip, lz4_raw, snappy or zstd
        nonnullable.impala.parquet: 1 rows, 1 columns; left out: Int_Array (list), int_array_array (list), Int_Map (map), int_map_array (list), nested_Struct (group of columns)
        null_list.parquet: refused: none of its columns can be read: emptylist (list)
        nullable.impala.parquet: 7 rows, 1 columns; left out: int_array (list), int_array_Array (list), int_map (map), int_Map_Array (list), nested_struct (group of columns)
        nulls.snappy.parquet: refused: none of its columns can be read: b_struct (group of columns)
        old_list_structure.parquet: refused: none of its columns can be read: a (list)
        overflow_i16_page_cnt.parquet: 40000 rows, 1 columns
        page_v2_empty_compressed.parquet: 10 rows, 1 columns
        plain-dict-uncompressed-checksum.parquet: 1000 rows, 1 columns; left out: binary_field (binary)
        repeated_no_annotation.parquet: 6 rows, 1 columns; left out: phoneNumbers (group of columns)
        repeated_primitive_no_list.parquet: refused: none of its columns can be read: Int32_list (list), String_list (list), group_of_lists (group of columns)
        rle-dict-snappy-checksum.parquet: 1000 rows, 1 columns; left out: binary_field (binary)
        rle-dict-uncompressed-corrupt-checksum.parquet: 1000 rows, 1 columns; left out: binary_field (binary)
        rle_boolean_encoding.parquet: 68 rows, 1 columns
        single_nan.parquet: 1 rows, 1 columns
        sort_columns.parquet: 6 rows, 2 columns
        uniform_encryption.parquet.encrypted: refused: cannot be read as Parquet: it is encrypted
        unknown-logical-type.parquet: 3 rows, 1 columns; left out: column with unknown type (binary)
END
}

test_files_of_others_are_read_as_duckdb_reads_them_or_refused() {
    need_duckdb
    need python3
    need_sample parquet/data
    local file
    while read -r file; do
        printf '%s: ' "$file"
        python3 "$checkout/tests/parquet/compare.py" "$duckdb" "$tools/parquet/print_parquet" \
            "$samples/parquet/data/$file" || fail "$file"
    done < <(outcomes | cut -d: -f1) > "$scratch/found"
    outcomes > "$scratch/expected"
    expect_same "$scratch/expected" "$scratch/found"
}

run_tests
