/* Whether values are larger, or smaller, than others: test of Mann, Whitney and Wilcoxon. */
#ifndef ANALYSIS_STATISTICS_RANK_SUM_CHANCE_H
#define ANALYSIS_STATISTICS_RANK_SUM_CHANCE_H

#include <stddef.h>

/* An upper bound of the two-sided p value: of a rank sum as far from its mean, when the `drawn`
 * values, the first ones, are drawn from all `count` by chance. Equal values share the mean of
 * their ranks. The bound is Chernoff's for drawing with replacement, which holds without
 * (Hoeffding, Journal of the American Statistical Association 58, 13, 1963): at any size and with
 * any ties, where the normal approximation may be far too small. 1 where either group is empty. No
 * NaN. */
double rank_sum_chance(const double *values, size_t count, size_t drawn);

#endif
