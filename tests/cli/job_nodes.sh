#!/bin/bash
# Jobs of Slurm beside what their nodes measured.
. tests/lib.sh

# Findings of a job of Slurm and samples of nodes.
findings_of() { # FILE…
    report --format html --only none "$@"
    expect_status 0
    findings=$report/data/findings.csv
}

# Four hours of a node of 96 cores whose memory is nearly full.
full_node() {
    echo 'timestamp,hostname,cpu_percent,cpu_count,mem_total_bytes,mem_used_bytes'
    awk 'BEGIN { for (m = 0; m <= 240; m++)
        printf "%d,cn1,%.1f,96,412316860416,3.9e11\n", 1772352000 + 60 * m, 60 + m % 3 }'
}

# What others may have filled is no reason to keep what was requested.
test_memory_of_shared_nodes_is_not_referred_to() {
    local cores
    full_node > "$scratch/nodes.csv"
    for cores in 16 96; do
        { echo 'JobID|JobName|State|Start|End|Elapsed|AllocCPUS|NNodes|NodeList|ReqMem|MaxRSS|TotalCPU'
          echo "7|fit|COMPLETED|1772352000|1772366400|04:00:00|$cores|1|cn1|200G||$((cores * 3)):00:00"
          echo "7.batch|batch|COMPLETED|1772352000|1772366400|04:00:00|$cores|1|cn1||10G|$((cores * 3)):00:00"
        } > "$scratch/sacct.txt"
        findings_of "$scratch/sacct.txt" "$scratch/nodes.csv"
        expect_text "$findings" 'of the memory it requested'
        if [ $cores = 16 ]; then
            expect_text "$findings" 'held 16 of 96 cores of cn1'
            expect_no_text "$findings" 'memory of the nodes|nearly full'
        else
            expect_text "$findings" 'nearly full'
            expect_text "$findings" 'see the finding about the memory of the nodes'
        fi
        rm -r "$report"
    done
}

# sacct alone: of four nodes the script used one.
test_a_script_alone_on_several_nodes_is_named() {
    { echo 'JobID|JobName|State|Start|End|Elapsed|AllocCPUS|NNodes|NodeList|TotalCPU'
      echo '7|foam|COMPLETED|1772352000|1772388000|10:00:00|256|4|cn[1-4]|25-20:48:00'
      echo '7.batch|batch|COMPLETED|1772352000|1772388000|10:00:00|64|1|cn1|25-20:48:00'
      echo '7.extern|extern|COMPLETED|1772352000|1772388000|10:00:00|256|4|cn[1-4]|00:00:00'
    } > "$scratch/sacct.txt"
    findings_of "$scratch/sacct.txt"
    expect_text "$findings" '; work ran on one of 4 nodes: batch step alone\.'
    expect_text "$findings" 'request 1 node, or start the program on all 4 with srun'
    expect_no_text "$findings" 'fewer cores'
    rm -r "$report"
    sed -i 's/25-20:48:00/00:00:14/' "$scratch/sacct.txt"
    findings_of "$scratch/sacct.txt"
    expect_text "$findings" '; Slurm saw only one of 4 nodes: batch step alone\.'
    expect_text "$findings" 'start ranks with srun: Slurm does not count what ssh starts'
}

run_tests
