#!/bin/bash
# Numbers of node metrics: whole reports on small inputs whose numbers are known beforehand.
. tests/lib.sh

# Usable, and no number in its tables that is none.
expect_made() { # INPUT…
    report "$@"
    expect_status 0
    ! grep -rnE '(^|,)-?(nan|inf)(,|$)' "$report/data" || fail "not a number in a table"
    ! grep -nwE 'nan|-nan|inf|-inf' "$report/index.html" || fail "not a number on a page"
}

expect_equal() { # WHAT ACTUAL EXPECTED
    [ "$2" = "$3" ] || fail "$1 is '$2', expected '$3'"
}

# ---- times ------------------------------------------------------------------------------------

test_a_date_and_a_time_of_day_in_two_columns() {
    awk 'BEGIN { print "Date,Time,Host,CPU [%],Memory used [GB],GPU 0 utilization [%]"
        for (i = 0; i < 60; i++) for (k = 0; k < 2; k++)
            printf "2026-03-%d,%02d:%02d:%02d,n%d,70,33,44\n", i < 30 ? 10 : 11, i < 30 ? 23 : 0,
                (i < 30 ? 55 : 0) + i % 30 / 6, i % 6 * 10, k }' > "$scratch/table.csv"
    expect_made --time-zone UTC "$scratch/table.csv"
    expect_near mean "$(cell node_metrics mean n1 mem_used)" 33e9 1e-9
    expect_text "$report/data/manifest.json" '"end": 1773187490'
    [ ! -e "$report/data/tasks.csv" ] || fail "samples are tasks"
    rm -r "$report"
    cut -d, -f2- "$scratch/table.csv" > "$scratch/no_date.csv"
    report "$scratch/no_date.csv"
    expect_status 3
    expect_error 'its times are times of day without a date: add a column date'
    sed -E 's,^(2026)-(..)-(..),\2/\3/\1,' "$scratch/table.csv" > "$scratch/month_first.csv"
    report "$scratch/month_first.csv"
    expect_status 3
    expect_error 'its dates cannot be read: write them as YYYY-MM-DD'
}

# ---- samples of one moment -------------------------------------------------------------------

test_samples_of_one_moment_are_levels_without_rates() {
    local header='Host,Timestamps,CPU percent [%],Net sent [bytes],RAPL package 0 [uJ]' rows nodes i
    for rows in 1 2; do
        for nodes in 1 12; do
            { echo "$header" && for ((i = 0; i < rows * nodes; i++)); do
                echo "n$((i % nodes)),1714557600,50,$i,5000000"; done; } > "$scratch/table.csv"
            expect_made "$scratch/table.csv"
            expect_near mean "$(cell node_metrics mean n0 cpu_percent)" 50 0
            expect_equal 'rate' "$(cell node_metrics mean n0 net_io_counters.bytes_sent)" ''
            expect_equal 'total' "$(cell node_metrics total n0 net_io_counters.bytes_sent)" ''
            rm -r "$report"
        done
    done
}

test_one_sample_of_an_archive_is_enough() {
    local scope='"node": {"unit": {"base": "B/s", "prefix": "G"}, "timestep": 60,
        "series": [{"hostname": "n1", "data": [3]}]}'
    printf '{"mem_bw": {%s}}\n' "$scope" > "$scratch/data.json"
    expect_made "$scratch/data.json"
    expect_near mean "$(cell node_metrics mean n1 mem_bw)" 3e9 0
    expect_equal total "$(cell node_metrics total n1 mem_bw)" ''
}

# ---- several jobs ------------------------------------------------------------------------------

# An archive of job $1 in a directory of its name: from $2 on a sample a minute, of value $4, on the
# nodes $5…; its files are $3meta.json and $3data.json.
archive() { # JOB START PREFIX VALUE NODE…
    local job=$1 start=$2 prefix=$3 value=$4 node resources='' series=''
    shift 4
    for node; do
        resources="$resources${resources:+,}{\"hostname\": \"$node\"}"
        series="$series${series:+,}{\"hostname\": \"$node\", \"data\": [$value, $value, $value]}"
    done
    mkdir -p "$scratch/in/$prefix"
    printf '{"jobId": %s, "cluster": "c", "numNodes": %d, "startTime": %s, "duration": 120, "resources": [%s]}\n' \
        "$job" $# "$start" "$resources" > "$scratch/in/${prefix}meta.json"
    printf '{"mem_bw": {"node": {"unit": {"base": "B/s", "prefix": "G"}, "timestep": 60, "series": [%s]}}}\n' \
        "$series" > "$scratch/in/${prefix}data.json"
}

expect_first_job_alone() { # SUMMARY
    expect_text "$report/data/findings.csv" "^[a-z.-]*,bad,data,\"?$1"
    [ "$(sed -n 2p "$report/data/findings.csv" | grep -cE "$1")" = 1 ] || fail "not the first finding"
    expect_equal 'nodes' "$(cell job_metrics nodes mem_bw)" 2
    expect_near 'mean' "$(cell job_metrics mean mem_bw)" 3e9 0
    expect_near 'total' "$(cell job_metrics total mem_bw)" 7.2e11 0
    expect_near 'start' "$(cell series time mem_bw n1)" 1700000000 0
}

