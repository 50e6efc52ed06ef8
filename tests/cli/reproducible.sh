#!/bin/bash
# The same input gives the same bytes; a report can be drawn again from its own data.
. tests/lib.sh

test_same_input_twice_gives_the_same_bytes() {
    report --format pdf,html,png,svg "$examples/matmul-4-nodes"
    expect_status 0
    mv "$report" "$scratch/first"
    sleep 1.1
    report --format pdf,html,png,svg "$examples/matmul-4-nodes"
    expect_same "$scratch/first" "$report"
}

test_number_of_workers_changes_no_byte() {
    local jobs
    report --jobs 1 "$examples/matmul-4-nodes"
    mv "$report" "$scratch/first"
    for jobs in 2 7; do
        report --jobs $jobs "$examples/matmul-4-nodes"
        expect_status 0
        expect_same "$scratch/first" "$report"
    done
}

test_place_of_the_checkout_and_report_changes_no_byte() {
    report "$examples/matmul-4-nodes"
    mkdir "$scratch/elsewhere"
    cd "$scratch/elsewhere" || fail cd
    run "$JOBREPORT" -o other "$examples/matmul-4-nodes"
    expect_status 0
    expect_same other "$report"
}

test_replot_gives_the_same_bytes() {
    local example
    for example in matmul-4-nodes archive-12-nodes; do
        report "$examples/$example"
        expect_status 0
        run "$JOBREPORT" replot --output "$scratch/again" "$report"
        expect_status 0
        expect_same "$report" "$scratch/again"
    done
}

test_replot_in_place_gives_the_same_bytes() {
    report "$examples/archive-12-nodes"
    cp -a "$report" "$scratch/first"
    run "$JOBREPORT" replot "$report"
    expect_status 0
    expect_same "$scratch/first" "$report"
    expect_only "$scratch" report first
}

test_replot_needs_no_input() {
    cp -r "$examples/archive-12-nodes" "$scratch/inputs"
    report "$scratch/inputs"
    rm -r "$scratch/inputs"
    run "$JOBREPORT" replot --output "$scratch/again" "$report"
    expect_status 0
    expect_same "$report" "$scratch/again"
}

test_replot_takes_other_looks() {
    report "$examples/archive-12-nodes"
    run "$JOBREPORT" replot --theme dark --output "$scratch/dark" "$report"
    expect_status 0
    expect_different "$report/plots" "$scratch/dark/plots"
    run "$JOBREPORT" replot --paper letter --output "$scratch/letter" "$report"
    expect_status 0
    expect_different "$report"/job-report-731200.pdf "$scratch"/letter/job-report-731200.pdf
    expect_same "$report/data/series.csv" "$scratch/letter/data/series.csv"
}

test_replot_remembers_how_the_report_was_made() {
    report --theme dark --paper letter --units si --time-zone Asia/Tokyo --format pdf,png \
        "$examples/archive-12-nodes"
    run "$JOBREPORT" replot --output "$scratch/again" "$report"
    expect_status 0
    expect_same "$report" "$scratch/again"
}

test_replot_of_something_else_is_refused() {
    mkdir "$scratch/thing"
    run "$JOBREPORT" replot "$scratch/thing"
    expect_status 3
    expect_error 'thing'
    run "$JOBREPORT" replot "$scratch/absent"
    expect_status 3
    expect_error 'not a report of jobreport: cannot open .*absent'
    run "$JOBREPORT" replot "$examples/archive-12-nodes/meta.json"
    expect_status 3
}

test_replot_of_an_earlier_version_is_refused() {
    report --only none "$examples/archive-12-nodes"
    sed -i 's/"schema": 2/"schema": 1/' "$report/data/manifest.json"
    cp -a "$report" "$scratch/former"
    run "$JOBREPORT" replot "$report"
    expect_status 3
    expect_error 'data/manifest.json: made by an earlier version of jobreport \(data schema 1\)'
    expect_former
}

test_replot_of_damaged_data_says_where() {
    local file
    for file in manifest.json series.csv job_metrics.csv; do
        rm -rf "$scratch/report"
        report "$examples/archive-12-nodes"
        cp -a "$report" "$scratch/former"
        head -c 300 "$scratch/former/data/$file" > "$report/data/$file"
        printf '"' >> "$report/data/$file"
        rm -rf "$scratch/broken" "$scratch/former"
        cp -a "$report" "$scratch/broken"
        run "$JOBREPORT" replot "$report"
        [ "$status" = 3 ] || [ "$status" = 0 ] || fail "$file: status $status"
        if [ "$status" = 3 ]; then
            expect_error "$file"
            expect_same "$scratch/broken" "$report"
        fi
    done
}

# It is the report that asks for it, not who draws it again.
test_replot_of_a_report_with_an_unknown_time_zone() {
    local zone
    report --only none --format html "$examples/archive-12-nodes"
    for zone in Mars/Phobos "$(printf 'A%.0s' {1..5000})"; do
        sed -i "s|\"time-zone\": \".*\"|\"time-zone\": \"$zone\"|" "$report/data/manifest.json"
        run "$JOBREPORT" replot "$report"
        expect_status 3
        expect_error "data/manifest.json: unknown time zone '.{1,100}' \(choose one"
    done
    run "$JOBREPORT" replot --time-zone "$zone" "$report"
    expect_status 2
    [ "$(wc -c < "$err")" -lt 400 ] || fail "a long sentence"
    run "$JOBREPORT" replot --time-zone Asia/Tokyo "$report"
    expect_status 0
}

# What is left of a table gives figures of a part of the run, or a wrong number in its last row.
test_replot_refuses_tables_of_which_a_part_is_gone() {
    local table half
    report "$examples/archive-12-nodes"
    cp -a "$report" "$scratch/whole"
    for table in series node_metrics findings; do
        half=$(($(wc -l < "$scratch/whole/data/$table.csv") / 2))
        head -n "$half" "$scratch/whole/data/$table.csv" > "$report/data/$table.csv"
        rm -rf "$scratch/former"
        cp -a "$report" "$scratch/former"
        run "$JOBREPORT" replot "$report"
        expect_status 3
        expect_error "data/$table.csv has $((half - 1)) rows, data/manifest.json says [0-9]+: restore"
        expect_former
        cp "$scratch/whole/data/$table.csv" "$report/data/$table.csv"
    done
    head -c -4 "$scratch/whole/data/node_metrics.csv" > "$report/data/node_metrics.csv"
    run "$JOBREPORT" replot "$report"
    expect_status 3
    expect_error 'data/node_metrics.csv: row [0-9]+: the file ends within this row: restore the file'
    expect_same "$scratch/whole/plots" "$report/plots"
}

# Who changes a value or a word by hand has it drawn.
test_replot_takes_edited_cells() {
    report --only none --format html "$examples/archive-12-nodes"
    sed -i '2s/^[^,]*,/edited-by-hand,/' "$report/data/findings.csv"
    sed -i 's/$/\r/' "$report/data/node_metrics.csv"
    run "$JOBREPORT" replot "$report"
    expect_status 0
    expect_text "$report/data/findings.csv" '^edited-by-hand,'
}

run_tests
