#!/bin/bash
# Reports of the examples: what is printed, what is made.
. tests/lib.sh

# No page may load anything from elsewhere, or run what the data says.
expect_safe_page() { # PAGE
    expect_text "$1" 'http-equiv="Content-Security-Policy"'
    expect_no_text "$1" '(src|srcset|action|data|poster) *= *"?(https?:)?//'
    expect_no_text "$1" '<(link|base)[^>]*href *= *"?(https?:)?//'
    expect_no_text "$1" 'url\( *["'"'"']?(https?:)?//'
    expect_no_text "$1" '@import'
    expect_no_text "$1" '\bon(load|error|click)='
    expect_no_text "$1" '\b(nan|NaN|inf|\(null\))\b'
}

expect_links_that_lead_somewhere() { # PAGE
    local link
    for link in $(grep -oE '(href|src)="[^"#]+' "$1" | sed 's/^[^"]*"//; s/[?#].*//' | sort -u); do
        case $link in
            http*:* | mailto:* | data:*) ;;
            *) [ -e "$report/$link" ] || fail "$1 names $link, which is not there" ;;
        esac
    done
}

expect_whole_report() {
    expect_file "$report"/index.html "$report"/data/manifest.json "$report"/data/job_metrics.csv \
        "$report"/data/node_metrics.csv "$report"/data/series.csv "$report"/job-report*.pdf
    [ -n "$(ls "$report"/plots/*.png)" ] || fail "no figures"
    [ -z "$(find "$report" -size 0)" ] || fail "empty: $(find "$report" -size 0)"
    [ -z "$(find "$report" -name '.*' -o ! -type f ! -type d)" ] || fail "odd files"
}

test_a_line_with_the_path_is_printed() {
    report "$examples/matmul-4-nodes"
    expect_status 0
    [ "$(cat "$out")" = "$report" ] || fail "printed: $(cat "$out")"
    expect_whole_report
    expect_only "$scratch" report
}

test_quiet_prints_nothing() {
    report -q "$examples/matmul-4-nodes"
    expect_status 0
    expect_silence "$out"
    expect_silence "$err"
}

test_example_archive_is_reported() {
    report "$examples/archive-12-nodes"
    expect_status 0
    expect_whole_report
    expect_text "$report/index.html" '731200'
    expect_text "$report/index.html" 'mira'
}

# A manifest.json is not yet a report, and a report is not all that is in its directory.
test_only_a_report_is_replaced() {
    local manifest
    mkdir -p "$scratch/project/data"
    echo words > "$scratch/project/thesis.tex"
    for manifest in '{"my": "data"}' '{}' '[]' 'words' '' '{"schema": 2, "facts": {}}' \
        '{"schema": 2, "facts": {}, "program": "other 1.0"}' \
        '{"schema": 3, "facts": {}, "program": "jobreport 9"}'; do
        echo "$manifest" > "$scratch/project/data/manifest.json"
        cp -a "$scratch/project" "$scratch/before"
        run "$JOBREPORT" -q --only none --format html -o "$scratch/project" \
            "$examples/archive-12-nodes"
        expect_status 4
        expect_error 'project cannot be replaced: data/manifest.json: .*: choose another directory'
        expect_no_text "$err" 'remove'
        expect_same "$scratch/before" "$scratch/project"
        expect_only "$scratch" before project
        rm -rf "$scratch/before"
    done
    rm "$scratch/project/data/manifest.json"
    mkfifo "$scratch/project/data/manifest.json"
    run timeout 10 "$JOBREPORT" -q --only none -o "$scratch/project" "$examples/archive-12-nodes"
    expect_status 4
    expect_error 'project is not empty and holds no report of jobreport: choose another directory with -o'
    expect_file "$scratch/project/thesis.tex"
}

# Without the list of tables a report whose tables are gone would pass for a whole one.
test_replot_refuses_a_manifest_without_tables() {
    need python3
    report --only none "$examples/archive-12-nodes"
    expect_status 0
    local tables
    for tables in '{}' '[]' null '[{}]'; do
        python3 - "$report/data/manifest.json" "$tables" << 'EOF'
import json, sys
manifest = json.load(open(sys.argv[1]))
manifest['tables'] = json.loads(sys.argv[2])
json.dump(manifest, open(sys.argv[1], 'w'))
EOF
        run "$JOBREPORT" -q replot --format html "$report"
        expect_status 3
        expect_error 'manifest.json: "tables"(: table 1 has no name| must be a list of the report)'
    done
}