# Whatever they have in common, and in whatever order their files come.
test_a_report_is_of_one_job() {
    local names
    for names in 'a/ b/ n8 n9' 'a- b- n8 n9' 'b. c. n1 n2'; do
        # shellcheck disable=SC2086
        set -- $names
        archive 17 1700000000 "$1" 3 n1 n2
        archive 18 1700090000 "$2" 5 "$3" "$4"
        expect_made "$scratch/in"
        expect_first_job_alone "The inputs hold node metrics of 2 jobs. The report shows only those of job 17 \(n1 and 1 more node; 2023-11-14 22:13 to 22:15\). Left out: job 18 \($3 and 1 more node; 2023-11-15 23:13 to 23:15\)"
        expect_equal 'left out' "$(cell jobs job 18)" 18
        expect_equal 'not shown' "$(grep -c 'metrics of job 18 are left out' "$report/data/not_shown.csv")" 2
        run "$JOBREPORT" replot "$report" --format html
        expect_status 0
        expect_first_job_alone 'The inputs hold node metrics of 2 jobs'
        expect_text "$report/index.html" 'The inputs hold node metrics of 2 jobs'
        run "$JOBREPORT" --job-id 18 -o "$scratch/other" "$scratch/in"
        expect_status 3
        expect_error 'give only those of job 18'
        rm -r "$report" "$scratch/in"
    done
}

test_data_of_a_job_without_description_are_left_out() {
    archive 17 1700000000 a/ 3 n1 n2
    archive 18 1700090000 b/ 5 n8 n9
    rm "$scratch/in/b/meta.json"
    expect_made "$scratch/in"
    expect_first_job_alone 'The inputs hold node metrics of 2 jobs.* a job without id \(n8 and 1 more node; time unknown\)'
}

# Without an id: neither hosts nor time in common, also through others.
test_node_metrics_apart_are_of_other_jobs() {
    local header='Host,Timestamps,Memory (read) bandwidth [MiB/s]'
    table() { # NAME HOST START VALUE
        { echo "$header"; for n in 0 60 120; do echo "$2,$(($3 + n)),$4"; done; } > "$scratch/in/$1.csv"
    }
    mkdir "$scratch/in"
    table a n1 1700000000 3
    table b n2 1700000000 3
    table c n2 1700005000 3
    table d n8 1700090000 5
    table e n9 1700090100 5
    expect_made "$scratch/in"
    expect_text "$report/data/findings.csv" '^[a-z.-]*,bad,data,"?The inputs hold node metrics of 2 jobs. The report shows only those of a job without id \(n1 and 1 more node; 2023-11-14 22:13 to 23:38\). Left out: a job without id \(n8 and 1 more node; 2023-11-15 23:13 to 23:17\)'
    expect_equal nodes "$(cell job_metrics nodes memory_bw)" 2
    expect_equal 'nodes' "$(tail -n +2 "$report/data/nodes.csv" | cut -d, -f1 | tr '\n' ' ')" 'n1 n2 '
    rm -r "$report"
    # Tasks that ran meanwhile make them of one run; others do not.
    printf 'task,node,start,end\na,n1,1700000000,1700005000\nb,n8,1700005100,1700090000\n' > "$scratch/in/tasks.csv"
    expect_made "$scratch/in"
    expect_no_text "$report/data/findings.csv" 'hold node metrics'
    rm -r "$report"
    printf 'task,node,start,end\na,n1,1700000000,1700005000\nb,n8,1700090000,1700090100\n' > "$scratch/in/tasks.csv"
    expect_made "$scratch/in"
    expect_text "$report/data/findings.csv" 'hold node metrics of 2 jobs'
    rm -r "$report" "$scratch/in/d.csv" "$scratch/in/e.csv" "$scratch/in/tasks.csv"
    expect_made "$scratch/in"
    expect_no_text "$report/data/findings.csv" 'hold node metrics'
}

# ---- clocks ----------------------------------------------------------------------------------

# Two hours of 1 MB/s; from sample $1 to before $2 the stamps are off by $3 s.
jumping_clock() {
    awk -v from="$1" -v behind="$2" -v shift="$3" 'BEGIN {
        printf "{\"a\": {\"time_stamps\": ["
        for (n = 0; n < 240; n++)
            printf "%s%.0f", n ? ", " : "", 1700000000 + 30 * n + (n >= from && n < behind ? shift : 0)
        printf "], \"io_counters\": {\"read_bytes\": ["
        for (n = 0; n < 240; n++) printf "%s%.0f", n ? ", " : "", 3e7 * n
        print "]}}}" }' > "$scratch/clock.json"
}

test_clock_jumps_invent_no_traffic_and_no_time() {
    local jump total
    for jump in '120 240 -3607' '90 240 -3600' '0 1 315360000' '100 101 315360000' '239 240 -946684800' \
        '0 20 -1700000000' '50 80 -7200' '120 240 -300'; do
        # shellcheck disable=SC2086
        jumping_clock $jump
        expect_made "$scratch/clock.json"
        expect_error 'a: [0-9]+ samples? (was|were) rejected: wrong time stamps, since the clock jumped'
        expect_near "rate at most ($jump)" "$(cell node_metrics max a io_counters.read_bytes)" 1e6 1e-9
        total=$(cell node_metrics total a io_counters.read_bytes)
        awk -v total="$total" 'BEGIN { exit !(total > 3.3e9 && total <= 7.17e9) }' || fail "$jump: $total bytes"
        awk -F, 'NR == 2 && $3 - $2 > 7170 { exit 1 }' "$report/data/nodes.csv" || fail "$jump: too long"
        [ -n "$(cell nodes set_aside a)" ] || fail 'not counted'
        rm -r "$report"
    done
}

