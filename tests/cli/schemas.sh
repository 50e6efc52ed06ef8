#!/bin/bash
# The JSON Schemas in templates/schemas/, by Debian's python3-jsonschema: what reports hold is as they
# say, and what they say is all that reports hold.
. tests/lib.sh

schemas=$checkout/templates/schemas

# Wherever Debian's or another one is: the first python3 that has it.
need_validator() {
    local candidate
    for candidate in python3 /usr/bin/python3; do
        if "$candidate" -c 'import jsonschema; jsonschema.Draft202012Validator' 2> /dev/null; then
            python=$candidate
            return
        fi
    done
    skip "no python3-jsonschema"
}

expect_valid() { # SCHEMA FILE…
    "$python" -B tests/golden/check_schema.py "$schemas/$1.schema.json" "${@:2}" > "$scratch/faults" 2>&1 ||
        fail "$(head -20 "$scratch/faults")"
}

expect_strict() { # SCHEMA FILE…
    "$python" -B tests/golden/check_schema.py --changed "$schemas/$1.schema.json" "${@:2}" > "$scratch/faults" 2>&1 ||
        fail "$(head -20 "$scratch/faults")"
}

expect_invalid() { # SCHEMA FILE PATTERN
    ! "$python" -B tests/golden/check_schema.py "$schemas/$1.schema.json" "$2" > "$scratch/faults" 2>&1 ||
        fail "$2 is taken for valid"
    expect_text "$scratch/faults" "$3"
}

# A report, what `show` says of it, and a web directory with it and others before.
check_report_of() { # INPUT|OPTION…
    report --only none --format html "$@"
    [ "$status" -le 1 ] || expect_status 0
    expect_valid manifest "$report/data/manifest.json"
    expect_valid summary "$report/data/summary.json"
    "$JOBREPORT" publish -q "$report" "$scratch/web" || fail "cannot be published"
    rm -rf "$report"
}

