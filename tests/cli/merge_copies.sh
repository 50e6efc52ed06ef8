#!/bin/bash
# What several inputs of a merged report hold: `summarize`, `merge` and `shard` find it.
. tests/lib.sh

tasks=$examples/campaign-568-tasks/tasks.csv

summarize() { # PART INPUT…
    local part=$1
    shift
    run "$JOBREPORT" summarize --output "$part" "$@"
    expect_status 0
}

merge() { # OUTPUT PART…
    local output=$1
    shift
    run timeout 120 "$JOBREPORT" merge --format html --only none --output "$output" "$@"
    expect_status 0
}

# However it is compressed.
test_compressed_copies_count_once() {
    local packed
    cp "$tasks" "$scratch/tasks.csv"
    gzip -c "$tasks" > "$scratch/tasks.csv.gz"
    gzip -1 -c "$tasks" > "$scratch/other.csv.gz"
    summarize "$scratch/one.part" "$scratch/tasks.csv"
    merge "$scratch/one" "$scratch/one.part"
    for packed in tasks.csv.gz other.csv.gz; do
        summarize "$scratch/$packed.part" "$scratch/$packed"
        merge "$scratch/$packed-report" "$scratch/one.part" "$scratch/$packed.part"
        expect_error "$packed.part: .*/$packed has the same content as .*/tasks.csv, counted once"
        expect_same "$scratch/one/data/tasks.csv" "$scratch/$packed-report/data/tasks.csv"
        expect_text "$scratch/$packed-report/data/merged.csv" '^1,593,'
    done
    summarize "$scratch/all.part" "$scratch"/*.csv "$scratch"/*.gz
    expect_error 'tasks.csv.gz: the same content as another input, counted once'
    merge "$scratch/all" "$scratch/all.part"
    expect_same "$scratch/one/data/tasks.csv" "$scratch/all/data/tasks.csv"
}

test_parts_that_share_a_compressed_copy_are_refused() {
    gzip -c "$tasks" > "$scratch/packed.csv.gz"
    cp "$tasks" "$scratch/tasks.csv"
    head -n 9 "$tasks" > "$scratch/a.csv"
    tail -n 9 "$tasks" | cat <(head -n 1 "$tasks") - > "$scratch/b.csv"
    summarize "$scratch/1.part" "$scratch/a.csv" "$scratch/tasks.csv"
    summarize "$scratch/2.part" "$scratch/b.csv" "$scratch/packed.csv.gz"
    run "$JOBREPORT" merge --output "$scratch/report" "$scratch"/[12].part
    expect_status 3
    expect_error '2.part: covers .*packed.csv.gz, of the same content as .*tasks.csv, which another part covers'
}

test_shards_have_no_copies() {
    mkdir "$scratch/in"
    cp "$tasks" "$scratch/in/a.csv"
    cp "$tasks" "$scratch/in/b.csv"
    gzip -c "$tasks" > "$scratch/in/c.csv.gz"
    head -n 9 "$tasks" > "$scratch/in/d.csv"
    run "$JOBREPORT" shard --make --shards 4 --output "$scratch/shards" "$scratch/in"
    expect_status 0
    expect_error 'b.csv: same content as .*a.csv, read once'
    expect_error 'c.csv.gz: same content as .*a.csv, read once'
    [ "$(tr '\0' '\n' < "$scratch/shards/inputs.list" | sed 's|.*/||' | paste -sd' ')" = 'a.csv d.csv' ] ||
        fail "copies are in the list: $(tr '\0' ' ' < "$scratch/shards/inputs.list")"
}

# A table that names no kinds has that of its file.
test_copies_that_came_to_other_tasks_are_named() {
    { echo 'id,status,elapsed_s'; seq -f '%g,COMPLETED,60' 40; } > "$scratch/align.csv"
    cp "$scratch/align.csv" "$scratch/sort.csv"
    { echo 'id,status,elapsed_s'; seq -f '%g,COMPLETED,60' 3; } > "$scratch/few.csv"
    cp "$scratch/few.csv" "$scratch/some.csv"
    summarize "$scratch/1.part" "$scratch/align.csv" "$scratch/few.csv"
    summarize "$scratch/2.part" "$scratch/sort.csv" "$scratch/some.csv"
    merge "$scratch/report" "$scratch"/[12].part
    expect_text "$scratch/report/data/copied_inputs.csv" '^sort.csv,align.csv,40$'
    expect_text "$scratch/report/data/copied_inputs.csv" '^some.csv,few.csv,3$'
    expect_text "$scratch/report/data/findings.csv" \
        'data.inputs-copied,warn,data,"sort.csv has the same content as align.csv, .* its 40 records count twice'
    expect_text "$scratch/report/data.html" 'Inputs with the same content'
}

