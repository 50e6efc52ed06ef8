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

CHECK_MAIN(TEST(chances_are_about_those_of_all_orders), TEST(chances_are_of_ten_pairs_at_least),
           TEST(what_does_not_go_together_is_certain))
