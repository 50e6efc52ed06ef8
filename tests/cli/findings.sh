#!/bin/bash
# The suite of pathologies: of each job or campaign with one trouble the first finding names it, as
# a warning or worse; of each benign one there is nothing above a note. In all variants.
. tests/lib.sh

make_case=$tools/suite/make_case

# "LEVEL FINDING" of each finding, the first first.
findings() {
    awk '
        function cells(line,   count, cell) {
            for (count = 0; line != ""; line = substr(line, RLENGTH + 2)) {
                match(line, /^("([^"]|"")*"|[^,]*)/)
                cell = substr(line, 1, RLENGTH)
                gsub(/^"|"$/, "", cell)
                its[++count] = cell
            }
            return count
        }
        NR == 1 { for (i = cells($0); i > 0; i--) at[its[i]] = i; next }
        { cells($0); print its[at["level"]], its[at["finding"]] }' "$report/data/findings.csv"
}

expect_case() { # NAME PATTERN
    local variant first
    for variant in 0 1 2; do
        mkdir -p "$scratch/case"
        "$make_case" "$1" "$variant" "$scratch/case" || fail "$1 cannot be made"
        rm -rf "$scratch/report"
        report --only none --format html "$scratch/case"
        expect_status 0
        findings > "$scratch/findings"
        first=$(head -1 "$scratch/findings")
        if [ -n "$2" ]; then
            grep -qiE "^(warn|bad) .*$2" <<< "$first" ||
                fail "variant $variant: the first finding is not $2:"$'\n'"$(cat "$scratch/findings")"
        elif grep -E '^(warn|bad) ' "$scratch/findings"; then
            fail "variant $variant is benign"
        fi
        rm -rf "$scratch/case"
    done
}

all=
while IFS=$'\t' read -r name pattern; do
    eval "test_$name() { expect_case '$name' '$pattern'; }"
    all="$all test_$name"
done < <("$make_case" --list)
TESTS=${TESTS:-$all}
run_tests
