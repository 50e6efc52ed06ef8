/* Ranks of numbers. */
#ifndef ANALYSIS_STATISTICS_RANKS_H
#define ANALYSIS_STATISTICS_RANKS_H

#include <stddef.h>

/* Ranks less their mean, so that they add up to nothing; equal values share the mean of theirs.
 * No NaN among the values; room for 2 × count in `scratch`. */
void ranks_of(const double *values, size_t count, double *scratch, double *ranks);

#endif
