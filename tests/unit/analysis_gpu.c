#include "check.h"

#include "analysis_fixture.h"

enum { SAMPLES = 10 };
static const double stamps[SAMPLES] = {0, 10, 20, 30, 40, 50, 60, 70, 80, 90};

static void add(struct fixture *f, const char *metric, const char *unit, enum metric_kind kind,
                const char *node, const double *values)
{
    fixture_metric(f, metric, unit, kind);
    fixture_series(f, metric, node, stamps, SAMPLES, values, SAMPLES);
}

static void level(struct fixture *f, const char *metric, const char *node, const double *values)
{
    add(f, metric, "", METRIC_LEVEL, node, values);
}

/* ---- derived metrics ---- */

static void ratios_of_nodes_together_are_of_their_sums(void)
{
    struct fixture f;
    fixture_init(&f);
    const double few[SAMPLES] = {100, 100, 100, 100, 100, 100, 100, 100, 100, 100};
    const double many[SAMPLES] = {900, 900, 900, 900, 900, 900, 900, 900, 900, 900};
    const double two[SAMPLES] = {200, 200, 200, 200, 200, 200, 200, 200, 200, 200};
    level(&f, "hardware_events.instructions", "a", two);
    level(&f, "hardware_events.cycles", "a", few);
    level(&f, "hardware_events.instructions", "b", many);
    level(&f, "hardware_events.cycles", "b", many);
    fixture_run(&f);
    CHECK_NEAR(fixture_number(&f, "node_metrics", "metric", "ipc", "node", "a", "mean"), 2, 1e-15);
    CHECK_NEAR(fixture_number(&f, "node_metrics", "metric", "ipc", "node", "b", "mean"), 1, 1e-15);
    CHECK_NEAR(fixture_number(&f, "job_metrics", "metric", "ipc", NULL, NULL, "mean"), 1.1, 1e-15);
    size_t row =
        table_find_row(tables_find(&f.tables, "job_metrics"), 0, "metric", "ipc", NULL, NULL);
    CHECK_TEXT(fixture_text(&f, "job_metrics", row, "combine"), "ratio");
    fixture_release(&f);
}

static void nothing_counted_is_no_ratio(void)
{
    struct fixture f;
    fixture_init(&f);
    const double counts[SAMPLES] = {3, 0, NAN, 3, 3, 3, 3, 3, 3, 3};
    const double cycles[SAMPLES] = {2, 0, 2, NAN, 2, 2, 2, 2, 2, 2};
    level(&f, "hardware_events.instructions", "a", counts);
    level(&f, "hardware_events.cycles", "a", cycles);
    fixture_run(&f);
    CHECK_NEAR(fixture_number(&f, "node_metrics", "metric", "ipc", NULL, NULL, "missing"), 3, 0);
    CHECK_NEAR(fixture_number(&f, "node_metrics", "metric", "ipc", NULL, NULL, "min"), 1.5, 0);
    CHECK_INT(signals_find(&f.signals, "branch_miss_share") < f.signals.metric_count, 0);
    fixture_release(&f);
}

static void what_the_source_gives_is_kept(void)
{
    struct fixture f;
    fixture_init(&f);
    const double counts[SAMPLES] = {3, 3, 3, 3, 3, 3, 3, 3, 3, 3};
    const double own[SAMPLES] = {7, 7, 7, 7, 7, 7, 7, 7, 7, 7};
    level(&f, "ipc", "a", own);
    level(&f, "hardware_events.instructions", "a", counts);
    level(&f, "hardware_events.cycles", "a", counts);
    fixture_run(&f);
    CHECK_NEAR(fixture_number(&f, "node_metrics", "metric", "ipc", NULL, NULL, "mean"), 7, 0);
    fixture_release(&f);
}

