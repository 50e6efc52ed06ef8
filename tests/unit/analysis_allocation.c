#include "check.h"

#include <stdlib.h>

#include "analysis/tasks/first_allocation.h"

enum { MOST = 3000 };

struct sample {
    size_t count;
    double peaks[MOST], times_s[MOST];
};

static struct first_allocation rules[FIRST_ALLOCATION_RULES];
static double used;

static size_t make(const struct sample *sample)
{
    const struct task_needs needs = {sample->peaks, sample->times_s, sample->count};
    return first_allocation_make(&needs, &used, rules);
}

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
    const struct sample sample = {.count = 3, .peaks = {4, 1, 2}, .times_s = {10, 10, 20}};
    CHECK_INT(make(&sample), 3);
    CHECK_NEAR(used, 90, 0);
    check(FIRST_ALLOCATION_P50, 2, 1, 2 * 40 - 90 + 4 * 10, 4.0 * 40 / (2 * 40 + 4 * 10));
    check(FIRST_ALLOCATION_P95, 3.8, 1, 3.8 * 40 - 90 + 4 * 10, 4.0 * 40 / (3.8 * 40 + 4 * 10));
    check(FIRST_ALLOCATION_MAX, 4, 0, 4 * 40 - 90, 1);
    check(FIRST_ALLOCATION_MIN_WASTE, 2, 1, 30, 4.0 / 3);
    check(FIRST_ALLOCATION_MAX_THROUGHPUT, 2, 1, 30, 4.0 / 3);
}

/* The estimate counts on 4,000 tasks at once, the worker gets done what it can. */
static void a_tiny_task_is_no_throughput(void)
{
    const struct sample sample = {.count = 4, .peaks = {4, 4, 0.001, 4}, .times_s = {1, 1, 1, 1}};
    CHECK_INT(make(&sample), 4);
    check(FIRST_ALLOCATION_MAX_THROUGHPUT, 0.001, 3, 0.001 * 4 - 12.001 + 12,
          16.0 / (0.001 * 4 + 12));
    check(FIRST_ALLOCATION_MIN_WASTE, 0.001, 3, 0.001 * 4 - 12.001 + 12, 16.0 / (0.001 * 4 + 12));
}

/* What took 0 s on a clock of seconds needs its memory all the same. */
static void tasks_of_no_time_need_memory(void)
{
    struct sample sample = {.count = 4, .peaks = {4, 1, 2, 8}, .times_s = {10, 10, 20, 0}};
    CHECK_INT(make(&sample), 4);
    CHECK_NEAR(used, 90, 0);
    check(FIRST_ALLOCATION_P50, 3, 2, 3 * 40 - 90 + 8 * 10, 8.0 * 40 / (3 * 40 + 8 * 10));
    check(FIRST_ALLOCATION_MAX, 8, 0, 8 * 40 - 90, 1);
    check(FIRST_ALLOCATION_MIN_WASTE, 2, 2, 70, 2);
    sample = (struct sample){.count = 2, .peaks = {4, 1}, .times_s = {0, 0}};
    CHECK_INT(make(&sample), 0);
}

/* ---- many tasks ---- */

/* The formulas of the header as they stand there. */
static struct first_allocation by_definition(const struct sample *sample, double allocation,
                                             double *estimate)
{
    double most = 0, time_s = 0, retried_s = 0, waste = 0, well = 0, n = 0;
    for (size_t i = 0; i < sample->count; i++)
        if (sample->times_s[i] >= 0)
            most = fmax(most, sample->peaks[i]);
    for (size_t i = 0; i < sample->count; i++) {
        double peak = sample->peaks[i], t = sample->times_s[i];
        if (!(peak > 0 && t >= 0))
            continue;
        n++;
        time_s += t;
        well += peak <= allocation;
        waste += (peak <= allocation ? allocation - peak : allocation + most - peak) * t;
        retried_s += peak <= allocation ? 0 : t;
    }
    double throughput = most * time_s / (allocation * time_s + most * retried_s);
    *estimate = (most / allocation * (well / n) + 1 - well / n) / (time_s / n + retried_s / n);
    return (struct first_allocation){allocation, (size_t)(n - well), waste, throughput};
}

