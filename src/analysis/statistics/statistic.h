/* Statistics of samples, each defined once (contract §4).
 *
 * Missing values (NaN) are never part of a statistic; they are counted. Of no values every
 * statistic is NaN. Infinite ones count: quantiles and extremes are of them too, the mean is
 * infinite (NaN of both infinities), the deviation NaN; no bin holds them. */
#ifndef ANALYSIS_STATISTICS_STATISTIC_H
#define ANALYSIS_STATISTICS_STATISTIC_H

#include <stddef.h>

/* By it samples are scaled before they are added up, so that no sum of them is infinite. A power of
 * two: nothing is rounded. */
#define SUM_SCALE 0x1p-64

/* Quantile: linear interpolation between order statistics, h = (n − 1) p: type 7 of Hyndman & Fan,
 * "Sample Quantiles in Statistical Packages", The American Statistician 50 (1996). Exact, of all
 * values, by selection. `values` (no NaN among them) is reordered. `p` ascending in [0, 1]. */
void statistic_quantiles(double *values, size_t count, const double *p, size_t p_count,
                         double *quantiles);

/* The mean of those that are not missing, added up in their order. */
double statistic_mean(const double *values, size_t count);

/* The quantile at 0.5. */
double statistic_median(double *values, size_t count);

/* Quantiles of `values` that stay as they are and may have NaN among them, which do not count.
 * `scratch` has room for `count` values; of many values little of it is written. */
void statistic_quantiles_of(const double *values, size_t count, double *scratch, const double *p,
                            size_t p_count, double *quantiles);

struct summary {
    size_t count, missing;
    double mean;
    double deviation; /* sample standard deviation (n − 1), NaN for one value; in two passes, so
                         stable at large offsets */
    double min, p05, p25, p50, p75, p95, p99, max;
};

/* `scratch` has room for `count` values. */
void statistic_summarise(const double *values, size_t count, double *scratch,
                         struct summary *summary);

/* Median absolute deviation from the median, × 1.4826 so that it estimates the standard deviation
 * of normal data (Rousseeuw & Croux, JASA 88, 1993). `scratch` has room for `count` values. */
double statistic_mad(const double *values, size_t count, double *scratch, double median);

struct box {
    double q0, q1, q2, q3, q4;
    double lower, upper; /* whiskers: max(q1 − 1.5 IQR, q0), min(q3 + 1.5 IQR, q4) */
    size_t count, outliers;
};
/* Fills the columns of a box plot of a row, whichever table it is of. */
#define row_set_box(row, box)                                                                      \
    ((row)->q0 = (box)->q0, (row)->q1 = (box)->q1, (row)->q2 = (box)->q2, (row)->q3 = (box)->q3,   \
     (row)->q4 = (box)->q4, (row)->lower = (box)->lower, (row)->upper = (box)->upper,              \
     (row)->outliers = (double)(box)->outliers)
/* With whiskers at 1.5 × IQR at most; outliers are for those to count who have the values. */
struct box statistic_box_without_outliers(const struct summary *summary);
/* Of values that are summarised already; those missing do not count. */
void statistic_box_of(const struct summary *summary, const double *values, size_t count,
                      struct box *box);
void statistic_box(const double *values, size_t count, double *scratch, struct box *box);

enum { STATISTIC_MOST_BINS = 64 };

/* Equal bins from min to max, the last closed; all values equal: one bin of positive width. Returns
 * the number of bins used (at most `bins`; 0 of no values); edges has bins + 1 places. */
size_t statistic_histogram(const double *values, size_t count, size_t bins, double *edges,
                           size_t *counts);
/* Of values that are summarised already. */
size_t statistic_histogram_of(const struct summary *summary, const double *values, size_t count,
                              size_t bins, double *edges, size_t *counts);

#endif
