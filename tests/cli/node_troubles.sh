#!/bin/bash
# What other monitors than the toolkit measure of nodes in trouble, and of runs: whole reports.
. tests/lib.sh

expect_finding() { # PATTERN
    expect_status 0
    expect_text "$report/data/findings.csv" "$1"
}

# Rows of two nodes, a sample each half minute for an hour, with the columns of $1, of which awk's
# expression $2 makes the cells out of i (the sample) and n2 (whether it is of the second node).
table() { # COLUMNS CELLS
    awk -v columns="$1" 'BEGIN { print "time,host," columns
        for (i = 0; i < 120; i++) for (n2 = 0; n2 < 2; n2++)
            printf "%d,n%d,%s\n", 1789372800 + 30 * i, n2 + 1, '"$2"' }' > "$scratch/table.csv"
    report --only none --format html "$scratch/table.csv"
}

test_idle_nodes_of_metricbeat_and_opentelemetry_are_found() {
    table system.cpu.total.norm.pct,system.cpu.user.norm.pct '"0.006,0.005"'
    expect_finding 'Low CPU load: on average 0.6 % of the cores per node were busy'
    rm -r "$report"
    table system.cpu.total.norm.pct,system.cpu.iowait.norm.pct,system.cpu.idle.norm.pct '"0.006,0.65,0.344"'
    expect_finding 'CPUs waited for I/O for 65 % of the time'
    rm -r "$report"
    table system.cpu.utilization,system.memory.utilization '"0.006,0.3"'
    expect_finding 'Low CPU load: on average 0.6 % of the cores per node were busy'
}

test_swap_in_percent_is_found() {
    table cpu_usage_user,cpu_usage_system,cpu_usage_iowait,cpu_usage_idle,mem_used_percent,swap_used_percent,swap_in,swap_out \
        '"9,20,60,11,99.2," 20 + i / 2 "," i * 1.2e9 "," i * 1.2e9'
    expect_finding '^[a-z.-]*,bad,swap_used_percent,"n. swapped up to 80 % of its swap space'
    expect_no_text "$report/data/findings.csv" 'stage data'
    expect_near moved "$(cell swapping moved_B_s n1)" 8e7 1e-6
}

test_a_disk_that_fills_up_is_found() {
    table cpu_usage_user,cpu_usage_system,cpu_usage_idle,disk_used_percent,disk_free \
        '(n2 && i >= 90 ? "1,1,98,100,0" : "89,2,9,40,1e11")'
    expect_finding '^[a-z.-]*,bad,disk_used_percent,A file system of n2 was full \(100 %\) from 08:45 to the end\. The CPU load of the node fell by 98 %'
}

test_errors_of_the_network_are_found() {
    table cpu_usage_user,cpu_usage_system,cpu_usage_idle,net_bytes_recv,net_err_in,net_drop_in \
        '"89,2,9," i * 1e9 "," (n2 ? 3000 * i : 0) "," (n2 ? 900 * i : 0)'
    expect_finding '^[a-z.-]*,warn,net_err_in,"?n2 counts 100 network errors per second \(net_err_in\)\. No other node does so'
}

# Amounts without a unit are in none: no column, title or sentence gives them one.
test_what_has_no_unit_is_given_none() {
    table load_avg,clock,mem_bw,flops_any '"60," (i >= 50 && i < 75 ? 1200 : 2400) "," 60 + i % 3 "," 50 + i % 2'
    expect_error 'clock: no unit: shown unchanged \(name one in the header, such as "clock \[MHz\]"\)'
    expect_error 'mem_bw: no unit: shown unchanged .*"mem_bw \[GB/s\]"'
    expect_finding 'warn,clock,.*Their clock was 50 % below the usual one under the same load\.'
    [ -z "$(cell slow_clocks clock_Hz clock)$(cell slow_clocks usual_Hz clock)" ] || fail "a unit of clock"
    expect_near ratio "$(cell slow_clocks clock_ratio clock)" 0.5 1e-9
    expect_text "$report/data/job_metrics.csv" '^mem_bw,[^,]*,"",'
    expect_absent "$report/data/roofline.csv"
    run "$JOBREPORT" --dump=figures --only 'clock*' "$scratch/table.csv"
    expect_output '"title":"CPU clock, each of 2 nodes"'
    rm -r "$report"
    table gpu0_util_percent,gpu0_power_W,gpu0_clock '"90,250," (i >= 50 && i < 75 ? 900 : 1400)'
    expect_error 'gpu0_clock: no unit'
    expect_finding 'was throttled for 21 % of its time.*Its clock was 64 % of its p95'
    [ -z "$(cell gpus clock_mean_Hz gpu-0.n1)$(cell throttling clock_mean_Hz gpu-0.n1)" ] || fail "a unit of clock"
    expect_near power "$(cell gpus power_mean_W gpu-0.n1)" 250 1e-9
    rm -r "$report"
    table cpu_percent,mem_used,swap_used '"80," 10 + i "," 20 * i'
    expect_status 0
    expect_absent "$report/data/memory_growth.csv" "$report/data/swapping.csv"
}

