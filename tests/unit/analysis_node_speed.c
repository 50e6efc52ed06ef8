#include "task_fixture.h"

#include <math.h>

static void add(struct task_fixture *fixture, const char *task, const char *node, double elapsed,
                enum record_ending ending)
{
    task_fixture_add(fixture,
                     (struct task_record){.task = task, .elapsed = elapsed, .ending = ending});
    task_fixture_text(&fixture->records, RECORD_NODE_COLUMN, node);
}

/* Medians of the kinds are 10 s and 100 s, of all ratios 1, their MAD 0 (taken as 0.02): of the
 * third node ln 3 ÷ (0.02 √(π ÷ 2) ÷ √2) = 61.982. What failed does not count. */
static void a_node_is_slow_beside_the_kinds_that_it_got(void)
{
    struct task_fixture fixture;
    static const char *const analyses[] = {"node_speed", NULL};
    task_fixture_init(&fixture);
    add(&fixture, "a", "n1", 10, ENDING_SUCCEEDED);
    add(&fixture, "a", "n2", 10, ENDING_SUCCEEDED);
    add(&fixture, "a", "n3", 30, ENDING_SUCCEEDED);
    add(&fixture, "b", "n1", 100, ENDING_SUCCEEDED);
    add(&fixture, "b", "n2", 100, ENDING_SUCCEEDED);
    add(&fixture, "b", "n3", 300, ENDING_SUCCEEDED);
    add(&fixture, "a", "n2", 5000, ENDING_FAILED);
    task_fixture_run(&fixture, analyses);
    const struct table *table = tables_find(&fixture.tables, "node_speed");
    CHECK(table && table->rows == 3);
    size_t row = table_find_row(table, 0, "node", "n3", NULL, NULL);
    CHECK_NEAR(table_numbers(table, "tasks")[row], 2, 0);
    CHECK_NEAR(table_numbers(table, "ratio_to_kind")[row], 3, 1e-12);
    CHECK_NEAR(table_numbers(table, "deviations")[row], 61.982, 1e-4);
    CHECK_NEAR(table_numbers(table, "slow_tasks")[row], 2, 0);
    CHECK_NEAR(table_numbers(table, "expected_slow_tasks")[row], 0, 0);
    CHECK_NEAR(table_numbers(table, "slow_chance")[row], 1.0 / 9, 1e-12);
    row = table_find_row(table, 0, "node", "n2", NULL, NULL);
    CHECK_NEAR(table_numbers(table, "tasks")[row], 2, 0);
    CHECK_NEAR(table_numbers(table, "ratio_to_kind")[row], 1, 1e-12);
    task_fixture_release(&fixture);
}

/* Of 1, 1, 5 and 9 times 100 s the kind's median is 300 s: the node's tasks took 5/3 and 3 times
 * it. All that counts is the kind's median, wherever the median of all tasks lies. */
static void the_ratio_of_a_node_is_the_median_of_its_tasks(void)
{
    struct task_fixture fixture;
    static const char *const analyses[] = {"node_speed", NULL};
    task_fixture_init(&fixture);
    add(&fixture, "a", "n1", 100, ENDING_SUCCEEDED);
    add(&fixture, "a", "n2", 100, ENDING_SUCCEEDED);
    add(&fixture, "a", "n3", 500, ENDING_SUCCEEDED);
    add(&fixture, "a", "n3", 900, ENDING_SUCCEEDED);
    task_fixture_run(&fixture, analyses);
    const struct table *table = tables_find(&fixture.tables, "node_speed");
    size_t row = table_find_row(table, 0, "node", "n3", NULL, NULL);
    CHECK_NEAR(table_numbers(table, "ratio_to_kind")[row], (5.0 / 3 + 3) / 2, 1e-12);
    task_fixture_release(&fixture);
}

/* Half of the tasks of b take ten times as long as the others, wherever they run; n1 got most. */
static void a_node_is_not_slow_for_a_kind_of_wide_spread(void)
{
    static const char *const analyses[] = {"node_speed", NULL};
    struct task_fixture fixture;
    task_fixture_init(&fixture);
    for (int i = 0; i < 100; i++)
        add(&fixture, "a", i % 2 ? "n2" : "n3", 100, ENDING_SUCCEEDED);
    for (int i = 0; i < 6; i++)
        add(&fixture, "b", "n1", i < 5 ? 1000 : 100, ENDING_SUCCEEDED);
    for (int i = 0; i < 9; i++)
        add(&fixture, "b", i % 2 ? "n2" : "n3", i < 2 ? 1000 : 100, ENDING_SUCCEEDED);
    task_fixture_run(&fixture, analyses);
    const struct table *table = tables_find(&fixture.tables, "node_speed");
    size_t row = table_find_row(table, 0, "node", "n1", NULL, NULL);
    CHECK_NEAR(table_numbers(table, "ratio_to_kind")[row], 10, 1e-12);
    CHECK(table_numbers(table, "deviations")[row] > 100);
    CHECK_NEAR(table_numbers(table, "slow_tasks")[row], 5, 0);
    CHECK_NEAR(table_numbers(table, "expected_slow_tasks")[row], 6 * 2.0 / 9, 1e-12);
    CHECK(table_numbers(table, "slow_chance")[row] > 0.05);
    task_fixture_release(&fixture);
}

static void without_nodes_there_is_no_speed(void)
{
    struct task_fixture fixture;
    static const char *const analyses[] = {"node_speed", NULL};
    task_fixture_init(&fixture);
    add(&fixture, "a", NULL, 10, ENDING_SUCCEEDED);
    task_fixture_run(&fixture, analyses);
    CHECK(!tables_find(&fixture.tables, "node_speed"));
    task_fixture_release(&fixture);
}

/* A node that got the tasks of the long step is not slow. */
static void steps_are_compared_apart(void)
{
    struct task_fixture fixture;
    static const char *const analyses[] = {"node_speed", NULL};
    task_fixture_init(&fixture);
    for (int i = 0; i < 12; i++) {
        bool is_long = i % 4 == 0 || i == 1;
        add(&fixture, "a", i % 4 == 0 || i == 2 ? "n1" : "n2", is_long ? 900 : 100,
            ENDING_SUCCEEDED);
        task_fixture_text(&fixture.records, RECORD_STEP_COLUMN, is_long ? "long" : "short");
    }
    task_fixture_run(&fixture, analyses);
    const struct table *table = tables_find(&fixture.tables, "node_speed");
    size_t row = table_find_row(table, 0, "node", "n1", NULL, NULL);
    CHECK_NEAR(table_numbers(table, "ratio_to_kind")[row], 1, 0);
    CHECK_NEAR(table_numbers(table, "slow_tasks")[row], 0, 0);
    task_fixture_release(&fixture);
}

CHECK_MAIN(TEST(steps_are_compared_apart), TEST(a_node_is_not_slow_for_a_kind_of_wide_spread),
           TEST(a_node_is_slow_beside_the_kinds_that_it_got),
           TEST(the_ratio_of_a_node_is_the_median_of_its_tasks),
           TEST(without_nodes_there_is_no_speed))
