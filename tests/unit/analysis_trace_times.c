/* Whose time it is: own times of functions, the pace of workers. */
#include "trace_fixture.h"

static double self_of(struct trace_fixture *f, const char *function)
{
    const struct table *functions = tables_find(&f->tables, "functions");
    for (size_t row = 0; row < functions->rows; row++)
        if (strcmp(table_texts(functions, "function")[row], function) == 0)
            return table_numbers(functions, "self_s")[row];
    return NAN;
}

/* From 0 to 20, by the second, whose time it is:
 *     main 0-1 | load 1-3 | parse 3-5 | load 5-6 | main 6-8 | step 8-10 | late 10-14 | main 14-20
 * late begins in step, which ends at 12, and outlives it. The parse of another thread is alone. */
static void own_time_is_without_what_ran_inside(void)
{
    struct trace_fixture f;
    trace_init(&f, ACTIVITY_CLOCK_UNIX);
    fixture_span(&f.activity, "n1", "t", "main", NULL, 0, 20, NAN);
    fixture_span(&f.activity, "n1", "t", "load", NULL, 1, 5, NAN);
    fixture_span(&f.activity, "n1", "t", "parse", NULL, 3, 2, NAN);
    fixture_span(&f.activity, "n1", "t", "late", NULL, 10, 4, NAN);
    fixture_span(&f.activity, "n1", "t", "step", NULL, 8, 4, NAN);
    fixture_span(&f.activity, "n1", "u", "parse", NULL, 3, 2, NAN);
    trace_run(&f, false);
    CHECK_NEAR(self_of(&f, "main"), 9, 0);
    CHECK_NEAR(self_of(&f, "load"), 3, 0);
    CHECK_NEAR(self_of(&f, "parse"), 4, 0);
    CHECK_NEAR(self_of(&f, "step"), 2, 0);
    CHECK_NEAR(self_of(&f, "late"), 4, 0);
    const struct table *functions = tables_find(&f.tables, "functions");
    CHECK_TEXT(table_texts(functions, "function")[0], "main");
    CHECK_NEAR(table_numbers(functions, "duration_s")[0], 20, 0);
    CHECK_NEAR(table_numbers(functions, "share")[0], 9.0 / 22, 1e-15); /* busy: 20 + 2 */
    trace_release(&f);
}

/* One inside the same function, one of the same time, one of none, one behind another's end. */
static void own_time_of_odd_runs(void)
{
    struct trace_fixture f;
    trace_init(&f, ACTIVITY_CLOCK_UNIX);
    fixture_span(&f.activity, "n1", "t", "again", NULL, 0, 8, NAN);
    fixture_span(&f.activity, "n1", "t", "again", NULL, 2, 4, NAN);
    fixture_span(&f.activity, "n1", "t", "same", NULL, 2, 4, NAN);
    fixture_span(&f.activity, "n1", "t", "none", NULL, 3, 0, NAN);
    fixture_span(&f.activity, "n1", "t", "next", NULL, 8, 1, NAN);
    fixture_span(&f.activity, "n1", "t", "stair 1", NULL, 10, 3, NAN);
    fixture_span(&f.activity, "n1", "t", "stair 2", NULL, 11, 3, NAN);
    fixture_span(&f.activity, "n1", "t", "stair 3", NULL, 12, 3, NAN);
    trace_run(&f, false);
    CHECK_NEAR(self_of(&f, "again"), 4, 0);
    CHECK_NEAR(self_of(&f, "same"), 4, 0);
    CHECK_NEAR(self_of(&f, "none"), 0, 0);
    CHECK_NEAR(self_of(&f, "next"), 1, 0);
    CHECK_NEAR(self_of(&f, "stair 1"), 1, 0);
    CHECK_NEAR(self_of(&f, "stair 2"), 1, 0);
    CHECK_NEAR(self_of(&f, "stair 3"), 3, 0);
    trace_release(&f);
}

/* Two tasks at a time on a worker of Dask: neither called the other. */
static void tasks_side_by_side_keep_their_time(void)
{
    struct trace_fixture f;
    trace_init(&f, ACTIVITY_CLOCK_UNIX);
    fixture_span(&f.activity, "n1", "w", "a", "('a', 0)", 0, 8, NAN);
    fixture_span(&f.activity, "n1", "w", "b", "('b', 0)", 2, 4, NAN);
    fixture_span(&f.activity, "n1", "w", "c", NULL, 1, 2, NAN);
    trace_run(&f, false);
    CHECK_NEAR(self_of(&f, "a"), 8, 0);
    CHECK_NEAR(self_of(&f, "b"), 4, 0);
    CHECK_NEAR(self_of(&f, "c"), 2, 0);
    trace_release(&f);
}

