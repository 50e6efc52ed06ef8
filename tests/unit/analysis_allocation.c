#include "analysis/first_allocation.h"

#include "task_fixture.h"

static struct first_allocation rules[FIRST_ALLOCATION_RULES];

static void check(enum first_allocation_rule rule, double allocation, double retries, double waste,
                  double throughput)
{
    const struct first_allocation *first = &rules[rule];
    CHECK_NEAR(first->allocation, allocation, 1e-15);
    CHECK_NEAR((double)first->retries, retries, 0);
    CHECK_NEAR(first->waste, waste, 1e-11);
    CHECK_NEAR(first->throughput, throughput, 1e-15);
}

/* By hand: Σ t = 40, Σ r t = 90; of the last task 10 s are retried with 2, and none with 4. */
static void rules_follow_the_model(void)
{
    struct need needs[] = {{4, 10}, {1, 10}, {2, 20}};
    CHECK_NEAR(first_allocation_make(needs, 3, rules), 90, 0);
    check(FIRST_ALLOCATION_P50, 2, 1, 2 * 40 - 90 + 4 * 10, 4.0 * 40 / (2 * 40 + 4 * 10));
    check(FIRST_ALLOCATION_P95, 3.8, 1, 3.8 * 40 - 90 + 4 * 10, 4.0 * 40 / (3.8 * 40 + 4 * 10));
    check(FIRST_ALLOCATION_MAX, 4, 0, 4 * 40 - 90, 1);
    check(FIRST_ALLOCATION_MIN_WASTE, 2, 1, 30, 4.0 / 3);
    check(FIRST_ALLOCATION_MAX_THROUGHPUT, 2, 1, 30, 4.0 / 3);
}

/* The estimate counts on 4,000 tasks at once, the worker gets done what it can. */
static void a_tiny_task_is_no_throughput(void)
{
    struct need needs[] = {{4, 1}, {4, 1}, {0.001, 1}, {4, 1}};
    first_allocation_make(needs, 4, rules);
    check(FIRST_ALLOCATION_MAX_THROUGHPUT, 0.001, 3, 0.001 * 4 - 12.001 + 12,
          16.0 / (0.001 * 4 + 12));
    check(FIRST_ALLOCATION_MIN_WASTE, 0.001, 3, 0.001 * 4 - 12.001 + 12, 16.0 / (0.001 * 4 + 12));
}

static void nothing_is_needed(void)
{
    struct need needs[] = {{0, 0}, {0, 5}};
    CHECK_NEAR(first_allocation_make(needs, 2, rules), 0, 0);
    for (int i = 0; i < FIRST_ALLOCATION_RULES; i++)
        check((enum first_allocation_rule)i, 0, 0, 0, 1);
}

CHECK_MAIN(TEST(rules_follow_the_model), TEST(a_tiny_task_is_no_throughput),
           TEST(nothing_is_needed))
