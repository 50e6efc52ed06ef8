#include "check.h"

#include "analysis_fixture.h"

#include "analysis/job_time.h"
#include "analysis/nodes/combined.h"
#include "analysis/nodes/signal_grid.h"
#include "analysis/nodes/signal_rate.h"

static void levels_are_taken_as_they_are(void)
{
    struct fixture f;
    const double times[] = {0, 10, 20}, values[] = {1, NAN, 3};
    fixture_init(&f);
    fixture_metric(&f, "memory", "B", METRIC_LEVEL);
    SERIES(&f, "memory", "n1", times, values);
    fixture_signals(&f);
    const struct signal *signal = fixture_signal(&f, "memory", 0);
    CHECK_INT(signal->count, 3);
    CHECK_INT(signal->missing, 1);
    CHECK(isnan(signal->total));
    CHECK_NEAR(signal->interval_s, 10, 0);
    CHECK(signal->values == f.dataset.series[0].values);
    CHECK_TEXT(f.signals.metrics[0].label, "memory");
    CHECK(f.signals.metrics[0].total_unit == NULL);
    fixture_release(&f);
}

static void counters_become_rates_at_the_later_stamp(void)
{
    struct fixture f;
    const double times[] = {0, 10, 30, 40}, values[] = {100, 200, 500, 500};
    fixture_init(&f);
    fixture_metric(&f, "sent", "B", METRIC_COUNTER);
    SERIES(&f, "sent", "n1", times, values);
    fixture_signals(&f);
    const struct signal *signal = fixture_signal(&f, "sent", 0);
    CHECK_TEXT(f.signals.metrics[0].unit, "B/s");
    CHECK_TEXT(f.signals.metrics[0].total_unit, "B");
    CHECK_INT(signal->count, 3);
    CHECK_NEAR(signal->times[0], 10, 0);
    CHECK_NEAR(signal->values[0], 10, 0);
    CHECK_NEAR(signal->values[1], 15, 0);
    CHECK_NEAR(signal->values[2], 0, 0);
    CHECK_NEAR(signal->total, 400, 0);
    CHECK_NEAR(signal->covered_s, 40, 0);
    fixture_release(&f);
}

static void a_fall_is_a_reset_and_its_rate_is_missing(void)
{
    struct fixture f;
    const double times[] = {0, 1, 2, 3}, values[] = {50, 60, 5, 15};
    fixture_init(&f);
    fixture_metric(&f, "sent", "B", METRIC_COUNTER);
    SERIES(&f, "sent", "n1", times, values);
    fixture_signals(&f);
    const struct signal *signal = fixture_signal(&f, "sent", 0);
    CHECK_NEAR(signal->values[0], 10, 0);
    CHECK(isnan(signal->values[1]));
    CHECK_NEAR(signal->values[2], 10, 0);
    CHECK_NEAR(signal->total, 20, 0);
    CHECK_INT(signal->resets, 1);
    CHECK_INT(signal->missing, 1);
    fixture_release(&f);
}

static void a_missing_count_is_spanned_by_the_next_rate(void)
{
    struct fixture f;
    const double times[] = {0, 1, 2, 3, 4}, values[] = {NAN, 10, NAN, 30, NAN};
    fixture_init(&f);
    fixture_metric(&f, "sent", "B", METRIC_COUNTER);
    SERIES(&f, "sent", "n1", times, values);
    fixture_signals(&f);
    const struct signal *signal = fixture_signal(&f, "sent", 0);
    CHECK_INT(signal->count, 4);
    CHECK(isnan(signal->values[0]) && isnan(signal->values[1]) && isnan(signal->values[3]));
    CHECK_NEAR(signal->values[2], 10, 0);
    CHECK_NEAR(signal->total, 20, 0);
    fixture_release(&f);
}