/* A group's derived rates may be parts of one of them; vector instructions are added up. */
static void rates_of_operations_and_the_share_of_vectors(void)
{
    struct fixture f;
    fixture_init(&f);
    const double all[SAMPLES] = {8e6, 8e6, 8e6, 8e6, 8e6, 8e6, 8e6, 8e6, 8e6, 8e6};
    const double part[SAMPLES] = {5e6, 5e6, 5e6, 5e6, 5e6, 5e6, 5e6, 5e6, 5e6, 5e6};
    const double three[SAMPLES] = {3, 3, 3, 3, 3, 3, 3, 3, 3, 3};
    const double two[SAMPLES] = {2, 2, 2, 2, 2, 2, 2, 2, 2, 2};
    add(&f, "FLOPS_DP.derv_AVX_MFLOPS", "F/s", METRIC_RATE, "a", part);
    add(&f, "FLOPS_DP.derv_MFLOPS", "F/s", METRIC_RATE, "a", all);
    add(&f, "FLOPS_SP.derv_MFLOPS", "F/s", METRIC_RATE, "a", part);
    level(&f, "FLOPS_DP.X_256B_PACKED_DOUBLE", "a", three);
    level(&f, "FLOPS_DP.X_512B_PACKED_DOUBLE", "a", three);
    level(&f, "FLOPS_DP.X_SCALAR_DOUBLE", "a", two);
    fixture_run(&f);
    CHECK_NEAR(fixture_number(&f, "job_metrics", "metric", "flops", NULL, NULL, "mean"), 13e6,
               1e-15);
    CHECK_NEAR(fixture_number(&f, "job_metrics", "metric", "flops", NULL, NULL, "total"), 13e6 * 90,
               1e-15);
    CHECK_NEAR(fixture_number(&f, "job_metrics", "metric", "vectorization_ratio", NULL, NULL,
                              "mean"),
               75, 1e-15);
    fixture_release(&f);
}

/* ---- GPUs ---- */

static const double busy[SAMPLES] = {0, 99, 99, 99, 99, 99, 99, 99, 99, 0};

static void a_clock_that_falls_under_load_is_throttling(void)
{
    struct fixture f;
    fixture_init(&f);
    const double clock[SAMPLES] = {3e8, 1e9, 1e9, 1e9, 7e8, 8e8, 1e9, 1e9, 1e9, 3e8};
    const double heat[SAMPLES] = {40, 60, 60, 60, 88, 91, 80, 60, 60, 50};
    add(&f, "gpu.clock_info.sm", "Hz", METRIC_LEVEL, "gpu-0.a", clock);
    level(&f, "gpu.utilization_rates.gpu", "gpu-0.a", busy);
    add(&f, "gpu.temperature", "°C", METRIC_LEVEL, "gpu-0.a", heat);
    fixture_run(&f);
    CHECK_INT(fixture_rows(&f, "throttling"), 1);
    CHECK_TEXT(fixture_text(&f, "throttling", 0, "gpu"), "gpu-0.a");
    CHECK_TEXT(fixture_text(&f, "throttling", 0, "reason"), "clock");
    CHECK_NEAR(fixture_number(&f, "throttling", "gpu", "gpu-0.a", NULL, NULL, "from"), 30, 0);
    CHECK_NEAR(fixture_number(&f, "throttling", "gpu", "gpu-0.a", NULL, NULL, "until"), 50, 0);
    CHECK_NEAR(fixture_number(&f, "throttling", "gpu", "gpu-0.a", NULL, NULL, "clock_ratio"), 0.75,
               1e-15);
    CHECK_NEAR(fixture_number(&f, "throttling", "gpu", "gpu-0.a", NULL, NULL, "temperature_max_C"),
               91, 0);
    CHECK_NEAR(fixture_number(&f, "gpus", "gpu", "gpu-0.a", NULL, NULL, "throttled_s"), 20, 0);
    CHECK_NEAR(fixture_number(&f, "gpus", "gpu", "gpu-0.a", NULL, NULL, "throttled_share"),
               20.0 / 90, 1e-15);
    CHECK(strstr(fixture_text(&f, "findings", 0, "finding"),
                 "gpu-0.a was throttled for 22 % of its time (20 s, from 30 s to 50 s after the "
                 "start). Its clock was 75 % of its p95 under load. It reached 91 °C."));
    fixture_release(&f);
}

/* Noise of 3 %, as NVIDIA's boost clocks have it, is no throttling, however many samples there are;
 * half a minute at three quarters of the clock is. */
static void noise_of_a_clock_is_no_throttling(void)
{
    enum { LONG = 2000 };
    static double times[LONG], clock[LONG], use[LONG];
    unsigned state = 7;
    for (int i = 0; i < LONG; i++) {
        double sum = 0;
        for (int k = 0; k < 12; k++)
            sum += (double)((state = state * 1103515245u + 12345u) >> 8) / 16777216.0;
        times[i] = 10 * i;
        clock[i] = 2e9 * (1 + 0.03 * (sum - 6));
        use[i] = 95;
    }
    for (int slowed = 0; slowed < 2; slowed++) {
        struct fixture f;
        fixture_init(&f);
        for (int i = 1000; slowed && i < 1200; i++)
            clock[i] *= 0.75;
        fixture_metric(&f, "gpu.clock_info.sm", "Hz", METRIC_LEVEL);
        SERIES(&f, "gpu.clock_info.sm", "gpu-0.a", times, clock);
        SERIES(&f, "gpu.utilization_rates.gpu", "gpu-0.a", times, use);
        fixture_run(&f);
        CHECK_NEAR(fixture_number(&f, "gpus", "gpu", "gpu-0.a", NULL, NULL, "throttled_s"),
                   slowed ? 2000 : 0, slowed ? 0.02 : 0);
        fixture_release(&f);
    }
}

