/* Differences of means within strata, beside the values of scipy 1.10 and numpy. */
#include "analysis/statistics/stratified_difference.h"

#include <math.h>

#include "check.h"

static struct value_sums sums_of(const double *values, size_t count, double offset)
{
    struct value_sums sums = {.count = (double)count};
    for (size_t i = 0; i < count; i++) {
        sums.sum += values[i] - offset;
        sums.squares += (values[i] - offset) * (values[i] - offset);
    }
    return sums;
}
#define SUMS(offset, ...)                                                                          \
    sums_of((const double[]){__VA_ARGS__}, sizeof((const double[]){__VA_ARGS__}) / sizeof(double), \
            offset)

/* scipy.stats.ttest_ind(…, equal_var=False) */
static void one_stratum_is_welchs_test(void)
{
    struct stratified_difference difference = {0};
    CHECK(stratified_difference_add(&difference, SUMS(4, 3, 4, 5, 8, 9),
                                    SUMS(4, 1, 2, 2, 4, 6, 3, 5), 4, 3));
    struct mean_difference of = stratified_difference_of(&difference);
    CHECK_NEAR(of.first_mean, 5.8, 1e-12);
    CHECK_NEAR(of.difference, 2.5142857142857142, 1e-12);
    CHECK_NEAR(of.error, 1.3426038261578155, 1e-12);
    CHECK_NEAR(of.freedom, 6.7056400882030385, 1e-10);
    CHECK_NEAR(of.chance, 0.10511477065848329, 1e-10);
}

/* Weights 35/12 and 12/7; numpy */
static void strata_are_weighted(void)
{
    struct stratified_difference difference = {0};
    stratified_difference_add(&difference, SUMS(4, 3, 4, 5, 8, 9), SUMS(4, 1, 2, 2, 4, 6, 3, 5), 4,
                              3);
    stratified_difference_add(&difference, SUMS(103, 103, 104, 109, 105), SUMS(103, 100, 102, 101),
                              103, 3);
    struct mean_difference of = stratified_difference_of(&difference);
    CHECK_NEAR(of.first_mean, 42.61439588688946, 1e-11);
    CHECK_NEAR(of.difference, 3.1568123393316196, 1e-12);
    CHECK_NEAR(of.error, 0.9988334756981373, 1e-12);
    CHECK_NEAR(of.freedom, 10.367621047492174, 1e-9);
    CHECK_NEAR(of.chance, 0.009722809224754174, 1e-11);
    CHECK(difference.strata == 2);
    CHECK_NEAR(difference.first_count, 9, 0);
}

/* In each stratum the first group has more, in both together less. */
static void a_mix_of_strata_is_no_difference(void)
{
    struct stratified_difference difference = {0};
    stratified_difference_add(&difference, SUMS(1, 2, 2, 2, 2, 2, 2, 2, 2), SUMS(1, 1, 1, 1), 1, 3);
    stratified_difference_add(&difference, SUMS(9, 10, 10, 10), SUMS(9, 9, 9, 9, 9, 9, 9, 9, 9), 9,
                              3);
    CHECK_NEAR(stratified_difference_of(&difference).difference, 1, 1e-12);
    CHECK_NEAR(stratified_difference_of(&difference).chance, 0, 0);
}

static void what_does_not_vary_differs_surely_or_not_at_all(void)
{
    struct stratified_difference difference = {0};
    stratified_difference_add(&difference, SUMS(0, 0.1, 0.1, 0.1), SUMS(0, 0.1, 0.1, 0.1), 0, 3);
    CHECK_NEAR(stratified_difference_of(&difference).chance, 1, 0);
}

static void few_do_not_count(void)
{
    struct stratified_difference difference = {0};
    CHECK(!stratified_difference_add(&difference, SUMS(0, 1, 2), SUMS(0, 1, 2, 3), 0, 3));
    CHECK(isnan(stratified_difference_of(&difference).chance));
}

CHECK_MAIN(TEST(one_stratum_is_welchs_test), TEST(strata_are_weighted),
           TEST(a_mix_of_strata_is_no_difference),
           TEST(what_does_not_vary_differs_surely_or_not_at_all), TEST(few_do_not_count))
