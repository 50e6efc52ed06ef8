/* Bins of one width, side by side. */
#ifndef ANALYSIS_STATISTICS_EQUAL_BINS_H
#define ANALYSIS_STATISTICS_EQUAL_BINS_H

#include <stddef.h>

/* Which of `count` bins (at least one) from `low` on a value lies in; what is below or above all of
 * them is in the first or the last, what has no place (NaN, a width of 0) in the first. */
static inline size_t equal_bin_of(double value, double low, double width, size_t count)
{
    double place = (value - low) / width;
    if (!(place > 0))
        return 0;
    return place < (double)count ? (size_t)place : count - 1;
}

#endif