# Rows of a table may be in any order.
test_rows_in_any_order_give_the_same_numbers() {
    awk 'BEGIN { print "Host,Timestamps,Net sent [bytes]"
        for (n = 0; n < 200; n++) printf "a,%d,%d\n", 1700000000 + 10 * n, n * n * 1000 }' > "$scratch/sorted.csv"
    { head -n 1 "$scratch/sorted.csv" && tail -n +2 "$scratch/sorted.csv" |
        awk '{ print NR * 7919 % 10007, $0 }' | sort -n | cut -d' ' -f2-; } > "$scratch/shuffled.csv"
    { head -n 1 "$scratch/sorted.csv" && tail -n +102 "$scratch/sorted.csv" &&
        sed -n '2,101p' "$scratch/sorted.csv"; } > "$scratch/blocks.csv"
    expect_made "$scratch/sorted.csv"
    cp "$report/data/node_metrics.csv" "$scratch/expected.csv"
    for table in shuffled blocks; do
        rm -r "$report"
        expect_made "$scratch/$table.csv"
        cmp -s "$report/data/node_metrics.csv" "$scratch/expected.csv" || fail "$table differs"
    done
}

# ---- coverage --------------------------------------------------------------------------------

# One node every 10 s, two every 60 s, one of them starts five minutes later and one stops at half.
test_other_intervals_and_later_starts_are_no_missing_samples() {
    awk 'BEGIN { print "Host,Timestamps,CPU load [%]"
        for (n = 0; n <= 3600; n += 10) printf "fast,%d,50\n", 1700000000 + n
        for (n = 0; n <= 3600; n += 60) printf "slow,%d,50\n", 1700000000 + n
        for (n = 300; n <= 3600; n += 60) printf "late,%d,50\n", 1700000000 + n
        for (n = 0; n <= 1800; n += 60) printf "half,%d,50\n", 1700000000 + n
        for (n = 0; n <= 3600; n += 60) if (n % 600) printf "gaps,%d,50\n", 1700000000 + n }' > "$scratch/n.csv"
    expect_made "$scratch/n.csv"
    local node
    for node in fast slow late half; do
        expect_near "coverage of $node" "$(cell nodes coverage $node)" 1 0
    done
    expect_near 'coverage of gaps' "$(cell nodes coverage gaps)" 0.9152542372881356 1e-9
    expect_near 'late start' "$(cell nodes starts_after_s late)" 300 0
    expect_near 'early end' "$(cell nodes ends_before_s half)" 1800 0
    expect_near 'no early end' "$(cell nodes ends_before_s slow)" 0 0
}

# What a job's description alone says of its nodes is their names.
test_nodes_that_are_only_named_are_not_called_dead() {
    report --only none "$examples/archive-12-nodes/meta.json"
    expect_status 0
    expect_equal coverage "$(cell nodes coverage f0101)" ''
    expect_no_text "$report/data/findings.csv" '^[a-z.-]*,(bad|warn)'
}

# ---- GPUs ------------------------------------------------------------------------------------

test_numbered_gpu_columns_are_gpus_of_their_host() {
    local name i gpus columns=('gpu0_power_W,gpu1_power_W,gpu0_utilization_percent,gpu1_utilization_percent'
        'GPU 0 power [W],GPU 1 power [W],GPU 0 utilization [%],GPU 1 utilization [%]'
        'gpu_power.0 [W],gpu_power.1 [W],gpu_util.0 [%],gpu_util.1 [%]'
        'gpu[0]_power_W,gpu[1]_power_W,gpu[0]_utilization,gpu[1]_utilization')
    for name in "${columns[@]}"; do
        { echo "time,host,mem_used_GiB,$name" && for ((i = 0; i < 100; i++)); do
            printf "$((1750400000 + 10 * i)),%s\n" a,40,250,240,95,90 b,40,250,240,95,0 c,40,,,,
        done; } > "$scratch/table.csv"
        expect_made "$scratch/table.csv"
        gpus=$(tail -n +2 "$report/data/gpus.csv" | cut -d, -f1 | tr '\n' ' ')
        expect_equal GPUs "$gpus" 'gpu-0.a gpu-1.a gpu-0.b gpu-1.b '
        expect_near power "$(cell gpus power_mean_W gpu-1.a)" 240 0
        expect_near 'covered share' "$(cell energy covered_share '*' gpu.power_usage)" 1 0
        expect_near coverage "$(cell nodes coverage c)" 1 0
        grep -q 'gpu-1.b of 4 GPUs was never used' "$report/data/findings.csv" ||
            fail 'nothing of the unused GPU'
        ! grep -E 'missing|Energy' "$report/data/findings.csv" || fail 'something is missing'
        rm -r "$report"
    done
}

# ---- counters --------------------------------------------------------------------------------

# Node N is up for N days, and all of them move the same; memory of the last one grows.
counters_of_four_nodes() {
    awk 'BEGIN {
        print "timestamp,host,cpu_percent,lustre_read_bytes,eth0_rx_packets,context_switches,MemTotal_kB,MemAvailable_kB"
        for (i = 0; i < 60; i++)
            for (n = 1; n <= 4; n++) {
                moved = 86400 * n + 30 * i + (i + n) % 2
                printf "%d,n%d,%.1f,%.0f,%.0f,%.0f,134217728,%d\n", 1780000000 + 30 * i, n, 90 + (i + n) % 3,
                    4e8 * moved, 2000 * moved, 5000 * moved, 1e8 - (n == 4 ? 1.5e6 * i : 0)
            }
    }' > "$scratch/counters.csv"
}

