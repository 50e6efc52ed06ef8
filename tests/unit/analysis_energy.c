#include "check.h"

#include <math.h>
#include <string.h>

#include "analysis/nodes/signal_energy.h"

static struct samples energy_samples(double *values, size_t count)
{
    static const double times[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    return (struct samples){.count = count, .times = times, .values = values};
}

static struct energy_counter processor(double range)
{
    return (struct energy_counter){range, ENERGY_PROCESSOR};
}

static void energy_becomes_power(void)
{
    double values[] = {1000, 1100, 1250};
    struct samples samples = energy_samples(values, 3);
    struct amount amount;
    rate_from_energy(&samples, processor(NAN), &amount);
    CHECK_INT(samples.count, 2);
    CHECK_NEAR(samples.values[0], 100, 0);
    CHECK_NEAR(samples.values[1], 150, 0);
    CHECK_NEAR(amount.total, 250, 0);
}

static void a_wrap_is_mended_where_the_range_is_known(void)
{
    double values[] = {700, 800, 900, 20, 120};
    struct samples samples = energy_samples(values, 5);
    struct amount amount;
    rate_from_energy(&samples, processor(1000), &amount);
    CHECK_NEAR(samples.values[2], 120, 0);
    CHECK_NEAR(amount.total, 420, 0);
    CHECK_INT(amount.wraps, 1);
    CHECK_INT(amount.resets, 0);
}

/* 60 W where 100 W were drawn before and 300 W behind: half of the less is enough. */
static void a_wrap_is_measured_by_both_neighbours(void)
{
    double values[] = {780, 880, 980, 40, 340, 640};
    struct samples samples = energy_samples(values, 6);
    struct amount amount;
    rate_from_energy(&samples, processor(1000), &amount);
    CHECK_NEAR(samples.values[2], 60, 0);
    CHECK_NEAR(amount.total, 860, 0);
    CHECK_INT(amount.wraps, 1);
}

static void a_step_that_no_node_could_draw_is_no_wrap(void)
{
    double values[] = {10, 11, 12, 5, 6};
    struct samples samples = energy_samples(values, 5);
    struct amount amount;
    rate_from_energy(&samples, processor(1000), &amount);
    CHECK(isnan(samples.values[2]));
    CHECK_NEAR(amount.total, 3, 0);
    CHECK_INT(amount.wraps, 0);
    CHECK_INT(amount.resets, 1);
}

static void the_usual_range_is_tried_near_its_end_only(void)
{
    double near[] = {262000, 262100, 56.67115, 156.67115}, far[] = {200000, 200100, 50, 150};
    struct samples samples = energy_samples(near, 4);
    struct amount amount;
    rate_from_energy(&samples, processor(NAN), &amount);
    CHECK_NEAR(samples.values[1], 100, 1e-8);
    CHECK_INT(amount.wraps, 1);
    samples = energy_samples(far, 4);
    rate_from_energy(&samples, processor(NAN), &amount);
    CHECK(isnan(samples.values[1]));
    CHECK_INT(amount.resets, 1);
}

static void two_samples_give_no_measure_of_power(void)
{
    double near[] = {990, 10}, far[] = {500, 10}, unknown[] = {262143, 5};
    struct samples samples = energy_samples(near, 2);
    struct amount amount;
    rate_from_energy(&samples, processor(1000), &amount);
    CHECK_NEAR(samples.values[0], 20, 0);
    samples = energy_samples(far, 2);
    rate_from_energy(&samples, processor(1000), &amount);
    CHECK(isnan(samples.values[0]));
    samples = energy_samples(unknown, 2);
    rate_from_energy(&samples, processor(NAN), &amount);
    CHECK(isnan(samples.values[0]));
}

enum { MANY = 200 };

/* `watts` on average, alternately `swing` more and less, counted from `start` and wrapping at
 * `range`; returns what rate_from_energy makes of it and the joules that it should be. */
static struct amount count_energy(double range, double start, double watts, double swing,
                                  double step_s, struct energy_counter counter, double *joules)
{
    static double times[MANY], values[MANY];
    double count = start;
    *joules = 0;
    for (size_t i = 0; i < MANY; i++) {
        times[i] = (double)i * step_s;
        values[i] = fmod(count, range);
        double step = (watts + (i % 2 ? swing : -swing)) * step_s;
        count += step;
        *joules += i + 1 < MANY ? step : 0;
    }
    struct samples samples = {.count = MANY, .times = times, .values = values};
    struct amount amount;
    rate_from_energy(&samples, counter, &amount);
    return amount;
}

/* The range is seen in the falls, of whatever hardware it is. */
static void wraps_are_mended_at_the_range_that_is_seen(void)
{
    static const struct {
        double range, watts, step_s;
        enum energy_source source;
    } counters[] = {
        {65532.610987, 280, 30, ENERGY_PROCESSOR},
        {65532.610987, 280, 10, ENERGY_OTHER},
        {262143.328850, 350, 60, ENERGY_PROCESSOR},
        {65712.999613, 40, 30, ENERGY_MEMORY},
        {65532.610987, 400, 60, ENERGY_MEMORY},
        {4294.967296, 12, 5, ENERGY_PROCESSOR},
        {131069.516942, 200, 30, ENERGY_PROCESSOR},
        {1048573.315401, 450, 300, ENERGY_PROCESSOR},
        {77777, 300, 10, ENERGY_OTHER},
        {65532.610987, 280, 30, ENERGY_MEMORY},
    };
    for (size_t i = 0; i < sizeof counters / sizeof counters[0]; i++)
        for (double start = 17.3; start < 60000; start += 7919) {
            double joules;
            struct energy_counter counter = {NAN, counters[i].source};
            struct amount amount =
                count_energy(counters[i].range, start, counters[i].watts, counters[i].watts / 10000,
                             counters[i].step_s, counter, &joules);
            bool wraps = start + joules > counters[i].range;
            CHECK(!wraps || amount.wraps > 0);
            CHECK_INT(amount.resets, 0);
            CHECK_NEAR(amount.total, joules, counters[i].range == 77777 ? 1e-3 : 1e-8);
            CHECK(!wraps || fabs(amount.range_J - counters[i].range) < 1e-3 * counters[i].range);
        }
}

/* Two ranges of memory are so near each other that power which swings hides which one it is: the
 * energy of the wraps is missing, and nothing is added that may not be. */
static void a_range_that_cannot_be_known_is_not_guessed(void)
{
    double joules;
    struct amount amount = count_energy(65532.610987, 17, 100, 40, 30,
                                        (struct energy_counter){NAN, ENERGY_MEMORY}, &joules);
    CHECK_INT(amount.wraps, 0);
    CHECK_INT(amount.resets, (long)floor((17 + joules) / 65532.610987));
    CHECK(amount.total < joules && amount.total > 0.9 * joules);
    CHECK_NEAR(amount.covered_s, (MANY - 1 - (double)amount.resets) * 30, 0);
}

/* A count of 65,600 J was seen: the range cannot be 65,532 J, so it is the other one of memory. */
static void a_range_below_what_was_counted_is_none(void)
{
    double joules;
    struct amount amount = count_energy(65712.999613, 5600, 100, 15, 30,
                                        (struct energy_counter){NAN, ENERGY_MEMORY}, &joules);
    CHECK_INT(amount.resets, 0);
    CHECK_NEAR(amount.total, joules, 1e-8);
    CHECK_NEAR(amount.range_J, 65712.999613, 1e-4);
}

/* A counter that wraps more than once between two samples grows or falls as if it had not. */
static void what_may_wrap_unseen_is_missing(void)
{
    double joules;
    struct amount amount = count_energy(65532.610987, 17, 280, 1, 300, processor(NAN), &joules);
    CHECK_NEAR(amount.total, 0, 0);
    CHECK_NEAR(amount.covered_s, 0, 0);
    CHECK_INT(amount.resets, MANY - 1);
    amount = count_energy(65532.610987, 17, 280, 1, 300, processor(65532.610987), &joules);
    CHECK_INT(amount.resets, MANY - 1);
    /* 1,000 s at twice 200 W would wrap the counter, 600 s do not. */
    double times[] = {0, 10, 20, 1020, 1030, 1630, 1640};
    double values[] = {200000, 202000, 204000, 210000, 212000, 252000, 254000};
    struct samples samples = {.count = 7, .times = times, .values = values};
    rate_from_energy(&samples, processor(NAN), &amount);
    CHECK_NEAR(amount.total, 48000, 1e-15);
    CHECK_INT(amount.resets, 1);
}

/* What goes up and down at no range wraps at any step: where it rises it wrapped as well. Of
 * another counter than a processor's, which may be set back, the rises count. */
static void a_counter_that_falls_all_the_time_is_not_known(void)
{
    static const double counts[] = {3000, 3100, 1000, 1100, 300, 400, 500, 90, 190, 290};
    double values[10], others[10];
    memcpy(values, counts, sizeof values);
    memcpy(others, counts, sizeof others);
    struct samples samples = energy_samples(values, 10);
    struct amount amount;
    rate_from_energy(&samples, processor(NAN), &amount);
    CHECK_NEAR(amount.covered_s, 0, 0);
    CHECK_INT(amount.resets, 9);
    samples = energy_samples(others, 10);
    rate_from_energy(&samples, (struct energy_counter){NAN, ENERGY_OTHER}, &amount);
    CHECK_NEAR(amount.total, 600, 1e-9);
}

/* Counters that start anew where a wrap could not be. */
static void a_counter_that_starts_anew_is_not_mended(void)
{
    double values[] = {30000, 30100, 30200, 50, 150, 250, 20, 120};
    struct samples samples = energy_samples(values, 8);
    struct amount amount;
    rate_from_energy(&samples, processor(65532.610987), &amount);
    CHECK_INT(amount.wraps, 0);
    CHECK_INT(amount.resets, 2);
    CHECK_NEAR(amount.total, 500, 0);
}

/* An unreadable counter is written as 0. */
static void a_zero_among_counts_is_missing(void)
{
    double values[] = {5000, 5100, 0, 5300, 5400}, late[] = {0, 0, 150000, 150100, 150200};
    struct samples samples = energy_samples(values, 5);
    struct amount amount;
    rate_from_energy(&samples, processor(NAN), &amount);
    CHECK(isnan(samples.values[1]));
    CHECK_NEAR(samples.values[2], 100, 0);
    CHECK_NEAR(amount.total, 400, 0);
    samples = energy_samples(late, 5);
    rate_from_energy(&samples, processor(NAN), &amount);
    CHECK(isnan(samples.values[0]) && isnan(samples.values[1]));
    CHECK_NEAR(amount.total, 200, 0);
    double zeros[] = {0, 0, 0};
    samples = energy_samples(zeros, 3);
    rate_from_energy(&samples, processor(NAN), &amount);
    CHECK(isnan(samples.values[0]) && isnan(samples.values[1]));
}

CHECK_MAIN(TEST(energy_becomes_power), TEST(a_wrap_is_mended_where_the_range_is_known),
           TEST(a_wrap_is_measured_by_both_neighbours),
           TEST(a_range_below_what_was_counted_is_none),
           TEST(a_step_that_no_node_could_draw_is_no_wrap),
           TEST(the_usual_range_is_tried_near_its_end_only),
           TEST(two_samples_give_no_measure_of_power),
           TEST(wraps_are_mended_at_the_range_that_is_seen),
           TEST(a_range_that_cannot_be_known_is_not_guessed), TEST(what_may_wrap_unseen_is_missing),
           TEST(a_counter_that_falls_all_the_time_is_not_known),
           TEST(a_counter_that_starts_anew_is_not_mended), TEST(a_zero_among_counts_is_missing))
