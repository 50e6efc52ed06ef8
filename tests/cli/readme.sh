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
    for name in $(grep -oE '\b(examples|plots|templates|src)/[a-zA-Z0-9_./-]+' README.md | sort -u); do
        [ -e "$name" ] || fail "README names $name"
    done
}

run_tests
