#include "check.h"

#include <inttypes.h>
#include <stdlib.h>

#include "analysis/statistics/statistic.h"
#include "util/error.h"
#include "util/path.h"
#include "util/strbuf.h"

enum { MOST = 20000 };

static void quantiles_interpolate_between_order_statistics(void)
{
    double values[] = {4, 1, 3, 2};
    const double p[] = {0, 0.25, 0.5, 0.9, 1};
    double q[5];
    statistic_quantiles(values, 4, p, 5, q);
    CHECK_NEAR(q[0], 1, 0);
    CHECK_NEAR(q[1], 1.75, 0);
    CHECK_NEAR(q[2], 2.5, 0);
    CHECK_NEAR(q[3], 3.7, 1e-15);
    CHECK_NEAR(q[4], 4, 0);
}

static void quantiles_of_no_value_are_missing(void)
{
    const double p[] = {0, 0.5, 1};
    double q[3] = {1, 1, 1};
    statistic_quantiles(NULL, 0, p, 3, q);
    CHECK(isnan(q[0]) && isnan(q[1]) && isnan(q[2]));
}

static void more_quantiles_than_are_found_at_once(void)
{
    double values[1001], p[101], q[101];
    for (int i = 0; i <= 1000; i++)
        values[i] = (i * 379) % 1001;
    for (int i = 0; i <= 100; i++)
        p[i] = i / 100.0;
    statistic_quantiles(values, 1001, p, 101, q);
    for (int i = 0; i <= 100; i++)
        CHECK_NEAR(q[i], 10 * i, 1e-12);
}

static void one_value_is_all_its_quantiles_and_has_no_deviation(void)
{
    double scratch[1];
    struct summary summary;
    statistic_summarise((double[]){7.5}, 1, scratch, &summary);
    CHECK_INT(summary.count, 1);
    CHECK_NEAR(summary.mean, 7.5, 0);
    CHECK_NEAR(summary.p05, 7.5, 0);
    CHECK_NEAR(summary.p95, 7.5, 0);
    CHECK(isnan(summary.deviation));
}

static void missing_values_are_counted_and_left_out(void)
{
    double scratch[5];
    struct summary summary;
    statistic_summarise((double[]){NAN, 1, NAN, 3, 5}, 5, scratch, &summary);
    CHECK_INT(summary.count, 3);
    CHECK_INT(summary.missing, 2);
    CHECK_NEAR(summary.mean, 3, 0);
    CHECK_NEAR(summary.deviation, 2, 0);
    CHECK_NEAR(summary.min, 1, 0);
    CHECK_NEAR(summary.p25, 2, 0);
    CHECK_NEAR(summary.max, 5, 0);
}

static void all_missing_gives_nothing(void)
{
    double scratch[3];
    struct summary summary;
    statistic_summarise((double[]){NAN, NAN, NAN}, 3, scratch, &summary);
    CHECK_INT(summary.count, 0);
    CHECK_INT(summary.missing, 3);
    CHECK(isnan(summary.mean) && isnan(summary.deviation) && isnan(summary.min));
    CHECK(isnan(summary.p05) && isnan(summary.p50) && isnan(summary.p95) && isnan(summary.max));
}

/* Numbers at 1e15 hold no more than eighths. */
static void deviation_is_stable_at_a_huge_offset(void)
{
    double scratch[4];
    struct summary summary;
    statistic_summarise((double[]){1e15 + 4, 1e15 + 7, 1e15 + 13, 1e15 + 16}, 4, scratch, &summary);
    CHECK_NEAR(summary.mean, 1e15 + 10, 0);
    CHECK_NEAR(summary.deviation * summary.deviation, 30, 1e-14);
}