# Whoever wrote the report: where files go, and from which templates, is for who draws it again.
test_replot_takes_only_what_reports_remember_from_a_manifest() {
    need python3
    report --only none "$examples/archive-12-nodes"
    cp -a "$report" "$scratch/other"
    mkdir "$scratch/templates"
    echo '<script>alert(1)</script>' > "$scratch/templates/page.tpl"
    python3 - "$report/data/manifest.json" "$scratch" << 'EOF'
import json, sys
manifest = json.load(open(sys.argv[1]))
manifest['options'].update({'output': sys.argv[2] + '/other', 'templates': sys.argv[2] + '/templates',
                            'dump': 'tables', 'fail-on': 'warn', 'theme': 'dark'})
json.dump(manifest, open(sys.argv[1], 'w'))
EOF
    cp -a "$scratch/other" "$scratch/before"
    run "$JOBREPORT" -q replot --format html "$report"
    expect_status 0
    expect_same "$scratch/before" "$scratch/other"
    expect_no_text "$report/index.html" 'alert'
    expect_text "$report/data/manifest.json" '"theme": "dark"'
}

# Its tables hold each task several times.
test_a_report_is_no_input() {
    report --only none "$examples/campaign-568-tasks"
    expect_status 0
    cp -a "$report" "$scratch/former"
    run "$JOBREPORT" --output "$scratch/again" "$scratch/former"
    expect_status 3
    expect_error "former: a report .draw it again with 'jobreport replot', or give its inputs"
    run "$JOBREPORT" --only none --output "$scratch/again" "$scratch/former/data/attempts_all.csv.gz"
    expect_status 0
    expect_text "$scratch/again/report.txt" '568  tasks of 5 task kinds'
}

# Columns that are not read would be gone from the report that is written anew.
test_replot_refuses_tables_with_other_columns() {
    local change
    make_former
    for change in '1s/^metric,/meetric,/:no column of this table is called "meetric"' \
        '1s/,mean,/,min,/:the column "min" is there twice' \
        '1,$s/,[^,]*$//:the column "total" is missing, which data/datapackage.json lists' \
        '2s/,[^,]*$/,many/:row 2: column "total": "many" is not a number'; do
        rm -r "$report"
        cp -a "$scratch/former" "$report"
        sed -i "${change%%:*}" "$report/data/job_metrics.csv"
        cp -a "$report" "$scratch/damaged"
        run "$JOBREPORT" -q replot "$report"
        expect_status 3
        expect_error "data/job_metrics.csv: row [12]: .*: restore the file, or make the report again from its inputs"
        expect_error "${change#*:}"
        expect_same "$scratch/damaged" "$report"
        rm -r "$scratch/damaged"
    done
}

# Reports of version 2 from before the means of GPUs had a column of their own.
test_replot_draws_reports_without_later_columns() {
    report --only none --format html "$examples/rendering-36-tasks"
    expect_status 0
    cp "$report/data/manifest.json" "$scratch/manifest.json"
    python3 - "$report/data/device_metrics.csv" "$report/data/datapackage.json" << 'EOF'
import csv, json, sys
package = json.load(open(sys.argv[2]))
for table in package['resources']:
    fields = table['schema']['fields']
    fields[:] = [field for field in fields if field['name'] != 'mean_per_device']
json.dump(package, open(sys.argv[2], 'w'))
rows = list(csv.DictReader(open(sys.argv[1])))
names = [name for name in rows[0] if name != 'mean_per_device']
for row in rows:
    row['mean'] = row.pop('mean_per_device')
with open(sys.argv[1], 'w', newline='') as file:
    writer = csv.DictWriter(file, names, lineterminator='\n')
    writer.writeheader()
    writer.writerows(rows)
EOF
    run "$JOBREPORT" -q replot --format html "$report"
    expect_status 0
    cmp -s "$scratch/manifest.json" "$report/data/manifest.json" || fail 'other key figures'
    grep -q 'mean per GPU' "$report/devices.html" || fail 'no means of GPUs'
}

