#!/bin/bash
# Help, version, lists, and what is said about a wrong command line.
. tests/lib.sh

one_sentence_on_standard_error() {
    expect_silence "$out"
    [ "$(grep -c . "$err")" -le 3 ] || fail "too many words"$'\n'"$(what_it_said)"
    [ -s "$err" ] || fail "nothing said"
}

test_help_is_printed_for_every_command() {
    local command
    run "$JOBREPORT" --help
    expect_status 0
    expect_output 'report'
    expect_output '--output'
    expect_silence "$err"
    for command in report replot publish formats figures tables; do
        run "$JOBREPORT" $command --help
        expect_status 0
        expect_output "$command"
        expect_silence "$err"
    done
}

test_help_fits_a_terminal() {
    run "$JOBREPORT" --help
    [ "$(wc -L < "$out")" -le 100 ] || fail "a line of $(wc -L < "$out") columns"
}

test_every_option_is_in_the_help() {
    local option
    run "$JOBREPORT" report --help
    for option in output format input-format job-id user title label plots templates only skip \
        paper dpi theme units time-zone jobs strict progress quiet verbose config; do
        expect_output "--$option"
    done
}

test_version_is_one_line() {
    run "$JOBREPORT" --version
    expect_status 0
    expect_output '^jobreport [0-9]+\.[0-9]+\.[0-9]+'
    [ "$(wc -l < "$out")" = 1 ] || fail "more than a line"
}

test_no_arguments_is_a_usage_error() {
    run "$JOBREPORT"
    expect_status 2
    expect_error 'help'
    expect_silence "$out"
}

