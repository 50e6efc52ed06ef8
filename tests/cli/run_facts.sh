#!/bin/bash
# Facts of the run that options give, and processes that a monitor noted down.
. tests/lib.sh

test_system_partition_and_environment_are_shown_and_kept() {
    report --only none --system 'Emmy <1>' --partition large --environment 'gcc/12 openmpi/4' "$examples/matmul-4-nodes"
    expect_status 0
    expect_text "$report/index.html" 'Emmy &lt;1&gt;'
    expect_text "$report/index.html" 'gcc/12 openmpi/4'
    expect_text "$report/data/manifest.json" '"partition": "large"'
    run "$JOBREPORT" replot --only none --partition small -o "$scratch/again" "$report"
    expect_status 0
    expect_text "$scratch/again/index.html" 'gcc/12 openmpi/4'
    expect_text "$scratch/again/data/manifest.json" '"partition": "small"'
}

test_processes_of_the_toolkit_are_in_the_job_section() {
    local case=$checkout/../shared/cases/swap-as-text
    [ -e "$case" ] || skip "no samples"
    report --only none "$case"
    expect_status 0
    expect_text "$report/index.html" 'mpirun -np 2 ./matmul 2000'
    expect_text "$report/index.html" '2 × matmul'
    expect_text "$report/data/hardware.csv" ',process.children,2 × matmul$'
}

test_odd_process_metadata_is_text() {
    cat > "$scratch/cpu_metrics.json" << 'END'
{"host_names": ["n1"], "sampling_frequency": 30, "n1": {
 "parent_proc_md": {"pid": 7, "cmdline": ["mpirun", "<b>", ["deep", {"er": ["and", ["deeper"]]}]], "times": [1, 2]},
 "child_proc_md": ["8 a b", "solo", "12 a b", "", ["x"]],
 "cpu_percent": [1, 2, 3], "time_stamps": [1718006400, 1718006430, 1718006460]}}
END
    report --only none "$scratch/cpu_metrics.json"
    expect_status 0
    expect_text "$report/data/hardware.csv" '^n1,process.children,2 × a b$'
    expect_text "$report/data/hardware.csv" '^n1,process.children,1 × solo$'
    expect_text "$report/index.html" 'mpirun &lt;b&gt;'
    expect_text "$report/data/job_metrics.csv" '^cpu_percent,'
}

run_tests
