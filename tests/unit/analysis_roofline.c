#include "check.h"

#include "analysis_fixture.h"

enum { SAMPLES = 6 };
static const double stamps[SAMPLES] = {0, 60, 120, 180, 240, 300};

static void add(struct fixture *f, const char *metric, const char *unit, const char *node,
                const double *values)
{
    fixture_metric(f, metric, unit, METRIC_RATE);
    fixture_series(f, metric, node, stamps, SAMPLES, values, SAMPLES);
}

static void add_peaks(struct fixture *f, const char *cluster, const char *subcluster,
                      const char *nodes, double flops, double bandwidth)
{
    dataset_add_peaks(&f->dataset,
                      (struct peak_rates){cluster, subcluster, nodes, flops, flops / 8, bandwidth});
}

static double ceiling(const struct fixture *f, const char *name)
{
    return fixture_number(f, "roofline_ceilings", "ceiling", name, NULL, NULL, "value");
}

static void add_job(struct fixture *f)
{
    const double flops_a[SAMPLES] = {10e9, 10e9, 0, NAN, 10e9, 10e9};
    const double flops_b[SAMPLES] = {30e9, 30e9, 30e9, 30e9, 30e9, 30e9};
    const double bytes_a[SAMPLES] = {20e9, 20e9, 20e9, 20e9, 20e9, 20e9};
    const double bytes_b[SAMPLES] = {20e9, 20e9, 20e9, 20e9, NAN, 20e9};
    add(f, "flops_any", "F/s", "a1", flops_a);
    add(f, "mem_bw", "B/s", "a1", bytes_a);
    add(f, "flops_any", "F/s", "a2", flops_b);
    add(f, "mem_bw", "B/s", "a2", bytes_b);
}

/* Of the mean node the ratio is that of the sums: (10 + 30) ÷ (20 + 20). */
static void points_are_of_samples_with_both_rates(void)
{
    struct fixture f;
    fixture_init(&f);
    add_job(&f);
    fixture_run(&f);
    CHECK_INT(fixture_rows(&f, "roofline"), 4 + 5 + 6);
    CHECK_NEAR(fixture_number(&f, "roofline", "node", "a1", NULL, NULL, "intensity"), 0.5, 1e-15);
    CHECK_NEAR(fixture_number(&f, "roofline", "node", "a1", NULL, NULL, "time"), 0, 0);
    CHECK_NEAR(fixture_number(&f, "roofline", "node", "a1", NULL, NULL, "width_s"), 60, 0);
    CHECK_NEAR(fixture_number(&f, "roofline", "node", "*", NULL, NULL, "intensity"), 1, 1e-15);
    CHECK_NEAR(fixture_number(&f, "roofline", "node", "*", NULL, NULL, "flops"), 20e9, 1e-15);
    CHECK_INT(fixture_rows(&f, "roofline_ceilings"), 0);
    fixture_release(&f);
}

static void ceilings_are_of_the_subcluster_that_lists_the_nodes(void)
{
    struct fixture f;
    fixture_init(&f);
    add_job(&f);
    f.dataset.facts.cluster = "c";
    f.dataset.subcluster = "x";
    add_peaks(&f, "other", "x", "a[1-2]", 1, 1);
    add_peaks(&f, "c", "x", "b[1-9]", 2, 2);
    add_peaks(&f, "c", "y", "a[1-9]", 800e9, 80e9);
    fixture_run(&f);
    CHECK_NEAR(ceiling(&f, "peak"), 800e9, 0);
    CHECK_NEAR(ceiling(&f, "scalar peak"), 100e9, 0);
    CHECK_NEAR(ceiling(&f, "bandwidth"), 80e9, 0);
    CHECK_TEXT(fixture_text(&f, "roofline_ceilings", 0, "source"),
               "the cluster file, subcluster y");
    fixture_release(&f);
}

static void else_of_the_one_that_the_job_names(void)
{
    struct fixture f;
    fixture_init(&f);
    add_job(&f);
    f.dataset.subcluster = "x";
    add_peaks(&f, "c", "y", "", 3, 3);
    add_peaks(&f, "c", "x", "b[1-9]", 2, NAN);
    fixture_run(&f);
    CHECK_NEAR(ceiling(&f, "peak"), 2, 0);
    CHECK_NEAR(ceiling(&f, "bandwidth"), NAN, 0);
    fixture_release(&f);
}

