#!/bin/bash
# Which tasks failed, why, and where their logs are: in the tables, on the pages, in findings.
. tests/lib.sh

# Two ways to fail, of which one is repeated; paths as Nextflow gives them.
write_trace() {
    {
        printf 'task_id\thash\tnative_id\tname\tstatus\texit\tsubmit\tstart\tcomplete\trealtime\tpeak_rss\tmemory\tattempt\tworkdir\terror_action\n'
        local day='2024-01-01 10'
        for i in 1 2 3; do
            printf '%d\taa/00000%d\t100%d\tALIGN (s%d)\tFAILED\t127\t%s:00:00.000\t%s:00:0%d.000\t%s:00:1%d.000\t10s\t1 GB\t2 GB\t1\t/scratch/aa/00000%dabc\tTERMINATE\n' \
                $i $i $i $i "$day" "$day" $((5 - i)) "$day" $((5 - i)) $i
        done
        printf '4\tbb/000004\t1004\tCALL (s1)\tCOMPLETED\t0\t%s:00:00.000\t%s:01:00.000\t%s:02:00.000\t1m\t1 GB\t2 GB\t1\t/scratch/bb/000004abc\t-\n' "$day" "$day" "$day"
    } > "$scratch/run.trace.txt"
}

test_failed_attempts_are_listed_with_reason_and_directory() {
    write_trace
    report --format html,pdf --only none "$scratch/run.trace.txt"
    expect_status 0
    need python3
    python3 - "$report/data/listed_attempts.csv" > "$scratch/listed" << 'END'
import csv, sys
for row in csv.DictReader(open(sys.argv[1])):
    if row['list'] == 'failed':
        print('|'.join(row[name] for name in ('name', 'reason', 'meaning', 'work_directory', 'native_id')))
END
    # The earliest end first: the third started first.
    cat > "$scratch/expected" << 'END'
ALIGN (s3)|exit code 127|command not found|/scratch/aa/000003abc|1003
ALIGN (s2)|exit code 127|command not found|/scratch/aa/000002abc|1002
ALIGN (s1)|exit code 127|command not found|/scratch/aa/000001abc|1001
END
    expect_same "$scratch/expected" "$scratch/listed"
    expect_text "$report/tasks.html" 'Attempts that failed alike'
    expect_text "$report/tasks.html" '/scratch/aa/000003abc'
    expect_text "$report/index.html" 'exit code 127'
}

# The directory of the first attempt that failed is in the advice of page 1, where no advice is
# known for the exit code.
test_the_first_page_names_a_log() {
    write_trace
    sed -i 's/FAILED\t127/FAILED\t3/' "$scratch/run.trace.txt"
    report --format html --only none "$scratch/run.trace.txt"
    expect_status 0
    expect_text "$report/index.html" 'in /scratch/aa/000003abc'
}

test_jobs_of_sacct_have_their_work_directory() {
    need_sample ../cases/slurm/sacct-all.txt
    report --format html --only none "$samples/../cases/slurm/sacct-all.txt"
    expect_status 0
    expect_text "$report/data/listed_attempts.csv" '/home/user/jobs'
    report --format html --only none "$samples/../cases/slurm/sacct.json.gz"
    expect_status 0
    expect_text "$report/data/listed_attempts.csv" '/home/user/jobs'
}

