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

expect_campaign() { # TASKS ATTEMPTS FAILED OPEN HOURS
    expect_status 0
    expect_near tasks "$(of_campaign tasks)" "$1" 0
    expect_near attempts "$(of_campaign attempts)" "$2" 0
    expect_near failed "$(of_campaign failed)" "$3" 0
    expect_near open "$(of_campaign open)" "$4" 0
    [ -z "$5$(of_campaign elapsed_hours)" ] ||
        expect_near hours "$(of_campaign elapsed_hours)" "$5" 1e-9
}

test_samples_have_as_many_tasks() {
    need_sample workqueue
    local sample numbers
    while IFS=, read -r sample numbers; do
        report --only none --format html "$samples/$sample"
        case $numbers in
            0,0,0,0,)
                expect_status 3
                expect_error 'nothing usable was found'
                ;;
            *)
                (
                    IFS=,
                    set -- $numbers
                    expect_campaign "$1" "$2" "$3" "$4" "${5-}"
                ) || fail "$sample"
                ;;
        esac
        rm -rf "$report"
    done < <(tail -n +2 "$counts")
}

run_tests
