#include "check.h"

#include "analysis_fixture.h"

static double number(const struct fixture *f, const char *table, const char *key, const char *value,
                     const char *column)
{
    return fixture_number(f, table, key, value, NULL, NULL, column);
}

/* ---- coverage ---- */

static void coverage_is_what_is_present_of_what_is_due(void)
{
    struct fixture f;
    const double times[] = {0, 10, 20, 30, 40, 50, 60, 70, 80, 90};
    const double values[] = {1, 1, NAN, 1, 1, 1, 1, 1, 1, 1};
    fixture_init(&f);
    f.dataset.facts.start = 0;
    f.dataset.facts.end = 105;
    SERIES(&f, "level", "whole", times, ((double[]){1, 1, 1, 1, 1, 1, 1, 1, 1, 1}));
    SERIES(&f, "level", "gappy", times, values);
    fixture_series(&f, "level", "half", times, 5, values + 3, 5);
    f.dataset.nodes[dataset_node(&f.dataset, "silent")].listed = true;
    fixture_run(&f);
    CHECK_INT(fixture_rows(&f, "nodes"), 4);
    CHECK_TEXT(fixture_text(&f, "nodes", 0, "node"), "gappy");
    CHECK_NEAR(number(&f, "nodes", "node", "whole", "coverage"), 1, 0);
    CHECK_NEAR(number(&f, "nodes", "node", "gappy", "coverage"), 0.9, 0);
    CHECK_NEAR(number(&f, "nodes", "node", "gappy", "missing"), 1, 0);
    /* What begins later or ends earlier is not missing, and is a number of its own. */
    CHECK_NEAR(number(&f, "nodes", "node", "half", "coverage"), 1, 0);
    CHECK_NEAR(number(&f, "nodes", "node", "half", "starts_after_s"), 0, 0);
    CHECK_NEAR(number(&f, "nodes", "node", "half", "ends_before_s"), 65, 0);
    CHECK_NEAR(number(&f, "nodes", "node", "half", "last"), 40, 0);
    CHECK_NEAR(number(&f, "nodes", "node", "silent", "coverage"), 0, 0);
    CHECK(isnan(number(&f, "nodes", "node", "silent", "first")));
    CHECK_INT(fixture_rows(&f, "metric_coverage"), 1);
    CHECK_NEAR(number(&f, "metric_coverage", "metric", "level", "samples"), 24, 0);
    CHECK_NEAR(number(&f, "metric_coverage", "metric", "level", "missing"), 1, 0);
    CHECK_NEAR(number(&f, "metric_coverage", "metric", "level", "due"), 25, 0);
    CHECK_NEAR(number(&f, "metric_coverage", "metric", "level", "coverage"), 0.96, 0);
    fixture_release(&f);
}

static void samples_that_were_not_taken_are_missing(void)
{
    struct fixture f;
    const double times[] = {0, 10, 20, 60, 70, 80, 90};
    const double values[] = {1, 1, NAN, 1, 1, 1, 1};
    fixture_init(&f);
    SERIES(&f, "level", "gap", times, values);
    f.dataset.nodes[dataset_node(&f.dataset, "silent")].listed = true;
    fixture_run(&f);
    CHECK_NEAR(number(&f, "nodes", "node", "gap", "samples"), 6, 0);
    CHECK_NEAR(number(&f, "nodes", "node", "gap", "missing"), 4, 0);
    CHECK_NEAR(number(&f, "nodes", "node", "gap", "coverage"), 0.6, 0);
    CHECK(isnan(number(&f, "nodes", "node", "silent", "missing")));
    CHECK_NEAR(number(&f, "metric_coverage", "metric", "level", "missing"), 4, 0);
    fixture_release(&f);
}

static void coverage_of_rates_does_not_ask_for_the_first(void)
{
    struct fixture f;
    fixture_init(&f);
    fixture_metric(&f, "count", "B", METRIC_COUNTER);
    fixture_flat(&f, "count", "n1", 50, 1, 7);
    fixture_run(&f);
    CHECK_NEAR(number(&f, "nodes", "node", "n1", "samples"), 49, 0);
    CHECK_NEAR(number(&f, "nodes", "node", "n1", "coverage"), 1, 0);
    CHECK_NEAR(number(&f, "metric_coverage", "metric", "count", "coverage"), 1, 0);
    fixture_release(&f);
}

/* ---- energy ---- */

