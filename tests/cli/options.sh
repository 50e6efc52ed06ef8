#!/bin/bash
# What the options change.
. tests/lib.sh

figures() {
    ls "$report/plots" 2> /dev/null | sed 's/\.[a-z]*$//; s/-dark$//; s/-narrow$//' | sort -u
}

test_only_none_makes_tables_alone() {
    report --only none "$examples/archive-12-nodes"
    expect_status 0
    [ -z "$(figures)" ] || fail "figures: $(figures)"
    expect_file "$report/data/job_metrics.csv" "$report/index.html"
}

test_several_figures_are_chosen_with_commas() {
    local two='cpu_load_all_nodes.json
cpu_load_per_node.json'
    report --only 'cpu_load_all_nodes,cpu_load_per*' "$examples/archive-12-nodes"
    expect_status 0
    [ "$(ls "$report/figures")" = "$two" ] || fail "--only gives: $(ls "$report/figures")"
    run "$JOBREPORT" replot -q --output "$scratch/again" "$report"
    expect_status 0
    [ "$(ls "$scratch/again/figures")" = "$two" ] || fail "replot draws others"
    report --skip 'cpu_load_all_nodes,cpu_load_per*' "$examples/archive-12-nodes"
    expect_absent "$report/figures/cpu_load_all_nodes.json" "$report/figures/cpu_load_per_node.json"
}

test_only_and_skip_choose_figures() {
    local all one
    report "$examples/archive-12-nodes"
    all=$(figures)
    one=roofline
    report --only "$one" "$examples/archive-12-nodes"
    expect_status 0
    [ "$(figures)" = "$one" ] || fail "only $one gives: $(figures)"
    report --skip "$one" "$examples/archive-12-nodes"
    expect_status 0
    [ "$(figures)" = "$(grep -vx "$one" <<< "$all")" ] || fail "skip $one gives: $(figures)"
    report --only '*' --skip '*' "$examples/archive-12-nodes"
    [ -z "$(figures)" ] || fail "skip '*' gives: $(figures)"
}

# The mean of all nodes repeats what a figure of each shows.
test_a_mean_is_drawn_where_its_nodes_are_not() {
    report "$examples/archive-12-nodes"
    expect_file "$report/figures/clock_per_node.json"
    expect_absent "$report/figures/clock_all_nodes.json"
    report --skip clock_per_node "$examples/archive-12-nodes"
    expect_file "$report/figures/clock_all_nodes.json"
}

test_a_pattern_that_matches_nothing_is_said() {
    report --only 'no-such-figure' "$examples/archive-12-nodes"
    expect_error '^jobreport: note: --only no-such-figure matches no figure'
}

test_format_chooses_files() {
    report --format pdf "$examples/archive-12-nodes"
    expect_status 0
    expect_absent "$report/index.html" "$report/plots"
    expect_file "$report/job-report-731200.pdf" "$report/data/job_metrics.csv"
    report --format html "$examples/archive-12-nodes"
    expect_status 0
    expect_file "$report/index.html"
    expect_absent "$report/job-report-731200.pdf"
    report --format png,svg "$examples/archive-12-nodes"
    expect_status 0
    expect_absent "$report/index.html" "$report/job-report-731200.pdf"
    [ -n "$(ls "$report"/plots/*.svg)" ] && [ -n "$(ls "$report"/plots/*.png)" ] || fail "figures"
}

