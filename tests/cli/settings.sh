#!/bin/bash
# Settings to paste, given back to the tools that they are for, or to a parser of their syntax.
. tests/lib.sh

# Two kinds of 60 tasks: align needs 1 GiB, or 2 GiB three times; the memory of sort is always the
# same. The name of the third is hostile.
write_tasks() { # FILE
    awk 'BEGIN {
        print "task,elapsed_s,peak_memory_B,status"
        for (i = 1; i <= 60; i++) {
            print "align,100," (i <= 3 ? 2147483648 : 1000000000 + i) ",done"
            print "sort,50,500000000,done"
            print "\"x\"\" $(id) */ ${y}\",20,300000000,done"
        }
    }' > "$1"
}

write_trace() { # FILE
    {
        printf 'task_id\thash\tnative_id\tname\tstatus\texit\tsubmit\tstart\tcomplete\trealtime\tpeak_rss\tattempt\n'
        for i in $(seq 40); do
            printf '%d\taa/%06d\t%d\tRNASEQ:ALIGN (s%d)\tCOMPLETED\t0\t2024-01-01 10:00:00.000\t2024-01-01 10:00:01.000\t2024-01-01 10:01:01.000\t1m\t%s\t1\n' \
                "$i" "$i" "$i" "$i" "$([ "$i" -le 2 ] && echo '4 GB' || echo '1 GB')"
        done
    } > "$1"
}

test_settings_are_files_of_the_report_and_drawn_again() {
    write_tasks "$scratch/tasks.csv"
    report --format html --only none "$scratch/tasks.csv"
    expect_status 0
    expect_file "$report/data/settings/slurm.txt" "$report/data/settings/htcondor.sub" \
        "$report/data/settings/snakemake/config.yaml" "$report/assets/report.js"
    expect_text "$report/data/manifest.json" '"data/settings/snakemake/config.yaml"'
    expect_text "$report/data/settings/slurm.txt" '^#SBATCH --mem=[0-9]+M$'
    expect_text "$report/tasks.html" 'Settings to paste'
    expect_text "$report/tasks.html" "script-src 'self'"
    expect_no_text "$report/index.html" 'script-src|<script'
    cp -a "$report" "$scratch/former"
    run "$JOBREPORT" replot --jobs 1 "$report"
    expect_status 0
    expect_same "$scratch/former" "$report"
}

# What is not of the report stays, wherever it lies; the folders of a former report go with it.
test_settings_of_a_former_report_go_with_it() {
    write_tasks "$scratch/tasks.csv"
    report --format html --only none "$scratch/tasks.csv"
    expect_status 0
    report --format html --only none "$examples/archive-12-nodes"
    expect_status 0
    [ ! -e "$report/data/settings" ] || fail "left behind: $(find "$report/data/settings")"
    [ ! -e "$report/assets/report.js" ] || fail "a script without settings"
    report --format html --only none "$scratch/tasks.csv"
    expect_status 0
    echo mine > "$report/data/settings/snakemake/notes"
    report --format html --only none "$examples/archive-12-nodes"
    expect_status 0
    expect_text "$report/data/settings/snakemake/notes" mine
    [ "$(find "$report/data/settings" -type f | wc -l)" = 1 ] || fail "files are left behind"
}

test_published_reports_have_their_settings() {
    write_tasks "$scratch/tasks.csv"
    report --format html --only none "$scratch/tasks.csv"
    run "$JOBREPORT" publish "$report" "$scratch/web"
    expect_status 0
    [ "$(find "$scratch/web" -path '*/data/settings/*' -type f | wc -l)" = 3 ] ||
        fail "not published: $(find "$scratch/web" -type f)"
    find "$scratch/web" -path '*/data/settings/snakemake/config.yaml' | grep -q . || fail "no profile"
}

# A folder that is a link leads elsewhere: nothing there is removed.
test_linked_folders_are_left_alone() {
    write_tasks "$scratch/tasks.csv"
    report --format html --only none "$scratch/tasks.csv"
    mkdir "$scratch/elsewhere"
    mv "$report/data/settings" "$scratch/elsewhere/settings"
    ln -s ../../elsewhere/settings "$report/data/settings"
    report --format html --only none "$examples/archive-12-nodes"
    expect_status 0
    expect_file "$scratch/elsewhere/settings/slurm.txt" \
        "$scratch/elsewhere/settings/snakemake/config.yaml"
}

