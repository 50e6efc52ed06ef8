#!/bin/bash
# `--export`: tables for other programs, as these read them, and as we read them again.
. tests/lib.sh

all=csv,csv.gz,csv.zst,json,parquet,hdf5,sqlite,xlsx

# Makes $report with tables alone and the exports asked for.
export_of() { # LIST INPUT…
    local list=$1
    shift
    report --only none --format html --export "$list" "$@"
    expect_status 0
}

# A Python that has the modules, in $python.
need_modules() { # MODULE…
    local modules
    modules=$(IFS=,; echo "$*")
    for python in python3 /usr/bin/python3; do
        "$python" -c "import $modules" 2> /dev/null && return
    done
    skip "no Python with $modules"
}

check_exports() { # FORMAT…
    "$python" -B tests/golden/check_exports.py "$report" "$@" > "$scratch/faults" 2>&1 ||
        fail "$(tail -5 "$scratch/faults")"
    [ ! -s "$scratch/faults" ] || fail "$(head -20 "$scratch/faults")"
}

# Names and cells that mean something to somebody.
make_hostile() { # FILE
    printf '%s\n' 'task,id,status,start,end,cpu_time,peak_memory,STEP,step (attribute),a/b,size [B],"x,""y",=cmd,rtl,status (attribute)' \
        '"=1+1|cmd",1,COMPLETED,1700000000,1700000010,5,1 GB,s,q,sl/ash,7,"a' 'b","=SUM(A1)",א,u' \
        '"@x",007,FAILED,1700000000,1700000010.5,,100 MB,s,,.,8,"	","-1",<script>alert(1)</script>,' > "$1"
    printf '"%s=y",0x10,COMPLETED,1700000001,1700000011,1e-3,2 GB," lead ",,..,9,\001\002,"+x",%s,\n' \
        "'" "$(head -c 40000 /dev/zero | tr '\0' 'x')" >> "$1"
}

# ---- what is written ----

test_text_formats_hold_what_data_holds() {
    local example
    need_modules sqlite3
    for example in campaign-568-tasks rendering-36-tasks archive-12-nodes; do
        export_of csv,csv.gz,json,sqlite "$examples/$example"
        check_exports csv csv.gz json sqlite
        rm -rf "$report"
    done
}

test_hdf5_is_read_by_h5py_and_pandas() {
    local example
    need_modules h5py pandas
    for example in campaign-568-tasks rendering-36-tasks dask-2-hosts; do
        export_of csv,hdf5 "$examples/$example"
        check_exports hdf5
        rm -rf "$report"
    done
}

test_xlsx_is_read_by_openpyxl() {
    local example
    need_modules openpyxl
    for example in campaign-568-tasks rendering-36-tasks; do
        export_of csv,xlsx "$examples/$example"
        check_exports xlsx
        rm -rf "$report"
    done
}

test_hostile_names_and_cells_stay_what_they_are() {
    need_modules h5py pandas openpyxl sqlite3
    make_hostile "$scratch/t.csv"
    export_of "$all" "$scratch/t.csv"
    check_exports csv csv.gz json sqlite hdf5 xlsx
    expect_no_text "$report/data.html" '<script>alert'
}

test_zstd_is_what_unzstd_reads() {
    need unzstd
    export_of samples.csv,samples.csv.zst,samples.json,samples.json.zst "$examples/archive-12-nodes"
    local ending
    for ending in csv json; do
        unzstd -q -o "$scratch/plain" "$report/export/samples.$ending.zst" || fail "unzstd"
        expect_same "$scratch/plain" "$report/export/samples.$ending"
        rm "$scratch/plain"
    done
}

