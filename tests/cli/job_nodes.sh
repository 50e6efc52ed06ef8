#!/bin/bash
# Jobs of Slurm beside what their nodes measured.
. tests/lib.sh

# Findings of a job of Slurm and samples of nodes.
findings_of() { # FILE…
    report --format html --only none "$@"
    expect_status 0
    findings=$report/data/findings.csv
}

# Four hours of a node of 96 cores whose memory is well used.
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
          echo "7.batch|batch|COMPLETED|1772352000|1772366400|04:00:00|$cores|1|cn1||95G|$((cores * 3)):00:00"
        } > "$scratch/sacct.txt"
        findings_of "$scratch/sacct.txt" "$scratch/nodes.csv"
        expect_text "$findings" 'of the memory it requested'
        if [ $cores = 16 ]; then
            expect_text "$findings" 'held 16 of 96 cores of cn1'
            expect_no_text "$findings" 'memory of the nodes|well used'
        else
            expect_text "$findings" 'Memory of cn1 was well used'
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
    expect_text "$findings" ' Work ran on 1 of 4 nodes, in the batch step only\.'
    expect_text "$findings" 'request 1 node, or start the program on all 4 with srun'
    expect_no_text "$findings" 'fewer cores'
    rm -r "$report"
    sed -i 's/25-20:48:00/00:00:14/' "$scratch/sacct.txt"
    findings_of "$scratch/sacct.txt"
    expect_text "$findings" ' Slurm saw only 1 of 4 nodes used, by the batch step\.'
    expect_text "$findings" 'start ranks with srun: Slurm does not count what ssh starts'
}

# ---- what nodes used against what was counted -------------------------------------------------

# Two hours of two nodes of 256 GiB: CPU in %, GiB of memory, a count of cores where it is known.
used_by_nodes() { # CPU GIB [CORES [NODES]]
    echo "timestamp,hostname,cpu_percent,mem_used_gib,mem_total_gib${3:+,cpu_count}"
    awk -v cpu="$1" -v gib="$2" -v cores="$3" -v nodes="${4:-2}" 'BEGIN {
        for (m = 0; m <= 240; m++) for (n = 1; n <= nodes; n++)
            printf "%d,cn%d,%.2f,%.2f,256%s\n", 1772352000 + 30 * m, n, cpu + m % 5 / 10, gib + m % 3 / 10,
                (cores == "") ? "" : "," cores }'
}

# A script on the nodes that had so much CPU time and memory, and what it requested.
counted() { # CPU MEMORY [CORES [NODES [REQUESTED]]]
    local cores=${3:-128} nodes=${4:-2} list='cn[1-2]'
    [ "$nodes" = 1 ] && list=cn1
    echo 'JobID|JobName|State|Start|End|Elapsed|AllocCPUS|NNodes|NodeList|ReqMem|MaxRSS|TotalCPU'
    echo "7|cfd|COMPLETED|1772352000|1772359200|02:00:00|$cores|$nodes|$list|${5:-400G}||$1"
    echo "7.batch|batch|COMPLETED|1772352000|1772359200|02:00:00|$((cores / nodes))|1|cn1||$2|$1"
}

of_counted='CPU efficiency|fewer cores|request less once|memory it requested|memory requested'
missed='Slurm accounting missed processes\. For job 7 Slurm counted 14 s of CPU time, while its 2 nodes used 24[0-9] h\.'

# Ranks that ssh started are in no step, but on the nodes; whether or not their cores are known.
test_processes_that_slurm_did_not_count_are_named() {
    local cores
    counted 00:00:14 21000K > "$scratch/sacct.txt"
    for cores in '' 64; do
        used_by_nodes 95 160 "$cores" > "$scratch/nodes.csv"
        findings_of "$scratch/sacct.txt" "$scratch/nodes.csv"
        expect_text "$findings" "^[a-z.-]*,warn,tasks-efficiency,\"?$missed"
        expect_text "$findings" 'start ranks with srun, or adopt those of ssh with pam_slurm_adopt'
        expect_no_text "$findings" "$of_counted"
        rm -r "$report"
    done
    counted 9-12:00:00 200G > "$scratch/sacct.txt"
    findings_of "$scratch/sacct.txt" "$scratch/nodes.csv"
    expect_no_text "$findings" 'ccounting'
    grep -q '^cfd,1,0,0,0,' "$report/data/accounting.csv" || fail "$(cat "$report/data/accounting.csv")"
}