/* Of 9 samples that stand for 10 s each two lack the clock, one the utilisation: 10 s of 60 s. The
 * mean clock is of what is known. */
static void samples_that_do_not_tell_are_in_no_share(void)
{
    struct fixture f;
    fixture_init(&f);
    const double clock[SAMPLES] = {3e8, 1e9, 1e9, 1e9, 1e9, NAN, NAN, 1e9, 7e8, 3e8};
    const double use[SAMPLES] = {0, 99, 99, NAN, 99, 99, 99, 99, 99, 0};
    add(&f, "gpu.clock_info.sm", "Hz", METRIC_LEVEL, "gpu-0.a", clock);
    level(&f, "gpu.utilization_rates.gpu", "gpu-0.a", use);
    fixture_run(&f);
    CHECK_NEAR(fixture_number(&f, "gpus", "gpu", "gpu-0.a", NULL, NULL, "throttled_s"), 10, 0);
    CHECK_NEAR(fixture_number(&f, "gpus", "gpu", "gpu-0.a", NULL, NULL, "throttled_share"),
               10.0 / 60, 1e-15);
    CHECK_NEAR(fixture_number(&f, "gpus", "gpu", "gpu-0.a", NULL, NULL, "throttled_samples"), 7, 0);
    CHECK_NEAR(fixture_number(&f, "gpus", "gpu", "gpu-0.a", NULL, NULL, "throttled_missing"), 3, 0);
    CHECK(strstr(fixture_text(&f, "findings", 0, "finding"),
                 "gpu-0.a was throttled for 17 % of its time (10 s, from 1 min 10 s to 1 min 20 s "
                 "after the start). Its clock was 70 % of its p95 under load. For 30 % of its "
                 "samples it is unknown."));
    fixture_release(&f);
}

/* The driver's count is of nanoseconds, 4 s of each 10 s from 20 s to 40 s. */
static void the_driver_reports_of_throttling(void)
{
    struct fixture f;
    fixture_init(&f);
    const double clock[SAMPLES] = {1e9, 1e9, 1e9, 1e9, 1e9, 1e9, 1e9, 1e9, 1e9, 1e9};
    const double violation[SAMPLES] = {5, 5, 5, 9, 13, 13, 13, 13, 13, 13};
    add(&f, "gpu.clock_info.sm", "Hz", METRIC_LEVEL, "gpu-0.a", clock);
    add(&f, "gpu.violation", "s", METRIC_COUNTER, "gpu-0.a", violation);
    level(&f, "gpu.utilization_rates.gpu", "gpu-0.a", busy);
    fixture_run(&f);
    CHECK_INT(fixture_rows(&f, "throttling"), 1);
    CHECK_TEXT(fixture_text(&f, "throttling", 0, "reason"), "driver");
    CHECK_NEAR(fixture_number(&f, "throttling", "gpu", "gpu-0.a", NULL, NULL, "from"), 20, 0);
    CHECK_NEAR(fixture_number(&f, "throttling", "gpu", "gpu-0.a", NULL, NULL, "duration_s"), 20, 0);
    CHECK_NEAR(fixture_number(&f, "throttling", "gpu", "gpu-0.a", NULL, NULL, "violation_s"), 8,
               1e-12);
    fixture_release(&f);
}

static void an_idle_gpu_is_not_throttled(void)
{
    struct fixture f;
    fixture_init(&f);
    const double clock[SAMPLES] = {3e8, 3e8, 3e8, 1e9, 1e9, 1e9, 3e8, 3e8, 3e8, 3e8};
    const double use[SAMPLES] = {0, 0, 0, 90, 90, 90, 0, 0, NAN, 49};
    const double violation[SAMPLES] = {0, 9, 18, 18, 18, 18, 27, 36, 45, 54};
    add(&f, "gpu.clock_info.sm", "Hz", METRIC_LEVEL, "gpu-0.a", clock);
    add(&f, "gpu.violation", "s", METRIC_COUNTER, "gpu-0.a", violation);
    level(&f, "gpu.utilization_rates.gpu", "gpu-0.a", use);
    fixture_run(&f);
    CHECK_INT(fixture_rows(&f, "throttling"), 0);
    CHECK_NEAR(fixture_number(&f, "gpus", "gpu", "gpu-0.a", NULL, NULL, "throttled_s"), 0, 0);
    fixture_release(&f);
}