# 32,767 letters are all that a cell takes, and _x0041_ stands for a letter there.
test_texts_that_a_cell_does_not_take_as_they_are() {
    need python3
    python3 - > "$scratch/t.csv" << 'end' || fail "no table"
print("task,run_time,state,site")
for name in ("a_x0041_b", "_x00411_", "ü" * 32767, "ü" * 32768, "_x0041_" * 4000):
    print(f"{name},10,done,here")
end
    export_of attempts.csv,xlsx "$scratch/t.csv"
    expect_text "$err" 'has only the beginning of 2 of the texts of attempts'
    mkdir "$scratch/book"
    python3 -m zipfile -e "$report/export/report.xlsx" "$scratch/book" || fail "no workbook"
    cat "$scratch"/book/xl/worksheets/*.xml > "$scratch/sheets"
    expect_text "$scratch/sheets" '>a_x005F_x0041_b<'
    expect_text "$scratch/sheets" '>_x00411_<'
}

test_a_spreadsheet_program_reads_xlsx() {
    need ssconvert
    export_of xlsx "$examples/campaign-568-tasks"
    ssconvert -S "$report/export/report.xlsx" "$scratch/sheet.csv" > "$difference" 2>&1 ||
        fail "$(cat "$difference")"
    [ "$(ls "$scratch" | grep -c '^sheet')" = $(($(ls "$report/data" | grep -c "csv$") + 3)) ] ||
        fail "sheets: $(ls "$scratch")"
    # Sheets begin with what is in them: tables, columns, attempts.
    [ "$(wc -l < "$scratch/sheet.csv.2")" = 594 ] || fail "attempts: $(wc -l < "$scratch/sheet.csv.2")"
    expect_text "$scratch/sheet.csv.2" '^0,tasks.csv,prepare,ingest,1,node01,done,succeeded,1,"2026/03/02 08:00:00"'
}

# The library of DuckDB, where Parquet files are read with it.
find_duckdb() {
    local place
    for place in "${DUCKDB_LIBRARY:-}" "$(dirname "$JOBREPORT")/duckdb/libduckdb.so" \
        "$checkout/build/duckdb/libduckdb.so"; do
        [ -e "$place" ] && duckdb=$place && return
    done
    skip "no libduckdb"
}

duckdb_rows() { # QUERY
    python3 -B tests/golden/duckdb_query.py "$duckdb" "$1" || fail "$1"
}

# How many rows of the one that the other has not, both read with the types that Parquet has; in CSV
# an empty field is missing, an empty text stands in quotes.
rows_apart() { # TABLE
    local parquet="'$report/export/$1.parquet'" types
    types=$(duckdb_rows "select string_agg('\"' || column_name || '\": ''' || column_type || '''', ', ')
        from (describe select * from $parquet)")
    duckdb_rows "with one as (select * from $parquet), other as (select * from read_csv(
        '$report/export/$1.csv', columns = {$types}, header = true, allow_quoted_nulls = false))
        select (select count(*) from (from one except all from other)) +
            (select count(*) from (from other except all from one))"
}

test_duckdb_reads_parquet() {
    local example table apart
    need python3
    find_duckdb
    for example in campaign-568-tasks rendering-36-tasks; do
        export_of csv,parquet "$examples/$example"
        for table in "$report"/export/*.parquet; do
            apart=$(rows_apart "$(basename "$table" .parquet)")
            [ "$apart" = 0 ] || fail "$table: $apart"
        done
        rm -rf "$report"
    done
    export_of attempts.parquet "$examples/campaign-568-tasks"
    [ "$(duckdb_rows "select decode(value) from parquet_kv_metadata('$report/export/attempts.parquet')
        where decode(key) = 'unit peak_memory_B'")" = B ] || fail "no unit"
}

test_sqlite_has_views_for_common_questions() {
    need sqlite3
    export_of sqlite "$examples/campaign-568-tasks"
    local base=$report/export/report.sqlite
    [ "$(sqlite3 "$base" 'select node, attempts, failed from attempts_by_node limit 1')" = 'node07|56|15' ] ||
        fail "$(sqlite3 "$base" 'select * from attempts_by_node limit 1')"
    [ "$(sqlite3 "$base" 'select count(*) from failed_attempts')" = 25 ] ||
        fail "$(sqlite3 "$base" 'select count(*) from failed_attempts') failed"
    sqlite3 "$base" 'select cpu_efficiency from cpu_efficiency_by_task' > "$out" || fail view
    export_of sqlite "$examples/rendering-36-tasks"
    [ "$(sqlite3 "$base" 'select event, duration_s, serial from longest_events limit 1')" = \
        'TotalRender|54.108|323217048809' ] || fail "$(sqlite3 "$base" 'select * from longest_events limit 1')"
    # A report without attempts has no views of them.
    ! sqlite3 "$base" 'select * from failed_attempts' 2> "$err" || fail "a view of nothing"
}

# ---- the grammar ----

test_a_table_alone_is_csv_and_names_may_be_joined() {
    export_of attempts,tasks.json,steps.sqlite,attempts "$examples/campaign-568-tasks"
    expect_only "$report/export" attempts.csv steps.sqlite tasks.json
    export_of attempts_by_outcome --export events.csv.gz "$examples/campaign-568-tasks"
    expect_error 'note: --export events.csv.gz: this report has no such rows'
    expect_only "$report/export" attempts_by_outcome.csv
    expect_same "$report/export/attempts_by_outcome.csv" "$report/data/attempts.csv"
}

test_unknown_names_are_refused_with_the_nearest() {
    local case
    for case in 'sqlit|unknown table or format .sqlit. \(did you mean .sqlite' \
        'evnets|did you mean .events' 'events.sqlitee|unknown format .sqlitee. \(did you mean .sqlite' \
        'tasks.csv.bz2|unknown compression .bz2. behind csv \(gz or zst' 'tasks.xlsx.gz|xlsx files are not compressed' \
        'foo|formats are csv, json, parquet, hdf5, sqlite, xlsx' ',|unknown table or format' '|unknown'; do
        report --export "${case%%|*}" "$examples/archive-12-nodes"
        expect_status 2
        expect_error "^jobreport: --export: .*${case#*|}"
    done
    expect_absent "$report"
}

test_tables_lists_what_only_exports_have() {
    run "$JOBREPORT" tables
    expect_output '^attempts \(by --export: attempts_by_outcome\): a row is a task kind'
    expect_output '^samples \(only by --export\): a row is a sample'
    expect_output '^    peak_memory_B  +B  +Peak memory'
}

# ---- the report ----

test_exports_are_listed_and_gone_with_the_report() {
    export_of attempts.csv.gz,sqlite "$examples/campaign-568-tasks"
    expect_text "$report/data.html" '<a href="export/attempts.csv.gz">attempts.csv.gz</a>'
    expect_text "$report/data.html" '<th scope="row"><a href="export/report.sqlite">export/report.sqlite</a></th>'
    expect_text "$report/data/manifest.json" '"export/attempts.csv.gz"'
    report --only none --format html "$examples/campaign-568-tasks"
    expect_absent "$report/export"
}

test_replot_keeps_exports_and_adds_to_them() {
    export_of attempts,tasks.json "$examples/campaign-568-tasks"
    run "$JOBREPORT" replot --output "$scratch/again" "$report"
    expect_status 0
    expect_same "$report" "$scratch/again"
    run "$JOBREPORT" replot --export tasks.csv,samples "$report"
    expect_status 0
    expect_error "note: --export samples: inputs are read by 'report' alone"
    expect_only "$report/export" attempts.csv tasks.csv tasks.json
    expect_same "$report/export/attempts.csv" "$scratch/again/export/attempts.csv"
    expect_same "$report/export/tasks.csv" "$report/data/tasks.csv"
}

test_exports_are_the_same_bytes_at_any_number_of_jobs() {
    local jobs
    report --jobs 1 --only none --format html --export "$all" "$examples/campaign-568-tasks"
    expect_status 0
    mv "$report" "$scratch/first"
    for jobs in 2 5; do
        sleep 1.1
        report --jobs $jobs --only none --format html --export "$all" "$examples/campaign-568-tasks"
        expect_same "$scratch/first" "$report"
    done
}

# Many batches, of several blocks, in pieces of several threads.
test_large_tables_are_whole() {
    [ -x "$tools/bench/make_quanta" ] || skip "no generator"
    "$tools/bench/make_quanta" 150000 "$scratch/q.csv"
    export_of attempts.csv,attempts.json.gz,attempts.csv.gz "$scratch/q.csv"
    [ "$(wc -l < "$report/export/attempts.csv")" = 150001 ] || fail "$(wc -l < "$report/export/attempts.csv") lines"
    zcat "$report/export/attempts.csv.gz" > "$scratch/plain" || fail zcat
    expect_same "$scratch/plain" "$report/export/attempts.csv"
    [ "$(zcat "$report/export/attempts.json.gz" | wc -l)" = 150000 ] || fail json
    mv "$report" "$scratch/one"
    report --jobs 1 --only none --format html --export attempts.csv,attempts.json.gz,attempts.csv.gz "$scratch/q.csv"
    expect_same "$scratch/one/export" "$report/export"
}

test_a_full_disk_leaves_the_former_report() {
    local format
    make_former
    [ -x "$tools/bench/make_quanta" ] || skip "no generator"
    "$tools/bench/make_quanta" 20000 "$scratch/q.csv"
    for format in csv csv.gz csv.zst json parquet hdf5 sqlite xlsx; do
        (ulimit -f 40 && exec "$JOBREPORT" --jobs 2 --only none --format html -o "$report" \
            --export "attempts.$format" "$scratch/q.csv") > "$out" 2> "$err"
        status=$?
        expect_status 4
        expect_error 'cannot write '
        expect_former
    done
}

# Some of it was written, more is to be written when the file is closed.
test_hdf5_that_grows_beyond_a_limit_is_an_error() {
    local limit
    make_former
    [ -x "$tools/bench/make_quanta" ] || skip "no generator"
    "$tools/bench/make_quanta" 20000 "$scratch/q.csv"
    for limit in 100 200 300; do
        (ulimit -f $limit && exec "$JOBREPORT" --only none --format html -o "$report" --export attempts.hdf5 \
            "$scratch/q.csv") > "$out" 2> "$err"
        status=$?
        expect_status 4
        expect_former
    done
}

# HDF5 has no names with a slash: what takes its place is in the other name.
test_names_that_become_equal_in_hdf5_are_distinguished() {
    need_modules h5py
    printf 'task,id,elapsed_s,a/b,a∕b\nt,1,10,p,q\nt,2,11,r,s\n' > "$scratch/tasks.csv"
    report --only none --export attempts.hdf5 "$scratch/tasks.csv"
    expect_status 0
    "$python" -c 'import h5py, sys
table = h5py.File(sys.argv[1])["attempts"]
assert table["a∕b"][0] == b"p" and table["a∕b (2)"][0] == b"q", list(table)' "$report"/export/*.hdf5 || fail "columns are mixed up"
}

# ---- read again ----

# Tables of data/ that a report of the exports has otherwise, but for those named.
differing() { # REPORT OTHER TABLE…
    local first=$1 second=$2 table
    shift 2
    for table in "$first"/data/*.csv; do
        table=$(basename "$table" .csv)
        [[ " $* " == *" $table "* ]] && continue
        cmp -s "$first/data/$table.csv" "$second/data/$table.csv" || echo "$table"
    done
}

form=csv # in which they are exported

# What is exported and read again gives the same tables, but for those that need more than that.
expect_same_again() { # TABLES INPUT…
    local tables=$1 differs
    shift
    export_of "samples.$form,attempts.$form" --job-id 7 --user u "$@"
    mv "$report" "$scratch/before"
    local inputs=("$scratch"/before/export/*."$form")
    report --only none --format html --job-id 7 --user u "${inputs[@]}"
    expect_status 0
    # shellcheck disable=SC2086
    differs=$(differing "$scratch/before" "$report" $tables)
    [ -z "$differs" ] || fail "$*: other tables:" $differs
    rm -rf "$scratch/before" "$report"
}

test_attempts_and_samples_come_back() {
    expect_same_again '' "$examples/campaign-568-tasks"
    expect_same_again 'published_statistics energy findings nodes bounds verdict' "$examples/archive-12-nodes"
    expect_same_again 'hardware memory_growth nodes bounds resource_use verdict' "$examples/matmul-4-nodes"
    make_hostile "$scratch/hostile.csv"
    expect_same_again '' "$scratch/hostile.csv"
    for form in csv.gz csv.zst; do
        expect_same_again '' "$examples/campaign-568-tasks"
    done
}

test_attempts_and_samples_come_back_from_parquet() {
    local extension
    extension=$(dirname "$JOBREPORT")/extensions/duckdb.so
    [ -e "$extension" ] || skip "Parquet is not read here"
    form=parquet
    expect_same_again '' "$examples/campaign-568-tasks"
    expect_same_again 'hardware memory_growth nodes bounds resource_use verdict' "$examples/matmul-4-nodes"
    make_hostile "$scratch/hostile.csv"
    expect_same_again '' "$scratch/hostile.csv"
}

test_real_attempts_come_back() {
    local input queue='concurrency concurrency_summary worker_cores short_tasks findings not_shown manager_runs bounds verdict'
    need_sample nextflow
    for input in nextflow/force_k8s* nextflow/trace_sarek* slurm/sacct* slurm/xdmod_unit_non* \
        workqueue/wq_coffea* wfinstances/pegasus_montage* tables/lobster* perfmon/three-nodes; do
        for input in "$samples"/$input; do
            # What a queue's manager and its workers did is neither a sample of a node nor an attempt.
            case $input in
                */workqueue/* | */perfmon/*) expect_same_again "$queue input_times" "$input" ;;
                # Nor is which task waits for which.
                */wfinstances/*)
                    expect_same_again 'critical_path critical_path_kinds critical_path_summary findings bounds verdict' "$input"
                    ;;
                *) expect_same_again '' "$input" ;;
            esac
        done
    done
}

run_tests
