/* Chances of so many successes. */
#include "analysis/statistics/binomial_tail.h"

#include <math.h>

#include "check.h"

static void tails_are_exact(void)
{
    static const struct {
        double successes, trials, chance, expected;
    } cases[] = {
        {0, 10, 0.5, 1},
        {1, 10, 0.5, 1023.0 / 1024},
        {8, 10, 0.5, 56.0 / 1024},
        {10, 10, 0.5, 1.0 / 1024},
        {3, 3, 0.1, 1e-3},
        {2, 4, 0.25, 67.0 / 256},
        {11, 10, 0.5, 0},
        {1, 10, 0, 0},
        {10, 10, 1, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        CHECK_NEAR(binomial_tail(cases[i].successes, cases[i].trials, cases[i].chance),
                   cases[i].expected, 1e-12);
}

/* The normal distribution beyond half a step less than 5 deviations. */
static void many_trials_are_counted(void)
{
    double tail = binomial_tail(502500, 1e6, 0.5), normal = erfc(4.999 / sqrt(2)) / 2;
    CHECK_NEAR(tail / normal, 1, 1e-3);
    CHECK_NEAR(binomial_tail(500000, 1e6, 0.5), 0.5004, 1e-4);
}

CHECK_MAIN(TEST(tails_are_exact), TEST(many_trials_are_counted))
