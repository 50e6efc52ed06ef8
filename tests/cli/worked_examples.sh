#!/bin/bash
# The worked examples of src/README.md, as a newcomer would follow them: in a copy of the tree, with
# the files and lines that stand there and nothing else.
. tests/lib.sh

# Blocks "```c PATH" and "```json PATH" are files, "```def PATH before START" is lines that come
# before the first line that starts so.
follow_examples() { # TREE
    awk -v tree="$1" '
        /^```/ && file != "" {
            if (before != "") insert(); else printf "%s", text > (tree "/" file)
            close(tree "/" file); file = ""; next
        }
        /^```(c|json|def) / {
            file = $2; text = ""
            before = $3 == "before" ? substr($0, index($0, " before ") + 8) : ""
            files[file]; next
        }
        file != "" { text = text $0 "\n" }
        function insert(   path, line, all, done) {
            path = tree "/" file
            while ((getline line < path) > 0) {
                if (!done && index(line, before) == 1) { all = all text; done = 1 }
                all = all line "\n"
            }
            close(path)
            if (!done) print "no line begins with " before " in " file
            printf "%s", all > path
        }
        END { for (file in files) count++; if (count > 12) print count " files" }' src/README.md
}

copy_tree() { # TREE
    mkdir -p "$1/build"
    cp -a Makefile src plots templates fonts "$1"
    mkdir -p "$1/tests"
    cp -a tests/unit "$1/tests"
    cp -a "${BUILD:-build}"/{obj,lib} "$1/build"
}

make_probes() { # DIRECTORY
    local node second
    mkdir "$1"
    for node in 1 2 3 4; do
        echo "# probe node0$node inlet_temperature °C"
        for ((second = 0; second < 3600; second += 60)); do
            echo "$((1718092800 + second)) $((22 + node + second / 1800)).5"
        done
    done | awk -v directory="$1" '/^#/ { file = directory "/" $3 ".probe" } { print > file }'
    echo 'no number' >> "$1/node02.probe"
}

test_worked_examples_build_and_show_what_they_say() {
    local tree=$scratch/tree problems
    need make
    copy_tree "$tree"
    problems=$(follow_examples "$tree")
    [ -z "$problems" ] || fail "$problems"
    run make -s -C "$tree" CC="${CC:-gcc}" WERROR=1 all
    expect_status 0
    make_probes "$scratch/probes"
    JOBREPORT=$tree/build/jobreport
    report "$scratch/probes"
    expect_status 0
    expect_error 'node02.probe:62: not a time and a value'
    expect_file "$report/figures/inlet_temperature_per_node.json" "$report/data/warm_nodes.csv"
    [ "$(cell warm_nodes warm_s node04)" = 1800 ] || fail "$(cat "$report/data/warm_nodes.csv")"
    expect_text "$report/nodes.html" 'Inlet temperature by node'
    expect_text "$report/data/findings.csv" \
        'node04 took in air of more than 27 °C for 30 min\.'
    printf '# probe n\xe4 inlet_temperature °C\n' > "$scratch/probes/empty.probe"
    report "$scratch/probes"
    expect_error 'empty.probe: has no sample'
    run make -s -C "$tree" CC="${CC:-gcc}" WERROR=1 unit-analysis_warm_air
    expect_status 0
    run "$JOBREPORT" formats
    expect_output '^probe '
    run "$JOBREPORT" --dump=dataset --quiet "$scratch/probes"
    expect_output '^series metric="inlet_temperature" node="node01" timeline=0 values=23.5,'
}

run_tests
