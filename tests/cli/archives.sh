#!/bin/bash
# Reports of every schema from 2 on are drawn again by every later program: of each there is an
# archive, made by tests/golden/make_archive.sh when the schema was new. Schema 1 is refused.
. tests/lib.sh

golden=$checkout/tests/golden

# What later programs leave out or call otherwise on purpose: histograms of fewer than 20 tasks, a
# section of a single fact, "Use", which is "GPU use".
left_out='^(figure memory_histogram_catalog panels=1 empty=0|section (job|traces-use) tables=[01])$'

# All else that a report held is still there; there may be more by now.
expect_contents() { # EXPECTED
    "$golden/list_contents.sh" "$scratch/report" "$JOBREPORT" | sort > "$scratch/contents"
    sort "$1" | grep -vE "$left_out" | comm -23 - "$scratch/contents" > "$difference"
    [ ! -s "$difference" ] || fail "$1: no longer in the report: $(head -20 "$difference")"
}

replot_archive() { # NAME
    local archive=$scratch/$1
    run "$JOBREPORT" replot --format html,png --jobs 2 --output "$scratch/report" "$archive"
    expect_status 0
    expect_silence "$err"
    [ "$(grep -c '^figure' "$archive/contents")" -ge 5 ] || fail "$1 holds too little to tell"
    expect_contents "$archive/contents"
    expect_file "$scratch"/report/plots/*.png
    rm -r "$scratch/report"
}

test_archives_of_all_schemas_from_2_on_are_there() {
    local schema newest
    newest=$(sed -n 's/.*MANIFEST_SCHEMA = \([0-9]*\).*/\1/p' src/manifest.h)
    for ((schema = 2; schema <= newest; schema++)); do
        expect_file "$golden/schema-$schema.tar.gz"
    done
}

test_archives_are_drawn_again() {
    local archive name
    for archive in "$golden"/schema-*.tar.gz; do
        name=$(basename "$archive" .tar.gz)
        tar -xzf "$archive" -C "$scratch"
        for part in nodes tasks trace; do
            replot_archive "$name/$part"
        done
    done
}

# Tables that are read and written again lose nothing: the numbers are those of the archive.
test_a_replot_keeps_the_numbers_of_an_archive() {
    local part
    tar -xzf "$golden/schema-2.tar.gz" -C "$scratch"
    for part in nodes tasks trace; do
        run "$JOBREPORT" replot --only none --format html --output "$scratch/report" "$scratch/schema-2/$part"
        expect_status 0
        run "$JOBREPORT" replot --dump=tables "$scratch/schema-2/$part"
        mv "$out" "$scratch/before"
        run "$JOBREPORT" replot --dump=tables "$scratch/report"
        expect_same "$scratch/before" "$out"
        rm -r "$scratch/report"
    done
}

test_a_report_of_schema_1_is_refused_with_a_sentence() {
    cp -r "$golden/schema-1" "$scratch/report"
    run "$JOBREPORT" replot "$scratch/report"
    expect_status 3
    expect_silence "$out"
    expect_error 'data/manifest.json: made by an earlier version of jobreport \(data schema 1\), which this version cannot read: make the report again from its inputs'
    [ "$(wc -l < "$err")" = 1 ] || fail "more than a sentence: $(cat "$err")"
    expect_same "$golden/schema-1" "$scratch/report"
}

run_tests
