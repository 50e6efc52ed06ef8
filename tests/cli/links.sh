#!/bin/bash
# Links of a site on the first page: --link LABEL=URL.
. tests/lib.sh

grafana='Grafana=https://grafana.example.org/d/job?var-job={job_id}&who={user}'
nodes='Node dashboards=https://grafana.example.org/d/node/{node}'

link_report() { # [OPTION|INPUT]…
    report --only none --format html "$@"
    expect_status 0
}

links_of_page() { # PAGE: "TEXT ADDRESS" of each
    python3 - "$1" << 'END'
import html.parser, sys
class Links(html.parser.HTMLParser):
    inside, address = False, None
    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.inside = self.inside or (tag == "ul" and attributes.get("class") == "links")
        if tag == "a" and self.inside:
            self.address = attributes["href"]
    def handle_endtag(self, tag):
        self.inside = self.inside and tag != "ul"
    def handle_data(self, data):
        if self.address:
            print(data, self.address)
            self.address = None
Links().feed(open(sys.argv[1], encoding="utf-8").read())
END
}

test_links_are_filled_in() {
    need python3
    link_report --job-id 7 --user anna --link "$grafana" --link 'Ask=mailto:{user}@example.org' --link "$nodes" \
        "$examples/archive-12-nodes"
    expect_silence "$err"
    links_of_page "$report/index.html" > "$scratch/links"
    expect_text "$scratch/links" '^Grafana https://grafana.example.org/d/job\?var-job=7&who=anna$'
    expect_text "$scratch/links" '^Ask mailto:anna@example.org$'
    expect_text "$scratch/links" '^f0101 https://grafana.example.org/d/node/f0101$'
    [ "$(wc -l < "$scratch/links")" = 14 ] || fail "$(cat "$scratch/links")"
    expect_no_text "$report/nodes.html" 'grafana'
}

test_help_shows_what_is_filled_in() {
    run "$JOBREPORT" replot --help
    expect_text "$out" 'var-job=\{job_id\}'
    run "$JOBREPORT" --generate manual
    expect_text "$out" 'var\\?-job=\{job_id\}'
}

