#!/bin/bash
# Filters of lists of attempts, in a browser that runs scripts and in one that does not.
. tests/lib.sh

# 30 attempts that failed on two nodes, of two kinds; one kind and a log have hostile names.
write_tasks() { # FILE
    awk 'BEGIN {
        print "task,id,status,exit_code,start,end,node,log"
        for (i = 1; i <= 30; i++)
            printf "%s,%d,FAILED,%d,1700000000,%d,%s,%s\n", i <= 12 ? "<img src=x onerror=alert(1)>" : "sort", i,
                i % 2 ? 1 : 137, 1700000000 + i, i <= 20 ? "n1" : "n2", "</td><script>document.title=7</script>" i
    }' > "$1"
}

# The page after a script that a reader stands for, in $scratch/dom.
browse() { # SCRIPT
    need chromium
    echo "$1" > "$report/assets/reader.js"
    sed 's|<script src="assets/report.js" defer></script>|&<script src="assets/reader.js" defer></script>|' \
        "$report/tasks.html" > "$report/read.html"
    timeout 100 chromium --headless --no-sandbox --disable-gpu --user-data-dir="$scratch/browser" --dump-dom \
        "file://$report/read.html" > "$scratch/dom" 2> "$scratch/browser.log" || fail "chromium: $(tail -3 "$scratch/browser.log")"
}

shown_rows() {
    grep -o '<output>[^<]*' "$scratch/dom" | head -1 | cut -d'>' -f2
}

make_report() {
    write_tasks "$scratch/t.csv"
    report --only none --format html "$scratch/t.csv"
    expect_status 0
}

find_filter='const filter = document.querySelector("#attempts-failed").previousElementSibling;
const input = filter.querySelector("input"), [kind, how, node] = filter.querySelectorAll("select");
const type = words => { input.value = words; input.dispatchEvent(new Event("input", {bubbles: true})); };
const pick = (select, text) => {
    select.value = [...select.options].find(option => option.text === text).value;
    select.dispatchEvent(new Event("input", {bubbles: true}));
};'

test_pages_without_scripts_have_no_field() {
    make_report
    expect_text "$report/tasks.html" 'class="table[a-z -]* with-filter" id="attempts-failed"'
    expect_text "$report/tasks.html" "script-src 'self'"
    expect_no_text "$report/tasks.html" '<input|<select|class="filter"'
    expect_no_text "$report/index.html" '<script|script-src'
}

# Short lists need none: nine rows.
test_short_lists_have_no_filter() {
    write_tasks "$scratch/all.csv"
    head -10 "$scratch/all.csv" > "$scratch/t.csv"
    report --only none --format html "$scratch/t.csv"
    expect_status 0
    expect_text "$report/tasks.html" 'id="attempts-failed"'
    expect_no_text "$report/tasks.html" 'with-filter'
}

# Those of node n2 are 21 to 30, of which even numbers were killed (137: signal 9).
test_words_and_choices_leave_the_rows_that_have_all() {
    make_report
    browse ''
    [ "$(shown_rows)" = '30 of 30 rows' ] || fail "at first: $(shown_rows)"
    browse "$find_filter type('SORT  n2');"
    [ "$(shown_rows)" = '10 of 30 rows' ] || fail "words: $(shown_rows)"
    browse "$find_filter pick(node, 'n2'); type('signal');"
    [ "$(shown_rows)" = '5 of 30 rows' ] || fail "a word and a choice: $(shown_rows)"
    browse "$find_filter pick(kind, 'sort'); pick(node, 'n1');"
    [ "$(shown_rows)" = '8 of 30 rows' ] || fail "two choices: $(shown_rows)"
    browse "$find_filter pick(node, 'n2'); pick(node, 'any'); type('nowhere');"
    [ "$(shown_rows)" = '0 of 30 rows' ] || fail "no row: $(shown_rows)"
    [ "$(grep -o '<tr hidden' "$scratch/dom" | wc -l)" = 30 ] || fail "rows are shown"
}

test_names_are_text_in_choices() {
    make_report
    browse "$find_filter pick(kind, '<img src=x onerror=alert(1)>');"
    [ "$(shown_rows)" = '12 of 30 rows' ] || fail "$(shown_rows)"
    expect_text "$scratch/dom" '>&lt;img src=x onerror=alert\(1\)&gt;</option>'
    expect_no_text "$scratch/dom" '<img src=x|<title>7'
}

# Every field has a name for who does not see it, and can be reached by the keyboard.
test_fields_are_labelled() {
    make_report
    browse "$find_filter document.title = [filter.getAttribute('role'), input.labels[0].textContent.trim(),
        ...[kind, how, node].map(select => select.labels[0].firstChild.data.trim()),
        [input, kind, how, node].every(field => field.tabIndex === 0)].join('|');"
    expect_text "$scratch/dom" '<title>search\|Rows with\|task kind\|how it failed\|node\|true</title>'
}

test_findings_on_the_first_page_lead_to_the_list() {
    make_report
    expect_text "$report/index.html" '<a href="tasks.html#attempts-failed">Failed attempts</a>'
    report --only none --format html "$examples/campaign-568-tasks"
    expect_text "$report/index.html" '<a href="tasks.html#attempts-failed">Failed attempts</a>'
    # Merged reports list no attempts: there it is the section.
    run "$JOBREPORT" summarize --output "$scratch/one.part" "$examples/campaign-568-tasks"
    run "$JOBREPORT" merge --only none --format html --output "$scratch/merged" "$scratch/one.part"
    expect_status 0
    expect_text "$scratch/merged/index.html" '<a href="tasks.html#tasks-attempts">Attempts</a>'
}

run_tests
