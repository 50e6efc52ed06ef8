/* Order statistics by partition: quicksort that leaves out the parts no quantile falls into. Many
 * values are first counted in buckets, and only those of the buckets that hold a quantile are
 * looked at again. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/number_order.h"
#include "analysis/statistics/statistic.h"
#include "analysis/statistics/statistic_present.h"
#include "util/number.h"

enum { MOST_AT_ONCE = 32, MOST_RANKS = 2 * MOST_AT_ONCE, SMALL = 16, MANY = 4096, BUCKETS = 1024 };

/* Positions that must hold what they would hold in a sorted array, ascending. */
struct ranks {
    const size_t *items;
    size_t count;
};

static void sort_small(double *values, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        double value = values[i];
        size_t k = i;
        for (; k > 0 && values[k - 1] > value; k--)
            values[k] = values[k - 1];
        values[k] = value;
    }
}

/* Without a branch on the data, which no processor could foresee. Returns how many are below. */
static size_t partition_below(double *values, size_t count, double pivot)
{
    size_t below = 0;
    for (size_t i = 0; i < count; i++) {
        double value = values[i];
        values[i] = values[below];
        values[below] = value;
        below += value < pivot;
    }
    return below;
}

static size_t partition_up_to(double *values, size_t count, double pivot)
{
    size_t up_to = 0;
    for (size_t i = 0; i < count; i++) {
        double value = values[i];
        values[i] = values[up_to];
        values[up_to] = value;
        up_to += value <= pivot;
    }
    return up_to;
}

static double median_of_three(double a, double b, double c)
{
    double low = a < b ? a : b, high = a < b ? b : a;
    return c < low ? low : c > high ? high : c;
}

static double choose_pivot(const double *values, size_t count)
{
    size_t step = count / 9;
    double medians[3];
    for (size_t i = 0; i < 3; i++)
        medians[i] = median_of_three(values[step * (3 * i)], values[step * (3 * i + 1)],
                                     values[step * (3 * i + 2)]);
    return median_of_three(medians[0], medians[1], medians[2]);
}

/* `base` is the rank of values[0]; all ranks lie in [base, base + count). */
static void settle_ranks(double *values, size_t count, size_t base, struct ranks ranks, int depth)
{
    while (ranks.count > 0) {
        if (count <= SMALL) {
            sort_small(values, count);
            return;
        }
        if (depth-- == 0) {
            qsort(values, count, sizeof *values, number_compare);
            return;
        }
        double pivot = choose_pivot(values, count);
        size_t below = partition_below(values, count, pivot);
        /* A pivot near the low end may stand for many equal values: those are aligned at once. */
        size_t aligned = below;
        if (below <= count / 8)
            aligned += partition_up_to(values + below, count - below, pivot);
        size_t lower = 0;
        while (lower < ranks.count && ranks.items[lower] < base + below)
            lower++;
        settle_ranks(values, below, base, (struct ranks){ranks.items, lower}, depth);
        while (lower < ranks.count && ranks.items[lower] < base + aligned)
            lower++;
        ranks = (struct ranks){ranks.items + lower, ranks.count - lower};
        values += aligned;
        count -= aligned;
        base += aligned;
    }
}

/* Twice the depth of even halves: beyond it the data is against us. */
static int depth_limit(size_t count)
{
    int depth = 4;
    for (; count; count /= 2)
        depth += 2;
    return depth;
}

/* As numpy does: from the nearer end, so that equal ends give exactly their value. */
static double between(double low, double high, double share)
{
    double width = high - low;
    if (share == 0)
        return low;
    if (isinf(width))
        return low * (1 - share) + high * share;
    return low == high ? low : share >= 0.5 ? high - width * (1 - share) : low + width * share;
}

static size_t collect_ranks(size_t count, const double *p, size_t p_count, size_t *ranks)
{
    size_t used = 0;
    for (size_t i = 0; i < p_count; i++) {
        size_t low = (size_t)((double)(count - 1) * p[i]);
        for (size_t rank = low; rank <= low + 1 && rank < count; rank++)
            if (used == 0 || rank > ranks[used - 1])
                ranks[used++] = rank;
    }
    return used;
}

/* What a sorted array would hold at some of its places. */
struct selection {
    size_t ranks[MOST_RANKS], count; /* ascending */
    double values[MOST_RANKS];
};

static void select_by_partition(double *values, size_t count, struct selection *selection)
{
    struct ranks ranks = {selection->ranks, selection->count};
    settle_ranks(values, count, 0, ranks, depth_limit(count));
    for (size_t i = 0; i < selection->count; i++)
        selection->values[i] = values[selection->ranks[i]];
}

/* ---- many values ---- */

/* Equal stretches of the order of numbers (see number_order), which are finer where numbers are
 * smaller. */
struct scale {
    uint64_t lowest;
    int shift;
};

struct buckets {
    struct scale scale;
    size_t counts[BUCKETS];
    bool wanted[BUCKETS];
};

