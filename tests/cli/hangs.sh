#!/bin/bash
# What nodes do that do nothing more: noise of the system, one core, blocked processes, the kernel.
. tests/lib.sh

# samples NODES COLUMNS EXPRESSIONS: 240 samples of 64 cores each 30 s from 10:00; awk expressions in
# the sample i, the node n and g(), normal noise of deviation 1.
samples() {
    awk -v nodes="$1" -v columns="$2" '
        function g(   k, sum) { sum = -6; for (k = 0; k < 12; k++) sum += rand(); return sum }
        function most(a, b) { return a > b ? a : b }
        BEGIN {
            srand(7)
            print "time,host,system_n_cpus," columns
            for (i = 0; i < 240; i++)
                for (n = 1; n <= nodes; n++)
                    print 1763028000 + 30 * i ",n" n ",64," '"$3"'
        }' > "$scratch/nodes.csv"
}

expect_made() {
    report --only none --format html "$scratch/nodes.csv"
    expect_status 0
}

expect_equal() { # WHAT ACTUAL EXPECTED
    [ "$2" = "$3" ] || fail "$1 is '$2', expected '$3'"
}

expect_first() { # PATTERN: the first finding
    first_finding | grep -qE -- "$1" || fail "the first finding is not $1: $(first_finding)"
}

# The first finding and how many there are above notes.
first_finding() {
    sed -n 2p "$report/data/findings.csv"
}
warnings() {
    grep -cE '^[a-z.-]*,(bad|warn)' "$report/data/findings.csv"
}

# Of 64 cores 1 to 2 % are about one: as idle, as serial or neither by turns.
test_noise_on_all_nodes_after_the_load_fell_is_one_fall() {
    local level nodes
    for nodes in 1 3 4; do
        for level in 0.9+0.15 1.2+0.1 1.2+0.6 1.9+0.15 3+0.3; do
            [ "$nodes $level" = '1 1.9+0.15' ] && continue # may be a core
            samples "$nodes" cpu_usage_active \
                "(i < 80 ? 96 + g() : most(0.05, ${level%+*} + ${level#*+} * g()))"
            expect_made
            case $level in
                0.9* | 1.2+0.1) # 0.8 cores are 1.25 %
                    expect_first '^[a-z.-]*,bad,.*(Low node CPU utilisation from 10:40 to the end|All nodes were idle from 10:40|n1 was idle from 10:40)' ;;
                *) expect_first \
                    '^[a-z.-]*,bad,.*Low node CPU utilisation from 10:40 to the end \(1 h 20 min, 67 % of the run\): .*The job did nothing or hung\.' ;;
            esac
            expect_equal "warnings ($nodes nodes, $level)" "$(warnings)" 1
            rm -r "$report"
        done
    done
}

test_a_core_busy_on_every_node_or_on_one_is_serial() {
    samples 3 cpu_usage_active '(i < 80 ? 96 + g() : 1.65 + 0.03 * g())'
    expect_made
    expect_first 'Serial work: about one core was busy on every node from 10:40'
    rm -r "$report"
    samples 2 cpu_usage_active '(i < 80 ? 96 + g() : n == 1 ? 1.65 + 0.03 * g() : 0.2)'
    expect_made
    expect_first 'Serial work: about one core was busy on one of 2 nodes from 10:40'
    rm -r "$report"
}

# Linux counts processes in uninterruptible sleep in the load average.
test_processes_that_rest_in_the_load_average_are_blocked() {
    local level
    for level in 0.7 1.2 1.9 3; do
        samples 3 cpu_usage_active,system_load1 \
            "(i < 80 ? 96 + g() : $level + 0.15 * g()) \",\" (i < 80 ? 64 : 160) + g()"
        expect_made
        expect_first \
            '^[a-z.-]*,bad,.*The load average was 160 per node: processes were probably blocked in I/O.*check the file system'
        expect_equal "warnings ($level)" "$(warnings)" 1
        rm -r "$report"
    done
    samples 1 cpu_usage_active,system_load1,procs_blocked \
        '(i < 80 ? 96 + g() : 1.9 + 0.15 * g()) "," (i < 80 ? 64 : 66) + g() "," (i < 80 ? 0 : 64)'
    expect_made
    expect_first \
        'Low node CPU utilisation from 10:40 to the end .*64 processes were blocked in I/O\..*check the file system'
    rm -r "$report"
}

# More processes than cores while these are at work; blocked ones are none of them.
test_only_processes_at_work_oversubscribe_cores() {
    samples 2 cpu_usage_active,system_load1 '(i < 120 ? 98 : 20) "," (i < 120 ? 64 : 250)'
    expect_made
    expect_no_text "$report/data/findings.csv" 'Oversubscribed'
    rm -r "$report"
    samples 2 cpu_usage_active,system_load1 '98 "," 192'
    expect_made
    expect_text "$report/data/findings.csv" 'Oversubscribed: the load average is 192 on 64 cores'
    rm -r "$report"
}