# Numbers of pages, and none more than 20 rows of a list on paper.
test_lists_are_short_on_paper_and_long_on_the_screen() {
    need pdftotext
    report --format html,pdf --only none "$examples/campaign-568-tasks"
    expect_status 0
    local on_screen on_paper
    on_screen=$(grep -c '<tr' "$report/tasks.html")
    on_paper=$(pdftotext -layout "$report"/*.pdf - | grep -c 'more rows are in data/listed_attempts.csv')
    [ "$on_screen" -gt 600 ] || fail "$on_screen rows in HTML"
    [ "$on_paper" -eq 4 ] || fail "$on_paper lists are cut on paper"
}

# 230 tasks fail: 10 in the terminal at the most, 20 on paper, 200 in HTML and in the table of the
# list, whose filter says so; without --all-attempts nothing leads to a file of all.
test_what_a_list_leaves_out_is_counted_from_all_of_it() {
    need pdftotext
    awk 'BEGIN {
        print "task,id,status,exit_code,start,elapsed_s"
        for (i = 1; i <= 230; i++)
            printf "align,%d,FAILED,1,%d,10\n", i, 1700000000 + i
    }' > "$scratch/tasks.csv"
    report --only none --format html,pdf,text --all-attempts csv "$scratch/tasks.csv"
    expect_status 0
    expect_text "$report/report.txt" '^222 more'
    expect_text "$report/tasks.html" '30 more rows not shown'
    expect_text "$report/tasks.html" 'data-all="230" data-file="data/attempts_all.csv.gz"'
    pdftotext -layout "$report"/*.pdf "$scratch/paper.txt"
    expect_text "$scratch/paper.txt" \
        '210 more rows: the first 200 of 230 rows are in data/listed_attempts.csv, all in data/attempts_all.csv.gz.'
    rm -r "$report"
    report --only none --format html,pdf --all-attempts none "$scratch/tasks.csv"
    expect_status 0
    expect_text "$report/tasks.html" 'data-all="230" tabindex'
    pdftotext -layout "$report"/*.pdf "$scratch/paper.txt"
    expect_text "$scratch/paper.txt" \
        '210 more rows: the first 200 of 230 rows are in data/listed_attempts.csv.$'
}

# What people ask first fits in 80 columns; names differ where they are cut, and the path is whole.
test_the_terminal_has_cause_node_and_log_of_failed_attempts() {
    awk 'BEGIN {
        print "task,name,id,status,exit_code,node,start,elapsed_s,log"
        for (i = 1; i <= 4; i++)
            printf "run_method,run_method (label_projection_%d_of_problems_r_base),%d,FAILED,127,node0%d,%d,10,/scratch/%s/%d.err\n",
                i, i, i, 1700000000 + i, "a_directory_whose_name_is_longer_than_a_line_of_the_terminal/and/more", i
    }' > "$scratch/tasks.csv"
    report --only none --format html,text "$scratch/tasks.csv"
    expect_status 0
    sed -n '/^Failed attempts/,/^$/p' "$report/report.txt" > "$scratch/list"
    expect_text "$scratch/list" '^task  *how it failed  *node'
    expect_text "$scratch/list" 'FAILED: .*node04$'
    expect_text "$scratch/list" '^/scratch/a_directory_whose_name_is_longer_than_a_line_of_the_terminal/and/more/1.err$'
    [ "$(grep '^run_m' "$scratch/list" | cut -d' ' -f1-2 | sort -u | wc -l)" -eq 4 ] ||
        fail "names are cut alike: $(cat "$scratch/list")"
    expect_no_text "$report/tasks.html" '<th scope="col">task kind</th><th scope="col">task</th>'
}

# Names and paths that are too long for their column on paper differ in what is left of them.
test_names_of_failed_attempts_differ_on_paper() {
    need pdftotext
    awk 'BEGIN {
        print "task,name,id,attempt,status,exit_code,node,start,elapsed_s,memory,requested_memory,log"
        for (i = 1; i <= 12; i++)
            printf "preprocess,preprocess (LT05_L1TP_183035_sample_%02d_of_the_campaign_of_20180210_01_T1),task-number-%02d,1,FAILED,137,node%02d,%d,10,1e9,2e9,/a/long/path/of/some/directories/in/which/tasks/%02d_ran.err\n",
                i, i, i, 1700000000 + i, i
    }' > "$scratch/tasks.csv"
    report --only none --format pdf "$scratch/tasks.csv"
    expect_status 0
    pdftotext -raw "$report"/*.pdf "$scratch/paper.txt"
    tr -d '\n ' < "$scratch/paper.txt" > "$scratch/joined.txt"
    for i in 02 05 12; do
        expect_text "$scratch/joined.txt" "/?${i}_ran.err"
        expect_text "$scratch/joined.txt" "pre[a-z]*…[a-z_]*${i}_"
    done
}

# Six of eight tasks are cached: their 6.2 h were spent in another run, so that 5 of 5 min are lost.
test_cached_results_are_no_attempts() {
    need_sample nextflow/trace_scisoseq_2020_CACHED_FAILED.txt
    report --format text "$samples/nextflow/trace_scisoseq_2020_CACHED_FAILED.txt"
    expect_status 0
    expect_text "$report/data/findings.csv" 'It took 4 min 55 s \(99 % of the time of all attempts\)'
}

# 28 of 308 attempts of one kind failed and were repeated: no task of it failed.
test_a_kind_whose_attempts_fail_is_a_finding_though_all_are_repeated() {
    awk 'BEGIN {
        print "task,id,attempt,status,exit_code,elapsed_s,log"
        for (i = 1; i <= 280; i++) {
            if (i <= 28) printf "align,%d,1,FAILED,3,10,/logs/%d.err\n", i, i
            printf "align,%d,%d,COMPLETED,0,10,\n", i, i <= 28 ? 2 : 1
            printf "sort,s%d,1,COMPLETED,0,1000,\n", i
        }
    }' > "$scratch/tasks.csv"
    report --only none --format html "$scratch/tasks.csv"
    expect_status 0
    expect_text "$report/data/findings.csv" \
        'attempts.kind-fails,warn,.*28 of 308 attempts of align \(9.1 %\) failed, mostly FAILED \(exit code 3\); in the other task kinds 0 % did'
    expect_text "$report/index.html" 'the first: /logs/1.err'
    [ "$(cell tasks failed align)" = 0 ] || fail "tasks failed"
    mv "$report" "$scratch/plain"
    # The same where the inputs were reduced, but for the log.
    run "$JOBREPORT" summarize --output "$scratch/one.part" "$scratch/tasks.csv"
    run "$JOBREPORT" merge --only none --output "$scratch/merged" "$scratch/one.part"
    expect_status 0
    expect_text "$scratch/merged/data/findings.csv" '28 of 308 attempts of align \(9.1 %\) failed'
}

run_tests
