/* What attempts on each node came to. */
#include "task_fixture.h"

#include "analysis/tasks/attempt_nodes.h"

static void add(struct task_fixture *f, const char *node, enum record_ending ending, double end)
{
    char id[16];
    snprintf(id, sizeof id, "%zu", f->records.rows);
    task_fixture_add(
        f, (struct task_record){.task = "a", .id = id, .ending = ending, .elapsed = 3600});
    task_fixture_text(&f->records, RECORD_NODE_COLUMN, node);
    if (!isnan(end))
        records_put_number(&f->records, RECORD_END_COLUMN, end);
}

static double of_node(const struct task_fixture *f, const char *node, const char *column)
{
    const struct table *table = tables_find(&f->tables, "task_nodes");
    size_t row = table ? table_find_row(table, 0, "node", node, NULL, NULL) : 0;
    return table && row < table->rows ? table_numbers(table, column)[row] : NAN;
}

/* On n1 at 10 h, within a second of it, 1.2 s after it, and at 20 h; on n2 nobody knows when. */
static void failures_of_one_moment_count_once(void)
{
    static const char *const analyses[] = {"campaign", NULL};
    struct task_fixture f;
    task_fixture_init(&f);
    add(&f, "n1", ENDING_FAILED, 36000);
    add(&f, "n1", ENDING_LOST, 36000.5);
    add(&f, "n1", ENDING_TIMED_OUT, 36001.2);
    add(&f, "n1", ENDING_OUT_OF_MEMORY, 72000);
    add(&f, "n1", ENDING_CANCELLED, 80000);
    add(&f, "n1", ENDING_SUCCEEDED, 90000);
    add(&f, "n2", ENDING_FAILED, NAN);
    add(&f, "n2", ENDING_FAILED, NAN);
    add(&f, "n3", ENDING_SUCCEEDED, 90000);
    task_fixture_run(&f, analyses);
    CHECK_NEAR(of_node(&f, "n1", "attempts"), 6, 0);
    CHECK_NEAR(of_node(&f, "n1", "failed_attempts"), 4, 0);
    CHECK_NEAR(of_node(&f, "n1", "failure_moments"), 3, 0);
    CHECK_NEAR(of_node(&f, "n1", "failed_at_limits"), 2, 0);
    CHECK_NEAR(of_node(&f, "n1", "elapsed_s"), 3600, 3.6e-09);
    CHECK_NEAR(of_node(&f, "n1", "lost_elapsed_s"), 18000, 3.6e-09);
    CHECK_NEAR(of_node(&f, "n2", "failure_moments"), 2, 0);
    CHECK_NEAR(of_node(&f, "n3", "failure_moments"), 0, 0);
    task_fixture_release(&f);
}

static void ten_moments_are_enough(void)
{
    static const char *const analyses[] = {"campaign", NULL};
    struct task_fixture f;
    task_fixture_init(&f);
    for (int i = 0; i < 30; i++)
        add(&f, "n1", ENDING_FAILED, 3600 * i);
    task_fixture_run(&f, analyses);
    CHECK_NEAR(of_node(&f, "n1", "failed_attempts"), 30, 0);
    CHECK_NEAR(of_node(&f, "n1", "failure_moments"), 10, 0);
    task_fixture_release(&f);
}

/* Killed at 31.9 of 32 GB: a limit ends it wherever it runs. Killed at 10 GB, or with an exit code
 * of its own, it failed for another reason. */
static void attempts_killed_at_what_they_requested_failed_at_limits(void)
{
    static const char *const analyses[] = {"campaign", NULL};
    static const struct {
        double exit_code, memory;
    } cases[] = {{137, 31.9e9}, {-9, 31.9e9}, {137, 10e9}, {1, 33e9}};
    struct task_fixture f;
    task_fixture_init(&f);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        add(&f, "n1", ENDING_FAILED, 3600 * (double)i);
        records_put_number(&f.records, RECORD_EXIT_CODE_COLUMN, cases[i].exit_code);
        records_put_number(&f.records, RECORD_MEMORY_COLUMN, cases[i].memory);
        records_put_number(&f.records, RECORD_REQUESTED_MEMORY_COLUMN, 32e9);
    }
    task_fixture_run(&f, analyses);
    CHECK_NEAR(of_node(&f, "n1", "failed_attempts"), 4, 0);
    CHECK_NEAR(of_node(&f, "n1", "failed_at_limits"), 2, 0);
    task_fixture_release(&f);
}