static void check_rule(const struct sample *sample, enum first_allocation_rule rule)
{
    double estimate;
    struct first_allocation expected = by_definition(sample, rules[rule].allocation, &estimate);
    CHECK_INT(rules[rule].retries, expected.retries);
    CHECK_NEAR(rules[rule].waste / expected.waste, 1, 1e-9);
    CHECK_NEAR(rules[rule].throughput / expected.throughput, 1, 1e-9);
}

static void check_best(const struct sample *sample)
{
    double estimate, highest;
    by_definition(sample, rules[FIRST_ALLOCATION_MAX_THROUGHPUT].allocation, &highest);
    for (size_t i = 0; i < sample->count; i++) {
        if (!(sample->peaks[i] > 0 && sample->times_s[i] >= 0))
            continue;
        struct first_allocation tried = by_definition(sample, sample->peaks[i], &estimate);
        CHECK(rules[FIRST_ALLOCATION_MIN_WASTE].waste <= tried.waste * (1 + 1e-9));
        CHECK(highest >= estimate * (1 - 1e-9));
    }
}

static double uniform(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) / (double)(1u << 24);
}

/* Several humps and a long tail, with equal peaks and with tasks that do not count. */
static void fill(struct sample *sample, unsigned seed, double tail)
{
    sample->count = MOST;
    for (size_t i = 0; i < MOST; i++) {
        double u = uniform(&seed), hump = floor(3 * uniform(&seed));
        sample->peaks[i] = floor(100 * exp(hump + u)) * (u > 0.98 ? tail : 1) * 1e6;
        sample->times_s[i] = -log(1 - uniform(&seed)) * (1 + hump);
        if (i % 97 == 0)
            sample->peaks[i] = NAN;
        if (i % 101 == 0)
            sample->times_s[i] = 0;
        if (i % 103 == 0)
            sample->times_s[i] = NAN;
    }
}

static void rules_are_the_best_that_the_definition_gives(void)
{
    static struct sample sample;
    static const double tails[] = {1, 3, 50, 1e6};
    for (unsigned i = 0; i < 4 && !check_failed; i++) {
        fill(&sample, i + 1, tails[i]);
        CHECK_INT(make(&sample), 3000 - 31 - 29);
        for (size_t rule = 0; rule < FIRST_ALLOCATION_RULES; rule++)
            check_rule(&sample, (enum first_allocation_rule)rule);
        check_best(&sample);
    }
}

/* ---- few tasks ---- */

/* By hand: 1, 2 and 4 all waste 5; of equal ones the smallest is taken. */
static void the_smaller_of_equal_allocations_is_taken(void)
{
    const struct sample sample = {.count = 3, .peaks = {4, 1, 2}, .times_s = {2, 1, 1}};
    CHECK_INT(make(&sample), 3);
    check(FIRST_ALLOCATION_P50, 2, 1, 5, 16.0 / (2 * 4 + 4 * 2));
    check(FIRST_ALLOCATION_MAX, 4, 0, 5, 1);
    check(FIRST_ALLOCATION_MIN_WASTE, 1, 2, 5, 16.0 / (1 * 4 + 4 * 3));
}

static void equal_tasks_waste_nothing(void)
{
    const struct sample sample = {.count = 3, .peaks = {5, 5, 5}, .times_s = {1, 2, 3}};
    CHECK_INT(make(&sample), 3);
    for (size_t rule = 0; rule < FIRST_ALLOCATION_RULES; rule++) {
        CHECK_NEAR(rules[rule].allocation, 5, 0);
        CHECK_INT(rules[rule].retries, 0);
        CHECK_NEAR(rules[rule].waste, 0, 0);
        CHECK_NEAR(rules[rule].throughput, 1, 0);
    }
}

static void tasks_without_a_need_do_not_count(void)
{
    const struct sample sample = {.count = 3, .peaks = {0, NAN, 5}, .times_s = {1, 2, NAN}};
    CHECK_INT(make(&sample), 0);
}

CHECK_MAIN(TEST(rules_follow_the_model), TEST(a_tiny_task_is_no_throughput),
           TEST(rules_are_the_best_that_the_definition_gives), TEST(tasks_of_no_time_need_memory),
           TEST(the_smaller_of_equal_allocations_is_taken), TEST(equal_tasks_waste_nothing),
           TEST(tasks_without_a_need_do_not_count))
