#!/bin/bash
# Texts that users read hold none of the phrases of tests/banned_words.txt.
. tests/lib.sh

banned=$checkout/tests/banned_words.txt

# The phrases of FILE, one a line, with what to write instead. Sentences are read across the ends of lines.
phrases_in() { # FILE
    local expression instead example
    tr -s ' \n\t\f' ' ' < "$1" > "$scratch/joined"
    while IFS=$'\t' read -r expression instead example; do
        case $expression in '' | \#*) continue ;; esac
        grep -oP ".{0,40}(?:$expression).{0,20}" "$scratch/joined" | sed "s|^|…|; s|\$|…: write $instead|"
    done < "$banned"
}

expect_plain() { # FILE [NAME]
    phrases_in "$1" > "$scratch/phrases"
    [ ! -s "$scratch/phrases" ] || fail "${2:-$1} has phrases that readers do not understand at once:"$'\n'"$(head -99 "$scratch/phrases")"
}

# What C strings say: "text" on one line, and on several the parts of one text.
c_texts() { # FILE
    perl -0777 -ne 's|/\*.*?\*/||gs; s/"\s*\n\s*"//g; print "$1 |\n" while /"((?:[^"\\\n]|\\.)*)"/g' "$1"
}

# A list that has no effect proves nothing: each expression finds its example, and is one.
test_every_phrase_is_found() {
    local expression instead example
    while IFS=$'\t' read -r expression instead example; do
        case $expression in '' | \#*) continue ;; esac
        [ -n "$instead" ] && [ -n "$example" ] || fail "not three columns: $expression"
        printf 'All is well here.\n%s\n' "${example// /$'\n'}" > "$scratch/text"
        phrases_in "$scratch/text" | grep -qF "write $instead" || fail "not found in \"$example\": $expression"
    done < "$banned"
}

test_plain_text_is_not_found() {
    cat > "$scratch/text" << 'TEXT'
Traffic was 30 MB/s per node for a second or longer. Sampled every half a second, 3 tasks ran on a node.
The program tries to read it..
TEXT
    expect_plain "$scratch/text"
}

test_definitions_options_and_commands() {
    local file
    for file in src/page/content/definitions.def src/options.def src/commands.def; do
        c_texts "$file" > "$scratch/texts"
        expect_text "$scratch/texts" ' '
        expect_plain "$scratch/texts" "$file"
    done
}

test_charts() {
    grep -ohP '"(title|section|[a-z_]*caption|label|lanes|task|node)": *"\K[^"]*' plots/*.json | sed 's/$/ |/' > "$scratch/texts"
    expect_text "$scratch/texts" 'Roofline'
    expect_plain "$scratch/texts" 'plots/*.json'
}

test_templates_and_documents() {
    local file
    for file in templates/* README.md examples/README.md plots/README.md; do
        expect_plain "$file"
    done
}

test_help_manual_and_lists() {
    local command
    for command in --help 'report --help' 'replot --help' 'publish --help' 'formats --help' 'figures --help' 'tables --help' \
        '--generate manual' formats figures tables; do
        run "$JOBREPORT" $command
        expect_status 0
        expect_plain "$out" "jobreport $command"
    done
}

test_reports_of_examples() {
    need pdftotext
    local example
    for example in "$examples"/*/; do
        report --format pdf "$example"
        expect_status 0
        pdftotext "$report"/*.pdf "$scratch/texts"
        expect_text "$scratch/texts" 'Definitions'
        expect_plain "$scratch/texts" "the PDF of $(basename "$example")"
        rm -rf "$report"
    done
}

run_tests
