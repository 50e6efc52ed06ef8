/* Lower ends of intervals of shares. Expected: the lesser root p of (share − p)² = z² p (1 − p) ÷
 * n, z = 1.959963984540054, solved in Python with 50 digits. */
#include "analysis/statistics/wilson_interval.h"

#include "check.h"

static void lower_ends_are_roots(void)
{
    static const struct {
        double hits, trials, expected;
    } cases[] = {{0, 10, 0},
                 {9, 100, 0.048072540002565146},
                 {3, 5, 0.23072428127601297},
                 {10, 10, 0.7224672001371107},
                 {543, 9005, 0.05556826697048574}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        CHECK_NEAR(wilson_lower(cases[i].hits, cases[i].trials), cases[i].expected, 1e-12);
}

CHECK_MAIN(TEST(lower_ends_are_roots))
