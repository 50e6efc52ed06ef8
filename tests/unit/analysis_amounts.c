#include "analysis/campaign/amounts.h"

#include <math.h>

#include "check.h"

static void add(struct key_counts *amounts, const char *quantity, double amount)
{
    int64_t key = amounts_key(amount, quantity);
    key_counts_add(amounts, &key, 1);
    amounts_bound(amounts, quantity);
}

static void stated_numbers_stay(void)
{
    static const double memory[] = {1, 16384e6, 4096.0 * 1024 * 1024, 1e15};
    for (size_t i = 0; i < sizeof memory / sizeof memory[0]; i++)
        CHECK(amounts_value(amounts_key(memory[i], "memory"), "memory") == memory[i]);
    CHECK(amounts_value(amounts_key(5400.5, "time"), "time") == 5400.5);
    CHECK(amounts_value(amounts_key(0.1, "cores"), "cores") == 0.1);
    CHECK(amounts_key(2e9, "memory") < amounts_key(2e9 + 1, "memory"));
}

/* 2^63 B, as where a request means no limit, is beyond all steps. */
static void large_ones_are_within_the_error_of_the_sketch(void)
{
    struct key_counts amounts = {0};
    int64_t large = amounts_key(9.223372036854775808e18, "memory");
    CHECK(amounts_have(large));
    CHECK(large > amounts_key(4e15, "memory"));
    CHECK_NEAR(amounts_value(large, "memory"), 9.223372036854775808e18, 1e-3);
    add(&amounts, "memory", 4e9);
    add(&amounts, "memory", 9.223372036854775808e18);
    CHECK_INT(amounts.count, 2);
    CHECK_NEAR(amounts_value(amounts.keys[0], "memory"), 4e9, 1e-3);
    key_counts_release(&amounts);
}

/* By hand: of 1, 2, 4, 8 s the middle is between 2 and 4. */
static void the_median_is_in_the_middle(void)
{
    struct key_counts amounts = {0};
    CHECK(isnan(amounts_median(&amounts, "time")));
    for (double amount = 1; amount <= 8; amount *= 2)
        add(&amounts, "time", amount);
    CHECK(amounts_median(&amounts, "time") == 3);
    add(&amounts, "time", 4);
    CHECK(amounts_median(&amounts, "time") == 4);
    key_counts_release(&amounts);
}

/* Of 1,001 distinct ones or more, whichever come first. */
static void many_are_bounded_whatever_the_order(void)
{
    struct key_counts up = {0}, down = {0}, halves[2] = {{0}, {0}};
    for (int i = 0; i < 3000; i++) {
        add(&up, "memory", 1e9 + 5e5 * i);
        add(&down, "memory", 1e9 + 5e5 * (2999 - i));
        add(&halves[i >= 500], "memory", 1e9 + 5e5 * i);
    }
    CHECK_INT(halves[0].count, 500);
    key_counts_merge(&halves[0], &halves[1]);
    amounts_bound(&halves[0], "memory");
    CHECK(up.count <= AMOUNTS_MOST);
    CHECK_INT(key_counts_total(&up), 3000);
    CHECK_INT(down.count, up.count);
    CHECK_INT(halves[0].count, up.count);
    for (size_t i = 0; i < up.count; i++) {
        CHECK(down.keys[i] == up.keys[i] && down.counts[i] == up.counts[i]);
        CHECK(halves[0].keys[i] == up.keys[i] && halves[0].counts[i] == up.counts[i]);
    }
    CHECK_NEAR(amounts_median(&up, "memory"), 1e9 + 5e5 * 1499.5, 1e-3);
    key_counts_release(&up);
    key_counts_release(&down);
    key_counts_release(&halves[0]);
    key_counts_release(&halves[1]);
}

CHECK_MAIN(TEST(stated_numbers_stay), TEST(large_ones_are_within_the_error_of_the_sketch),
           TEST(the_median_is_in_the_middle), TEST(many_are_bounded_whatever_the_order))
