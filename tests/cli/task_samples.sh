#!/bin/bash
# Real records of tasks: that each sample gives the counts that another program finds in it.
. tests/lib.sh

counts=tests/golden/count_tasks.csv

test_counts_are_those_of_another_program() {
    need_sample workqueue
    need python3
    python3 tests/golden/count_tasks.py "$samples" > "$scratch/counts.csv" || fail "no counts"
    expect_same "$counts" "$scratch/counts.csv"
}

of_campaign() { # COLUMN
    cell campaign "$1" "$(sed -n '2s/,.*//p' "$report/data/campaign.csv")"
}

expect_campaign() { # TASKS SUCCEEDED FAILED CANCELLED UNFINISHED UNKNOWN ATTEMPTS SECONDS
    local column elapsed_s="${8-}"
    expect_status 0
    for column in tasks succeeded failed cancelled unfinished unknown attempts; do
        expect_near "$column" "$(of_campaign "$column")" "$1" 0
        shift
    done
    [ -z "$elapsed_s$(of_campaign elapsed_s)" ] ||
        expect_near elapsed_s "$(of_campaign elapsed_s)" "$elapsed_s" 1e-9
}

test_samples_have_as_many_tasks() {
    need_sample workqueue
    local sample numbers
    while IFS=, read -r sample numbers; do
        report --only none --format html "$samples/$sample"
        case $numbers in
            0,0,0,0,0,0,0,)
                expect_status 3
                expect_error 'nothing usable found in'
                ;;
            *)
                (
                    IFS=,
                    set -- $numbers
                    expect_campaign "$@"
                ) || fail "$sample"
                ;;
        esac
        rm -rf "$report"
    done < <(tail -n +2 "$counts")
}

run_tests
