#!/bin/bash
# The commands that README shows: every block marked "sh test" is run, in its order.
. tests/lib.sh

test_commands_of_the_readme_work() {
    awk '/^```sh test$/ { on = 1; next } /^```$/ { on = 0 } on' README.md > "$scratch/commands"
    [ "$(grep -c jobreport "$scratch/commands")" -ge 5 ] || fail "README shows too few commands"
    sed -i "s|/tmp/|$scratch/|g; s|build/jobreport|$JOBREPORT|g" "$scratch/commands"
    run bash -e "$scratch/commands"
    expect_status 0
}

test_files_that_the_readme_names_are_there() {
    local name
    for name in $(grep -oE '\b(examples|plots|templates|src)/[a-zA-Z0-9_./-]+' README.md | grep -v FIGURE | sort -u); do
        [ -e "$name" ] || fail "README names $name"
    done
}

# With its folder, or by its name alone beside another of the same folder.
test_files_that_the_map_of_the_code_names_are_there() {
    local name
    for name in $(grep -oE '`[a-zA-Z_./-]+\.(c|cc|h|def|tpl|css)`' src/README.md | tr -d '`' | sort -u); do
        case $name in
            *NAME*) ;;
            *_probe.c) ;; # of the worked examples
            */*) [ -e "src/$name" ] || [ -e "$name" ] || fail "src/README.md names $name" ;;
            *) [ -n "$(find src templates -name "$name")" ] || fail "src/README.md names $name" ;;
        esac
    done
}

# As its code has them: "label value# second#?".
chart_roles() { # KIND
    tr '\n' ' ' < "src/figure/chart_$1.c" |
        sed -n 's/.*\.columns = \("[^=]*"\), *\.lower.*/\1/p' | tr -d '"#?'
}

# The row of a kind of chart, and of another whose roles are its own.
chart_row() { # KIND
    local row other
    row=$(grep "^| \`$1\` |" plots/README.md)
    other=$(sed -n 's/.* as `\([a-z_]*\)`.*/\1/p' <<< "$row")
    echo "$row"
    [ -z "$other" ] || chart_row "$other"
}

test_every_kind_of_chart_of_a_table_is_explained_with_its_roles() {
    local kind role row
    for kind in $(sed -n 's/^CHART(\(.*\))/\1/p' src/figure/charts/charts.def); do
        row=$(chart_row "$kind")
        for role in $(chart_roles "$kind"); do
            [[ $row == *"\`$role\`"* ]] || fail "plots/README.md: the role $role of the chart $kind"
        done
    done
}

# Without it nobody knows which jobs held GPUs, and left them idle.
test_sacct_is_asked_for_gpus_wherever_it_is_asked_for_what_was_used() {
    local file
    for file in $(grep -lE 'sacct .*--format|^FIELDS=' README.md examples/* docs/* 2> /dev/null); do
        expect_text "$file" 'TRESUsageInTot,AllocTRES,'
    done
}

# A finding that README quotes is one of its example's.
test_the_finding_of_the_terms_is_one_of_the_example() {
    local finding
    finding=$(sed -n 's/^| finding |.*: "\(.*\)" |$/\1/p' README.md)
    [ -n "$finding" ] || fail "README.md quotes no finding"
    run "$JOBREPORT" --only none --output "$scratch/report" examples/campaign-568-tasks
    expect_status 0
    grep -qF -- "$finding" "$scratch/report/data/findings.csv" ||
        fail "findings.csv of the example lacks: $finding"
}

run_tests