test_reports_of_examples_are_as_described() {
    need_validator
    local example
    for example in "$examples"/*/; do
        check_report_of "$example"
    done
    expect_valid index "$scratch/web/index.json"
    expect_strict index "$scratch/web/index.json"
}

test_reports_of_samples_are_as_described() {
    need_validator
    need_sample README.md
    local sample
    for sample in clustercockpit nextflow slurm workqueue wfinstances tables; do
        need_sample "$sample"
        check_report_of "$samples/$sample"
    done
    expect_valid index "$scratch/web/index.json"
}

test_whole_reports_are_as_described() {
    need_validator
    base64 -d > "$scratch/logo.png" << 'END'
iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==
END
    report --export attempts,tasks.json --link "Help=https://example.org/{user}" --logo "$scratch/logo.png" "$examples/campaign-568-tasks"
    expect_valid manifest "$report/data/manifest.json"
    expect_strict manifest "$report/data/manifest.json"
    expect_valid summary "$report/data/summary.json"
    expect_strict summary "$report/data/summary.json"
    run "$JOBREPORT" show --json "$examples/matmul-4-nodes"
    expect_status 0
    expect_valid summary "$out"
    expect_strict summary "$out"
}

# With every option that a manifest remembers, and with others of those that change it.
test_reports_with_all_options_are_as_described() {
    need_validator
    report --format html --kinds stem --all-attempts csv --full-paths --link "Help=https://example.org/{user}" \
        --price-core-hour 0.02 --price-gpu-hour 1.5 --price-kwh 0.4 --carbon-intensity 380 --currency EUR \
        --only '*' --skip 'nothing' --paper letter --dpi 100 --theme dark --units si --time-zone UTC \
        --small-memory 1GB --medium-memory 2GB --outlier-iqr 1GB "$examples/campaign-568-tasks"
    expect_status 0
    expect_valid manifest "$report/data/manifest.json"
    expect_strict manifest "$report/data/manifest.json"
    expect_valid summary "$report/data/summary.json"
    python3 - "$schemas/manifest.schema.json" "$report/data/manifest.json" "$checkout/src/options.def" \
        > "$scratch/faults" 2>&1 << 'END' || fail "$(cat "$scratch/faults")"
import json, re, sys
schema, manifest = (json.load(open(path)) for path in sys.argv[1:3])
described = set(schema["$defs"]["options"]["properties"])
# OPTION(id, long name, letter, argument, commands, remembered, …
remembered = set(re.findall(r'^OPTION\(\w+, "([^"]+)", [^,]+, [^,]+, [^,]+, true,', open(sys.argv[3]).read(), re.M))
assert len(remembered) > 10 and described == remembered, described ^ remembered
assert set(manifest["options"]) == remembered, remembered ^ set(manifest["options"])
END
}

test_changed_values_are_refused() {
    need_validator
    report --only none --format html "$examples/campaign-568-tasks"
    sed 's/"level": "[a-z]*"/"level": "grave"/' "$report/data/summary.json" > "$scratch/level"
    expect_invalid summary "$scratch/level" "findings/[0-9]+/level: 'grave' is not one of"
    sed -E '0,/"value": [0-9.]+/s//"value": "many"/' "$report/data/manifest.json" > "$scratch/value"
    expect_invalid manifest "$scratch/value" "key_figures/0/value: 'many' is not of type"
    sed 's/"schema": 2/"schema": 3/' "$report/data/manifest.json" > "$scratch/schema"
    expect_invalid manifest "$scratch/schema" '^.*schema: 2 was expected'
    sed '0,/"threshold"/s//"limit"/' "$report/data/summary.json" > "$scratch/name"
    expect_invalid summary "$scratch/name" "'threshold' is a required property"
}

# A finding is the same in all three; its numbers are those of data/findings.csv.
test_findings_say_their_subject() {
    need python3
    report --only none --format html "$examples/campaign-568-tasks"
    "$JOBREPORT" publish -q "$report" "$scratch/web"
    python3 - "$report/data" "$scratch/web/index.json" > "$scratch/faults" 2>&1 << 'END' || fail "$(cat "$scratch/faults")"
import csv, json, sys
data, index = sys.argv[1:]
manifest = json.load(open(data + "/manifest.json"))["findings"]
summary = json.load(open(data + "/summary.json"))["findings"]
listed = json.load(open(index))["reports"][0]["findings"]
rows = list(csv.DictReader(open(data + "/findings.csv")))
assert manifest == summary == listed, (manifest, summary, listed)
assert len(manifest) == len(rows) > 3
for finding, row in zip(manifest, rows):
    for name in ("id", "level", "unit", "section", "subject", "advice"):
        assert (finding[name] or "") == row[name], (name, finding, row)
    for name in ("value", "threshold"):
        assert finding[name] == (float(row[name]) if row[name] else None), (name, finding, row)
    assert not finding["subject"] or finding["subject"] in finding["finding"], finding
by_id = {finding["id"]: finding for finding in manifest}
print({name: finding["subject"] for name, finding in by_id.items()})
assert by_id["nodes.failing-tasks"]["subject"] == "node07", by_id
END
}

# Every member is said in words, and what several files have is the same in each.
test_schemas_describe_every_member() {
    need python3
    python3 - "$schemas"/*.json > "$scratch/faults" 2>&1 << 'END' || fail "$(cat "$scratch/faults")"
import json, sys
shared = {}
def walk(node, at):
    if isinstance(node, dict):
        for name, member in node.get("properties", {}).items():
            assert "$ref" in member or member.get("description"), f"{at}/{name} has no description"
            assert "properties" in node and node.get("additionalProperties") is False, f"{at} is open"
        for name, member in node.items():
            walk(member, f"{at}/{name}")
    elif isinstance(node, list):
        for number, member in enumerate(node):
            walk(member, f"{at}/{number}")
for path in sys.argv[1:]:
    schema = json.load(open(path))
    walk(schema, path)
    for name, definition in schema["$defs"].items():
        if name not in ("thumbnail", "options", "report"):
            assert shared.setdefault(name, definition) == definition, f"{path}: {name} differs"
assert set(shared) == {"facts", "finding", "key_figure"}, shared.keys()
END
}

test_schemas_are_installed() {
    run make --no-print-directory BUILD="${BUILD:-build}" DESTDIR="$scratch/root" PREFIX=/usr install
    expect_status 0
    expect_same "$schemas" "$scratch/root/usr/share/jobreport/templates/schemas"
}

run_tests
