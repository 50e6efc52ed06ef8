/* Both sides of thresholds of findings about nodes: outliers, waiting for files, growing memory. */
#include "findings_fixture.h"

#include <math.h>

static size_t rows_of(const char *table)
{
    return fixture_rows(&fixture, table);
}

static void run_means(const double *means, size_t count)
{
    fixture_init(&fixture);
    for (size_t i = 0; i < count; i++)
        fixture_flat(&fixture, "cpu_load", (char[]){'n', (char)('0' + i), '\0'}, 100, 60, means[i]);
    fixture_run(&fixture);
}

/* Five times 1 % of the median where the others are alike; (5 + 176 ÷ 6²) × 1.4826 × 0.75 where six
 * are not, or a fifth of the median; of four nodes at least. */
static void outliers_are_far_from_the_others(void)
{
    static const struct {
        size_t count;
        double means[6];
        size_t outliers;
    } cases[] = {
        {6, {100, 100, 100, 100, 100, 105}, 1},
        {6, {100, 100, 100, 100, 100, 104.9}, 0},
        {6, {99, 99.5, 100, 100.5, 101, 111.25}, 1},
        {6, {99, 99.5, 100, 100.5, 101, 111.24}, 0},
        {6, {98, 99, 100, 101, 102, 120.61}, 1},
        {6, {98, 99, 100, 101, 102, 120.59}, 0},
        {4, {100, 100, 100, 50}, 1},
        {3, {100, 100, 50}, 0},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        run_means(cases[i].means, cases[i].count);
        CHECK_INT(rows_of("outlier_nodes"), cases[i].outliers);
        fixture_release(&fixture);
    }
}

static void outliers_by_a_fifth_are_a_warning(void)
{
    static const struct {
        double mean;
        const char *level;
    } cases[] = {{79.9, "warn"}, {80.1, "note"}, {119.9, "note"}, {120.1, "warn"}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        run_means((double[]){100, 100, 100, 100, 100, cases[i].mean}, 6);
        CHECK(strstr(cell(0, "finding"), " of n5 is on average "));
        CHECK_TEXT(cell(0, "level"), cases[i].level);
        fixture_release(&fixture);
    }
}

/* From nine tenths of the time on it is so throughout. */
static void an_outlier_nearly_always_is_one_throughout(void)
{
    for (size_t low = 178; low <= 180; low += 2) {
        fixture_init(&fixture);
        for (char node = '0'; node < '6'; node++) {
            double times[200], loads[200];
            for (size_t i = 0; i < 200; i++) {
                times[i] = 60 * (double)i;
                loads[i] = node == '5' && i < low ? 60 : 100;
            }
            SERIES(&fixture, "cpu_load", ((char[]){'n', node, '\0'}), times, loads);
        }
        fixture_run(&fixture);
        CHECK(is_reported(" of n5 is on average "));
        CHECK(is_reported(" for the whole run") == (low == 180));
        fixture_release(&fixture);
    }
}

/* A quarter of 64 cores, 100 MB/s, and a quarter of the p95, which a tenth of the samples has. */
static void waiting_for_files_has_thresholds(void)
{
    static const struct {
        double load, rate, high_rate, share;
    } cases[] = {
        {15.9, 800e6, 800e6, 1}, {16, 800e6, 800e6, 0}, {3, 100e6, 100e6, 1},
        {3, 99e6, 99e6, 0},      {3, 250e6, 1000e6, 1}, {3, 249e6, 1000e6, 0.1},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        double times[100], loads[100], rates[100];
        for (size_t k = 0; k < 100; k++) {
            times[k] = 30 * (double)k;
            loads[k] = cases[i].load;
            rates[k] = k < 10 ? cases[i].high_rate : cases[i].rate;
        }
        fixture_init(&fixture);
        SERIES(&fixture, "cpu_load", "n1", times, loads);
        SERIES(&fixture, "file_bw", "n1", times, rates);
        dataset_add_hardware(&fixture.dataset, "n1", "cpus", "64");
        fixture_run(&fixture);
        CHECK_NEAR(fixture_number(&fixture, "file_waits", "node", "n1", NULL, NULL,
                                  "share_of_time"),
                   cases[i].share, 1e-12);
        fixture_release(&fixture);
    }
}

/* Ten minutes and 24 samples. */
static void growth_needs_time_and_samples(void)
{
    static const struct {
        size_t samples;
        double step;
        size_t rows;
    } cases[] = {{25, 25, 1}, {25, 24.9, 0}, {24, 30, 1}, {23, 30, 0}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        fixture_init(&fixture);
        fixture_metric(&fixture, "memory_info.rss", "B", METRIC_LEVEL);
        fixture_flat(&fixture, "memory_info.rss", "n1", cases[i].samples, cases[i].step, 1e9);
        fixture_run(&fixture);
        CHECK_INT(rows_of("memory_growth"), cases[i].rows);
        fixture_release(&fixture);
    }
}

CHECK_MAIN(TEST(outliers_are_far_from_the_others), TEST(outliers_by_a_fifth_are_a_warning),
           TEST(an_outlier_nearly_always_is_one_throughout), TEST(waiting_for_files_has_thresholds),
           TEST(growth_needs_time_and_samples))