static void energy_is_of_what_the_name_of_its_metric_says(void)
{
    static const char *const metrics[][2] = {{"rapl_powercap.dram", "dram"},
                                             {"gpu.power_usage", "gpu"},
                                             {"gpu.total_energy_consumption", "gpu"},
                                             {"cpu_power.0", "cpu_0"},
                                             {"socket_energy_1", "socket_1"},
                                             {"node.power.2", "node_2"}};
    for (size_t i = 0; i < sizeof metrics / sizeof metrics[0]; i++) {
        struct fixture f;
        fixture_init(&f);
        fixture_metric(&f, metrics[i][0], "W", METRIC_RATE);
        SERIES(&f, metrics[i][0], "n1", ((double[]){0, 1800, 3600}), ((double[]){100, 100, 100}));
        fixture_run(&f);
        CHECK_NEAR(fixture_number(&f, "energy", "node", "n1", "domain", metrics[i][1], "energy_J"),
                   360000, 0);
        fixture_release(&f);
    }
}

static void energy_is_summed_by_node_and_in_all(void)
{
    struct fixture f;
    fixture_init(&f);
    fixture_metric(&f, "rapl_powercap.package", "J", METRIC_ENERGY);
    SERIES(&f, "rapl_powercap.package", "n1", ((double[]){0, 1800, 3600}),
           ((double[]){100, 360100, 720100}));
    fixture_metric(&f, "rapl_power", "W", METRIC_RATE);
    fixture_metric(&f, "gpu.power_usage", "W", METRIC_LEVEL);
    fixture_flat(&f, "rapl_power", "n1", 61, 60, 100);
    fixture_flat(&f, "rapl_power", "n2", 31, 60, 200);
    fixture_flat(&f, "gpu.power_usage", "n1", 61, 60, 50);
    fixture_run(&f);
    CHECK_NEAR(number(&f, "energy", "domain", "package", "energy_J"), 720000, 0);
    CHECK_NEAR(number(&f, "energy", "domain", "package", "energy_J"), 720000, 1e-9);
    CHECK_NEAR(number(&f, "energy", "domain", "package", "covered_share"), 1, 0);
    CHECK_NEAR(fixture_number(&f, "energy", "node", "n1", "domain", "rapl", "energy_J"), 360000, 0);
    CHECK_NEAR(fixture_number(&f, "energy", "node", "n2", "domain", "rapl", "energy_J"), 360000, 0);
    CHECK_NEAR(fixture_number(&f, "energy", "node", "n2", "domain", "rapl", "covered_share"), 0.5,
               0);
    CHECK_NEAR(fixture_number(&f, "energy", "node", "*", "domain", "rapl", "energy_J"), 720000, 0);
    CHECK_NEAR(fixture_number(&f, "energy", "node", "*", "domain", "rapl", "covered_share"), 0.75,
               0);
    CHECK_NEAR(fixture_number(&f, "energy", "node", "*", "domain", "gpu", "energy_J"), 180000, 0);
    fixture_release(&f);
}

static void power_that_was_never_read_is_no_energy(void)
{
    struct fixture f;
    fixture_init(&f);
    fixture_metric(&f, "rapl_powercap.dram", "J", METRIC_ENERGY);
    fixture_flat(&f, "rapl_powercap.dram", "n1", 10, 60, 0);
    fixture_run(&f);
    CHECK_INT(fixture_rows(&f, "energy"), 0);
    fixture_release(&f);
}

/* ---- phases ---- */

/* 200 samples, one each 10 s; idle on both nodes from sample 50 to 79, on one from 120 to 159. */
static void idle_phases_are_those_of_all_nodes(void)
{
    struct fixture f;
    double times[200], values[200];
    fixture_init(&f);
    for (int node = 0; node < 2; node++) {
        for (int i = 0; i < 200; i++) {
            bool is_idle = (i >= 50 && i < 80) || (node == 1 && i >= 120 && i < 160);
            times[i] = 10 * i;
            values[i] = is_idle ? 1.5 : 100;
        }
        SERIES(&f, "cpu_percent", node ? "n2" : "n1", times, values);
    }
    fixture_run(&f);
    CHECK_INT(fixture_rows(&f, "phases"), 1);
    CHECK_NEAR(number(&f, "phases", "metric", "cpu_percent", "start"), 500, 0);
    CHECK_NEAR(number(&f, "phases", "metric", "cpu_percent", "end"), 800, 0);
    CHECK_NEAR(number(&f, "phases", "metric", "cpu_percent", "duration_s"), 300, 0);
    CHECK_NEAR(number(&f, "phases", "metric", "cpu_percent", "threshold"), 20, 0);
    CHECK_NEAR(number(&f, "phases", "metric", "cpu_percent", "highest"), 1.5, 0);
    CHECK_NEAR(number(&f, "phases", "metric", "cpu_percent", "silent_nodes"), 0, 0);
    fixture_release(&f);
}