# Tables that somebody edited: of a metric and of a line without a name.
test_replot_draws_rows_without_names() {
    need python3
    local table column
    for table in 'job_metrics metric' 'trace_lines line'; do
        column=${table#* } table=${table% *}
        report --only none --format html "$examples/rendering-36-tasks" "$examples/matmul-4-nodes"
        expect_status 0
        python3 - "$report/data/$table.csv" "$column" << 'EOF'
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1])))
with open(sys.argv[1], 'w', newline='') as file:
    writer = csv.DictWriter(file, rows[0], lineterminator='\n')
    writer.writeheader()
    writer.writerows({**row, sys.argv[2]: ''} for row in rows)
EOF
        run "$JOBREPORT" -q replot --only '*' --format html "$report"
        expect_status 0
        rm -r "$report"
    done
}

# Nothing of it could be moved into the new report.
test_a_report_that_may_not_be_changed_is_not_replaced() {
    report --only none examples/matmul-4-nodes
    expect_status 0
    mkdir "$report/mine"
    echo words > "$report/mine/note"
    local protected
    for protected in "$report" "$report/data" "$report/mine"; do
        chmod a-w "$protected"
        run_without_privileges "$JOBREPORT" --only none --output "$report" examples/archive-12-nodes
        expect_status 4
        expect_error 'write-protected'
        expect_text "$report/mine/note" words
        chmod u+w "$protected"
        [ "$(find "$scratch" -maxdepth 1 -name '.report*')" = "" ] || fail "something is left"
    done
}

test_what_is_beside_a_report_is_kept() {
    report --only none --format html,pdf "$examples/archive-12-nodes"
    echo mine > "$report/NOTES.md"
    echo mine > "$report/data/mine.csv"
    cp -r "$examples/archive-12-nodes" "$report/inputs"
    ln -s /nowhere "$report/link"
    echo edited > "$report/index.html"
    run "$JOBREPORT" -q replot --format html "$report"
    expect_status 0
    expect_absent "$report/job-report-731200.pdf"
    [ "$(cat "$report/NOTES.md" "$report/data/mine.csv")" = $'mine\nmine' ] || fail "notes lost"
    [ -L "$report/link" ] || fail "link lost"
    expect_same "$examples/archive-12-nodes" "$report/inputs"
    expect_no_text "$report/index.html" edited
    expect_no_text "$report/data/manifest.json" 'NOTES|mine.csv'
    report --only none --format html "$report/inputs"
    expect_status 0
    expect_same "$examples/archive-12-nodes" "$report/inputs"
    expect_only "$scratch" report
    echo mine > "$report/job-report-731200.pdf"
    run "$JOBREPORT" -q replot --format pdf "$report"
    expect_status 4
    expect_error 'report: job-report-731200.pdf does not belong to the report there, and the new report has a file'
    [ "$(cat "$report/job-report-731200.pdf")" = mine ] || fail "overwritten"
    expect_only "$scratch" report
}

# Two archives whose files have the same names, a table with a bad record, and a directory above
# them that is nobody's business.
test_whole_paths_are_not_shown() {
    need pdftotext
    local secret=$scratch/secret-project
    mkdir "$secret"
    cp -r "$examples/archive-12-nodes" "$secret/one"
    cp -r "$examples/archive-12-nodes" "$secret/two"
    echo | tee -a "$secret/two/data.json" >> "$secret/two/meta.json"
    printf 'task,elapsed_s,status\na,1,ok\na,x,ok\n' > "$secret/tasks.csv"
    report --only 'cpu_load*' --format pdf,html,png,svg "$secret/one" "$secret/two" "$secret/tasks.csv"
    expect_status 0
    expect_error 'secret-project/tasks.csv:3: '
    ! grep -rlE 'secret-project|jobreport-test' "$report" > "$scratch/shown" ||
        fail "shown in $(cat "$scratch/shown")"
    pdftotext "$report/job-report-731200.pdf" "$scratch/text"
    expect_no_text "$scratch/text" 'secret-project'
    expect_text "$report/data/manifest.json" '"name": "one/data.json"'
    expect_text "$report/data/manifest.json" '"name": "tasks.csv"'
    expect_text "$report/data/rejects.csv" '^tasks.csv,3,'
    expect_text "$report/data.html" 'two/data.json'
    run "$JOBREPORT" publish -q "$report" "$scratch/web"
    ! grep -rlE 'secret-project|jobreport-test' "$scratch/web" || fail "published"
    report --only none --format html --full-paths "$secret/one" "$secret/tasks.csv"
    expect_status 0
    expect_text "$report/data.html" 'secret-project/tasks.csv'
    expect_text "$report/data/rejects.csv" '/secret-project/tasks.csv,3,'
    expect_text "$report/data/manifest.json" 'secret-project/one/data.json'
}

