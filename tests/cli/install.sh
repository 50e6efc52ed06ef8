#!/bin/bash
# `make install`, and the program from where it was installed to.
. tests/lib.sh

install_to() { # DIRECTORY
    run make --no-print-directory BUILD="${BUILD:-build}" DESTDIR="$1" PREFIX=/opt/jobreport install
    expect_status 0
}

test_installed_program_makes_the_same_report() {
    install_to "$scratch/root"
    report "$examples/archive-12-nodes"
    expect_status 0
    run "$scratch/root/opt/jobreport/bin/jobreport" --output "$scratch/other" "$examples/archive-12-nodes"
    expect_status 0
    expect_same "$report" "$scratch/other"
}

test_manual_and_completion_are_installed() {
    install_to "$scratch/root"
    local share=$scratch/root/opt/jobreport/share
    grep -q 'time\\-zone' "$share/man/man1/jobreport.1" || fail "the manual lacks an option"
    # shellcheck disable=SC2016
    run bash -c '. "$1"; COMP_WORDS=(jobreport --pap) COMP_CWORD=1; _jobreport; echo "${COMPREPLY[@]}"' \
        bash "$share/bash-completion/completions/jobreport"
    [ "$(cat "$out")" = --paper ] || fail "--pap is completed to '$(cat "$out")'"
}

test_uninstall_leaves_nothing() {
    install_to "$scratch/root"
    run make --no-print-directory BUILD="${BUILD:-build}" DESTDIR="$scratch/root" PREFIX=/opt/jobreport uninstall
    expect_status 0
    [ -z "$(find "$scratch/root" -type f)" ] || fail "left behind: $(find "$scratch/root" -type f)"
}

run_tests
