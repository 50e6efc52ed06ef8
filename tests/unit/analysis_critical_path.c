/* Critical paths of records and of traces. */
#include "task_fixture.h"

#include <math.h>

static struct task_fixture f;

static void add(const char *task, const char *id, double start, double elapsed,
                enum record_ending ending)
{
    task_fixture_add(
        &f, (struct task_record){.task = task, .id = id, .elapsed = elapsed, .ending = ending});
    records_put_number(&f.records, RECORD_START_COLUMN, start);
    records_put_number(&f.records, RECORD_END_COLUMN, start + elapsed);
}

static struct critical_path_summary_row find(void)
{
    static const char *const analyses[] = {"critical_path", NULL};
    task_fixture_run(&f, analyses);
    const struct table *table = tables_find(&f.tables, "critical_path_summary");
    return table ? critical_path_summary_row_at(table, 0) : critical_path_summary_row_missing();
}

/* prepare 10 s; two maps of 30 and 20 s; merge, which waited 5 s, 40 s. Failed: no part of it. */
static void begin_workflow(void)
{
    task_fixture_init(&f);
    records_begin_source(&f.records, "flow");
    add("prepare", "p", 1000, 10, ENDING_SUCCEEDED);
    add("map", "m1", 1010, 30, ENDING_SUCCEEDED);
    add("map", "m2", 1010, 20, ENDING_SUCCEEDED);
    add("merge", "g", 1045, 40, ENDING_SUCCEEDED);
    add("other", "o", 1085, 15, ENDING_SUCCEEDED);
    add("late", "l", 1100, 500, ENDING_FAILED);
    records_add_dependency(&f.records, "g", "m1");
    records_add_dependency(&f.records, "g", "m2");
    records_add_dependency(&f.records, "m1", "p");
    records_add_dependency(&f.records, "m2", "p");
    records_add_dependency(&f.records, "l", "g");
    records_add_dependency(&f.records, "g", "nobody");
}

static void the_longest_chain_is_found(void)
{
    begin_workflow();
    struct critical_path_summary_row summary = find();
    CHECK_NEAR(summary.tasks, 5, 0);
    CHECK_NEAR(summary.dependencies, 4, 0);
    CHECK_NEAR(summary.path_tasks, 3, 0);
    CHECK_NEAR(summary.length_s, 80, 0);
    CHECK_NEAR(summary.makespan_s, 100, 0);
    CHECK_NEAR(summary.share, 0.8, 1e-12);
    CHECK_NEAR(summary.wait_s, 5, 0);
    CHECK_NEAR(summary.none_ran_s, 5, 0); /* merge waited, and nothing ran beside it */
    CHECK_NEAR(summary.none_ran_share, 0.05, 1e-12);
    CHECK_TEXT(summary.none_ran_is, "exact");
    CHECK_TEXT(task_fixture_csv(&f, "critical_path"),
               "position,task,id,after_s,wait_s,elapsed_s,share\n"
               "1,prepare,p,0,,10,0.125\n2,map,m1,10,0,30,0.375\n3,merge,g,45,5,40,0.5\n");
    task_fixture_release(&f);
}

/* A consumer that reads what a producer still writes: no run is shorter than either, but than both.
 * By less than a second, as times are rounded, it waited. */
static void dependencies_on_what_still_ran_are_left_out(void)
{
    task_fixture_init(&f);
    records_begin_source(&f.records, "stream");
    add("producer", "p", 1000, 100, ENDING_SUCCEEDED);
    add("consumer", "c", 1005, 100, ENDING_SUCCEEDED);
    add("summary", "s", 1104.5, 10, ENDING_SUCCEEDED);
    records_add_dependency(&f.records, "c", "p");
    records_add_dependency(&f.records, "s", "c");
    struct critical_path_summary_row summary = find();
    CHECK_NEAR(summary.dependencies, 1, 0);
    CHECK_NEAR(summary.overlapping, 1, 0);
    CHECK_NEAR(summary.circular, 0, 0);
    CHECK_NEAR(summary.length_s, 110, 0);
    CHECK_NEAR(summary.makespan_s, 114.5, 0);
    task_fixture_release(&f);
}

/* Without times of their starts nothing contradicts it. */
static void circles_are_counted(void)
{
    task_fixture_init(&f);
    records_begin_source(&f.records, "ring");
    for (int i = 0; i < 3; i++)
        add("step", (const char *[]){"a", "b", "c"}[i], (double)NAN, 10, ENDING_SUCCEEDED);
    records_add_dependency(&f.records, "a", "b");
    records_add_dependency(&f.records, "b", "c");
    records_add_dependency(&f.records, "c", "a");
    struct critical_path_summary_row summary = find();
    CHECK_NEAR(summary.dependencies, 3, 0);
    CHECK_NEAR(summary.circular, 1, 0);
    CHECK_NEAR(summary.length_s, 30, 0);
    task_fixture_release(&f);
}

