#include "analysis/statistics/median_interval.h"

#include "analysis/statistics/binomial_tail.h"
#include "analysis/statistics/statistic.h"
#include "util/number.h"

static const double ONE_SIDE = 0.025;

/* The largest k so that fewer than k of the values lie below the median in at most 2.5 % of
 * samples: as likely as more than count − k below it. */
static size_t rank_of_end(size_t count)
{
    size_t rank = 1, beyond = count / 2 + 1;
    while (rank + 1 < beyond) {
        size_t middle = (rank + beyond) / 2;
        if (binomial_tail((double)(count - middle + 1), (double)count, 0.5) <= ONE_SIDE)
            rank = middle;
        else
            beyond = middle;
    }
    return rank;
}

struct median_interval median_interval_of(double *values, size_t count)
{
    if (count < MEDIAN_INTERVAL_FEWEST)
        return (struct median_interval){statistic_median(values, count), NUMBER_MISSING,
                                        NUMBER_MISSING};
    double quantiles[3], gaps = (double)(count - 1), rank = (double)rank_of_end(count);
    const double p[] = {(rank - 1) / gaps, 0.5, ((double)count - rank) / gaps};
    statistic_quantiles(values, count, p, 3, quantiles);
    return (struct median_interval){quantiles[1], quantiles[0], quantiles[2]};
}
