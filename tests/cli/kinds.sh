#!/bin/bash
# What task kinds are: names of tasks, or stems, users, partitions, columns in their place.
. tests/lib.sh

# Jobs with a name of their own each, by two users: sim_0001 …, plot-1 …
write_jobs() { # FILE FIRST LAST
    {
        echo 'JobID|JobName|User|Account|Partition|State|Start|End|Elapsed|AllocCPUS|TotalCPU|ExitCode'
        for ((i = $2; i <= $3; i++)); do
            name=sim_$(printf %04d "$i") user=ann
            ((i % 4)) || name=plot-$i user=bert
            echo "$i|$name|$user|phys|cpu|COMPLETED|2025-03-01T10:00:00|2025-03-01T11:00:00|01:00:00|4|03:00:00|0:0"
        done
    } > "$1"
}

kinds_of() { # REPORT: "kind tasks" of each, in the order of their names
    awk -F, 'NR > 1 { print $1, $2 }' "$1/data/tasks.csv" | sort
}

test_names_of_their_own_are_grouped_by_stem() {
    write_jobs "$scratch/sacct.txt" 1 120
    report --format html --only none "$scratch/sacct.txt"
    expect_status 0
    printf '%s\n' 'plot-* 30' 'sim_* 90' > "$scratch/expected"
    kinds_of "$report" > "$scratch/shown"
    expect_same "$scratch/expected" "$scratch/shown"
    expect_text "$report/data/findings.csv" '120 names of tasks were put into 2 task kinds: numbers and ids in names are left out. sim_[*] holds 90 names, such as sim_0001.'
    expect_text "$report/tasks.html" 'Task kinds are the stems of names'
    # Single attempts keep their names.
    expect_text "$report/data/listed_attempts.csv" 'sim_0001'
    run "$JOBREPORT" replot --format html --output "$scratch/again" "$report"
    expect_status 0
    expect_same "$report/tasks.html" "$scratch/again/tasks.html"
}

test_the_option_says_what_kinds_are() {
    write_jobs "$scratch/sacct.txt" 1 120
    report --format html --only none --kinds user "$scratch/sacct.txt"
    expect_status 0
    printf '%s\n' 'ann 90' 'bert 30' > "$scratch/expected"
    kinds_of "$report" > "$scratch/shown"
    expect_same "$scratch/expected" "$scratch/shown"
    expect_no_text "$report/data/findings.csv" 'names of tasks were put'
    report --format html --only none --kinds name "$scratch/sacct.txt"
    expect_status 0
    [ "$(kinds_of "$report" | wc -l)" = 120 ] || fail "names are not the kinds"
    [ ! -e "$report/data/kind_choice.csv" ] || fail "names are said to be something else"
}

test_a_column_that_no_task_has_is_refused() {
    write_jobs "$scratch/sacct.txt" 1 3
    report --kinds colour "$scratch/sacct.txt"
    expect_status 3
    expect_error "--kinds colour: no task has a column of that name with texts"
    report --kinds '' "$scratch/sacct.txt"
    expect_status 2
}

# The rule needs all inputs: no part has them, however they are divided.
test_parts_follow_the_option_alone() {
    write_jobs "$scratch/all.txt" 1 120
    write_jobs "$scratch/one.txt" 1 7
    write_jobs "$scratch/two.txt" 8 120
    report --format html --only none "$scratch/all.txt"
    for kinds in stem name; do
        run "$JOBREPORT" summarize -q --kinds $kinds -o "$scratch/one.part" "$scratch/one.txt"
        run "$JOBREPORT" summarize -q --kinds $kinds -o "$scratch/two.part" "$scratch/two.txt"
        run "$JOBREPORT" merge -q --only none --format html -o "$scratch/$kinds" "$scratch/one.part" "$scratch/two.part"
        expect_status 0
    done
    run "$JOBREPORT" summarize -q -o "$scratch/all.part" "$scratch/all.txt"
    run "$JOBREPORT" merge -q --only none --format html -o "$scratch/default" "$scratch/all.part"
    kinds_of "$report" > "$scratch/expected"
    kinds_of "$scratch/stem" > "$scratch/shown"
    expect_same "$scratch/expected" "$scratch/shown"
    kinds_of "$scratch/name" > "$scratch/expected"
    kinds_of "$scratch/default" > "$scratch/shown"
    expect_same "$scratch/expected" "$scratch/shown"
    [ "$(wc -l < "$scratch/shown")" = 120 ] || fail "names are not the kinds of a part"
}

run_tests
