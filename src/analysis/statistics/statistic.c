#include "analysis/statistics/statistic.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "analysis/statistics/statistic_present.h"
#include "util/number.h"

/* Four sums, or counts, side by side: one would wait for each addition. */
enum { LANES = 4 };

static double mean_offset(const double *values, size_t count, double origin)
{
    double sums[LANES] = {0};
    size_t whole = count - count % LANES;
    for (size_t i = 0; i < whole; i += LANES)
        for (size_t lane = 0; lane < LANES; lane++)
            sums[lane] += values[i + lane] - origin;
    for (size_t i = whole; i < count; i++)
        sums[i % LANES] += values[i] - origin;
    return ((sums[0] + sums[1]) + (sums[2] + sums[3])) / (double)count;
}

double statistic_mean(const double *values, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += isnan(values[i]) ? 0 : values[i];
    size_t present = present_count(values, count);
    return present ? sum / (double)present : NUMBER_MISSING;
}

struct moments {
    double sum, squares; /* of x − origin */
};

static inline void add_moments(double offset, double *sum, double *squares)
{
    *sum += offset;
    *squares += offset * offset;
}

static struct moments find_moments(const double *values, size_t count, double origin)
{
    double sums[LANES] = {0}, squares[LANES] = {0};
    size_t whole = count - count % LANES;
    for (size_t i = 0; i < whole; i += LANES)
        for (size_t lane = 0; lane < LANES; lane++)
            add_moments(values[i + lane] - origin, &sums[lane], &squares[lane]);
    for (size_t i = whole; i < count; i++)
        add_moments(values[i] - origin, &sums[i % LANES], &squares[i % LANES]);
    return (struct moments){(sums[0] + sums[1]) + (sums[2] + sums[3]),
                            (squares[0] + squares[1]) + (squares[2] + squares[3])};
}

/* Of values whose squares overflow: scaled, in one pass (Welford, Technometrics 4, 1962). */
static void find_enormous_mean_and_deviation(const double *values, size_t count,
                                             struct summary *summary)
{
    const double scale = 0x1p-600;
    double mean = 0, squares = 0;
    for (size_t i = 0; i < count; i++) {
        double offset = values[i] * scale - mean;
        mean += offset / (double)(i + 1);
        squares += offset * (values[i] * scale - mean);
    }
    summary->mean = fmin(fmax(mean / scale, summary->min), summary->max);
    summary->deviation = count > 1 ? sqrt(squares / (double)(count - 1)) / scale : NUMBER_MISSING;
}

/* In two passes: Σ(x − m)² − (Σ(x − m))²/n, where the second term mends what rounding left in the
 * first mean m (Chan, Golub & LeVeque, The American Statistician 37, 1983). */
static void find_mean_and_deviation(const double *values, size_t count, struct summary *summary)
{
    if (isinf(summary->min) || isinf(summary->max)) {
        summary->mean = summary->min + summary->max; /* NaN of both infinities */
        summary->deviation = NUMBER_MISSING;
        return;
    }
    double n = (double)count;
    double mean = values[0] + mean_offset(values, count, values[0]);
    struct moments moments = find_moments(values, count, mean);
    double squares = fmax(moments.squares - moments.sum * moments.sum / n, 0);
    if (!isfinite(mean) || !isfinite(moments.squares)) {
        find_enormous_mean_and_deviation(values, count, summary);
        return;
    }
    summary->mean = fmin(fmax(mean + moments.sum / n, summary->min), summary->max);
    summary->deviation = count > 1 ? sqrt(squares / (n - 1)) : NUMBER_MISSING;
}

static void summarise_nothing(struct summary *summary)
{
    summary->mean = summary->deviation = NUMBER_MISSING;
    summary->min = summary->p05 = summary->p25 = summary->p50 = NUMBER_MISSING;
    summary->p75 = summary->p95 = summary->p99 = summary->max = NUMBER_MISSING;
}

void statistic_summarise(const double *values, size_t count, double *scratch,
                         struct summary *summary)
{
    static const double p[] = {0.05, 0.25, 0.5, 0.75, 0.95, 0.99};
    double quantiles[6];
    struct extremes extremes;
    size_t present = present_survey(values, count, &extremes);
    const double *all = present < count ? scratch : values;
    summary->count = present;
    summary->missing = count - present;
    if (!present) {
        summarise_nothing(summary);
        return;
    }
    if (present < count)
        present_copy(values, count, scratch);
    summary->min = extremes.min;
    summary->max = extremes.max;
    find_mean_and_deviation(all, present, summary);
    present_quantiles(all, present, extremes, scratch, p, 6, quantiles);
    summary->p05 = quantiles[0];
    summary->p25 = quantiles[1];
    summary->p50 = quantiles[2];
    summary->p75 = quantiles[3];
    summary->p95 = quantiles[4];
    summary->p99 = quantiles[5];
}

double statistic_mad(const double *values, size_t count, double *scratch, double median)
{
    size_t present = present_copy(values, count, scratch);
    for (size_t i = 0; i < present; i++)
        scratch[i] = fabs(scratch[i] - median);
    return 1.4826 * statistic_median(scratch, present);
}