static void samples_of_one_second(void)
{
    struct fixture f;
    const double times[] = {0, 1, 1, 2}, levels[] = {5, 6, 6, 7}, counts[] = {0, 10, 20, 50};
    fixture_init(&f);
    fixture_metric(&f, "level", "", METRIC_LEVEL);
    fixture_metric(&f, "count", "B", METRIC_COUNTER);
    SERIES(&f, "level", "n1", times, levels);
    SERIES(&f, "count", "n1", times, counts);
    fixture_signals(&f);
    CHECK_INT(fixture_signal(&f, "level", 0)->count, 4);
    const struct signal *rate = fixture_signal(&f, "count", 0);
    CHECK_INT(rate->count, 2);
    CHECK_NEAR(rate->values[0], 20, 0);
    CHECK_NEAR(rate->values[1], 30, 0);
    CHECK_NEAR(rate->times[1], 2, 0);
    fixture_release(&f);
}

static void a_repeated_block_counts_once(void)
{
    struct fixture f;
    const double times[] = {0, 1, 2, 1, 2, 3}, levels[] = {5, 6, 6, 6, 6, 7};
    const double counts[] = {0, 10, 30, 10, 30, 60};
    fixture_init(&f);
    fixture_metric(&f, "level", "", METRIC_LEVEL);
    fixture_metric(&f, "count", "B", METRIC_COUNTER);
    SERIES(&f, "level", "n1", times, levels);
    SERIES(&f, "count", "n1", times, counts);
    fixture_signals(&f);
    CHECK_INT(fixture_signal(&f, "level", 0)->count, 4);
    const struct signal *rate = fixture_signal(&f, "count", 0);
    CHECK_INT(rate->count, 3);
    CHECK_NEAR(rate->values[0], 10, 0);
    CHECK_NEAR(rate->values[1], 20, 0);
    CHECK_NEAR(rate->values[2], 30, 0);
    CHECK_INT(f.signals.node_samples[0].repeated, 4);
    CHECK_INT(f.signals.node_samples[0].out_of_order, 0);
    fixture_release(&f);
}

static void samples_out_of_order_are_sorted(void)
{
    struct fixture f;
    const double times[] = {0, 2, 1, NAN, 3}, values[] = {5, 7, 6, 99, 8};
    fixture_init(&f);
    fixture_metric(&f, "level", "", METRIC_LEVEL);
    SERIES(&f, "level", "n1", times, values);
    fixture_signals(&f);
    const struct signal *signal = fixture_signal(&f, "level", 0);
    CHECK_INT(signal->count, 4);
    for (size_t i = 0; i < 4; i++) {
        CHECK_NEAR(signal->times[i], (double)i, 0);
        CHECK_NEAR(signal->values[i], 5 + (double)i, 0);
    }
    CHECK_INT(f.signals.node_samples[0].out_of_order, 1);
    CHECK_NEAR(f.signals.node_samples[0].last, 3, 0);
    fixture_release(&f);
}

/* Two inputs of one node, the later one first. */
static void series_of_several_inputs_are_joined(void)
{
    struct fixture f;
    const double late[] = {20, 30}, early[] = {0, 10, 20}, late_values[] = {7, 8},
                 early_values[] = {5, 6, 7};
    fixture_init(&f);
    fixture_metric(&f, "level", "", METRIC_LEVEL);
    SERIES(&f, "level", "n1", late, late_values);
    SERIES(&f, "level", "n1", early, early_values);
    fixture_signals(&f);
    const struct signal *signal = fixture_signal(&f, "level", 0);
    CHECK_INT(f.signals.count, 1);
    CHECK_INT(signal->count, 4);
    CHECK_NEAR(signal->values[3], 8, 0);
    fixture_release(&f);
}

/* ---- integrals ---- */

/* An input per minute with a sample each; two inputs whose samples lie between each other. */
static void the_interval_is_that_of_the_joined_series(void)
{
    struct fixture f;
    const double first[] = {0}, second[] = {60}, third[] = {120}, value[] = {1};
    const double whole[] = {0, 10, 20}, between[] = {5, 15, 25}, values[] = {1, 2, 3};
    fixture_init(&f);
    SERIES(&f, "a", "n1", first, value);
    SERIES(&f, "a", "n1", second, value);
    SERIES(&f, "a", "n1", third, value);
    fixture_signals(&f);
    CHECK_NEAR(fixture_signal(&f, "a", 0)->interval_s, 60, 0);
    CHECK_NEAR(f.signals.grid.step, 60, 0);
    fixture_release(&f);
    fixture_init(&f);
    SERIES(&f, "a", "n1", whole, values);
    SERIES(&f, "a", "n1", between, values);
    fixture_signals(&f);
    CHECK_NEAR(fixture_signal(&f, "a", 0)->interval_s, 5, 0);
    CHECK_NEAR(f.signals.grid.step, 5, 0);
    fixture_release(&f);
}

