/* Student's t distribution, beside the values of scipy 1.10. */
#include "analysis/statistics/student_t.h"

#include <math.h>

#include "check.h"

static void chances_are_exact(void)
{
    static const struct {
        double t, freedom, expected;
    } cases[] = {
        {0.5, 1, 0.7048327646991336},     {1, 2.5, 0.40406102727827353},
        {2, 10, 0.07338803477074039},     {-3, 100, 0.0034079153433294513},
        {10, 10, 1.5895531755964102e-06}, {1.5, 1e5, 0.1336175595228306},
        {4, 1e6, 6.334703401004779e-05},  {50, 100, 1.447216367976134e-72},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        CHECK_NEAR(student_t_chance(cases[i].t, cases[i].freedom) / cases[i].expected, 1, 1e-9);
    CHECK_NEAR(student_t_chance(0, 5), 1, 0);
    CHECK_NEAR(student_t_chance(INFINITY, 5), 0, 0);
    CHECK_NEAR(student_t_chance(1e300, 5), 0, 0);
}

static void values_are_exceeded_by_chance(void)
{
    static const struct {
        double chance, freedom, expected;
    } cases[] = {
        {0.05, 1, 12.706204736432102},  {0.05, 10, 2.2281388519649385},
        {1e-6, 100, 5.213727574226396}, {0.01, 2.5, 7.163728134021242},
        {1e-4, 1e5, 3.890748845385756},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        CHECK_NEAR(student_t_value(cases[i].chance, cases[i].freedom) / cases[i].expected, 1, 1e-9);
}

CHECK_MAIN(TEST(chances_are_exact), TEST(values_are_exceeded_by_chance))