test_counters_of_devices_are_shown_as_rates() {
    counters_of_four_nodes
    expect_made --only none "$scratch/counters.csv"
    expect_near 'bytes per second' "$(cell node_metrics mean n1 lustre_read)" 4e8 8e6
    expect_equal 'their unit' "$(cell node_metrics unit n1 lustre_read)" B/s
    expect_near 'packets per second' "$(cell node_metrics mean n4 eth0_rx_packets)" 2000 40
    expect_near 'switches per second' "$(cell node_metrics mean n4 context_switches)" 5000 100
    expect_near 'memory in use' "$(cell node_metrics min n1 mem_used)" 35038953472 1
    expect_text "$report/data/findings.csv" 'Memory in use grows steadily on n4'
    ! grep -E 'lustre|eth0|switches' "$report/data/findings.csv" || fail 'nodes that move the same differ'
}

# ---- cores -----------------------------------------------------------------------------------

# BUSY of COUNT cores, which are numbered from FIRST on, work, the others do so for REST of the time.
cores_of_two_nodes() { # FORMAT FIRST COUNT BUSY [REST]
    awk -v format="$1" -v first="$2" -v count="$3" -v busy="$4" -v rest="${5:-0}" 'BEGIN {
        printf "timestamp,host,load1"
        for (c = 0; c < count; c++)
            printf "," format, c + first
        for (i = 0; i < 40; i++)
            for (n = 1; n <= 2; n++) {
                printf "\n%d,n%d,8.%d", 1780000000 + 30 * i, n, i % 3
                for (c = 0; c < count; c++)
                    printf ",%.1f", (c < busy ? 96 : rest) + (i + c) % 3
            }
        print ""
    }' > "$scratch/cores.csv"
}

test_columns_of_cores_are_of_cores_of_their_host() {
    local format
    for format in cpu%d_util_percent cpu_%d 'CPU %d [%%]' core%d_usage 'cpu%d %%'; do
        cores_of_two_nodes "$format" 0 8 2
        expect_made --only none "$scratch/cores.csv"
        expect_near 'cores' "$(cell nodes cores n1)" 8 0
        expect_near 'load' "$(cell node_metrics mean n1 cpu_percent_sys)" 25 0.2
        expect_near 'load of a core' "$(cell node_metrics mean 'n2 core 1' cpu_percent_sys.core)" 97 0.1
        expect_text "$report/data/findings.csv" \
            '2.00 of 8 cores per node were busy .* 8 processes were ready to run. .* too few cores .cores 0 and 1.'
        expect_equal nodes "$(tail -n +2 "$report/data/nodes.csv" | cut -d, -f1 | tr '\n' ' ')" 'n1 n2 '
        rm -r "$report"
    done
}

test_a_core_for_which_the_others_wait_is_told_of_tables_too() {
    cores_of_two_nodes 'cpu%d' 1 8 1 60
    expect_made --only none "$scratch/cores.csv"
    expect_text "$report/data/findings.csv" 'On n1 core 1 was busy for 97 % of the time, the other 7 cores for 61 %'
}

test_many_cores_make_one_chart() {
    cores_of_two_nodes 'cpu%d_percent' 0 256 16
    expect_made --format html,png --theme light "$scratch/cores.csv"
    expect_text "$report/data/findings.csv" 'nearly always cores 0–15'
    expect_equal charts "$(find "$report/figures" -name '*core*' | wc -l)" 1
}

# ---- energy ----------------------------------------------------------------------------------

# A merged metric file of one node: $1 samples of 30 s, each further argument a member whose values
# are the printf arguments made by an awk expression of the sample's number n.
metric_file() { # SAMPLES MEMBER=EXPRESSION…
    awk -v samples="$1" 'BEGIN {
        printf "{\"host_names\": [\"a\"], \"sampling_frequency\": 30, \"a\": {\"time_stamps\": ["
        for (n = 0; n < samples; n++) printf "%s%d", n ? ", " : "", 1700000000 + 30 * n
        printf "]" }'
    local samples=$1 member
    shift
    for member; do
        awk -v samples="$samples" "function value(n) { return ${member#*=} }
            BEGIN { printf \", \\\"${member%%=*}\\\": [\"
                for (n = 0; n < samples; n++) printf \"%s%.0f\", n ? \", \" : \"\", value(n)
                printf \"]\" }"
    done
    echo '}}'
}

rapl() { # the file with members package-… as those of rapl_powercap
    sed 's/"package-0"/"rapl_powercap": {&/; s/\]}}$/]}}}/'
}

test_energy_of_half_a_socket_is_not_called_whole() {
    metric_file 101 'package-0=5 + 3e9 * n' 'package-1=n > 50 ? 0 : 5 + 3e9 * n' | rapl > "$scratch/e.json"
    expect_made "$scratch/e.json"
    expect_near energy "$(cell energy energy_J a)" 450000 1e-9
    expect_near covered "$(cell energy covered_share a)" 0.75 1e-9
    expect_text "$report/data/findings.csv" 'Energy .package. is measured for 75 %'
}

socket_powers() {
    awk -F, 'NR > 1 && $6 != "" { printf "%s,%s,%.6f\n", $3, $4, $6 }' "$report/data/part_power.csv" |
        sort -u | tr '\n' ' '
}

# 100 W and 150 W; of four such nodes the mean.
test_each_socket_has_a_line_beside_the_sum() {
    metric_file 101 'package-0=5 + 3e9 * n' 'package-1=7 + 4.5e9 * n' | rapl > "$scratch/e.json"
    expect_made "$scratch/e.json"
    expect_near sum "$(cell node_metrics mean a rapl_powercap.package W)" 250 1e-9
    expect_equal sockets "$(socket_powers)" \
        'a,package 0,100.000000 a,package 1,150.000000 '
    [ -e "$report/figures/part_power_package.json" ] || fail "no chart"
    python3 - "$scratch/e.json" "$scratch/four.json" << 'end' || fail "no file"
import json, sys
one = json.load(open(sys.argv[1]))
four = {"host_names": [], "sampling_frequency": one["sampling_frequency"]}
for name in "abcd":
    four["host_names"].append(name)
    four[name] = one["a"]
json.dump(four, open(sys.argv[2], "w"))
end
    rm -r "$report"
    expect_made "$scratch/four.json"
    expect_equal sockets "$(socket_powers)" \
        '*,package 0,100.000000 *,package 1,150.000000 '
}