static void rates_are_integrated_by_trapezoids_but_not_over_long_gaps(void)
{
    const double times[] = {0, 10, 20, 30, 60, 91}, values[] = {1, 3, NAN, 5, 5, 5};
    struct amount amount;
    rate_integrate(times, values, 6, 10, &amount);
    CHECK_NEAR(amount.total, 20 + 80 + 150, 0);
    CHECK_NEAR(amount.covered_s, 60, 0);
    rate_integrate(times, values, 1, NAN, &amount);
    CHECK_NEAR(amount.covered_s, 0, 0);
}

/* ---- parts ---- */

static void add_socket(struct fixture *f, const char *name, const double *values, size_t count)
{
    static const double times[] = {0, 1, 2};
    fixture_metric(f, name, "J", METRIC_ENERGY)->part_of = "package";
    fixture_series(f, name, "n1", times, 3, values, count);
}

static void sockets_are_added(void)
{
    struct fixture f;
    fixture_init(&f);
    add_socket(&f, "package-0", (double[]){100, 200, 300}, 3);
    add_socket(&f, "package-1", (double[]){500, 550, NAN}, 3);
    fixture_signals(&f);
    CHECK_INT(f.signals.metric_count, 1);
    CHECK_TEXT(f.signals.metrics[0].name, "package");
    CHECK_TEXT(f.signals.metrics[0].scope, "node");
    const struct signal *signal = fixture_signal(&f, "package", 0);
    CHECK_INT(signal->count, 2);
    CHECK_NEAR(signal->values[0], 150, 0);
    CHECK(isnan(signal->values[1]));
    CHECK_NEAR(signal->total, 250, 0);
    CHECK_INT(f.signals.part_count, 2);
    for (size_t i = 0; i < 2; i++)
        CHECK_INT(f.signals.parts[i].count, 2);
    CHECK_TEXT(f.signals.parts[0].name, "package-0");
    CHECK_NEAR(f.signals.parts[0].values[0], 100, 0);
    CHECK_NEAR(f.signals.parts[0].values[1], 100, 0);
    CHECK_TEXT(f.signals.parts[1].name, "package-1");
    CHECK_NEAR(f.signals.parts[1].values[0], 50, 0);
    CHECK(isnan(f.signals.parts[1].values[1]));
    fixture_release(&f);
}

/* Where the first of them was never read, and has fewer samples, the sum takes room for the next.
 */
static void parts_have_samples_of_their_own(void)
{
    static const double few[] = {0, 1}, many[] = {0, 1, 2, 3};
    struct fixture f;
    fixture_init(&f);
    fixture_metric(&f, "package-0", "J", METRIC_ENERGY)->part_of = "package";
    fixture_metric(&f, "package-1", "J", METRIC_ENERGY)->part_of = "package";
    fixture_series(&f, "package-0", "n1", few, 2, (double[]){0, 0}, 2);
    fixture_series(&f, "package-1", "n1", many, 4, (double[]){10, 30, 60, 100}, 4);
    fixture_signals(&f);
    CHECK_INT(f.signals.part_count, 2);
    CHECK_INT(f.signals.parts[1].count, 3);
    CHECK_NEAR(f.signals.parts[1].values[2], 40, 0);
    fixture_release(&f);
}

/* One socket is the node's power already. */
static void a_part_alone_is_not_kept_beside_the_sum(void)
{
    struct fixture f;
    fixture_init(&f);
    add_socket(&f, "package-0", (double[]){100, 200, 300}, 3);
    fixture_signals(&f);
    CHECK_INT(f.signals.part_count, 0);
    fixture_release(&f);
}

