#!/bin/bash
# The config files of a site and of a user, and their order with --config, the command line, what a
# report remembers, and files found beside inputs.
. tests/lib.sh

site=
user=

# Files that are there from now on; the real ones are never looked at.
set_site() { # JSON
    site=$scratch/etc-jobreport.json
    echo "$1" > "$site"
    export JOBREPORT_SITE_CONFIG=$site
}

set_user() { # JSON
    user=$scratch/home/jobreport.json
    mkdir -p "$scratch/home"
    echo "$1" > "$user"
    unset JOBREPORT_USER_CONFIG
    export XDG_CONFIG_HOME=$scratch/home
}

quick_report() { # [OPTION|INPUT]…
    report --only none --format html "$@"
}

option() { # NAME: as the report remembers it
    python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["options"][sys.argv[2]])' "$report/data/manifest.json" "$1"
}

expect_option() { # NAME VALUE
    [ "$(option "$1")" = "$2" ] || fail "$1 is '$(option "$1")', expected '$2'"
}

test_the_stronger_file_wins() {
    set_site '{"paper": "letter", "units": "si", "theme": "dark", "dpi": 75, "full-paths": true}'
    quick_report "$examples/archive-12-nodes"
    expect_status 0
    expect_option paper letter
    expect_option units si
    expect_text "$report/data.html" "$examples/archive-12-nodes"
    set_user '{"units": "iec", "dpi": 100, "full-paths": false}'
    echo '{"dpi": 120}' > "$scratch/config"
    quick_report --config "$scratch/config" --theme light "$examples/archive-12-nodes"
    expect_status 0
    expect_option paper letter
    expect_option units iec
    expect_option dpi 120
    expect_option theme light
    expect_no_text "$report/data.html" "$examples/archive-12-nodes"
}

# It describes the data: what the site has for all data is weaker.
test_a_file_beside_inputs_wins_over_site_and_user() {
    mkdir "$scratch/in"
    cp -r "$examples/archive-12-nodes/." "$scratch/in"
    echo '{"title": "Of the data", "units": "iec", "paper": "letter"}' > "$scratch/in/jobreport.json"
    set_site '{"title": "Of the site", "units": "si"}'
    set_user '{"title": "Of the user"}'
    quick_report "$scratch/in"
    expect_status 0
    expect_text "$report/index.html" '<h1>Of the data</h1>'
    expect_option units iec
    expect_option paper a4
    expect_error 'in/jobreport.json: ignored "paper"'
}

test_a_report_that_is_drawn_again_stays_as_it_is() {
    quick_report --theme dark "$examples/archive-12-nodes"
    cp -a "$report" "$scratch/former"
    set_site '{"theme": "light", "paper": "letter", "findings": {"nodes.idle": {"off": true}}}'
    run "$JOBREPORT" replot "$report"
    expect_status 0
    expect_silence "$err"
    expect_same "$scratch/former" "$report"
}

# A list of a stronger file replaces the weaker one's.
test_lists_are_replaced() {
    set_site '{"only": ["cpu*"], "format": "html"}'
    set_user '{"only": ["mem*"]}'
    report "$examples/archive-12-nodes"
    expect_status 0
    expect_option only 'mem*'
}

# Each threshold, limit and text by itself.
test_findings_of_files_are_merged() {
    set_site '{"findings": {"nodes.serial": {"warn": 0.3, "least_s": 700, "note": "call the help desk"}}}'
    set_user '{"findings": {"nodes.serial": {"warning": 0.4}}}'
    echo '{"findings": {"nodes.serial": {"warn": 0.5}, "nodes.outlier": {"off": true}}}' > "$scratch/config"
    run "$JOBREPORT" findings --config "$scratch/config"
    expect_status 0
    grep -A12 '^nodes.serial' "$out" > "$scratch/serial"
    expect_text "$scratch/serial" '0\.5'
    expect_text "$scratch/serial" '700|11 min 40 s'
    expect_text "$scratch/serial" 'help desk'
    mkdir "$scratch/case"
    "$tools/suite/make_case" toolkit_serial_end 0 "$scratch/case"
    quick_report --config "$scratch/config" "$scratch/case"
    expect_text "$report/data.html" 'eported from 50 % of the run on'
    cp -a "$report" "$scratch/former"
    export JOBREPORT_SITE_CONFIG='' JOBREPORT_USER_CONFIG=''
    run "$JOBREPORT" replot "$report"
    expect_same "$scratch/former" "$report"
}

