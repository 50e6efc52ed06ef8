#!/bin/bash
# A report as a mail message: jobreport mail.
. tests/lib.sh

# Reads the message in $out: what it has goes to $scratch/read.
read_mail() {
    need python3
    expect_status 0
    expect_silence "$err"
    cp "$out" "$scratch/mail"
    python3 tests/golden/check_mail.py "$scratch/mail" > "$scratch/read" || fail "no sound message"
}

mail() { # [OPTION]…
    run "$JOBREPORT" mail --from jobs@example.org --to anna@example.org "$@" "$report"
}

test_a_report_is_a_message() {
    report "$examples/campaign-568-tasks"
    mail
    read_mail
    expect_text "$scratch/read" '^From: jobs@example.org$'
    expect_text "$scratch/read" '^To: anna@example.org$'
    expect_text "$scratch/read" '^Subject: Campaign report: 0 of 568 tasks failed, 1 problem$'
    expect_text "$scratch/read" '^Date: Thu, 13 Jun 2024 17:33:20 \+0000$'
    expect_text "$scratch/read" '^Message-ID: <1718300000\.[0-9a-f]{16}@example.org>$'
    expect_text "$scratch/read" "^application/pdf $(stat -c %s "$report/job-report.pdf") job-report.pdf$"
    [ "$(grep -c '^image/png' "$scratch/read")" = 4 ] || fail "not four charts"
    expect_text "$scratch/read" '<td [^>]*>■ Problem</td>'
    expect_text "$scratch/read" "^$(realpath "$report")$"
    expect_text "$scratch/read" 'Attached: job-report.pdf'
    mail
    expect_same "$scratch/mail" "$out" # the same bytes each time
}

# The text is that of `jobreport show`, with letters and signs as they are.
test_the_text_is_the_one_of_the_terminal() {
    need python3
    report --format html --only none "$examples/campaign-568-tasks"
    mail
    read_mail
    run "$JOBREPORT" show "$report"
    sed -n '/^Campaign report$/,/^Report$/p' "$scratch/read" |
        sed 's/→/->/; s/GB·h/GB*h/; s/ · / | /; s/–/-/g' | grep -v '▁' > "$scratch/mailed"
    grep -v '####' "$out" | sed '/^Report$/q' > "$scratch/shown"
    expect_same "$scratch/shown" "$scratch/mailed"
}

test_what_bound_the_run_is_above_the_key_figures() {
    need python3
    report --format html --only none "$examples/archive-12-nodes"
    mail
    cp "$out" "$scratch/message"
    run python3 -c '
import email, email.policy, html, json, sys
with open(sys.argv[1], "rb") as file:
    page = email.message_from_binary_file(file, policy=email.policy.default).get_body(("html",)).get_content()
with open(sys.argv[2] + "/data/summary.json") as file:
    summary = json.load(file)
at = html.unescape(page).index(">" + summary["verdict"]["text"] + "<")
assert at < html.unescape(page).index(">" + summary["key_figures"][0]["label"] + "<")
' "$scratch/message" "$report"
    expect_status 0
}

test_the_state_of_a_job_is_in_the_subject() {
    printf '%s\n' 'JobID|JobName|State|ExitCode|Elapsed|AllocCPUS|NNodes|Start|End' \
        '42|möbius|FAILED|3:0|00:10:00|4|1|2024-06-10T08:00:00|2024-06-10T08:10:00' > "$scratch/sacct.txt"
    report --only none --job-id 42 --title 'Möbius' --label 'a=b' "$scratch/sacct.txt"
    mail
    read_mail
    expect_text "$scratch/read" '^Subject: Möbius, a=b: FAILED, '
    expect_text "$scratch/mail" '^Subject: =\?utf-8\?B\?'
    mail --subject $'Slurm Job_id=42\r\nBcc: eve@example.org'
    read_mail
    expect_text "$scratch/read" '^Subject: Slurm Job_id=42..Bcc: eve@example.org$'
    expect_no_text "$scratch/mail" '^Bcc'
}

test_recipients_are_addresses() {
    report --format html --only none "$examples/archive-12-nodes"
    mail --to 'bob, carl@example.org' --to dora@example.org
    read_mail
    expect_text "$scratch/read" '^To: anna@example.org, bob, carl@example.org, dora@example.org$'
    local address
    for address in '' 'a@b,' $'a@b\nBcc: c' 'Anna <anna@example.org>' '-oQ/tmp' '|cat' '/etc/x' 'a b' 'ä@b'; do
        run "$JOBREPORT" mail --to "$address" "$report"
        expect_status 2
        expect_error 'is not an address such as anna@example.org'
        expect_silence "$out"
        run "$JOBREPORT" mail --to a@b --from "$address" "$report"
        expect_status 2
        expect_silence "$out"
    done
    run "$JOBREPORT" mail --to "$(printf 'a,%.0s' $(seq 100))a" "$report"
    expect_status 2
    expect_error 'more than 100 addresses'
}

test_the_sender_is_the_user_of_the_process() {
    report --format html --only none "$examples/archive-12-nodes"
    run "$JOBREPORT" mail --to bob "$report"
    read_mail
    expect_text "$scratch/read" "^From: $(id -un)@$(hostname)$"
}

test_what_is_no_report_is_refused() {
    mkdir "$scratch/empty"
    for path in "$scratch/empty" "$scratch/nowhere" "$examples/campaign-568-tasks/tasks.csv"; do
        run "$JOBREPORT" mail --to bob "$path"
        expect_status 3
        expect_error 'not a report of jobreport'
        expect_silence "$out"
    done
    run "$JOBREPORT" mail --to bob
    expect_status 2
    run "$JOBREPORT" mail "$scratch/empty"
    expect_status 2
    expect_error 'needs --to'
    report --format html --only none "$examples/archive-12-nodes"
    rm "$report/data/summary.json"
    mail
    expect_status 3
    expect_error 'jobreport replot'
    printf '{' > "$report/data/summary.json"
    mail
    expect_status 3
    expect_error 'summary.json:1:'
}