test_processes_without_a_core_are_blocked_or_bound() {
    local name
    samples 2 cpu_usage_active,system_load1 '3.5 + g() / 4 "," 130 + g()'
    expect_made
    expect_first \
        'while 130 processes were ready to run or blocked in I/O\. .*--cpu-bind.*file system'
    rm -r "$report"
    for name in processes_blocked procs_blocked node_procs_blocked; do
        samples 2 "cpu_usage_active,system_load1,$name" '3.5 + g() / 4 "," 130 + g() ",128"'
        expect_made
        expect_first \
            'while 128 processes were blocked in I/O\..*check the file system'
        rm -r "$report"
    done
    samples 2 cpu_usage_active,system_load1,procs_blocked '3.5 + g() / 4 "," 130 + g() ",0"'
    expect_made
    expect_first 'ready to run. They are probably bound to too few cores'
    rm -r "$report"
}

# system calls, page faults, locks: not what the program computes
test_busy_time_in_the_kernel_is_reported() {
    local columns=cpu_usage_user,cpu_usage_system,cpu_usage_iowait,cpu_usage_idle
    samples 2 "$columns" '12 + g() ",82,0.1,6"'
    expect_made
    expect_first '^[a-z.-]*,warn,cpu_system,System time .kernel. took 8[678] % of the busy CPU time\.,.*strace'
    rm -r "$report"
    samples 4 "$columns" '(n == 2 ? "30,60" : "88,2") ",0.1,9"'
    expect_made
    expect_text "$report/data/findings.csv" '^[a-z.-]*,warn,cpu_system,System time .kernel. took 66 % of the busy CPU time on n2\.'
    rm -r "$report"
    samples 2 "$columns" '(i < 96 ? "10,80" : "88,2") ",0.1,9"'
    expect_made
    expect_text "$report/data/findings.csv" '^[a-z.-]*,warn,cpu_system,"System time .kernel. took 88 % of the busy CPU time, during 40 % of the run'
    rm -r "$report"
    samples 2 "$columns" '"55,35,0.1,9"'
    expect_made
    expect_text "$report/data/findings.csv" '^[a-z.-]*,note,cpu_system,System time .kernel. took 39 % of the busy CPU time\.'
    rm -r "$report"
    # ordinary work; nodes at rest, whose little is mostly the system's
    samples 2 "$columns" '(i < 200 ? "85,8,0.1,6" : "0.1,0.4,0,99")'
    expect_made
    expect_no_text "$report/data/findings.csv" 'in the kernel'
    rm -r "$report"
}

# jobs SYSTEM USER: 20 jobs of 2 h on 16 cores, hours of CPU time.
jobs() {
    awk -v in_kernel="$1" -v user="$2" 'BEGIN {
        print "JobID|JobName|State|ExitCode|Elapsed|AllocCPUS|UserCPU|SystemCPU|TotalCPU|Start|End|NodeList"
        for (i = 0; i < 20; i++)
            printf "%d|merge|COMPLETED|0:0|02:00:00|16|%02d:00:00|%02d:00:00|%02d:00:00|2026-09-14T08:%02d:00|2026-09-14T10:%02d:00|cn01\n",
                97000 + i, user, in_kernel, user + in_kernel, i, i
    }' > "$scratch/sacct.txt"
    report --only none --format html "$scratch/sacct.txt"
    expect_status 0
}

test_tasks_whose_time_is_the_kernels_are_reported() {
    jobs 26 4
    expect_first '^[a-z.-]*,warn,tasks-resources,merge spent 87 % of its CPU time in the kernel .*strace'
    rm -r "$report"
    jobs 12 18
    expect_text "$report/data/findings.csv" '^[a-z.-]*,note,tasks-resources,merge spent 40 % of its CPU time'
    rm -r "$report"
    jobs 3 27
    expect_no_text "$report/data/findings.csv" 'in the kernel'
    rm -r "$report"
    # hardly any CPU time at all, as of a script that waits
    jobs 2 0
    expect_no_text "$report/data/findings.csv" 'in the kernel'
    rm -r "$report"
    cat > "$scratch/sacct.json" << 'END'
{"jobs": [{"job_id": 7, "name": "merge", "state": {"current": ["COMPLETED"]}, "nodes": "cn01",
 "time": {"start": 1789372800, "end": 1789380000, "elapsed": 7200, "submission": 1789372700,
  "system": {"seconds": 93600, "microseconds": 5}, "user": {"seconds": 14400, "microseconds": 5},
  "total": {"seconds": 108000, "microseconds": 10}},
 "required": {"CPUs": 16}, "tres": {"allocated": [{"type": "cpu", "count": 16}]}, "steps": []}]}
END
    report --only none --format html "$scratch/sacct.json"
    expect_status 0
    expect_text "$report/data/findings.csv" '^[a-z.-]*,warn,tasks-resources,merge spent 87 % of its CPU time'
    rm -r "$report"
}

test_memory_as_high_as_planned_is_no_trouble() {
    samples 2 cpu_usage_active,mem_used_percent '97 + g() "," 91 + g() / 20'
    expect_made
    expect_text "$report/data/findings.csv" '^[a-z.-]*,note,.*Memory of 2 of 2 nodes was well used: up to 91 % on n[12]'
    expect_no_text "$report/data/findings.csv" 'request more memory|^[a-z.-]*,(warn|bad)'
    rm -r "$report"
}

# One of three for the last sixth of two hours.
test_a_node_that_stops_late_is_named() {
    samples 3 cpu_usage_active '(n == 2 && i >= 200 ? 0.6 : 90 + g())'
    expect_made
    expect_first '^[a-z.-]*,warn,.*n2 stopped at 11:39 and was idle after it, while 2 others worked until 11:59'
    rm -r "$report"
}

run_tests