static void enormous_values_do_not_overflow(void)
{
    const double equal[] = {1e308, 1e308, 1e308, 1e308, 1e308};
    const double apart[] = {-1.5e308, 1.5e308, 0, -1.5e308, 1.5e308};
    double scratch[5];
    struct summary summary;
    statistic_summarise(equal, 5, scratch, &summary);
    CHECK_NEAR(summary.mean, 1e308, 0);
    CHECK_NEAR(summary.deviation, 0, 0);
    CHECK_NEAR(summary.p95, 1e308, 0);
    statistic_summarise(apart, 5, scratch, &summary);
    CHECK_NEAR(summary.mean / 1e308, 0, 1e-12);
    CHECK_NEAR(summary.deviation / 1e308, 1.5, 1e-12); /* √(4 × 1.5² ÷ 4) */
    CHECK_NEAR(summary.p05 / 1e308, -1.5, 1e-12);
    CHECK_NEAR(summary.p50, 0, 0);
    statistic_summarise(apart, 2, scratch, &summary);
    CHECK_NEAR(summary.p25 / 1e308, -0.75, 1e-12);
    CHECK_NEAR(summary.mean / 1e308, 0, 1e-12);
}

static void infinite_values_count_whatever_their_order(void)
{
    const double up[] = {INFINITY, 1, 2}, both[] = {-INFINITY, 3, INFINITY};
    double scratch[3];
    struct summary summary;
    statistic_summarise(up, 3, scratch, &summary);
    CHECK(summary.mean == INFINITY && isnan(summary.deviation));
    CHECK_NEAR(summary.min, 1, 0);
    CHECK_NEAR(summary.p50, 2, 0);
    CHECK(summary.p95 == INFINITY && summary.max == INFINITY);
    statistic_summarise(both, 3, scratch, &summary);
    CHECK(isnan(summary.mean) && isnan(summary.deviation));
    CHECK_NEAR(summary.p50, 3, 0);
}

static void equal_values_have_no_deviation(void)
{
    double values[50], scratch[50];
    struct summary summary;
    for (int i = 0; i < 50; i++)
        values[i] = 0.1;
    statistic_summarise(values, 50, scratch, &summary);
    CHECK_NEAR(summary.mean, 0.1, 0);
    CHECK(summary.deviation == 0);
    CHECK_NEAR(summary.p95, 0.1, 0);
}

static void mad_estimates_the_deviation(void)
{
    double values[] = {1, 1, 2, 2, 4, 6, 9}, scratch[7];
    CHECK_NEAR(statistic_mad(values, 7, scratch, 2), 1.4826, 1e-15);
    CHECK(isnan(statistic_mad(NULL, 0, NULL, 2)));
}

static void whiskers_reach_one_and_a_half_boxes_at_most(void)
{
    double scratch[9];
    struct box box;
    statistic_box((double[]){1, 2, 3, 4, 5, 6, 7, 8, 100}, 9, scratch, &box);
    CHECK_NEAR(box.q0, 1, 0);
    CHECK_NEAR(box.q1, 3, 0);
    CHECK_NEAR(box.q2, 5, 0);
    CHECK_NEAR(box.q3, 7, 0);
    CHECK_NEAR(box.q4, 100, 0);
    CHECK_NEAR(box.lower, 1, 0);
    CHECK_NEAR(box.upper, 13, 0);
    CHECK_INT(box.outliers, 1);
}

static void box_of_nothing_is_missing(void)
{
    double scratch[2];
    struct box box;
    statistic_box((double[]){NAN, NAN}, 2, scratch, &box);
    CHECK_INT(box.count, 0);
    CHECK(isnan(box.q0) && isnan(box.q2) && isnan(box.lower) && isnan(box.upper));
}

static void histogram_closes_its_last_bin(void)
{
    double edges[5];
    size_t counts[4];
    const double values[] = {0, 0.5, 1, 2, 3, NAN, 4};
    CHECK_INT(statistic_histogram(values, 7, 4, edges, counts), 4);
    CHECK_NEAR(edges[0], 0, 0);
    CHECK_NEAR(edges[1], 1, 0);
    CHECK_NEAR(edges[4], 4, 0);
    CHECK_INT(counts[0], 2);
    CHECK_INT(counts[1], 1);
    CHECK_INT(counts[2], 1);
    CHECK_INT(counts[3], 2);
}