test_a_socket_that_is_never_readable_is_not_covered() {
    metric_file 101 'package-0=5 + 3e9 * n' 'package-1=0' | rapl > "$scratch/e.json"
    expect_made "$scratch/e.json"
    expect_near energy "$(cell energy energy_J a)" 300000 1e-9
    expect_near covered "$(cell energy covered_share a)" 0.5 1e-9
    expect_text "$report/data/findings.csv" '1 of 2 package counters of a gave no reading but 0'
    expect_text "$report/data/findings.csv" 'check that the energy counters of a are readable'
}

# 280 W in a counter of 65,532.6 J.
test_wraps_of_a_small_energy_counter_are_mended() {
    metric_file 480 'package-0=(17300000 + 8.4e9 * n) % 65532610987' | rapl > "$scratch/e.json"
    expect_made "$scratch/e.json"
    expect_near energy "$(cell energy energy_J a)" 4023600 1e-6
    expect_near power "$(cell node_metrics max a rapl_powercap.package W)" 280 1e-6
    expect_near wraps "$(cell energy wraps a)" 61 0
    expect_text "$report/data/findings.csv" 'wrapped 61 times'
}

# The same sampled every five minutes: it wraps unseen.
test_energy_that_wraps_unseen_is_missing_and_said() {
    metric_file 480 'package-0=(17300000 + 84e9 * n) % 65532610987' | rapl |
        sed 's/"sampling_frequency": 30/"sampling_frequency": 300/' |
        awk '{ while (match($0, /17000[0-9]+/)) {
            printf "%s%d", substr($0, 1, RSTART - 1), 1600000000 + (substr($0, RSTART, RLENGTH) - 1700000000) * 10
            $0 = substr($0, RSTART + RLENGTH) } print }' > "$scratch/e.json"
    expect_made "$scratch/e.json"
    expect_equal energy "$(cell energy energy_J a)" ''
    expect_near covered "$(cell energy covered_share a)" 0 0
    expect_text "$report/data/findings.csv" 'Energy .package. is not known'
}

# Four nodes with 20 samples; PART of what is usual is read by one of them in the first SAMPLES.
a_node_reads_less() { # PART SAMPLES
    awk -v part="$1" -v few="$2" 'BEGIN {
        print "datetime,hostname,cpu_percent,cpu_iowait,disk_read_bytes_per_s"
        for (i = 0; i < 20; i++)
            for (n = 0; n < 4; n++)
                printf "2025-10-09T08:%02d:00,n%d,3100,%g,%d\n", i, n, 2 + i % 3,
                    1000000 * (n == 1 && i % 7 == 3 && i < few * 7 ? part : 1)
    }' > "$scratch/node.csv"
    report --only none --format html "$scratch/node.csv"
    expect_status 0
}

# Ten minutes, of which one was sampled each second, others each three seconds: 60 × 100 W and
# SLOW × 3 × 300 W.
changing_intervals() { # SLOW FILE
    awk -v slow="$1" 'BEGIN { print "time,host,cpu_percent,power [W]"
        for (i = 0; i < 60 + slow; i++)
            printf "%d,a,%s\n", 1789372800 + (i <= 60 ? i : 3 * i - 120), i < 60 ? "10,100" : "90,300" }' > "$2"
}

test_means_count_samples_by_their_intervals() {
    local slow
    for slow in 40 100; do # the interval is one second, three
        changing_intervals "$slow" "$scratch/changing.csv"
        report --only none --format html "$scratch/changing.csv"
        expect_status 0
        expected=$(awk -v slow="$slow" 'BEGIN { print (60 * 100 + (1 + 3 * (slow - 1)) * 300) / (60 + 1 + 3 * (slow - 1)) }')
        expect_near "mean over time" "$(cell job_metrics mean power)" "$expected" 0.01
        expect_near "mean of the node" "$(cell node_metrics mean a power)" "$expected" 1e-5
        expect_near energy "$(awk -F, '$1 == "*" { print $5 / $4 }' "$report/data/energy.csv")" "$expected" 0.01
        expect_near coverage "$(cell nodes coverage a)" 1 0
        expect_no_text "$report/index.html" 'Sampling interval'
        expect_no_text "$report/data/findings.csv" low-load
    done
}

# Nodes count alike, though one was there for a tenth of the time.
test_means_of_samples_are_called_so_where_they_differ_from_means_over_time() {
    awk 'BEGIN { print "time,host,cpu_percent,power [W]"
        for (i = 0; i < 200; i++) {
            printf "%d,a,90,300\n", 1789372800 + i
            if (i < 20)
                printf "%d,b,10,100\n", 1789372800 + i
        } }' > "$scratch/short.csv"
    run "$JOBREPORT" --dump=document "$scratch/short.csv"
    expect_output "power per node, mean of the samples"
    expect_output 'Means of the samples of each node'
}

