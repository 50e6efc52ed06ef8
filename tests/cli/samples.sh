#!/bin/bash
# Real data: that our numbers are those of the source, and that odd files get through.
. tests/lib.sh

archive=clustercockpit/emmy_1403_244_1608923076

test_three_nodes_of_a_workflow() {
    need_sample perfmon/three-nodes
    report "$samples/perfmon/three-nodes/metrics"
    expect_status 0
    expect_near nodes "$(cell job_metrics nodes cpu_percent)" 3 0
    expect_file "$report/index.html" "$report"/job-report*.pdf
    expect_text "$report/data/nodes.csv" '^node-2,'
}

# Worked out from the sample with another program.
test_three_nodes_numbers_are_those_of_the_file() {
    need_sample perfmon/three-nodes
    need python3
    local expected
    report --only none "$samples/perfmon/three-nodes/metrics"
    expected=$(python3 - "$samples/perfmon/three-nodes/metrics/cpu_metrics.json" <<'END'
import json, statistics, sys
node = json.load(open(sys.argv[1]))['node-1']
values = node['memory_info']['rss']
print(statistics.fmean(values), max(values), statistics.median(values))
END
    )
    set -- $expected
    expect_near mean "$(cell node_metrics mean node-1 memory_info.rss)" "$1" 1e-12
    expect_near max "$(cell node_metrics max node-1 memory_info.rss)" "$2" 0
    expect_near median "$(cell node_metrics p50 node-1 memory_info.rss)" "$3" 1e-12
}

test_archive_of_32_nodes_agrees_with_its_own_statistics() {
    need_sample "$archive.meta.json"
    need python3
    report "$samples/$archive.meta.json" "$samples/$archive.data.json.gz"
    expect_status 0
    [ "$(stat -c %s "$report"/job-report*.pdf)" -lt 1000000 ] || fail "the PDF is large"
    python3 - "$samples/$archive.meta.json" "$report/data/job_metrics.csv" <<'END' || fail "see above"
import csv, json, sys
published = json.load(open(sys.argv[1]))['statistics']
ours = {row['metric']: row for row in csv.DictReader(open(sys.argv[2]))}
prefix = {'': 1, 'M': 1e6, 'G': 1e9}
for metric, statistic in published.items():
    if metric == 'ipc':  # the source's average is above its own maximum
        continue
    factor = prefix[statistic['unit'].get('prefix', '')]
    mean, most = float(ours[metric]['mean_per_node']) / factor, float(ours[metric]['max_per_node']) / factor
    tolerance = 0.0051 + 0.002 * statistic['avg']
    assert abs(mean - statistic['avg']) <= tolerance, (metric, mean, statistic['avg'])
    assert abs(most - statistic['max']) <= 0.0051, (metric, most, statistic['max'])
assert ours['cpu_load']['nodes'] == '32'
END
}

test_archive_statistics_that_cannot_be_are_called_out() {
    need_sample "$archive.meta.json"
    report --only none "$samples/$archive.meta.json" "$samples/$archive.data.json.gz"
    expect_text "$report/data/published_statistics.csv" '^ipc,'
    python3 - "$report/data/published_statistics.csv" <<'END' || fail "see above"
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1])))
whole = [row for row in rows if row['node'] in ('', '*')]
assert len(whole) >= 20, len(whole)
verdicts = {}
for row in rows:
    verdicts.setdefault(row['verdict'], []).append(row)
most = max(verdicts, key=lambda verdict: len(verdicts[verdict]))
assert len(verdicts[most]) > 0.9 * len(rows), {each: len(verdicts[each]) for each in verdicts}
odd = [row for row in whole if row['metric'] == 'ipc' and row['statistic'] == 'avg']
assert odd and odd[0]['verdict'] != most, odd
END
}

test_archive_of_32_nodes_is_sound_on_paper() {
    need_sample "$archive.meta.json"
    need qpdf pdftotext
    local text node
    report "$samples/$archive.meta.json" "$samples/$archive.data.json.gz"
    qpdf --check "$report"/job-report*.pdf > "$scratch/check" || fail "$(cat "$scratch/check")"
    text=$(pdftotext -layout "$report"/job-report*.pdf -)
    for node in 1403244 emmyUser6 e0102 e0951; do
        [[ $text == *$node* ]] || fail "no $node in the PDF"
    done
}

test_archives_with_parts_of_nodes() {
    need_sample clustercockpit/meta-fritzMinimal.json
    local which
    for which in Minimal Error; do
        report "$samples/clustercockpit/meta-fritz$which.json" \
            "$samples/clustercockpit/data-fritz$which.json"
        expect_status 0
        expect_near nodes "$(cell job_metrics nodes cpu_load)" 1 0
    done
}

test_odd_json_files_never_crash_it() {
    need_sample json/JSONTestSuite
    local file
    for file in $(find "$samples/json/JSONTestSuite" -name '*.json' | sort); do
        run timeout 20 "$JOBREPORT" --only none --format html -o "$scratch/report" "$file"
        [ "$status" = 3 ] || fail "$file: status $status"$'\n'"$(what_it_said)"
    done
}

test_other_sample_files_never_crash_it() {
    need_sample README.md
    local file
    for file in $(find "$samples" -type f -size -2M \( -name '*.csv' -o -name '*.txt' \
        -o -name '*.log' -o -name '*.parquet' -o -name '*.bin' \) | sort); do
        run timeout 20 "$JOBREPORT" --only none --format html -o "$scratch/report" "$file"
        [ "$status" = 3 ] || [ "$status" = 0 ] || fail "$file: status $status"$'\n'"$(what_it_said)"
        rm -rf "$scratch/report"
    done
}

run_tests