static void histogram_reaches_from_the_lowest_to_the_highest_number(void)
{
    const double values[] = {-1.5e308, -1.5e308, 1.4e308, 1.5e308, -0.1e308};
    double edges[5];
    size_t counts[4];
    CHECK_INT(statistic_histogram(values, 5, 4, edges, counts), 4);
    CHECK_NEAR(edges[0] / 1e308, -1.5, 1e-12);
    CHECK_NEAR(edges[1] / 1e308, -0.75, 1e-12);
    CHECK_NEAR(edges[2] / 1e308, 0, 1e-12);
    CHECK_NEAR(edges[4] / 1e308, 1.5, 1e-12);
    CHECK_INT(counts[0], 2);
    CHECK_INT(counts[1], 1);
    CHECK_INT(counts[2], 0);
    CHECK_INT(counts[3], 2);
}

static void histogram_of_equal_values_is_one_bin_of_positive_width(void)
{
    double edges[11];
    size_t counts[10];
    CHECK_INT(statistic_histogram((double[]){1e20, 1e20}, 2, 10, edges, counts), 1);
    CHECK(edges[0] < 1e20 && edges[1] > 1e20);
    CHECK_INT(counts[0], 2);
    CHECK_INT(statistic_histogram((double[]){0, 0, 0}, 3, 10, edges, counts), 1);
    CHECK_NEAR(edges[1] - edges[0], 1, 0);
    CHECK_INT(statistic_histogram((double[]){NAN}, 1, 10, edges, counts), 0);
    CHECK_INT(statistic_histogram(NULL, 0, 10, edges, counts), 0);
}

/* ---- beside numpy ------------------------------------------------------------------------------
 */

/* The same samples as in tests/golden/numpy_statistics.py. */
static void make_samples(const char *kind, size_t count, double offset, double scale,
                         uint64_t state, double *values)
{
    for (size_t i = 0; i < count; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        double n = (double)count, k = (double)i, u = (double)(state >> 11) * 0x1p-53;
        if (strcmp(kind, "ties") == 0)
            u = floor(u * 10);
        else if (strcmp(kind, "equal") == 0)
            u = 0;
        else if (strcmp(kind, "heavy") == 0)
            u = 1 / (u + 1e-6);
        else if (strcmp(kind, "sorted") == 0)
            u = k / n;
        else if (strcmp(kind, "reversed") == 0)
            u = (n - k) / n;
        else if (strcmp(kind, "pipe") == 0)
            u = fmin(k, n - 1 - k) / n;
        else if (strcmp(kind, "zeros") == 0)
            u = u < 0.9 ? 0 : u;
        double scaled = scale * u;
        values[i] = strcmp(kind, "gaps") == 0 && i % 7 == 0 ? NAN : offset + scaled;
    }
}

static double next_number(char **rest)
{
    char *cell = strsep(rest, ",");
    return cell && *cell ? strtod(cell, NULL) : NAN;
}

static void check_row(char *line)
{
    static double values[MOST], scratch[MOST];
    char *rest = line;
    const char *kind = strsep(&rest, ",");
    size_t count = (size_t)next_number(&rest);
    double offset = next_number(&rest), scale = next_number(&rest);
    struct summary s;
    struct box box;
    CHECK(count <= MOST);
    make_samples(kind, count, offset, scale, (uint64_t)next_number(&rest), values);
    statistic_summarise(values, count, scratch, &s);
    CHECK_NEAR((double)s.count, next_number(&rest), 0);
    CHECK_NEAR(s.mean, next_number(&rest), 5e-16);
    CHECK_NEAR(s.deviation, next_number(&rest), 1e-14);
    const double ours[] = {s.min, s.p05, s.p25, s.p50, s.p75, s.p95, s.max};
    for (size_t i = 0; i < 7; i++)
        CHECK_NEAR(ours[i], next_number(&rest), 0);
    CHECK_NEAR(statistic_mad(values, count, scratch, s.p50), next_number(&rest), 2e-16);
    statistic_box(values, count, scratch, &box);
    CHECK_NEAR(box.lower, next_number(&rest), 2e-16);
    CHECK_NEAR(box.upper, next_number(&rest), 2e-16);
    CHECK_NEAR((double)box.outliers, next_number(&rest), 0);
    double edges[11];
    size_t counts[10] = {0};
    statistic_histogram(values, count, 10, edges, counts);
    for (size_t i = 0; i < 10; i++)
        CHECK_NEAR((double)counts[i], next_number(&rest), 0);
}

