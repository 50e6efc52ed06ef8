#!/bin/bash
# Numbers of node metrics: whole reports on small inputs whose numbers are known beforehand.
. tests/lib.sh

# Usable, and no number in its tables that is none.
expect_made() { # INPUT…
    report "$@"
    expect_status 0
    ! grep -rnE '(^|,)-?(nan|inf)(,|$)' "$report/data" || fail "not a number in a table"
    ! grep -nwE 'nan|-nan|inf|-inf' "$report/index.html" || fail "not a number on a page"
}

expect_equal() { # WHAT ACTUAL EXPECTED
    [ "$2" = "$3" ] || fail "$1 is '$2', expected '$3'"
}

# ---- samples of one moment -------------------------------------------------------------------

test_samples_of_one_moment_are_levels_without_rates() {
    local header='Host,Timestamps,CPU percent [%],Net sent [bytes],RAPL package 0 [uJ]' rows nodes i
    for rows in 1 2; do
        for nodes in 1 12; do
            { echo "$header" && for ((i = 0; i < rows * nodes; i++)); do
                echo "n$((i % nodes)),1714557600,50,$i,5000000"; done; } > "$scratch/table.csv"
            expect_made "$scratch/table.csv"
            expect_near mean "$(cell node_metrics mean n0 cpu_percent)" 50 0
            expect_equal 'rate' "$(cell node_metrics mean n0 net_io_counters.bytes_sent)" ''
            expect_equal 'total' "$(cell node_metrics total n0 net_io_counters.bytes_sent)" ''
            rm -r "$report"
        done
    done
}

test_one_sample_of_an_archive_is_enough() {
    local scope='"node": {"unit": {"base": "B/s", "prefix": "G"}, "timestep": 60,
        "series": [{"hostname": "n1", "data": [3]}]}'
    printf '{"mem_bw": {%s}}\n' "$scope" > "$scratch/data.json"
    expect_made "$scratch/data.json"
    expect_near mean "$(cell node_metrics mean n1 mem_bw)" 3e9 0
    expect_equal total "$(cell node_metrics total n1 mem_bw)" ''
}

run_tests