test_unknown_options_and_bad_values_are_usage_errors() {
    local words
    while IFS= read -r words; do
        run "$JOBREPORT" $words "$examples/archive-12-nodes" -o "$scratch/report"
        [ "$status" = 2 ] || fail "$words: $(what_it_said)"
        one_sentence_on_standard_error
        expect_absent "$scratch/report"
    done <<'END'
--no-such-option
-Z
--only cpu[
--only=
--skip a,,b
--columns=,
--small-memory 5
--max-input 1000000
--peak-bandwidth 320
--peak-flops 3e12
--format pdf,docx
--format=
--paper a5
--theme blue
--dpi 10
--dpi 5000
--dpi fine
--jobs 0
--jobs -3
--jobs many
--units imperial
--progress sometimes
--strict=yes
--input-format nothing
--time-zone Nowhere/Land
END
}

test_unknown_options_name_the_nearest_one() {
    run "$JOBREPORT" --outptu x
    expect_error "unknown option '--outptu' \(did you mean --output\?\)"
    run "$JOBREPORT" --pea 1
    expect_error "ambiguous option '--pea' \(--peak-flops, --peak-bandwidth\)"
}

test_mistyped_commands_name_the_nearest_ones() {
    cd "$scratch"
    run "$JOBREPORT" finding
    expect_status 2
    expect_error "unknown command 'finding' \(did you mean 'findings'\?\)"
    run "$JOBREPORT" reprot somewhere
    expect_status 2
    expect_error "unknown command 'reprot' \(did you mean 'report' or 'replot'\?\)"
    run "$JOBREPORT" help
    expect_status 2
    expect_error "unknown command 'help' \(see 'jobreport --help'\)"
    run "$JOBREPORT" metrics
    expect_status 3
    : > finding
    run "$JOBREPORT" finding
    expect_error 'finding: empty file'
    run "$JOBREPORT" -- reprot
    expect_status 3
}

# As of other programs: nothing is said, and the status is that of the signal.
test_a_list_whose_reader_leaves_ends_quietly() {
    local list statuses
    for list in findings tables '--dump=tables '"$examples/archive-12-nodes"; do
        "$JOBREPORT" $list 2> "$err" | head -c 1 > "$out"
        statuses=("${PIPESTATUS[@]}")
        expect_silence "$err"
        [ "${statuses[0]}" = 141 ] || [ "${statuses[0]}" = 0 ] || fail "$list: ${statuses[0]}"
    done
}

test_missing_operands_are_said_with_the_usage() {
    run "$JOBREPORT" replot
    expect_status 2
    expect_error 'replot needs one report directory \(usage: jobreport replot \[options\] REPORT_DIR\)'
    run "$JOBREPORT" publish one
    expect_status 2
    expect_error 'needs at least one report directory .*\(usage: jobreport publish \[options\] REPORT_DIR... WEB_DIR\)'
    run "$JOBREPORT" formats x
    expect_status 2
    expect_error "takes no operand such as 'x' \(usage: jobreport formats \[options\]\)"
}

# Defaults are those of the command.
test_the_help_of_a_command_is_its_own() {
    run "$JOBREPORT" replot --help
    expect_output 'default: REPORT_DIR, in place'
    expect_no_text "$out" 'job-report|SLURM_JOB_ID|in the first input|default: a4'
    run "$JOBREPORT" report --help
    expect_no_text "$out" 'jobreport replot|in place'
    run "$JOBREPORT" formats --help
    expect_no_text "$out" ' $'
    run "$JOBREPORT" summarize --help
    expect_output '--output PATH +file of the part'
    expect_no_text "$out" 'report directory|new directory'
    run "$JOBREPORT" merge --help
    expect_output '--output PATH +report directory, or, where the name ends in .part, the file'
    run "$JOBREPORT" shard --help
    expect_output '--output PATH +new directory'
    expect_no_text "$out" 'report directory|file of the part'
}

test_the_time_of_making_is_a_date() {
    local epoch
    for epoch in soon -1 1e300 253402300800; do
        SOURCE_DATE_EPOCH=$epoch run "$JOBREPORT" --output "$scratch/report" examples/archive-12-nodes
        expect_status 2
        expect_absent "$scratch/report"
    done
}

test_option_without_its_value_is_a_usage_error() {
    run "$JOBREPORT" "$examples/archive-12-nodes" --output
    expect_status 2
    one_sentence_on_standard_error
}

test_empty_output_name_is_refused() {
    mkdir "$scratch/empty"
    cd "$scratch/empty" || fail cd
    run "$JOBREPORT" "$examples/archive-12-nodes" --output ""
    expect_status 2
    one_sentence_on_standard_error
}

test_names_that_begin_with_a_dash_follow_two_dashes() {
    cd "$scratch" || fail cd
    cp -r "$examples/archive-12-nodes" ./-inputs
    run "$JOBREPORT" --only none -o "$scratch/report" -- -inputs
    expect_status 0
}

test_report_is_the_default_command() {
    cd "$scratch" || fail cd
    run "$JOBREPORT" report --only none -o one "$examples/archive-12-nodes"
    expect_status 0
    run "$JOBREPORT" --only none -o two "$examples/archive-12-nodes"
    expect_status 0
    expect_same one two
}

test_an_input_may_be_called_as_a_command() {
    cd "$scratch" || fail cd
    cp -r "$examples/archive-12-nodes" formats
    run "$JOBREPORT" report --only none -o "$scratch/report" formats
    expect_status 0
}

test_options_may_stand_before_the_command() {
    run "$JOBREPORT" --only none -o "$scratch/report" report "$examples/archive-12-nodes"
    expect_status 0
    run "$JOBREPORT" -q --theme dark replot "$scratch/report"
    expect_status 0
    expect_silence "$out"
    run "$JOBREPORT" --quiet publish "$scratch/report" "$scratch/web"
    expect_status 0
    expect_file "$scratch/web/731200/index.html"
    run "$JOBREPORT" --json formats
    expect_status 0
    expect_output '^\['
    run "$JOBREPORT" --strict publish "$scratch/report" "$scratch/web"
    expect_status 2
    expect_error "strict is not an option of 'publish'"
}

test_an_input_may_be_called_as_a_command_behind_two_dashes() {
    cd "$scratch" || fail cd
    cp -r "$examples/archive-12-nodes" publish
    run "$JOBREPORT" --only none -o "$scratch/report" -- publish
    expect_status 0
}

test_lists_are_printed() {
    run "$JOBREPORT" formats
    expect_status 0
    expect_output 'perfmon.json'
    expect_output 'clustercockpit.data'
    run "$JOBREPORT" figures
    expect_status 0
    [ "$(wc -l < "$out")" -ge 3 ] || fail "few figures"$'\n'"$(what_it_said)"
    run "$JOBREPORT" tables
    expect_status 0
    expect_output '^job_metrics: a row is a metric over all nodes$'
    expect_output '^    samples +count +Number of samples with a value, of all nodes together$'
    expect_output '^    time +Unix s +'
    expect_output '^findings: '
}

test_lists_are_json_when_asked() {
    local command
    need python3
    for command in formats figures tables; do
        run "$JOBREPORT" $command --json
        expect_status 0
        python3 -m json.tool < "$out" > /dev/null || fail "$command --json is not JSON"
    done
}

test_manual_page_is_clean() {
    need mandoc
    run "$JOBREPORT" --generate manual
    expect_status 0
    mandoc -T lint -W warning "$out" > "$scratch/lint" || true
    ! grep -E 'WARNING|ERROR' "$scratch/lint" | grep -v 'missing date' || fail "mandoc complains"
}

test_completion_is_a_shell_script() {
    run "$JOBREPORT" --generate completion
    expect_status 0
    bash -n "$out" || fail "does not parse"
    expect_output '--output'
}

run_tests