# Charts from the last to the first, then the PDF; charts come back when it is gone.
test_a_message_has_less_than_2_mb() {
    report "$examples/campaign-568-tasks"
    local pdf=$report/job-report.pdf chart=$report/plots/task_memory-small.png
    truncate -s 1440000 "$pdf" # 1.95 MB as letters: two charts fit beside it
    printf '%%%%EOF\n' >> "$pdf"
    mail
    read_mail
    expect_text "$scratch/read" '^application/pdf'
    [ "$(grep -c '^image/png' "$scratch/read")" = 2 ] || fail "$(grep -c '^image/png' "$scratch/read") charts"
    expect_no_text "$scratch/read" 'task_memory-small'
    truncate -s 1500000 "$pdf"
    mail
    read_mail
    expect_no_text "$scratch/read" '^application/pdf'
    [ "$(grep -c '^image/png' "$scratch/read")" = 4 ] || fail "charts are gone as well"
    [ "$(grep -c "The PDF is not attached.*: $(realpath "$pdf")" "$scratch/read")" = 2 ] ||
        fail "text and HTML do not say where the PDF is"
    truncate -s 30000000 "$pdf"
    truncate -s 1900000 "$chart"
    mail
    read_mail
    expect_no_text "$scratch/read" 'application/pdf|task_memory-small'
    [ "$(grep -c '^image/png' "$scratch/read")" = 3 ] || fail "not the first three"
}

# Whoever can write to the report chooses neither what is read nor what is run.
test_nothing_but_the_report_is_sent() {
    need python3
    report "$examples/campaign-568-tasks"
    printf '%%PDF-1 secret %%%%EOF' > "$scratch/secret.pdf"
    cp "$report/plots/task_memory-small.png" "$scratch/secret.png"
    ln -sf "$scratch/secret.pdf" "$report/job-report.pdf"
    ln -sf "$scratch/secret.png" "$report/plots/task_memory-small.png"
    printf 'secret' > "$report/plots/step_core_hours-small.png"
    mail
    read_mail
    expect_no_text "$scratch/read" '^application/pdf|task_memory-small.png|step_core_hours-small.png'
    [ "$(grep -c '^image/png' "$scratch/read")" = 2 ] || fail "not the two that are left"
    python3 - "$report/data/summary.json" << 'END'
import json, sys
told = json.load(open(sys.argv[1]))
told["pdf"] = "../secret.pdf"
for chart, name in zip(told["charts"], ("../../secret", "/etc/passwd", "", "a\"\nX-Evil: b")):
    chart["figure"] = name
told["title"] = "T\r\nBcc: eve@example.org\r\n\r\n.\n--=_jobreport_mixed\n"
told["findings"][0]["finding"] = "<script>alert(1)</script>\" onload=\"x"
told["findings"][0]["advice"] = "\n.\nFrom eve\n"
told["tables"][0]["rows"][0][0] = "</td><img src=http://example.org/x>"
json.dump(told, open(sys.argv[1], "w"))
END
    mail
    read_mail
    [ "$(grep -c '^image/png\|^application/pdf' "$scratch/read")" = 0 ] || fail "$(cat "$scratch/read")"
    expect_no_text "$scratch/mail" '^(Bcc|X-Evil|From eve)'
    expect_text "$scratch/read" '&lt;script&gt;alert'
    mv "$report/data" "$scratch/data"
    ln -s "$scratch/data" "$report/data"
    mail
    expect_status 3
    expect_error 'cannot be read'
    expect_silence "$out"
}

# Longer texts than any report has are refused, not sent.
test_too_much_text_is_refused() {
    need python3
    report --format html --only none "$examples/campaign-568-tasks"
    python3 - "$report/data/summary.json" << 'END'
import json, sys
told = json.load(open(sys.argv[1]))
told["title"] = "x" * 4_000_000
json.dump(told, open(sys.argv[1], "w"))
END
    mail
    expect_status 3
    expect_error 'too much text for a message of 2 MB'
    expect_silence "$out"
}

test_a_template_of_the_site_is_used() {
    report --format html --only none "$examples/archive-12-nodes"
    mkdir "$scratch/templates"
    sed 's/Generated by/Sent by Alder, made by/' templates/mail.tpl > "$scratch/templates/mail.tpl"
    mail --templates "$scratch/templates"
    read_mail
    expect_text "$scratch/read" 'Sent by Alder'
}

test_mutt_reads_a_mailbox_in_which_it_lies() {
    need mutt script
    report "$examples/campaign-568-tasks"
    mail
    { echo 'From jobs@example.org Thu Jun 13 17:33:20 2024'; cat "$out"; echo; } > "$scratch/mbox"
    printf '%s\n' "set mbox_type=mbox folder=$scratch record='' wait_key=no pipe_decode=yes" \
        "push '<pipe-message>cat > $scratch/shown<enter><view-attachments><last-entry><save-entry><kill-line>$scratch/saved.pdf<enter><exit><exit>'" \
        > "$scratch/muttrc"
    HOME=$scratch TERM=xterm timeout 20 script -qec "mutt -n -R -F $scratch/muttrc -f $scratch/mbox" \
        /dev/null > "$scratch/screen" < /dev/null
    expect_file "$scratch/shown"
    expect_text "$scratch/shown" '^Subject: Campaign report: 0 of 568 tasks failed, 1 problem'
    expect_text "$scratch/shown" '84.4 %  CPU efficiency'
    expect_same "$report/job-report.pdf" "$scratch/saved.pdf"
}

run_tests
