# shellcheck shell=bash
# The shell tests' few words. A script defines functions test_…, in each of which the first failed
# check ends the test, and ends with run_tests. It prints "ok NAME", "not ok NAME" or
# "ok NAME # SKIP why" for each, which tests/run counts. Scripts run from the top of the checkout.
#
# In a test: $scratch is a fresh directory; $JOBREPORT the program; $tools has the generators of
# inputs, bench/make_… and suite/make_case (make tools); $samples real data that may be
# absent. `run COMMAND…` leaves $status, and the files $out and $err.

set -u
checkout=$PWD
JOBREPORT=$(realpath "${JOBREPORT:-build/jobreport}")
tools=$(realpath "${TOOLS:-${BUILD:-build}}")
samples=$checkout/../shared/data
examples=$checkout/examples
export LC_ALL=C.UTF-8 SOURCE_DATE_EPOCH=1718300000
export JOBREPORT_SITE_CONFIG='' JOBREPORT_USER_CONFIG=''
unset SLURM_JOB_ID PBS_JOBID OAR_JOB_ID NO_COLOR
export USER=tester

fail() {
    echo "$*"
    exit 1
}

skip() {
    echo "$*"
    exit 77
}

need() { # PROGRAM…
    local program
    for program; do
        command -v "$program" > /dev/null || skip "no $program"
    done
}

need_sample() { # PATH
    [ -e "$samples/$1" ] || skip "no samples"
}

run() {
    status=0
    "$@" > "$out" 2> "$err" < /dev/null || status=$?
}

# Runs a command with no more rights than the owner of files has: root's own ones are dropped. It
# stays the same user, who may enter the checkout wherever it lies.
run_without_privileges() { # COMMAND…
    if [ "$(id -u)" = 0 ]; then
        need setpriv
        run setpriv --inh-caps=-all --bounding-set=-all "$@"
    else
        run "$@"
    fi
}

# Makes $report from the inputs, in no more than two minutes.
report() { # [OPTION|INPUT]…
    report=$scratch/report
    run timeout 120 "$JOBREPORT" --jobs 2 --output "$report" "$@"
}

# Makes a report that is to stay as it is; expect_former says whether it did.
make_former() {
    report "$examples/archive-12-nodes"
    expect_status 0
    cp -a "$report" "$scratch/former"
}

expect_former() {
    expect_same "$scratch/former" "$report"
    [ -z "$(find "$scratch" -maxdepth 1 -name '.report*')" ] ||
        fail "left behind: $(ls -A "$scratch")"
}

# A cell of data/TABLE.csv: the first row whose leading cells are those given. No quoted cells.
cell() { # TABLE COLUMN KEY…
    local table=$report/data/$1.csv column=$2 keys
    shift 2
    keys=$(IFS=,; echo "$*")
    awk -F, -v column="$column" -v keys="$keys," '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i == column) at = i; next }
        index($0 ",", keys) == 1 { print $at; exit }' "$table"
}

expect_near() { # WHAT ACTUAL EXPECTED RELATIVE_TOLERANCE
    awk -v actual="$2" -v expected="$3" -v tolerance="$4" 'BEGIN {
        if (actual == "") exit 1
        difference = actual - expected
        if (difference < 0) difference = -difference
        size = expected < 0 ? -expected : expected
        exit !(difference <= tolerance * size) }' ||
        fail "$1 is '$2', expected $3"
}

what_it_said() {
    echo "  status $status, standard output:"
    head -c 2000 "$out" | head -20 | sed 's/^/    /'
    echo "  standard error:"
    head -c 4000 "$err" | head -20 | sed 's/^/    /'
}

expect_status() { # CODE
    [ "$status" = "$1" ] || fail "expected status $1"$'\n'"$(what_it_said)"
}

expect_error() { # PATTERN (extended): standard error has it
    grep -qE -- "$1" "$err" || fail "standard error lacks: $1"$'\n'"$(what_it_said)"
}

expect_output() { # PATTERN
    grep -qE -- "$1" "$out" || fail "standard output lacks: $1"$'\n'"$(what_it_said)"
}

expect_silence() { # FILE
    [ ! -s "$1" ] || fail "expected no output"$'\n'"$(what_it_said)"
}

expect_text() { # FILE PATTERN
    grep -qE -- "$2" "$1" || fail "$1 lacks: $2"$'\n'"$(head -c 1500 "$1")"
}

expect_no_text() { # FILE PATTERN
    ! grep -qE -- "$2" "$1" || fail "$1 has: $(grep -oE -m 3 -- "$2" "$1")"
}

expect_file() { # PATH…
    local path
    for path; do
        [ -s "$path" ] || fail "$path is not there or empty"
    done
}

expect_absent() { # PATH…
    local path
    for path; do
        [ ! -e "$path" ] || fail "$path is there"
    done
}

expect_same() { # PATH PATH: files or trees
    diff -r "$1" "$2" > "$difference" ||
        fail "$1 and $2 differ:"$'\n'"$(head -c 2000 "$difference" | head -20)"
}

expect_different() { # PATH PATH
    ! diff -rq "$1" "$2" > /dev/null || fail "$1 and $2 are the same"
}

# Nothing hidden, and nothing but the names given, is in the directory.
expect_only() { # DIRECTORY NAME…
    local directory=$1 found
    shift
    found=$(ls -A "$directory" | sort | tr '\n' ' ')
    [ "$found" = "$(printf '%s\n' "$@" | sort | sed '/^$/d' | tr '\n' ' ')" ] ||
        fail "$directory holds: $found"
}

# Waits up to SECONDS for a command to succeed.
eventually() { # SECONDS COMMAND…
    local tries=$(($1 * 20))
    shift
    until "$@"; do
        [ $((tries--)) -gt 0 ] || return 1
        sleep 0.05
    done
}

run_test() { # FUNCTION
    local name=${1#test_} message code=0 holder
    holder=$(mktemp -d "${TMPDIR:-/tmp}/jobreport-test-XXXXXX")
    scratch=$holder/scratch out=$holder/stdout err=$holder/stderr difference=$holder/difference
    mkdir "$scratch"
    message=$("$1" 2>&1) || code=$?
    chmod -R u+rwX "$holder"
    rm -rf "$holder"
    case $code in
        0) echo "ok $name" ;;
        77) echo "ok $name # SKIP ${message##*$'\n'}" ;;
        *) echo "not ok $name"; sed 's/^/  /' <<< "$message" ;;
    esac
    [ $code = 0 ] || [ $code = 77 ]
}

# Tests named in TESTS, or all, in the order of the script.
run_tests() {
    local function failed=0
    for function in ${TESTS:-$(sed -n 's/^\(test_[a-z0-9_]*\)() *{.*/\1/p' "$0")}; do
        run_test "$function" || failed=1
    done
    exit $failed
}
