#include "check.h"

#include <math.h>

#include "analysis/statistics/density.h"

enum { COUNT = 100 };

struct expected {
    size_t point;
    double density;
};

/* Expected: the same definition in Python, kernel by kernel, without sharing out to places. */
static void check_density(double *values, const struct expected *expected, size_t count,
                          double range, double tolerance)
{
    double x[DENSITY_POINTS], density[DENSITY_POINTS];
    CHECK(density_make(values, COUNT, x, density));
    CHECK_NEAR(x[DENSITY_POINTS - 1], range, 1e-12);
    for (size_t i = 0; i < count; i++)
        CHECK_NEAR(density[expected[i].point], expected[i].density, tolerance);
    double area = density[0] / 2;
    for (size_t i = 1; i < DENSITY_POINTS; i++)
        area += density[i];
    CHECK(area * range / (DENSITY_POINTS - 1) > 0.9 &&
          area * range / (DENSITY_POINTS - 1) < 1.0001);
}

static void a_broad_sample(void)
{
    static const struct expected expected[] = {{0, 1.699789121637367},
                                               {10, 2.2321966707041203},
                                               {25, 1.6245366378143649},
                                               {50, 1.0400349148179633}};
    double values[COUNT];
    for (int i = 0; i < COUNT; i++) {
        double root = 0.2 + 0.6 * (i * 37 % 100) / 100;
        values[i] = root * root;
    }
    check_density(values, expected, 4, 1.1, 0.002);
}

/* 95 % at one value: the interquartile range is 0. */
static void narrow_peaks_are_not_smeared(void)
{
    static const struct expected expected[] = {{9, 0.08813345351076554},
                                               {50, 0.04955410125294545},
                                               {86, 7.21641517600499},
                                               {87, 7.173123195650486}};
    double values[COUNT];
    for (int i = 0; i < COUNT; i++)
        values[i] = i < 5 ? 0.1 * (i + 1) : 0.95;
    check_density(values, expected, 4, 1.1, 0.002);
}

/* A peak narrower than a step stays whole, between whichever points it lies. */
static void one_value_alone(void)
{
    for (double value = 0.4; value < 0.43; value += 0.001) {
        double values[COUNT], x[DENSITY_POINTS], density[DENSITY_POINTS], area = 0, away = 0;
        for (int i = 0; i < COUNT; i++)
            values[i] = value;
        CHECK(density_make(values, COUNT, x, density));
        for (int i = 0; i < DENSITY_POINTS; i++) {
            double share = density[i] * 0.011;
            area += share;
            away += fabs(x[i] - value) > 0.0165 ? share : 0;
        }
        CHECK_NEAR(area, 1, 1e-6);
        CHECK(away < 0.01);
    }
}

static void two_values_are_needed(void)
{
    double x[DENSITY_POINTS], density[DENSITY_POINTS], values[] = {1, 2};
    CHECK(!density_make(values, 1, x, density));
    CHECK(density_make(values, 2, x, density));
}

CHECK_MAIN(TEST(a_broad_sample), TEST(narrow_peaks_are_not_smeared), TEST(one_value_alone),
           TEST(two_values_are_needed))