test_default_name_has_the_job_id() {
    cd "$scratch" || fail cd
    run "$JOBREPORT" --only none "$examples/archive-12-nodes"
    expect_status 0
    [ "$(cat "$out")" = job-report-731200 ] || fail "printed: $(cat "$out")"
    expect_file job-report-731200/data/manifest.json job-report-731200/job-report-731200.pdf
}

test_both_examples_name_what_is_wrong() {
    report "$examples/matmul-4-nodes"
    expect_status 0
    expect_text "$report/data/findings.csv" 'node-3'
    expect_text "$report/data/findings.csv" 'node-2'
    expect_text "$report/data/findings.csv" 'All nodes were idle from 08:13'
    report "$examples/archive-12-nodes"
    expect_text "$report/data/findings.csv" 'f0110'
    expect_text "$report/data/findings.csv" 'f0102'
    expect_text "$report/data/findings.csv" 'All nodes were idle from 08:33'
}

test_pdf_is_sound() {
    need qpdf
    report "$examples/matmul-4-nodes"
    run qpdf --check "$report"/job-report*.pdf
    expect_status 0
    expect_no_text "$out" 'WARNING'
}

test_pdf_says_whose_job_it_is_on_every_page() {
    need pdftotext
    local pages page text
    report "$examples/archive-12-nodes"
    pages=$(pdfinfo "$report"/job-report*.pdf | sed -n 's/^Pages: *//p')
    [ "$pages" -ge 2 ] || fail "$pages pages"
    for page in $(seq "$pages"); do
        text=$(pdftotext -layout -f "$page" -l "$page" "$report"/job-report*.pdf - | tr '\n' ' ')
        [[ $text == *731200* ]] || fail "page $page lacks the job"
        [[ ${text,,} == *"page $page of $pages"* ]] || fail "page $page lacks its number"
    done
}

test_pdf_names_every_node() {
    need pdftotext
    local text node
    report "$examples/archive-12-nodes"
    text=$(pdftotext -layout "$report"/job-report*.pdf -)
    for node in f0101 f0106 f0112; do
        [[ $text == *$node* ]] || fail "no $node"
    done
}

test_pdf_has_its_fonts_and_an_outline() {
    need pdffonts qpdf
    report "$examples/archive-12-nodes"
    pdffonts "$report"/job-report*.pdf > "$scratch/fonts"
    [ "$(wc -l < "$scratch/fonts")" -ge 3 ] || fail "no fonts"
    awk 'NR > 2 && $(NF - 4) != "yes" { print; bad = 1 } END { exit bad }' "$scratch/fonts" ||
        fail "not embedded"
    qpdf --qdf --object-streams=disable "$report"/job-report*.pdf "$scratch/plain.pdf" || true
    grep -qa '/Outlines' "$scratch/plain.pdf" || fail "no outline"
    pdfinfo "$report"/job-report*.pdf | grep -q '^Title: *[^ ]' || fail "no title"
}