/* Adding 0 makes −0 the 0 that it equals. */
static size_t bucket_of(struct scale scale, double value)
{
    return (size_t)((number_order(value + 0.0) - scale.lowest) >> scale.shift);
}

static struct scale scale_of(struct extremes extremes)
{
    struct scale scale = {number_order(extremes.min + 0.0), 0};
    while (bucket_of(scale, extremes.max) >= BUCKETS)
        scale.shift++;
    return scale;
}

/* Two counts side by side: one would wait for the last addition to the same bucket. */
static void count_in_buckets(struct buckets *buckets, const double *values, size_t count,
                             struct scale scale)
{
    size_t odd[BUCKETS] = {0}, whole = count - count % 2;
    *buckets = (struct buckets){.scale = scale};
    for (size_t i = 0; i < whole; i += 2) {
        buckets->counts[bucket_of(scale, values[i])]++;
        odd[bucket_of(scale, values[i + 1])]++;
    }
    if (whole < count)
        buckets->counts[bucket_of(scale, values[whole])]++;
    for (size_t i = 0; i < BUCKETS; i++)
        buckets->counts[i] += odd[i];
}

/* Marks the buckets in which the ranks fall; places[] are the ranks among the values of these. */
static void want_ranks(struct buckets *buckets, const struct selection *selection, size_t *places)
{
    size_t below = 0, left_out = 0, rank = 0;
    for (size_t i = 0; i < BUCKETS; i++) {
        below += buckets->counts[i];
        for (; rank < selection->count && selection->ranks[rank] < below; rank++) {
            places[rank] = selection->ranks[rank] - left_out;
            buckets->wanted[i] = true;
        }
        left_out += buckets->wanted[i] ? 0 : buckets->counts[i];
    }
}

static size_t take_wanted(const struct buckets *buckets, const double *values, size_t count,
                          double *taken)
{
    const struct scale scale = buckets->scale;
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        taken[used] = values[i];
        used += buckets->wanted[bucket_of(scale, values[i])];
    }
    return used;
}

/* `scratch` may be `values`. */
static void select_by_buckets(const double *values, size_t count, struct extremes extremes,
                              double *scratch, struct selection *selection)
{
    struct buckets buckets;
    size_t places[MOST_RANKS];
    count_in_buckets(&buckets, values, count, scale_of(extremes));
    want_ranks(&buckets, selection, places);
    size_t taken = take_wanted(&buckets, values, count, scratch);
    settle_ranks(scratch, taken, 0, (struct ranks){places, selection->count}, depth_limit(taken));
    for (size_t i = 0; i < selection->count; i++)
        selection->values[i] = scratch[places[i]];
}

/* ---- quantiles ---- */

/* h = (n − 1) p lies between the order statistics of two ranks, which are in the selection. */
static void interpolate(const struct selection *selection, size_t count, const double *p,
                        size_t p_count, double *quantiles)
{
    for (size_t i = 0, at = 0; i < p_count; i++) {
        double h = (double)(count - 1) * p[i];
        size_t low = (size_t)h;
        while (selection->ranks[at] < low)
            at++;
        size_t next = low + 1 < count ? at + 1 : at;
        quantiles[i] = between(selection->values[at], selection->values[next], h - (double)low);
    }
}

static size_t some_of(size_t from, size_t count)
{
    return count - from < MOST_AT_ONCE ? count - from : MOST_AT_ONCE;
}

void statistic_quantiles(double *values, size_t count, const double *p, size_t p_count,
                         double *quantiles)
{
    for (size_t i = 0; i < p_count; i++)
        quantiles[i] = NUMBER_MISSING;
    for (size_t i = 0; count && i < p_count; i += MOST_AT_ONCE) {
        struct selection selection;
        size_t some = some_of(i, p_count);
        selection.count = collect_ranks(count, p + i, some, selection.ranks);
        select_by_partition(values, count, &selection);
        interpolate(&selection, count, p + i, some, quantiles + i);
    }
}

double statistic_median(double *values, size_t count)
{
    static const double half = 0.5;
    double median;
    statistic_quantiles(values, count, &half, 1, &median);
    return median;
}

void present_quantiles(const double *values, size_t count, struct extremes extremes,
                       double *scratch, const double *p, size_t p_count, double *quantiles)
{
    if (count < MANY || p_count > MOST_AT_ONCE) {
        if (count && values != scratch)
            memcpy(scratch, values, count * sizeof *values);
        statistic_quantiles(scratch, count, p, p_count, quantiles);
        return;
    }
    struct selection selection;
    selection.count = collect_ranks(count, p, p_count, selection.ranks);
    select_by_buckets(values, count, extremes, scratch, &selection);
    interpolate(&selection, count, p, p_count, quantiles);
}

void statistic_quantiles_of(const double *values, size_t count, double *scratch, const double *p,
                            size_t p_count, double *quantiles)
{
    struct extremes extremes;
    size_t present = present_survey(values, count, &extremes);
    const double *all = present < count ? scratch : values;
    if (present < count)
        present_copy(values, count, scratch);
    present_quantiles(all, present, extremes, scratch, p, p_count, quantiles);
}
