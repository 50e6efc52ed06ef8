#include "analysis/statistic.h"

#include <math.h>
#include <stdbool.h>

#include "util/number.h"

/* Four sums side by side: one would wait for each addition. */
enum { LANES = 4 };

struct extremes {
    double min, max;
};

/* Copies what is not missing; returns how many. */
static size_t copy_present(const double *values, size_t count, double *present)
{
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        present[used] = values[i];
        used += values[i] == values[i];
    }
    return used;
}

static struct extremes find_extremes(const double *values, size_t count)
{
    double min[LANES], max[LANES];
    for (size_t lane = 0; lane < LANES; lane++)
        min[lane] = max[lane] = values[0];
    for (size_t i = 0; i < count; i++) {
        size_t lane = i % LANES;
        min[lane] = values[i] < min[lane] ? values[i] : min[lane];
        max[lane] = values[i] > max[lane] ? values[i] : max[lane];
    }
    struct extremes extremes = {min[0], max[0]};
    for (size_t lane = 1; lane < LANES; lane++) {
        extremes.min = fmin(extremes.min, min[lane]);
        extremes.max = fmax(extremes.max, max[lane]);
    }
    return extremes;
}

static double mean_offset(const double *values, size_t count, double origin)
{
    double sums[LANES] = {0};
    for (size_t i = 0; i < count; i++)
        sums[i % LANES] += values[i] - origin;
    return ((sums[0] + sums[1]) + (sums[2] + sums[3])) / (double)count;
}

struct moments {
    double sum, squares; /* of x − origin */
};

static struct moments find_moments(const double *values, size_t count, double origin)
{
    double sums[LANES] = {0}, squares[LANES] = {0};
    for (size_t i = 0; i < count; i++) {
        double offset = values[i] - origin;
        sums[i % LANES] += offset;
        squares[i % LANES] += offset * offset;
    }
    return (struct moments){(sums[0] + sums[1]) + (sums[2] + sums[3]),
                            (squares[0] + squares[1]) + (squares[2] + squares[3])};
}

/* In two passes: Σ(x − m)² − (Σ(x − m))²/n, where the second term mends what rounding left in the
 * first mean m (Chan, Golub & LeVeque, The American Statistician 37, 1983). */
static void find_mean_and_deviation(const double *values, size_t count, struct summary *summary)
{
    double n = (double)count;
    double mean = values[0] + mean_offset(values, count, values[0]);
    struct moments moments = find_moments(values, count, mean);
    double squares = fmax(moments.squares - moments.sum * moments.sum / n, 0);
    summary->mean = fmin(fmax(mean + moments.sum / n, summary->min), summary->max);
    summary->deviation = count > 1 ? sqrt(squares / (n - 1)) : NUMBER_MISSING;
}

static void summarise_nothing(struct summary *summary)
{
    summary->mean = summary->deviation = NUMBER_MISSING;
    summary->min = summary->p05 = summary->p25 = summary->p50 = NUMBER_MISSING;
    summary->p75 = summary->p95 = summary->max = NUMBER_MISSING;
}

void statistic_summarise(const double *values, size_t count, double *scratch,
                         struct summary *summary)
{
    static const double p[] = {0.05, 0.25, 0.5, 0.75, 0.95};
    double quantiles[5];
    size_t present = copy_present(values, count, scratch);
    summary->count = present;
    summary->missing = count - present;
    if (!present) {
        summarise_nothing(summary);
        return;
    }
    struct extremes extremes = find_extremes(scratch, present);
    summary->min = extremes.min;
    summary->max = extremes.max;
    find_mean_and_deviation(scratch, present, summary);
    statistic_quantiles(scratch, present, p, 5, quantiles);
    summary->p05 = quantiles[0];
    summary->p25 = quantiles[1];
    summary->p50 = quantiles[2];
    summary->p75 = quantiles[3];
    summary->p95 = quantiles[4];
}

double statistic_mad(double *values, size_t count, double median)
{
    static const double half = 0.5;
    double mad;
    for (size_t i = 0; i < count; i++)
        values[i] = fabs(values[i] - median);
    statistic_quantiles(values, count, &half, 1, &mad);
    return 1.4826 * mad;
}

void statistic_box(const double *values, size_t count, double *scratch, struct box *box)
{
    static const double p[] = {0, 0.25, 0.5, 0.75, 1};
    double q[5];
    *box = (struct box){.count = copy_present(values, count, scratch)};
    statistic_quantiles(scratch, box->count, p, 5, q);
    box->q0 = q[0];
    box->q1 = q[1];
    box->q2 = q[2];
    box->q3 = q[3];
    box->q4 = q[4];
    double reach = 1.5 * (box->q3 - box->q1);
    box->lower = box->count ? fmax(box->q1 - reach, box->q0) : NUMBER_MISSING;
    box->upper = box->count ? fmin(box->q3 + reach, box->q4) : NUMBER_MISSING;
    for (size_t i = 0; i < box->count; i++)
        box->outliers += scratch[i] < box->lower || scratch[i] > box->upper;
}

static bool is_present(double value)
{
    return isfinite(value);
}

/* False when nothing is present. */
static bool find_range(const double *values, size_t count, struct extremes *range)
{
    *range = (struct extremes){INFINITY, -INFINITY};
    for (size_t i = 0; i < count; i++) {
        if (!is_present(values[i]))
            continue;
        range->min = fmin(range->min, values[i]);
        range->max = fmax(range->max, values[i]);
    }
    return range->min <= range->max;
}

/* Around one value: a bin wide enough to hold it at any magnitude. */
static void widen(struct extremes *range)
{
    double half = fmax(0.5, fabs(range->min) * 0x1p-40);
    range->min -= half;
    range->max += half;
}

static size_t bin_of(double value, const double *edges, size_t bins)
{
    double share = (value - edges[0]) / (edges[bins] - edges[0]);
    size_t bin = (size_t)(share * (double)bins);
    if (bin >= bins)
        bin = bins - 1;
    /* Rounding may put a value that lies on an edge to the wrong side. */
    while (bin > 0 && value < edges[bin])
        bin--;
    while (bin + 1 < bins && value >= edges[bin + 1])
        bin++;
    return bin;
}

size_t statistic_histogram(const double *values, size_t count, size_t bins, double *edges,
                           size_t *counts)
{
    struct extremes range;
    if (bins == 0 || !find_range(values, count, &range))
        return 0;
    if (range.min == range.max) {
        widen(&range);
        bins = 1;
    }
    for (size_t i = 0; i < bins; i++) {
        edges[i] = range.min + (range.max - range.min) * ((double)i / (double)bins);
        counts[i] = 0;
    }
    edges[bins] = range.max;
    for (size_t i = 0; i < count; i++)
        if (is_present(values[i]))
            counts[bin_of(values[i], edges, bins)]++;
    return bins;
}
