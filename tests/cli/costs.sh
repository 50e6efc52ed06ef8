#!/bin/bash
# What it cost: cores, GPUs and energy by the prices that were given, in tables and on pages.
. tests/lib.sh

# Core-hours held: ann 4 (of which 1 unused) and 2 that failed; bert 1 cancelled, and 16 (4 unused) with
# 2 GPUs for 2 hours. 3.6 MJ are 1 kWh.
write_sacct() {
    cat > "$scratch/sacct.txt" << 'SACCT'
JobID|JobName|User|Account|Partition|State|Submit|Start|End|Elapsed|AllocCPUS|TotalCPU|ExitCode|ConsumedEnergyRaw|AllocTRES
1|a|ann|phys|cpu|COMPLETED|2025-03-01T08:00:00|2025-03-01T10:00:00|2025-03-01T11:00:00|01:00:00|4|03:00:00|0:0|3600000|cpu=4
2|a|ann|phys|cpu|FAILED|2025-03-02T08:00:00|2025-03-02T09:00:00|2025-03-02T10:00:00|01:00:00|2|00:30:00|1:0|1800000|cpu=2
3|b|<b>bert|bio|cpu|CANCELLED by 7|2025-03-03T22:00:00|2025-03-03T23:30:00|2025-03-04T00:30:00|01:00:00|1|00:10:00|0:0||cpu=1
4|b|<b>bert|bio|cpu|COMPLETED|2025-03-04T08:00:00|2025-03-04T10:00:00|2025-03-04T12:00:00|02:00:00|8|12:00:00|0:0|7200000|cpu=8,gres/gpu=2
SACCT
}

prices=(--price-core-hour 0.02 --price-gpu-hour 1.5 --price-kwh 0.4 --carbon-intensity 380 --currency EUR)

# cost, unused, failed and cancelled, CO2, of each row.
costs_of() { # REPORT
    awk -F, -v OFS='|' 'function shown(cell) { return cell == "" ? "" : sprintf("%.10g", cell) }
        NR > 1 { print $1, $2, shown($23), shown($24), shown($25), shown($26), shown($27) }' "$1/data/costs.csv"
}

subject_of() { # REPORT
    "$JOBREPORT" mail --to a@example.org --from b@example.org "$1" | grep '^Subject:'
}

# Of 23 core-hours 0.46, of 4 GPU-hours 6, of 3.5 kWh 1.4. What failed: 2 core-hours, 0.5 kWh.
test_cores_gpus_and_energy_have_their_prices() {
    write_sacct
    report --format html,text "${prices[@]}" "$scratch/sacct.txt"
    expect_status 0
    cat > "$scratch/expected" << 'END'
all|(all)|7.86|0.1|0.24|0.02|1330
task kind|b|7.14|0.08|0|0.02|760
task kind|a|0.72|0.02|0.24|0|570
user|<b>bert|7.14|0.08|0|0.02|760
user|ann|0.72|0.02|0.24|0|570
account|bio|7.14|0.08|0|0.02|760
account|phys|0.72|0.02|0.24|0|570
END
    costs_of "$report" > "$scratch/shown"
    expect_same "$scratch/expected" "$scratch/shown"
    expect_text "$report/index.html" '7[.]86 EUR'
    expect_text "$report/index.html" 'What it cost'
    expect_text "$report/index.html" '0[.]02 EUR per core-hour, 1[.]5 EUR per GPU-hour, 0[.]4 EUR per kWh, 380 g of CO2 per kWh'
    expect_text "$report/index.html" 'Energy is known of 3 attempts of 4, as the batch system counted it'
    expect_text "$report/costs.html" '&lt;b&gt;bert'
    expect_text "$report/report.txt" '7[.]86 EUR'
    python3 - "$report/data/summary.json" << 'END' || fail "no key figures of the cost"
import json, sys
figures = {f["id"]: f for f in json.load(open(sys.argv[1]))["key_figures"]}
assert abs(figures["cost"]["value"] - 7.86) < 1e-9 and abs(figures["co2"]["value"] - 1330) < 1e-9
END
}