struct box statistic_box_without_outliers(const struct summary *summary)
{
    double reach = 1.5 * (summary->p75 - summary->p25);
    return (struct box){.q0 = summary->min,
                        .q1 = summary->p25,
                        .q2 = summary->p50,
                        .q3 = summary->p75,
                        .q4 = summary->max,
                        .lower = fmax(summary->p25 - reach, summary->min),
                        .upper = fmin(summary->p75 + reach, summary->max),
                        .count = summary->count};
}

void statistic_box_of(const struct summary *summary, const double *values, size_t count,
                      struct box *box)
{
    *box = statistic_box_without_outliers(summary);
    const double lower = box->lower, upper = box->upper;
    size_t outliers = 0;
    for (size_t i = 0; i < count; i++) /* several at once: hence no "||" */
        outliers += (size_t)((values[i] < lower) | (values[i] > upper));
    box->outliers = outliers;
}

void statistic_box(const double *values, size_t count, double *scratch, struct box *box)
{
    static const double p[] = {0, 0.25, 0.5, 0.75, 1};
    double q[5];
    size_t present = present_copy(values, count, scratch);
    statistic_quantiles(scratch, present, p, 5, q);
    const struct summary summary = {
        .count = present, .min = q[0], .p25 = q[1], .p50 = q[2], .p75 = q[3], .max = q[4]};
    statistic_box_of(&summary, scratch, present, box);
}

/* What is infinite has no place in a histogram. */
static struct extremes finite_extremes(const double *values, size_t count)
{
    struct extremes range = present_extremes(values, count);
    if (isfinite(range.min) && isfinite(range.max))
        return range;
    range = (struct extremes){INFINITY, -INFINITY};
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(values[i]))
            continue;
        range.min = fmin(range.min, values[i]);
        range.max = fmax(range.max, values[i]);
    }
    return range;
}

/* Around one value: a bin wide enough to hold it at any magnitude. */
static void widen(struct extremes *range)
{
    double half = fmax(0.5, fabs(range->min) * 0x1p-40);
    range->min -= half;
    range->max += half;
}

struct bins {
    double low, scale; /* scale: about the number of bins in a unit of the values */
    size_t count;
    double limits[STATISTIC_MOST_BINS + 1]; /* the edges, those at both ends infinite */
};

static void make_bins(struct bins *bins, struct extremes range, size_t count, const double *edges)
{
    bins->low = range.min;
    bins->scale = (double)count / (range.max - range.min);
    bins->count = count;
    memcpy(bins->limits, edges, count * sizeof *edges);
    bins->limits[0] = -INFINITY;
    bins->limits[count] = INFINITY;
}

static inline size_t bin_of(double value, const struct bins *bins, double count)
{
    double place = (value - bins->low) * bins->scale;
    size_t bin = place < count ? (size_t)(int)place : bins->count - 1;
    /* Rounding may put a value near an edge to the wrong side. */
    while (value < bins->limits[bin])
        bin--;
    while (value >= bins->limits[bin + 1])
        bin++;
    return bin;
}

static void count_in_bins(const double *values, size_t count, const struct bins *bins,
                          size_t *counts)
{
    size_t lanes[LANES][STATISTIC_MOST_BINS] = {{0}};
    double bin_count = (double)bins->count;
    for (size_t i = 0; i < count; i++)
        if (isfinite(values[i]))
            lanes[i % LANES][bin_of(values[i], bins, bin_count)]++;
    for (size_t i = 0; i < bins->count; i++)
        counts[i] = lanes[0][i] + lanes[1][i] + lanes[2][i] + lanes[3][i];
}

/* No number is as wide as from the lowest to the highest. */
static double edge_at(struct extremes range, double share)
{
    double width = range.max - range.min;
    return isinf(width) ? range.min * (1 - share) + range.max * share : range.min + width * share;
}

static size_t count_in_range(const double *values, size_t count, struct extremes range, size_t bins,
                             double *edges, size_t *counts)
{
    if (range.min == range.max) {
        widen(&range);
        bins = 1;
    }
    for (size_t i = 0; i < bins; i++)
        edges[i] = edge_at(range, (double)i / (double)bins);
    edges[bins] = range.max;
    struct bins equal;
    make_bins(&equal, range, bins, edges);
    count_in_bins(values, count, &equal, counts);
    return bins;
}

size_t statistic_histogram(const double *values, size_t count, size_t bins, double *edges,
                           size_t *counts)
{
    struct extremes range = finite_extremes(values, count);
    if (bins == 0 || range.min > range.max)
        return 0;
    return count_in_range(values, count, range, bins, edges, counts);
}

size_t statistic_histogram_of(const struct summary *summary, const double *values, size_t count,
                              size_t bins, double *edges, size_t *counts)
{
    if (bins == 0 || !isfinite(summary->min) || !isfinite(summary->max))
        return statistic_histogram(values, count, bins, edges, counts);
    return count_in_range(values, count, (struct extremes){summary->min, summary->max}, bins, edges,
                          counts);
}
