#!/bin/bash
# Campaigns: tables of quanta in files and directory trees, and their published summaries.
. tests/lib.sh

make_campaign() {
    cd "$scratch" || fail "no scratch directory"
    mkdir -p campaign/step1/isr_resource_usage campaign/step2/isr_resource_usage \
        campaign/step2/warp_resource_usage campaign/step1/ResourceUsageSummary
    printf '%s\n' band,memory,init_time,run_time g,1073741824,0.1,1800 r,2147483648,0.1,5400 \
        > campaign/step1/isr_resource_usage/isr.csv
    printf '%s\n' run_time,memory,visit 3600,3000000000,7 12:7x,1,8 \
        > campaign/step2/isr_resource_usage/isr.csv
    printf '%s\n' memory,run_time,tract 4000000000,900,9813 0,900,9813 5e9,90 \
        > campaign/step2/warp_resource_usage/warp.csv
    printf '%s\n' task,quanta,integrated_runtime_hrs,mem_GB_p050,runtime_s_p050 isr,2,2,1.5,3600 \
        > campaign/step1/ResourceUsageSummary/summary.csv
}

# Without any record the quantiles are those that the source publishes.
test_published_summaries_alone_make_a_report() {
    make_campaign
    rm -r campaign/*/*_resource_usage
    report --format html campaign
    expect_status 0
    expect_near quanta "$(awk -F, 'NR == 2 { print $3 }' "$report/data/task_quantiles.csv")" 2 0
    expect_near memory "$(awk -F, 'NR == 2 { print $9 }' "$report/data/task_quantiles.csv")" 1.5 0
    expect_text "$report/tasks.html" 'no records of tasks, only published summaries of them'
    expect_text "$report/tasks.html" 'run time p50, s<'
    expect_text "$report/index.html" 'Campaign report'
    expect_text "$report/data/findings.csv" 'only published summaries: 1 row'
}

test_benchmarks_of_snakemake_are_of_rules() {
    cd "$scratch" || fail "no scratch directory"
    local header='s\th:m:s\tmax_rss\tmax_vms\tmax_uss\tmax_pss\tio_in\tio_out\tmean_load\tcpu_time'
    local row='3.5\t0:00:03\t19.18\t23.41\t9.89\t12.33\t0.00\t6.47\t13.65\t0.52'
    local file number=1
    for file in gen/A.tsv gen/B.tsv sort/A.tsv sort/B.tsv; do
        mkdir -p "benchmarks/$(dirname "$file")"
        printf '%b\n' "$header" "$number$row" > "benchmarks/$file"
        number=$((number + 1))
    done
    report --only none benchmarks
    expect_status 0
    expect_near gen "$(cell tasks tasks gen)" 2 0
    expect_near sort "$(cell tasks tasks sort)" 2 0
    expect_error "rule name: the directory's name"
}

# Statuses add up, whatever words the source uses.
test_tasks_are_the_sum_of_their_outcomes() {
    cd "$scratch" || fail "no scratch directory"
    printf '%s\n' task,elapsed_s,status a,1,ok a,1,FAILED a,1,CANCELLED a,1,RUNNING a,1,frob \
        b,1,OOMKilled b,1,done > status.csv
    report --only none status.csv
    expect_status 0
    awk -F, 'NR > 1 && $2 != $3 + $4 + $5 + $6 + $7 { exit 1 }' "$report/data/tasks.csv" ||
        fail "tasks are not the sum"
    expect_near unknown "$(cell tasks unknown a)" 1 0
    expect_near failed "$(cell tasks failed b)" 1 0
    expect_text "$report/data/findings.csv" 'has an unknown status'
}

# Tasks that used nothing requested something all the same.
test_tasks_that_used_nothing_are_counted() {
    cd "$scratch" || fail "no scratch directory"
    printf '%s\n' task,elapsed_s,requested_time_s a,0,600 a,0,600 a,1,600 > zero.csv
    report --only none zero.csv
    expect_status 0
    expect_near tasks "$(cell requested tasks a)" 3 0
    expect_near median "$(cell requested ratio_p50 a)" 0 0
}

# 1 GB is 10^9 bytes in a cell as in a name; Nextflow writes it for 2^30.
test_a_gigabyte_is_the_same_in_cells_and_names() {
    cd "$scratch" || fail "no scratch directory"
    printf '%s\n' task,elapsed_s,memory_GB,requested_memory 'a,1,5,4 GB' 'a,1,5,4000 MB' > used.csv
    report --only none used.csv
    expect_status 0
    expect_near ratio "$(cell requested ratio_max a)" 1.25 1e-12
    expect_near requested "$(cell requested requested_p50 a)" 4e9 0
    printf 'task_id\tname\tstatus\texit\trealtime\tpeak_rss\tmemory\n1\ta (1)\tCOMPLETED\t0\t1s\t%s\t%s\n' \
        '5 GB' '4 GB' > trace.txt
    report --only none trace.txt
    expect_status 0
    expect_near requested "$(cell requested requested_p50 a)" 4294967296 0
    expect_near ratio "$(cell requested ratio_max a)" 1.25 1e-12
}

# A table beside an earlier copy of it: the same numbers as of the table alone.
test_records_of_two_exports_count_once() {
    mkdir "$scratch/exports"
    head -300 examples/campaign-568-tasks/tasks.csv > "$scratch/exports/earlier.csv"
    cp examples/campaign-568-tasks/tasks.csv "$scratch/exports/later.csv"
    report --only none "$scratch/exports"
    expect_status 0
    expect_error 'later.csv: 299 records are also in .*earlier.csv: counted once'
    local name
    mv "$report" "$scratch/both"
    report --only none examples/campaign-568-tasks
    for name in campaign tasks attempts task_nodes concurrency_summary; do
        cmp "$scratch/both/data/$name.csv" "$report/data/$name.csv" || fail "$name differs"
    done
}

# Tables that do not say when tasks ran: what they share counts once, and the order of them is no matter.
# Two campaigns that number their tasks anew share nothing.
test_tasks_of_two_exports_without_times_count_once() {
    local header='task_id,task,elapsed_s,peak_memory_bytes' i
    for i in {1..60}; do
        echo "f$((i * 7919 % 1000))c,fit,$((100 + i * 37 % 90)).$((i % 10)),$((i * 104729 + 4096))"
    done > "$scratch/rows"
    { echo "$header"; head -40 "$scratch/rows"; } > "$scratch/week1.csv"
    { echo "$header"; tail -35 "$scratch/rows"; } > "$scratch/week2.csv"
    report --only none "$scratch/week1.csv" "$scratch/week2.csv"
    expect_status 0
    expect_error 'week2.csv: 15 records are also in .*week1.csv: counted once'
    expect_near tasks "$(cell campaign tasks 0)" 60 0
    report --only none "$scratch/week2.csv" "$scratch/week1.csv"
    expect_near tasks "$(cell campaign tasks 0)" 60 0
    for i in 1 2; do
        { echo "$header"; seq 30 | sed "s/.*/&,fit,$i&,${i}000&/"; } > "$scratch/run$i.csv"
    done
    report --only none "$scratch/run1.csv" "$scratch/run2.csv"
    expect_near tasks "$(cell campaign tasks 0)" 60 0
    expect_no_text "$err" 'counted once'
}