/* Of each request the total encloses its parts, of which the last outlives it; others run
 * meanwhile. */
static void own_time_of_a_task_is_without_its_parts(void)
{
    struct trace_fixture f;
    trace_init(&f, ACTIVITY_CLOCK_UNIX);
    fixture_span(&f.activity, "n1", "w", "total", "1", 0, 10, NAN);
    fixture_span(&f.activity, "n1", "w", "total", "2", 1, 10, NAN);
    fixture_span(&f.activity, "n1", "w", "read", "1", 1, 2, NAN);
    fixture_span(&f.activity, "n1", "w", "read", "2", 2, 4, NAN);
    fixture_span(&f.activity, "n1", "w", "draw", "1", 3, 6, NAN);
    fixture_span(&f.activity, "n1", "w", "save", "2", 9, 4, NAN);
    for (int i = 0; i < 600; i++)
        fixture_span(&f.activity, "n1", "w", "other", i % 2 ? "3" : "4", 20 + i, 1, NAN);
    trace_run(&f, false);
    CHECK_NEAR(self_of(&f, "total"), 2 + 4, 0);
    CHECK_NEAR(self_of(&f, "read"), 6, 0);
    CHECK_NEAR(self_of(&f, "draw"), 6, 0);
    CHECK_NEAR(self_of(&f, "save"), 4, 0);
    CHECK_NEAR(self_of(&f, "other"), 600, 0);
    trace_release(&f);
}

/* Tasks of w3 take twice as long, one of each worker very long: it is left out. A function on few
 * workers, and a worker with few tasks, are not compared. */
static void the_pace_of_a_worker_is_that_of_its_tasks(void)
{
    static const char *const names[] = {"w0", "w1", "w2", "w3"};
    struct trace_fixture f;
    trace_init(&f, ACTIVITY_CLOCK_UNIX);
    for (int w = 0; w < 4; w++) {
        for (int i = 0; i < 6; i++)
            fixture_span(&f.activity, "n1", names[w], "f", NULL, 10 * i, w == 3 ? 2 : 1, NAN);
        fixture_span(&f.activity, "n1", names[w], "alone on few", NULL, 100, w < 2 ? 1 : 0, NAN);
    }
    fixture_span(&f.activity, "n1", "w1", "f", NULL, 60, 19, NAN);
    fixture_span(&f.activity, "n1", "w4", "f", NULL, 0, 3, NAN);
    trace_run(&f, false);
    const double *ratios = table_numbers(tables_find(&f.tables, "trace_workers"), "time_ratio");
    CHECK_NEAR(ratios[0], 1 / ((25 + 12 + 6 + 3) / 20.0), 1e-12);
    CHECK_NEAR(ratios[1], 1 / ((6 + 6 + 12 + 3) / 19.0), 1e-12);
    CHECK_NEAR(ratios[3], 2 / ((6 + 25 + 6 + 3) / 20.0), 1e-12);
    CHECK(isnan(ratios[4]));
    CHECK(isnan(table_numbers(tables_find(&f.tables, "trace_workers"), "slow_chance")[3]));
    trace_release(&f);
}

/* All 8 tasks of w3 are longer than the mean, 1.25, none of 24 others: at most (1/4)^8. */
static void that_a_worker_is_slow_by_chance_is_worked_out(void)
{
    static const char *const names[] = {"w0", "w1", "w2", "w3"};
    struct trace_fixture f;
    trace_init(&f, ACTIVITY_CLOCK_UNIX);
    for (int w = 0; w < 4; w++)
        for (int i = 0; i < 8; i++)
            fixture_span(&f.activity, "n1", names[w], "f", NULL, 10 * i, w == 3 ? 2 : 1, NAN);
    trace_run(&f, false);
    const double *chances = table_numbers(tables_find(&f.tables, "trace_workers"), "slow_chance");
    CHECK_NEAR(chances[0], 1, 0);
    CHECK_NEAR(chances[3], pow(0.25, 8), 1e-15);
    trace_release(&f);
}

CHECK_MAIN(TEST(the_pace_of_a_worker_is_that_of_its_tasks),
           TEST(that_a_worker_is_slow_by_chance_is_worked_out),
           TEST(own_time_of_a_task_is_without_its_parts), TEST(own_time_is_without_what_ran_inside),
           TEST(own_time_of_odd_runs), TEST(tasks_side_by_side_keep_their_time))