test_html_alone_shows_its_figures() {
    local image
    report --format html "$examples/archive-12-nodes"
    for image in $(grep -ohE '(src|srcset)="[^"]+\.(png|svg)' "$report"/*.html | sed 's/.*"//'); do
        expect_file "$report/$image"
    done
}

page_size() {
    pdfinfo "$report"/job-report*.pdf | sed -n 's/^Page size: *\([0-9.]* x [0-9.]*\).*/\1/p'
}

test_paper_changes_the_page() {
    need pdfinfo
    report "$examples/archive-12-nodes"
    [[ $(page_size) == 595.*\ x\ 841.* ]] || [[ $(page_size) == '595 x 842' ]] || fail "$(page_size)"
    report --paper letter "$examples/archive-12-nodes"
    [ "$(page_size)" = '612 x 792' ] || fail "$(page_size)"
}

test_theme_changes_figures_not_numbers() {
    report "$examples/archive-12-nodes"
    mv "$report" "$scratch/light"
    report --theme dark "$examples/archive-12-nodes"
    expect_status 0
    expect_different "$report/plots" "$scratch/light/plots"
    expect_same "$report/data/job_metrics.csv" "$scratch/light/data/job_metrics.csv"
}

test_units_change_charts_not_tables() {
    report "$examples/archive-12-nodes"
    mv "$report" "$scratch/iec"
    report --units si "$examples/archive-12-nodes"
    expect_status 0
    expect_different "$report/plots" "$scratch/iec/plots"
    expect_same "$report/data/job_metrics.csv" "$scratch/iec/data/job_metrics.csv"
}

test_time_zone_changes_printed_times() {
    report --format html --only none "$examples/archive-12-nodes"
    expect_text "$report/index.html" '08:00'
    report --format html --only none --time-zone Asia/Tokyo "$examples/archive-12-nodes"
    expect_status 0
    expect_text "$report/index.html" '17:00'
}

# An offset is one east of Greenwich, however it is written: not the opposite, as TZ has it.
test_time_zones_that_are_offsets() {
    local zone
    for zone in +02:00 +0200 +02 +2 UTC+2 UTC+02:00 GMT+2; do
        report --format html --only none --time-zone "$zone" "$examples/archive-12-nodes"
        expect_status 0
        expect_text "$report/index.html" '10:00 → 2024-06-11 11:00 UTC\+02:00'
        expect_no_text "$report/index.html" '0[68]:00 → '
    done
    report --format html --only none --time-zone=-03:30 "$examples/archive-12-nodes"
    expect_text "$report/index.html" '04:30 → 2024-06-11 05:30 UTC-03:30'
    report --format html --only none --time-zone UTC+0 "$examples/archive-12-nodes"
    expect_text "$report/index.html" '08:00 → 2024-06-11 09:00 UTC<'
    report --format html --only none --time-zone Asia/Dubai "$examples/archive-12-nodes"
    expect_text "$report/index.html" '12:00 → 2024-06-11 13:00 UTC\+04:00'
    printf '{"time-zone": "UTC+2"}' > "$scratch/options.json"
    report --format html --only none --config "$scratch/options.json" "$examples/archive-12-nodes"
    expect_text "$report/index.html" '10:00 → 2024-06-11 11:00 UTC\+02:00'
    run "$JOBREPORT" replot "$report"
    expect_text "$report/index.html" '10:00 → 2024-06-11 11:00 UTC\+02:00'
}

test_naive_times_in_a_zone_that_is_an_offset() {
    printf 'task,start,end,outcome\na,2024-06-11 10:00:00,2024-06-11 10:10:00,ok\n%s\n' \
        'b,2024-06-11T08:05:00Z,2024-06-11T08:06:00Z,ok' > "$scratch/tasks.csv"
    report --format html --only none --time-zone UTC+2 "$scratch/tasks.csv"
    expect_status 0
    expect_text "$report/index.html" '10:00 → 2024-06-11 10:10 UTC\+02:00'
}

# What is no name in the zone database and no offset: rules of TZ, which may call an hour what they
# like, and other files there.
test_what_is_no_time_zone_is_refused() {
    local zone
    for zone in UTC2 'UTC0<script>' 'XYZ-3' '<UTC>-5' EST5EDT,M3.2.0,M11.1.0 +15:00 +2:5 UTC+ +230 \
        +02:60 zone.tab Europe ./Europe /etc/localtime ../zoneinfo/UTC utc+x; do
        run "$JOBREPORT" --time-zone "$zone" -o "$scratch/report" "$examples/archive-12-nodes"
        expect_status 2
        expect_error "--time-zone.*UTC, a name such as Europe/Berlin, or an offset"
        expect_absent "$scratch/report"
    done
}

test_the_environment_s_zone_and_locale_do_not_matter() {
    report --format html --only none "$examples/archive-12-nodes"
    mv "$report" "$scratch/first"
    TZ=Asia/Tokyo LC_ALL=C LANG=de_DE.UTF-8 report --format html --only none \
        "$examples/archive-12-nodes"
    expect_same "$report" "$scratch/first"
}

test_config_file_in_the_input_directory_is_used() {
    report --only none "$examples/matmul-4-nodes"
    expect_status 0
    expect_text "$report/index.html" '64 GiB matrices'
    report --only none --label 'other matrices' "$examples/matmul-4-nodes"
    expect_text "$report/index.html" 'other matrices'
    expect_no_text "$report/index.html" '64 GiB matrices'
}

# Whoever writes metric files writes that file, too: it names no paths and sets no policy.
test_config_file_in_the_input_directory_only_describes_the_data() {
    local file=$scratch/in/jobreport.json
    mkdir "$scratch/templates" "$scratch/plots" "$scratch/victim"
    cp -r "$examples/archive-12-nodes" "$scratch/in"
    echo SECRET > "$scratch/templates/report.css"
    echo '{' > "$scratch/plots/faulty.json"
    cat > "$file" << END
{"output": "$scratch/victim", "templates": ["$scratch/templates"], "plots": "$scratch/plots",
 "config": "x", "job-id": "1", "user": "root", "strict": true, "quiet": true, "jobs": 1000,
 "format": "svg", "only": "cpu*", "no-such": 1, "title": "From a file"}
END
    report --only none --format html "$scratch/in"
    expect_status 0
    [ "$(cat "$out")" = "$report" ] || fail "made $(cat "$out")"
    expect_error '^jobreport: note: .*in/jobreport.json: ignored "output", "templates", "plots", .* and 2 more: a config file found'
    expect_error 'may only set columns, mapping, kinds, title, label, '
    expect_no_text "$report/assets/report.css" SECRET
    expect_text "$report/index.html" 'From a file'
    expect_text "$report/data/manifest.json" '"job_id": "731200"'
    [ -z "$(ls "$scratch/victim")" ] || fail "wrote where it was told to"
    sed -i 's/"config": "x", //' "$file"
    report --only none --format html --config "$file" "$scratch/in"
    expect_status 2
    expect_error 'jobreport.json:3: unknown key "no-such"'
    echo '{"output": "'"$scratch/named"'", "only": "none"}' > "$file"
    run "$JOBREPORT" --config "$file" "$scratch/in"
    expect_status 0
    expect_file "$scratch/named/index.html"
}

test_config_file_in_the_input_directory_is_no_link() {
    cp -r "$examples/archive-12-nodes" "$scratch/in"
    echo '{"title": "From afar"}' > "$scratch/afar"
    ln -s ../afar "$scratch/in/jobreport.json"
    report --only none --format html "$scratch/in"
    expect_status 0
    expect_error 'in/jobreport.json: ignored, since it is a symbolic link'
    expect_no_text "$report/index.html" 'From afar'
}

# A FIFO that nobody writes would be waited for.
test_what_is_no_regular_file_is_refused() {
    cp -r "$examples/archive-12-nodes" "$scratch/in"
    mkdir "$scratch/plots" "$scratch/templates"
    mkfifo "$scratch/pipe" "$scratch/plots/chart.json" "$scratch/templates/page.tpl"
    local options
    for options in "--config $scratch/pipe" '--config /dev/zero' "--config $scratch" \
        "--plots $scratch/plots" "--templates $scratch/templates"; do
        run timeout 10 "$JOBREPORT" --only none $options -o "$scratch/report" "$scratch/in"
        [ "$status" = 2 ] || [ "$status" = 3 ] || fail "status $status with $options"
        expect_error 'is not a regular file'
        expect_absent "$scratch/report"
    done
    mkfifo "$scratch/in/jobreport.json"
    run timeout 10 "$JOBREPORT" --only none -o "$scratch/report" "$scratch/in"
    expect_status 0
    expect_error 'in/jobreport.json is not a regular file; ignored'
}

# The report is made all the same, with notes.
config_is_passed_over() { # JSON NOTE…
    local note
    echo "$1" > "$scratch/in/jobreport.json"
    shift
    report --only none --format html "$scratch/in"
    expect_status 0
    for note; do
        expect_error "in/jobreport.json:$note"
    done
}

# Who asked for the report did not write it, and gets it all the same.
test_faulty_config_file_in_the_input_directory_is_passed_over() {
    cp -r "$examples/archive-12-nodes" "$scratch/in"
    config_is_passed_over $'{"title": "A",\n "label": }' '2: .*; ignored'
    config_is_passed_over '[1]' '1: must be a JSON object, .*; ignored'
    config_is_passed_over '{"small-memory": "9GB", "medium-memory": "1GB"}' \
        '1: --small-memory \(9GB\) must be less than --medium-memory \(1GB\); both ignored'
    config_is_passed_over $'{"title": "A",\n "medium-memory": "1GB"}' \
        '2: --small-memory \(5GB\) must be less than --medium-memory \(1GB\); ignored'
    config_is_passed_over '{"title": "Kept", "peak-flops": "many", "label": [[]]}' \
        '1: .*many.*; ignored' '1: "label" must be .*; ignored'
    expect_text "$report/index.html" 'Kept'
    expect_no_text "$report/data/manifest.json" 'many'
    run "$JOBREPORT" replot "$report"
    expect_status 0
    report --only none --config "$scratch/in/jobreport.json" "$scratch/in"
    expect_status 2
}

test_directories_that_are_not_there_are_refused() {
    local option
    touch "$scratch/file"
    for option in plots templates; do
        report --only none "--$option" "$scratch/nowhere" "$examples/archive-12-nodes"
        expect_status 2
        expect_error "--$option: .*nowhere: No such file or directory"
        report --only none "--$option" "$scratch/file" "$examples/archive-12-nodes"
        expect_status 2
        expect_error "--$option: .*file: Not a directory"
        expect_absent "$report"
    done
    report --only none --format html "$examples/archive-12-nodes"
    run "$JOBREPORT" replot --templates "$scratch/nowhere" "$report"
    expect_status 2
    run "$JOBREPORT" publish --templates "$scratch/nowhere" "$report" "$scratch/web"
    expect_status 2
    expect_absent "$scratch/web"
    run "$JOBREPORT" figures --plots "$scratch/nowhere"
    expect_status 2
}

test_config_file_may_be_named() {
    echo '{"title": "From a file", "paper": "letter", "only": ["none"]}' > "$scratch/config"
    report --config "$scratch/config" "$examples/archive-12-nodes"
    expect_status 0
    expect_text "$report/index.html" 'From a file'
}

test_findings_are_listed() {
    run "$JOBREPORT" findings
    expect_status 0
    expect_output '^nodes.serial: One core is busy while the others wait$'
    expect_output '^    warning +≥ 0.1 \(10 %\) +part of the run with about one busy core$'
    expect_output '^    least_s +180 s +shortest time of all serial phases together$'
    expect_output '^    note, problem: level decided by the node: .*; not settable$'
    expect_output '^    example: Energy counters \(package\) wrapped 61 times in 479 samples \(range 65.5 kJ\)'
    expect_output '^    advice \(one node, nodes\): request more memory, or run fewer tasks per node$'
    ! grep -nE '^    (example|advice)[^:]*: (.*(  |[a-z][A-Z]{3}[^A-Z]|[ ,:]$)|$)' "$out" | grep -v TotalCPU ||
        fail 'an example has a hole'
    expect_output '^    advice \(one\): treat its totals and means as incomplete$'
    ! grep -nE '[{}|]' "$out" | grep -v '^2:' || fail 'templates are shown'
    run "$JOBREPORT" findings --json
    expect_output '"id": "nodes.serial"'
    expect_output '"what": "shortest time of all serial phases together"'
}

test_config_file_sets_findings() {
    cat > "$scratch/config" << 'END'
{"findings": {
    "nodes.serial": {"warning": 0.25, "note": "see https://example.org/serial"},
    "nodes.disk-full": {"off": true}
}}
END
    run "$JOBREPORT" findings --config "$scratch/config"
    expect_output '^    warning +≥ 0.25 \(25 %\)'
    expect_output '^    note: see https://example.org/serial$'
    expect_output '^nodes.disk-full: .* \(off\)$'
    sed -i 's/nodes.serial/nodes.seriel/' "$scratch/config"
    report --only none --format html --config "$scratch/config" "$examples/matmul-4-nodes"
    expect_status 2
    expect_error 'config:2: unknown finding "nodes.seriel" \(did you mean "nodes.serial"\?\)'
    mkdir "$scratch/in"
    cp "$examples"/archive-12-nodes/* "$scratch/in"
    mv "$scratch/config" "$scratch/in/jobreport.json"
    report --only none --format html "$scratch/in"
    expect_status 0
    expect_error 'in/jobreport.json: ignored "findings": a config file found'
}

# Of the site's texts, not of names in the data; nothing but http and https.
test_addresses_of_a_site_are_links() {
    local evil='https:\/\/evil.example\/coadd'
    sed "s/coadd/$evil/g" "$examples/campaign-568-tasks/tasks.csv" > "$scratch/tasks.csv"
    cat > "$scratch/config" << 'END'
{"findings": {
    "tasks.memory-unused": {"note": "Help: https://a.example/m_(x)?y=1&z='1'. (http://b.example:80/), javascript:alert(1), \"https://c.example/\"><script>"},
    "attempts.memory-limit": {"advice": "ask https://d.example/limits, ftp://e.example or https://d.example/ü"}
}}
END
    report --format html,pdf --only none --config "$scratch/config" "$scratch/tasks.csv"
    expect_status 0
    grep '<p class="advice">' "$report/index.html" > "$scratch/advice"
    expect_text "$scratch/advice" "Help: <a href=\"https://a.example/m_\(x\)\?y=1&amp;z=&#39;1&#39;\" rel=\"noopener\">https://a.example/m_\(x\)\?y=1&amp;z=&#39;1&#39;</a>\. \(<a"
    expect_text "$scratch/advice" '<a href="http://b.example:80/" rel="noopener">http://b.example:80/</a>\), javascript:alert\(1\), &quot;<a'
    expect_text "$scratch/advice" '<a href="https://c.example/" rel="noopener">https://c.example/</a>&quot;&gt;&lt;script&gt;'
    expect_text "$scratch/advice" 'Ask <a href="https://d.example/limits" rel="noopener">https://d.example/limits</a>, ftp://e.example or <a href="https://d.example/" rel="noopener">https://d.example/</a>ü'
    expect_text "$scratch/advice" 'https://evil.example/coadd'
    expect_no_text "$report/index.html" 'href="[^"]*evil'
    run "$JOBREPORT" replot "$report"
    expect_text "$report/index.html" '<a href="https://c.example/"'
    need qpdf
    addresses_of_pdf "$report"/*.pdf > "$scratch/addresses"
    diff - "$scratch/addresses" << 'END' || fail 'other links in the PDF'
http://b.example:80/
https://a.example/m_%28x%29?y=1&z=%271%27
https://c.example/
https://d.example/
https://d.example/limits
END
}

addresses_of_pdf() { # FILE: those that its links lead to, once each
    qpdf --qdf --object-streams=disable "$1" - | grep -aoP '/URI \(\K.*(?=\)$)' | LC_ALL=C sort -u
}

# The definitions of a report have the thresholds of its site.
test_config_file_sets_thresholds_of_a_report() {
    local serial=$scratch/case
    mkdir "$serial"
    "$tools/suite/make_case" toolkit_serial_end 0 "$serial"
    report --only none --format html "$serial"
    expect_text "$report/data/findings.csv" '^nodes.serial,warn,'
    expect_text "$report/data.html" 'Reported from 10 % of the run on'
    echo '{"findings": {"nodes.serial": {"warn": 0.9}}}' > "$scratch/config"
    report --only none --format html --config "$scratch/config" "$serial"
    expect_no_text "$report/data/findings.csv" '^nodes.serial,warn,'
    expect_text "$report/data.html" 'Reported from 90 % of the run on'
}

# Findings are not worked out again: what the site had set of them stays with the report.
test_drawing_again_keeps_what_a_site_had_set() {
    local serial=$scratch/case
    mkdir "$serial"
    "$tools/suite/make_case" toolkit_serial_end 0 "$serial"
    cat > "$scratch/config" << 'END'
{"findings": {
    "nodes.serial": {"warning": 0.3, "note": "see https://example.org/serial"},
    "nodes.memory-grows": {"some": 0.11},
    "nodes.outlier": {"off": true}
}}
END
    report --only none --format html --config "$scratch/config" "$serial"
    expect_status 0
    expect_text "$report/data.html" '[Rr]eported from 30 % of the run on'
    cp -a "$report" "$scratch/first"
    echo '{"findings": {"nodes.serial": {"warning": 0.9}}, "paper": "letter"}' > "$scratch/other"
    run "$JOBREPORT" replot --output "$scratch/again" --config "$scratch/other" "$report"
    expect_status 0
    expect_error '"findings" is not used'
    expect_same "$scratch/first/data.html" "$scratch/again/data.html"
    expect_same "$scratch/first/data/findings.csv" "$scratch/again/data/findings.csv"
    run "$JOBREPORT" replot -q --output "$scratch/third" "$scratch/again"
    expect_same "$scratch/first/data.html" "$scratch/third/data.html"
    expect_text "$scratch/third/data/manifest.json" '"some": 0.11'
    sed -i 's/nodes.memory-grows/nodes.memory-grew/; s/"warning": 0[.0-9]*/"warning": -1/' "$report/data/manifest.json"
    run "$JOBREPORT" replot -q "$report"
    expect_status 0
    expect_text "$report/data.html" '[Rr]eported from 10 % of the run on'
    sed -i 's/"finding_settings": \[/"finding_settings": 5, "was": [/' "$report/data/manifest.json"
    run "$JOBREPORT" replot -q "$report"
    expect_status 3
    expect_error '"finding_settings" is no list'
}

test_reports_without_ids_of_findings_are_drawn_again() {
    report --only none --format html "$examples/archive-12-nodes"
    cut -d, -f2- "$report/data/findings.csv" > "$scratch/findings.csv"
    cp "$scratch/findings.csv" "$report/data/findings.csv"
    rm "$report/data/datapackage.json" # older than the column, it had none
    run "$JOBREPORT" replot -q --output "$scratch/again" "$report"
    expect_status 0
    expect_same "$report/index.html" "$scratch/again/index.html"
}

test_config_file_may_be_named_when_drawing_again() {
    need pdfinfo
    echo '{"paper": "letter"}' > "$scratch/config"
    report --only none --format pdf "$examples/archive-12-nodes"
    run "$JOBREPORT" replot --config "$scratch/config" "$report"
    expect_status 0
    [ "$(page_size)" = '612 x 792' ] || fail "$(page_size)"
    run "$JOBREPORT" replot --config "$scratch/absent" "$report"
    expect_status 2
    run "$JOBREPORT" replot "$report"
    [ "$(page_size)" = '612 x 792' ] || fail "forgotten: $(page_size)"
}

test_faulty_config_files_are_usage_errors() {
    local text
    for text in '{"no-such-option": 1}' '{"paper": "a5"}' '["paper"]' '{"paper": ' '' '{"title": {"a": "b"}}' \
        '{"title": true}' '{"strict": "yes"}' '{"small-memory": 5}' '{"only": ["a", ["b"]]}' '{"columns": ""}'; do
        echo "$text" > "$scratch/config"
        report --config "$scratch/config" "$examples/archive-12-nodes"
        expect_status 2
        expect_error 'config'
        expect_absent "$report"
    done
    report --config "$scratch/absent" "$examples/archive-12-nodes"
    [ "$status" = 2 ] || [ "$status" = 3 ] || fail "status $status"
}

test_mistyped_keys_name_the_nearest_one_and_their_line() {
    printf '{"label": "a",\n "titel": "b"}' > "$scratch/config"
    report --config "$scratch/config" "$examples/archive-12-nodes"
    expect_status 2
    expect_error 'config:2: unknown key "titel" \(did you mean "title"\?\)'
    printf '{"label": "a",\n "paper": "a5"}' > "$scratch/config"
    report --config "$scratch/config" "$examples/archive-12-nodes"
    expect_error "config:2: --paper: 'a5' is neither 'a4' nor 'letter'"
    for text in '{"label": "a",\n "title": "b\0c"}' '{"label": "a"}\n\0' '{"label":\n\0"a"}'; do
        printf "$text" > "$scratch/config"
        report --config "$scratch/config" "$examples/archive-12-nodes"
        expect_status 2
        expect_error 'config:2: a NUL byte: this is not JSON text'
    done
}

# Also where it is found only when the option is used.
test_faulty_values_of_a_config_file_have_their_line() {
    local text
    for text in '"small-memory": "50GB"|--small-memory \(50GB\) must be less than --medium-memory \(20GB\)' \
        '"medium-memory": "1GB"|--medium-memory \(1GB\) must be more than --small-memory \(5GB\)' \
        '"time-zone": "Nowhere/City"|--time-zone: unknown zone' '"plots": "nowhere"|--plots: nowhere: No such file' \
        '"templates": ["nowhere"]|--templates: nowhere: No such file' \
        '"input-format": "nextflo"|--input-format: unknown format .nextflo. \(did you mean .nextflow' \
        '"config": "other"|"config" is for the command line only' '"help": true|"help" is for the command line only'; do
        printf '{"label": "a",\n %s}' "${text%%|*}" > "$scratch/config"
        report --format html --config "$scratch/config" "$examples/archive-12-nodes"
        expect_status 2
        expect_error "config:2: ${text#*|}"
        expect_absent "$report"
    done
    printf '{"small-memory": "50GB"}' > "$scratch/config"
    report --only none --small-memory 30GB --config "$scratch/config" "$examples/archive-12-nodes"
    expect_error '^jobreport: --small-memory \(30GB\) must be less'
}

test_input_format_of_a_config_file_is_used() {
    echo '{"input-format": "nextflow"}' > "$scratch/config"
    run "$JOBREPORT" --dump dataset --config "$scratch/config" "$examples/campaign-568-tasks/tasks.csv"
    [ "$status" = 3 ] || fail "status $status: read as another format"
    run "$JOBREPORT" --dump dataset --config "$scratch/config" --input-format table "$examples/campaign-568-tasks/tasks.csv"
    expect_status 0
}

test_a_second_config_file_is_refused() {
    echo '{"title": "One"}' > "$scratch/one"
    echo '{"title": "Other"}' > "$scratch/other"
    report --only none --config "$scratch/one" --config "$scratch/other" "$examples/archive-12-nodes"
    expect_status 2
    expect_error '--config is given twice \(.*/one, .*/other\)'
    expect_absent "$report"
}

test_config_file_may_have_a_byte_order_mark() {
    printf '\xef\xbb\xbf{"title": "Marked",\n "findings": {"nodes.serial": {"warn": 0.2}}}' > "$scratch/config"
    report --only none --format html --config "$scratch/config" "$examples/archive-12-nodes"
    expect_status 0
    expect_text "$report/index.html" 'Marked'
    printf '\xef\xbb\xbf{"title": "Marked",\n "titel": "b"}' > "$scratch/config"
    report --only none --config "$scratch/config" "$examples/archive-12-nodes"
    expect_error 'config:2: unknown key "titel"'
}

test_rules_among_templates_of_a_site_are_not_used() {
    mkdir "$scratch/templates"
    cp templates/findings.json "$scratch/templates"
    report --only none --format html --templates "$scratch/templates" "$examples/archive-12-nodes"
    expect_status 0
    expect_error '^jobreport: note: .*templates/findings.json: not used, .*--config\)$'
    rm "$scratch/templates/findings.json"
    run "$JOBREPORT" replot --templates "$scratch/templates" "$report"
    ! grep -q findings.json "$err" || fail 'a file that is not there has a note'
}

# What older versions took, their reports remember.
test_remembered_values_without_meaning_are_drawn_again() {
    report --only none --format html --small-memory 4GB "$examples/archive-12-nodes"
    sed -i 's/"small-memory": "[^"]*"/"small-memory": "5"/; s/"only": "[^"]*"/"only": "cpu["/' "$report/data/manifest.json"
    expect_text "$report/data/manifest.json" '"only": "cpu\["'
    run "$JOBREPORT" replot "$report"
    expect_status 0
}

task_table() {
    printf 'rule,s,max_rss\nfit,100,3000\nfit,300,9000\nsort,50,30000\n' > "$scratch/tasks.csv"
}

test_mapping_tells_columns_on_the_command_line_and_by_config() {
    printf 'what;took;peak\nfit;2;3000\nfit;4;9000\nsort;1;30000\n' > "$scratch/tasks.csv"
    report --only none "$scratch/tasks.csv"
    expect_status 3
    report --only none --mapping task=what --mapping run_time_min=took --mapping memory_MB=peak \
        "$scratch/tasks.csv"
    expect_status 0
    expect_near tasks "$(cell tasks tasks fit)" 2 0
    expect_near hours "$(cell tasks elapsed_s fit)" 360 1e-12
    expect_near memory "$(cell tasks peak_memory_B sort)" 30000000000 1e-12
    mv "$report" "$scratch/first"
    echo '{"mapping": {"task": "what", "run_time_min": "took", "memory_MB": "peak"}}' \
        > "$scratch/config"
    report --only none --config "$scratch/config" "$scratch/tasks.csv"
    expect_status 0
    expect_same "$scratch/first/data/tasks.csv" "$report/data/tasks.csv"
    report --only none --mapping task=what --mapping memory=absent "$scratch/tasks.csv"
    expect_error "no column 'absent' \(--mapping memory=absent\)"
    report --mapping nonsense=what "$scratch/tasks.csv"
    expect_status 2
    report --mapping task "$scratch/tasks.csv"
    expect_status 2
    echo '{"mapping": {"task": ["what"]}}' > "$scratch/config"
    report --config "$scratch/config" "$scratch/tasks.csv"
    expect_status 2
}

test_columns_names_what_has_no_header() {
    printf '8|COMPLETED|00:10:00|512K|4\n8.batch|COMPLETED|00:10:00|2048K|4\n' > "$scratch/rows"
    report --only none --columns JobID,State,Elapsed,MaxRSS,AllocCPUS "$scratch/rows"
    expect_status 0
    expect_near memory "$(cell tasks peak_memory_B "(no name)")" 2097152 1e-9
    printf 'fit\t60\nfit\t120\n' > "$scratch/rows"
    echo '{"columns": "task,run_time"}' > "$scratch/config"
    report --only none --config "$scratch/config" "$scratch/rows"
    expect_status 0
    expect_near hours "$(cell tasks elapsed_s fit)" 180 1e-12
}

test_limits_of_memory_classes_and_outliers() {
    task_table
    report --only none --mapping memory_MB=max_rss "$scratch/tasks.csv"
    expect_near small "$(cell memory_classes tasks small)" 1 0
    expect_near large "$(cell memory_classes tasks large)" 1 0
    expect_text "$report/data.html" 'small up to 5 GB, medium up to 20 GB'
    report --only none --mapping memory_MB=max_rss --small-memory 10GB --medium-memory 30GB \
        --outlier-iqr 2.5GB "$scratch/tasks.csv"
    expect_status 0
    expect_near small "$(cell memory_classes tasks small)" 2 0
    expect_near medium "$(cell memory_classes tasks medium)" 1 0
    expect_near limit "$(cell outlier_kinds threshold fit)" 2.5e9 0
    expect_text "$report/data.html" 'small up to 10 GB, medium up to 30 GB'
    expect_text "$report/data.html" 'interquartile range over 2.5 GB'
    mv "$report/data.html" "$scratch/before.html"
    run "$JOBREPORT" replot "$report"
    expect_status 0
    expect_same "$scratch/before.html" "$report/data.html"
    report --small-memory 30GB "$scratch/tasks.csv"
    expect_status 2
    report --outlier-iqr much "$scratch/tasks.csv"
    expect_status 2
}

test_own_chart_definition_replaces_a_built_in_one() {
    local plot
    plot=$(ls plots/*.json 2> /dev/null | head -1)
    [ -n "$plot" ] || skip "no chart definitions"
    mkdir "$scratch/plots"
    echo '{ "title": ' > "$scratch/plots/$(basename "$plot")"
    report --plots "$scratch/plots" "$examples/archive-12-nodes"
    [ "$status" = 2 ] || [ "$status" = 3 ] || fail "a broken definition gives status $status"
    expect_error "$(basename "$plot")"
    rm "$scratch/plots"/*
    echo '{"metric": "net_bw", "figures": [{"id": "x", "section": "Mine", "kind": "combined", "order": "many"}]}' > "$scratch/plots/mine.json"
    mkdir "$scratch/without-config"
    cp "$examples/archive-12-nodes"/*.json "$scratch/without-config/"
    rm -f "$scratch/without-config/jobreport.json"
    report --plots "$scratch/plots" "$scratch/without-config"
    expect_status 2
    expect_error 'plots/mine.json:1: .*"order" must be a number'
}

# Whatever the file is called, and whether it holds one definition or a family.
test_one_chart_of_a_built_in_family_is_replaced() {
    mkdir "$scratch/plots"
    cat > "$scratch/plots/mine.json" <<'END'
{"defaults": {"section": "Mine", "figures": [{"id": "{id}_lines", "kind": "combined"}]},
 "charts": [{"metric": "net_bw", "title": "My traffic"}, {"metric": "no_such", "title": "My metric"}]}
END
    run "$JOBREPORT" figures
    expect_status 0
    cp "$out" "$scratch/before"
    run "$JOBREPORT" figures --plots "$scratch/plots"
    expect_status 0
    expect_text "$out" '^net_bw_lines .*My traffic'
    expect_text "$out" '^no_such_lines .*My metric'
    expect_no_text "$out" '^net_bw_all_nodes'
    [ "$(grep -cv 'net_bw_\|no_such_' "$out")" = "$(grep -cv 'net_bw_' "$scratch/before")" ] || fail 'other charts are changed'
    cp "$scratch/plots/mine.json" "$scratch/plots/other.json"
    run "$JOBREPORT" figures --plots "$scratch/plots"
    expect_status 2
    expect_error 'plots/other.json: metric "net_bw" is defined in .*plots/mine.json too'
}

test_progress_is_shown_only_when_asked_and_when_it_takes_long() {
    report "$examples/archive-12-nodes"
    expect_no_text "$err" '%'
    mkfifo "$scratch/slow"
    sleep 1.6 > "$scratch/slow" &
    report --progress always "$scratch/slow"
    expect_status 3
    expect_error '%'
    wait
}

test_strict_ends_with_1_when_records_were_rejected() {
    report --strict --only none "$examples/archive-12-nodes"
    expect_status 0
}

run_tests