/* With maps of 15 and 10 s it is 65 s long; with a merge of 20 s 60 s. */
static void what_half_as_long_would_do_is_worked_out_anew(void)
{
    begin_workflow();
    find();
    CHECK_TEXT(task_fixture_csv(&f, "critical_path_kinds"),
               "task,of,tasks,elapsed_s,share,halved_s,shorter_s\n"
               "merge,tasks,1,40,0.5,60,20\nmap,tasks,1,30,0.375,65,15\n"
               "prepare,tasks,1,10,0.125,75,5\n");
    task_fixture_release(&f);
}

/* Another branch is the longest then. */
static void the_path_may_change(void)
{
    task_fixture_init(&f);
    add("a", "a", 0, 10, ENDING_SUCCEEDED);
    add("b", "b", 0, 9, ENDING_SUCCEEDED);
    add("c", "c", 10, 1, ENDING_SUCCEEDED);
    records_add_dependency(&f.records, "c", "a");
    records_add_dependency(&f.records, "c", "b");
    find();
    const struct critical_path_kinds_rows kinds = critical_path_kinds_rows(&f.tables);
    CHECK_TEXT(kinds.task[0], "a");
    CHECK_NEAR(kinds.halved_s[0], 10, 0);
    CHECK_NEAR(kinds.shorter_s[0], 1, 0);
    task_fixture_release(&f);
}

/* Ids are those of one source; the makespan is that of the run with the path. */
static void sources_are_apart(void)
{
    task_fixture_init(&f);
    for (int source = 0; source < 2; source++) {
        records_begin_source(&f.records, source ? "two" : "one");
        f.records.sources[source].makespan_s = source ? 25 : 70;
        task_fixture_add(&f, (struct task_record){.task = "a",
                                                  .id = "1",
                                                  .elapsed = 10,
                                                  .ending = ENDING_SUCCEEDED});
        task_fixture_add(&f, (struct task_record){.task = "b",
                                                  .id = "2",
                                                  .elapsed = source ? 10 : 5,
                                                  .ending = ENDING_SUCCEEDED});
        records_add_dependency(&f.records, "2", "1");
    }
    struct critical_path_summary_row summary = find();
    CHECK_NEAR(summary.length_s, 20, 0);
    CHECK_NEAR(summary.makespan_s, 25, 0);
    CHECK(isnan(summary.wait_s));
    task_fixture_release(&f);
}

/* Rules of a Makeflow whose tasks another log has. */
static void rules_are_known_by_number(void)
{
    task_fixture_init(&f);
    int rule = records_attribute(&f.records, RECORD_MAKEFLOW_NODE, RECORD_NUMBER);
    add("a", "71", 0, 10, ENDING_SUCCEEDED);
    records_put_number(&f.records, rule, 0);
    add("b", "72", 10, 10, ENDING_SUCCEEDED);
    records_put_number(&f.records, rule, 1);
    records_add_dependency(&f.records, "1", "0");
    f.records.dependencies[0].source = RECORD_ANY_SOURCE;
    CHECK_NEAR(find().length_s, 20, 0);
    task_fixture_release(&f);
}

static void without_dependencies_there_is_none(void)
{
    task_fixture_init(&f);
    add("a", "1", 0, 10, ENDING_SUCCEEDED);
    find();
    CHECK_TEXT(task_fixture_csv(&f, "critical_path_summary"), "none");
    task_fixture_release(&f);
}

/* Run times of 10, 20 and 5 s (a failed one) in a run of 100 s: for 65 s none can have run. */
static void what_run_times_leave_is_a_least(void)
{
    static const double elapsed[] = {10, 20, 5};
    static const char *const ids[] = {"a", "b", "c"};
    for (int is_known = 0; is_known < 2; is_known++) {
        task_fixture_init(&f);
        records_begin_source(&f.records, "flow");
        for (size_t i = 0; i < 3; i++)
            task_fixture_add(&f,
                             (struct task_record){.task = "t",
                                                  .id = ids[i],
                                                  .elapsed = i == 2 && !is_known ? NAN : elapsed[i],
                                                  .ending =
                                                      i == 2 ? ENDING_FAILED : ENDING_SUCCEEDED});
        records_add_dependency(&f.records, "b", "a");
        f.records.sources[f.records.source_count - 1].makespan_s = 100;
        struct critical_path_summary_row summary = find();
        CHECK_NEAR(summary.length_s, 30, 0);
        CHECK_NEAR(summary.none_ran_s, is_known ? 65 : NAN, 0);
        CHECK_NEAR(summary.none_ran_share, is_known ? 0.65 : NAN, 1e-12);
        if (is_known)
            CHECK_TEXT(summary.none_ran_is, "least");
        task_fixture_release(&f);
    }
}

CHECK_MAIN(TEST(what_run_times_leave_is_a_least), TEST(the_longest_chain_is_found),
           TEST(dependencies_on_what_still_ran_are_left_out), TEST(circles_are_counted),
           TEST(what_half_as_long_would_do_is_worked_out_anew), TEST(the_path_may_change),
           TEST(sources_are_apart), TEST(rules_are_known_by_number),
           TEST(without_dependencies_there_is_none))
