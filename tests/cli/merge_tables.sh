#!/bin/bash
# What the README says of each table of a merged report.
. tests/lib.sh

# A row of its table: the names in it.
tables_that_are() { # FIRST CELL
    grep -F "| $1" README.md | grep -oE '`[a-z_]+`' | tr -d '`' | grep -v '_B$' | sort
}

test_the_readme_has_each_table_of_tasks_once() {
    local row
    for row in 'exact |' 'exact but' 'approximate |' 'absent, as'; do
        tables_that_are "$row"
    done | sort > "$scratch/said"
    sed -n 's/^TABLE(\([a-z_]*\),.*/\1/p' src/table/tables_tasks.def | sort > "$scratch/there"
    expect_same "$scratch/there" "$scratch/said"
}

# Of INPUT…: what is exact is equal, what is absent is not there, and nothing else is missing.
expect_as_said() { # NAME INPUT…
    local name=$1 table
    shift
    run "$JOBREPORT" --only none --output "$scratch/$name-plain" "$@"
    expect_status 0
    run "$JOBREPORT" summarize --output "$scratch/$name.part" "$@"
    expect_status 0
    run "$JOBREPORT" merge --only none --output "$scratch/$name-merged" "$scratch/$name.part"
    expect_status 0
    for table in $(tables_that_are 'exact |'); do
        [ ! -e "$scratch/$name-plain/data/$table.csv" ] || echo "$table"
    done > "$scratch/exact"
    run python3 - "$scratch/$name-plain/data" "$scratch/$name-merged/data" "$scratch/exact" << 'PYTHON'
import csv, sys

EMPTY = {"task_gpus": {"idle_example", "idle_node", "low_example", "low_node", "idle_user", "idle_user_gpu_s"}, "failures": {"example"}}
for table in open(sys.argv[3]).read().split():
    plain, merged = (list(csv.DictReader(open(f"{path}/{table}.csv", newline=""))) for path in sys.argv[1:3])
    assert len(plain) == len(merged), table
    for left, right in zip(plain, merged):
        for name in left:
            if left[name] != right[name] and name not in EMPTY.get(table, ()):
                one, other = float(left[name]), float(right[name])
                assert abs(one - other) <= 1e-12 * max(abs(one), abs(other)), (table, name, one, other)
PYTHON
    expect_status 0
    for table in $(tables_that_are 'absent, as'); do
        [ ! -e "$scratch/$name-merged/data/$table.csv" ] || fail "$table is there"
    done
    comm -23 <(cd "$scratch/$name-plain/data" && ls ./*.csv | sed 's|./||; s|[.]csv||' | sort) \
        <(cd "$scratch/$name-merged/data" && ls ./*.csv | sed 's|./||; s|[.]csv||' | sort) > "$scratch/missing"
    for table in $(comm -23 "$scratch/missing" <(tables_that_are 'absent, as')); do
        fail "$table is not there"
    done
}

test_tables_are_as_the_readme_says() {
    need python3
    expect_as_said campaign "$examples/campaign-568-tasks"
    cat > "$scratch/killed.csv" << 'CSV'
id,name,attempt,node,start,end,cpu_time_s,cores,peak_memory_MB,requested_memory_MB,exit_code,status
1,align,1,n1,2026-03-02T08:00:00Z,2026-03-02T08:05:00Z,200,2,900,1000,137,FAILED
1,align,2,n1,2026-03-02T08:05:00Z,2026-03-02T08:15:00Z,500,2,1500,2000,0,COMPLETED
2,align,1,n2,2026-03-02T08:00:00Z,2026-03-02T08:09:00Z,400,2,800,1000,0,COMPLETED
3,sort,1,n2,2026-03-02T08:00:00Z,2026-03-02T08:09:00Z,400,1,,1000,1,FAILED
4,sort,1,,2026-03-02T08:00:00Z,,,1,,1000,,RUNNING
CSV
    expect_as_said killed "$scratch/killed.csv"
    # A quantile of two tasks is between them.
    expect_text "$scratch/killed-merged/data/allocation.csv" '^align,memory,p50,2,115[01][0-9.]*,1,0.5,'
}

run_tests
