/* Chances of rank correlations. Exact values: the share of all 10! orders whose rho is as large. */
#include "analysis/statistics/rank_correlation.h"

#include <math.h>

#include "check.h"

static const double x[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};

/* Of the fewest pairs for which it is worked out it is up to half too small. */
static void chances_are_about_those_of_all_orders(void)
{
    static const struct {
        double y[10], rho, exact;
    } cases[] = {
        {{2, 1, 5, 4, 8, 3, 6, 9, 7, 10}, 135.0 / 165, 21114.0 / 3628800},
        {{2, 4, 6, 1, 5, 3, 8, 7, 9, 10}, 131.0 / 165, 31854.0 / 3628800},
        {{1, 2, 3, 9, 8, 5, 7, 4, 6, 10}, 105.0 / 165, 197518.0 / 3628800},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rank_correlation found = rank_correlation_of(x, cases[i].y, 10);
        CHECK_NEAR(found.rho, cases[i].rho, 1e-12);
        CHECK(found.chance <= cases[i].exact * 1.1 && found.chance >= cases[i].exact / 2);
    }
}

static void chances_are_of_ten_pairs_at_least(void)
{
    CHECK(isnan(rank_correlation_of(x, x, 9).chance));
    CHECK_NEAR(rank_correlation_of(x, x, 10).chance, 0, 0);
}

/* Each value of y once at each half of x: rho is 0. */
static void what_does_not_go_together_is_certain(void)
{
    static const double y[] = {1, 2, 3, 4, 5, 5, 4, 3, 2, 1};
    CHECK_NEAR(rank_correlation_of(x, y, 10).chance, 1, 1e-12);
}

/* Ranks 1 2.5 2.5 4 and 2 1 4 3: r = 0.316227766; by hand: Σ(rx−2.5)(ry−2.5) = 1.5,
 * Σ(rx−2.5)² = 4.5, Σ(ry−2.5)² = 5. */
static void ranks_correlate(void)
{
    static const double four[] = {1, 5, 5, 9}, y[] = {20, 10, 40, 30}, same[] = {3, 3, 3, 3};
    struct rank_correlation found = rank_correlation_of(four, y, 4);
    CHECK_NEAR(found.rho, 1.5 / sqrt(22.5), 1e-12);
    double reach = 1.959963984540054 * sqrt(1.05);
    CHECK_NEAR(found.low, tanh(atanh(found.rho) - reach), 1e-12);
    CHECK_NEAR(found.high, tanh(atanh(found.rho) + reach), 1e-12);
    CHECK(isnan(rank_correlation_of(four, same, 4).rho));
    CHECK(isnan(rank_correlation_of(four, y, 3).low));
    CHECK(isnan(rank_correlation_of(four, y, 0).rho));
    CHECK_NEAR(rank_correlation_of(four, four, 4).rho, 1, 0);
}

CHECK_MAIN(TEST(ranks_correlate), TEST(chances_are_about_those_of_all_orders),
           TEST(chances_are_of_ten_pairs_at_least), TEST(what_does_not_go_together_is_certain))
