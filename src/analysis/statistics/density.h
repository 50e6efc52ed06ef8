/* Density of a sample by kernels: what ridge plots show. */
#ifndef ANALYSIS_STATISTICS_DENSITY_H
#define ANALYSIS_STATISTICS_DENSITY_H

#include <stdbool.h>
#include <stddef.h>

enum { DENSITY_POINTS = 101 };

/* Gaussian kernels of the width 0.9 min(s, IQR / 1.349) n^(−1/5) (Silverman, "Density Estimation
 * for Statistics and Data Analysis", 1986, eq. 3.31), with s alone where the IQR is 0, and never
 * less than the distance of two of the 512 places to which values are first shared out in linear
 * time. The density belongs to values that are never negative: what falls below 0 is reflected (his
 * section 2.10). x goes from 0 to 1.1 times the larger of 1 and the 99th percentile, in equal
 * steps; values beyond count in the total only. A density is the mean over the step around its x,
 * so that kernels narrower than a step are not passed over and the steps add up to the share of the
 * values. `values` is reordered. False of fewer than two values. */
bool density_make(double *values, size_t count, double *x, double *density);

#endif
