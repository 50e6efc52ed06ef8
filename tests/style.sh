#!/bin/bash
# Laws that the tree keeps: who includes whom, what stays out of modules, size, words, format.
. tests/lib.sh

sources() { # [DIRECTORY…]
    find "${@:-src}" -name '*.[ch]' -o -name '*.cc' -o -name '*.def' | sort
}

code() {
    find src tests/unit tests/bench tests/fuzz tests/parquet -name '*.[ch]' -o -name '*.cc' | sort
}

# util ← table ← {input; analysis} ← figure ← render ← page ← main; publish knows only util; export
# table and analysis.
may_include() { # MODULE
    case $1 in
        util) echo util ;;
        table) echo util table ;;
        input) echo util table input ;;
        analysis) echo util table analysis ;;
        figure) echo util table analysis figure ;;
        render) echo util table analysis figure render ;;
        page) echo util table analysis figure render page ;;
        export) echo util table analysis export ;;
        publish) echo util publish ;;
        extensions) echo util table input analysis figure render publish export extensions ;;
    esac
}

included_modules() { # MODULE
    cat $(sources "src/$1") | sed -n 's|^# *include *"\([^/"]*\)/.*|\1|p' | sort -u
}

test_modules_include_what_stands_left_of_them() {
    local directory module included
    for directory in src/*/; do
        module=$(basename "$directory")
        [ -n "$(may_include "$module")" ] || fail "src/$module is not in the table"
        for included in $(included_modules "$module"); do
            [[ " $(may_include "$module") " == *" $included "* ]] ||
                fail "$module includes $included: $(grep -rl "include \"$included/" "$directory")"
        done
    done
}

# Edges from the room of a file to each room of its module that it includes; tsort finds circles.
test_rooms_of_a_module_make_no_circle() {
    local room edges circle
    edges=$(for room in src/*/*/; do
        room=${room#src/} room=${room%/}
        cat $(sources "src/$room") |
            sed -nE "s|^# *include *\"(${room%/*}/[^/\"]*)/.*|$room \1|p"
    done | sort -u)
    [ -n "$edges" ] || fail "no rooms"
    circle=$(tsort <<< "$edges" 2>&1 > /dev/null) || true
    [ -z "$circle" ] || fail "$circle"
}

test_includes_name_their_folder() {
    local bare
    bare=$(grep -nE '^# *include *"[^/"]+"' $(find src/*/ -name '*.[ch]' -o -name '*.cc')) || true
    [ -z "$bare" ] || fail "$bare"
}

files_including() { # PATTERN
    grep -lE "^# *include *<($1)" $(sources) || true
}

# The files of an extension in its folder are one with it.
test_each_large_library_is_known_to_one_file() {
    local pattern files
    for pattern in 'plplot/' 'pango/' 'ctemplate/' 'simdjson' 'msgpack' 'openssl/' 'libdeflate' 'duckdb.h'; do
        files=$(files_including "$pattern" | sed -E 's#(src/extensions/[^/]*)/.*#\1.c#' | sort -u)
        [ "$(wc -w <<< "$files")" -le 1 ] || fail "$pattern is included by" $files
    done
    for pattern in 'isa-l'; do
        files=$(files_including "$pattern")
        [ -z "$files" ] || fail "$pattern is included by" $files
    done
}

# A file answers one question (README.md, "Working on it"); one that has grown so long answers more.
test_no_source_answers_many_questions() {
    local file lines most
    for file in $(code); do
        lines=$(wc -l < "$file") most=800
        [[ $file != src/* ]] || most=600
        [ "$lines" -le $most ] || fail "$file has $lines lines"
    done
}

test_every_header_has_its_guard_and_says_why_it_is_there() {
    local file guard
    for file in $(find src -name '*.h'); do
        guard=$(sed 's|^src/||; s|[/.]|_|g' <<< "$file" | tr a-z A-Z)
        grep -q "^#ifndef $guard\$" "$file" || fail "$file lacks the guard $guard"
        [[ $(head -c 2 "$file") == '/*' ]] || fail "$file does not begin with what it is for"
    done
}

# What is not for a module below main: printing, ending, the environment, the clock.
outside_world='\b(printf|puts|putchar|perror|exit|abort|getenv|secure_getenv|setenv|time|gettimeofday|clock_gettime|clock)\('

test_below_main_nothing_prints_exits_or_reads_the_clock() {
    local found
    found=$(grep -nE "$outside_world|\bfprintf\((stderr|stdout)" \
        $(find src/*/ -name '*.c' -o -name '*.cc') |
        grep -vE '^src/util/(error|memory)\.c:' |
        grep -vE ':\s*(/?\*|//)') || true
    [ -z "$found" ] || fail "$found"
}

