#!/bin/bash
# The scripts in examples/: what they do when jobreport works, fails, hangs or is not there.
. tests/lib.sh

epilog() { # PROGRAM [JOB_ID]
    mkdir -p "$scratch/metrics/42" "$scratch/reports" "$scratch/bin"
    cp "$examples"/archive-12-nodes/*.json "$scratch/metrics/42"
    printf '#!/bin/sh\necho "$@" >> %q\n' "$scratch/log" > "$scratch/bin/logger"
    chmod +x "$scratch/bin/logger"
    run env PATH="$scratch/bin:$PATH" METRICS_ROOT="$scratch/metrics" TIME_LIMIT_S="${limit_s:-20}" \
        REPORTS_ROOT="$scratch/reports" JOBREPORT="$1" SLURM_JOB_ID="${2-42}" SLURM_JOB_USER=anna \
        bash "$examples/slurm-epilog.sh"
    expect_status 0
}

test_epilog_makes_a_report() {
    epilog "$JOBREPORT"
    expect_file "$scratch/reports/42/job-report-42.pdf"
    expect_absent "$scratch/log"
}

test_epilog_does_not_fail_when_the_report_does() {
    epilog /bin/false
    expect_text "$scratch/log" 'job 42: no report \(exit code 1\)'
    epilog "$scratch/no-such-program"
    expect_text "$scratch/log" 'exit code 127'
}

test_epilog_does_not_hang() {
    printf '#!/bin/sh\nexec sleep 60\n' > "$scratch/slow"
    chmod +x "$scratch/slow"
    local start=$SECONDS limit_s=1
    epilog "$scratch/slow"
    [ $((SECONDS - start)) -le 12 ] || fail "took $((SECONDS - start)) s"
    expect_text "$scratch/log" 'exit code 124'
}

test_epilog_takes_no_path_for_a_job_id() {
    local id
    for id in '' '../42' '42; touch x' 'all'; do
        epilog "$JOBREPORT" "$id"
    done
    expect_text "$scratch/log" 'no job id'
    [ -z "$(ls "$scratch/reports")" ] || fail "reports: $(ls "$scratch/reports")"
}

test_epilog_leaves_unmonitored_jobs_alone() {
    epilog "$JOBREPORT" 43
    expect_absent "$scratch/log" "$scratch/reports/43"
}

test_job_script_ends_as_its_program_does() {
    mkdir "$scratch/bin" "$scratch/metrics-42"
    ln -s "$JOBREPORT" "$scratch/bin/jobreport"
    printf '#!/bin/sh\nexit 7\n' > "$scratch/bin/srun"
    chmod +x "$scratch/bin/srun"
    cp "$examples"/matmul-4-nodes/*.json "$scratch/metrics-42"
    run env PATH="$scratch/bin:$PATH" SLURM_JOB_ID=42 SLURM_SUBMIT_DIR="$scratch" \
        bash "$examples/job-script.sh"
    expect_status 7
    expect_file "$scratch/job-report-42/index.html"
    rm "$scratch/metrics-42/"*
    run env PATH="$scratch/bin:$PATH" SLURM_JOB_ID=42 SLURM_SUBMIT_DIR="$scratch" \
        bash "$examples/job-script.sh"
    expect_status 7
    expect_error 'no report of job 42'
}

test_numbers_of_the_gpu_job_are_those_of_numpy() {
    local report="$scratch/report" difference="$scratch/difference"
    run "$JOBREPORT" --only none -o "$report" "$examples/gpu-2-nodes"
    expect_status 0
    awk -F, -f tests/golden/numpy_gpu_job.awk tests/golden/numpy_gpu_job.csv \
        "$report"/data/{gpus,node_metrics,job_metrics,roofline}.csv > "$difference" ||
        fail "$(head -3 "$difference")"
    expect_text "$difference" '138 compared'
}

test_gpu_job_has_its_pages() {
    local report="$scratch/report"
    run "$JOBREPORT" --format html,png --only 'gpu.clock_info.sm_per_node' --only roofline \
        -o "$report" "$examples/gpu-2-nodes"
    expect_status 0
    expect_text "$report/gpu.html" 'gpu.clock_info.sm_per_node'
    expect_text "$report/gpu.html" 'Memory errors'
    expect_text "$report/counters.html" 'roofline'
    expect_text "$report/data.html" 'Throttled'
    expect_text "$report/index.html" 'gpu-3.g01 throttled for 27'
    expect_text "$report/figures/roofline.json" '"shades"'
}

test_peak_rates_given_as_options_are_ceilings() {
    local report="$scratch/report"
    run "$JOBREPORT" --only none --peak-flops '2.5TF/s' --peak-bandwidth 3e11 -o "$report" \
        "$examples/gpu-2-nodes"
    expect_status 0
    expect_text "$report/data/roofline_ceilings.csv" '^peak,2500000000000,F/s,the options$'
    expect_text "$report/data/roofline_ceilings.csv" '^bandwidth,300000000000,B/s,the options$'
    local rate
    for rate in 0 -1 fast 3TB/s 3TF/sx '' 1e999; do
        run "$JOBREPORT" --peak-flops "$rate" -o "$report" "$examples/gpu-2-nodes"
        expect_status 2
        expect_error "is not a rate such as 3.2TF/s"
    done
}

run_tests