/* The power of the other sockets is not that of the node. */
static void a_socket_without_a_reading_is_not_zero(void)
{
    for (int first = 0; first < 2; first++) {
        struct fixture f;
        fixture_init(&f);
        add_socket(&f, first ? "package-0" : "package-1", (double[]){100, 200, 300}, 3);
        add_socket(&f, first ? "package-1" : "package-0", (double[]){0, 0, 0}, 3);
        fixture_signals(&f);
        const struct signal *signal = fixture_signal(&f, "package", 0);
        CHECK_INT(signal->missing, 2);
        CHECK_NEAR(signal->total, 200, 0);
        CHECK_NEAR(signal->covered_s, 1, 0);
        CHECK_INT(signal->parts, 2);
        CHECK_INT(signal->unread_parts, 1);
        fixture_release(&f);
    }
}

static void a_measured_whole_needs_no_parts(void)
{
    struct fixture f;
    const double times[] = {0, 1}, whole[] = {7, 8}, part[] = {3, 4};
    fixture_init(&f);
    fixture_metric(&f, "bandwidth-0", "B/s", METRIC_RATE)->part_of = "bandwidth";
    SERIES(&f, "bandwidth-0", "n1", times, part);
    SERIES(&f, "bandwidth-0", "n2", times, part);
    fixture_metric(&f, "bandwidth", "B/s", METRIC_RATE);
    SERIES(&f, "bandwidth", "n1", times, whole);
    fixture_signals(&f);
    CHECK_INT(f.signals.metric_count, 1);
    CHECK_NEAR(fixture_signal(&f, "bandwidth", 0)->values[0], 7, 0);
    CHECK_NEAR(fixture_signal(&f, "bandwidth", 1)->values[0], 3, 0);
    fixture_release(&f);
}

static void nodes_come_in_natural_order(void)
{
    struct fixture f;
    fixture_init(&f);
    fixture_flat(&f, "level", "n10", 3, 1, 10);
    fixture_flat(&f, "level", "n2", 3, 1, 2);
    fixture_flat(&f, "level", "n1", 3, 1, 1);
    fixture_signals(&f);
    CHECK_NEAR(fixture_signal(&f, "level", 0)->values[0], 1, 0);
    CHECK_NEAR(fixture_signal(&f, "level", 1)->values[0], 2, 0);
    CHECK_NEAR(fixture_signal(&f, "level", 2)->values[0], 10, 0);
    fixture_release(&f);
}

/* ---- grid ---- */

static void the_grid_spans_all_samples(void)
{
    struct fixture f;
    const double times[] = {100, 160, 220}, later[] = {110, 170, 230}, values[] = {1, 2, 3};
    fixture_init(&f);
    SERIES(&f, "level", "n1", times, values);
    SERIES(&f, "level", "n2", later, values);
    fixture_signals(&f);
    CHECK_NEAR(f.signals.grid.start, 100, 0);
    CHECK_NEAR(f.signals.grid.step, 60, 0);
    CHECK_INT(f.signals.grid.slots, 3);
    CHECK_INT(grid_slot(&f.signals.grid, 129.9), 0);
    CHECK_INT(grid_slot(&f.signals.grid, 130), 1);
    CHECK(grid_slot(&f.signals.grid, 69) == (size_t)-1);
    CHECK(grid_slot(&f.signals.grid, 1e9) == (size_t)-1);
    CHECK(grid_slot(&f.signals.grid, NAN) == (size_t)-1);
    fixture_release(&f);
}

static void a_wrong_stamp_does_not_stretch_the_grid(void)
{
    struct fixture f;
    double times[9], values[9];
    for (int i = 0; i < 9; i++) {
        times[i] = i == 3 ? 0 : 1.6e9 + i;
        values[i] = i;
    }
    fixture_init(&f);
    SERIES(&f, "level", "n1", times, values);
    fixture_signals(&f);
    CHECK_NEAR(f.signals.grid.start, 1.6e9, 0);
    CHECK_INT(f.signals.grid.slots, 9);
    CHECK_INT(fixture_signal(&f, "level", 0)->count, 8);
    CHECK_INT(f.signals.node_samples[0].set_aside, 1);
    fixture_release(&f);
}

