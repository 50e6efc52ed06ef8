#include "check.h"

#include "analysis_fixture.h"

static double balance(const struct fixture *f, const char *column)
{
    return fixture_number(f, "balance", "metric", "load", NULL, NULL, column);
}

static double outliers(const struct fixture *f, const char *node, const char *column)
{
    return fixture_number(f, "outlier_nodes", "node", node, NULL, NULL, column);
}

static void make_flat_nodes(struct fixture *f, const double *means, size_t count)
{
    fixture_init(f);
    for (size_t i = 0; i < count; i++) {
        char name[32];
        snprintf(name, sizeof name, "n%zu", i);
        fixture_flat(f, "load", name, 100, 60, means[i]);
    }
}

static void spread_is_that_of_the_means_of_nodes(void)
{
    struct fixture f;
    make_flat_nodes(&f, (double[]){2, 4, 4, 6}, 4);
    fixture_run(&f);
    CHECK_NEAR(balance(&f, "nodes"), 4, 0);
    CHECK_NEAR(balance(&f, "mean_of_means"), 4, 0);
    CHECK_NEAR(balance(&f, "std"), sqrt(8 / 3.0), 1e-15);
    CHECK_NEAR(balance(&f, "cv"), sqrt(8 / 3.0) / 4, 1e-15);
    CHECK_NEAR(balance(&f, "median"), 4, 0);
    CHECK_NEAR(balance(&f, "mad"), 1.4826, 1e-15); /* of 2, 0, 0, 2 */
    CHECK_NEAR(balance(&f, "lowest_mean"), 2, 0);
    CHECK_NEAR(balance(&f, "highest_mean"), 6, 0);
    CHECK_TEXT(fixture_text(&f, "balance", 0, "lowest"), "n0");
    CHECK_TEXT(fixture_text(&f, "balance", 0, "highest"), "n3");
    CHECK_INT(fixture_rows(&f, "outlier_nodes"), 0);
    fixture_release(&f);
}

static void one_node_has_no_balance(void)
{
    struct fixture f;
    make_flat_nodes(&f, (double[]){2}, 1);
    fixture_run(&f);
    CHECK_INT(fixture_rows(&f, "balance"), 0);
    fixture_release(&f);
}

static void a_node_stands_out_by_its_robust_distance(void)
{
    struct fixture f;
    make_flat_nodes(&f, (double[]){98, 99, 100, 101, 102, 61}, 6);
    fixture_run(&f);
    /* median 99.5; distances 1.5 .5 .5 1.5 2.5 38.5, their median 1.5 */
    CHECK_INT(fixture_rows(&f, "outlier_nodes"), 1);
    CHECK_NEAR(outliers(&f, "n5", "mean"), 61, 0);
    CHECK_NEAR(outliers(&f, "n5", "median_of_nodes"), 99.5, 0);
    CHECK_NEAR(outliers(&f, "n5", "ratio"), 61 / 99.5, 1e-15);
    CHECK_NEAR(outliers(&f, "n5", "robust_z"), 38.5 / (1.4826 * 1.5), 1e-14);
    CHECK_NEAR(outliers(&f, "n5", "share_of_time"), 1, 0);
    CHECK_NEAR(outliers(&f, "n5", "from"), 0, 0);
    CHECK_NEAR(balance(&f, "outliers"), 1, 0);
    fixture_release(&f);
}

/* All alike but for 4 %: the measure is no smaller than 1 % of the median. */
static void a_small_difference_does_not_stand_out(void)
{
    struct fixture f;
    make_flat_nodes(&f, (double[]){100, 100, 100, 100, 100, 104}, 6);
    fixture_run(&f);
    CHECK_INT(fixture_rows(&f, "outlier_nodes"), 0);
    fixture_release(&f);
    make_flat_nodes(&f, (double[]){100, 100, 100, 100, 100, 106}, 6);
    fixture_run(&f);
    CHECK_INT(fixture_rows(&f, "outlier_nodes"), 1);
    CHECK_NEAR(outliers(&f, "n5", "robust_z"), 6, 1e-12);
    fixture_release(&f);
}

