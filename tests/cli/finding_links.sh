#!/bin/bash
# Each finding on the summary page links to the section, or figure, that shows it.
. tests/lib.sh

cases=$checkout/../shared/cases

# The address behind each finding, a line each; empty where it has none.
addresses() {
    tr -d '\n' < "$report/index.html" | grep -o '<li><p class="level">.*' | sed 's|</li>|\n|g' | grep '^<li><p class="level">' |
        sed -E 's|.*class="see"><a href="([^"]*)".*|\1|; t; s|.*||'
}

expect_links() { # INPUT…
    local address page
    report --format html "$@"
    expect_status 0
    addresses > "$scratch/addresses"
    expect_text "$scratch/addresses" '^'
    while IFS= read -r address; do
        [ -n "$address" ] || fail "$*: a finding links nowhere: $(cat "$scratch/addresses" "$report/data/findings.csv")"
        page=${address%%#*}
        grep -qF "id=\"${address#*#}\"" "$report/${page:-index.html}" || fail "$*: no $address"
    done < "$scratch/addresses"
    cat "$report"/*.html | grep -o '<section[^>]* id="[^"]*"' | sed 's/.*id="//; s/"$//' >> "$scratch/sections"
    rm -rf "$report"
}

# A section that gets another title has another id. No example has traces of tasks, or tasks that wait
# for each other.
test_findings_link_to_what_shows_them() {
    local example section
    for example in "$examples"/*/; do
        expect_links "$example"
    done
    grep -oP '"section": "\K[a-z-]+(?=")' templates/findings.json | grep -vxE 'traces-tasks|tasks-critical-path' | sort -u > "$scratch/named"
    expect_text "$scratch/named" '^tasks-attempts$'
    while read -r section; do
        grep -qxF "$section" "$scratch/sections" || fail "no example has the section $section"
    done < "$scratch/named"
}

# CPU efficiency of one task is not drawn: the totals have it.
test_findings_link_to_the_page_where_their_section_is_not_drawn() {
    printf '%s\n' 'JobID|JobName|State|ElapsedRaw|AllocCPUS|TotalCPU' '9|t|COMPLETED|3600|8|04:00:00' > "$scratch/sacct.txt"
    expect_links "$scratch/sacct.txt"
    expect_text "$scratch/addresses" '^tasks.html#tasks$'
}

test_findings_of_cases_link_to_what_shows_them() {
    local case
    [ -d "$cases" ] || skip 'no cases'
    for case in gpu-idle pytorch summaries-only slurm/sacct-all.txt slurm/sacct-default.txt numbers/crash-one-moment.csv; do
        expect_links "$cases/$case"
    done
}

test_findings_of_a_workflow_link_to_its_critical_path() {
    local instance=$samples/wfinstances/pegasus_1000genome_1000genome-chameleon-2ch-100k-001.json
    [ -e "$instance" ] || skip 'no samples'
    expect_links "$instance"
    expect_text "$scratch/sections" '^tasks-critical-path$'
}

# haplotype_caller has 55 % of the summed task time; merge_gcvf is what the run waits for.
test_advice_follows_the_critical_path() {
    need_sample wfinstances
    report --only none "$samples/wfinstances/pegasus_soykb_soykb-chameleon-10fastq-10ch-001.json"
    expect_status 0
    expect_text "$report/data/findings.csv" '^tasks.critical-path,note,.*merge_gcvf has 87 % of it;.*make merge_gcvf faster'
    expect_text "$report/data/findings.csv" '^tasks.dominant-kinds,note,.*haplotype_caller 55 %.*,0.9,"",""$'
}

# Nodes run tasks of one kind, and one takes twice as long.
test_run_times_by_node_are_shown_where_a_node_is_slow() {
    local slow
    for slow in 2 1; do
        awk -v slow=$slow 'BEGIN {
            print "task,node,start,end,status"
            for (i = 0; i < 90; i++)
                printf "a,n%d,%d,%d,ok\n", i % 3, 100 * i, 100 * i + (50 + i % 7) * (i % 3 == 1 ? slow : 1) }' > "$scratch/tasks.csv"
        run "$JOBREPORT" --dump=document "$scratch/tasks.csv"
        expect_status 0
        [ $slow = 1 ] || cp "$out" "$scratch/slow"
    done
    expect_no_text "$out" 'Run time by node'
    expect_text "$scratch/slow" 'Run time by node'
    expect_text "$scratch/slow" '\[tasks-attempts\] n1 is slow'
    expect_text "$scratch/slow" 'n1 \| 30 \| [12][0-9]{2}(\.[0-9])? % \| 30 \| 0\.'
}

# For most of this run none of its tasks ran: a faster one would not make it shorter.
test_no_task_is_to_be_made_faster_where_waits_bound_the_run() {
    need_sample wfinstances
    report --format html --only none "$samples"/wfinstances/makeflow_blast*
    expect_status 0
    expect_text "$report/data/findings.csv" '^tasks.none-running,note,.*waits bound it'
    expect_text "$report/data/findings.csv" '^tasks.dominant-kinds,note,.*,0.9,"",""$'
}

run_tests
