#!/bin/bash
# --dump: what passes from one step to the next, as text, beside what it was when somebody looked at
# it. UPDATE_GOLDEN=1 bash tests/cli/dump.sh writes tests/golden/dump_* anew: look at the diff.
. tests/lib.sh

golden=$checkout/tests/golden

# Rows of these tables are left out: they are many, and say little to a reader of a diff.
points='^(series|bands|heatmap|roofline|published_statistics) '

dump() { # MODEL EXAMPLE [OPTION]…
    local model=$1 example=$2
    shift 2
    cd "$examples" || exit 1
    run "$JOBREPORT" --dump="$model" "$@" "$example"
    cd "$checkout" || exit 1
    expect_status 0
    expect_silence "$err"
}

expect_golden() { # NAME: standard output is that
    if [ -n "${UPDATE_GOLDEN:-}" ]; then
        cp "$out" "$golden/dump_$1.txt"
    fi
    expect_same "$golden/dump_$1.txt" "$out"
}

test_dataset_is_what_it_was() {
    dump dataset archive-12-nodes
    expect_golden archive_dataset
}

test_tables_are_what_they_were() {
    dump tables archive-12-nodes
    grep -vE "$points" "$out" > "$scratch/rows"
    cp "$scratch/rows" "$out"
    expect_golden archive_tables
}

test_figures_are_what_they_were() {
    dump figures archive-12-nodes --only cpu_load_all_nodes
    expect_golden archive_figures
}

test_document_is_what_it_was() {
    dump document archive-12-nodes
    expect_golden archive_document
}

test_documents_of_tasks_are_what_they_were() {
    dump document campaign-568-tasks
    expect_golden campaign_document
}

test_every_example_has_all_four() {
    local example model
    for example in "$examples"/*/; do
        for model in dataset tables figures document; do
            run "$JOBREPORT" --dump=$model --quiet "$example"
            expect_status 0
            [ -s "$out" ] || fail "$example has no $model"
        done
    done
}

# A row of each model of traces and devices, by its first word.
test_dataset_has_all_that_was_read() {
    local kind example
    for example in dask-2-hosts rendering-36-tasks campaign-568-tasks matmul-4-nodes gpu-2-nodes; do
        dump dataset $example
        cat "$out" >> "$scratch/all"
    done
    for kind in facts input sampled-input metric node hardware peak-rates timeline series \
        records-source record activity-source span end holding sample device attribute \
        dependency clock-offset; do
        grep -q "^$kind " "$scratch/all" || fail "no row of $kind"
    done
    dump dataset campaign-568-tasks
    [ "$(grep -c '^record ' "$out")" = "$(($(wc -l < "$examples/campaign-568-tasks/tasks.csv") - 1))" ] ||
        fail "not all records"
}

test_dump_makes_no_report() {
    cd "$scratch" || exit 1
    run "$JOBREPORT" --dump=tables "$examples/archive-12-nodes"
    expect_status 0
    run "$JOBREPORT" --dump=document --output "$scratch/report" "$examples/archive-12-nodes"
    expect_status 0
    cd "$checkout" || exit 1
    expect_only "$scratch"
}

test_a_report_is_dumped_as_its_inputs_were() {
    local model
    report "$examples/archive-12-nodes"
    expect_status 0
    cp -a "$report" "$scratch/former"
    for model in tables figures document; do
        run "$JOBREPORT" --dump=$model --quiet "$examples/archive-12-nodes"
        cp "$out" "$scratch/$model"
        run "$JOBREPORT" replot --dump=$model --quiet "$report"
        expect_status 0
        expect_same "$scratch/$model" "$out"
    done
    expect_same "$scratch/former" "$report"
    run "$JOBREPORT" replot --dump=dataset "$report"
    expect_status 2
    expect_error "'replot' reads no inputs"
}

test_figures_are_those_of_the_report() {
    report --only 'cpu_load*' "$examples/archive-12-nodes"
    dump figures archive-12-nodes --only cpu_load_all_nodes
    expect_same "$report/figures/cpu_load_all_nodes.json" "$out"
}

test_dump_takes_four_words() {
    run "$JOBREPORT" --dump=everything "$examples/archive-12-nodes"
    expect_status 2
    expect_error "'everything' is not dataset, tables, figures or document"
    run "$JOBREPORT" publish --dump=tables "$scratch" "$scratch/web"
    expect_status 2
    run "$JOBREPORT" --help
    expect_output '--dump dataset\|tables\|figures\|document'
}

# A full disk behind a pipe or a redirection is not a success.
test_dump_that_cannot_be_written_fails() {
    run sh -c "'$JOBREPORT' --dump=tables '$examples/archive-12-nodes' > /dev/full"
    expect_status 4
    expect_error 'cannot write standard output'
}

run_tests
