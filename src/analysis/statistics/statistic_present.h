/* What of a sample is not missing (NaN). */
#ifndef ANALYSIS_STATISTICS_STATISTIC_PRESENT_H
#define ANALYSIS_STATISTICS_STATISTIC_PRESENT_H

#include <stddef.h>

size_t present_count(const double *values, size_t count);
/* Copies what is not missing, in order; returns how many. */
size_t present_copy(const double *values, size_t count, double *present);

struct extremes {
    double min, max;
};
/* Of what is not missing; where nothing is left, min is above max. */
struct extremes present_extremes(const double *values, size_t count);
/* Both in one pass: the count of what is not missing, and its extremes. */
size_t present_survey(const double *values, size_t count, struct extremes *extremes);

/* Quantiles (see statistic_quantiles) of values that are all there and stay as they are, where
 * their extremes are known. `scratch` has room for `count` values. */
void present_quantiles(const double *values, size_t count, struct extremes extremes,
                       double *scratch, const double *p, size_t p_count, double *quantiles);

#endif