/* What the scheduler ends it ends on any node. */
static void preempted_attempts_are_no_failures_of_a_node(void)
{
    static const char *const analyses[] = {"campaign", NULL};
    struct task_fixture f;
    task_fixture_init(&f);
    for (int i = 0; i < 6; i++)
        add(&f, "n1",
            i < 2   ? ENDING_PREEMPTED
            : i < 4 ? ENDING_REQUEUED
                    : ENDING_DEADLINE,
            3600 * i);
    add(&f, "n1", ENDING_LOST, 90000);
    add(&f, "n2", ENDING_SUCCEEDED, 90000);
    task_fixture_run(&f, analyses);
    CHECK_NEAR(of_node(&f, "n1", "failed_attempts"), 7, 0);
    CHECK_NEAR(of_node(&f, "n1", "failed_at_limits"), 0, 0);
    CHECK_NEAR(of_node(&f, "n1", "compared_attempts"), 7, 0);
    CHECK_NEAR(of_node(&f, "n1", "compared_failures"), 1, 0);
    CHECK_NEAR(of_node(&f, "n1", "lost_elapsed_s"), 25200, 3.6e-09);
    task_fixture_release(&f);
}

/* b fails twice as often as not, a never; n1 ran most of b. Beside the kinds it got it failed as
 * often as the others: 8 of 12 of b here, 4 of 6 there. Of c only n1 knows. */
static void failures_are_compared_by_kind(void)
{
    static const char *const analyses[] = {"campaign", NULL};
    static const struct {
        const char *task, *node;
        int failed, succeeded;
    } cases[] = {{"a", "n1", 0, 10},
                 {"a", "n2", 0, 40},
                 {"b", "n1", 8, 4},
                 {"b", "n2", 4, 2},
                 {"c", "n1", 5, 0}};
    struct task_fixture f;
    int number = 0;
    task_fixture_init(&f);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (int j = 0; j < cases[i].failed + cases[i].succeeded; j++) {
            char id[16];
            snprintf(id, sizeof id, "%d", number++);
            task_fixture_add(&f, (struct task_record){.task = cases[i].task,
                                                      .id = id,
                                                      .ending = j < cases[i].failed
                                                                    ? ENDING_FAILED
                                                                    : ENDING_SUCCEEDED});
            task_fixture_text(&f.records, RECORD_NODE_COLUMN, cases[i].node);
        }
    task_fixture_run(&f, analyses);
    CHECK_NEAR(of_node(&f, "n1", "compared_attempts"), 22, 0);
    CHECK_NEAR(of_node(&f, "n1", "compared_failures"), 8, 0);
    CHECK_NEAR(of_node(&f, "n1", "expected_failures"), 8, 1e-12);
    CHECK(of_node(&f, "n1", "failure_chance") > 0.4);
    CHECK_NEAR(of_node(&f, "n2", "compared_attempts"), 46, 0);
    CHECK_NEAR(of_node(&f, "n2", "expected_failures"), 4, 1e-12);
    task_fixture_release(&f);
}

/* Each task has a name of its own: they are compared as one kind. n1 fails 5 of 5, n2 none of 5. */
static void tasks_of_names_of_their_own_are_one_kind(void)
{
    static const char *const analyses[] = {"campaign", NULL};
    struct task_fixture f;
    task_fixture_init(&f);
    for (int i = 0; i < 10; i++) {
        char name[16];
        snprintf(name, sizeof name, "run-%d", i);
        task_fixture_add(&f,
                         (struct task_record){.task = name,
                                              .id = name,
                                              .ending = i < 5 ? ENDING_FAILED : ENDING_SUCCEEDED});
        task_fixture_text(&f.records, RECORD_NODE_COLUMN, i < 5 ? "n1" : "n2");
    }
    task_fixture_run(&f, analyses);
    CHECK_NEAR(of_node(&f, "n1", "compared_failures"), 5, 0);
    CHECK_NEAR(of_node(&f, "n1", "expected_failures"), 0, 0);
    CHECK_NEAR(of_node(&f, "n1", "failure_chance"), 1.0 / 32, 1e-12);
    task_fixture_release(&f);
}

/* Four jobs of an hour on n1 and another node fail, four without n1 do not: without n2, of which
 * one failed, 3 of 7 do. */
static void attempts_on_several_nodes_count_at_each(void)
{
    static const char *const analyses[] = {"campaign", NULL};
    static const char *const lists[] = {"n[1-2]", "n[1,3]", "n1,n4",  "n[1,5]",
                                        "n[3-4]", "n[4-5]", "n[3,5]", "n[3-5]"};
    struct task_fixture f;
    task_fixture_init(&f);
    for (int i = 0; i < 8; i++) {
        char id[16];
        snprintf(id, sizeof id, "%d", i);
        task_fixture_add(&f,
                         (struct task_record){.task = "a",
                                              .id = id,
                                              .ending = i < 4 ? ENDING_FAILED : ENDING_SUCCEEDED,
                                              .elapsed = 3600});
        task_fixture_text(&f.records, records_attribute(&f.records, RECORD_NODE_LIST, RECORD_TEXT),
                          lists[i]);
    }
    task_fixture_run(&f, analyses);
    CHECK_NEAR(of_node(&f, "n1", "compared_attempts"), 4, 0);
    CHECK_NEAR(of_node(&f, "n1", "compared_failures"), 4, 0);
    CHECK_NEAR(of_node(&f, "n1", "expected_failures"), 0, 0);
    CHECK_NEAR(of_node(&f, "n1", "failure_chance"), 1.0 / 16, 1e-12);
    CHECK_NEAR(of_node(&f, "n1", "lost_elapsed_s"), 14400, 3.6e-09);
    CHECK_NEAR(of_node(&f, "n1", "shared"), 4, 0);
    CHECK_NEAR(of_node(&f, "n2", "expected_failures"), 3.0 / 7, 1e-12);
    CHECK_NEAR(of_node(&f, "n5", "attempts"), 4, 0);
    CHECK_NEAR(of_node(&f, "n5", "expected_failures"), 3, 1e-12);
    CHECK_NEAR(table_numbers(tables_find(&f.tables, "campaign"), "nodes")[0], 5, 0);
    task_fixture_release(&f);
}

