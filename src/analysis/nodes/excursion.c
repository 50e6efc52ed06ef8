#include "analysis/nodes/excursion.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/statistics/statistic.h"
#include "util/memory.h"
#include "util/number.h"

/* A column inside weighs as much as this many outside: then a moment's return to the others does
 * not end a excursion, and a moment's excursion before it does not begin it. */
static const double WEIGHT_INSIDE = 3;
static const double LEAST_COLUMNS = 3, LEAST_SHARE = 0.05, MOST_AT_END = 0.02;

enum standing { ABSENT, INSIDE, OUTSIDE };

static size_t means_of_others(const struct bins *bins, size_t node, size_t column, double *means)
{
    size_t used = 0;
    for (size_t other = 0; other < bins->nodes; other++) {
        double mean = other == node ? NUMBER_MISSING : bins_mean(bins, other, column);
        if (!isnan(mean))
            means[used++] = mean;
    }
    return used;
}

static enum standing standing_of(const struct bins *bins, size_t node, bool above, size_t column,
                                 double *scratch)
{
    static const double p[] = {0.05, 0.95};
    double limits[2], mean = bins_mean(bins, node, column);
    size_t others = means_of_others(bins, node, column, scratch);
    if (isnan(mean) || others == 0)
        return ABSENT;
    statistic_quantiles(scratch, others, p, 2, limits);
    return (above ? mean > limits[1] : mean < limits[0]) ? OUTSIDE : INSIDE;
}

struct stretch {
    size_t begin, end; /* columns; end is behind the last */
    size_t outside;    /* of them */
    double sum;
};

/* The columns whose weighed sum is largest (Kadane's algorithm). */
static struct stretch best_stretch(const enum standing *standings, size_t columns)
{
    struct stretch best = {0}, here = {0};
    for (size_t c = 0; c < columns; c++) {
        if (here.sum <= 0)
            here = (struct stretch){.begin = c, .end = c};
        here.sum += standings[c] == OUTSIDE ? 1 : standings[c] == INSIDE ? -WEIGHT_INSIDE : 0;
        here.outside += standings[c] == OUTSIDE;
        if (standings[c] != OUTSIDE)
            continue;
        here.end = c + 1;
        if (here.sum > best.sum)
            best = here;
    }
    return best;
}

/* At their end all nodes come to rest: a few columns inside do not say that one came back. */
static bool lasts_to_the_end(const enum standing *standings, size_t from, size_t columns,
                             size_t present)
{
    size_t inside = 0;
    for (size_t c = from; c < columns; c++)
        inside += standings[c] == INSIDE;
    return (double)inside <= fmax(1, MOST_AT_END * (double)present);
}

static void set_stretch(struct excursion *excursion, const struct bins *bins,
                        const enum standing *standings, size_t present)
{
    struct stretch best = best_stretch(standings, bins->columns);
    excursion->from = excursion->until = NUMBER_MISSING;
    excursion->to_the_end = false;
    if ((double)best.outside < fmax(LEAST_COLUMNS, LEAST_SHARE * (double)present))
        return;
    excursion->from = fmax(bins->first, bins->start + (double)best.begin * bins->width_s);
    excursion->until = bins->start + (double)best.end * bins->width_s;
    excursion->to_the_end = lasts_to_the_end(standings, best.end, bins->columns, present);
}

void excursion_find(const struct bins *bins, size_t node, bool above, struct excursion *excursion)
{
    double *scratch = memory_alloc_array(bins->nodes, sizeof *scratch);
    enum standing *standings = memory_alloc_array(bins->columns, sizeof *standings);
    size_t outside = 0, present = 0;
    for (size_t c = 0; c < bins->columns; c++) {
        standings[c] = standing_of(bins, node, above, c, scratch);
        present += standings[c] != ABSENT;
        outside += standings[c] == OUTSIDE;
    }
    excursion->share_of_time = present ? (double)outside / (double)present : NUMBER_MISSING;
    set_stretch(excursion, bins, standings, present);
    free(scratch);
    free(standings);
}
