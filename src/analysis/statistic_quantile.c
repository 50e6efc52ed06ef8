/* Order statistics by partition: quicksort that leaves out the parts no quantile falls into. */
#include <math.h>
#include <stdlib.h>

#include "analysis/statistic.h"
#include "util/number.h"

enum { MOST_AT_ONCE = 32, MOST_RANKS = 2 * MOST_AT_ONCE, SMALL = 16 };

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

static int compare_numbers(const void *left, const void *right)
{
    double l = *(const double *)left, r = *(const double *)right;
    return (l > r) - (l < r);
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
            qsort(values, count, sizeof *values, compare_numbers);
            return;
        }
        double pivot = choose_pivot(values, count);
        size_t below = partition_below(values, count, pivot);
        /* A pivot near the low end may stand for many equal values: those are settled at once. */
        size_t settled = below;
        if (below <= count / 8)
            settled += partition_up_to(values + below, count - below, pivot);
        size_t lower = 0;
        while (lower < ranks.count && ranks.items[lower] < base + below)
            lower++;
        settle_ranks(values, below, base, (struct ranks){ranks.items, lower}, depth);
        while (lower < ranks.count && ranks.items[lower] < base + settled)
            lower++;
        ranks = (struct ranks){ranks.items + lower, ranks.count - lower};
        values += settled;
        count -= settled;
        base += settled;
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

static void find_few(double *values, size_t count, const double *p, size_t p_count,
                     double *quantiles)
{
    size_t ranks[MOST_RANKS];
    size_t used = collect_ranks(count, p, p_count, ranks);
    settle_ranks(values, count, 0, (struct ranks){ranks, used}, depth_limit(count));
    for (size_t i = 0; i < p_count; i++) {
        double h = (double)(count - 1) * p[i];
        size_t low = (size_t)h, high = low + 1 < count ? low + 1 : low;
        quantiles[i] = between(values[low], values[high], h - (double)low);
    }
}

void statistic_quantiles(double *values, size_t count, const double *p, size_t p_count,
                         double *quantiles)
{
    for (size_t i = 0; i < p_count; i += MOST_AT_ONCE) {
        size_t some = p_count - i < MOST_AT_ONCE ? p_count - i : MOST_AT_ONCE;
        if (count)
            find_few(values, count, p + i, some, quantiles + i);
        else
            for (size_t k = 0; k < some; k++)
                quantiles[i + k] = NUMBER_MISSING;
    }
}
