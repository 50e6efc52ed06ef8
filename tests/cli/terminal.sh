#!/bin/bash
# A report in the terminal: report.txt, --format text, jobreport show.
. tests/lib.sh

# No line of more than 80 columns, no letter beyond ASCII, no escape sequence.
expect_plain() { # FILE
    LC_ALL=C grep -n '[^ -~]' "$1" > "$scratch/odd"
    [ -s "$scratch/odd" ] && fail "$1 is not plain: $(head -1 "$scratch/odd")"
    awk 'length > 80 { exit 1 }' "$1" || fail "$1 has a line of more than 80 columns"
}

test_every_report_has_a_text() {
    report --format html --only none "$examples/campaign-568-tasks"
    expect_status 0
    expect_plain "$report/report.txt"
    expect_text "$report/report.txt" 'problem +15 of 56 attempts .27 %. failed on node07'
    expect_text "$report/report.txt" '84.4 %  CPU efficiency'
    [ -e "$report/index.html" ] || fail "no HTML"
    report --format text "$examples/matmul-4-nodes"
    expect_status 0
    expect_text "$report/report.txt" 'CPU load, cores .*#'
    expect_text "$report/report.txt" 'Where there are several, the median node is drawn; numbers are of all'
    [ ! -e "$report/index.html" ] || fail "HTML without asking"
    [ -z "$(find "$report" -name '*.pdf' -o -name '*.png')" ] || fail "PDF or PNG without asking"
}

test_show_prints_the_text_of_a_report_and_where_it_is() {
    report --format html --only 'cpu_*' "$examples/matmul-4-nodes"
    run "$JOBREPORT" show "$report"
    expect_status 0
    expect_plain "$out"
    { cat "$report/report.txt"; printf '\nReport\n%s\n' "$report"; } > "$scratch/expected"
    expect_same "$scratch/expected" "$out"
}

test_show_reads_inputs_too() {
    run "$JOBREPORT" show "$examples/campaign-568-tasks"
    expect_status 0
    expect_plain "$out"
    expect_text "$out" '568 tasks of 5 task kinds in 3 steps'
    [ ! -e "$scratch/report" ] || fail "show made a report"
    run "$JOBREPORT" show "$scratch/nowhere"
    expect_status 3
    run "$JOBREPORT" show
    expect_status 2
}

test_show_gives_numbers_as_json() {
    need python3
    report --format html --only none "$examples/campaign-568-tasks"
    for of in "$report" "$examples/campaign-568-tasks"; do
        run "$JOBREPORT" show --json "$of"
        expect_status 0
        python3 - "$out" << 'END' || fail "not as said"
import json, sys
told = json.load(open(sys.argv[1]))
figures = {figure["id"]: figure for figure in told["key_figures"]}
assert abs(figures["cpu_efficiency"]["value"] - 0.844) < 0.001, figures
assert figures["cpu_efficiency"]["unit"] == "1" and figures["tasks"]["value"] == 568
first = told["findings"][0]
assert first["id"] == "nodes.failing-tasks" and first["level"] == "bad", first
assert abs(first["value"] - 15 / 56) < 1e-9 and first["section"] == "tasks-attempts", first
END
    done
}

test_colours_and_blocks_are_for_terminals() {
    need script
    report --format html --only none "$examples/campaign-568-tasks"
    TERM=xterm LC_ALL=C.UTF-8 script -qec "$JOBREPORT show $report" /dev/null > "$scratch/coloured" < /dev/null
    grep -q $'\x1b\[1;31mproblem' "$scratch/coloured" || fail "no colour"
    TERM=xterm NO_COLOR=1 LC_ALL=C script -qec "$JOBREPORT show $report" /dev/null > "$scratch/plain" < /dev/null
    tr -d '\r' < "$scratch/plain" > "$scratch/plain.txt"
    expect_plain "$scratch/plain.txt"
}

test_a_report_of_an_earlier_version_says_what_to_do() {
    report --format html --only none "$examples/campaign-568-tasks"
    rm "$report/data/summary.json"
    run "$JOBREPORT" show "$report"
    expect_status 3
    expect_text "$err" "jobreport replot"
    printf '{' > "$report/data/summary.json"
    run "$JOBREPORT" show "$report"
    expect_status 3
    expect_text "$err" 'summary.json:1:'
}

test_findings_may_fail_a_script() {
    report --format text --fail-on bad "$examples/campaign-568-tasks"
    expect_status 5
    expect_text "$err" '1 such finding \(--fail-on bad\)'
    expect_text "$report/report.txt" 'problem'
    run "$JOBREPORT" show --fail-on bad "$report"
    expect_status 5
    report --format text --fail-on bad "$examples/matmul-4-nodes" # warnings only
    expect_status 0
    run "$JOBREPORT" show --fail-on warn "$examples/matmul-4-nodes"
    expect_status 5
    run "$JOBREPORT" replot --fail-on never "$report"
    expect_status 2
}

run_tests