# A definition of one's own says which unit it is.
test_definitions_of_a_site_give_units() {
    mkdir "$scratch/plots"
    echo '{"metric": "clock", "title": "CPU clock", "unit": "Hz",
        "figures": [{"id": "own", "kind": "nodes", "section": "Compute rates", "order": 11065}]}' \
        > "$scratch/plots/clock.json"
    table load_avg,clock '"60," 2.4e9 + 1e6 * i'
    run "$JOBREPORT" --dump=figures --plots "$scratch/plots" --only own "$scratch/table.csv"
    expect_output '"title":"CPU clock, each of 2 nodes, GHz"'
}

test_runs_of_codecarbon_are_tasks() {
    awk 'BEGIN { print "timestamp,project_name,run_id,duration,emissions,gpu_power,gpu_energy,gpu_count"
        for (i = 0; i < 10; i++) printf "2025-11-13T%02d:00:00,train,r%d,1800.5,0.1,800,0.4,4\n", i + 3, i }' \
        > "$scratch/emissions.csv"
    report --only none --format html "$scratch/emissions.csv"
    expect_status 0
    expect_absent "$report/data/device_energy.csv"
    expect_near hours "$(cell tasks elapsed_s train)" 18005 1e-5
}

test_gpus_of_amd_are_read() {
    awk 'BEGIN { print "timestamp,gpu,power_usage,hotspot_temperature,memory_temperature,gfx_clk,gfx,mem,mem_clock,vram_used,vram_total"
        for (i = 0; i < 60; i++) for (k = 0; k < 4; k++)
            printf "%d,%d,%d,60,50,2100,%d,30,1300,120000,196592\n", 1763000000 + 10 * i, k,
                k ? 540 : 92, k ? 98 : 0 }' > "$scratch/amd.csv"
    report --only none --format html "$scratch/amd.csv"
    expect_finding 'GPU 0 was idle: utilisation at most 1 % in all 60 samples'
    rm -r "$report"
    cut -d, -f1,2,5 "$scratch/amd.csv" > "$scratch/warm.csv"
    report --only none --format html "$scratch/warm.csv"
    expect_finding '^[a-z.-]*,warn,.*Utilisation and power of the GPUs are unknown'
}

# Node c stops after two thirds, which is a finding of its own; of b a tenth is missing in the middle.
test_energy_is_incomplete_where_no_other_finding_says_why() {
    awk 'BEGIN { print "timestamp,host,cpu_percent,power [W]"
        for (i = 0; i < 300; i++)
            for (n = 1; n <= 4; n++)
                if (n != 3 || i < 200)
                    printf "%d,%s,90,%s\n", 1789372800 + 10 * i, substr("abcd", n, 1),
                        (n == 2 && i >= 100 && i < 130 ? "" : 300) }' > "$scratch/stops.csv"
    report --only none --format html "$scratch/stops.csv"
    expect_status 0
    grep '^energy.incomplete,' "$report/data/findings.csv" > "$scratch/found" || fail "no such finding"
    expect_text "$scratch/found" 'Incomplete on b \(90 % of the run\)\.'
    expect_text "$scratch/found" 'power of b is'
    awk -F, '$2 != "b"' "$scratch/stops.csv" > "$scratch/three.csv"
    report --only none --format html "$scratch/three.csv"
    expect_no_text "$report/data/findings.csv" '^energy.incomplete,'
}

run_tests
