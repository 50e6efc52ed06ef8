#include "check.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/statistics/rank_correlation.h"

/* Ranks 1 2.5 2.5 4 and 2 1 4 3: r = 0.316227766; by hand: Σ(rx−2.5)(ry−2.5) = 1.5,
 * Σ(rx−2.5)² = 4.5, Σ(ry−2.5)² = 5. */
static void ranks_correlate(void)
{
    static const double x[] = {1, 5, 5, 9}, y[] = {20, 10, 40, 30}, same[] = {3, 3, 3, 3};
    struct rank_correlation found = rank_correlation_of(x, y, 4);
    CHECK_NEAR(found.rho, 1.5 / sqrt(22.5), 1e-12);
    double reach = 1.959963984540054 * sqrt(1.05);
    CHECK_NEAR(found.low, tanh(atanh(found.rho) - reach), 1e-12);
    CHECK_NEAR(found.high, tanh(atanh(found.rho) + reach), 1e-12);
    CHECK(isnan(rank_correlation_of(x, same, 4).rho));
    CHECK(isnan(rank_correlation_of(x, y, 3).low));
    CHECK(isnan(rank_correlation_of(x, y, 0).rho));
    CHECK_NEAR(rank_correlation_of(x, x, 4).rho, 1, 0);
}

CHECK_MAIN(TEST(ranks_correlate))
