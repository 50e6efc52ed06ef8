#include "check.h"

#include <stdint.h>
#include <stdlib.h>

#include "analysis/statistics/exact_sum.h"

/* The same numbers as the Python that worked out what is expected. */
static double next(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) * 0x1p-53;
}

enum { COUNT = 1000 };

/* From 2^-600 to 2^600, of both signs. */
static void make_numbers(double *numbers)
{
    uint64_t state = 1;
    for (int i = 0; i < COUNT; i++) {
        double mantissa = next(&state) - 0.5;
        numbers[i] = ldexp(mantissa, (int)(next(&state) * 1200) - 600);
    }
}

static void check_value(const double *numbers, int count, double expected)
{
    struct exact_sum sum = {0};
    for (int i = 0; i < count; i++)
        exact_sum_add(&sum, numbers[i]);
    double value = exact_sum_value(&sum);
    CHECK(value == expected || (isnan(value) && isnan(expected)));
    CHECK_INT(sum.count, count);
    exact_sum_release(&sum);
}

/* Expected: the sum of Python's fractions, rounded once. */
static void a_sum_is_rounded_once(void)
{
    double numbers[COUNT];
    make_numbers(numbers);
    check_value(numbers, COUNT, -0x1.ee928d429c120p+597);
    check_value((const double[]){1e100, 1, -1e100}, 3, 1);
    check_value((const double[]){1, 0x1p-53}, 2, 1);
    check_value((const double[]){1, 0x1p-53, 0x1p-1074}, 3, 1 + 0x1p-52);
    check_value((const double[]){-1, 0x1p-60, 1}, 3, 0x1p-60);
    check_value((const double[]){0x1p-1074, 0x1p-1074, -0x1p-1073}, 3, 0);
    check_value((const double[]){0x1.fffffffffffffp1023, 0x1.fffffffffffffp1023}, 2, INFINITY);
    check_value((const double[]){0x1.fffffffffffffp1023, 0x1.fffffffffffffp1023,
                                 -0x1.fffffffffffffp1023},
                3, 0x1.fffffffffffffp1023);
    check_value((const double[]){0}, 1, 0);
    check_value(NULL, 0, NAN);
}

static void check_same(const struct exact_sum *left, const struct exact_sum *right)
{
    CHECK_INT(left->count, right->count);
    CHECK_INT(left->first, right->first);
    CHECK_INT(left->used, right->used);
    CHECK(memcmp(left->digits, right->digits, (size_t)left->used * sizeof *left->digits) == 0);
}

/* Backwards, and in pieces that are merged: the digits are the same. */
static void order_and_grouping_make_no_difference(void)
{
    double numbers[COUNT];
    struct exact_sum forward = {0}, backward = {0}, merged = {0}, squares = {0},
                     merged_squares = {0};
    make_numbers(numbers);
    for (int i = 0; i < COUNT; i++) {
        exact_sum_add(&forward, numbers[i]);
        exact_sum_add(&backward, numbers[COUNT - 1 - i]);
        exact_sum_add_square(&squares, numbers[i]);
    }
    for (int from = COUNT - 7; from > -7; from -= 7) {
        struct exact_sum piece = {0}, piece_squares = {0};
        for (int i = from < 0 ? 0 : from; i < from + 7; i++) {
            exact_sum_add(&piece, numbers[i]);
            exact_sum_add_square(&piece_squares, numbers[i]);
        }
        exact_sum_merge(&merged, &piece);
        exact_sum_merge(&merged_squares, &piece_squares);
        exact_sum_release(&piece);
        exact_sum_release(&piece_squares);
    }
    exact_sum_settle(&forward);
    exact_sum_settle(&backward);
    exact_sum_settle(&merged);
    exact_sum_settle(&squares);
    exact_sum_settle(&merged_squares);
    check_same(&forward, &backward);
    check_same(&forward, &merged);
    check_same(&squares, &merged_squares);
    exact_sum_release(&forward);
    exact_sum_release(&backward);
    exact_sum_release(&merged);
    exact_sum_release(&squares);
    exact_sum_release(&merged_squares);
}

static double deviation_of(const double *numbers, int count)
{
    struct exact_sum sum = {0}, squares = {0};
    for (int i = 0; i < count; i++) {
        exact_sum_add(&sum, numbers[i]);
        exact_sum_add_square(&squares, numbers[i]);
    }
    double deviation = exact_sum_deviation(&sum, &squares);
    exact_sum_release(&sum);
    exact_sum_release(&squares);
    return deviation;
}

/* Expected: Python's fractions and the root in 60 decimal digits. */
static void a_deviation_has_no_cancellation(void)
{
    double numbers[COUNT];
    double far[8];
    make_numbers(numbers);
    for (int i = 0; i < 7; i++)
        far[i] = 1e15 + i * 0.125;
    far[7] = 1e15 - 3.5;
    CHECK_NEAR(deviation_of(numbers, COUNT), 0x1.bef19964298bdp+592, 1e-15);
    CHECK_NEAR(deviation_of(far, 8), 1.3926424971973246, 1e-15);
    CHECK(deviation_of((const double[]){3, 3, 3}, 3) == 0);
    CHECK(isnan(deviation_of((const double[]){3}, 1)));
    CHECK_NEAR(deviation_of((const double[]){0x1p-1074, -0x1p-1074}, 2), 0x1p-1074, 1e-15);
}

static void what_is_not_finite_is_left_out(void)
{
    struct exact_sum sum = {0};
    exact_sum_add(&sum, NAN);
    exact_sum_add(&sum, INFINITY);
    exact_sum_add(&sum, 2);
    CHECK_INT(sum.count, 1);
    CHECK(exact_sum_value(&sum) == 2);
    exact_sum_release(&sum);
}

CHECK_MAIN(TEST(a_sum_is_rounded_once), TEST(order_and_grouping_make_no_difference),
           TEST(a_deviation_has_no_cancellation), TEST(what_is_not_finite_is_left_out))
