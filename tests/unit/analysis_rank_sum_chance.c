/* Bounds of the p value of a rank sum. */
#include "analysis/statistics/rank_sum_chance.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/statistics/hypergeometric_tail.h"
#include "check.h"

static const double LOOSE = 100; /* times the exact value, at most */

static void check_bound(double bound, double exact)
{
    CHECK(bound >= fmin(exact, 1));
    CHECK(bound <= fmin(LOOSE * exact, 1));
}

/* Exact values: the share of all choices of as many values whose rank sum lies as far from its
 * mean, by fractions in Python. */
static void bounds_hold_and_are_close(void)
{
    static const double highest[] = {15, 16, 17, 18, 19, 0,  1,  2,  3,  4,
                                     5,  6,  7,  8,  9,  10, 11, 12, 13, 14};
    static const double lowest[] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,
                                    10, 11, 12, 13, 14, 15, 16, 17, 18, 19};
    static const double one_amiss[] = {17, 16, 15, 14, 13, 6, 0,  1,  2,
                                       3,  4,  5,  7,  8,  9, 10, 11, 12};
    static const double tied[] = {1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
    static const double amid[] = {3, 7, 9, 12, 0, 1, 2, 4, 5, 6, 8, 10, 11, 13, 14, 15};
    check_bound(rank_sum_chance(highest, 20, 5), 1.0 / 7752);
    check_bound(rank_sum_chance(lowest, 20, 5), 1.0 / 7752);
    check_bound(rank_sum_chance(one_amiss, 18, 6), 5.0 / 1547);
    check_bound(rank_sum_chance(tied, 20, 5), 1.0 / 204);
    check_bound(rank_sum_chance(amid, 16, 4), 867.0 / 910);
}

/* Ranks of zeroes and ones count the ones. The normal approximation has 3e-7 there, of 1.7e-3. */
static void rare_values_are_not_taken_for_normal(void)
{
    double values[200] = {1, 1, 1};
    for (size_t i = 6; i < 13; i++)
        values[i] = 1;
    check_bound(rank_sum_chance(values, 200, 6), hypergeometric_tail(3, 6, 10, 200));
}

/* 100 of 2,000, each of them 500 ranks above: 8.9 standard deviations. */
static void many_values_are_about_normal(void)
{
    double *values = malloc(2000 * sizeof *values);
    size_t drawn = 0, others = 100;
    for (size_t i = 0; i < 2000; i++)
        values[i >= 1005 && i % 10 == 5 ? drawn++ : others++] = (double)i;
    double mean = (1005 + 1995) / 2.0 - 1999 / 2.0;
    double z = mean * 100 / sqrt(100.0 * 1900 * 2001 / 12);
    check_bound(rank_sum_chance(values, 2000, 100), erfc(z / sqrt(2)));
    free(values);
}

static void nothing_is_not_different(void)
{
    static const double equal[10] = {4, 4, 4, 4, 4, 4, 4, 4, 4, 4};
    CHECK_NEAR(rank_sum_chance(equal, 10, 5), 1, 0);
    CHECK_NEAR(rank_sum_chance(equal, 10, 0), 1, 0);
    CHECK_NEAR(rank_sum_chance(equal, 10, 10), 1, 0);
    CHECK_NEAR(rank_sum_chance(equal, 0, 0), 1, 0);
}

CHECK_MAIN(TEST(bounds_hold_and_are_close), TEST(rare_values_are_not_taken_for_normal),
           TEST(many_values_are_about_normal), TEST(nothing_is_not_different))