static void memory_errors_of_the_job_are_told_apart_from_older_ones(void)
{
    struct fixture f;
    fixture_init(&f);
    const double corrected[SAMPLES] = {12, 12, 12, 12, 12, 12, 12, 12, 12, 12};
    const double uncorrected[SAMPLES] = {4, 4, NAN, 6, 6, 0, 0, 1, 1, 1};
    level(&f, "gpu.ecc_errors.sp", "gpu-0.a", corrected);
    level(&f, "gpu.ecc_errors.dp", "gpu-0.a", uncorrected);
    fixture_run(&f);
    CHECK_INT(fixture_rows(&f, "gpu_errors"), 2);
    CHECK_TEXT(fixture_text(&f, "gpu_errors", 0, "kind"), "uncorrected");
    CHECK_NEAR(fixture_number(&f, "gpu_errors", "gpu", "gpu-0.a", NULL, NULL, "time"), 30, 0);
    CHECK_NEAR(fixture_number(&f, "gpu_errors", "gpu", "gpu-0.a", NULL, NULL, "errors"), 2, 0);
    CHECK_NEAR(fixture_number(&f, "gpus", "gpu", "gpu-0.a", NULL, NULL, "uncorrected_errors"), 3,
               0);
    CHECK_NEAR(fixture_number(&f, "gpus", "gpu", "gpu-0.a", NULL, NULL, "uncorrected_before"), 4,
               0);
    CHECK_NEAR(fixture_number(&f, "gpus", "gpu", "gpu-0.a", NULL, NULL, "corrected_errors"), 0, 0);
    CHECK_NEAR(fixture_number(&f, "gpus", "gpu", "gpu-0.a", NULL, NULL, "power_mean_W"), NAN, 0);
    CHECK_TEXT(fixture_text(&f, "findings", 0, "level"), "bad");
    CHECK_TEXT(fixture_text(&f, "findings", 0, "finding"),
               "gpu-0.a had 3 uncorrected (double-bit) memory errors, the first at 30 s after the "
               "start.");
    fixture_release(&f);
}

/* A device that had many errors in former jobs is no outlier of this one. */
static void memory_errors_of_former_jobs_are_no_finding(void)
{
    struct fixture f;
    fixture_init(&f);
    for (int gpu = 0; gpu < 6; gpu++) {
        char name[16];
        double corrected[SAMPLES];
        for (int i = 0; i < SAMPLES; i++)
            corrected[i] = gpu == 3 ? 500 : 8 + gpu;
        snprintf(name, sizeof name, "gpu-%d.a", gpu);
        level(&f, "gpu.ecc_errors.sp", name, corrected);
    }
    fixture_run(&f);
    CHECK(fixture_rows(&f, "outlier_nodes") > 0);
    CHECK_INT(fixture_rows(&f, "findings"), 1);
    CHECK_TEXT(fixture_text(&f, "findings", 0, "level"), "note");
    CHECK_TEXT(fixture_text(&f, "findings", 0, "finding"),
               "No findings: no sample is missing. The CPU load of the nodes is not known.");
    fixture_release(&f);
}

/* 100 W for 40 s, a gap of 60 s, 200 W for 10 s: the gap is not bridged over. */
static void energy_leaves_gaps_out(void)
{
    struct fixture f;
    fixture_init(&f);
    const double times[] = {0, 10, 20, 30, 40, 100, 110},
                 watts[] = {100, 100, 100, 100, 100, 200, 200};
    fixture_metric(&f, "gpu.power_usage", "W", METRIC_RATE);
    SERIES(&f, "gpu.power_usage", "gpu-0.a", times, watts);
    fixture_run(&f);
    CHECK_NEAR(fixture_number(&f, "gpus", "gpu", "gpu-0.a", NULL, NULL, "energy_J"), 6000, 1e-14);
    CHECK_NEAR(fixture_number(&f, "energy", "node", "gpu-0.a", NULL, NULL, "energy_J"), 6000,
               1e-14);
    CHECK_NEAR(fixture_number(&f, "energy", "node", "gpu-0.a", NULL, NULL, "seconds"), 50, 1e-14);
    fixture_release(&f);
}

