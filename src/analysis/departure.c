#include "analysis/departure.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/statistic.h"
#include "util/memory.h"
#include "util/number.h"

/* A column inside weighs as much as this many outside: then a moment's return to the others does
 * not end a departure, and a moment's excursion before it does not begin it. */
static const double WEIGHT_INSIDE = 3;
static const double LEAST_COLUMNS = 3, LEAST_SHARE = 0.05;

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

/* The column from which on the weighed sum to the end is largest; columns when never positive. */
static size_t best_begin(const enum standing *standings, size_t columns, size_t *outside)
{
    size_t best = columns, outside_here = 0;
    double sum = 0, largest = 0;
    for (size_t c = columns; c-- > 0;) {
        outside_here += standings[c] == OUTSIDE;
        sum += standings[c] == OUTSIDE ? 1 : standings[c] == INSIDE ? -WEIGHT_INSIDE : 0;
        if (standings[c] == OUTSIDE && sum > largest) {
            largest = sum;
            best = c;
            *outside = outside_here;
        }
    }
    return best;
}

void departure_find(const struct bins *bins, size_t node, bool above, struct departure *departure)
{
    double *scratch = memory_alloc_array(bins->nodes, sizeof *scratch);
    enum standing *standings = memory_alloc_array(bins->columns, sizeof *standings);
    size_t outside = 0, present = 0, outside_at_end = 0;
    for (size_t c = 0; c < bins->columns; c++) {
        standings[c] = standing_of(bins, node, above, c, scratch);
        present += standings[c] != ABSENT;
        outside += standings[c] == OUTSIDE;
    }
    size_t begin = best_begin(standings, bins->columns, &outside_at_end);
    double least = fmax(LEAST_COLUMNS, LEAST_SHARE * (double)present);
    bool departed = begin < bins->columns && (double)outside_at_end >= least;
    departure->from = departed ? bins->start + (double)begin * bins->width_s : NUMBER_MISSING;
    departure->share_of_time = present ? (double)outside / (double)present : NUMBER_MISSING;
    free(scratch);
    free(standings);
}
