/* Chances of so many marked items among those drawn. Expected values by exact fractions:
 * sum of comb(K, i) comb(N − K, n − i) / comb(N, n) for i from k to min(n, K), in Python. */
#include "analysis/statistics/hypergeometric_tail.h"

#include "check.h"

static void tails_are_exact(void)
{
    static const struct {
        double hits, drawn, marked, items, expected;
    } cases[] = {
        {1, 5, 5, 10, 251.0 / 252},
        {3, 3, 3, 10, 1.0 / 120},
        {3, 10, 3, 100, 2.0 / 2695},
        {2, 4, 5, 9, 5.0 / 6},
        {0, 4, 5, 9, 1},
        {5, 9, 9, 188, 7.948476166897882e-06},
        {500, 1000, 900, 2000, 4.226859837242821e-06},
        {40, 100, 100, 2100, 5.011513909608142e-30},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        CHECK_NEAR(hypergeometric_tail(cases[i].hits, cases[i].drawn, cases[i].marked,
                                       cases[i].items) /
                       cases[i].expected,
                   1, 1e-10);
}

/* Where more are marked than are left undrawn, some must be drawn. */
static void what_must_be_is_certain_and_what_cannot_never(void)
{
    CHECK_NEAR(hypergeometric_tail(9, 20, 15, 20), 1, 0);
    CHECK_NEAR(hypergeometric_tail(15, 20, 15, 20), 1, 0);
    CHECK_NEAR(hypergeometric_tail(16, 20, 15, 20), 0, 0);
    CHECK_NEAR(hypergeometric_tail(1, 0, 15, 20), 0, 0);
}

CHECK_MAIN(TEST(tails_are_exact), TEST(what_must_be_is_certain_and_what_cannot_never))