# Rules that have nothing to repeat: expressions need a later version than Debian's.
test_snakemake_takes_the_profile() {
    need snakemake
    write_tasks "$scratch/tasks.csv"
    sed -i '/^align/d' "$scratch/tasks.csv"
    report --only none "$scratch/tasks.csv"
    expect_status 0
    printf '%s\n' 'rule sort:' '    output: "sorted"' '    resources: mem_mb=1' \
        "    shell: \"echo {resources.mem_mb} > sorted\"" > "$scratch/Snakefile"
    cd "$scratch" || fail "no scratch directory"
    run snakemake --profile report/data/settings/snakemake --cores 1
    expect_status 0
    # 500,000,000 bytes, rounded up to 480 MiB
    [ "$(cat sorted)" = 504 ] || fail "sort has $(cat sorted) MB"
}

test_the_profile_is_yaml() {
    python3 -c 'import yaml' 2> /dev/null || skip "no python3-yaml"
    write_tasks "$scratch/tasks.csv"
    report --only none "$scratch/tasks.csv"
    run python3 - "$report/data/settings/snakemake/config.yaml" << 'END'
import sys, yaml
profile = yaml.safe_load(open(sys.argv[1]))
assert sorted(profile) == ["restart-times", "set-resources"], profile
values = dict(entry.split("=", 1) for entry in profile["set-resources"])
assert sorted(values) == ["align:mem_mb", "sort:mem_mb"], values
attempts = [eval(values["align:mem_mb"], {"attempt": attempt}) for attempt in (1, 2, 3)]
assert 1000 < attempts[0] < 1100 and attempts[1:] == [2148, 4296], attempts
END
    expect_status 0
}

test_categories_are_python() {
    need python3
    need_sample workqueue/wq_coffea_2021_measured.tr.log
    report --only none "$samples/workqueue/wq_coffea_2021_measured.tr.log"
    expect_status 0
    run python3 - "$report/data/settings" << 'END'
import sys
calls = []
class Manager:
    def __getattr__(self, name):
        return lambda category, value: calls.append((name, category, value))
scope = {}
exec(compile(open(sys.argv[1] + "/taskvine.py").read(), "taskvine.py", "exec"), scope)
scope["set_memory"](Manager())
most = {category: value["memory"] for name, category, value in calls if name == "set_category_resources_max"}
first = {category: value["memory"] for name, category, value in calls if name == "set_category_first_allocation_guess"}
assert set(most) == {"processing", "preprocessing", "accumulating"}, most
assert first and all(first[category] < most[category] for category in first), (first, most)
import ast
ast.parse(open(sys.argv[1] + "/work_queue.py").read())
END
    expect_status 0
}

# Quotes and braces of Groovy by a small tokenizer; what each process gets by a pattern.
test_processes_are_groovy() {
    need python3
    write_trace "$scratch/run.trace.txt"
    report --only none "$scratch/run.trace.txt"
    expect_status 0
    run python3 - "$report/data/settings/nextflow.config" << 'END'
import re, sys
text = open(sys.argv[1]).read()
token = re.compile(r"//[^\n]*|'(?:[^'\\\n]|\\.)*'|\w+|\s+|[{}()\[\]=?:.,*<>-]|==")
open_, at, names = [], 0, []
while at < len(text):
    match = token.match(text, at)
    assert match, text[at:at + 40]
    if match[0] in "{([":
        open_.append(match[0])
    elif match[0] in "})]":
        assert open_.pop() + match[0] in ("{}", "()", "[]")
    at = match.end()
assert not open_
assert re.findall(r"withName: '([^']*)'", text) == ["RNASEQ:ALIGN"]
memory = re.search(r"memory = \{ task.attempt == 1 \? (\d+).MB : (\d+).MB \* \(task.attempt - 1\) \}", text)
assert 1000 <= int(memory[1]) <= 1100 and 4000 <= int(memory[2]) <= 4100, memory[0]
END
    expect_status 0
}

# The finding on page 1 leads to the section in which the settings stand.
test_the_finding_on_memory_leads_to_the_settings() {
    report --format html --only none "$examples/campaign-568-tasks"
    expect_status 0
    tr '\n' ' ' < "$report/index.html" | sed 's/<li/\n<li/g' | grep 'of the memory they requested' |
        grep -q 'href="tasks.html#tasks-requested-and-used"' || fail "the finding leads elsewhere"
    expect_text "$report/tasks.html" '<section id="tasks-requested-and-used"'
    sed -n '/id="tasks-requested-and-used"/,/<\/section>/p' "$report/tasks.html" |
        grep -q '<pre.*Memory per node' || fail "the settings are not in that section"
}

# Attempts that hit their limit say nothing of what is enough.
test_refused_kinds_have_no_setting() {
    report --only none "$examples/campaign-568-tasks"
    expect_status 0
    expect_no_text "$report/data/settings/slurm.txt" coadd
    expect_no_text "$report/data/memory_requests.csv" coadd
}

run_tests