# What failed is on the first page, with and without prices, and in the subject of mails.
test_costs_take_no_place_of_failures() {
    write_sacct
    # Without a break in between, which would be a key figure too.
    sed -i -e '/^[34]/d' -e 's/2025-03-02/2025-03-01/g' "$scratch/sacct.txt"
    report --format html,text "$scratch/sacct.txt"
    subject_of "$report" > "$scratch/plain"
    report --format html,text "${prices[@]}" "$scratch/sacct.txt"
    subject_of "$report" > "$scratch/priced"
    expect_same "$scratch/plain" "$scratch/priced"
    expect_text "$scratch/priced" '1 of 2 tasks failed'
    expect_text "$report/report.txt" '^ +1  failed task$'
    expect_text "$report/report.txt" 'in failed attempts'
    python3 - "$report/data/summary.json" << 'END' || fail "key figures: $(cat "$report/report.txt")"
import json, sys
names = [figure["id"] for figure in json.load(open(sys.argv[1]))["key_figures"]]
assert names == ["tasks", "cpu_efficiency", "failed", "lost", "cost", "co2"], names
END
}

test_what_still_runs_costs_nothing_yet() {
    write_sacct
    report --format html "${prices[@]}" "$scratch/sacct.txt"
    costs_of "$report" > "$scratch/expected"
    echo '5|b|ann|phys|cpu|RUNNING|2025-03-04T08:00:00|2025-03-04T10:00:00|Unknown|02:00:00|8||0:0|900000|cpu=8' >> "$scratch/sacct.txt"
    report --format html "${prices[@]}" "$scratch/sacct.txt"
    costs_of "$report" | head -1 > "$scratch/shown"
    head -1 "$scratch/expected" > "$scratch/first"
    expect_same "$scratch/first" "$scratch/shown"
    expect_text "$report/index.html" '1 attempt still ran when the input was written: it is not in the cost[.]'
}

test_replots_keep_prices_or_take_others() {
    write_sacct
    report --format html "${prices[@]}" "$scratch/sacct.txt"
    run "$JOBREPORT" replot --format html --output "$scratch/again" "$report"
    expect_status 0
    for file in index.html costs.html data/costs.csv data/prices.csv; do
        expect_same "$report/$file" "$scratch/again/$file"
    done
    # 23 × 0.04 + 6 + 1.4
    run "$JOBREPORT" replot --format html --price-core-hour 0.04 --output "$scratch/other" "$report"
    expect_status 0
    [ "$(costs_of "$scratch/other" | head -1)" = 'all|(all)|8.32|0.2|0.28|0.04|1330' ] || fail "$(costs_of "$scratch/other" | head -1)"
    report --format html "$scratch/sacct.txt"
    run "$JOBREPORT" replot --format html --price-core-hour 0.04 --output "$scratch/none" "$report"
    expect_status 0
    expect_error 'prices are not used: the report was made without any'
    expect_absent "$scratch/none/data/costs.csv"
}

test_without_prices_nothing_is_said_of_cost() {
    write_sacct
    report --format html --currency EUR "$scratch/sacct.txt"
    expect_status 0
    expect_absent "$report/data/costs.csv" "$report/data/prices.csv" "$report/costs.html"
    expect_no_text "$report/index.html" 'What it cost'
}

test_energy_that_nobody_measured_is_not_invented() {
    write_sacct
    cut -d '|' -f 1-13 "$scratch/sacct.txt" > "$scratch/plain.txt"
    report --format html --carbon-intensity 380 "$scratch/plain.txt"
    expect_status 0
    expect_text "$report/index.html" 'No energy was measured, so its cost and its CO2 are not known[.]'
    [ "$(costs_of "$report" | head -1)" = 'all|(all)|||||' ] || fail "$(costs_of "$report" | head -1)"
}

# Of the processors alone: the sentence says so.
test_energy_of_parts_of_nodes_is_called_so() {
    report --format html --carbon-intensity 380 "$examples/matmul-4-nodes"
    expect_status 0
    expect_text "$report/index.html" 'Energy was measured on the nodes, of [A-Za-z +]* alone: what the rest of the nodes used is not in it'
}

test_prices_have_bounds() {
    write_sacct
    for price in -1 nan inf x '' 1e10 '2 EUR'; do
        report "--price-core-hour=$price" "$scratch/sacct.txt"
        expect_status 2
        expect_error '--price-core-hour'
    done
    report --price-kwh 1 --currency $'E\nUR' "$scratch/sacct.txt"
    expect_status 2
    report --price-kwh 1 --currency 'a currency of a long name' "$scratch/sacct.txt"
    expect_status 2
}

run_tests