test_a_tree_of_tables_is_one_campaign() {
    make_campaign
    report --only none campaign
    expect_status 0
    expect_near tasks "$(cell steps tasks step1)" 2 0
    expect_near kinds "$(cell steps task_kinds step2)" 2 0
    expect_near hours "$(cell steps elapsed_s step2)" 5400 1e-12
    expect_near memory "$(cell tasks peak_memory_B isr)" 3000000000 0
    expect_near quanta "$(cell task_quantiles quanta step2 warp)" 2 0
    expect_near median "$(cell task_quantiles mem_GB_p050 step2 warp)" 3.725290298461914 0
    expect_error 'isr.csv:3: not a number of seconds: "12:7x"'
    expect_error 'warp.csv:4: fewer fields than the header'
}

# Requests, allocations, memory classes, nodes, lanes and counts over time, by plain loops.
test_tables_are_what_plain_loops_find() {
    need python3
    local directory=examples/campaign-568-tasks
    report --only none "$directory"
    python3 -B tests/golden/check_campaign.py "$directory/tasks.csv" "$report/data" \
        > "$scratch/difference" || fail "$(cat "$scratch/difference")"
}

# One record each: no page and no figure may grow with the number of kinds.
test_pages_do_not_grow_with_kinds() {
    need pdfinfo
    local kinds pages size
    for kinds in 1000 50000; do
        awk -v kinds="$kinds" 'BEGIN { print "task,run_time,cpu_time,memory,cores,host"
            for (i = 1; i <= kinds; i++)
                printf "kind%d,%d,%d,%d,1,n%d\n", i, i % 97 + 1, i % 50, (i % 1000 + 1) * 1e6, i % 7
        }' > "$scratch/kinds.csv"
        report --kinds name "$scratch/kinds.csv"
        expect_status 0
        expect_near kinds "$(($(wc -l < "$report/data/tasks.csv") - 1))" "$kinds" 0
        pages="${pages-} $(pdfinfo "$report/job-report.pdf" | sed -n 's/^Pages: *//p')"
        size="${size-} $(($(cat "$report"/*.html | wc -c) / 10000))"
    done
    set -- $pages
    [ "$1" = "$2" ] || fail "pages: $pages"
    set -- $size
    [ "$2" -le $(($1 + 1)) ] || fail "pages grow: $size times 10 kB"
}