static void a_metric_of_another_interval_has_its_own_grid(void)
{
    struct fixture f;
    fixture_init(&f);
    fixture_flat(&f, "often", "n1", 61, 10, 1);
    fixture_flat(&f, "often", "n2", 61, 10, 1);
    fixture_flat(&f, "rare", "n1", 11, 60, 1);
    fixture_signals(&f);
    CHECK_NEAR(f.signals.metrics[0].grid.step, 10, 0);
    CHECK_NEAR(f.signals.metrics[1].grid.step, 60, 0);
    CHECK_INT(f.signals.metrics[1].grid.slots, 11);
    fixture_release(&f);
}

/* ---- combined ---- */

static void make_combined(enum metric_combine combine, struct fixture *f, struct combined *combined)
{
    const double times[] = {0, 10, 20, 30}, late[] = {2, 12, 13}, later[] = {1, 11, 21};
    const double a[] = {1, 2, 3, 4}, b[] = {3, 6, 8}, c[] = {NAN, 12, NAN};
    fixture_init(f);
    fixture_metric(f, "rate", "B/s", METRIC_RATE)->combine = combine;
    SERIES(f, "rate", "n1", times, a);
    SERIES(f, "rate", "n2", late, b);
    SERIES(f, "rate", "n3", later, c);
    fixture_signals(f);
    *combined = *combined_of(&f->signals, 0);
}

static void an_absent_node_does_not_count_as_zero(void)
{
    struct fixture f;
    struct combined combined;
    make_combined(COMBINE_MEAN, &f, &combined);
    CHECK_INT(combined.slots, 4);
    CHECK_NEAR(combined.values[0], 2, 0); /* 1 and 3 */
    CHECK_NEAR(combined.values[1], 7, 0); /* 2, the mean of 6 and 8, 12 */
    CHECK(isnan(combined.values[2]));     /* one of three nodes */
    CHECK_INT(combined.present[0], 2);
    CHECK_INT(combined.present[1], 3);
    CHECK_INT(combined.present[2], 1);
    CHECK_INT(combined.due[0], 3);
    CHECK_INT(combined.due[2], 2);
    fixture_release(&f);
}

static void a_total_stands_for_all_nodes(void)
{
    struct fixture f;
    struct combined combined;
    make_combined(COMBINE_TOTAL, &f, &combined);
    CHECK_NEAR(combined.values[0], 6, 0);
    CHECK_NEAR(combined.values[1], 21, 0);
    CHECK(isnan(combined.values[3]));
    fixture_release(&f);
}

static void a_node_of_longer_intervals_is_there_between_its_samples(void)
{
    struct fixture f;
    struct combined combined;
    fixture_init(&f);
    fixture_flat(&f, "load", "n1", 61, 10, 4);
    fixture_flat(&f, "load", "n2", 61, 10, 4);
    fixture_flat(&f, "load", "slow", 11, 60, 1);
    fixture_signals(&f);
    combined = *combined_of(&f.signals, 0);
    CHECK_INT(combined.slots, 61);
    for (size_t k = 0; k < combined.slots; k++) {
        CHECK_INT(combined.present[k], 3);
        CHECK_NEAR(combined.values[k], 3, 1e-12);
    }
    fixture_release(&f);
}