# Between the samples of a gap a counter has counted; of a rate nobody knows what it was.
test_totals_of_counters_include_gaps() {
    awk 'BEGIN { print "time,host,net_rx_bytes,disk_read [B/s]"
        for (i = 0; i < 120; i++)
            if (i < 40 || i >= 60) printf "%d,a,%d,1000\n", 1789372800 + 30 * i, 30000 * i }' > "$scratch/gap.csv"
    report --only none --format html "$scratch/gap.csv"
    expect_near counter "$(cell job_metrics total net_io_counters.bytes_recv)" $((30000 * 119)) 1e-9
    expect_near rate "$(cell job_metrics total io_counters.read_bytes)" $((1000 * 30 * 98)) 1e-9
    expect_text "$report/data.html" "those over gaps between samples included"
}

test_noise_is_no_outlier() {
    a_node_reads_less 0.5 3
    expect_text "$report/data/outlier_nodes.csv" ',n1,'
    expect_no_text "$report/index.html" 'Outlier nodes'
    expect_text "$report/index.html" 'Lowest and highest nodes'
    a_node_reads_less 0 3
    expect_text "$report/index.html" 'Outlier nodes'
}

test_iowait_is_on_the_first_page() {
    a_node_reads_less 1 0
    expect_text "$report/index.html" 'CPU time waiting for I/O'
}

# Three nodes whose 32 cores are busy for 70 % of the time and wait for files for 25 %: as shares of
# 1, as percents, and as counters of seconds and of jiffies; also where no name says "cpu", and two
# columns are of guests.
test_modes_of_time_are_shares_in_whatever_they_count() {
    local format first unit cpu
    while read -r format first unit cpu; do
        awk -v format="$format" -v first="$first" -v unit="$unit" -v cpu="$cpu" 'BEGIN {
            names = "CPUuser,CPUsystem,CPUidle,CPUiowait,CPUguest,CPUguest_nice"
            gsub(/CPU/, cpu, names)
            print "timestamp,host," names ",load1"
            for (i = 0; i < 60; i++)
                for (n = 0; n < 3; n++) {
                    by = (format == "levels" ? 1 + n / 100 : i) * unit
                    printf "%d,n%d,%g,%g,%g,%g,0,0,30\n", 1780000000 + 20 * i, n, first * 6 + 0.6 * by,
                        first + 0.1 * by, first * 900 + 0.05 * by, first * 3 + 0.25 * by
                } }' > "$scratch/modes.csv"
        expect_made --only none "$scratch/modes.csv"
        expect_near user "$(cell node_metrics mean n0 cpu_user)" 60 0.1
        expect_near load "$(cell node_metrics mean n0 cpu_percent_sys)" 70 0.1
        expect_text "$report/data/findings.csv" 'CPUs waited for I/O for 25 % of the time'
        expect_no_text "$report/data/findings.csv" 'of the cores.* were busy'
        rm -r "$report"
    done <<< 'levels 0 1 cpu_
levels 0 100 cpu_
levels 0 100
counters 20 640 cpu_
counters 2000 64000'
}

# Two nodes of which the processors rest for a third of the run while COLUMN moves 500 MB/s.
moves_amid_the_run() { # COLUMN
    awk -v column="$1" 'BEGIN {
        print "time,host,cpu_percent," column
        for (i = 0; i < 120; i++) {
            amid = i >= 40 && i < 80
            moved += amid ? 30e9 : 6e6
            for (node = 1; node <= 2; node++)
                printf "%d,n%d,%g,%.0f\n", 1714557600 + 60 * i, node, amid ? 1 : 95 + i % 3, moved
        }
    }' > "$scratch/moves.csv"
}

test_who_moves_data_is_not_idle_whatever_counts_it() {
    local column
    for column in lustre_read_bytes nfs_write_bytes llite_scratch_read_bytes sda_read_bytes \
        beegfs_read_bytes; do
        moves_amid_the_run "$column"
        expect_made --only none "$scratch/moves.csv"
        expect_text "$report/data/findings.csv" 'File I/O bound for 3[34] % of the time: 47[67] MiB/s'
        expect_no_text "$report/data/findings.csv" ' idle from'
        rm -r "$report"
    done
    for column in ib0_rx_bytes net_eth0_tx_bytes hsn1_rx_bytes; do
        moves_amid_the_run "$column"
        expect_made --only none "$scratch/moves.csv"
        expect_no_text "$report/data/findings.csv" ' idle from'
        rm -r "$report"
    done
    moves_amid_the_run heap_used_bytes
    expect_made --only none "$scratch/moves.csv"
    expect_text "$report/data/findings.csv" 'All nodes were idle from'
}

# A disk is a part of all that is read.
test_what_all_disks_read_counts_once() {
    moves_amid_the_run disk_read_bytes
    awk -F, -v OFS=, 'NR == 1 { print $0, "sda_read_bytes" } NR > 1 { print $0, $4 }' \
        "$scratch/moves.csv" > "$scratch/both.csv"
    expect_made --only none "$scratch/both.csv"
    expect_text "$report/data/findings.csv" 'File I/O bound for 3[34] % of the time: 47[67] MiB/s'
}

# As Ganglia, Glances and others call them.
test_load_and_cores_are_known_by_many_names() {
    local names
    for names in load_one,cpu_num load_min1,load_cpucore loadavg_1m,ncpu load_1min,cpu_cores; do
        awk -v names="$names" 'BEGIN {
            print "time,host,cpu_user," names
            for (i = 0; i < 60; i++)
                for (node = 1; node <= 2; node++)
                    printf "%d,n%d,%g,256,64\n", 1714557600 + 60 * i, node, 98 + i % 3 / 2
        }' > "$scratch/load.csv"
        expect_made --only none "$scratch/load.csv"
        expect_text "$report/data/findings.csv" 'Oversubscribed: the load average is 256 on 64 cores per node'
        rm -r "$report"
    done
}

