/* Quantiles of any number of values, from counts in buckets, each within SKETCH_ERROR of its value.
 *
 * A DDSketch (Masson, Rim, Lee, "DDSketch: a fast and fully-mergeable quantile sketch with
 * relative-error guarantees", PVLDB 12 (2019), 2195–2205): the value at any rank is known by the
 * bucket that holds it. Bounds of buckets are those doubles whose mantissa has 9 bits: the mapping
 * that is linear between powers of two, which the authors use where speed counts. It needs a shift
 * and no logarithm, so that all processors and libraries share values out alike. Buckets are 1/512
 * of a power of two wide at most, and the value that stands for one is off by 1/1025 of each of its
 * values at most. Nothing is collapsed, as that would depend on the order: all doubles together
 * have 2,096,129 buckets, of which the values of a resource use some thousands. Below 2^-1022 the
 * error is larger. */
#ifndef ANALYSIS_STATISTICS_SKETCH_H
#define ANALYSIS_STATISTICS_SKETCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/statistics/key_counts.h"
#include "analysis/statistics/statistic.h"

#define SKETCH_ERROR 0.001

/* The bucket of a finite number: greater for greater ones, 0 for 0. */
int64_t sketch_bucket(double value);
/* The value that stands for those in a bucket. */
double sketch_value(int64_t bucket);
/* The greatest number in a bucket above 0. */
double sketch_top(int64_t bucket);
/* Whether there is such a bucket. */
bool sketch_has(int64_t bucket);

/* What is known of values: their sketch and what is exact. */
struct sketched {
    const struct key_counts *buckets;
    double min, max;
};

/* Quantiles as statistic_quantiles makes them, of order statistics as the sketch has them: each is
 * within SKETCH_ERROR of the exact one. `p` ascending; NaN of no values. */
void sketch_quantiles(const struct sketched *sketched, const double *p, size_t p_count,
                      double *quantiles);

/* Whiskers of the quartiles of the summary, and how many values lie beyond them: those in the
 * bucket of a whisker count as the value that stands for it. */
void sketch_box(const struct sketched *sketched, const struct summary *summary, struct box *box);

/* As statistic_histogram_of; the values of a bucket are shared out evenly over the bins that it
 * covers, so that counts are whole numbers and add up, but are near those of the values only. */
size_t sketch_histogram(const struct sketched *sketched, size_t bins, double *edges,
                        size_t *counts);

#endif
