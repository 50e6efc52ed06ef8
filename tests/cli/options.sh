#!/bin/bash
# What the options change.
. tests/lib.sh

figures() {
    ls "$report/plots" 2> /dev/null | sed 's/\.[a-z]*$//; s/-dark$//' | sort -u
}

test_only_none_makes_tables_alone() {
    report --only none "$examples/archive-12-nodes"
    expect_status 0
    [ -z "$(figures)" ] || fail "figures: $(figures)"
    expect_file "$report/data/job_metrics.csv" "$report/index.html"
}

test_only_and_skip_choose_figures() {
    local all one
    report "$examples/archive-12-nodes"
    all=$(figures)
    one=$(head -1 <<< "$all")
    report --only "$one" "$examples/archive-12-nodes"
    expect_status 0
    [ "$(figures)" = "$one" ] || fail "only $one gives: $(figures)"
    report --skip "$one" "$examples/archive-12-nodes"
    expect_status 0
    [ "$(figures)" = "$(tail -n +2 <<< "$all")" ] || fail "skip $one gives: $(figures)"
    report --only '*' --skip '*' "$examples/archive-12-nodes"
    [ -z "$(figures)" ] || fail "skip '*' gives: $(figures)"
}

test_a_pattern_that_matches_nothing_is_said() {
    report --only 'no-such-figure' "$examples/archive-12-nodes"
    expect_error 'no-such-figure'
}

test_format_chooses_files() {
    report --format pdf "$examples/archive-12-nodes"
    expect_status 0
    expect_absent "$report/index.html" "$report/plots"
    expect_file "$report/job-report-731200.pdf" "$report/data/job_metrics.csv"
    report --format html "$examples/archive-12-nodes"
    expect_status 0
    expect_file "$report/index.html"
    expect_absent "$report/job-report-731200.pdf"
    report --format png,svg "$examples/archive-12-nodes"
    expect_status 0
    expect_absent "$report/index.html" "$report/job-report-731200.pdf"
    [ -n "$(ls "$report"/plots/*.svg)" ] && [ -n "$(ls "$report"/plots/*.png)" ] || fail "figures"
}

test_html_alone_shows_its_figures() {
    local image
    report --format html "$examples/archive-12-nodes"
    for image in $(grep -ohE '(src|srcset)="[^"]+\.(png|svg)' "$report"/*.html | sed 's/.*"//'); do
        expect_file "$report/$image"
    done
}

page_size() {
    pdfinfo "$report"/job-report*.pdf | sed -n 's/^Page size: *\([0-9.]* x [0-9.]*\).*/\1/p'
}

test_paper_changes_the_page() {
    need pdfinfo
    report "$examples/archive-12-nodes"
    [[ $(page_size) == 595.*\ x\ 841.* ]] || [[ $(page_size) == '595 x 842' ]] || fail "$(page_size)"
    report --paper letter "$examples/archive-12-nodes"
    [ "$(page_size)" = '612 x 792' ] || fail "$(page_size)"
}

test_theme_changes_figures_not_numbers() {
    report "$examples/archive-12-nodes"
    mv "$report" "$scratch/light"
    report --theme dark "$examples/archive-12-nodes"
    expect_status 0
    expect_different "$report/plots" "$scratch/light/plots"
    expect_same "$report/data/job_metrics.csv" "$scratch/light/data/job_metrics.csv"
}

test_units_change_charts_not_tables() {
    report "$examples/archive-12-nodes"
    mv "$report" "$scratch/iec"
    report --units si "$examples/archive-12-nodes"
    expect_status 0
    expect_different "$report/plots" "$scratch/iec/plots"
    expect_same "$report/data/job_metrics.csv" "$scratch/iec/data/job_metrics.csv"
}

test_time_zone_changes_printed_times() {
    report --format html --only none "$examples/archive-12-nodes"
    expect_text "$report/index.html" '08:00'
    report --format html --only none --time-zone Asia/Tokyo "$examples/archive-12-nodes"
    expect_status 0
    expect_text "$report/index.html" '17:00'
}

test_the_environment_s_zone_and_locale_do_not_matter() {
    report --format html --only none "$examples/archive-12-nodes"
    mv "$report" "$scratch/first"
    TZ=Asia/Tokyo LC_ALL=C LANG=de_DE.UTF-8 report --format html --only none \
        "$examples/archive-12-nodes"
    expect_same "$report" "$scratch/first"
}

test_config_file_in_the_input_directory_is_used() {
    report --only none "$examples/matmul-4-nodes"
    expect_status 0
    expect_text "$report/index.html" 'anna'
    report --only none --user berta "$examples/matmul-4-nodes"
    expect_text "$report/index.html" 'berta'
    expect_no_text "$report/index.html" 'anna'
}

test_config_file_may_be_named() {
    echo '{"title": "From a file", "paper": "letter", "only": ["none"]}' > "$scratch/config"
    report --config "$scratch/config" "$examples/archive-12-nodes"
    expect_status 0
    expect_text "$report/index.html" 'From a file'
}

test_faulty_config_files_are_usage_errors() {
    local text
    for text in '{"no-such-option": 1}' '{"paper": "a5"}' '["paper"]' '{"paper": ' ''; do
        echo "$text" > "$scratch/config"
        report --config "$scratch/config" "$examples/archive-12-nodes"
        expect_status 2
        expect_error 'config'
        expect_absent "$report"
    done
    report --config "$scratch/absent" "$examples/archive-12-nodes"
    [ "$status" = 2 ] || [ "$status" = 3 ] || fail "status $status"
}

test_own_chart_definition_replaces_a_built_in_one() {
    local plot
    plot=$(ls plots/*.json 2> /dev/null | head -1)
    [ -n "$plot" ] || skip "no chart definitions"
    mkdir "$scratch/plots"
    echo '{ "title": ' > "$scratch/plots/$(basename "$plot")"
    report --plots "$scratch/plots" "$examples/archive-12-nodes"
    [ "$status" = 2 ] || [ "$status" = 3 ] || fail "a broken definition gives status $status"
    expect_error "$(basename "$plot")"
}

test_progress_is_shown_only_when_asked_and_when_it_takes_long() {
    report "$examples/archive-12-nodes"
    expect_no_text "$err" '%'
    mkfifo "$scratch/slow"
    sleep 1.6 > "$scratch/slow" &
    report --progress always "$scratch/slow"
    expect_status 3
    expect_error '%'
    wait
}

test_strict_ends_with_1_when_records_were_rejected() {
    report --strict --only none "$examples/archive-12-nodes"
    expect_status 0
}

run_tests
