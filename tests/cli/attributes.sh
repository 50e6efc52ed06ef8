#!/bin/bash
# Tasks compared by the attributes of their records.
. tests/lib.sh

cases=$checkout/../shared/cases

# Made from the counts of a real campaign: 90 % for run 1 to 4, 60 % above, whatever the task kind.
test_runs_explain_cpu_efficiency() {
    [ -d "$cases/attributes" ] || skip 'no cases'
    report --format html --only 'attributes_*' "$cases/attributes"
    expect_status 0
    expect_text "$report/data/attribute_effects.csv" '^run,cpu_efficiency,"",run > 4,> 4,≤ 4,52559,52277,0,25,'
    expect_near difference "$(cell attribute_effects difference run cpu_efficiency)" -0.29182825147236174 1e-9 # pandas, numpy
    expect_near p98 "$(cell resources p98 healSparsePropertyMaps cpu_efficiency)" 0.9774135068156469 1e-12
    expect_near p "$(cell attribute_effects chance run cpu_efficiency)" 0 0
    expect_text "$report/data/attribute_groups.csv" '^run,cpu_efficiency,"",> 4,52572,0.60075'
    expect_text "$report/data/attributes.csv" '^visit,0,more than 128 values,'
    expect_text "$report/data/findings.csv" \
        '^tasks.efficiency-by-attribute,warn,.*Mean CPU efficiency per task is 60 % with run > 4 and 89 % with run ≤ 4'
    expect_text "$report/tasks.html" 'attributes_cpu_efficiency'
    expect_text "$report/tasks.html" 'within task kinds and steps, of 104,864 tasks\.' # of no recorded outcome
    expect_no_text "$report/data/findings.csv" 'by-attribute.*band'
}

# 1,000 attributes, one with markup in its name and values, another with a value for each task.
test_hostile_attributes_are_bounded_and_escaped() {
    cd "$scratch" || fail "no scratch directory"
    awk 'BEGIN {
        printf "task,elapsed_s,cpu_time,<b>../x,visit"
        for (c = 0; c < 1000; c++) printf ",c%d", c
        print ""
        for (r = 0; r < 400; r++) {
            printf "a,10,%s,%s,v%d", r % 2 ? 9 - r % 7 / 20 : 4 - r % 7 / 20, \
                r % 2 ? "<script>1</script>" : "=1+1", r
            for (c = 0; c < 1000; c++) printf ",%d", int(r / (c % 97 + 1)) % 3
            print ""
        }
    }' > hostile.csv
    report --format html hostile.csv
    expect_status 0
    expect_text "$report/data/attribute_effects.csv" '<b>../x = <script>1</script>'
    expect_no_text "$report/tasks.html" '<script>1'
    expect_no_text "$report/index.html" '<script>1'
    expect_text "$report/data/attributes.csv" '^visit,0,more than 128 values,'
    [ "$(wc -l < "$report/data/attributes.csv")" -le 513 ] || fail "more than 512 attributes"
}

# 4 of 60 nodes ran too few tasks to be compared.
test_the_page_says_how_many_values_are_compared() {
    awk 'BEGIN {
        print "task,node,elapsed_s,cpu_time"
        for (r = 0; r < 1400; r++)
            printf "a,n%d,%d,%d\n", r < 8 ? 56 + r % 4 : r % 56, 100 + r % 7, 90 - r % 5 }' > "$scratch/nodes.csv"
    report --format html "$scratch/nodes.csv"
    expect_status 0
    expect_text "$report/tasks.html" 'Tasks are compared by node \(56 of 60 values\): each value that 20 tasks or more have with all others'
    [ "$(cell attributes values_compared node)" = 56 ] || fail 'other values compared'
}

# Of a measured file: the attribute that explains most, whose name is a number.
test_the_attribute_that_explains_most_is_named() {
    need_sample tables/coffea_resources_all.txt
    report --only none "$samples/tables/coffea_resources_all.txt"
    expect_status 0
    expect_error 'no column names the task kind, .*column "0", which has 3 values: --mapping task=0'
    expect_text "$report/data/findings.csv" 'is 98 % with attribute ""0"" = 3 \(176 of 1,873 tasks\) and 81 % with other values'
}

# Two rows each, of six columns, for thirteen broke words into syllables.
test_long_names_of_attributes_and_values_stay_readable() {
    need pdftotext
    awk 'BEGIN {
        print "task,elapsed_s,cpu_time,worker_container_image"
        for (r = 0; r < 400; r++)
            printf "a,%d,%d,registry.example.org/astro/pipeline:v%d.0\n", 100 + r % 7 + r % 2 * 50, 90 - r % 5, 24 + r % 2 }' > "$scratch/images.csv"
    report --format pdf "$scratch/images.csv"
    expect_status 0
    pdftotext -layout "$report"/*.pdf "$scratch/text"
    expect_text "$scratch/text" '^ *worker_container_image  +registry\.example\.org/astro/pipeline:v2[45]\.0  +200 '
    expect_text "$scratch/text" '^ *(run time|CPU efficiency)  +registry\.example\.org/astro/pipeline:v2[45]\.0  +200 .* to '
}

run_tests