test_published_summaries_are_checked() {
    make_campaign
    report --only none campaign
    [ ! -e "$report/data/summary_check.csv" ] || fail "1.5 GiB is the median of 1 and 2 GiB"
    printf '%s\n' task,quanta,integrated_runtime_hrs,mem_GB_p050,runtime_s_p050 \
        isr,2,2,1.610612736,3600 > campaign/step1/ResourceUsageSummary/summary.csv
    report --only none campaign
    expect_text "$report/data/summary_check.csv" '^step1,isr,mem_GB_p050,1.610612736,1.5,'
    expect_no_text "$report/data/summary_check.csv" 'quanta|runtime'
    expect_text "$report/data/summary_reasons.csv" 'GB are 10\^9 bytes'
}

test_one_file_gives_the_same_as_the_tree() {
    make_campaign
    report --only none campaign
    mv "$report/data/task_quantiles.csv" tree.csv
    printf '%s\n' step,task,memory,run_time step2,warp,4000000000,900 \
        step1,isr,1073741824,1800 step2,isr,3000000000,3600 step1,isr,2147483648,5400 \
        step2,warp,,900 > quanta.csv
    report --only none quanta.csv
    expect_status 0
    expect_same tree.csv "$report/data/task_quantiles.csv"
}

test_threads_make_no_difference() {
    cd "$scratch" || fail "no scratch directory"
    awk 'BEGIN {
        print "step,task,memory,run_time"
        for (i = 0; i < 60000; i++)
            printf "step%d,task%d,%d,%.3f\n", i / 9000, i % 41, i * 4096, i % 977 / 7 + 0.1
    }' > quanta.csv
    run "$JOBREPORT" --only none --jobs 1 --output one quanta.csv
    expect_status 0
    run "$JOBREPORT" --only none --jobs 7 --output seven quanta.csv
    local table
    for table in one/data/*.csv; do
        expect_same "$table" "seven/data/$(basename "$table")"
    done
}

# Seconds from the start of the campaign: no page, figure or paper shows them as dates of 1970.
test_times_from_a_begin_are_no_dates() {
    need pdftotext
    awk 'BEGIN {
        print "task,id,node,start,end,elapsed_s,outcome"
        for (i = 0; i < 40; i++)
            printf "%s,%d,n%d,%d,%d,%d,ok\n", i % 3 ? "make" : "link", i, i % 6, 3 * i, 3 * i + 30, 30
    }' > "$scratch/relative.csv"
    report "$scratch/relative.csv"
    expect_status 0
    expect_text "$report/figures/tasks_over_time.json" 'max 10 at 27 s'
    expect_text "$report/figures/tasks_over_time.json" 'Time from the start, in min\.'
    ! grep -rlE '19(69|70)-' "$report" --include='*.html' --include='*.json' || fail 'dates of 1970'
    pdftotext "$report"/job-report*.pdf - > "$scratch/paper.txt"
    ! grep -nE '19(69|70)-' "$scratch/paper.txt" || fail 'dates of 1970 on paper'
    expect_text "$report/figures/worker_lanes.json" '"kind"'
}

# No measured resource of tasks is dropped, however many there are.
test_forty_resources_of_tasks_are_all_kept() {
    cd "$scratch" || fail "no scratch directory"
    {
        printf '%s\n' '# header' '' '1000000000 1 MANAGER START' \
            '1000000001 1 WORKER w h:1  CONNECTION'
        awk 'BEGIN { for (i = 0; i < 9; i++) {
            t = sprintf("%d", 1001 + i)
            print t "000000 1 TASK " i " WAITING fit FIRST_RESOURCES {}"
            print t "000001 1 TASK " i " RUNNING h:1  FIRST_RESOURCES {}"
            printf t "900000 1 TASK " i " DONE SUCCESS  0  {} {\"wall_time\":[0.9,\"s\"]"
            for (k = 0; k < 40; k++) printf ",\"x%d\":[%d,\"s\"]", k, k + i
            print "}" } }'
        echo '1011000000 1 MANAGER END'
    } > wq.log
    report --only none wq.log
    expect_status 0
    expect_near resources "$(awk -F, '$1 == "*" && $2 ~ /^x/' "$report/data/resources.csv" | wc -l)" 40 0
    expect_near mean "$(awk -F, '$1 == "*" && $2 == "x39" { print $6 }' "$report/data/resources.csv")" 43 1e-9
}

# 60 GiB of rank 0 and 1 GiB of each other one: the total is no request per node.
test_no_memory_is_advised_for_jobs_on_several_nodes() {
    local nodes
    cd "$scratch" || fail "no scratch directory"
    for nodes in 4 1; do
        awk -v nodes=$nodes 'BEGIN {
            print "JobID|JobName|State|Elapsed|NNodes|NTasks|ReqMem|MaxRSS|AveRSS"
            for (i = 1; i <= 14; i++) {
                print i "|nwchem|COMPLETED|06:00:00|" nodes "||384G||"
                print i ".0|nwchem|COMPLETED|06:00:00|" nodes "|128||60G|1G" } }' > sacct.txt
        rm -rf "$scratch/report"
        report --only none sacct.txt
        expect_status 0
        if [ $nodes = 1 ]; then
            expect_text "$report/data/findings.csv" 'request at least 128 GiB plus a margin'
        else
            expect_text "$report/data/findings.csv" 'measure memory per node before requesting less'
            ! grep 'request at least' "$report/data/findings.csv" || fail 'a request over all nodes'
        fi
    done
}

# Jobs on 4 nodes of 32 CPUs: 14 with 64 processes of up to 714 MiB each, 3 that ran out of memory.
# $1: requested memory; $2: processes; $3: their average; $4: jobs that ran out of memory
write_node_jobs() {
    awk -v request="$1" -v tasks="$2" -v average="$3" -v lost="$4" 'BEGIN {
        print "JobID|JobName|State|Start|End|Elapsed|NNodes|AllocCPUS|NTasks|ReqMem|MaxRSS|AveRSS"
        for (i = 1; i <= 14 + lost; i++) {
            state = i > 14 ? "OUT_OF_MEMORY" : "COMPLETED"
            day = sprintf("2026-03-%02d", i)
            times = day "T09:00:00|" day "T15:00:00|06:00:00"
            peak = i > 14 ? 1800 : 700 + i
            print i "|cfd|" state "|" times "|4|128||" request "||"
            print i ".0|cfd|" state "|" times "|4|128|" tasks "||" peak "M|" average } }' > nodes.txt
    rm -rf "$scratch/report"
    report --only none nodes.txt
    expect_status 0
}

# By hand: 64 ÷ 4 processes per node × 714 MiB = 11.16 GiB; of 66 processes 17 on the fullest node.
test_memory_of_several_nodes_is_advised_per_node() {
    local findings="$scratch/report/data/findings.csv"
    cd "$scratch" || fail "no scratch directory"
    write_node_jobs 512G 64 600M 0
    expect_text "$findings" 'Tasks used 7.3 % of the memory they requested'
    expect_text "$findings" 'request at least 12 GiB per node plus a margin for cfd: if processes are spread evenly, its 14 tasks needed up to 11.2 GiB per node'
    ! grep -q '^cfd,memory\|^[*],memory' "$scratch/report/data/allocation.csv" 2> /dev/null ||
        fail 'a first request from totals of jobs'
    expect_near most "$(awk -F, 'NR == 2 { print $10 }' "$scratch/report/data/node_memory.csv")" \
        $((16 * 714 * 1048576)) 0
    write_node_jobs 4Gc 64 '' 0
    expect_text "$findings" 'at most 11.2 GiB of the 128 GiB requested per node, if processes'
    expect_text "$findings" 'request at least 12 GiB per node [(]390 MiB per CPU[)] plus a margin'
    write_node_jobs 128Gn 66 '' 0
    expect_text "$findings" 'at most 11.9 GiB of the 128 GiB requested per node'
    write_node_jobs 24G 66 '' 0
    ! grep -q 'per node' "$findings" || fail 'a request as large as the present one'
    write_node_jobs 64Gn '' '' 0
    ! grep -q 'per node' "$findings" || fail 'a request without a number of processes'
    write_node_jobs 64Gn 64 '' 3
    expect_text "$findings" 'cfd hit its memory limit of 64 GiB per node in 3 of 17 attempts'
    expect_text "$findings" 'request more than 64 GiB per node for cfd'
}

# 60 jobs on 2 of 12 nodes; what has node07 among its nodes fails. A range of 2 billion nodes is no
# list of nodes.
test_a_node_is_blamed_for_failed_jobs_on_several() {
    local nodes="$scratch/report/data/task_nodes.csv"
    cd "$scratch" || fail "no scratch directory"
    awk 'BEGIN {
        print "JobID|JobName|State|ExitCode|Start|End|Elapsed|NNodes|NodeList"
        for (i = 0; i < 60; i++) {
            a = i % 12 + 1
            b = (i * 5 + int(i / 12) * 2 + 3) % 12 + 1
            if (a == b)
                b = b % 12 + 1
            bad = a == 7 || b == 7
            printf "%d|mpi|%s|%d:0|2026-03-02T%02d:%02d:00|2026-03-02T%02d:%02d:30|00:00:30|2|%s\n",
                i + 1, bad ? "FAILED" : "COMPLETED", bad, 8 + i / 30, i % 30, 8 + i / 30, i % 30,
                sprintf("node[%02d,%02d]", a, b) } }' > nodes.txt
    rm -rf "$scratch/report"
    report --only none nodes.txt
    expect_status 0
    expect_text "$scratch/report/data/findings.csv" \
        '([0-9]+) of \1 attempts on node07 and other nodes failed [(]100 %[)]. Without it 0 % failed[.]'
    expect_near nodes "$(awk 'END { print NR - 1 }' "$nodes")" 12 0
    expect_near attempts "$(awk -F, 'NR > 1 { sum += $8 } END { print sum }' "$nodes")" 120 0
    expect_near held "$(awk -F, 'NR > 1 { sum += $12 + $14 } END { print sum }' "$nodes")" 3600 1e-6
    printf '%s\n' 'JobID|JobName|State|Elapsed|NodeList' \
        '1|a|COMPLETED|00:01:00|n[0-1999999999]' '2|a|COMPLETED|00:01:00|n[1-2' \
        '3|a|COMPLETED|00:01:00|n[0-99999][0-99999]' '4|a|COMPLETED|00:01:00|n[1-2],m' > nodes.txt
    rm -rf "$scratch/report"
    report --only none nodes.txt
    expect_status 0
    expect_near nodes "$(awk 'END { print NR - 1 }' "$nodes")" 3 0
}

# Of 60 jobs 20 are ended by the scheduler and start again, all on one node.
test_what_the_scheduler_ends_is_lost_and_no_failure_of_a_node() {
    local findings="$scratch/report/data/findings.csv" state
    cd "$scratch" || fail "no scratch directory"
    for state in PREEMPTED REQUEUED DEADLINE; do
        awk -v state="$state" 'BEGIN {
            print "JobID|JobName|State|ExitCode|Start|End|Elapsed|NNodes|NodeList|Timelimit"
            for (i = 0; i < 60; i++) {
                at = sprintf("2026-03-02T%02d:%02d", 8 + i / 30, i % 30)
                if (i % 3 == 0)
                    printf "%d|sim|%s|0:0|%s:00|%s:40|00:00:40|1|n1|00:01:00\n", i, state, at, at
                if (i % 3 || state != "DEADLINE")
                    printf "%d|sim|COMPLETED|0:0|%s:41|%s:59|00:00:50|1|n%d|00:01:00\n", i, at, at, 2 + i % 5
            } }' > ended.txt
        rm -rf "$scratch/report"
        report --only none ended.txt
        expect_status 0
        expect_no_text "$findings" 'n1 failed|its time limit|more time'
        case $state in
        DEADLINE) expect_text "$findings" '20 of 60 tasks [(]33 %[)] failed, all: DEADLINE[.].*set a later deadline' ;;
        REQUEUED)
            expect_text "$findings" 'note,.*20 attempts of sim were requeued after'
            expect_no_text "$findings" 'attempts were lost|preempts'
            expect_near failed "$(cell tasks failed sim)" 0 0
            ;;
        *)
            expect_text "$findings" '20 attempts were lost: PREEMPTED [(]lost[)]\. They took'
            expect_near failed "$(cell tasks failed sim)" 0 0
            ;;
        esac
    done
}

# 40 jobs of 10 minutes, and one of an hour: each has a node of its own, which none can release.
# Jobs of 10 min, the last of an hour: all at once, or one after another on 8 nodes.
write_jobs_with_a_long_last_one() { # NODES
    awk -v nodes="$1" 'BEGIN {
        print "JobID|JobName|State|Submit|Start|End|Elapsed|NNodes|AllocCPUS|NodeList"
        for (i = 1; i <= 48; i++) {
            start = int((i - 1) / nodes) * 600
            elapsed = i == 48 ? 3600 : 600
            printf "7_%d|fit|COMPLETED|2026-03-02T08:00:00|2026-03-02T%02d:%02d:00|", i,
                8 + int(start / 3600), start / 60 % 60
            printf "2026-03-02T%02d:%02d:00|%02d:%02d:00|1|1|n%02d\n",
                8 + int((start + elapsed) / 3600), (start + elapsed) / 60 % 60,
                int(elapsed / 3600), elapsed / 60 % 60, (i - 1) % nodes } }' > tail.txt
    rm -rf "$scratch/report"
    report --only none tail.txt
    expect_status 0
}

test_no_nodes_of_jobs_are_released_earlier() {
    cd "$scratch" || fail "no scratch directory"
    write_jobs_with_a_long_last_one 8
    expect_text "$report/data/findings.csv" 'submit the longest jobs first, to end up to 43 min 45 s earlier'
    ! grep -q 'release' "$report/data/findings.csv" || fail 'nodes of jobs are to be released'
}

test_no_order_is_advised_of_jobs_that_start_at_once() {
    cd "$scratch" || fail "no scratch directory"
    write_jobs_with_a_long_last_one 48
    expect_text "$report/data/findings.csv" '^[a-z.-]*,warn,.*The longest, of fit, took 6 times the median'
    ! grep -q 'longest jobs first' "$report/data/findings.csv" || fail 'an order is advised'
}

# Sorts that wait for 4 h, and use 1 of 32 GB. FAILED of 60 end in an error.
write_waiting_jobs() { # FAILED
    awk -v failed="$1" 'BEGIN {
        print "JobID|JobName|State|ExitCode|Submit|Start|End|ElapsedRaw|NNodes|AllocCPUS|ReqMem|MaxRSS|NodeList"
        for (i = 1; i <= 60; i++) {
            state = i <= failed ? "FAILED|1:0" : "COMPLETED|0:0"
            printf "%d|sort|%s|2026-03-01T08:00:00|2026-03-01T12:00:00|2026-03-01T13:00:00|3600|1|4|32G||n%d\n", i, state, i
            printf "%d.batch|batch|%s||2026-03-01T12:00:00|2026-03-01T13:00:00|3600|1|4||%dK|n%d\n", i, state, 900000 + i, i
        } }' > waiting.txt
    rm -rf "$scratch/report"
    report --only none --format html,pdf waiting.txt
    expect_status 0
}

# Where most failed, neither a page nor a wait in the queue names a request.
test_a_request_is_recommended_where_findings_would() {
    local findings="$scratch/report/data/findings.csv"
    cd "$scratch" || fail "no scratch directory"
    write_waiting_jobs 0
    expect_text "$findings" 'attempts waited in the queue for .*request at least .* for sort'
    expect_text "$scratch/report/tasks.html" 'Recommended memory request'
    write_waiting_jobs 40
    expect_text "$findings" 'request less only once most tasks of sort succeed'
    grep 'attempts waited in the queue for' "$findings" > waits
    ! grep -q 'request less' waits || fail 'a wait in the queue has the advice of memory'
    ! grep -q 'Recommended memory request' "$scratch/report/tasks.html" ||
        fail 'a request is recommended that findings do not give'
    expect_text "$scratch/report/tasks.html" 'No least-waste memory request is computed for: sort \('
}

# Six jobs of 4 h, submitted together, each of which waits for the one before it.
write_job_chain() { # FIELDS
    awk -v fields="$1" 'BEGIN {
        print "JobID|JobName|State|ExitCode|NNodes|AllocCPUS|ElapsedRaw|Submit|" fields "|End"
        for (i = 0; i < 6; i++) {
            start = sprintf("2026-03-01T%02d:01:00", 4 * i)
            eligible = i ? sprintf("2026-03-01T%02d:00:00", 4 * i) : "2026-03-01T00:00:00"
            printf "%d|part%d|COMPLETED|0:0|1|4|14340|2026-03-01T00:00:00|%s|2026-03-%02dT%02d:00:00\n",
                i + 1, i, fields == "Start" ? start : eligible "|" start, i < 5 ? 1 : 2, 4 * (i + 1) % 24
        } }' > chain.txt
    rm -rf "$scratch/report"
    report --only none --format html chain.txt
    expect_status 0
}

test_waits_for_dependencies_are_no_queue_waits() {
    local findings="$scratch/report/data/findings.csv"
    cd "$scratch" || fail "no scratch directory"
    write_job_chain Start
    expect_text "$findings" '^[a-z.-]*,note,.*6 attempts waited in the queue or for other jobs for .*add Eligible'
    write_job_chain 'Eligible|Start'
    ! grep -q ' waited ' "$findings" || fail 'waits for other jobs are taken as queue waits'
    expect_text "$scratch/report/data/queue_waits.csv" '^\*,6,60,60,360,'
}

# Jobs without names may be of any program: what one requested says nothing of another. The only one
# at the limit is named by its id. With names, or where all succeed in the end, they are compared.
test_jobs_without_names_are_not_compared() {
    local head='JobID|JobName|State|Elapsed|AllocCPUS|ReqMem|MaxRSS' first='7||OUT_OF_MEMORY|01:00:00|1|4G|3G'
    cd "$scratch" || fail "no scratch directory"
    printf '%s\n' "$head" "$first" '8||COMPLETED|01:00:00|1|16G|1G' > unnamed.txt
    report --only none unnamed.txt
    expect_text "$report/data/findings.csv" '1 of 2 attempts, job 7, hit its memory limit of 4 GiB'
    expect_text "$report/data/findings.csv" 'request more than 4 GiB for job 7'
    ! grep -q '16 GiB' "$report/data/findings.csv" || fail 'jobs without names are compared'
    sed 's/||/|sim|/' unnamed.txt > named.txt
    report --only none named.txt
    expect_text "$report/data/findings.csv" 'sim hit its memory limit of 4 GiB in 1 of 2 attempts.*request 16 GiB for sim'
    printf '%s\n' "$head" "$first" '7||COMPLETED|01:00:00|1|16G|1G' > repeated.txt
    report --only none repeated.txt
    expect_text "$report/data/findings.csv" 'Tasks that requested 16 GiB succeeded'
}

# As of the queue's workers: they are counted while tasks wait or run.
test_tables_say_when_workers_are_counted() {
    run "$JOBREPORT" tables
    expect_output 'workers are counted from then on'
    expect_output 'workers are counted until then'
}

write_requeued_jobs() {
    local head='JobID|JobName|State|Submit|Start|End|Elapsed|NNodes|NodeList' id
    echo "$head" > october.txt
    echo "$head" > november.txt
    for id in 1 2 3; do
        echo "$id|sim|PREEMPTED|2026-10-31T12:00:00|2026-10-31T13:00:0$id|2026-10-31T21:20:00|08:20:00|1|n$id" >> october.txt
        echo "$id|sim|COMPLETED|2026-10-31T12:00:00|2026-11-01T02:00:00|2026-11-01T04:00:00|02:00:00|1|n$id" >> november.txt
    done
}

# What was submitted once waits an unknown time for its second start.
test_requeued_jobs_are_one_task_in_any_order() {
    cd "$scratch" || fail "no scratch directory"
    write_requeued_jobs
    cat november.txt > latest-first.txt
    sed 1d october.txt >> latest-first.txt
    for inputs in 'october.txt november.txt' 'november.txt october.txt' latest-first.txt; do
        rm -rf "$scratch/report"
        # shellcheck disable=SC2086 # several inputs
        report --only none --format html $inputs
        expect_status 0
        expect_text "$scratch/report/data/tasks.csv" '^sim,3,3,0,0,0,0,6,'
        expect_text "$scratch/report/data/queue_waits.csv" '^\*,3,3602,'
    done
}

run_tests
