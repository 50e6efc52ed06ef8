#!/bin/bash
# Texts that users read hold none of the phrases of tests/banned_words.txt.
. tests/lib.sh

banned=$checkout/tests/banned_words.txt

# The phrases of FILE, one a line, with what to write instead. Sentences are read across the ends of lines.
phrases_in() { # FILE [messages]
    local expression instead example where
    tr -s ' \n\t\f' ' ' < "$1" > "$scratch/joined"
    while IFS=$'\t' read -r expression instead example where; do
        case $expression in '' | \#*) continue ;; esac
        [ "$where" = '' ] || [ "$where" = "${2:-}" ] || continue
        grep -oP ".{0,40}(?:$expression).{0,20}" "$scratch/joined" | sed "s|^|…|; s|\$|…: write $instead|"
    done < "$banned"
}

expect_plain() { # FILE [NAME [messages]]
    phrases_in "$1" "${3:-}" > "$scratch/phrases"
    [ ! -s "$scratch/phrases" ] || fail "${2:-$1} has phrases that readers do not understand at once:"$'\n'"$(head -99 "$scratch/phrases")"
}

# What C strings say: "text" on one line, and on several the parts of one text.
c_texts() { # FILE
    perl -0777 -ne 's|/\*.*?\*/||gs; s/"\s*\n\s*"//g; print "$1 |\n" while /"((?:[^"\\\n]|\\.)*)"/g' "$1"
}

# A list that has no effect proves nothing: each expression finds its example, and is one.
test_every_phrase_is_found() {
    local expression instead example where
    while IFS=$'\t' read -r expression instead example where; do
        case $expression in '' | \#*) continue ;; esac
        [ -n "$instead" ] && [ -n "$example" ] || fail "not three columns: $expression"
        printf 'All is well here.\n%s\n' "${example// /$'\n'}" > "$scratch/text"
        phrases_in "$scratch/text" "$where" | grep -qF "write $instead" || fail "not found in \"$example\": $expression"
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

# All sentences in C that are no page, chart or finding: what is said of the command line, of inputs and of outputs.
test_messages() {
    local file
    while read -r file; do
        c_texts "$file" | { grep ' .* ' || true; } | sed "s|^|$file: |"
    done > "$scratch/texts" < <(find src -name '*.c' ! -path 'src/page/*' ! -path 'src/figure/*' ! -path 'src/analysis/findings/*' | sort)
    expect_text "$scratch/texts" 'src/input/inputs.c: %s: unknown format: %s'
    expect_text "$scratch/texts" 'src/analysis/activity/span_pairs.c: STOP without an earlier START'
    expect_plain "$scratch/texts" 'messages' messages
}

test_a_private_word_in_a_message_is_found() {
    echo 'tasks.csv: a task that waits again is taken for another run' > "$scratch/text"
    expect_plain "$scratch/text"
    phrases_in "$scratch/text" messages | grep -qF 'write read as' || fail "not found"
}

test_charts() {
    grep -ohP '"(title|section|[a-z_]*caption|label|lanes|task|node)": *"\K[^"]*' plots/*.json | sed 's/$/ |/' > "$scratch/texts"
    expect_text "$scratch/texts" 'Roofline'
    expect_plain "$scratch/texts" 'plots/*.json'
}

test_templates_and_documents() {
    local file
    for file in templates/*.* templates/schemas/* README.md examples/README.md plots/README.md; do
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

test_documents_of_examples() {
    local example
    for example in "$examples"/*/; do
        run "$JOBREPORT" --jobs 2 --dump=document "$example"
        expect_status 0
        expect_text "$out" 'Definitions'
        expect_plain "$out" "--dump=document of $(basename "$example")"
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
