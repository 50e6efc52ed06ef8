#include "check.h"

#include <string.h>

#include "analysis/campaign/task_sample.h"

/* Hashes 8, 16 … of every `step`-th task, as an input of that number. */
static struct task_sample sample_of(uint64_t input, uint64_t first, uint64_t last, uint64_t step)
{
    struct task_sample sample = {0};
    for (uint64_t i = last; i >= first; i -= step)
        task_sample_offer(&sample, 8 * i);
    task_sample_settle(&sample);
    task_sample_name(&sample, input);
    return sample;
}

static void the_least_of_all_are_kept(void)
{
    struct task_sample sample = sample_of(7, 1, 9000, 1);
    CHECK_INT(sample.tasks, 9000);
    CHECK_INT(sample.count, TASK_SAMPLE_MOST);
    CHECK_INT(sample.items[0].hash, 8);
    CHECK_INT(sample.items[TASK_SAMPLE_MOST - 1].hash, 8 * TASK_SAMPLE_MOST);
    CHECK_INT(sample.items[5].inputs, 1);
    CHECK_INT(sample.items[5].holders[0], 7);
    task_sample_release(&sample);
}

static void a_task_that_an_input_has_twice_is_one(void)
{
    struct task_sample sample = {0};
    for (int i = 0; i < 3; i++)
        task_sample_offer(&sample, 5);
    task_sample_settle(&sample);
    CHECK_INT(sample.count, 1);
    CHECK_INT(sample.items[0].inputs, 1);
    task_sample_release(&sample);
}

/* Three inputs, of which every second, third and fifth task are. */
static void order_makes_no_difference(void)
{
    static const int orders[][3] = {{0, 1, 2}, {2, 0, 1}, {1, 2, 0}};
    static const uint64_t steps[] = {2, 3, 5};
    struct task_sample first = {0};
    for (int k = 0; k < 3; k++) {
        struct task_sample whole = {0};
        for (int i = 0; i < 3; i++) {
            uint64_t step = steps[orders[k][i]];
            struct task_sample one = sample_of(100 - step, step, step * 1500, step);
            task_sample_merge(&whole, &one);
            task_sample_release(&one);
        }
        CHECK_INT(whole.count, TASK_SAMPLE_MOST);
        if (k)
            CHECK(memcmp(whole.items, first.items, whole.count * sizeof *whole.items) == 0);
        else
            first = whole;
        if (k)
            task_sample_release(&whole);
    }
    /* 2, 3, 4, 5, 6 …: the task 30 is in all, 95 and 97 being less than 98. */
    CHECK_INT(first.items[4].hash, 8 * 6);
    CHECK_INT(first.items[4].inputs, 2);
    for (size_t i = 0; i < first.count; i++)
        if (first.items[i].hash == 8 * 30) {
            CHECK_INT(first.items[i].inputs, 3);
            CHECK_INT(first.items[i].holders[0], 95);
            CHECK_INT(first.items[i].holders[1], 97);
        }
    task_sample_release(&first);
}

/* 2,000 tasks, 250 of which another input has, too: an eighth of any of them. */
static void tasks_in_several_inputs_are_estimated(void)
{
    struct task_sample sample = sample_of(1, 1, 2000, 1), other = sample_of(2, 8, 2000, 8);
    task_sample_merge(&sample, &other);
    struct task_overlap overlap = task_sample_overlap(&sample);
    CHECK_INT(overlap.sampled, 1024);
    CHECK_INT(overlap.seen, 128);
    CHECK_NEAR(overlap.tasks, 2000, 1e-9);
    CHECK_NEAR(overlap.shared, 250, 1e-9);
    CHECK_NEAR(overlap.low, 212.26946974655806, 1e-9); /* Wilson, of 128 in 1,024, by hand */
    CHECK_NEAR(overlap.high, 293.3366363134685, 1e-9);
    CHECK_NEAR(overlap.repeated, 250, 1e-9);
    CHECK_INT(overlap.holders[0], 1);
    CHECK_INT(overlap.holders[1], 2);
    CHECK_INT(overlap.by_holders, 128);
    task_sample_release(&sample);
    task_sample_release(&other);
}

static void of_few_tasks_all_are_counted(void)
{
    struct task_sample sample = sample_of(1, 1, 10, 1), other = sample_of(2, 8, 20, 1);
    task_sample_merge(&sample, &other);
    struct task_overlap overlap = task_sample_overlap(&sample);
    CHECK_NEAR(overlap.tasks, 20, 0);
    CHECK_NEAR(overlap.shared, 3, 0);
    CHECK_NEAR(overlap.low, 3, 0);
    CHECK_NEAR(overlap.high, 3, 0);
    CHECK_NEAR(overlap.repeated, 3, 0);
    task_sample_release(&sample);
    task_sample_release(&other);
    overlap = task_sample_overlap(&(struct task_sample){0});
    CHECK_INT(overlap.sampled, 0);
}

CHECK_MAIN(TEST(the_least_of_all_are_kept), TEST(a_task_that_an_input_has_twice_is_one),
           TEST(order_makes_no_difference), TEST(tasks_in_several_inputs_are_estimated),
           TEST(of_few_tasks_all_are_counted))