/* 200 samples, one each 10 s; n1 is idle from sample 50 to 79, n2 has no samples from 60 to 89. */
static void nodes_without_samples_are_not_called_idle(void)
{
    struct fixture f;
    double times[200], values[200];
    fixture_init(&f);
    for (int node = 0; node < 2; node++) {
        size_t count = 0;
        for (int i = 0; i < 200; i++) {
            if (node == 1 && i >= 60 && i < 90)
                continue;
            times[count] = 10 * i;
            values[count++] = i >= 50 && i < 80 ? 1.5 : 100;
        }
        fixture_series(&f, "cpu_percent", node ? "n2" : "n1", times, count, values, count);
    }
    fixture_run(&f);
    CHECK_INT(fixture_rows(&f, "phases"), 1);
    CHECK_NEAR(number(&f, "phases", "metric", "cpu_percent", "silent_nodes"), 1, 0);
    const char *finding = "";
    for (size_t row = 0; row < fixture_rows(&f, "findings"); row++)
        if (strstr(fixture_text(&f, "findings", row, "finding"), "idle from"))
            finding = fixture_text(&f, "findings", row, "finding");
    CHECK(strstr(finding, "All nodes with samples (1 of 2) were idle from ") == finding);
    fixture_release(&f);
}

static void a_short_rest_is_no_phase(void)
{
    struct fixture f;
    double times[100], values[100];
    fixture_init(&f);
    for (int i = 0; i < 100; i++) {
        times[i] = 10 * i;
        values[i] = i >= 50 && i < 55 ? 0 : 100;
    }
    SERIES(&f, "cpu_load", "n1", times, values);
    fixture_run(&f);
    CHECK_INT(fixture_rows(&f, "phases"), 0);
    fixture_release(&f);
}

static void a_job_that_never_ran_is_one_phase(void)
{
    struct fixture f;
    fixture_init(&f);
    fixture_flat(&f, "cpu_load", "n1", 100, 10, 0);
    fixture_run(&f);
    CHECK_INT(fixture_rows(&f, "phases"), 1);
    CHECK_NEAR(number(&f, "phases", "metric", "cpu_load", "duration_s"), 1000, 0);
    fixture_release(&f);
}

/* ---- published ---- */

static void publish(struct fixture *f, const char *node, const char *statistic, double value,
                    double step)
{
    dataset_add_published(&f->dataset, (struct published_statistic){.metric = "load",
                                                                    .node = node,
                                                                    .statistic = statistic,
                                                                    .value = value,
                                                                    .step = step});
}

static void published_statistics_are_checked(void)
{
    struct fixture f;
    const double times[] = {0, 1, 2};
    fixture_init(&f);
    SERIES(&f, "load", "n1", times, ((double[]){1, 2, 4}));
    SERIES(&f, "load", "n2", times, ((double[]){8, NAN, NAN}));
    publish(&f, "n1", "avg", 2.33, 0.01);
    publish(&f, "n1", "max", 4.1, 0.01);
    publish(&f, NULL, "avg", 3.75, 0.01);
    publish(&f, NULL, "min", 1, 0);
    publish(&f, "n2", "avg", 9, 1);
    publish(&f, "n2", "max", 8, 1);
    publish(&f, "n3", "max", 8, 1);
    fixture_run(&f);
    static const char *const verdicts[] = {
        "agrees", "differs", "agrees", "agrees", "contradicts itself", "agrees", "no samples"};
    for (size_t i = 0; i < COUNT(verdicts); i++)
        CHECK_TEXT(fixture_text(&f, "published_statistics", i, "verdict"), verdicts[i]);
    CHECK_NEAR(number(&f, "published_statistics", "node", "n1", "computed"), 7 / 3.0, 1e-15);
    CHECK_TEXT(fixture_text(&f, "published_statistics", 2, "basis"), "samples");
    fixture_release(&f);
}

