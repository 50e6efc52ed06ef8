#!/bin/bash
# Bins, ranges and bits per second that chart definitions ask for.
. tests/lib.sh

define() { # DEFINITION
    mkdir -p "$scratch/plots"
    echo "$1" > "$scratch/plots/own.json"
}

write_tasks() {
    {
        echo task,elapsed,max_rss
        for i in {1..60}; do echo "wq,$((10 + i)),$((2 * i))MB"; done
    } > "$scratch/tasks.csv"
}

histogram='"table": "histograms", "kind": "histogram", "title": "Memory", "section": "Memory",
    "where": {"quantity": "memory", "task": "wq"},
    "columns": {"label": "task", "quantity": "quantity", "unit": "unit", "low": "low", "high": "high", "count": "count"}'

test_a_range_has_its_bins_and_says_what_is_beyond() {
    write_tasks
    define "{\"id\": \"memory_to_100\", $histogram, \"bins\": 10, \"range\": [0, 100e6]}"
    report --plots "$scratch/plots" --units si --only memory_to_100 "$scratch/tasks.csv"
    expect_status 0
    expect_text "$report/data/chosen_bins.csv" '^10; 0 to 100000000,wq,memory,B,0,10000000,4$'
    expect_text "$report/data/chosen_bins.csv" ',90000000,100000000,6$'
    expect_text "$report/figures/memory_to_100.json" 'Beyond the range: 10 tasks'
    expect_text "$report/figures/memory_to_100.json" '"low":0,"high":100000000,"unit":"MB"'
    mv "$report" "$scratch/first"
    run "$JOBREPORT" replot --plots "$scratch/plots" -o "$report" "$scratch/first"
    expect_status 0
    expect_same "$scratch/first/figures/memory_to_100.json" "$report/figures/memory_to_100.json"
}

test_rules_decide_how_many_bins() {
    local rule
    write_tasks
    for rule in fd scott; do
        define "{\"id\": \"memory_by_rule\", $histogram, \"bins\": \"$rule\"}"
        report --plots "$scratch/plots" --only memory_by_rule "$scratch/tasks.csv"
        expect_status 0
        # 2 MB to 120 MB in steps of 2: numpy.histogram_bin_edges has 4 bins by either rule.
        [ "$(grep -c "^$rule,wq,memory,B," "$report/data/chosen_bins.csv")" = 4 ] ||
            fail "$(grep "^$rule" "$report/data/chosen_bins.csv")"
        rm -rf "$report"
    done
}

test_what_no_histogram_can_have_is_refused() {
    local wrong
    write_tasks
    for wrong in '"bins": 0' '"bins": "sturges"' '"range": [1]' '"range": [2, 1]'; do
        define "{\"id\": \"memory_own\", $histogram, $wrong}"
        report --plots "$scratch/plots" "$scratch/tasks.csv"
        expect_status 2
        expect_error 'own.json:.*"(bins|range)"'
    done
}

test_rates_are_shown_in_bits_where_a_definition_says_so() {
    define '{"metric": "net_io_counters.bytes_sent", "title": "Network send rate", "unit": "bit/s", "combine": "total",
        "figures": [{"id": "sent_in_bits", "kind": "nodes", "section": "Network"}]}'
    report --plots "$scratch/plots" --only sent_in_bits "$examples/matmul-4-nodes"
    expect_status 0
    expect_text "$report/figures/sent_in_bits.json" '"title":"Network send rate, each of 4 nodes, Mbit/s"'
    expect_text "$report/figures/sent_in_bits.json" '"unit":"Mbit/s","factor":125000'
}

run_tests
