/* Whether two quantities go together, whatever the shape of their relation. */
#ifndef ANALYSIS_STATISTICS_RANK_CORRELATION_H
#define ANALYSIS_STATISTICS_RANK_CORRELATION_H

#include <stddef.h>

struct rank_correlation {
    double rho;       /* Spearman's: Pearson's correlation of ranks, equal values sharing the mean
                         of theirs; NaN of fewer than two pairs or of values all equal */
    double low, high; /* 95 % interval; NaN of fewer than four pairs */
};

/* Pairs x[i], y[i] without missing ones. The interval is by Fisher's transformation with the
 * standard error sqrt((1 + rho² / 2) / (n − 3)) (Bonett & Wright, Psychometrika 65, 23, 2000). */
struct rank_correlation rank_correlation_of(const double *x, const double *y, size_t count);

#endif