static void an_average_may_be_that_of_the_nodes(void)
{
    struct fixture f;
    const double times[] = {0, 1, 2};
    fixture_init(&f);
    SERIES(&f, "load", "n1", times, ((double[]){1, 2, 3}));
    SERIES(&f, "load", "n2", times, ((double[]){8, NAN, NAN}));
    publish(&f, NULL, "avg", 5, 0.01);
    fixture_run(&f);
    CHECK_TEXT(fixture_text(&f, "published_statistics", 0, "verdict"), "agrees");
    CHECK_TEXT(fixture_text(&f, "published_statistics", 0, "basis"), "means of nodes");
    CHECK_TEXT(fixture_text(&f, "published_statistics", 0, "node"), "*");
    fixture_release(&f);
}

/* ---- series, bands, heat map ---- */

static void a_few_nodes_are_drawn_as_lines(void)
{
    struct fixture f;
    fixture_init(&f);
    fixture_flat(&f, "load", "n1", 10, 10, 1);
    fixture_flat(&f, "load", "n2", 10, 10, 3);
    fixture_run(&f);
    CHECK_INT(fixture_rows(&f, "series"), 30);
    CHECK_INT(fixture_rows(&f, "bands"), 0);
    CHECK_INT(fixture_rows(&f, "heatmap"), 0);
    CHECK_NEAR(number(&f, "series", "node", "*", "value"), 2, 0);
    CHECK_NEAR(number(&f, "series", "node", "n2", "value"), 3, 0);
    fixture_release(&f);
}

static void add_nodes(struct fixture *f, int nodes, int samples)
{
    double *times = malloc((size_t)samples * sizeof *times);
    double *values = malloc((size_t)samples * sizeof *values);
    fixture_init(f);
    for (int node = 0; node < nodes; node++) {
        char name[32];
        snprintf(name, sizeof name, "n%d", node + 1);
        for (int i = 0; i < samples; i++) {
            times[i] = 10 * i;
            values[i] = node + 1 + (i % 2 ? 0.25 : -0.25);
        }
        fixture_series(f, "load", name, times, (size_t)samples, values, (size_t)samples);
    }
    free(times);
    free(values);
    fixture_run(f);
}

static void many_nodes_are_drawn_as_bands_and_cells(void)
{
    struct fixture f;
    add_nodes(&f, 11, 600);
    CHECK_INT(fixture_rows(&f, "bands"), 300);
    CHECK_NEAR(number(&f, "bands", "metric", "load", "time"), 5, 0);
    CHECK_NEAR(number(&f, "bands", "metric", "load", "nodes"), 11, 0);
    CHECK_NEAR(number(&f, "bands", "metric", "load", "min"), 0.75, 0);
    CHECK_NEAR(number(&f, "bands", "metric", "load", "p05"), 1.5, 0);
    CHECK_NEAR(number(&f, "bands", "metric", "load", "p50"), 6, 0);
    CHECK_NEAR(number(&f, "bands", "metric", "load", "p95"), 10.5, 1e-15);
    CHECK_NEAR(number(&f, "bands", "metric", "load", "max"), 11.25, 0);
    CHECK_INT(fixture_rows(&f, "heatmap"), 11 * 150);
    CHECK_NEAR(number(&f, "heatmap", "row", "n2", "time"), -5, 0);
    CHECK_NEAR(number(&f, "heatmap", "row", "n2", "width_s"), 40, 0);
    CHECK_NEAR(number(&f, "heatmap", "row", "n2", "value"), 2, 0);
    CHECK(isnan(number(&f, "series", "node", "n2", "value")));
    fixture_release(&f);
}

static void neighbouring_nodes_share_a_row(void)
{
    struct fixture f;
    add_nodes(&f, 257, 10);
    CHECK_INT(fixture_rows(&f, "heatmap"), 86 * 10);
    CHECK_NEAR(number(&f, "heatmap", "row", "n1 – n3", "nodes"), 3, 0);
    CHECK_NEAR(number(&f, "heatmap", "row", "n1 – n3", "value"), 1.75, 0);
    CHECK_NEAR(number(&f, "heatmap", "row", "n256 – n257", "nodes"), 2, 0);
    fixture_release(&f);
}

