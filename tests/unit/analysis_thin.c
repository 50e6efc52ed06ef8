#include "check.h"

#include "analysis/statistics/thin.h"

static void few_points_all_stay(void)
{
    const double times[] = {0, 1, 2, 3}, values[] = {5, 6, 4, 7};
    double t[20], v[20];
    CHECK_INT(thin_series(times, values, 4, 2, 10, t, v), 4);
    for (int i = 0; i < 4; i++) {
        CHECK_NEAR(t[i], times[i], 0);
        CHECK_NEAR(v[i], values[i], 0);
    }
}

static void each_column_keeps_first_lowest_highest_and_last(void)
{
    double times[100], values[100], t[10], v[10];
    for (int i = 0; i < 100; i++) {
        times[i] = i;
        values[i] = 50;
    }
    values[10] = 1;
    values[20] = 99;
    values[70] = 98;
    values[80] = 2;
    size_t count = thin_series(times, values, 100, 2, 10, t, v);
    const double expected_times[] = {0, 10, 20, 49, 50, 70, 80, 99};
    const double expected_values[] = {50, 1, 99, 50, 50, 98, 2, 50};
    CHECK_INT(count, 8);
    for (size_t i = 0; i < count; i++) {
        CHECK_NEAR(t[i], expected_times[i], 0);
        CHECK_NEAR(v[i], expected_values[i], 0);
    }
}

static void missing_samples_between_present_ones_become_one(void)
{
    const double times[] = {0, 1, 2, 3, 4, 5, 6};
    const double values[] = {NAN, 1, NAN, NAN, 2, 3, NAN};
    double t[35], v[35];
    CHECK_INT(thin_series(times, values, 7, 7, 10, t, v), 4);
    CHECK_NEAR(v[0], 1, 0);
    CHECK(isnan(v[1]));
    CHECK_NEAR(t[1], 2, 0);
    CHECK_NEAR(v[2], 2, 0);
    CHECK_NEAR(v[3], 3, 0);
}

static void a_long_step_is_a_gap(void)
{
    const double times[] = {0, 10, 110}, values[] = {1, 2, 3};
    double t[15], v[15];
    CHECK_INT(thin_series(times, values, 3, 3, 50, t, v), 4);
    CHECK(isnan(v[2]));
    CHECK_NEAR(t[2], 60, 0);
    CHECK_INT(thin_series(times, values, 3, 3, 100, t, v), 3);
}

/* A gap from sample 40 to 59 over a border of columns, and one inside a column. */
static void gaps_stay_when_thinned(void)
{
    double times[200], values[200], t[20], v[20];
    for (int i = 0; i < 200; i++) {
        times[i] = i;
        values[i] = (i >= 40 && i < 60) || i == 120 ? NAN : (double)i;
    }
    size_t count = thin_series(times, values, 200, 4, 10, t, v), gaps = 0;
    CHECK(count <= 20);
    for (size_t i = 0; i < count; i++) {
        CHECK(i == 0 || t[i] > t[i - 1]);
        if (!isnan(v[i]))
            continue;
        gaps++;
        CHECK(t[i] == 40 || t[i] == 120);
    }
    CHECK_INT(gaps, 2);
}

static void nothing_but_missing_samples_gives_no_point(void)
{
    double times[100], values[100], t[10], v[10];
    for (int i = 0; i < 100; i++) {
        times[i] = i;
        values[i] = NAN;
    }
    CHECK_INT(thin_series(times, values, 100, 2, 10, t, v), 0);
    CHECK_INT(thin_series(times, values, 3, 2, 10, t, v), 0);
    CHECK_INT(thin_series(NULL, NULL, 0, 2, 10, t, v), 0);
}

static void samples_of_one_moment_are_one_column(void)
{
    double times[100], values[100], t[10], v[10];
    for (int i = 0; i < 100; i++) {
        times[i] = 7;
        values[i] = i == 30 ? -1 : i;
    }
    CHECK_INT(thin_series(times, values, 100, 2, 10, t, v), 3);
    CHECK_NEAR(v[1], -1, 0);
    CHECK_NEAR(v[2], 99, 0);
}

static void no_more_than_five_points_a_column(void)
{
    enum { COUNT = 10000, COLUMNS = 7 };
    static double times[COUNT], values[COUNT], t[5 * COLUMNS], v[5 * COLUMNS];
    unsigned state = 1;
    for (int i = 0; i < COUNT; i++) {
        state = state * 1103515245u + 12345u;
        times[i] = i;
        values[i] = state >> 28 == 0 ? NAN : (double)(state >> 8);
    }
    CHECK(thin_series(times, values, COUNT, COLUMNS, 0.5, t, v) <= 5 * COLUMNS);
    CHECK(thin_series(times, values, 2 * COLUMNS, COLUMNS, 0.5, t, v) <= 5 * COLUMNS);
}

CHECK_MAIN(TEST(few_points_all_stay), TEST(each_column_keeps_first_lowest_highest_and_last),
           TEST(missing_samples_between_present_ones_become_one), TEST(a_long_step_is_a_gap),
           TEST(gaps_stay_when_thinned), TEST(nothing_but_missing_samples_gives_no_point),
           TEST(samples_of_one_moment_are_one_column), TEST(no_more_than_five_points_a_column))
