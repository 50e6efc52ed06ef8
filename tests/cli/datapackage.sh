#!/bin/bash
# data/datapackage.json, by the rules of Frictionless Data Package and Table Schema.
. tests/lib.sh

check_package() { # DATA_DIRECTORY
    python3 -B tests/golden/check_datapackage.py "$1" > "$scratch/faults" || fail "$(head -20 "$scratch/faults")"
}

check_package_of() { # INPUT…
    report --format html --only none "$@"
    expect_status 0
    check_package "$report/data"
    rm -rf "$report"
}

test_tables_of_examples_are_as_described() {
    need python3
    local example
    for example in "$examples"/*/; do
        check_package_of "$example"
    done
}

# The data of a call is what it reads, not what it makes (see the page of definitions).
test_data_of_a_call_is_described_as_what_it_needs() {
    run "$JOBREPORT" tables --json
    expect_status 0
    expect_output 'Mean size of the results that a call needs'
    expect_no_text "$out" 'size of the result of a call'
}

test_tables_of_records_are_as_described() {
    need python3
    cat > "$scratch/tasks.csv" << 'END'
name,id,status,submit,start,end,node,cores,cpu_s,peak_memory,requested_memory
"align, ""twice""",1,COMPLETED,0,10,3610,n1,4,7200,1 GB,4 GB
sort,2,FAILED,0,10,70,n2,1,,100 MB,1 GB
sort,3,COMPLETED,70,80,140,n2,1,30,200 MB,1 GB
END
    check_package_of "$scratch/tasks.csv"
}

test_tables_of_traces_are_as_described() {
    need python3
    cat > "$scratch/trace.json" << 'END'
{"traceEvents": [
 {"ph": "X", "pid": 1, "tid": 1, "ts": 0, "dur": 2000000, "name": "step"},
 {"ph": "X", "pid": 1, "tid": 2, "ts": 500000, "dur": 1000000, "name": "load"},
 {"ph": "i", "pid": 1, "tid": 1, "ts": 1500000, "name": "mark", "s": "t"}
]}
END
    check_package_of "$scratch/trace.json"
}

# A check that finds nothing proves nothing.
test_the_check_finds_what_is_not_so() {
    need python3
    local change faults=0
    report --format html --only none "$examples/campaign-568-tasks"
    expect_status 0
    for change in 's/"tasks.csv"/"tasks2.csv"/' 's/"title": "task kind"/"title": ""/' 's/"unit": "h"/"unit": "?"/' \
        's/"name": "task_kinds"/"name": "kinds"/' 's/"type": "string"/"type": "number"/' 's/"type": "number"/"type": "real"/'; do
        rm -rf "$scratch/data"
        cp -a "$report/data" "$scratch/data"
        sed -i "$change" "$scratch/data/datapackage.json"
        ! python3 -B tests/golden/check_datapackage.py "$scratch/data" > "$scratch/faults" || fail "not found: $change"
        faults=$((faults + 1))
    done
    [ $faults = 6 ] || fail "$faults changes were tried"
    rm "$report/data/steps.csv"
    ! python3 -B tests/golden/check_datapackage.py "$report/data" > "$scratch/faults" || fail 'a table that is missing is not missed'
    expect_text "$scratch/faults" 'steps: its path'
    touch "$report/data/other.csv"
    ! python3 -B tests/golden/check_datapackage.py "$report/data" > "$scratch/faults" || fail 'a table undescribed is not missed'
    expect_text "$scratch/faults" 'other.csv: is in no resource'
}

run_tests