test_a_faulty_file_is_named_with_its_line() {
    set_site $'{"paper": "letter",\n "theme": "green"}'
    quick_report "$examples/archive-12-nodes"
    expect_status 2
    expect_error "etc-jobreport.json:2: --theme: 'green' is neither"
    set_site $'{"paper": "letter",\n "titel": "x"}'
    quick_report "$examples/archive-12-nodes"
    expect_status 2
    expect_error 'etc-jobreport.json:2: unknown key "titel"'
    set_site '{"paper": '
    quick_report "$examples/archive-12-nodes"
    expect_status 2
    expect_error 'etc-jobreport.json:2: unexpected token near end of file'
    set_site '{"findings": {"nodes.seriel": {}}}'
    quick_report "$examples/archive-12-nodes"
    expect_status 2
    expect_error 'etc-jobreport.json:1: unknown finding "nodes.seriel"'
    set_site '{}'
    set_user $'{\n"output": "x"}'
    quick_report "$examples/archive-12-nodes"
    expect_status 2
    expect_error 'home/jobreport.json:2: "output" is of a single run: give it on the command line'
    run "$JOBREPORT" --help
    expect_status 0
    run "$JOBREPORT" formats
    expect_status 0
}

# What is checked only when all options are known.
test_a_directory_that_is_not_there_is_named_with_file_and_line() {
    set_site $'{"theme": "dark",\n "plots": ["/nowhere/plots"]}'
    quick_report "$examples/archive-12-nodes"
    expect_status 2
    expect_error 'etc-jobreport.json:2: --plots: /nowhere/plots'
}

test_files_that_are_not_there_are_no_fault() {
    export JOBREPORT_SITE_CONFIG=$scratch/absent/site.json
    unset JOBREPORT_USER_CONFIG
    export XDG_CONFIG_HOME=relative HOME=$scratch
    quick_report "$examples/archive-12-nodes"
    expect_status 0
    expect_silence "$err"
    mkdir "$scratch/.config"
    echo '{"title": "At home"}' > "$scratch/.config/jobreport.json"
    quick_report "$examples/archive-12-nodes"
    expect_text "$report/index.html" '<h1>At home</h1>'
}

# Nobody but root and the user decides what a run does.
test_files_that_others_can_change_are_not_used() {
    set_site '{"title": "Site"}'
    chmod o+w "$site"
    quick_report "$examples/archive-12-nodes"
    expect_status 2
    expect_error 'etc-jobreport.json may be changed by everyone'
    rm "$site"
    mkfifo "$site"
    quick_report "$examples/archive-12-nodes"
    expect_status 2
    expect_error 'etc-jobreport.json is not a regular file'
    export JOBREPORT_SITE_CONFIG=
    set_user '{"title": "User"}'
    chmod o+w "$user"
    quick_report "$examples/archive-12-nodes"
    expect_status 0
    expect_error '^jobreport: note: .*home/jobreport.json may be changed by everyone \(chmod o-w\); ignored$'
    expect_no_text "$report/index.html" '<h1>User</h1>'
    chmod o-w "$user"
    if [ "$(id -u)" = 0 ]; then
        chown 65534 "$user"
        quick_report "$examples/archive-12-nodes"
        expect_status 0
        expect_error 'home/jobreport.json belongs to another user; ignored$'
    fi
}

# As dotfiles are often kept.
test_a_link_to_a_file_of_the_user_is_followed() {
    set_user '{"title": "Linked"}'
    mv "$user" "$scratch/dotfile"
    ln -s "$scratch/dotfile" "$user"
    quick_report "$examples/archive-12-nodes"
    expect_status 0
    expect_text "$report/index.html" '<h1>Linked</h1>'
}

run_tests
