#!/bin/bash
# Contours, which PLplot draws: the same bytes everywhere, and a word where it is missing.
. tests/lib.sh

draw() { # OPTION...
    report --only 'memory_time*' "$@" "$examples/campaign-568-tasks"
    expect_status 0
}

test_contours_are_drawn_in_every_format() {
    draw --format pdf,html,png,svg
    [ ! -s "$err" ] || fail "said: $(cat "$err")"
    expect_file "$report/plots/memory_time_density-dark.png"
    expect_file "$report/plots/memory_time_kinds_1.png"
    # Three areas and their edges in the colours of the theme.
    [ "$(grep -c 'fill-rule' "$report/plots/memory_time_density.svg")" -ge 3 ] || fail 'no areas in the SVG'
    expect_text "$report/figures/memory_time_kinds_1.json" '"kind":"contours"'
}

test_number_of_workers_changes_no_byte_of_contours() {
    draw --format pdf,html,png,svg --jobs 1
    mv "$report" "$scratch/first"
    draw --format pdf,html,png,svg --jobs 5
    expect_same "$scratch/first" "$report"
}

# The extension lies beside the program: without it the other charts are as they were.
test_without_plplot_the_page_says_what_is_not_drawn() {
    mkdir -p "$scratch/bin"
    cp "$JOBREPORT" "$scratch/bin/jobreport"
    ln -s "$PWD/plots" "$PWD/templates" "$PWD/fonts" "$scratch"
    draw --format html
    mv "$report" "$scratch/with"
    JOBREPORT=$scratch/bin/jobreport draw --format html
    [ ! -e "$report/plots/memory_time_density.png" ] || fail 'drawn without PLplot'
    expect_text "$report/tasks.html" 'PLplot'
    expect_same "$scratch/with/plots/memory_time_1.png" "$report/plots/memory_time_1.png"
    expect_same "$scratch/with/data/task_density.csv" "$report/data/task_density.csv"
}

test_reports_without_contours_open_no_plplot() {
    need strace
    local opened
    opened=$(strace -f -e trace=openat "$JOBREPORT" -q -o "$scratch/nodes" "$examples/matmul-4-nodes" 2>&1 |
        grep -c plplot || true)
    [ "$opened" = 0 ] || fail "PLplot was opened $opened times"
}

# Scattered places: inside their hull every pixel has a colour of the ramp.
test_places_are_shaded_between() {
    need_sample terapixel/sample-400
    report --format html,svg --only tile_run_time_between "$samples/terapixel/sample-400"
    expect_status 0
    [ ! -s "$err" ] || fail "said: $(cat "$err")"
    # A shade each, one on the other.
    local shades
    shades=$(grep -c 'fill-rule:nonzero;fill:rgb' "$report/plots/tile_run_time_between.svg")
    [ "$shades" -ge 20 ] || fail "$shades shades in the SVG"
}

# Of 36 events; the regions hold what they say, to the cells at their edge.
test_regions_of_metrics_and_run_time_hold_their_share() {
    report --format html "$examples/rendering-36-tasks"
    expect_status 0
    expect_absent "$report/plots/run_time_by_power.png"
    expect_file "$report/plots/run_time_density_power.png"
    awk -F, '$1 == "power" { all += $8; if ($9 <= 0.5) half += $8; if ($9 <= 0.9) most += $8 }
        END { if (all < 34 || all > 36 || half < 15 || half > 20 || most < 30 || most > 34) { print all, half, most; exit 1 } }' \
        "$report/data/factor_density.csv" || fail 'other shares'
    expect_text "$report/figures/run_time_density_power.json" '"subtitle":"rank correlation 0\.'
}

# No wider than what the tasks and events have: a cell more at most.
test_regions_are_not_wider_than_the_data() {
    need_sample terapixel/sample-400
    need_sample ../cases/attributes
    report --only none "$samples/../cases/attributes"
    expect_status 0
    # isr: 1.815 to 1.839 GiB all of them, while all kinds together reach from 0.05 to 26 GiB.
    awk -F, 'NR > 1 && $1 == "isr" && $7 <= 0.99 { if ($4 < 1.8 * 2^30 || $5 > 1.845 * 2^30) bad++; n++ }
        END { if (bad || !n) { print bad, n; exit 1 } }' "$report/data/task_density.csv" || fail 'a wide region'
    report --only none "$samples/terapixel/sample-400"
    expect_status 0
    awk -F, 'NR > 1 && $1 ~ /utilization/ { if ($4 < 0 || $5 > 100 + 1e-9) bad++; n++ }
        END { if (bad || !n) { print bad, n; exit 1 } }' "$report/data/factor_density.csv" || fail 'shares below 0'
}

run_tests