static void three_nodes_are_too_few_to_stand_out(void)
{
    struct fixture f;
    make_flat_nodes(&f, (double[]){100, 100, 1}, 3);
    fixture_run(&f);
    CHECK_INT(fixture_rows(&f, "outlier_nodes"), 0);
    CHECK_INT(fixture_rows(&f, "balance"), 1);
    fixture_release(&f);
}

static void where_most_have_nothing_the_one_that_has_stands_out(void)
{
    struct fixture f;
    make_flat_nodes(&f, (double[]){0, 0, 0, 0, 8}, 5);
    fixture_run(&f);
    CHECK_NEAR(outliers(&f, "n4", "robust_z"), 10, 1e-12);
    CHECK(isnan(outliers(&f, "n4", "ratio")));
    fixture_release(&f);
    make_flat_nodes(&f, (double[]){0, 0, 0, 0, 0}, 5);
    fixture_run(&f);
    CHECK_INT(fixture_rows(&f, "outlier_nodes"), 0);
    CHECK(isnan(balance(&f, "cv")));
    fixture_release(&f);
}

static void the_farthest_five_are_kept_farthest_first(void)
{
    struct fixture f;
    double means[30];
    for (int i = 0; i < 30; i++)
        means[i] = i < 7 ? 50 - i : 100;
    make_flat_nodes(&f, means, 30);
    fixture_run(&f);
    CHECK_INT(fixture_rows(&f, "outlier_nodes"), 5);
    CHECK_TEXT(fixture_text(&f, "outlier_nodes", 0, "node"), "n6");
    CHECK_TEXT(fixture_text(&f, "outlier_nodes", 4, "node"), "n2");
    CHECK_NEAR(balance(&f, "outliers"), 7, 0);
    fixture_release(&f);
}

/* Twelve nodes at 100 + small differences; n5 falls to 30 between two samples of 300. */
static void make_excursion(struct fixture *f, int from, int until)
{
    enum { SAMPLES = 300 };
    double times[SAMPLES], values[SAMPLES];
    fixture_init(f);
    for (int node = 0; node < 12; node++) {
        char name[32];
        snprintf(name, sizeof name, "n%d", node);
        for (int i = 0; i < SAMPLES; i++) {
            bool is_away = node == 5 && i >= from && i < until && i % 50 != 49;
            times[i] = 60 * i;
            values[i] = is_away ? 30 : 100 + (node * 7 + i * 5) % 12;
        }
        SERIES(f, "load", name, times, values);
    }
    fixture_run(f);
}

static void a_excursion_is_dated(void)
{
    struct fixture f;
    make_excursion(&f, 100, 300);
    CHECK_INT(fixture_rows(&f, "outlier_nodes"), 1);
    /* Sample 100 stands for the minute around 6000 s; moments of return do not end it. */
    CHECK_NEAR(outliers(&f, "n5", "from"), 5970, 0);
    CHECK_NEAR(outliers(&f, "n5", "away_from"), 5970, 0);
    CHECK(outliers(&f, "n5", "share_of_time") > 196 / 300.0 - 1e-12);
    fixture_release(&f);
}

static void a_excursion_that_ends_has_no_from(void)
{
    struct fixture f;
    make_excursion(&f, 100, 248);
    CHECK(isnan(outliers(&f, "n5", "from")));
    CHECK_NEAR(outliers(&f, "n5", "away_from"), 5970, 0);
    CHECK_NEAR(outliers(&f, "n5", "away_until"), 248 * 60 - 30, 0);
    fixture_release(&f);
}

/* Two phases, of which the second has no load: n5 has samples of `until` of 300 minutes. */
static void make_phases(struct fixture *f, size_t until, double own)
{
    enum { COUNT = 300, PHASE = 180 };
    double times[COUNT], values[COUNT];
    fixture_init(f);
    for (size_t node = 0; node < 6; node++) {
        char name[32];
        snprintf(name, sizeof name, "n%zu", node);
        for (size_t i = 0; i < COUNT; i++) {
            times[i] = 60.0 * (double)i;
            values[i] = (node == 5 ? own : 1) * (i < PHASE ? 60 : 20) + (double)(node % 3) / 10;
            if (node == 5 && i >= until)
                values[i] = NAN;
        }
        fixture_series(f, "load", name, times, COUNT, values, COUNT);
    }
    fixture_run(f);
}