static void a_missing_sample_of_a_node_of_longer_intervals_stays_missing(void)
{
    struct fixture f;
    struct combined combined;
    const double often[] = {0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120};
    const double ones[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    const double rare[] = {0, 40, 80, 120}, values[] = {3, 3, NAN, 3};
    fixture_init(&f);
    SERIES(&f, "load", "n1", often, ones);
    SERIES(&f, "load", "n2", often, ones);
    SERIES(&f, "load", "slow", rare, values);
    fixture_signals(&f);
    combined = *combined_of(&f.signals, 0);
    CHECK_INT(combined.present[5], 3);
    CHECK_INT(combined.present[8], 2);
    CHECK_INT(combined.due[8], 3);
    CHECK_NEAR(combined.values[8], 1, 0);
    CHECK_NEAR(combined.values[5], 5.0 / 3, 1e-12);
    fixture_release(&f);
}

static void rows_in_any_order_have_the_interval_of_their_stamps(void)
{
    struct fixture f;
    fixture_init(&f);
    const double times[] = {50, 10, 90, 30, 70, 0, 60, 20, 80, 40};
    const double values[] = {5, 1, 9, 3, 7, 0, 6, 2, 8, 4};
    SERIES(&f, "level", "n", times, values);
    fixture_signals(&f);
    CHECK_NEAR(fixture_signal(&f, "level", 0)->interval_s, 10, 0);
    CHECK_NEAR(f.signals.grid.step, 10, 0);
    CHECK_INT(f.signals.grid.slots, 10);
    fixture_release(&f);
}

static void the_job_ends_with_its_last_sample(void)
{
    struct fixture f;
    const double times[] = {0, 10, 20}, late[] = {4, 14, 24}, values[] = {1, 1, 1};
    fixture_init(&f);
    SERIES(&f, "level", "n1", times, values);
    SERIES(&f, "level", "n2", late, values);
    fixture_signals(&f);
    struct analysis_request request = {.rules = fixture_rules(),
                                       .dataset = &f.dataset,
                                       .signals = &f.signals};
    struct job_time time = job_time_of(&request);
    CHECK_NEAR(time.start, 0, 0);
    CHECK_NEAR(time.end, 24, 0);
    fixture_release(&f);
}

static void nothing_at_all(void)
{
    struct fixture f;
    fixture_init(&f);
    fixture_signals(&f);
    CHECK_INT(f.signals.count, 0);
    CHECK_INT(f.signals.grid.slots, 0);
    fixture_release(&f);
    fixture_init(&f);
    SERIES(&f, "level", "n1", ((double[]){5}), ((double[]){7}));
    fixture_metric(&f, "count", "B", METRIC_COUNTER);
    SERIES(&f, "count", "n1", ((double[]){5}), ((double[]){7}));
    fixture_series(&f, "empty", "n1", NULL, 0, NULL, 0);
    fixture_signals(&f);
    CHECK_INT(fixture_signal(&f, "level", 0)->count, 1);
    CHECK_INT(fixture_signal(&f, "count", 0)->count, 0);
    CHECK_INT(fixture_signal(&f, "empty", 0)->count, 0);
    CHECK_INT(f.signals.grid.slots, 1);
    fixture_release(&f);
}

CHECK_MAIN(TEST(levels_are_taken_as_they_are), TEST(counters_become_rates_at_the_later_stamp),
           TEST(a_fall_is_a_reset_and_its_rate_is_missing),
           TEST(a_missing_count_is_spanned_by_the_next_rate), TEST(samples_of_one_second),
           TEST(a_repeated_block_counts_once), TEST(samples_out_of_order_are_sorted),
           TEST(series_of_several_inputs_are_joined),
           TEST(the_interval_is_that_of_the_joined_series),
           TEST(rates_are_integrated_by_trapezoids_but_not_over_long_gaps), TEST(sockets_are_added),
           TEST(parts_have_samples_of_their_own), TEST(a_part_alone_is_not_kept_beside_the_sum),
           TEST(a_socket_without_a_reading_is_not_zero), TEST(a_measured_whole_needs_no_parts),
           TEST(nodes_come_in_natural_order), TEST(the_grid_spans_all_samples),
           TEST(a_wrong_stamp_does_not_stretch_the_grid),
           TEST(a_metric_of_another_interval_has_its_own_grid),
           TEST(an_absent_node_does_not_count_as_zero), TEST(a_total_stands_for_all_nodes),
           TEST(a_node_of_longer_intervals_is_there_between_its_samples),
           TEST(a_missing_sample_of_a_node_of_longer_intervals_stays_missing),
           TEST(rows_in_any_order_have_the_interval_of_their_stamps),
           TEST(the_job_ends_with_its_last_sample), TEST(nothing_at_all))
