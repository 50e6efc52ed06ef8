#!/bin/bash
# Reports in a web directory: their names, the index over them, what is copied and what is not.
. tests/lib.sh

# A small report that is made quickly.
make_report() { # DIRECTORY [OPTION…]
    local directory=$1
    shift
    "$JOBREPORT" -q --only none --format html,pdf --output "$directory" "$@" \
        "$examples/archive-12-nodes" || fail "no report"
}

publish() { # OPERAND…
    run "$JOBREPORT" publish "$@" "$scratch/web"
}

# Names of the reports in the order of index.json.
listed() {
    python3 -c 'import json, sys
for report in json.load(open(sys.argv[1] + "/index.json"))["reports"]: print(report["directory"])' \
        "$scratch/web"
}

expect_listed() { # NAME…
    local found
    found=$(listed | sort | tr '\n' ' ')
    [ "$found" = "$(printf '%s\n' "$@" | sort | tr '\n' ' ')" ] || fail "listed: $found"
    local name
    for name; do
        expect_text "$scratch/web/index.html" "href=\"$name/"
    done
}

# Reports of no more than a manifest and a page, whose job ids count up.
make_many() { # COUNT DIRECTORY
    local number
    make_report "$scratch/one"
    for number in $(seq "$1"); do
        mkdir -p "$2/$number/data"
        sed "s/\"job_id\": \"731200\"/\"job_id\": \"$number\"/" "$scratch/one/data/manifest.json" \
            > "$2/$number/data/manifest.json"
        echo "<title>$number</title>" > "$2/$number/index.html"
    done
}

test_a_report_stands_under_its_job_id() {
    report "$examples/archive-12-nodes"
    publish "$report"
    expect_status 0
    expect_silence "$err"
    [ "$(cat "$out")" = "$scratch/web" ] || fail "printed: $(cat "$out")"
    expect_same "$report" "$scratch/web/731200"
    [ "$(ls "$scratch/web" | tr '\n' ' ')" = '731200 index.html index.json report.css ' ] ||
        fail "there is: $(ls "$scratch/web")"
}

test_quiet_prints_nothing() {
    make_report "$scratch/one"
    publish -q "$scratch/one"
    expect_status 0
    expect_silence "$out"
    expect_silence "$err"
}

# Tasks that events record are tasks, too. A report without dates, made last, is no newer than the others.
test_index_counts_tasks_and_puts_undated_reports_last() {
    local text
    printf 'task,elapsed_s\na,60\nb,70\n' > "$scratch/undated.csv"
    "$JOBREPORT" -q --only none -o "$scratch/tasks" "$examples/rendering-36-tasks"
    SOURCE_DATE_EPOCH=1900000000 "$JOBREPORT" -q --only none -o "$scratch/undated" "$scratch/undated.csv"
    publish "$scratch/undated" "$scratch/tasks"
    expect_status 0
    text=$(grep -oE 'class="name"|>(Rendering|Campaign) report<|data-name="Tasks">[0-9]+' "$scratch/web/index.html" | tr '\n' ' ')
    [[ $text =~ Rendering.*'"Tasks">36 '.*Campaign.*'"Tasks">2 ' ]] || fail "$text"
}