test_pages_load_nothing_from_elsewhere() {
    local page
    report "$examples/matmul-4-nodes"
    for page in "$report"/*.html; do
        expect_safe_page "$page"
        expect_links_that_lead_somewhere "$page"
    done
    ! grep -rlE '@import|https?://[^"]*\.(js|css|woff)' "$report/assets" 2> /dev/null ||
        fail "assets load from elsewhere"
}

test_pages_are_well_formed() {
    local page
    report "$examples/matmul-4-nodes"
    for page in "$report"/*.html; do
        expect_text "$page" '<!(doctype|DOCTYPE) html>'
        expect_text "$page" '<html lang='
        expect_text "$page" '<meta charset="?(utf-8|UTF-8)'
        expect_text "$page" '<title>[^<]+</title>'
        ! grep -oE '<img [^>]*>' "$page" | grep -v ' alt="[^"]' || fail "an image without words"
        [ "$(grep -oE '<(table|section|figure|div|details)[ >]' "$page" | wc -l)" = \
            "$(grep -oE '</(table|section|figure|div|details)>' "$page" | wc -l)" ] ||
            fail "$page: elements open and close unevenly"
        ! grep -oE ' id="[^"]*"' "$page" | sort | uniq -d | grep . || fail "$page: an id twice"
    done
}

test_tables_are_rfc_4180() {
    need python3
    local table
    report "$examples/matmul-4-nodes"
    python3 - "$report"/data/*.csv <<'END' || fail "see above"
import csv, sys
for path in sys.argv[1:]:
    raw = open(path, 'rb').read()
    assert raw.endswith(b'\n') and b'\r' not in raw and not raw.startswith(b'\xef\xbb\xbf'), path
    rows = list(csv.reader(raw.decode('utf-8').splitlines(keepends=True), strict=True))
    assert len({len(row) for row in rows}) == 1, path
    assert len(set(rows[0])) == len(rows[0]), path
    for row in rows[1:]:
        for value in row:
            assert value.lower() not in ('nan', 'inf', '-inf', 'null', 'none'), (path, row)
END
}

test_manifest_and_figures_are_json() {
    need python3
    report --checksum sha256 "$examples/matmul-4-nodes"
    python3 - "$report" <<'END' || fail "see above"
import glob, hashlib, json, os, sys
report = sys.argv[1]
def strict(name):
    raise ValueError(name)
manifest = json.load(open(report + '/data/manifest.json'), parse_constant=strict)
inputs = {os.path.basename(each.get('name') or each['path']): each for each in manifest['inputs']}
metrics = inputs['cpu_metrics.json']
path = 'examples/matmul-4-nodes/cpu_metrics.json'
assert metrics['checksum'] == 'sha256:' + hashlib.sha256(open(path, 'rb').read()).hexdigest()
assert metrics['size'] == os.path.getsize(path)
assert metrics['rejected'] == 0 and metrics['records'] > 0
figures = glob.glob(report + '/figures/*.json')
assert figures
for figure in figures:
    json.load(open(figure), parse_constant=strict)
END
}

test_figures_have_the_resolution_asked_for() {
    local size narrow wide
    width() { od -An -tu1 -j16 -N4 "$1" | awk '{ print (($1 * 256 + $2) * 256 + $3) * 256 + $4 }'; }
    report --format png --dpi 75 "$examples/archive-12-nodes"
    expect_status 0
    narrow=$(width "$(ls "$report"/plots/*.png | head -1)")
    report --format png --dpi 150 "$examples/archive-12-nodes"
    wide=$(width "$(ls "$report"/plots/*.png | head -1)")
    [ $((wide - 2 * narrow)) -le 2 ] && [ $((2 * narrow - wide)) -le 2 ] ||
        fail "$narrow pixels at 75 dpi, $wide at 150"
}

test_facts_come_from_the_command_line_first() {
    report --job-id 77 --user erik --title 'A run' --label cold --only none \
        "$examples/archive-12-nodes"
    expect_status 0
    expect_text "$report/index.html" 'A run'
    expect_text "$report/index.html" 'erik'
    expect_text "$report/index.html" 'cold'
    expect_no_text "$report/index.html" 'mira'
    expect_file "$report/job-report-77.pdf"
}

test_job_id_comes_from_the_scheduler_when_nothing_else_says() {
    mkdir "$scratch/metrics"
    cp "$examples/matmul-4-nodes/cpu_metrics.json" "$scratch/metrics"
    SLURM_JOB_ID=8811 report --only none "$scratch/metrics"
    expect_status 0
    expect_file "$report/job-report-8811.pdf"
}

# "JOB_ID|USER|JOB_NAME" of a report; null where one is not known.
said_of_job() {
    jq -r '.facts | "\(.job_id)|\(.user)|\(.job_name)"' "$report/data/manifest.json"
}

# FACTS INPUT [OPTION]…: in job 999 of root.
expect_job() {
    local expected=$1
    shift
    SLURM_JOB_ID=999 USER=root report --only none --format html "$@"
    expect_status 0
    [ "$(said_of_job)" = "$expected" ] || fail "$(said_of_job) is not $expected"
}

jobs_of_slurm() { # ID:USER…
    local job
    echo 'JobID|JobName|State|Start|End|Elapsed|AllocCPUS|User'
    for job; do
        echo "${job%:*}|solve|COMPLETED|2026-10-05T08:00:00|2026-10-05T09:00:00|01:00:00|4|${job#*:}"
        echo "${job%:*}.batch|batch|COMPLETED|2026-10-05T08:00:00|2026-10-05T09:00:00|01:00:00|4|"
    done
}

test_inputs_say_whose_job_it_was_before_the_environment_does() {
    need jq
    expect_job '731200|mira|null' "$examples/archive-12-nodes"
    expect_job '77|erik|null' --job-id 77 --user erik "$examples/archive-12-nodes"
    expect_job '999|root|null' "$examples/matmul-4-nodes" # which do not say it
    jobs_of_slurm 812001:bob > "$scratch/one"
    expect_job '812001|bob|solve' "$scratch/one"
    expect_file "$report/index.html"
    expect_text "$report/index.html" 'Job 812001'
    expect_job '77|bob|solve' --job-id 77 "$scratch/one"
    expect_job '77|erik|solve' --job-id 77 --user erik "$scratch/one"
    cut -d '|' -f 1-7 "$scratch/one" > "$scratch/nobody"
    expect_job '812001|root|solve' "$scratch/nobody"
    expect_job '731200|mira|null' "$examples/archive-12-nodes" "$scratch/one"
    expect_job '812001|bob|solve' "$examples/matmul-4-nodes" "$scratch/one"
    echo '{"jobs": [{"job_id": 12080000, "name": "solve", "user": "bob", "state": {"current": "COMPLETED"},
        "time": {"start": 1759651200, "end": 1759654800, "elapsed": 3600}, "steps": []}]}' \
        > "$scratch/one.json"
    expect_job '12080000|bob|solve' "$scratch/one.json"
}

test_of_several_jobs_the_environment_names_one_that_is_among_them() {
    need jq
    jobs_of_slurm 41:bob 42:bob > "$scratch/others"
    expect_job 'null|bob|null' "$scratch/others"
    jobs_of_slurm 41:bob 42:eve > "$scratch/others"
    expect_job 'null|null|null' "$scratch/others"
    jobs_of_slurm 41:bob 999:eve > "$scratch/among"
    expect_job '999|eve|solve' "$scratch/among"
    expect_job '41|bob|solve' --job-id 41 "$scratch/among"
    jobs_of_slurm 41_1:bob 41_2:bob > "$scratch/array"
    expect_job '41|bob|solve' "$scratch/array"
    jobs_of_slurm 41_7:bob > "$scratch/task"
    expect_job '41_7|bob|solve' "$scratch/task"
    jobs_of_slurm 999_1:bob 999_2:bob 41:eve > "$scratch/array"
    expect_job '999|bob|solve' "$scratch/array"
}

test_metrics_are_right() {
    report --only none "$examples/archive-12-nodes"
    expect_near 'mean load' "$(cell job_metrics mean_per_node cpu_load)" 52.83 0.0002
    expect_near 'max load' "$(cell job_metrics max_per_node cpu_load)" 69.88 0.0001
    expect_near 'mean bandwidth' "$(cell job_metrics mean_per_node mem_bw)" 127.95e9 0.0002
    expect_near 'samples' "$(cell job_metrics samples cpu_load)" 714 0
    expect_near 'missing' "$(cell job_metrics missing cpu_load)" 6 0
    expect_near 'nodes' "$(cell job_metrics nodes cpu_load)" 12 0
}

test_counters_are_shown_as_rates_that_are_never_negative() {
    report --only none "$examples/matmul-4-nodes"
    awk -F, '$1 ~ /rapl|counters/ && NR > 1 { rows++; if ($4 != "" && $4 + 0 < 0) bad = 1 }
        END { exit bad || !rows }' "$report/data/series.csv" || fail "negative, or no rates"
    awk -F, '/rapl_powercap/ { if ($3 ~ /W/) found = 1 } END { exit !found }' \
        "$report/data/job_metrics.csv" || fail "no power"
}

modes_and_owners() { # DIRECTORY…
    stat -c '%n %a %U %G' "$@"
}

test_a_directory_that_is_replaced_keeps_its_permissions() {
    local before mode
    umask 022
    report --only none --format html "$examples/archive-12-nodes"
    [ "$(stat -c %a "$report" "$report/data" | tr '\n' ' ')" = '755 755 ' ] || fail 'not the umask'
    for mode in 700 750 2770 555; do
        rm -rf "$report"
        mkdir -m "$mode" "$report"
        [ "$(id -u)" != 0 ] || chown 12345:23456 "$report" && chmod "$mode" "$report"
        before=$(modes_and_owners "$report")
        report --only none --format html "$examples/archive-12-nodes"
        expect_status 0
        [ "$(modes_and_owners "$report")" = "$before" ] || fail "$before became $(modes_and_owners "$report")"
        chmod 751 "$report/data"
        if [ $mode = 555 ]; then
            chmod 755 "$report"
        fi
        echo mine > "$report/NOTES.md"
        before=$(modes_and_owners "$report" "$report/data")
        run "$JOBREPORT" replot "$report"
        expect_status 0
        expect_file "$report/NOTES.md"
        [ "$(modes_and_owners "$report" "$report/data")" = "$before" ] ||
            fail "$before became $(modes_and_owners "$report" "$report/data")"
    done
}

# What is made in a directory with the set-group-ID bit is of its group.
test_files_of_a_report_take_the_group_of_the_directory() {
    [ "$(id -u)" = 0 ] || skip 'not root'
    report=$scratch/report
    mkdir "$report"
    chown :23456 "$report"
    chmod 2750 "$report"
    report --only none --format html "$examples/archive-12-nodes"
    expect_status 0
    [ -z "$(find "$report" ! -group 23456)" ] || fail "$(ls -lR "$report")"
    run "$JOBREPORT" replot "$report"
    expect_status 0
    [ -z "$(find "$report" ! -group 23456)" ] || fail "$(ls -lR "$report")"
}

# Not even for a moment: no directory is made for others, or opened to them.
test_what_is_private_stays_so_while_it_is_replaced() {
    need strace
    umask 022
    report --only none --format html "$examples/archive-12-nodes"
    chmod -R go= "$report"
    run env ASAN_OPTIONS=detect_leaks=0 strace -f -e trace=mkdir,mkdirat,chmod,fchmod,fchmodat \
        -o "$scratch/calls" "$JOBREPORT" replot --jobs 1 "$report" # leaks are not found while traced
    [ "$status" = 0 ] || skip 'strace cannot trace'
    expect_text "$scratch/calls" 'mkdir(at)?\(.*report\.jobreport-.*, 0700\)'
    expect_no_text "$scratch/calls" 'mkdir(at)?\(.*report\.jobreport-[^/"]*", 07[^0]'
    expect_no_text "$scratch/calls" 'chmod(at)?\([0-9]+, 07[0-7]*[1-7][0-7]?\)'
    [ "$(stat -c %a "$report" "$report/data" | tr '\n' ' ')" = '700 700 ' ] || fail "$(ls -la "$report")"
}

# Rights of a group are not given to another one.
test_a_group_that_we_may_not_give_gets_no_rights() {
    [ "$(id -u)" = 0 ] || skip 'not root'
    mkdir "$scratch/report"
    chown 12345:23456 "$scratch/report"
    chmod 2777 "$scratch/report"
    run_without_privileges "$JOBREPORT" --only none -o "$scratch/report" "$examples/archive-12-nodes"
    expect_status 0
    [ "$(stat -c '%a %u %g' "$scratch/report")" = '707 0 0' ] || fail "$(ls -la "$scratch/report")"
}

test_access_control_lists_are_kept() {
    need setfacl getfacl
    mkdir -m 700 "$scratch/report"
    setfacl -m u:12345:rx,d:u:12345:rx "$scratch/report" 2> /dev/null || skip 'none on this file system'
    getfacl -pn "$scratch/report" > "$scratch/before"
    report --only none --format html "$examples/archive-12-nodes"
    expect_status 0
    getfacl -pn "$report" > "$scratch/after"
    expect_same "$scratch/before" "$scratch/after"
    getfacl -pn "$report/data/manifest.json" > "$scratch/inherited"
    expect_text "$scratch/inherited" '^user:12345:r'
}

# What is made in a directory takes the list that this gives, and its rights open with the mode's.
test_rights_that_a_parent_gives_to_new_files_open_no_private_report() {
    need setfacl getfacl
    umask 022
    mkdir -m 750 "$scratch/empty"
    report --only none --format html "$examples/archive-12-nodes"
    chmod 770 "$report"
    chmod 750 "$report/data"
    setfacl -m d:u:12345:rwx "$scratch" 2> /dev/null || skip 'none on this file system'
    getfacl -pn "$report" "$report/data" "$report/data/manifest.json" > "$scratch/before"
    run "$JOBREPORT" replot "$report"
    expect_status 0
    getfacl -pn "$report" "$report/data" "$report/data/manifest.json" > "$scratch/after"
    expect_same "$scratch/before" "$scratch/after"
    run "$JOBREPORT" --only none -o "$scratch/empty" "$examples/archive-12-nodes"
    expect_status 0
    [ "$(stat -c %a "$scratch/empty" "$scratch/empty/data" | tr '\n' ' ')" = '750 755 ' ] || fail "$(ls -la "$scratch/empty")"
    getfacl -Rpn "$report" "$scratch/empty" > "$scratch/after"
    expect_no_text "$scratch/after" 12345
    run "$JOBREPORT" --only none -o "$scratch/new" "$examples/archive-12-nodes"
    expect_status 0
    getfacl -Rpn "$scratch/new" > "$scratch/after"
    expect_text "$scratch/after" '^default:user:12345:rwx'
}

# Without the group and the list they would be among the others.
test_whom_a_group_or_list_shut_out_stays_out_without_them() {
    local row mode entries expected
    [ "$(id -u)" = 0 ] || skip 'not root'
    umask 022
    for row in '705 - 700' '725 - 700' '757 - 705' '2757 - 705' '755 u:12345:--- 700' \
        '757 u:12345:rx 705' '757 g:12345:rwx,u:12345:x,m::rx 701' '755 u:12345:rx,g::x 701' \
        '2755 d:g::---,d:o::rx 700' '755 d:g::---,d:o::rx 705'; do
        read -r mode entries expected <<< "$row"
        rm -rf "$scratch/report"
        mkdir "$scratch/report"
        chown :23456 "$scratch/report"
        chmod "$mode" "$scratch/report"
        if [ "$entries" != - ]; then
            need setfacl getfacl
            setfacl -m "$entries" "$scratch/report" 2> /dev/null || skip 'none on this file system'
        fi
        run_without_privileges "$JOBREPORT" --only none -o "$scratch/report" "$examples/archive-12-nodes"
        expect_status 0
        [ "$(stat -c '%a %g' "$scratch/report")" = "$expected 0" ] || fail "$row: $(ls -la "$scratch/report")"
    done
}

# The longest that the kernel keeps may be longer than what most have.
test_long_access_control_lists_are_kept() {
    local entries
    need setfacl getfacl
    mkdir -m 755 "$scratch/report"
    entries=$(seq -f u:%.0f:--- -s , 20001 20400)
    setfacl -m "$entries" "$scratch/report" 2> /dev/null || skip 'none on this file system'
    getfacl -pn "$scratch/report" > "$scratch/before"
    report --only none --format html "$examples/archive-12-nodes"
    expect_status 0
    getfacl -pn "$report" > "$scratch/after"
    expect_same "$scratch/before" "$scratch/after"
}

# As `mkdir -p` makes them; a run that fails leaves none of them.
test_missing_directories_above_a_report_are_made() {
    local deep=$scratch/runs/2026/731200
    run "$JOBREPORT" --only none --output "$deep/report/" examples/matmul-4-nodes
    expect_status 0
    expect_file "$deep/report/index.html" "$deep/report/data/manifest.json"
    [ "$(ls -A "$deep")" = report ] || fail "beside the report is $(ls -A "$deep")"
    run "$JOBREPORT" --output "$scratch/other/one/report" "$scratch/no-such-input"
    expect_status 3
    [ ! -e "$scratch/other" ] || fail "a run without a report made directories"
    touch "$scratch/file"
    run "$JOBREPORT" --only none --output "$scratch/file/one/report" examples/matmul-4-nodes
    expect_status 4
    expect_error 'file/one.*: Not a directory'
}

# Killed while it draws: what it made goes, and so do the directories that it made for that.
test_directories_made_for_a_report_go_with_it() {
    local begun i
    rm -rf "$scratch/runs"
    (cd "$scratch" && exec "$JOBREPORT" --quiet --output runs/one/report "$checkout/examples/archive-12-nodes") &
    begun=$!
    for i in $(seq 1 2000); do
        compgen -G "$scratch/runs/one/.report.jobreport-*[0-9]" > /dev/null && break
        sleep 0.002
    done
    kill -TERM "$begun" 2> /dev/null
    wait "$begun" && return # it had ended
    for i in $(seq 1 100); do
        [ -e "$scratch/runs" ] || return 0
        sleep 0.05
    done
    fail "a killed run left $(find "$scratch/runs" | head -3)"
}

run_tests
