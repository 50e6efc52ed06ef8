/* What became of tasks: which of their attempts decides. */
#include <math.h>

#include "task_fixture.h"

static struct task_fixture fixture;

#define BEGIN(...) TASK_FIXTURE_BEGIN(&fixture, __VA_ARGS__)

static void end(void)
{
    task_fixture_release(&fixture);
}

static const char *outcomes(void)
{
    static char text[64];
    uint8_t *made = task_outcomes_make(&fixture.records);
    memset(text, 0, sizeof text);
    for (size_t i = 0; made && i < fixture.records.rows; i++)
        text[i] = "SFCU?-"[made[i]];
    free(made);
    return text;
}

static void all_success_needs_no_outcomes(void)
{
    BEGIN({.task = "a", .elapsed = 1}, {.task = "a"});
    CHECK(!task_outcomes_make(&fixture.records));
    end();
}

static void exit_code_decides(void)
{
    BEGIN({.task = "a", .ending = ENDING_SUCCEEDED},
          {.task = "a", .ending = ENDING_SUCCEEDED, .exit_code = 1},
          {.task = "a", .ending = ENDING_FAILED}, {.task = "a", .ending = ENDING_LOST},
          {.task = "a", .ending = ENDING_UNFINISHED}, {.task = "a", .ending = ENDING_CACHED},
          {.task = "a", .exit_code = 137});
    CHECK_TEXT(outcomes(), "SFFFUSF");
    end();
}

static void add_started(const char *id, enum record_ending ending, double start)
{
    task_fixture_add(&fixture, (struct task_record){.task = "a", .id = id, .ending = ending});
    if (start > 0)
        records_put_number(&fixture.records, RECORD_START_COLUMN, start);
}

/* Tables may list the latest first. Where a time is missing the order of the rows counts. */
static void the_latest_try_decides(void)
{
    task_fixture_init(&fixture);
    add_started("1", ENDING_SUCCEEDED, 200);
    add_started("1", ENDING_FAILED, 100);
    add_started("2", ENDING_FAILED, 100);
    add_started("2", ENDING_SUCCEEDED, 200);
    add_started("3", ENDING_SUCCEEDED, 200);
    add_started("3", ENDING_FAILED, 0);
    CHECK_TEXT(outcomes(), "S--S-F");
    end();
}

static void last_try_decides(void)
{
    BEGIN({.task = "a", .id = "1", .ending = ENDING_FAILED}, {.task = "a", .id = "2"},
          {.task = "a", .id = "1"}, {.task = "a", .id = "3"},
          {.task = "a", .id = "3", .ending = ENDING_FAILED}, {.task = "a"});
    CHECK_TEXT(outcomes(), "-SS-FS");
    end();
}

static void numbered_tries_come_in_any_order(void)
{
    BEGIN({.task = "a", .id = "x", .attempt = 2}, {.task = "a", .id = "x", .attempt = 1},
          {.task = "a", .id = "y", .attempt = 1}, {.task = "a", .id = "y", .attempt = 1},
          {.task = "a", .id = "y", .attempt = 2});
    CHECK_TEXT(outcomes(), "S--SS");
    end();
}

/* Parts of a task bear its id, and are no tries of each other. */
static void records_of_several_kinds_are_no_tries(void)
{
    BEGIN({.task = "Render", .id = "1"}, {.task = "Tiling", .id = "1"},
          {.task = "Render", .id = "1"});
    CHECK_TEXT(outcomes(), "-SS");
    end();
}

static void ids_mean_something_in_their_source_only(void)
{
    BEGIN({.task = "a", .id = "1"});
    records_begin_source(&fixture.records, "second");
    task_fixture_add(&fixture, (struct task_record){.task = "a", .id = "1"});
    CHECK_TEXT(outcomes(), "SS");
    end();
}

/* What succeeded is not run again: the export of the earlier week was given last. */
static void success_comes_last_where_order_is_unknown(void)
{
    BEGIN({.task = "a", .id = "1"});
    records_begin_source(&fixture.records, "earlier");
    task_fixture_add(&fixture,
                     (struct task_record){.task = "a", .id = "1", .ending = ENDING_FAILED});
    records_join_runs(&fixture.records, 0, 1);
    CHECK_TEXT(outcomes(), "S-");
    end();
}

static void begin_export(const char *path)
{
    records_begin_source(&fixture.records, path);
    records_mark_queue(&fixture.records);
}