# Exports of two months that have days in common.
make_exports() { # TASKS HEADER RECORD
    awk -v count="$1" -v header="$2" -v record="$3" -v directory="$scratch" '
        function at(s) { return strftime("%Y-%m-%dT%H:%M:%SZ", s, 1) }
        BEGIN {
            print header > (directory "/may.csv")
            print header > (directory "/june.csv")
            for (i = 0; i < count; i++) {
                start = at(1772467200 + i * 7)
                end = at(1772467200 + i * 7 + 60 + i * 7919 % 1000)
                line = sprintf(record, i, start, end, 100 + i * 7919 % 1000)
                if (i < count * 0.6)
                    print line > (directory "/may.csv")
                if (i >= count * 0.5)
                    print line > (directory "/june.csv")
            }
        }'
}

overlap() { # TASKS HEADER RECORD
    make_exports "$@"
    summarize "$scratch/1.part" "$scratch/may.csv"
    summarize "$scratch/2.part" "$scratch/june.csv"
    merge "$scratch/report" "$scratch"/[12].part
}

test_tasks_in_two_exports_are_counted() {
    overlap 500 'id,name,start,end,peak_memory_MB' '%d,fit,%s,%s,%d'
    expect_text "$scratch/report/data/shared_tasks.csv" '^550,500,50,500,50,50,50,50,june.csv,may.csv,50$'
    expect_text "$scratch/report/data/findings.csv" \
        'data.tasks-in-several-inputs,warn,data,50 of 500 tasks are in several inputs and count more than once: in june.csv and may.csv'
    expect_text "$scratch/report/data.html" 'Tasks in several inputs'
    run "$JOBREPORT" --output "$scratch/plain" --only none "$scratch/may.csv" "$scratch/june.csv"
    expect_text "$scratch/plain/data/campaign.csv" ',500,500,'
}

# The plain report knows that there are 40,000: the interval has the 4,000 that are in both.
test_of_many_tasks_a_sample_is_looked_at() {
    local good
    overlap 40000 'id,name,start,end,peak_memory_MB' '%d,fit,%s,%s,%d'
    expect_text "$scratch/report/data/findings.csv" \
        'data.tasks-in-several-inputs,.*About .* of the tasks \(.* by a sample of 1,024\) .*: in june.csv and may.csv'
    good=$(awk -F, 'NR == 2 && $1 == 44000 && $2 == 1024 && $4 > 39000 && $4 < 41000 && $6 < 4000 && 4000 < $7 &&
        $7 - $6 < 1800 { print "good" }' "$scratch/report/data/shared_tasks.csv")
    [ "$good" = good ] || fail "the estimate: $(cat "$scratch/report/data/shared_tasks.csv")"
    run "$JOBREPORT" merge --output "$scratch/once.part" "$scratch/1.part"
    run "$JOBREPORT" merge --output "$scratch/tree.part" "$scratch/2.part" "$scratch/once.part"
    summarize "$scratch/whole.part" "$scratch/june.csv" "$scratch/may.csv"
    expect_same "$scratch/whole.part" "$scratch/tree.part"
}

test_tables_without_ids_are_judged_by_times_and_measures() {
    overlap 500 'name,start,end,peak_memory_MB' 'fit%.0s,%s,%s,%d'
    expect_text "$scratch/report/data/shared_tasks.csv" '^550,500,50,500,50,'
}

test_tasks_without_an_identity_are_not_judged() {
    overlap 500 'name,start,end' 'fit%.0s,%s,%s'
    [ ! -e "$scratch/report/data/shared_tasks.csv" ] || fail 'tasks that nothing tells apart were judged'
    overlap 500 'id,name,elapsed_s' '%d,fit%.0s%.0s,%d'
    [ ! -e "$scratch/report/data/shared_tasks.csv" ] || fail 'sources may count from 1 on, each'
}

# Each counts its tasks from 1 on, as every run of a workflow does.
test_other_runs_of_a_workflow_are_no_copies() {
    local i
    for i in 1 2; do
        awk -v run="$i" 'BEGIN { print "id,name,start,end"
            for (i = 1; i <= 300; i++)
                printf "%d,fit,2026-03-0%dT08:%02d:%02dZ,2026-03-0%dT09:00:00Z\n", i, run, i / 60, i % 60, run }' \
            > "$scratch/run-$i.csv"
        summarize "$scratch/$i.part" "$scratch/run-$i.csv"
    done
    merge "$scratch/report" "$scratch"/[12].part
    expect_text "$scratch/report/data/shared_tasks.csv" '^600,600,0,600,0,0,0,0,,,$'
    expect_no_text "$scratch/report/data/findings.csv" 'data.tasks-in-several-inputs'
    expect_no_text "$scratch/report/data.html" 'Tasks in several inputs'
}

run_tests