test_a_node_that_differs_for_a_while_is_not_told_to_be_slow() {
    awk 'BEGIN {
        print "time,host,cpu_percent"
        for (i = 0; i < 180; i++)
            for (node = 1; node <= 5; node++)
                printf "%d,n%d,%g\n", 1714557600 + 60 * i, node, (node == 5 && i < 40) ? 9 : 94 + i % 3
    }' > "$scratch/late.csv"
    expect_made --only none "$scratch/late.csv"
    expect_text "$report/data/findings.csv" 'of n5 .* It differs from .*look up what it did or waited for in that time,n5$'
    awk 'BEGIN {
        print "time,host,cpu_percent"
        for (i = 0; i < 180; i++)
            for (node = 1; node <= 5; node++)
                printf "%d,n%d,%g\n", 1714557600 + 60 * i, node, node == 5 ? 60 : 94 + i % 3
    }' > "$scratch/late.csv"
    rm -r "$report"
    expect_made --only none "$scratch/late.csv"
    expect_text "$report/data/findings.csv" 'of n5 .*compare its hardware and its share of the work,n5$'
}

# What InfluxDB exports: rows of each CPU and of all of them, with the measurement as their name.
test_samples_of_influxdb_are_of_nodes() {
    awk 'BEGIN {
        print "name,time,cpu,host,usage_user,usage_iowait,usage_idle"
        for (n = 0; n < 100; n++)
            for (host = 0; host < 2; host++) {
                time = 1750400000 + 10 * n "000000000"
                print "cpu," time ",cpu-total,n" host ",20,60,20"
                print "cpu," time ",cpu0,n" host ",90,5,5"
            }
    }' > "$scratch/cpu.csv"
    expect_made "$scratch/cpu.csv"
    grep -q 'CPUs waited for I/O for 60 % of the time' "$report/data/findings.csv" || fail 'no iowait'
    expect_near load "$(cell node_metrics mean n1 cpu_user)" 20 0
    rm -r "$report"
    grep -v cpu-total "$scratch/cpu.csv" | sed 's/^cpu,\([0-9]*\),cpu0\(.*\)/&\ncpu,\1,cpu1\2/' > "$scratch/cpus.csv"
    run "$JOBREPORT" -o "$report" "$scratch/cpus.csv"
    expect_status 3
    expect_error 'several rows per host and time stamp'
}

# What is said of each node or GPU is found without a look at all others: nodes of two kinds with
# outliers in many metrics, and four GPUs each, took 20 s.
test_sixteen_thousand_nodes_with_gpus_are_looked_at_once() {
    awk 'BEGIN {
        printf "host,timestamp,num_cpus,load1"
        for (m = 0; m < 10; m++)
            printf ",m%d", m
        for (i = 0; i < 10; i++)
            for (n = 0; n < 16000; n++) {
                cores = 32 + n % 2 * 32
                printf "\nn%05d,%d,%d,%.2f", n, 1700000000 + 60 * i, cores, cores * (n % 100 == 7 ? 0.9 : 0.6)
                for (m = 0; m < 10; m++)
                    printf ",%d", cores * (n % 100 == 7 ? 2 : 1) + m
            }
        print ""
    }' > "$scratch/nodes.csv"
    awk 'BEGIN {
        print "host,timestamp,gpu_usage_percent"
        for (i = 0; i < 10; i++)
            for (n = 0; n < 64000; n++)
                printf "gpu-%d.n%05d,%d,%d\n", n % 4, n / 4, 1700000000 + 60 * i, 90 + (n + i) % 3
    }' > "$scratch/gpus.csv"
    (
        ulimit -t 10
        report --only none --format html "$scratch/nodes.csv" "$scratch/gpus.csv"
        expect_status 0
    ) || exit 1
}

# ---- forms of other monitors ---------------------------------------------------------------------

# Samples of four nodes of 256 GiB, a minute apart for five hours, of columns $1; the row of each
# behind time and host is what awk prints for $2. `used` GiB grows on n2 from 30 to 200 and is 30 on
# the others; where files are read (`cache`=1) it is 30 on all, and on n2 files fill memory instead.
table_of_memory() { # COLUMNS AWK CACHE
    awk -v cache="$3" 'BEGIN {
        print "time,host,cpu_usage_idle,'"$1"'"
        for (i = 0; i < 300; i++)
            for (n = 1; n <= 4; n++) {
                grown = n == 2 ? 170 * i / 299 : 0
                used = 30 + (cache ? 0 : grown)
                files = 20 + (cache ? grown : 0)
                free = 256 - used - files
                G = 2 ^ 30; K = 2 ^ 20
                printf "%d,n%d,6,", 1763020800 + 60 * i, n
                '"$2"'
            }
    }' > "$scratch/memory.csv"
}