static void cells_have_four_digits(void)
{
    struct fixture f;
    fixture_init(&f);
    for (int i = 0; i < 9; i++) {
        char name[32];
        snprintf(name, sizeof name, "n%d", i);
        const double values[] = {123456789, 1.23456e-30, 9.99996, -0.0123449, 0, NAN};
        fixture_flat(&f, "load", name, 3, 10, values[i % 6]);
    }
    fixture_run(&f);
    CHECK_NEAR(number(&f, "heatmap", "row", "n0", "value"), 123500000, 0);
    CHECK_NEAR(number(&f, "heatmap", "row", "n1", "value"), 1.235e-30, 0);
    CHECK_NEAR(number(&f, "heatmap", "row", "n2", "value"), 10, 0);
    CHECK_NEAR(number(&f, "heatmap", "row", "n3", "value"), -0.01234, 0);
    CHECK_NEAR(number(&f, "heatmap", "row", "n4", "value"), 0, 0);
    CHECK(isnan(number(&f, "heatmap", "row", "n5", "value")));
    fixture_release(&f);
}

/* Of many nodes only those that stand out have lines. */
static void nodes_that_stand_out_are_drawn_too(void)
{
    struct fixture f;
    fixture_init(&f);
    for (int i = 0; i < 20; i++) {
        char name[32];
        snprintf(name, sizeof name, "n%d", i);
        fixture_flat(&f, "load", name, 100, 10, i == 7 ? 5 : 10);
    }
    fixture_run(&f);
    CHECK_NEAR(number(&f, "series", "node", "n7", "value"), 5, 0);
    CHECK(isnan(number(&f, "series", "node", "n8", "value")));
    CHECK_INT(fixture_rows(&f, "series"), 200);
    fixture_release(&f);
}

static void a_gap_of_the_combined_line_is_a_gap(void)
{
    struct fixture f;
    const double times[] = {0, 10, 20, 100, 110, 130, 140};
    const double values[] = {1, 1, 1, 1, 1, 1, 1};
    fixture_init(&f);
    SERIES(&f, "load", "n1", times, values);
    fixture_run(&f);
    const struct table *series = tables_find(&f.tables, "series");
    size_t gaps = 0;
    for (size_t row = 0; row < series->rows; row++)
        gaps += isnan(table_numbers(series, "value")[row]) ? 1 : 0;
    CHECK_INT(series->rows, 8); /* a step of two intervals is none */
    CHECK_INT(gaps, 1);
    fixture_release(&f);
}

/* ---- lists ---- */

static void rejects_and_hardware_are_listed(void)
{
    struct fixture f;
    fixture_init(&f);
    diagnostics_reject(f.diagnostics, (struct place){"a.json", 7, 120}, "xyz", "not a number");
    diagnostics_note(f.diagnostics, (struct place){"a.json", 8, 0}, "skipped");
    dataset_add_hardware(&f.dataset, "n1", "CPU(s)", "64");
    fixture_run(&f);
    CHECK_INT(fixture_rows(&f, "rejects"), 1);
    CHECK_TEXT(fixture_text(&f, "rejects", 0, "input"), "a.json");
    CHECK_TEXT(fixture_text(&f, "rejects", 0, "reason"), "not a number");
    CHECK_TEXT(fixture_text(&f, "rejects", 0, "text"), "xyz");
    CHECK_NEAR(number(&f, "rejects", "input", "a.json", "line"), 7, 0);
    CHECK_NEAR(number(&f, "rejects", "input", "a.json", "offset"), 120, 0);
    CHECK_TEXT(fixture_text(&f, "hardware", 0, "value"), "64");
    fixture_release(&f);
}

CHECK_MAIN(TEST(coverage_is_what_is_present_of_what_is_due),
           TEST(samples_that_were_not_taken_are_missing),
           TEST(coverage_of_rates_does_not_ask_for_the_first),
           TEST(energy_is_summed_by_node_and_in_all),
           TEST(energy_is_of_what_the_name_of_its_metric_says),
           TEST(power_that_was_never_read_is_no_energy), TEST(idle_phases_are_those_of_all_nodes),
           TEST(nodes_without_samples_are_not_called_idle), TEST(a_short_rest_is_no_phase),
           TEST(a_job_that_never_ran_is_one_phase), TEST(published_statistics_are_checked),
           TEST(an_average_may_be_that_of_the_nodes), TEST(a_few_nodes_are_drawn_as_lines),
           TEST(many_nodes_are_drawn_as_bands_and_cells), TEST(neighbouring_nodes_share_a_row),
           TEST(cells_have_four_digits), TEST(nodes_that_stand_out_are_drawn_too),
           TEST(a_gap_of_the_combined_line_is_a_gap), TEST(rejects_and_hardware_are_listed))
