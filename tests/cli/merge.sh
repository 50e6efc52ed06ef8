#!/bin/bash
# Campaigns in parts: `summarize` and `merge`.
. tests/lib.sh

inputs=9

# The example in $inputs files, each task with all of its attempts in one.
make_inputs() {
    mkdir -p "$scratch/in"
    awk -F, -v directory="$scratch/in" -v count="$inputs" '
        NR == 1 { for (i = 0; i < count; i++) print > (directory "/tasks-" i ".csv"); next }
        { print > (directory "/tasks-" ($3 * 7 + length($2)) % count ".csv") }' \
        "$examples/campaign-568-tasks/tasks.csv"
}

summarize() { # PART INPUT…
    local part=$1
    shift
    run "$JOBREPORT" summarize --jobs 2 --output "$part" "$@"
    expect_status 0
}

merge() { # OUTPUT PART…
    local output=$1
    shift
    run timeout 120 "$JOBREPORT" merge --jobs 2 --output "$output" "$@"
    expect_status 0
}

# Any number of shards with any inputs in each, in any order, in a tree or at once, some of them
# twice.
test_reports_are_the_same_however_the_inputs_are_shared_out() {
    local round file shard parts
    make_inputs
    summarize "$scratch/all.part" "$scratch/in"
    merge "$scratch/whole" "$scratch/all.part"
    for round in 1 2 3; do
        mkdir "$scratch/$round"
        rm -rf "${scratch:?}/shards"
        mkdir "$scratch/shards"
        RANDOM=$round
        for file in "$scratch"/in/*; do
            echo "$file" >> "$scratch/shards/$((RANDOM % 4))"
        done
        for shard in "$scratch"/shards/*; do
            mapfile -t files < <(shuf --random-source="$scratch/in/tasks-$round.csv" "$shard")
            summarize "$scratch/$round/${shard##*/}.part" "${files[@]}"
        done
        parts=("$scratch/$round"/*.part)
        merge "$scratch/$round/some.part" "${parts[@]:0:2}"
        merge "$scratch/$round/tree.part" "$scratch/$round/some.part" "${parts[@]}"
        expect_same "$scratch/all.part" "$scratch/$round/tree.part"
        merge "$scratch/$round-report" "$scratch/$round"
        expect_same "$scratch/whole" "$scratch/$round-report"
    done
}

# Of all tables that both have: counts, sums and extremes are equal, quantiles within 0.1 %, IQR and
# whiskers within 0.2 and 0.4 % of p75, first allocations at most 0.3 % more.
test_numbers_are_those_of_the_plain_report() {
    need python3
    make_inputs
    summarize "$scratch/all.part" "$scratch/in"
    merge "$scratch/merged" --only none "$scratch/all.part"
    report --only none "$scratch/in"
    expect_status 0
    run python3 - "$report/data" "$scratch/merged/data" << 'PYTHON'
import csv, sys

EXACT = {
    "steps": None, "attempts": None, "memory_classes": None, "task_memory_classes": None,
    "kernel_time": None, "task_nodes": None, "task_density": None, "limits": None, "kills": None,
    "step_tasks": {"memory_iqr_B"}, "tasks": {"memory_p05_B", "memory_p50_B", "memory_p95_B", "memory_iqr_B"},
    "campaign": None, "failures": {"example"},
    "resources": {"p05", "p25", "p50", "p75", "p95", "p99"},
    "boxplots": {"q1", "q2", "q3", "lower", "upper", "outliers"},
    "task_quantiles": None, "requested": {"used_p50", "used_p95"},
}
WITHIN = {"resources": {"p05", "p25", "p50", "p75", "p95", "p99"}, "boxplots": {"q1", "q2", "q3"},
          "tasks": {"memory_p05_B", "memory_p50_B", "memory_p95_B"}, "requested": {"used_p50", "used_p95"}}
bad = []

def rows(directory, table):
    with open(f"{directory}/{table}.csv", newline="") as file:
        return list(csv.DictReader(file))

def differ(one, other, within):
    if one == other:
        return False
    try:
        one, other = float(one), float(other)
    except ValueError:
        return True
    return abs(one - other) > within * max(abs(one), abs(other))

for table, loose in EXACT.items():
    try:
        plain, merged = rows(sys.argv[1], table), rows(sys.argv[2], table)
    except FileNotFoundError:
        continue
    if len(plain) != len(merged):
        bad.append(f"{table}: {len(plain)} and {len(merged)} rows")
    for left, right in zip(plain, merged):
        for name in left:
            is_quantile = "_p0" in name or name.startswith("ratio_p")
            within = 1e-3 if name in WITHIN.get(table, ()) or is_quantile else 1e-12
            if (loose and name in loose and name not in WITHIN.get(table, ())):
                continue
            if differ(left[name], right[name], within):
                bad.append(f"{table}.{name}: {left[name]} and {right[name]}")
for left, right in zip(rows(sys.argv[1], "boxplots"), rows(sys.argv[2], "boxplots")):
    q3 = float(left["q3"])
    iqrs = [float(row["q3"]) - float(row["q1"]) for row in (left, right)]
    if abs(iqrs[0] - iqrs[1]) > 0.002 * q3:
        bad.append(f"IQR: {iqrs}")
    for name in "lower", "upper":
        if abs(float(left[name]) - float(right[name])) > 0.004 * q3:
            bad.append(f"boxplots.{name}: {left[name]} and {right[name]}")
plain, merged = rows(sys.argv[1], "allocation"), rows(sys.argv[2], "allocation")
for left, right in zip(plain, merged, strict=True):
    for name in "task", "resource", "rule", "tasks", "retries", "retried_share":
        if left[name] != right[name]:
            bad.append(f"allocation.{name}: {left[name]} and {right[name]}")
    more = float(right["allocation_B"]) / float(left["allocation_B"]) - 1
    if not -0.001 <= more <= 0.003 or differ(left["used_Bs"], right["used_Bs"], 1e-12):
        bad.append(f"allocation of {left['task']}: {left['allocation_B']} and {right['allocation_B']}")
print("\n".join(bad[:20]))
sys.exit(bool(bad))
PYTHON
    expect_status 0
}

# Of another kind and file, without a column of memory: its tasks are of unknown memory.
test_tasks_of_inputs_that_say_nothing_of_memory_are_counted() {
    printf '%s\n' 'task,task_id,status,elapsed_s,cpu_time_s,peak_memory_B' 'a,1,COMPLETED,100,90,1000000000' \
        'a,2,COMPLETED,100,90,' > "$scratch/known.csv"
    printf '%s\n' 'task,task_id,status,elapsed_s,cpu_time_s' 'b,3,COMPLETED,1000,900' \
        'b,4,COMPLETED,1000,900' > "$scratch/unknown.csv"
    summarize "$scratch/known.part" "$scratch/known.csv"
    summarize "$scratch/unknown.part" "$scratch/unknown.csv"
    merge "$scratch/merged" --only none "$scratch/known.part" "$scratch/unknown.part"
    expect_text "$scratch/merged/data/memory_classes.csv" '^unknown,.*,3,2100,'
    report --only none "$scratch/known.csv" "$scratch/unknown.csv"
    for table in memory_classes task_memory_classes; do
        expect_same "$report/data/$table.csv" "$scratch/merged/data/$table.csv"
    done
    merge "$scratch/none" --only none "$scratch/unknown.part"
    [ ! -e "$scratch/none/data/memory_classes.csv" ] || fail "classes of memory that nothing says"
}

test_lost_inputs_are_named() {
    local i
    make_inputs
    for ((i = 0; i < inputs; i++)); do
        summarize "$scratch/$i.part" "$scratch/in/tasks-$i.csv"
    done
    printf '%s\0' "$scratch"/in/* > "$scratch/expected"
    rm "$scratch/4.part"
    head -c 700 "$scratch/6.part" > "$scratch/cut" && mv "$scratch/cut" "$scratch/6.part"
    merge "$scratch/lossy" --expect "$scratch/expected" "$scratch"/[0-8].part "$scratch/4.part"
    expect_error '4.part: No such file'
    expect_error '6.part: a damaged part'
    expect_text "$scratch/lossy/data/findings.csv" '2 of 9 inputs are missing from the report:'
    expect_text "$scratch/lossy/data/missing_inputs.csv" 'in/tasks-4.csv'
    expect_text "$scratch/lossy/data/missing_inputs.csv" 'in/tasks-6.csv'
    expect_text "$scratch/lossy/data.html" 'Missing inputs'
    run "$JOBREPORT" merge --output "$scratch/strict" "$scratch"/[0-8].part
    expect_status 3
    expect_error '6.part: a damaged part'
    [ ! -e "$scratch/strict" ] || fail "a report of damaged parts"
}

test_parts_that_share_some_inputs_are_refused() {
    make_inputs
    summarize "$scratch/one.part" "$scratch"/in/tasks-[012].csv
    summarize "$scratch/two.part" "$scratch"/in/tasks-[23].csv
    run "$JOBREPORT" merge --output "$scratch/both" "$scratch/one.part" "$scratch/two.part"
    expect_status 3
    expect_error 'two.part: covers .*tasks-2.csv, which another part covers'
}

test_copies_of_an_input_count_once() {
    make_inputs
    mkdir "$scratch/again"
    cp "$scratch/in/tasks-0.csv" "$scratch/again/copy.csv"
    summarize "$scratch/one.part" "$scratch/in/tasks-0.csv"
    summarize "$scratch/twice.part" "$scratch/again" "$scratch/in/tasks-0.csv"
    expect_error 'the same content as another input, counted once'
    merge "$scratch/one" --only none "$scratch/one.part"
    merge "$scratch/twice" --only none "$scratch/twice.part"
    expect_same "$scratch/one/data/campaign.csv" "$scratch/twice/data/campaign.csv"
}

test_parts_of_other_settings_are_refused() {
    make_inputs
    summarize "$scratch/one.part" "$scratch/in/tasks-0.csv"
    summarize "$scratch/two.part" --small-memory 1GB "$scratch/in/tasks-1.csv"
    run "$JOBREPORT" merge --output "$scratch/both.part" "$scratch/one.part" "$scratch/two.part"
    expect_status 3
    expect_error 'other --small-memory and --medium-memory than'
}

test_what_cannot_be_read_is_named() {
    make_inputs
    echo "no table of anything" > "$scratch/in/notes.txt"
    summarize "$scratch/all.part" "$scratch/in"
    expect_error 'notes.txt: skipped: .*unknown format'
    run "$JOBREPORT" summarize --output "$scratch/none.part" "$scratch/in/notes.txt"
    expect_status 3
    [ ! -e "$scratch/none.part" ] || fail "a part of nothing"
    run "$JOBREPORT" merge --output "$scratch/none" "$scratch/in/tasks-0.csv"
    expect_status 3
    expect_error 'tasks-0.csv: not a part of a campaign'
    run "$JOBREPORT" summarize "$scratch/in"
    expect_status 2
    expect_error 'needs --output'
}

test_inputs_without_tasks_are_named() {
    run "$JOBREPORT" summarize --output "$scratch/none.part" "$examples/rendering-36-tasks"
    expect_status 3
    expect_error 'gpu.csv: holds no records of tasks'
    expect_error 'no records of tasks in .*: a part is of tasks'
    [ ! -e "$scratch/none.part" ] || fail "a part of nothing"
    summarize "$scratch/some.part" "$examples/rendering-36-tasks" "$examples/campaign-568-tasks"
    expect_error 'gpu.csv: holds no records of tasks'
    run "$JOBREPORT" "$scratch/some.part"
    expect_status 3
    expect_error "give it to 'jobreport merge'"
}

test_a_merged_report_is_drawn_again() {
    make_inputs
    summarize "$scratch/all.part" "$scratch/in"
    merge "$scratch/report" "$scratch/all.part"
    run "$JOBREPORT" replot --output "$scratch/again" "$scratch/report"
    expect_status 0
    expect_same "$scratch/report/data/tasks.csv" "$scratch/again/data/tasks.csv"
    expect_text "$scratch/again/tasks.html" 'Merged from summaries of 9 inputs'
    expect_text "$scratch/again/tasks.html" 'Merged report: counts per bin are approximate'
}

test_a_part_that_cannot_be_written_leaves_nothing() {
    make_inputs
    run "$JOBREPORT" summarize --output "$scratch/nowhere/all.part" "$scratch/in"
    expect_status 4
    summarize "$scratch/all.part" "$scratch/in/tasks-0.csv"
    cp "$scratch/all.part" "$scratch/former"
    run bash -c 'ulimit -f 1; exec "$0" summarize --output "$1" "$2"' "$JOBREPORT" \
        "$scratch/all.part" "$scratch/in"
    [ "$status" != 0 ] || fail "no failure on a full disk"
    expect_same "$scratch/former" "$scratch/all.part"
}

# Neither a user's file, nor a device, nor the input itself.
test_a_part_replaces_parts_alone() {
    local output
    make_inputs
    mkfifo "$scratch/pipe.part"
    echo thesis > "$scratch/thesis.part"
    ln -s thesis.part "$scratch/link.part"
    mkdir "$scratch/directory.part"
    for output in "$scratch"/{pipe,thesis,link,directory}.part "$scratch/in/tasks-1.csv" /dev/null; do
        run "$JOBREPORT" summarize --output "$output" "$scratch/in/tasks-1.csv"
        expect_status 4
        expect_error "${output##*/} is .*, no part of a campaign: it stays"
    done
    summarize "$scratch/one.part" "$scratch/in/tasks-0.csv"
    for output in pipe thesis link directory; do
        run "$JOBREPORT" merge --output "$scratch/$output.part" "$scratch/one.part"
        expect_status 4
    done
    [ -p "$scratch/pipe.part" ] && [ -L "$scratch/link.part" ] && [ -c /dev/null ] || fail "something was replaced"
    expect_text "$scratch/thesis.part" '^thesis$'
    : > "$scratch/empty.part"
    summarize "$scratch/empty.part" "$scratch/in/tasks-1.csv"
    summarize "$scratch/one.part" "$scratch/in/tasks-1.csv"
    expect_same "$scratch/empty.part" "$scratch/one.part"
}

run_tests
