#include "analysis/statistics/median_interval.h"
#include "check.h"

#include <math.h>

/* Of 1 to `count`, in an order that is none. */
static struct median_interval interval_of(size_t count)
{
    double values[400];
    for (size_t i = 0; i < count; i++)
        values[i] = (double)((i * 7) % count + 1);
    return median_interval_of(values, count);
}

/* Ranks by sums of binomial coefficients (Conover, table A3): of 6 values
 * the lowest and the highest (1 in 32 beyond), of 9 the second (18 + 2 in 512), of 100 the 40th.
 * Counts have no factor 7, so that each value is there once. */
static void the_interval_is_of_order_statistics(void)
{
    static const struct {
        size_t count;
        double low, high;
    } cases[] = {{6, 1, 6},   {8, 1, 8},   {9, 2, 8},     {10, 2, 9},
                 {20, 6, 15}, {25, 8, 18}, {100, 40, 61}, {400, 180, 221}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct median_interval interval = interval_of(cases[i].count);
        CHECK_NEAR(interval.median, ((double)cases[i].count + 1) / 2, 1e-9);
        CHECK_NEAR(interval.low, cases[i].low, 1e-9);
        CHECK_NEAR(interval.high, cases[i].high, 1e-9);
    }
}

static void of_few_there_is_none(void)
{
    struct median_interval interval = interval_of(5);
    CHECK_NEAR(interval.median, 3, 0);
    CHECK(isnan(interval.low) && isnan(interval.high));
    interval = interval_of(0);
    CHECK(isnan(interval.median) && isnan(interval.low) && isnan(interval.high));
}

CHECK_MAIN(TEST(the_interval_is_of_order_statistics), TEST(of_few_there_is_none))