# Read with a program of another author, and held against the manifest.
test_index_tells_of_each_report() {
    need python3
    report "$examples/archive-12-nodes"
    "$JOBREPORT" -q -o "$scratch/tasks" --title Campaign "$examples/matmul-4-nodes"
    publish "$report" "$scratch/tasks"
    expect_status 0
    python3 - "$scratch/web" "$report" "$scratch/tasks" > "$scratch/said" << 'END' || fail "$(cat "$scratch/said")"
import html.parser, json, os, sys
web = sys.argv[1]
index = json.load(open(web + "/index.json"))
assert index["schema"] == 1 and len(index["reports"]) == 2, index
by_job = {r["facts"]["job_id"]: r for r in index["reports"]}
starts = [r["facts"]["start"] for r in index["reports"]]
assert starts == sorted(starts, reverse=True), "not the newest first"
for source in sys.argv[2:]:
    manifest = json.load(open(source + "/data/manifest.json"))
    report = by_job[manifest["facts"]["job_id"]]
    assert report["facts"] == manifest["facts"]
    assert report["created"] == manifest["created"]
    assert report["key_figures"] == manifest["key_figures"] and len(manifest["key_figures"]) == 5
    assert report["elapsed_s"] == manifest["facts"]["end"] - manifest["facts"]["start"]
    assert [p["file"] for p in report["pages"]] == \
        [report["directory"] + "/" + p for p in manifest["pages"]]
    files = [p["file"] for p in report["pages"]] + \
        [report["pdf"], report["thumbnail"]["file"], report["thumbnail"]["dark"]]
    for file in files:
        assert os.path.getsize(os.path.join(web, file)) > 0, file

class links(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.found, self.text = set(), ""
    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src", "srcset"):
                self.found.add(value)
    def handle_data(self, data):
        self.text += data
page = links()
page.feed(open(web + "/index.html").read())
for link in page.found:
    assert link.startswith("#") or os.path.exists(os.path.join(web, link)), link
for report in index["reports"]:
    for file in [p["file"] for p in report["pages"]] + [report["pdf"], report["thumbnail"]["file"]]:
        assert file in page.found, file
    for figure in report["key_figures"]:
        if figure["id"] != "elapsed":
            assert figure["text"] in page.text and figure["label"] in page.text, figure
    assert report["title"] in page.text and report["facts"]["user"] in page.text
END
    expect_text "$scratch/web/index.html" 'http-equiv="Content-Security-Policy"'
    expect_no_text "$scratch/web/index.html" '<script|(src|href|srcset)="(https?:)?//'
}

test_nodes_with_samples_are_counted() {
    local run moment
    for run in 1 2; do
        mkdir "$scratch/run$run"
        for moment in 00 20 40; do
            printf '2025-11-17 09:00:%s,%s,%s\n' $moment cn11 $run $moment cn12 $run
        done | sed '1i timestamp,host,load1' > "$scratch/run$run/nodes.csv"
        run "$JOBREPORT" -q -o "$scratch/report$run" "$scratch/run$run/nodes.csv"
        expect_status 0
    done
    publish "$scratch/report1" "$scratch/report2"
    expect_status 0
    [ "$(grep -c 'data-name="Nodes">2<' "$scratch/web/index.html")" = 2 ] || fail 'not 2 nodes each'
    [ "$(grep -o '<span>nodes.csv · report-[^<]*' "$scratch/web/index.html" | sort -u | wc -l)" = 2 ] ||
        fail 'not told apart'
}

test_tasks_are_counted() {
    need python3
    printf 'task,run_time,memory\n%s' "$(for i in 1 2 3; do echo "a,$i,5"; done)" > "$scratch/t.csv"
    run "$JOBREPORT" -q --label three -o "$scratch/tasks" "$scratch/t.csv"
    expect_status 0
    publish "$scratch/tasks"
    expect_status 0
    [ "$(python3 -c 'import json, sys
print(json.load(open(sys.argv[1]))["reports"][0]["tasks"])' "$scratch/web/index.json")" = 3 ] ||
        fail "not three tasks"
    expect_text "$scratch/web/index.html" 'data-name="Tasks">3<'
}

test_published_again_it_replaces_itself_alone() {
    need python3
    make_report "$scratch/one"
    make_report "$scratch/two" --job-id 2
    publish "$scratch/one" "$scratch/two"
    expect_status 0
    cp -a "$scratch/web/2" "$scratch/two-before"
    report --only 'cpu_load*' --title Again "$examples/archive-12-nodes"
    publish "$report"
    expect_status 0
    expect_same "$report" "$scratch/web/731200"
    expect_same "$scratch/two-before" "$scratch/web/2"
    expect_listed 2 731200
    expect_text "$scratch/web/index.html" 'Again'
}

test_what_was_put_beside_a_published_report_is_kept() {
    make_report "$scratch/one"
    publish "$scratch/one"
    echo mine > "$scratch/web/731200/NOTES.md"
    mkdir "$scratch/web/731200/more"
    echo mine > "$scratch/web/731200/more/data"
    make_report "$scratch/two" --title Again
    publish "$scratch/two"
    expect_status 0
    expect_text "$scratch/web/731200/index.html" Again
    [ "$(cat "$scratch/web/731200/NOTES.md" "$scratch/web/731200/more/data")" = $'mine\nmine' ] ||
        fail "not kept"
    expect_only "$scratch/web" 731200 index.html index.json report.css .jobreport-lock \
        .jobreport-reports.json
    run "$JOBREPORT" -q --only 'cpu_load*' -o "$scratch/three" "$examples/archive-12-nodes"
    mkdir "$scratch/web/731200/plots"
    echo mine > "$scratch/web/731200/plots/cpu_load_per_node.png"
    cp -a "$scratch/web" "$scratch/before"
    publish "$scratch/three"
    expect_status 4
    expect_error 'web/731200: plots/cpu_load_per_node.png does not belong to the report there'
    expect_same "$scratch/before" "$scratch/web"
}

test_reports_whose_names_would_collide_are_kept_apart() {
    need python3
    local names before
    make_report "$scratch/one" --job-id 'a/b'
    make_report "$scratch/two" --job-id 'a b'
    make_report "$scratch/three" --job-id a --label b
    publish "$scratch/one" "$scratch/two" "$scratch/three"
    expect_status 0
    before=$(listed | sort)
    [ "$(wc -l <<< "$before")" = 3 ] || fail "listed: $before"
    publish "$scratch/three" "$scratch/two" "$scratch/one"
    expect_status 0
    [ "$(listed | sort)" = "$before" ] || fail "first $before, then $(listed | sort)"
    for names in $before; do
        expect_text <(echo "$names") '^a-b(-[0-9a-f]{8})?$'
    done
}

test_one_job_may_have_reports_with_different_labels() {
    need python3
    make_report "$scratch/one" --label before
    make_report "$scratch/two" --label after
    publish "$scratch/one" "$scratch/two"
    expect_status 0
    expect_listed 731200-before 731200-after
}

test_the_same_report_twice_in_one_command() {
    need python3
    make_report "$scratch/one"
    make_report "$scratch/two" --title Second
    publish "$scratch/one" "$scratch/two"
    expect_status 0
    expect_listed 731200
    expect_same "$scratch/two" "$scratch/web/731200"
}

# Neither a path nor markup comes of what the data says.
test_hostile_labels() {
    need python3
    local label number=0
    mkdir "$scratch/in"
    for label in '../x' '../../etc/cron.d/x' '<script>alert(1)</script>' '' '.' '..' \
        "$(printf 'x%.0s' $(seq 10000))" 'שלום עולם' $'a\nb' '.jobreport-lock' 'index.html' '-rf' \
        '$(touch pwned)' '%2e%2e%2f' "'\"&"; do
        number=$((number + 1))
        make_report "$scratch/in/$number" --label "$label"
    done
    publish "$scratch"/in/*
    expect_status 0
    expect_only "$scratch" in web
    [ "$(listed | wc -l)" = "$number" ] || fail "$(listed | wc -l) of $number are listed"
    expect_no_text <(listed) '[^a-zA-Z0-9._-]|^[.-]|.{101}'
    [ "$(find "$scratch/web" -name manifest.json | wc -l)" = "$number" ] || fail "not all there"
    expect_no_text "$scratch/web/index.html" '<script'
    expect_text "$scratch/web/index.html" '&lt;script&gt;alert'
    expect_same "$scratch/in/1/data" "$scratch/web/$(listed | grep -x '731200-x')/data"
}

test_a_report_without_id_and_label_has_a_name_of_its_inputs() {
    need python3
    local name
    printf 'task,run_time\na,1\n' > "$scratch/a.csv"
    printf 'task,run_time\na,2\n' > "$scratch/b.csv"
    for name in a b; do
        run "$JOBREPORT" -q --only none -o "$scratch/$name" "$scratch/$name.csv"
        expect_status 0
    done
    publish "$scratch/a" "$scratch/b"
    publish "$scratch/b"
    expect_status 0
    [ "$(listed | grep -c '^report-')" = 2 ] || fail "listed: $(listed)"
}

test_a_removed_report_leaves_the_index() {
    need python3
    make_report "$scratch/one"
    make_report "$scratch/two" --job-id 2
    publish "$scratch/one" "$scratch/two"
    rm -rf "$scratch/web/2"
    publish "$scratch/one"
    expect_status 0
    expect_listed 731200
    expect_no_text "$scratch/web/index.html" '"2/'
}

test_what_is_kept_of_a_report_may_be_damaged_or_old() {
    need python3
    local damage
    make_report "$scratch/one"
    make_report "$scratch/two" --job-id 2
    publish "$scratch/one" "$scratch/two"
    cp "$scratch/web/index.json" "$scratch/former"
    for damage in 'truncate -s 100' 'truncate -s 0' 'rm -f' 'sed -i s/fingerprint/finger/g' \
        'sed -i s/"facts"/"fact"/g' 'sed -i s/anything/{/' 'cp /dev/null'; do
        $damage "$scratch/web/.jobreport-reports.json"
        publish "$scratch/one"
        expect_status 0
        expect_same "$scratch/former" "$scratch/web/index.json"
    done
    sed -i 's/"user": "mira"/"user": "somebody"/' "$scratch/web/2/data/manifest.json"
    publish "$scratch/one"
    expect_text "$scratch/web/index.json" 'somebody'
}

test_index_files_that_are_damaged_are_made_anew() {
    make_report "$scratch/one"
    publish "$scratch/one"
    cp -a "$scratch/web" "$scratch/former"
    echo '{' > "$scratch/web/index.json"
    : > "$scratch/web/index.html"
    rm "$scratch/web/report.css"
    publish "$scratch/one"
    expect_status 0
    expect_same "$scratch/former/index.json" "$scratch/web/index.json"
    expect_same "$scratch/former/index.html" "$scratch/web/index.html"
    expect_same "$scratch/former/report.css" "$scratch/web/report.css"
}

test_a_damaged_report_is_left_out_with_a_word() {
    need python3
    make_report "$scratch/one"
    make_report "$scratch/two" --job-id 2
    publish "$scratch/one" "$scratch/two"
    echo '{"schema": 1' > "$scratch/web/2/data/manifest.json"
    publish "$scratch/one"
    expect_status 0
    expect_error 'web/2 is left out of the index: data/manifest.json'
    expect_listed 731200
}

test_a_report_put_there_by_hand_is_listed() {
    need python3
    make_report "$scratch/one"
    make_report "$scratch/two" --job-id 2
    publish "$scratch/one"
    cp -r "$scratch/two" "$scratch/web/by-hand"
    mkdir "$scratch/web/pictures"
    publish "$scratch/web/by-hand"
    expect_status 0
    expect_listed 731200 by-hand
    [ -d "$scratch/web/pictures" ] || fail "the operator's own was removed"
}

# They list no files: what they name is copied.
test_reports_of_earlier_versions_are_published() {
    need python3
    report "$examples/archive-12-nodes"
    python3 - "$report/data/manifest.json" << 'END'
import json, sys
manifest = json.load(open(sys.argv[1]))
manifest["schema"] = 1
for name in ("tasks", "key_figures", "thumbnail", "files"):
    del manifest[name]
json.dump(manifest, open(sys.argv[1], "w"))
END
    rm "$report/report.txt" "$report/data/summary.json" # which those had not
    publish "$report"
    expect_status 0
    expect_text "$scratch/web/index.html" 'src="731200/plots/[a-z_]*-small.png"'
    expect_same "$report" "$scratch/web/731200"
    expect_text "$scratch/web/index.html" 'Job 731200'
}

test_reports_in_every_format() {
    local format
    for format in pdf html svg png svg,html; do
        run "$JOBREPORT" -q --format $format --job-id "$format" --only 'cpu_load*' \
            -o "$scratch/$format" "$examples/archive-12-nodes"
        publish "$scratch/$format"
        expect_status 0
    done
    expect_text "$scratch/web/index.html" 'href="pdf/job-report-pdf.pdf"'
    expect_text "$scratch/web/index.html" 'src="svg-html/plots/[a-z_]*-small.svg"'
    local link
    for link in $(grep -oE '(href|src)="[^"#]+' "$scratch/web/index.html" | sed 's/^[^"]*"//'); do
        [ -e "$scratch/web/$link" ] || fail "$link is not there"
    done
}

test_modes_follow_the_umask() {
    make_report "$scratch/one"
    chmod -R go= "$scratch/one"
    (umask 022 && "$JOBREPORT" publish -q "$scratch/one" "$scratch/web") || fail "status $?"
    [ -z "$(find "$scratch/web" -type f ! -perm 644)" ] || fail "$(ls -lAR "$scratch/web")"
    [ -z "$(find "$scratch/web" -type d ! -perm 755)" ] || fail "$(ls -lAR "$scratch/web")"
    rm -rf "$scratch/web"
    (umask 027 && "$JOBREPORT" publish -q "$scratch/one" "$scratch/web") || fail "status $?"
    [ -z "$(find "$scratch/web" -type f ! -perm 640)" ] || fail "$(ls -lAR "$scratch/web")"
    [ -z "$(find "$scratch/web" -type d ! -perm 750)" ] || fail "$(ls -lAR "$scratch/web")"
}

# Once it stands there, until somebody changes it.
test_a_published_report_that_is_replaced_keeps_its_permissions() {
    local mode
    make_report "$scratch/one"
    publish "$scratch/one"
    expect_status 0
    for mode in 700 2750; do
        chmod $mode "$scratch/web/731200"
        chmod 711 "$scratch/web/731200/data"
        echo mine > "$scratch/web/731200/NOTES.md"
        sed -i 's/"created": "20/"created": "19/' "$scratch/one/data/manifest.json"
        publish "$scratch/one"
        expect_status 0
        expect_same "$scratch/one/data/manifest.json" "$scratch/web/731200/data/manifest.json"
        expect_file "$scratch/web/731200/NOTES.md"
        [ "$(stat -c %a "$scratch/web/731200" "$scratch/web/731200/data" | tr '\n' ' ')" = "$mode 711 " ] ||
            fail "$(ls -la "$scratch/web/731200")"
        sed -i 's/"created": "19/"created": "20/' "$scratch/one/data/manifest.json"
    done
}

test_rights_that_a_web_directory_gives_open_no_private_report() {
    need setfacl getfacl
    make_report "$scratch/one"
    publish "$scratch/one"
    expect_status 0
    chmod 750 "$scratch/web/731200" "$scratch/web/731200/data"
    setfacl -m d:u:12345:rwx "$scratch/web" 2> /dev/null || skip 'none on this file system'
    sed -i 's/"created": "20/"created": "19/' "$scratch/one/data/manifest.json"
    publish "$scratch/one"
    expect_status 0
    expect_same "$scratch/one/data/manifest.json" "$scratch/web/731200/data/manifest.json"
    getfacl -Rpn "$scratch/web/731200" > "$scratch/after"
    expect_no_text "$scratch/after" 12345
    [ "$(stat -c %a "$scratch/web/731200" "$scratch/web/731200/data" | tr '\n' ' ')" = '750 750 ' ] ||
        fail "$(ls -la "$scratch/web/731200")"
}

test_links_in_the_target_are_not_followed() {
    need python3
    make_report "$scratch/one"
    make_report "$scratch/two" --job-id 2
    mkdir "$scratch/far" "$scratch/web"
    echo far > "$scratch/far/index.html"
    cp -r "$scratch/two" "$scratch/far/report"
    cp -a "$scratch/far" "$scratch/far-before"
    ln -s ../far "$scratch/web/731200"
    ln -s ../far/report "$scratch/web/2"
    ln -s ../far/kept "$scratch/web/.jobreport-reports.json"
    ln -s ../far "$scratch/web/.jobreport-new-x"
    publish "$scratch/one" "$scratch/two"
    expect_status 0
    expect_error 'web/2 is a link'
    expect_same "$scratch/far-before" "$scratch/far"
    [ "$(listed | wc -l)" = 2 ] || fail "listed: $(listed)"
    expect_no_text <(listed) '^(2|731200)$'
}

test_links_and_strangers_in_a_report_are_not_copied() {
    need python3
    report "$examples/archive-12-nodes"
    echo secret > "$scratch/secret"
    mkdir "$scratch/private"
    echo secret > "$scratch/private/x.css"
    cp "$scratch/secret" "$report/notes.html"
    cp "$scratch/secret" "$report/data/mine.csv"
    cp "$scratch/secret" "$report/plots/mine.png"
    cp "$scratch/secret" "$report/.htpasswd"
    ln -s "$scratch/secret" "$report/assets/extra.css"
    ln -s "$scratch/private" "$report/more"
    publish "$report"
    expect_status 0
    ! grep -rq secret "$scratch/web" || fail "copied: $(grep -rl secret "$scratch/web")"
    [ -z "$(find "$scratch/web" -type l)" ] || fail "links"
    expect_file "$scratch/web/731200/data.html"
}

# A link in the place of a file of the report: what it leads to is not copied, and without it the
# report is not whole.
test_a_report_with_links_for_files_is_refused() {
    need python3
    report "$examples/archive-12-nodes"
    echo secret > "$scratch/secret"
    rm "$report/assets/report.css"
    mkfifo "$report/assets/report.css"
    ln -sf "$scratch/secret" "$report/nodes.html"
    ln -sf "$scratch/secret" "$report/data/series.csv"
    ln -sf "$scratch/secret" "$report/plots/cpu_load_per_node.png"
    mv "$report/figures" "$scratch/figures"
    ln -s "$scratch/figures" "$report/figures"
    publish "$report"
    expect_status 3
    expect_error 'report: .* and others, listed in its manifest, are missing or not regular files'
    expect_absent "$scratch/web/index.html" "$scratch/web/731200"
}

test_a_report_that_lacks_a_file_is_refused() {
    need python3
    make_report "$scratch/one"
    make_report "$scratch/two" --job-id 2
    publish "$scratch/one" "$scratch/two"
    cp -a "$scratch/web" "$scratch/former"
    rm "$scratch/one/data/job_metrics.csv"
    publish "$scratch/one"
    expect_status 3
    expect_error 'one: data/job_metrics.csv, listed in its manifest, is missing or not a regular file: make the report again'
    expect_same "$scratch/former" "$scratch/web"
    publish "$scratch/one" "$scratch/two"
    expect_status 3
    expect_error '1 of 2 reports were not published'
    grep -q '"directory": "731200"' "$scratch/web/index.json" || fail "the index lost it"
    expect_file "$scratch/web/731200/data/job_metrics.csv"
}

test_a_report_whose_list_lacks_what_it_names_is_refused() {
    need python3
    local name
    for name in index.html data.html job-report-731200.pdf assets/report.css data/findings.csv; do
        rm -rf "$scratch/one"
        make_report "$scratch/one"
        expect_file "$scratch/one/$name"
        python3 - "$scratch/one/data/manifest.json" "$name" << 'END'
import json, sys
manifest = json.load(open(sys.argv[1]))
manifest["files"].remove(sys.argv[2])
json.dump(manifest, open(sys.argv[1], "w"))
END
        publish "$scratch/one"
        expect_status 3
        expect_error "one: $name is used by its manifest, but not among the files that it lists"
        [ ! -e "$scratch/web/index.html" ] || fail "published without $name"
    done
}

# A manifest is data, too: what it names is looked for in the report only.
test_a_hostile_manifest_names_no_files() {
    need python3
    make_report "$scratch/one"
    echo secret > "$scratch/secret.html"
    echo secret > "$scratch/one/.htpasswd"
    echo secret > "$scratch/one/data/key.pem"
    mkdir "$scratch/one/deep"
    echo secret > "$scratch/one/deep/secret.html"
    cp "$scratch/secret.html" "$scratch/secret.pdf"
    cp "$scratch/secret.html" "$scratch/secret.csv"
    python3 - "$scratch/one/data/manifest.json" << 'END'
import json, sys
manifest = json.load(open(sys.argv[1]))
manifest["pages"] = ["../secret.html", "/etc/passwd", "javascript:alert(1)", "index.html", 7, None]
manifest["files"] += ["../secret.html", "/etc/passwd", ".htpasswd", "data/key.pem", "deep/secret.html",
    "data/../../secret.html", "plots/", "", 7, None]
manifest["pdf"] = "../secret.pdf"
manifest["tables"].append({"name": "../../secret"})
manifest["figures"] = [{"id": "../../secret"}, 5]
manifest["thumbnail"] = {"file": "../secret.html", "alt": ["x"]}
manifest["key_figures"] = [{"value": "<b>"}, {"value": "<b>1", "label": "<i>2"}] * 50
manifest["tasks"] = "many"
json.dump(manifest, open(sys.argv[1], "w"))
END
    publish "$scratch/one"
    expect_status 0
    expect_no_text "$scratch/web/index.html" 'secret|passwd|javascript|<i>2'
    ! grep -rqx secret "$scratch/web/731200" || fail "copied: $(grep -rlx secret "$scratch/web")"
    [ "$(grep -o '&lt;i&gt;2' "$scratch/web/index.html" | wc -l)" -le 8 ] || fail "no bound"
}

test_what_is_no_report_does_not_stop_the_others() {
    need python3
    local path
    make_report "$scratch/one"
    make_report "$scratch/link"
    rm -r "$scratch/link/data"
    ln -s ../one/data "$scratch/link/data"
    mkdir "$scratch/empty" "$scratch/later" "$scratch/later/data"
    echo '{"schema": 99, "program": "jobreport 99", "facts": {}}' > "$scratch/later/data/manifest.json"
    publish "$scratch/empty" "$scratch/absent" "$scratch/one" "$scratch/link" "$scratch/later" \
        "$scratch/one/index.html"
    expect_status 3
    [ "$(cat "$out")" = "$scratch/web" ] || fail "printed: $(cat "$out")"
    for path in empty absent link index.html; do
        expect_error "/$path is not a report"
    done
    expect_error '/later cannot be published: data/manifest.json: made by a later .* \(data schema 99;'
    expect_error '5 of 6 reports were not published'
    expect_listed 731200
}

test_nothing_is_made_when_there_is_no_report() {
    mkdir "$scratch/empty"
    publish "$scratch/empty"
    expect_status 3
    expect_error 'empty is not a report of jobreport'
    expect_silence "$out"
    publish "$scratch/empty" "$scratch/absent"
    expect_status 3
    expect_only "$scratch" empty
}

test_targets_that_would_be_spoilt_are_refused() {
    make_report "$scratch/one"
    make_report "$scratch/two" --job-id 2
    cp -a "$scratch/two" "$scratch/former"
    run "$JOBREPORT" publish "$scratch/one" "$scratch/two"
    expect_status 4
    expect_error 'two is a report itself'
    expect_same "$scratch/former" "$scratch/two"
    mkdir "$scratch/web"
    echo welcome > "$scratch/web/index.html"
    publish "$scratch/one"
    expect_status 4
    expect_error 'index.html that jobreport did not write'
    expect_only "$scratch/web" index.html
    mv "$scratch/web/index.html" "$scratch/home.html"
    ln -s ../home.html "$scratch/web/index.html"
    publish "$scratch/one"
    expect_status 4
    expect_error 'index.html that jobreport did not write'
    [ -L "$scratch/web/index.html" ] || fail 'a link was replaced'
    run "$JOBREPORT" publish "$scratch/one" "$scratch/web/index.html"
    expect_status 4
    run "$JOBREPORT" publish "$scratch/one" "$scratch/no/such/web"
    expect_status 4
}

# Names in a web directory are of several people.
test_names_cannot_drive_the_terminal() {
    make_report "$scratch/one"
    publish "$scratch/one"
    ln -s 731200 "$scratch/web/"$'\e]0;x\a\e[31mlink'
    mkdir -p "$scratch/web/"$'\e[2J\u202edirectory/data'
    echo '{' > "$scratch/web/"$'\e[2J\u202edirectory/data/manifest.json'
    publish "$scratch/one"
    expect_status 0
    expect_error 'web/.x1b\]0;x.x07.x1b\[31mlink is a link'
    expect_error 'web/.x1b\[2J.u202edirectory is left out of the index'
    ! grep -q $'[\e\a]' "$err" || fail "it drives the terminal"
}

test_too_few_operands_are_a_usage_error() {
    make_report "$scratch/one"
    run "$JOBREPORT" publish "$scratch/one"
    expect_status 2
    run "$JOBREPORT" publish
    expect_status 2
    run "$JOBREPORT" publish --only x "$scratch/one" "$scratch/web"
    expect_status 2
    expect_absent "$scratch/web"
}

# Whatever the order, the way there, and the clock.
test_the_same_reports_give_the_same_bytes() {
    make_report "$scratch/one"
    make_report "$scratch/two" --job-id 2
    make_report "$scratch/three" --label three
    publish "$scratch/one" "$scratch/two" "$scratch/three"
    mv "$scratch/web" "$scratch/first"
    publish "$scratch/three"
    publish "$scratch/two"
    SOURCE_DATE_EPOCH=1 publish "$scratch/one" "$scratch/two"
    rm -f "$scratch"/*/.jobreport-reports.json
    expect_same "$scratch/first" "$scratch/web"
}

test_times_are_of_the_zone_that_is_asked_for() {
    make_report "$scratch/one"
    publish --time-zone Asia/Tokyo "$scratch/one"
    expect_status 0
    expect_text "$scratch/web/index.html" '2024-06-11 <span class="second">17:00<'
    expect_text "$scratch/web/index.html" 'JST'
}

test_templates_of_the_operator_are_used() {
    make_report "$scratch/one"
    mkdir "$scratch/templates"
    sed 's/Job reports/Reports of Alder/' templates/listing.tpl > "$scratch/templates/listing.tpl"
    publish --templates "$scratch/templates" "$scratch/one"
    expect_status 0
    expect_text "$scratch/web/index.html" '<h1>Reports of Alder</h1>'
}

# Once known, the manifests of the others are looked at and not opened; nothing else of them is
# touched.
test_one_more_does_not_read_a_thousand() {
    need strace
    local opened touched
    make_many 1000 "$scratch/web"
    publish "$scratch/web/1"
    expect_status 0
    strace -f -e trace=file -o "$scratch/calls" "$JOBREPORT" publish -q "$scratch/one" \
        "$scratch/web" || skip "cannot trace"
    opened=$(grep -E 'open(at)?\(' "$scratch/calls" | grep -cE "\"[0-9]+(/[^\"]*)?\"")
    touched=$(grep -cE '"[0-9]+(/[^"]*)?"' "$scratch/calls")
    [ "$opened" -le 20 ] || fail "opens $opened files or directories of reports"
    [ "$touched" -le 2100 ] || fail "asks the kernel $touched times about reports"
    [ "$(grep -c 'class="report"' "$scratch/web/index.html")" = 1001 ] || fail "not all listed"
}

run_tests