/* Three that are whole are too few to be compared with each other. */
static void few_nodes_are_compared_over_the_times_of_a_partial_one(void)
{
    enum { COUNT = 100, UNTIL = 90 };
    struct fixture f;
    double times[COUNT], values[COUNT];
    static const double levels[] = {60, 40, 60.2, 60.1};
    fixture_init(&f);
    for (size_t node = 0; node < 4; node++) {
        char name[32];
        snprintf(name, sizeof name, "n%zu", node);
        for (size_t i = 0; i < COUNT; i++) {
            times[i] = 60.0 * (double)i;
            values[i] = node == 3 && i >= UNTIL ? NAN : i < UNTIL ? levels[node] : 0;
        }
        fixture_series(&f, "load", name, times, COUNT, values, COUNT);
    }
    fixture_run(&f);
    CHECK_INT(fixture_rows(&f, "outlier_nodes"), 1);
    CHECK_NEAR(outliers(&f, "n1", "mean"), 40, 1e-9);
    CHECK_NEAR(outliers(&f, "n1", "median_of_nodes"), 60.05, 1e-9);
    CHECK_NEAR(outliers(&f, "n1", "common_share"), 0.9, 1e-9);
    fixture_release(&f);
}

static void nodes_are_compared_over_common_times(void)
{
    struct fixture f;
    make_phases(&f, 150, 1);
    CHECK_INT(fixture_rows(&f, "outlier_nodes"), 0);
    CHECK_NEAR(balance(&f, "nodes"), 5, 0);
    CHECK(balance(&f, "cv") < 0.01);
    fixture_release(&f);
    make_phases(&f, 150, 0.5);
    CHECK_INT(fixture_rows(&f, "outlier_nodes"), 1);
    CHECK_NEAR(outliers(&f, "n5", "mean"), 30.2, 1e-6);
    CHECK_NEAR(outliers(&f, "n5", "median_of_nodes"), 60.05, 1e-6);
    CHECK_NEAR(outliers(&f, "n5", "common_share"), 0.5, 1e-12);
    fixture_release(&f);
    make_phases(&f, 300, 0.5);
    CHECK_NEAR(outliers(&f, "n5", "common_share"), 1, 0);
    CHECK_NEAR(balance(&f, "nodes"), 6, 0);
    fixture_release(&f);
}

static void where_samples_stop_is_reported_once(void)
{
    struct fixture f;
    make_phases(&f, 150, 1);
    CHECK_INT(fixture_rows(&f, "findings"), 1);
    CHECK_TEXT(fixture_text(&f, "findings", 0, "finding"),
               "n5 has no samples from 2 h 30 min after the start to the end (50 % of the run), "
               "while 5 others have "
               "them.");
    fixture_release(&f);
    make_phases(&f, 292, 1); /* of the last eight intervals */
    CHECK_INT(fixture_rows(&f, "findings"), 1);
    CHECK(strncmp(fixture_text(&f, "findings", 0, "finding"), "No findings: ", 13) == 0);
    fixture_release(&f);
}

CHECK_MAIN(TEST(spread_is_that_of_the_means_of_nodes), TEST(one_node_has_no_balance),
           TEST(a_node_stands_out_by_its_robust_distance),
           TEST(a_small_difference_does_not_stand_out), TEST(three_nodes_are_too_few_to_stand_out),
           TEST(where_most_have_nothing_the_one_that_has_stands_out),
           TEST(the_farthest_five_are_kept_farthest_first), TEST(a_excursion_is_dated),
           TEST(a_excursion_that_ends_has_no_from), TEST(nodes_are_compared_over_common_times),
           TEST(few_nodes_are_compared_over_the_times_of_a_partial_one),
           TEST(where_samples_stop_is_reported_once))