static void all_statistics_are_those_of_numpy(void)
{
    struct strbuf table;
    struct error error = {0};
    strbuf_init(&table);
    if (!path_read("tests/golden/numpy_statistics.csv", 1 << 20, &table, &error))
        CHECK_FAIL("%s", error.text);
    char *rest = table.text;
    size_t rows = 0;
    strsep(&rest, "\n");
    for (char *line; (line = strsep(&rest, "\n")) && *line && !check_failed; rows++)
        check_row(line);
    strbuf_release(&table);
    CHECK_INT(rows, 16);
}

/* An array that makes quicksort with such pivots slow must not take forever. */
static void many_equal_values_are_settled_at_once(void)
{
    enum { COUNT = 1000000 };
    double *values = malloc(COUNT * sizeof *values), q;
    const double half = 0.5;
    for (int i = 0; i < COUNT; i++)
        values[i] = i % 3;
    statistic_quantiles(values, COUNT, &half, 1, &q);
    free(values);
    CHECK_NEAR(q, 1, 0);
}

/* Of both signs, over many orders of magnitude, with many equal ones, both zeros and gaps. */
static double wide_value(int i)
{
    int step = (int)((unsigned)i * 7919u % 10007u);
    double size = ldexp(1 + step % 64, step % 120 - 60);
    return step % 11 == 0   ? NAN
           : step % 13 == 0 ? -0.0
           : step % 17 == 0 ? 0.0
           : step % 3       ? size
                            : -size;
}

static int compare_numbers(const void *left, const void *right)
{
    double l = *(const double *)left, r = *(const double *)right;
    return (l > r) - (l < r);
}

static void quantiles_of_many_values_are_those_of_the_sorted_ones(void)
{
    static double values[MOST], sorted[MOST], scratch[MOST];
    double p[32], q[32];
    size_t count = 0;
    for (int i = 0; i < MOST; i++) {
        values[i] = wide_value(i);
        if (!isnan(values[i]))
            sorted[count++] = values[i];
    }
    qsort(sorted, count, sizeof *sorted, compare_numbers);
    for (size_t i = 0; i < 32; i++)
        p[i] = (double)(i * (count - 1) / 31) / (double)(count - 1);
    statistic_quantiles_of(values, MOST, scratch, p, 32, q);
    for (size_t i = 0; i < 32; i++) {
        double h = (double)(count - 1) * p[i], low = sorted[(size_t)h];
        double high = sorted[(size_t)h + (h > (double)(size_t)h)];
        CHECK(q[i] >= low && q[i] <= high);
    }
    CHECK(isnan(values[0]) && values[1] == wide_value(1));
}

CHECK_MAIN(TEST(quantiles_interpolate_between_order_statistics),
           TEST(quantiles_of_no_value_are_missing), TEST(more_quantiles_than_are_found_at_once),
           TEST(one_value_is_all_its_quantiles_and_has_no_deviation),
           TEST(missing_values_are_counted_and_left_out), TEST(all_missing_gives_nothing),
           TEST(deviation_is_stable_at_a_huge_offset), TEST(enormous_values_do_not_overflow),
           TEST(infinite_values_count_whatever_their_order), TEST(equal_values_have_no_deviation),
           TEST(mad_estimates_the_deviation), TEST(whiskers_reach_one_and_a_half_boxes_at_most),
           TEST(box_of_nothing_is_missing), TEST(histogram_closes_its_last_bin),
           TEST(histogram_reaches_from_the_lowest_to_the_highest_number),
           TEST(histogram_of_equal_values_is_one_bin_of_positive_width),
           TEST(all_statistics_are_those_of_numpy), TEST(many_equal_values_are_settled_at_once),
           TEST(quantiles_of_many_values_are_those_of_the_sorted_ones))
