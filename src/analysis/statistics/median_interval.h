/* Between which values the median lies of what samples were drawn from. */
#ifndef ANALYSIS_STATISTICS_MEDIAN_INTERVAL_H
#define ANALYSIS_STATISTICS_MEDIAN_INTERVAL_H

#include <stddef.h>

enum { MEDIAN_INTERVAL_FEWEST = 6 }; /* of fewer samples there is none */

struct median_interval {
    double median, low, high; /* NaN where there is none */
};

/* The median of a sample and the 95 % interval by its order statistics, whatever the distribution:
 * the k-th lowest and the k-th highest value, k the largest for which at most 2.5 % of samples have
 * fewer than k values below the median (Conover, "Practical Nonparametric Statistics", 1999,
 * section 3.2). `values`, none of them missing, is reordered. */
struct median_interval median_interval_of(double *values, size_t count);

#endif