/* One of six draws more than the others in use; the two that never work say nothing of it. */
static void unused_gpus_are_not_compared_with_others(void)
{
    struct fixture f;
    fixture_init(&f);
    for (int gpu = 0; gpu < 7; gpu++) {
        const char name[] = {'g', 'p', 'u', '-', (char)('0' + gpu), '.', 'a', '\0'};
        double uses[SAMPLES], watts[SAMPLES];
        for (int i = 0; i < SAMPLES; i++) {
            uses[i] = gpu < 2 ? 0 : 90;
            watts[i] = gpu < 2 ? 60 : gpu == 2 ? 400 : 300 + gpu;
        }
        level(&f, "gpu.utilization_rates.gpu", name, uses);
        add(&f, "gpu.power_usage", "W", METRIC_RATE, name, watts);
    }
    fixture_run(&f);
    CHECK_NEAR(fixture_number(&f, "balance", "metric", "gpu.power_usage", NULL, NULL, "nodes"), 5,
               0);
    CHECK_NEAR(fixture_number(&f, "balance", "metric", "gpu.power_usage", NULL, NULL, "median"),
               305, 0);
    CHECK_NEAR(fixture_number(&f, "balance", "metric", "gpu.power_usage", NULL, NULL, "unused"), 2,
               0);
    CHECK_INT(fixture_rows(&f, "outlier_nodes"), 1);
    CHECK_TEXT(fixture_text(&f, "outlier_nodes", 0, "node"), "gpu-2.a");
    CHECK_NEAR(fixture_number(&f, "outlier_nodes", "node", "gpu-2.a", NULL, NULL, "share_of_time"),
               1, 0);
    CHECK_TEXT(fixture_text(&f, "findings", 0, "finding"),
               "2 of 7 GPUs were never used (utilisation 0 to 1 %), including gpu-0.a.");
    fixture_release(&f);
}

/* Nothing is said of four GPUs of which one works. */
static void a_single_gpu_in_use_is_compared_with_none(void)
{
    struct fixture f;
    fixture_init(&f);
    for (int gpu = 0; gpu < 4; gpu++) {
        const char name[] = {'g', 'p', 'u', '-', (char)('0' + gpu), '.', 'a', '\0'};
        double uses[SAMPLES], watts[SAMPLES];
        for (int i = 0; i < SAMPLES; i++) {
            uses[i] = gpu ? 0 : 93;
            watts[i] = gpu ? 90 : 370;
        }
        level(&f, "gpu.utilization_rates.gpu", name, uses);
        add(&f, "gpu.power_usage", "W", METRIC_RATE, name, watts);
    }
    fixture_run(&f);
    CHECK_INT(fixture_rows(&f, "findings"), 1);
    CHECK_TEXT(fixture_text(&f, "findings", 0, "finding"),
               "3 of 4 GPUs were never used (utilisation 0 to 1 %), including gpu-1.a.");
    fixture_release(&f);
}

static void unused_and_little_used_gpus_are_told(void)
{
    struct fixture f;
    fixture_init(&f);
    const double idle[SAMPLES] = {0}, little[SAMPLES] = {0, 0, 0, 0, 0, 80, 0, 0, 0, 0};
    level(&f, "gpu.utilization_rates.gpu", "gpu-0.a", little);
    level(&f, "gpu.utilization_rates.gpu", "gpu-1.a", idle);
    level(&f, "gpu.utilization_rates.gpu", "gpu-2.a", idle);
    fixture_run(&f);
    CHECK_TEXT(fixture_text(&f, "findings", 0, "finding"),
               "2 of 3 GPUs were never used (utilisation 0 to 1 %), including gpu-1.a.");
    CHECK_TEXT(fixture_text(&f, "findings", 1, "finding"),
               "GPU utilisation is 8.0 % on average on the GPU in use.");
    fixture_release(&f);
}

CHECK_MAIN(TEST(ratios_of_nodes_together_are_of_their_sums), TEST(nothing_counted_is_no_ratio),
           TEST(what_the_source_gives_is_kept), TEST(rates_of_operations_and_the_share_of_vectors),
           TEST(a_clock_that_falls_under_load_is_throttling),
           TEST(noise_of_a_clock_is_no_throttling), TEST(the_driver_reports_of_throttling),
           TEST(samples_that_do_not_tell_are_in_no_share), TEST(an_idle_gpu_is_not_throttled),
           TEST(memory_errors_of_the_job_are_told_apart_from_older_ones),
           TEST(memory_errors_of_former_jobs_are_no_finding), TEST(energy_leaves_gaps_out),
           TEST(unused_gpus_are_not_compared_with_others),
           TEST(a_single_gpu_in_use_is_compared_with_none),
           TEST(unused_and_little_used_gpus_are_told))