/* Which of several nodes failed is not known. */
static void a_node_that_failed_is_known_where_it_was_alone(void)
{
    static const char *const analyses[] = {"campaign", NULL};
    struct task_fixture f;
    task_fixture_init(&f);
    add(&f, "n1", ENDING_NODE_FAILED, 36000);
    add(&f, "n2", ENDING_FAILED, 36000);
    task_fixture_add(&f, (struct task_record){.task = "a",
                                              .id = "9",
                                              .ending = ENDING_NODE_FAILED,
                                              .elapsed = 3600});
    task_fixture_text(&f.records, records_attribute(&f.records, RECORD_NODE_LIST, RECORD_TEXT),
                      "n[1,3]");
    task_fixture_run(&f, analyses);
    CHECK_NEAR(of_node(&f, "n1", "node_failures"), 1, 0);
    CHECK_NEAR(of_node(&f, "n2", "node_failures"), 0, 0);
    CHECK_NEAR(of_node(&f, "n3", "node_failures"), 0, 0);
    task_fixture_release(&f);
}

/* 200 attempts on 99,999 nodes each: beyond some millions of nodes they are left out and counted,
 * but none on one node, or on the few that still fit. */
static void attempts_on_one_node_always_count(void)
{
    enum { MANY = 200 };
    struct task_fixture f;
    struct attempt_nodes nodes;
    size_t placed = 0;
    task_fixture_init(&f);
    int lists = records_attribute(&f.records, RECORD_NODE_LIST, RECORD_TEXT);
    for (int i = 0; i < MANY + 3; i++) {
        task_fixture_add(&f, (struct task_record){.task = "a", .elapsed = 3600});
        if (i == MANY)
            task_fixture_text(&f.records, RECORD_NODE_COLUMN, "n000001");
        else
            task_fixture_text(&f.records, lists,
                              i < MANY        ? "n[000001-099999]"
                              : i == MANY + 1 ? "n[000001-000002]"
                                              : "n000003");
    }
    attempt_nodes_make(&nodes, &f.records);
    for (size_t row = 0; row < MANY; row++)
        placed += attempt_nodes_at(&nodes, &f.records.blocks[0], row).count > 0;
    CHECK_INT(placed, (1 << 24) / 99999);
    CHECK_INT(nodes.left_out, MANY - placed);
    CHECK_INT(attempt_nodes_at(&nodes, &f.records.blocks[0], MANY).count, 1);
    CHECK_INT(attempt_nodes_at(&nodes, &f.records.blocks[0], MANY + 1).count, 2);
    CHECK_INT(attempt_nodes_at(&nodes, &f.records.blocks[0], MANY + 2).count, 1);
    CHECK_INT(nodes.left_out, MANY - placed);
    attempt_nodes_release(&nodes);
    task_fixture_release(&f);
}

static void lists_that_are_none_are_counted(void)
{
    static const char *const analyses[] = {"campaign", NULL};
    static const char *const lists[] = {"n[1-2]", "n[1-", "n[0-100000]"};
    struct task_fixture f;
    task_fixture_init(&f);
    for (int i = 0; i < 3; i++) {
        task_fixture_add(&f, (struct task_record){.task = "a", .elapsed = 3600});
        task_fixture_text(&f.records, records_attribute(&f.records, RECORD_NODE_LIST, RECORD_TEXT),
                          lists[i]);
    }
    task_fixture_run(&f, analyses);
    const struct table *campaign = tables_find(&f.tables, "campaign");
    CHECK_NEAR(table_numbers(campaign, "not_by_node")[0], 2, 0);
    CHECK(isnan(table_numbers(campaign, "nodes")[0]));
    CHECK_NEAR(of_node(&f, "n1", "attempts"), 1, 0);
    task_fixture_release(&f);
}

CHECK_MAIN(TEST(preempted_attempts_are_no_failures_of_a_node),
           TEST(attempts_on_several_nodes_count_at_each),
           TEST(a_node_that_failed_is_known_where_it_was_alone),
           TEST(failures_are_compared_by_kind), TEST(tasks_of_names_of_their_own_are_one_kind),
           TEST(attempts_killed_at_what_they_requested_failed_at_limits),
           TEST(failures_of_one_moment_count_once), TEST(ten_moments_are_enough),
           TEST(attempts_on_one_node_always_count), TEST(lists_that_are_none_are_counted))
