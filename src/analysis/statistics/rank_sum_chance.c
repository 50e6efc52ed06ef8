#include "analysis/statistics/rank_sum_chance.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/statistics/ranks.h"
#include "util/memory.h"

enum { HALVINGS = 40 };
static const double STEEPEST = 1e4; /* of exp(t × rank ÷ half of the count) */

/* Ranks in units of half of their count, as seen from the highest: 0 and less. */
struct depths {
    const double *items;
    size_t count;
    double drawn, drawn_mean;
};

/* E exp(t × depth) of all. */
static double moment(const struct depths *depths, double t)
{
    double sum = 0;
    for (size_t i = 0; i < depths->count; i++)
        sum += exp(t * depths->items[i]);
    return sum / (double)depths->count;
}

/* The mean depth with exp(t × depth) as weights: grows with t. */
static double tilted_mean(const struct depths *depths, double t)
{
    double sum = 0, weights = 0;
    for (size_t i = 0; i < depths->count; i++) {
        double weight = exp(t * depths->items[i]);
        weights += weight;
        sum += weight * depths->items[i];
    }
    return sum / weights;
}

/* (E exp(t × (depth − mean of those drawn)))^drawn is a bound at any t > 0, the least one where the
 * tilted mean is that of those drawn. */
static double least_bound(const struct depths *depths)
{
    double low = 0, high = 1;
    while (high < STEEPEST && tilted_mean(depths, high) < depths->drawn_mean)
        high *= 2;
    for (int i = 0; i < HALVINGS; i++) {
        double t = (low + high) / 2;
        *(tilted_mean(depths, t) < depths->drawn_mean ? &low : &high) = t;
    }
    return exp(depths->drawn * (log(moment(depths, high)) - high * depths->drawn_mean));
}

double rank_sum_chance(const double *values, size_t count, size_t drawn)
{
    if (!drawn || drawn >= count)
        return 1;
    double *ranks = memory_alloc_array(3 * count, sizeof *ranks), sum = 0, highest = -INFINITY;
    ranks_of(values, count, ranks + count, ranks);
    for (size_t i = 0; i < drawn; i++)
        sum += ranks[i];
    double scale = copysign(2 / (double)count, sum); /* the side on which they are */
    for (size_t i = 0; i < count; i++) {
        ranks[i] *= scale;
        highest = fmax(highest, ranks[i]);
    }
    for (size_t i = 0; i < count; i++)
        ranks[i] -= highest;
    struct depths depths = {ranks, count, (double)drawn, sum * scale / (double)drawn - highest};
    double bound = least_bound(&depths);
    free(ranks);
    return fmin(2 * bound, 1);
}
