#!/bin/bash
# What other people's tools find in the sources.
. tests/lib.sh

duckdb=build/duckdb
flags=(-isystem "$duckdb" -Isrc -Itests/unit -D_GNU_SOURCE '-DJOBREPORT_RESOURCES="/"'
    $(pkg-config --cflags cairo pango pangocairo jansson simdjson hdf5 2> /dev/null |
        sed 's/-I/-isystem /g'))

# A stamp for each file, so that only what changed since is looked at again.
lint_all() { # SUFFIX STANDARD
    local stamps=${BUILD:-build}/lint
    mkdir -p "$stamps"
    for file in $(find src tests/bench tests/parquet -name "*.$1" | sort); do
        [ -e "$duckdb/duckdb.h" ] || [[ $file != src/extensions/duckdb* ]] || continue
        stamp=$stamps/$(tr / _ <<< "$file")
        if [ -e "$stamp" ] && ! find src tests/lint.h .clang-tidy -newer "$stamp" \
            \( -name '*.h' -o -name '*.def' -o -path "$file" -o -name .clang-tidy \) | grep -q .; then
            continue
        fi
        echo "$file $stamp"
    done | nice xargs -r -P 2 -L 1 sh -c '
        file=$0 stamp=$1
        case $file in src/util/error.c | tests/* | *.cc) known= ;; *) known="-include tests/lint.h" ;; esac
        if clang-tidy --quiet "$file" -- '"-std=$2 ${flags[*]@Q}"' $known > "$stamp.log" 2> /dev/null &&
            ! grep -qE "warning:|error:" "$stamp.log"; then
            touch "$stamp"
        else
            grep -E "warning:|error:" "$stamp.log" | head -5
        fi
        rm -f "$stamp.log"'
}

test_clang_tidy_finds_nothing_in_c() {
    need clang-tidy
    local found
    found=$(lint_all c c17)
    [ -z "$found" ] || fail "$found"
}

test_clang_tidy_finds_nothing_in_cxx() {
    need clang-tidy
    local found
    found=$(lint_all cc c++17)
    [ -z "$found" ] || fail "$found"
}

test_cppcheck_finds_nothing() {
    need cppcheck
    local found
    found=$(cppcheck --quiet -j 2 --std=c17 --language=c --enable=warning,performance,portability \
        --inline-suppr --suppress=missingIncludeSystem --suppress=unknownMacro \
        --suppress=normalCheckLevelMaxBranches --template='{file}:{line}: {id}: {message}' \
        -Isrc -D_GNU_SOURCE $(find src -name '*.c' | sort) 2>&1 | head -20)
    [ -z "$found" ] || fail "$found"
}

test_shell_scripts_parse() {
    local script
    for script in tests/run tests/fuzz_smoke tests/*.sh tests/*/*.sh tests/bench/run examples/*.sh \
        .ci/run; do
        bash -n "$script" || fail "$script"
    done
    if command -v shellcheck > /dev/null; then
        shellcheck -S error tests/run tests/*.sh tests/*/*.sh examples/*.sh || fail "see above"
    fi
}

run_tests