static void add_job(const char *id, double attempt, enum record_ending ending, double submit,
                    double start)
{
    add_started(id, ending, start);
    records_put_number(&fixture.records, RECORD_ATTEMPT_COLUMN, attempt);
    records_put_number(&fixture.records, RECORD_SUBMIT_COLUMN, submit);
}

/* A job that was started again is one task, wherever its attempts lie, and in whatever order. */
static void ids_of_jobs_mean_the_same_in_all_exports(void)
{
    task_fixture_init(&fixture);
    begin_export("november");
    add_job("1", 1, ENDING_SUCCEEDED, 150, 200);
    add_job("2", 1, ENDING_UNFINISHED, 90, 0);
    records_begin_source(&fixture.records, "workflow");
    add_job("1", 1, ENDING_SUCCEEDED, 150, 200);
    begin_export("october");
    add_job("1", 1, ENDING_NODE_FAILED, 10, 20);
    add_job("1", 2, ENDING_PREEMPTED, 50, 100);
    add_job("2", 1, ENDING_PREEMPTED, 90, 100);
    CHECK_TEXT(outcomes(), "SUS---");
    end();
}

/* Of jobs without times the order of the exports counts. */
static void jobs_without_times_are_in_the_order_of_exports(void)
{
    task_fixture_init(&fixture);
    begin_export("october");
    add_job("1", 1, ENDING_PREEMPTED, NAN, 0);
    add_job("1", 2, ENDING_PREEMPTED, NAN, 0);
    begin_export("november");
    add_job("1", 1, ENDING_SUCCEEDED, NAN, 0);
    add_job("1", 2, ENDING_SUCCEEDED, NAN, 0);
    CHECK_TEXT(outcomes(), "---S");
    end();
}

static void cached_results_count_once(void)
{
    BEGIN({.task = "a", .id = "1"}, {.task = "a", .id = "2", .ending = ENDING_FAILED});
    for (int i = 0; i < 2; i++) {
        records_begin_source(&fixture.records, "again");
        task_fixture_add(&fixture,
                         (struct task_record){.task = "a", .id = "1", .ending = ENDING_CACHED});
        task_fixture_add(&fixture,
                         (struct task_record){.task = "a", .id = "2", .ending = ENDING_CACHED});
        task_fixture_add(&fixture,
                         (struct task_record){.task = "b", .id = "1", .ending = ENDING_CACHED});
    }
    CHECK_TEXT(outcomes(), "SF-SS---");
    end();
}

static void add_run(const char *source, const char *cached, const char *name, const char *id,
                    enum record_ending ending, double start)
{
    struct records *records = &fixture.records;
    records_begin_source(records, source);
    task_fixture_add(&fixture,
                     (struct task_record){.task = "a",
                                          .id = "done",
                                          .ending = cached ? ENDING_CACHED : ENDING_SUCCEEDED});
    add_started(id, ending, start);
    task_fixture_text(records, records_attribute(records, RECORD_TASK_NAME, RECORD_TEXT), name);
}

/* The run that took a result of the first repeated what had failed there, whatever the order of the
 * inputs; a run of its own did not. */
static void a_resumed_run_repeats_what_failed(void)
{
    task_fixture_init(&fixture);
    add_run("second", "done", "a (s1)", "hash 2", ENDING_SUCCEEDED, 900);
    add_run("first", NULL, "a (s1)", "hash 1", ENDING_FAILED, 100);
    CHECK_TEXT(outcomes(), "-SS-");
    end();
    task_fixture_init(&fixture);
    add_run("first", NULL, "a (s1)", "hash 1", ENDING_FAILED, 100);
    add_run("other", NULL, "a (s1)", "hash 2", ENDING_SUCCEEDED, 900);
    CHECK_TEXT(outcomes(), "SFSS");
    end();
}

CHECK_MAIN(TEST(all_success_needs_no_outcomes), TEST(exit_code_decides), TEST(last_try_decides),
           TEST(the_latest_try_decides), TEST(numbered_tries_come_in_any_order),
           TEST(records_of_several_kinds_are_no_tries),
           TEST(ids_mean_something_in_their_source_only),
           TEST(success_comes_last_where_order_is_unknown),
           TEST(ids_of_jobs_mean_the_same_in_all_exports),
           TEST(jobs_without_times_are_in_the_order_of_exports), TEST(cached_results_count_once),
           TEST(a_resumed_run_repeats_what_failed))