# Two nodes, 95 % busy: 2 × 64 cores for 2 h. The ranks of the first one are in the batch step.
test_ranks_of_the_other_node_alone_may_be_missing() {
    used_by_nodes 95 160 64 > "$scratch/nodes.csv"
    counted 5-01:36:00 160G > "$scratch/sacct.txt"
    findings_of "$scratch/sacct.txt" "$scratch/nodes.csv"
    expect_text "$findings" 'For job 7 Slurm counted 122 h of CPU time, while its 2 nodes used 24[0-9] h'
    expect_no_text "$findings" "$of_counted"
    rm -r "$report"
    used_by_nodes 49 160 64 > "$scratch/nodes.csv" # as with a rank per core of two threads
    counted 2-14:00:00 160G > "$scratch/sacct.txt"
    findings_of "$scratch/sacct.txt" "$scratch/nodes.csv"
    expect_text "$findings" 'For job 7 Slurm counted 62 h of CPU time, while its 2 nodes used 126 h'
    expect_no_text "$findings" "CPU efficiency|1 of 2 nodes|memory it requested"
    rm -r "$report"
    used_by_nodes 95 160 64 > "$scratch/nodes.csv"
    counted 7-00:00:00 160G > "$scratch/sacct.txt" # 168 of 244 h are 1.45 times
    findings_of "$scratch/sacct.txt" "$scratch/nodes.csv"
    expect_no_text "$findings" 'ccounting'
}

# Of ten such jobs no memory is recommended either.
test_no_request_is_recommended_by_what_was_not_counted() {
    local i
    used_by_nodes 95 160 64 1 > "$scratch/nodes.csv"
    { counted 00:00:14 21000K 64 1 | head -1
      for ((i = 0; i < 12; i++)); do
          counted 00:00:14 21000K 64 1 | sed "1d; s/^7/$((i + 7))/; s/02:00:00/00:10:00/
              s/1772352000/$((1772352000 + 600 * i))/; s/1772359200/$((1772352600 + 600 * i))/"
      done
    } > "$scratch/sacct.txt"
    findings_of "$scratch/sacct.txt" "$scratch/nodes.csv"
    expect_text "$findings" 'Slurm accounting missed processes of 12 of 12 jobs\. For job [0-9]+ Slurm counted 14 s'
    expect_no_text "$findings" "$of_counted|request at least"
    expect_no_text "$report/tasks.html" 'Recommended memory request \(first'
}

# Others may have used what the job did not hold, or what it held no longer than it.
test_what_others_may_have_used_was_not_missed() {
    used_by_nodes 95 160 192 > "$scratch/nodes.csv" # 64 of 192 cores
    counted 00:00:14 21000K > "$scratch/sacct.txt"
    findings_of "$scratch/sacct.txt" "$scratch/nodes.csv"
    expect_no_text "$findings" 'ccounting'
    rm -r "$report"
    used_by_nodes 45 20 128 > "$scratch/nodes.csv" # 64 of 128, or all of two threads each
    findings_of "$scratch/sacct.txt" "$scratch/nodes.csv"
    expect_no_text "$findings" 'ccounting'
    rm -r "$report"
    used_by_nodes 95 160 '' 1 > "$scratch/nodes.csv" # one node of unknown size
    counted 00:00:14 21000K 16 1 20G > "$scratch/sacct.txt"
    findings_of "$scratch/sacct.txt" "$scratch/nodes.csv"
    expect_no_text "$findings" 'ccounting'
    rm -r "$report"
    used_by_nodes 95 160 64 > "$scratch/nodes.csv" # beside another job
    { counted 00:00:14 21000K 64; counted 3-00:00:00 80G 64 | sed '1d; s/^7/8/; s/cfd/fit/'; } > "$scratch/sacct.txt"
    findings_of "$scratch/sacct.txt" "$scratch/nodes.csv"
    expect_no_text "$findings" 'ccounting'
}

test_a_node_without_samples_leaves_the_rest_unknown() {
    used_by_nodes 95 160 64 1 > "$scratch/nodes.csv"
    counted 00:00:14 21000K > "$scratch/sacct.txt"
    findings_of "$scratch/sacct.txt" "$scratch/nodes.csv"
    expect_no_text "$findings" 'ccounting'
}

test_memory_that_slurm_did_not_count_is_named() {
    used_by_nodes 95 160 64 > "$scratch/nodes.csv"
    counted 9-12:00:00 21000K > "$scratch/sacct.txt"
    findings_of "$scratch/sacct.txt" "$scratch/nodes.csv"
    expect_text "$findings" '^[a-z.-]*,note,tasks-resources,"?Slurm accounting missed memory\. For job 7 Slurm counted 2[0-9.]+ MiB, while its 2 nodes used 320 GiB on average'
    expect_no_text "$findings" 'request less once|memory it requested'
}

# As of another host, or another day.
test_nodes_that_did_less_than_was_counted_are_named() {
    used_by_nodes 2 20 64 > "$scratch/nodes.csv"
    counted 9-12:00:00 80G > "$scratch/sacct.txt"
    findings_of "$scratch/sacct.txt" "$scratch/nodes.csv"
    expect_text "$findings" '^[a-z.-]*,warn,data,"?Node samples do not match the accounting\. For job 7 Slurm counted 228 h of CPU time, while its 2 nodes measured [0-9.]+ h'
    expect_text "$findings" 'check that host names and time zones of both inputs agree'
}

run_tests