# Objects whose source is still there.
objects() { # BUILD
    local source
    for source in $(find src/*/ -name '*.c' -o -name '*.cc'); do
        [ ! -e "$1/obj/${source#src/}.o" ] || echo "$1/obj/${source#src/}.o"
    done
}

# Symbols in writable sections. Tables of pointers lie in .data.rel.ro, which is not.
test_no_module_keeps_state_in_a_file() {
    local build=${BUILD:-build} found
    need nm
    [ -d "$build/obj" ] || skip "no objects"
    found=$(nm -A -f sysv $(objects "$build") |
        grep -E '\|(OBJECT|TLS) *\|' |
        grep -E '\|\.(data|bss|tdata|tbss)(\.[a-z_]+)*$' |
        grep -vE '\.data\.rel\.ro|guard variable|DW\.ref' |
        sed -E 's/ *\|.*//' | grep -vE '/util/memory\.c\.o:') || true
    [ -z "$found" ] || fail "$found"
}

# The brackets keep this file from finding itself.
test_no_unfinished_work_is_marked() {
    local found
    found=$(grep -rnIE '\b(T[O]DO|F[I]XME|X[X]X|H[A]CK)\b|\bfor n[o]w\b|\bp[l]aceholder|\bs[t]ub(bed|s)?\b' \
        src plots templates fonts examples tests Makefile README.md .ci 2> /dev/null |
        grep -v '^tests/fuzz/corpus/') || true
    [ -z "$found" ] || fail "$found"
}

test_nothing_names_a_machine() {
    local found
    found=$(grep -rnIE '(^|[^[:alnum:]_.-])/(w[o]rk|r[o]ot)/|\bA[I] agent|\bllm\b' \
        src plots templates fonts examples tests Makefile README.md .ci 2> /dev/null) || true
    [ -z "$found" ] || fail "$found"
}

test_sources_are_formatted() {
    need clang-format
    local found
    found=$(code | xargs -P 2 -n 100 clang-format --dry-run 2>&1 | grep -E 'warning|error' | head -5) || true
    [ -z "$found" ] || fail "$found: run 'make format'"
}

# Every reader is fuzzed, from files in its corpus on.
test_readers_have_a_corpus() {
    local name
    sed -n 's/^READER(\(.*\))$/\1/p' src/input/readers.def > "$scratch/readers"
    [ -s "$scratch/readers" ] || fail "no readers are found"
    while read -r name; do
        [ -n "$(ls "tests/fuzz/corpus/$name" 2> /dev/null)" ] ||
            fail "tests/fuzz/corpus/$name/ has no file of the reader $name"
    done < "$scratch/readers"
}

test_lines_end_cleanly() {
    local found
    found=$(grep -rnIE '[[:space:]]+$' src examples/*.sh tests/*.sh tests/cli tests/faults tests/run \
        Makefile 2> /dev/null | head -5) || true
    [ -z "$found" ] || fail "$found"
}

# That a column is there is checked by the compiler, by the table that it is said to be of.
test_views_show_columns_of_their_own_table() {
    local found
    found=$(cat $(find src/page -name '*.c' -o -name '*.h' | sort) | awk '
        match($0, /struct row_view_column [a-z_]+\[/) { list = substr($0, RSTART + 23, RLENGTH - 24); of[list] = "" }
        { line = $0 }
        list != "" {
            while (match(line, /(SHOWN|OUTCOME_COLUMNS)\([a-z_]+/)) {
                name = substr(line, RSTART, RLENGTH); sub(/.*\(/, "", name)
                if (!index(of[list] " ", " " name " ")) of[list] = of[list] " " name
                line = substr(line, RSTART + RLENGTH)
            }
        }
        /^ *};/ { list = "" }
        match($0, /VIEW_OF\([a-z_]+, [a-z_]+\)/) {
            split(substr($0, RSTART + 8, RLENGTH - 9), view, ", "); views++
            if (view[1] != "name" && of[view[2]] != "" && of[view[2]] != " " view[1])
                print view[2] " of " view[1] " shows columns of" of[view[2]]
        }
        END { if (views + 0 < 20) print "only " views " views were found" }')
    [ -z "$found" ] || fail "$found"
}

# A function that is not declared in a header, by name or by a registry, is static.
test_functions_outside_headers_are_static() {
    local build=${BUILD:-build}
    need nm
    [ -d "$build/obj" ] || skip "no objects"
    cat $(find src -name '*.h' -o -name '*.def') | grep -oE '[A-Za-z_0-9]+\(' | tr -d '(' |
        sort -u > "$scratch/declared"
    nm -g --defined-only $(objects "$build" | grep '\.c\.o$') |
        awk '$2 == "T" {print $3}' | sort -u > "$scratch/defined"
    [ -s "$scratch/defined" ] || fail "no functions are found"
    comm -13 "$scratch/declared" "$scratch/defined" > "$scratch/loose"
    grep -v '^\(main\|page_[a-z]*\|findings_of_[a-z]*\|bound_by_[a-z_]*\)$' "$scratch/loose" > "$scratch/found" 2> /dev/null || return 0
    fail "in no header:" $(cat "$scratch/found")
}

# What findings.csv calls them: each written once, in a rule or beside a finding.
test_findings_are_rules_of_one_measure_each() {
    local findings=src/analysis/findings id areas
    ! grep -nE '\(struct finding\) *\{' "$findings"/*.c || fail "a finding is made without its rule"
    grep -oE '^  "[^"]*\.[^"]*"' templates/findings.json | cut -d'"' -f2 > "$scratch/rules"
    while read -r id; do
        [ "$(grep -lF "\"$id\"" "$findings"/*.c | wc -l)" = 1 ] || fail "$id is not of one measure"
    done < "$scratch/rules"
    sed '1,/^  "phrases"/d' templates/findings.json | grep -oE '^    "[^"]*"' | cut -d'"' -f2 > "$scratch/phrases"
    [ -s "$scratch/phrases" ] || fail "no phrases are found"
    while read -r id; do
        grep -qF "\"$id\"" "$findings"/*.c || fail "the phrase $id is not used"
    done < "$scratch/phrases"
    # And the other way round: what sources ask for is there, before a finding asks for it.
    areas=$(cut -d. -f1 "$scratch/rules" | sort -u | tr '\n' '|')
    grep -hoE "\"(${areas%|})\.[a-z][a-z0-9-]*\"" src/analysis/*.c src/analysis/*/*.c | cut -d'"' -f2 | sort -u > "$scratch/asked"
    grep -vxFf "$scratch/rules" "$scratch/asked" && fail "templates/findings.json has no such rules"
    grep -hoE 'begin\([^"]*"[^".]*"' "$findings"/*.c | cut -d'"' -f2 | sort -u > "$scratch/asked_phrases"
    [ -s "$scratch/asked_phrases" ] || fail "no phrases are asked for"
    ! grep -vxFf "$scratch/phrases" "$scratch/asked_phrases" || fail "templates/findings.json has no such phrases"
}

# A file and its header are one; tsort finds circles. What stands outside of these is not covered.
circle_roots=src

test_no_files_include_each_other_in_a_circle() {
    local edges circle
    edges=$(find $circle_roots -name '*.[ch]' -o -name '*.cc' | xargs awk '
        FNR == 1 { file = FILENAME; sub(/^src\//, "", file); sub(/\.[a-z]+$/, "", file) }
        /^# *include *".*\.h"/ {
            split($0, part, "\""); other = part[2]; sub(/\.h$/, "", other)
            if (other != file) print file, other
        }' | sort -u)
    [ -n "$edges" ] || fail "no includes"
    circle=$(tsort <<< "$edges" 2>&1 > /dev/null) || true
    [ -z "$circle" ] || fail "$circle"
}

run_tests
