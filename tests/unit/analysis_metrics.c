#include "check.h"

#include "analysis_fixture.h"

static double job(const struct fixture *f, const char *metric, const char *column)
{
    return fixture_number(f, "job_metrics", "metric", metric, NULL, NULL, column);
}

static double of_node(const struct fixture *f, const char *metric, const char *node,
                      const char *column)
{
    return fixture_number(f, "node_metrics", "metric", metric, "node", node, column);
}

/* Two nodes on three slots; n2 misses the last. */
static void make_two_nodes(struct fixture *f, enum metric_combine combine)
{
    const double times[] = {0, 10, 20}, a[] = {1, 2, 9}, b[] = {3, 4, NAN};
    fixture_init(f);
    struct metric *metric = fixture_metric(f, "rate", "B/s", METRIC_RATE);
    metric->combine = combine;
    metric->label = "Traffic";
    SERIES(f, "rate", "n1", times, a);
    SERIES(f, "rate", "n2", times, b);
    fixture_run(f);
}

static void a_job_is_summarised_over_the_mean_of_its_nodes(void)
{
    struct fixture f;
    make_two_nodes(&f, COMBINE_MEAN);
    CHECK_TEXT(fixture_text(&f, "job_metrics", 0, "label"), "Traffic");
    CHECK_TEXT(fixture_text(&f, "job_metrics", 0, "unit"), "B/s");
    CHECK_TEXT(fixture_text(&f, "job_metrics", 0, "combine"), "mean");
    CHECK_NEAR(job(&f, "rate", "nodes"), 2, 0);
    CHECK_NEAR(job(&f, "rate", "samples"), 5, 0);
    CHECK_NEAR(job(&f, "rate", "missing"), 1, 0);
    CHECK_NEAR(job(&f, "rate", "mean"), (2 + 3 + 9) / 3.0, 1e-15);
    CHECK_NEAR(job(&f, "rate", "min"), 2, 0);
    CHECK_NEAR(job(&f, "rate", "p25"), 2.5, 0);
    CHECK_NEAR(job(&f, "rate", "p50"), 3, 0);
    CHECK_NEAR(job(&f, "rate", "max"), 9, 0);
    CHECK_NEAR(job(&f, "rate", "mean_per_node"), (4 + 3.5) / 2, 0);
    CHECK_NEAR(job(&f, "rate", "max_per_node"), 9, 0);
    CHECK_NEAR(job(&f, "rate", "total"), 15 + 55 + 35, 0);
    fixture_release(&f);
}

static void a_total_counts_an_absent_node_as_the_others(void)
{
    struct fixture f;
    make_two_nodes(&f, COMBINE_TOTAL);
    CHECK_TEXT(fixture_text(&f, "job_metrics", 0, "combine"), "total");
    CHECK_NEAR(job(&f, "rate", "min"), 4, 0);
    CHECK_NEAR(job(&f, "rate", "p50"), 6, 0);
    CHECK_NEAR(job(&f, "rate", "max"), 18, 0);
    CHECK_NEAR(job(&f, "rate", "max_per_node"), 9, 0);
    fixture_release(&f);
}

static void a_node_is_summarised_over_its_samples(void)
{
    struct fixture f;
    make_two_nodes(&f, COMBINE_MEAN);
    CHECK_NEAR(of_node(&f, "rate", "n1", "mean"), 4, 0);
    CHECK_NEAR(of_node(&f, "rate", "n1", "p50"), 2, 0);
    CHECK_NEAR(of_node(&f, "rate", "n1", "total"), 15 + 55, 0);
    CHECK_NEAR(of_node(&f, "rate", "n2", "samples"), 2, 0);
    CHECK_NEAR(of_node(&f, "rate", "n2", "missing"), 1, 0);
    CHECK_NEAR(of_node(&f, "rate", "n2", "max"), 4, 0);
    fixture_release(&f);
}

static void a_metric_that_was_never_measured_has_a_row_without_numbers(void)
{
    struct fixture f;
    const double times[] = {0, 10}, values[] = {NAN, NAN};
    fixture_init(&f);
    SERIES(&f, "level", "n1", times, values);
    fixture_run(&f);
    CHECK_INT(fixture_rows(&f, "job_metrics"), 1);
    CHECK_NEAR(job(&f, "level", "samples"), 0, 0);
    CHECK_NEAR(job(&f, "level", "missing"), 2, 0);
    CHECK_NEAR(job(&f, "level", "nodes"), 0, 0);
    CHECK(isnan(job(&f, "level", "mean")) && isnan(job(&f, "level", "mean_per_node")));
    CHECK(isnan(of_node(&f, "level", "n1", "p95")));
    fixture_release(&f);
}

static void levels_have_no_total(void)
{
    struct fixture f;
    fixture_init(&f);
    fixture_flat(&f, "level", "n1", 10, 1, 5);
    fixture_run(&f);
    CHECK(isnan(job(&f, "level", "total")));
    CHECK(isnan(of_node(&f, "level", "n1", "total")));
    CHECK_TEXT(fixture_text(&f, "job_metrics", 0, "label"), "level");
    fixture_release(&f);
}

static void an_empty_dataset_gives_no_table(void)
{
    struct fixture f;
    fixture_init(&f);
    fixture_run(&f);
    for (size_t i = 0; i < table_schema_count(); i++)
        CHECK_INT(fixture_rows(&f, table_schema_at(i)->name), 0);
    fixture_release(&f);
}

static void one_sample_gives_all_it_can(void)
{
    struct fixture f;
    fixture_init(&f);
    fixture_flat(&f, "cpu_load", "n1", 1, 1, 5);
    fixture_run(&f);
    CHECK_NEAR(job(&f, "cpu_load", "p05"), 5, 0);
    CHECK_INT(fixture_rows(&f, "series"), 1);
    CHECK_NEAR(fixture_number(&f, "nodes", "node", "n1", NULL, NULL, "coverage"), 1, 0);
    fixture_release(&f);
}

/* The dataset goes before the tables do. */
static void tables_outlive_the_dataset(void)
{
    struct fixture f;
    fixture_init(&f);
    for (int i = 0; i < 12; i++) {
        char name[32];
        snprintf(name, sizeof name, "n%d", i);
        fixture_flat(&f, "cpu_load", name, 20, 10, i == 3 ? 2 : 10);
    }
    fixture_run(&f);
    signals_release(&f.signals);
    dataset_release(&f.dataset);
    f.made = false;
    CHECK_TEXT(fixture_text(&f, "node_metrics", 11, "node"), "n11");
    CHECK_TEXT(fixture_text(&f, "heatmap", 0, "row"), "n0");
    CHECK_TEXT(fixture_text(&f, "bands", 0, "metric"), "cpu_load");
    CHECK_TEXT(fixture_text(&f, "outlier_nodes", 0, "node"), "n3");
    fixture_release(&f);
}

CHECK_MAIN(TEST(a_job_is_summarised_over_the_mean_of_its_nodes),
           TEST(a_total_counts_an_absent_node_as_the_others),
           TEST(a_node_is_summarised_over_its_samples),
           TEST(a_metric_that_was_never_measured_has_a_row_without_numbers),
           TEST(levels_have_no_total), TEST(an_empty_dataset_gives_no_table),
           TEST(one_sample_gives_all_it_can), TEST(tables_outlive_the_dataset))