static void run_with(struct fixture *f, double flops, double bandwidth)
{
    fixture_signals(f);
    struct analysis_request request = {.rules = fixture_rules(),
                                       .dataset = &f->dataset,
                                       .signals = &f->signals,
                                       .diagnostics = f->diagnostics,
                                       .peak_flops = flops,
                                       .peak_bandwidth = bandwidth,
                                       .jobs = 1};
    for (size_t i = 0; i < analysis_count(); i++)
        analysis_at(i)->run(&request, &f->tables);
    check_that_findings_reach(&f->tables);
}

static const char *finding(const struct fixture *f)
{
    const struct table *table = tables_find(&f->tables, "findings");
    size_t row = table ? table_find_row(table, 0, "section", "roofline", NULL, NULL) : 0;
    return table ? fixture_text(f, "findings", row, "finding") : "(none)";
}

/* The mean node: 1 F/B at 20 GF/s where both are there; 40 GB/s would allow 40 GF/s. */
static void the_finding_says_what_limits(void)
{
    struct fixture f;
    fixture_init(&f);
    add_job(&f);
    run_with(&f, 1e12, 40e9);
    CHECK_TEXT(finding(&f), "The nodes reach 50 % of the 40 GFLOP/s per node that memory bandwidth "
                            "allows at 1 FLOP/byte (medians over busy intervals). Something other "
                            "than memory bandwidth and peak performance limits them.");
    fixture_release(&f);
    fixture_init(&f);
    add_job(&f);
    run_with(&f, 1e12, 25e9);
    CHECK_TEXT(finding(&f),
               "Memory bandwidth limits the nodes: they reach 80 % of the 25 GFLOP/s per "
               "node attainable at 1 FLOP/byte (medians over busy intervals).");
    fixture_release(&f);
    fixture_init(&f);
    add_job(&f);
    run_with(&f, 25e9, 100e9);
    CHECK_TEXT(finding(&f),
               "Peak performance limits the nodes: they reach 80 % of the 25 GFLOP/s per "
               "node attainable at 1 FLOP/byte (medians over busy intervals).");
    fixture_release(&f);
    fixture_init(&f);
    add_job(&f);
    run_with(&f, 10e9, 100e9);
    CHECK(strstr(finding(&f), "is 200 % of what the peak rates allow (from the options): these "));
    fixture_release(&f);
}

/* Without a bandwidth of memory that of the last cache serves, and memory is no ceiling of it. */
static void the_last_cache_stands_in_for_memory(void)
{
    struct fixture f;
    fixture_init(&f);
    const double rate[SAMPLES] = {6e9, 6e9, 6e9, 6e9, 6e9, 6e9};
    const double bytes[SAMPLES] = {3e9, 3e9, 3e9, 3e9, 3e9, 3e9};
    add(&f, "FLOPS_DP.derv_MFLOPS", "F/s", "a1", rate);
    add(&f, "L3.derv_bandwidth", "B/s", "a1", bytes);
    add_peaks(&f, "c", "x", "a1", 800e9, 80e9);
    fixture_run(&f);
    CHECK_NEAR(fixture_number(&f, "roofline", "node", "a1", NULL, NULL, "intensity"), 2, 1e-15);
    CHECK_TEXT(fixture_text(&f, "roofline", 0, "bandwidth_metric"), "L3.derv_bandwidth");
    CHECK_NEAR(ceiling(&f, "bandwidth"), NAN, 0);
    CHECK_NEAR(ceiling(&f, "peak"), 800e9, 0);
    fixture_release(&f);
}

static void long_jobs_are_thinned(void)
{
    struct fixture f;
    fixture_init(&f);
    fixture_metric(&f, "flops_any", "F/s", METRIC_RATE);
    fixture_metric(&f, "mem_bw", "B/s", METRIC_RATE);
    for (int node = 0; node < 10; node++) {
        char name[16];
        snprintf(name, sizeof name, "n%d", node);
        fixture_flat(&f, "flops_any", name, 5000, 10, 8e9);
        fixture_flat(&f, "mem_bw", name, 5000, 10, 4e9);
    }
    fixture_run(&f);
    CHECK_INT(fixture_rows(&f, "roofline"), 10 * 200 + 300);
    CHECK_NEAR(fixture_number(&f, "roofline", "node", "n3", NULL, NULL, "width_s"), 250, 1e-12);
    CHECK_NEAR(fixture_number(&f, "roofline", "node", "*", NULL, NULL, "intensity"), 2, 1e-12);
    fixture_release(&f);
}

CHECK_MAIN(TEST(points_are_of_samples_with_both_rates),
           TEST(ceilings_are_of_the_subcluster_that_lists_the_nodes),
           TEST(else_of_the_one_that_the_job_names), TEST(the_finding_says_what_limits),
           TEST(the_last_cache_stands_in_for_memory), TEST(long_jobs_are_thinned))
