/* What attempts on each node came to. */
#include "task_fixture.h"

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
    add(&f, "n1", ENDING_WELL, 90000);
    add(&f, "n2", ENDING_FAILED, NAN);
    add(&f, "n2", ENDING_FAILED, NAN);
    add(&f, "n3", ENDING_WELL, 90000);
    task_fixture_run(&f, analyses);
    CHECK_NEAR(of_node(&f, "n1", "attempts"), 6, 0);
    CHECK_NEAR(of_node(&f, "n1", "failed_attempts"), 4, 0);
    CHECK_NEAR(of_node(&f, "n1", "failure_moments"), 3, 0);
    CHECK_NEAR(of_node(&f, "n1", "failed_at_limits"), 2, 0);
    CHECK_NEAR(of_node(&f, "n1", "elapsed_hours"), 1, 1e-12);
    CHECK_NEAR(of_node(&f, "n1", "lost_elapsed_hours"), 5, 1e-12);
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

CHECK_MAIN(TEST(attempts_killed_at_what_they_requested_failed_at_limits),
           TEST(failures_of_one_moment_count_once), TEST(ten_moments_are_enough))
