#!/bin/bash
# data/attempts_all: every attempt of a report, read again as an input, kept by replot.
. tests/lib.sh

# Two attempts of a task that failed and were repeated, one that was cancelled, one that succeeded.
write_tasks() { # FILE
    cat > "$1" << 'END'
task,id,attempt,status,exit_code,start,end,node,log,workdir,native_id
"align, ""x""",1,1,FAILED,137,1700000000,1700000010,n1,/logs/1.1.err,/wd/1,s-11
"align, ""x""",1,2,COMPLETED,0,1700000020,1700000050,n2,/logs/1.2.err,/wd/1,s-12
<b>&</b>,2,1,FAILED,127,1700000000,1700000001,n1,=cmd,../../etc,s-2
sort,3,1,CANCELLED,,1700000000,1700000005,n2,,,s-3
END
}

unpacked() { # REPORT: to $scratch/plain
    zcat "$1/data/attempts_all.csv.gz" > "$scratch/plain" || fail "zcat"
}

# Result tables and all attempts of two reports are the same; those of inputs are not.
expect_same_data() { # REPORT OTHER
    local file
    for file in "$1"/data/*.csv "$1"/data/attempts_all.csv.gz; do
        expect_same "$file" "$2/data/$(basename "$file")"
    done
}

test_all_attempts_are_written_with_reason_log_and_ids() {
    write_tasks "$scratch/t.csv"
    report --only none --format html "$scratch/t.csv"
    expect_status 0
    unpacked "$report"
    cat > "$scratch/expected" << 'END'
source_run,source,task,task_id,node,status,ending,attempt,exit_code,start,end,elapsed_s,end_reason,exit_meaning,native_id,work_directory,log,"log (attribute)","workdir","native_id (attribute)"
0,t.csv,"align, ""x""",1,n1,FAILED,failed,1,137,1700000000,1700000010,10,signal 9,"killed, often for lack of memory",s-11,/wd/1,/logs/1.1.err,/logs/1.1.err,/wd/1,s-11
0,t.csv,"align, ""x""",1,n2,COMPLETED,succeeded,2,0,1700000020,1700000050,30,,,s-12,/wd/1,/logs/1.2.err,/logs/1.2.err,/wd/1,s-12
0,t.csv,<b>&</b>,2,n1,FAILED,failed,1,127,1700000000,1700000001,1,exit code 127,command not found,s-2,../../etc,'=cmd,'=cmd,../../etc,s-2
0,t.csv,sort,3,n2,CANCELLED,cancelled,1,,1700000000,1700000005,5,,,s-3,,,,,s-3
END
    expect_same "$scratch/expected" "$scratch/plain"
    # RFC 1952: bytes 4 to 7 are the time, byte 3 says whether there is a name.
    [ "$(od -An -tx1 -N8 "$report/data/attempts_all.csv.gz" | tr -d ' \n')" = 1f8b080000000000 ] ||
        fail "the header of gzip has a time or a name"
}

test_the_file_is_listed_described_and_led_to() {
    need python3
    write_tasks "$scratch/t.csv"
    report --only none --format html "$scratch/t.csv"
    expect_status 0
    python3 -B tests/golden/check_datapackage.py "$report/data" > "$scratch/faults" ||
        fail "$(cat "$scratch/faults")"
    expect_text "$report/data/datapackage.json" '"path": "attempts_all.csv.gz"'
    expect_text "$report/data/manifest.json" '"file": "data/attempts_all.csv.gz"'
    expect_text "$report/data/manifest.json" '^    "data/attempts_all.csv.gz"'
    expect_text "$report/data.html" '<th scope="row"><a href="data/attempts_all.csv.gz">'
    expect_text "$report/tasks.html" 'all attempts: <a href="data/attempts_all.csv.gz">'
    expect_no_text "$report/tasks.html" '--all-attempts'
}

test_a_report_of_all_attempts_is_the_same() {
    local input
    write_tasks "$scratch/t.csv"
    for input in "$scratch/t.csv" "$examples/campaign-568-tasks" \
        "$samples/nextflow/force_k8s_21nodes_3291tasks_raw_semicolon.trace.txt" \
        "$samples/../cases/slurm/sacct-all.txt"; do
        [ -e "$input" ] || continue
        report --only none --format html "$input"
        expect_status 0
        rm -rf "$scratch/first"
        mv "$report" "$scratch/first"
        report --only none --format html "$scratch/first/data/attempts_all.csv.gz"
        expect_status 0
        expect_same_data "$scratch/first" "$report"
    done
}

test_parquet_holds_the_same() {
    need_parquet
    report --only none --all-attempts parquet "$examples/campaign-568-tasks"
    expect_status 0
    expect_file "$report/data/attempts_all.parquet"
    expect_absent "$report/data/attempts_all.csv.gz"
    expect_text "$report/data/datapackage.json" '"format": "parquet"'
    cp -a "$report" "$scratch/first"
    run "$JOBREPORT" replot "$report"
    expect_status 0
    expect_same "$scratch/first" "$report"
    [ -e "$(dirname "$JOBREPORT")/extensions/duckdb.so" ] || skip "no DuckDB"
    report --only none "$scratch/first/data/attempts_all.parquet"
    expect_status 0
    expect_same "$scratch/first/data/tasks.csv" "$report/data/tasks.csv"
    expect_same "$scratch/first/data/listed_attempts.csv" "$report/data/listed_attempts.csv"
}

need_parquet() {
    [ -e "$(dirname "$JOBREPORT")/extensions/parquet.so" ] || skip "no Parquet"
}

test_replot_keeps_all_attempts_wherever_it_writes() {
    write_tasks "$scratch/t.csv"
    report --only none "$scratch/t.csv"
    expect_status 0
    cp -a "$report" "$scratch/first"
    run "$JOBREPORT" replot "$report"
    expect_status 0
    expect_same "$scratch/first" "$report"
    run "$JOBREPORT" replot --output "$scratch/other" "$report"
    expect_status 0
    expect_same "$scratch/first" "$scratch/other"
    # One that somebody removed is neither listed nor described any more.
    rm "$report/data/attempts_all.csv.gz"
    run "$JOBREPORT" replot "$report"
    expect_status 0
    expect_no_text "$report/data/manifest.json" attempts_all
    expect_no_text "$report/data/datapackage.json" attempts_all
}

# What a manifest names is no path that is followed.
test_a_manifest_cannot_name_another_file() {
    write_tasks "$scratch/t.csv"
    report --only none "$scratch/t.csv"
    echo secret > "$scratch/secret"
    sed -i 's|"file": "data/attempts_all.csv.gz"|"file": "data/../../secret"|' "$report/data/manifest.json"
    run "$JOBREPORT" replot --output "$scratch/other" "$report"
    expect_status 0
    ! grep -rq secret "$scratch/other" || fail "it was followed"
}

test_another_report_in_its_place_takes_the_file_away() {
    write_tasks "$scratch/t.csv"
    report --only none "$scratch/t.csv"
    expect_file "$report/data/attempts_all.csv.gz"
    report --only none --all-attempts none "$scratch/t.csv"
    expect_status 0
    expect_absent "$report/data/attempts_all.csv.gz"
    expect_no_text "$report/data/datapackage.json" attempts_all
    # Reports without tasks have no attempts.
    report --only none "$examples/archive-12-nodes"
    expect_status 0
    expect_absent "$report/data/attempts_all.csv.gz"
}

test_published_reports_have_all_attempts() {
    write_tasks "$scratch/t.csv"
    report --only none --format html "$scratch/t.csv"
    run "$JOBREPORT" publish "$report" "$scratch/web"
    expect_status 0
    expect_same "$report/data/attempts_all.csv.gz" "$(find "$scratch/web" -name attempts_all.csv.gz)"
}

# 100,000 are written unasked, one more is not: a page says how to have them.
test_very_many_attempts_are_written_when_asked_for() {
    [ -x "$tools/bench/make_quanta" ] || skip "no generator"
    "$tools/bench/make_quanta" 100001 "$scratch/q.csv"
    report --only none --format html "$scratch/q.csv"
    expect_status 0
    expect_absent "$report/data/attempts_all.csv.gz"
    expect_text "$report/tasks.html" 'With --all-attempts csv, a report has all attempts'
    report --only none --format html --all-attempts csv "$scratch/q.csv"
    expect_status 0
    unpacked "$report"
    [ "$(wc -l < "$scratch/plain")" = 100002 ] || fail "$(wc -l < "$scratch/plain") lines"
    expect_no_text "$report/tasks.html" 'With --all-attempts csv'
    head -100001 "$scratch/q.csv" > "$scratch/fewer.csv"
    report --only none --format html "$scratch/fewer.csv"
    expect_file "$report/data/attempts_all.csv.gz"
}

test_a_full_disk_leaves_the_former_report() {
    make_former
    [ -x "$tools/bench/make_quanta" ] || skip "no generator"
    "$tools/bench/make_quanta" 100000 "$scratch/q.csv"
    # In blocks of 1,024 bytes: larger than any table of these tasks, smaller than all attempts.
    (ulimit -f 2000 && exec "$JOBREPORT" --only none --format text -o "$report" "$scratch/q.csv") > "$out" 2> "$err"
    status=$?
    expect_status 4
    expect_error 'cannot write .*attempts_all.csv.gz'
    expect_former
}

test_other_values_are_refused() {
    report --all-attempts xml "$examples/campaign-568-tasks"
    expect_status 2
    expect_error '--all-attempts'
    expect_absent "$report"
}

run_tests
