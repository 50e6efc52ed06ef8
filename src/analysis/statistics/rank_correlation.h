/* Whether two quantities go together, whatever the shape of their relation. */
#ifndef ANALYSIS_STATISTICS_RANK_CORRELATION_H
#define ANALYSIS_STATISTICS_RANK_CORRELATION_H

#include <stddef.h>

struct rank_correlation {
    double rho;       /* Spearman's: Pearson's correlation of ranks, equal values sharing the mean
                         of theirs; NaN of fewer than two pairs or of values all equal */
    double low, high; /* 95 % interval; NaN of fewer than four pairs */
    double chance;    /* two-sided p value: of as large a rho where neither goes with the other; NaN
                         of fewer than ten pairs, for which the transformation is too rough */
};

/* Pairs x[i], y[i] without missing ones. The interval is by Fisher's transformation with the
 * standard error sqrt((1 + rho² / 2) / (n − 3)) (Bonett & Wright, Psychometrika 65, 23, 2000), the
 * p value with sqrt(1.06 / (n − 3)) (Fieller, Hartley & Pearson, Biometrika 44, 470, 1957). */
struct rank_correlation rank_correlation_of(const double *x, const double *y, size_t count);
/* The same of ranks as ranks_of gives them, for those who compare each with many. */
struct rank_correlation rank_correlation_of_ranks(const double *x, const double *y, size_t count);

#endif