forms_of_memory=(
    'mem_total,mem_available|printf "%.0f,%.0f\n", 256 * G, (free + files) * G'
    'mem_total,mem_used,mem_available|printf "%.0f,%.0f,%.0f\n", 256 * G, (used + files) * G, (free + files) * G'
    'load_one,mem_total,mem_free,mem_buffers,mem_cached|printf "1,%.0f,%.0f,%.0f,%.0f\n", 256 * K, free * K, K, (files - 1) * K'
    'mem_percent|printf "%.1f\n", 100 * used / 256'
    'used_percent|printf "%.2f\n", 100 * used / 256'
    'mem_available_percent|printf "%.2f\n", 100 - 100 * used / 256'
    'mem_total,mem_used_percent|printf "%.0f,%.2f\n", 256 * G, 100 * used / 256'
    'kbmemfree,kbavail,kbmemused,%memused,kbbuffers,kbcached|printf "%.0f,%.0f,%.0f,%.2f,%.0f,%.0f\n", free * K, (free + files) * K, used * K, 100 * used / 256, K, (files - 1) * K'
    'kbmemfree,kbmemused,%memused,kbbuffers,kbcached|printf "%.0f,%.0f,%.2f,%.0f,%.0f\n", free * K, (used + files) * K, 100 * (used + files) / 256, K, (files - 1) * K'
    'node_memory_MemTotal_bytes,node_memory_MemFree_bytes,node_memory_Buffers_bytes,node_memory_Cached_bytes|printf "%.0f,%.0f,%.0f,%.0f\n", 256 * G, free * G, G, (files - 1) * G'
    'mem_total,mem_free,mem_cached|printf "256,%.2f,%.2f\n", free, files'
)

test_a_leak_is_found_in_each_form_of_memory() {
    local form findings
    for form in "${forms_of_memory[@]}"; do
        table_of_memory "${form%%|*}" "${form#*|}" 0
        report --only none --format html "$scratch/memory.csv"
        expect_status 0
        findings="$report/data/findings.csv"
        sed -n 2p "$findings" | grep -qE 'Memory in use grows steadily on n2 \(1 of 4 nodes\): from (30(\.[0-9])? GiB to (199|200|201)|1[12](\.[0-9])? % to 78)' ||
            fail "${form%%|*}: $(sed -n 2p "$findings")"
        ! grep -q 'for the whole run' "$findings" || fail "${form%%|*}: for the whole run"
        rm -r "$report"
    done
}

# Files that are read fill memory and can be given back.
test_files_that_fill_memory_are_no_leak() {
    local form
    for form in "${forms_of_memory[@]}"; do
        table_of_memory "${form%%|*}" "${form#*|}" 1
        report --only none --format html "$scratch/memory.csv"
        expect_status 0
        ! grep -E 'grows|nearly full|^[a-z.-]*,(bad|warn)' "$report/data/findings.csv" || fail "${form%%|*}"
        rm -r "$report"
    done
}

test_active_processors_tell_idle_nodes() {
    local name
    for name in cpu_usage_active usage_active cpu_active active_percent; do
        awk -v name="$name" 'BEGIN {
            print "time,host," name
            for (i = 0; i < 240; i++)
                for (n = 1; n <= 4; n++)
                    printf "%d,n%d,%.1f\n", 1763020800 + 60 * i, n, i < 80 ? 94 : 0.3
        }' > "$scratch/active.csv"
        report --only none --format html "$scratch/active.csv"
        expect_status 0
        expect_text "$report/data/findings.csv" '^[a-z.-]*,bad,cpu_percent_sys,"All nodes were idle from'
        rm -r "$report"
    done
}

# One of 64 cores is less than 2 % of them.
test_load_averages_tell_serial_parts() {
    local name
    for name in load1 system_load1 node_load1 load_shortterm ldavg-1; do
        awk -v name="$name" 'BEGIN {
            print "time,host,cpu_usage_user,cpu_usage_system,cpu_usage_idle,system_n_cpus," name
            for (i = 0; i < 240; i++) {
                serial = i >= 100 && i < 160
                printf "%d,n1,%.2f,0.1,%.2f,64,%.2f\n", 1763020800 + 60 * i, serial ? 1.56 : 94,
                    serial ? 98.34 : 5.9, serial ? 1.01 : 60.3
            }
        }' > "$scratch/load.csv"
        report --only none --format html "$scratch/load.csv"
        expect_status 0
        expect_text "$report/data/findings.csv" 'Serial work: about one core was busy from'
        expect_no_text "$report/data/findings.csv" 'idle from'
        rm -r "$report"
    done
}

# NODES: of so many with 40 samples each; the last with more than the others.
many_nodes() {
    awk -v nodes="$1" 'BEGIN {
        print "time,host,cpu_percent"
        for (i = 0; i < 40; i++)
            for (k = 0; k < nodes; k++)
                printf "%d,n%03d,%d\n", 1763020800 + 60 * i, k, 20 + k % 7 + 10 * (k == nodes - 1)
    }' > "$scratch/nodes.csv"
}

# Bands sum nodes up: their section says once where each is, and it is there.
test_each_node_is_in_data_beside_bands() {
    many_nodes 12
    report --format html --only 'cpu_percent*' --export samples.csv "$scratch/nodes.csv"
    expect_status 0
    expect_text "$report/nodes.html" 'Means of each node over time: data/heatmap\.csv; all samples: --export samples\.'
    [ "$(grep -o 'all samples: --export samples' "$report/nodes.html" | wc -l)" = 1 ] || fail 'said more than once'
    [ "$(awk -F, '$3 == 1 { print $2 }' "$report/data/heatmap.csv" | sort -u | wc -l)" = 12 ] ||
        fail "$(head -3 "$report/data/heatmap.csv")"
    [ "$(grep -c '^n011,cpu_percent[a-z_]*,.*,34$' "$report/export/samples.csv")" = 40 ] ||
        fail "$(head -3 "$report/export/samples.csv")"
    rm -r "$report"
    many_nodes 130
    report --format html --only 'cpu_percent*' "$scratch/nodes.csv"
    expect_text "$report/nodes.html" 'All samples of each node: --export samples\.'
    rm -r "$report"
    many_nodes 3
    report --format html --only 'cpu_percent*' "$scratch/nodes.csv"
    expect_no_text "$report/nodes.html" '--export samples'
}

run_tests