test_links_of_the_pdf_lead_to_their_addresses() {
    need qpdf pdftotext
    report --only none --format pdf --job-id 7 --user anna --link "$grafana" --link "$nodes" --link 'Hilfe für alle=https://example.org/(x)' \
        "$examples/archive-12-nodes"
    expect_status 0
    pdftotext -l 1 "$report"/*.pdf "$scratch/text"
    expect_text "$scratch/text" 'Hilfe für alle'
    qpdf --qdf --object-streams=disable "$report"/*.pdf "$scratch/plain.pdf"
    grep -aoE '/URI \([^)]*\)' "$scratch/plain.pdf" > "$scratch/links"
    expect_text "$scratch/links" '\(https://grafana.example.org/d/job\?var-job=7&who=anna\)'
    expect_text "$scratch/links" '\(https://grafana.example.org/d/node/f0112\)'
    expect_text "$scratch/links" '\(https://example.org/%28x%29\)'
}

# Names are of whoever ran the job.
test_names_are_encoded() {
    need python3
    link_report --job-id '1/../?a=b&c#d "x" ü%' --user '<script>' --link "$grafana" "$examples/archive-12-nodes"
    [ "$(links_of_page "$report/index.html")" = \
        'Grafana https://grafana.example.org/d/job?var-job=1%2F..%2F%3Fa%3Db%26c%23d%20%22x%22%20%C3%BC%25&who=%3Cscript%3E' ] ||
        fail "$(links_of_page "$report/index.html")"
    link_report --link '<b>"L"&=https://example.org/' "$examples/archive-12-nodes"
    expect_text "$report/index.html" '>&lt;b&gt;&quot;L&quot;&amp;</a>'
    link_report --job-id .. --link "$grafana" --link 'Home=https://example.org' "$examples/archive-12-nodes"
    expect_error '^jobreport: note: --link Grafana is left out: \{job_id\} is not known of this run$'
    [ "$(links_of_page "$report/index.html")" = 'Home https://example.org' ] || fail "$(links_of_page "$report/index.html")"
}

test_a_link_of_which_something_is_unknown_is_left_out_and_said_once() {
    printf 'task,id,run_time_s\na,1,5\na,2,6\n' > "$scratch/tasks.csv"
    link_report --link "$grafana" --link "$nodes" "$scratch/tasks.csv"
    expect_no_text "$report/index.html" 'grafana'
    [ "$(grep -c 'link Grafana is left out: {job_id} is not known' "$err")" = 1 ] || fail "$(cat "$err")"
    link_report --job-id .. --user .. --link "$grafana" "$scratch/tasks.csv"
    expect_error '^jobreport: note: --link Grafana is left out: \{job_id\} and \{user\} are not known of this run$'
    link_report --link "$nodes" "$scratch/tasks.csv"
    [ "$(grep -c 'link Node dashboards is left out: {node} is not known' "$err")" = 1 ] || fail "$(cat "$err")"
}

test_what_is_no_link_is_refused() {
    local link
    for link in 'x' '=https://a.example' 'a=ftp://a.example' 'a=javascript:alert(1)' 'a= https://a.example' 'a=https://' \
        'a=https:///x' 'a=https://{node}/x' 'a=https://x{user}.example' 'a=https://a.example/{jobid}' 'a=https://a.example/{' \
        'a=https://a.example/}' 'a=https://a.example/"x' 'a=https://a.example/ä' 'a=//a.example' 'a=HTTPS:x' 'a=mailto:'; do
        run "$JOBREPORT" --link "$link" -o "$scratch/none" "$examples/archive-12-nodes"
        expect_status 2
        expect_error "^jobreport: --link: '"
        expect_absent "$scratch/none"
    done
}

test_drawing_again_keeps_links_or_takes_others() {
    need python3
    link_report --job-id 7 --user anna --link "$grafana" --link "a,b=https://example.org/c,d" "$examples/archive-12-nodes"
    cp -a "$report" "$scratch/former"
    run "$JOBREPORT" replot "$report"
    expect_status 0
    expect_same "$scratch/former" "$report"
    run "$JOBREPORT" replot --job-id 8 "$report"
    links_of_page "$report/index.html" > "$scratch/links"
    expect_text "$scratch/links" 'var-job=8&who=anna$'
    expect_text "$scratch/links" '^a,b https://example.org/c,d$'
    run "$JOBREPORT" replot --link 'Other=https://other.example/' "$report"
    [ "$(links_of_page "$report/index.html")" = 'Other https://other.example/' ] || fail 'not replaced'
    sed -i 's|Other=https://other|Other=javascript://other|' "$report/data/manifest.json"
    run "$JOBREPORT" replot "$report"
    expect_status 3
    expect_error 'data/manifest.json: "links": link 1 is none$'
}

test_a_site_sets_links_and_a_report_keeps_its_own() {
    need python3
    echo '{"link": ["Site=https://site.example/{job_id}"]}' > "$scratch/site.json"
    export JOBREPORT_SITE_CONFIG=$scratch/site.json
    link_report --job-id 7 "$examples/archive-12-nodes"
    [ "$(links_of_page "$report/index.html")" = 'Site https://site.example/7' ] || fail 'not there'
    link_report --link 'Own=https://own.example/' "$examples/archive-12-nodes"
    [ "$(links_of_page "$report/index.html")" = 'Own https://own.example/' ] || fail 'not replaced'
    run "$JOBREPORT" replot "$report"
    [ "$(links_of_page "$report/index.html")" = 'Own https://own.example/' ] || fail 'not kept'
    mkdir "$scratch/in"
    cp -r "$examples/archive-12-nodes/." "$scratch/in"
    echo '{"link": ["Evil=https://evil.example/"]}' > "$scratch/in/jobreport.json"
    link_report "$scratch/in"
    expect_error 'in/jobreport.json: ignored "link"'
    expect_no_text "$report/index.html" 'evil'
}

test_many_nodes_are_said_by_their_number() {
    local node
    echo 'timestamp,host,cpu_percent' > "$scratch/nodes.csv"
    for node in $(seq 101 140); do
        printf "2024-06-11T08:00:%02d,n%d,50\n" 0 "$node" 10 "$node" 20 "$node" >> "$scratch/nodes.csv"
    done
    link_report --link "$nodes" "$scratch/nodes.csv"
    expect_text "$report/index.html" '>n132</a> · 8 more</li>'
    expect_no_text "$report/index.html" 'd/node/n133'
}

run_tests
