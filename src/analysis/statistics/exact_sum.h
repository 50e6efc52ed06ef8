/* Sums of doubles without any rounding: the same whatever the order and the grouping.
 *
 * The sum is a fixed-point number of 32-bit digits that spans the range of the doubles that were
 * added, as the small superaccumulator of Neal, "Fast exact summation using small and large
 * superaccumulators", arXiv:1505.05571 (2015); digits that are 0 at either end take no room. Sums
 * of squares are exact, too: a square has at most 106 bits. */
#ifndef ANALYSIS_STATISTICS_EXACT_SUM_H
#define ANALYSIS_STATISTICS_EXACT_SUM_H

#include <stdbool.h>
#include <stdint.h>

/* The digit at place p is worth 2^(32 p + EXACT_SUM_UNIT), or, in a sum of squares, 2^(32 p + 2
 * EXACT_SUM_UNIT): places up to these two, and digits behind them for sums of many. */
enum { EXACT_SUM_UNIT = -1074, EXACT_SUM_PLACES = 72, EXACT_SUM_SQUARE_PLACES = 140 };

/* All zeroes: a sum of nothing. */
struct exact_sum {
    uint64_t count;   /* of numbers that were added */
    int first;        /* place of the first digit */
    int used;         /* digits; settled: all of one sign, none at the ends is 0, all below 2^32 */
    int capacity;     /* private */
    uint32_t pending; /* private: additions since it was settled */
    int64_t *digits;
};

void exact_sum_release(struct exact_sum *sum);

/* A number that is not finite is not added. */
void exact_sum_add(struct exact_sum *sum, double number);
/* To a sum of squares, to which nothing else is added. */
void exact_sum_add_square(struct exact_sum *sum, double number);
/* Adds a sum of the same sort, and its count. */
void exact_sum_merge(struct exact_sum *sum, struct exact_sum *more);

/* Brings the digits into the one form that a sum has. */
void exact_sum_settle(struct exact_sum *sum);

/* The double nearest to the sum (to even); infinite where it is beyond all; NaN of no numbers. */
double exact_sum_value(struct exact_sum *sum);

/* Sample standard deviation (n − 1) by Σx and Σx²: n Σx² − (Σx)² is exact, only the root is
 * rounded. NaN of fewer than two numbers. */
double exact_sum_deviation(struct exact_sum *sum, struct exact_sum *squares);

#endif
