#include "records_text.h"

#include "input/tasks/repeated_records.h"

static struct fixture fixture;

static const double DAY = 1.7e9;

static void begin(void)
{
    fixture_init(&fixture);
    dataset_records(&fixture.dataset);
}

static void begin_source(const char *path)
{
    records_begin_source(fixture.dataset.records, path);
}

/* Numbers of 0 are missing. */
static void add(const char *id, enum record_ending ending, double submit, double start,
                double elapsed)
{
    struct records *records = fixture.dataset.records;
    records_add(records);
    records_put_text(records, RECORD_TASK_COLUMN, "a", 1);
    records_put_text(records, RECORD_ID_COLUMN, id, strlen(id));
    records_put_ending(records, ending);
    records_put_number(records, RECORD_SUBMIT_COLUMN, submit > 0 ? submit : NAN);
    records_put_number(records, RECORD_START_COLUMN, start > 0 ? start : NAN);
    records_put_number(records, RECORD_ELAPSED_COLUMN, elapsed > 0 ? elapsed : NAN);
}

static const char *ids(void)
{
    repeated_records_drop(fixture.dataset.records, fixture.diagnostics);
    return records_texts_text(&fixture, RECORD_ID_COLUMN);
}

/* Monday's jobs are in both exports; a retry in the second is of the same job as its first try. */
static void records_of_two_exports_count_once(void)
{
    begin();
    begin_source("week1");
    add("1", ENDING_SUCCEEDED, DAY, DAY + 10, 5);
    add("2", ENDING_FAILED, DAY, DAY + 20, 5);
    begin_source("week2");
    add("2", ENDING_FAILED, DAY, DAY + 20, 5);
    add("2", ENDING_SUCCEEDED, DAY, DAY + 40, 5);
    add("3", ENDING_SUCCEEDED, DAY, DAY + 50, 5);
    CHECK_TEXT(ids(), "1 2 2 3");
    CHECK_INT(fixture.dataset.records->rows, 4);
    CHECK_INT(fixture.dataset.records->sources[1].run, 0);
    CHECK_TEXT(fixture.said.text, "week2: 1 record is also in week1: counted once\n");
    fixture_release(&fixture);
}

/* A log beside an earlier copy of it. */
static void what_had_not_ended_gives_way(void)
{
    begin();
    begin_source("copy");
    add("1", ENDING_UNFINISHED, DAY, DAY + 10, 3);
    add("2", ENDING_UNFINISHED, DAY, 0, 0);
    add("3", ENDING_UNFINISHED, DAY, 0, 0);
    begin_source("log");
    add("1", ENDING_SUCCEEDED, DAY, DAY + 10, 5);
    add("2", ENDING_SUCCEEDED, DAY, DAY + 20, 7);
    add("3", ENDING_UNFINISHED, DAY, 0, 0);
    CHECK_TEXT(ids(), "1 2 3");
    CHECK_TEXT(records_numbers_text(&fixture, RECORD_ELAPSED_COLUMN), "5 7 -");
    CHECK_INT(fixture.dataset.records->blocks[0].source, 1);
    fixture_release(&fixture);
}

/* Of two equal ones that which says more is kept. */
static void the_record_that_says_more_is_kept(void)
{
    begin();
    begin_source("short");
    add("1", ENDING_SUCCEEDED, 0, DAY + 10, 0);
    add("2", ENDING_SUCCEEDED, DAY, DAY + 10, 5);
    begin_source("long");
    add("1", ENDING_SUCCEEDED, DAY, DAY + 10, 5);
    add("2", ENDING_SUCCEEDED, DAY, DAY + 10, 5.4); /* one of them rounded */
    CHECK_TEXT(ids(), "2 1");
    CHECK_TEXT(records_numbers_text(&fixture, RECORD_ELAPSED_COLUMN), "5 5");
    fixture_release(&fixture);
}

static void what_differs_is_of_two_runs(void)
{
    begin();
    begin_source("run1");
    add("1", ENDING_SUCCEEDED, 0, DAY + 10, 5);
    add("2", ENDING_SUCCEEDED, 0, 10, 5); /* clocks that begin with the run */
    add("3", ENDING_SUCCEEDED, 0, 0, 5);
    begin_source("run2");
    add("1", ENDING_SUCCEEDED, 0, DAY + 10, 7);
    add("2", ENDING_SUCCEEDED, 0, 10, 5);
    add("3", ENDING_SUCCEEDED, 0, 0, 5);
    add("4", ENDING_FAILED, 0, DAY + 10, 5); /* twice within a second, in one source */
    add("4", ENDING_FAILED, 0, DAY + 10, 5);
    CHECK_TEXT(ids(), "1 2 3 1 2 3 4 4");
    CHECK_INT(fixture.dataset.records->sources[1].run, 1);
    CHECK_TEXT(fixture.said.text, "");
    fixture_release(&fixture);
}

static void add_on(const char *node)
{
    add("1", ENDING_SUCCEEDED, DAY, DAY + 10, 5);
    records_put_text(fixture.dataset.records, RECORD_NODE_COLUMN, node, strlen(node));
}

/* An export without the column of nodes says nothing else; one with another node does. */
static void what_one_does_not_say_is_no_difference(void)
{
    begin();
    begin_source("with");
    add_on("n1");
    begin_source("without");
    add("1", ENDING_SUCCEEDED, DAY, DAY + 10, 5);
    begin_source("elsewhere");
    add_on("n2");
    CHECK_TEXT(ids(), "1 1");
    CHECK_TEXT(records_texts_text(&fixture, RECORD_NODE_COLUMN), "n1 n2");
    fixture_release(&fixture);
}

/* However many inputs hold it, in the same words, in others, or before it ended. */
static void many_copies_count_once(void)
{
    enum { COPIES = 100 };
    begin();
    for (int i = 0; i < COPIES; i++) {
        char path[32];
        snprintf(path, sizeof path, "export%d", i);
        begin_source(path);
        add("same", ENDING_SUCCEEDED, DAY, DAY + 10, 5);
        add("rounded", ENDING_SUCCEEDED, DAY, DAY + 20, 500 + i / 1000.0);
        add("running", i < COPIES - 1 ? ENDING_UNFINISHED : ENDING_SUCCEEDED, DAY, DAY + 30, 5 + i);
        add("never", ENDING_CANCELLED, DAY, 0, 0);
    }
    CHECK_TEXT(ids(), "same rounded never running");
    CHECK_INT(records_ended(&fixture, ENDING_UNFINISHED), 0);
    fixture_release(&fixture);
}

/* Ids that do not tell tasks apart: 30,000 tasks in two exports, all of one job. */
static void tasks_that_share_an_id_are_compared_fast(void)
{
    enum { TASKS = 30000 };
    begin();
    for (int export = 0; export < 2; export ++) {
        begin_source(export ? "week2" : "week1");
        for (int i = 0; i < TASKS; i++)
            add("1", ENDING_SUCCEEDED, DAY, DAY + 10,
                10 * (i + 1) + (i < TASKS / 2 ? 0 : 5 * export));
    }
    repeated_records_drop(fixture.dataset.records, fixture.diagnostics);
    CHECK(fixture.dataset.records->rows >= TASKS + TASKS / 2 - 64);
    CHECK(fixture.dataset.records->rows <= TASKS + TASKS / 2);
    fixture_release(&fixture);
}

/* Two tasks of an id that differ by less than rounding stay two where one is in another input. */
static void a_copy_takes_no_second_record_of_a_source(void)
{
    begin();
    begin_source("week1");
    add("1", ENDING_SUCCEEDED, DAY, DAY + 10, 5.1);
    begin_source("week2");
    add("1", ENDING_SUCCEEDED, DAY, DAY + 10, 5.3);
    add("1", ENDING_SUCCEEDED, DAY, DAY + 10, 5.1);
    add("1", ENDING_SUCCEEDED, DAY, DAY + 10, 5.1);
    CHECK_TEXT(ids(), "1 1 1");
    CHECK_TEXT(records_numbers_text(&fixture, RECORD_ELAPSED_COLUMN), "5.1 5.3 5.1");
    fixture_release(&fixture);
}

/* Who ends hours later did other work, though nobody says how long it took. */
static void other_ends_are_other_attempts(void)
{
    begin();
    for (int i = 0; i < 2; i++) {
        begin_source(i ? "run2" : "run1");
        add("1", ENDING_SUCCEEDED, DAY, DAY + 10, 0);
        records_put_number(fixture.dataset.records, RECORD_END_COLUMN, DAY + 3600 * (i + 1));
    }
    CHECK_TEXT(ids(), "1 1");
    fixture_release(&fixture);
}

/* Of a batch system, of which records say no moment. */
static void begin_queue(const char *path)
{
    begin_source(path);
    records_mark_queue(fixture.dataset.records);
}

static void add_untimed(const char *id, int attempt, enum record_ending ending, double elapsed)
{
    add(id, ending, 0, 0, elapsed);
    records_put_number(fixture.dataset.records, RECORD_ATTEMPT_COLUMN, attempt);
}

/* Job 2 ran on after the first export, job 3 had been put back into the queue by then, of job 4 the
 * second export lists the last attempt alone. */
static void jobs_without_moments_count_once(void)
{
    begin();
    begin_queue("week1");
    add_untimed("1", 1, ENDING_SUCCEEDED, 5);
    add_untimed("2", 1, ENDING_UNFINISHED, 7);
    add_untimed("3", 1, ENDING_NODE_FAILED, 7);
    add_untimed("4", 1, ENDING_FAILED, 3);
    add_untimed("4", 2, ENDING_SUCCEEDED, 4);
    begin_queue("week2");
    add_untimed("1", 1, ENDING_SUCCEEDED, 5);
    add_untimed("2", 1, ENDING_SUCCEEDED, 9);
    add_untimed("3", 1, ENDING_SUCCEEDED, 9);
    add_untimed("4", 1, ENDING_SUCCEEDED, 4);
    CHECK_TEXT(ids(), "1 3 4 4 2 3");
    CHECK_TEXT(records_numbers_text(&fixture, RECORD_ELAPSED_COLUMN), "5 7 3 4 9 9");
    CHECK_TEXT(fixture.said.text, "week1: 1 record is also in week2: counted once\nweek2: 2 "
                                  "records are also in week1: counted once\n");
    fixture_release(&fixture);
}

/* Given first, it does not make the earlier attempt decide. */
static void the_last_attempt_stays_the_last(void)
{
    begin();
    begin_queue("week2");
    add_untimed("4", 1, ENDING_SUCCEEDED, 4);
    begin_queue("week1");
    add_untimed("4", 1, ENDING_FAILED, 3);
    add_untimed("4", 2, ENDING_SUCCEEDED, 4);
    CHECK_TEXT(ids(), "4 4");
    CHECK_TEXT(records_numbers_text(&fixture, RECORD_ATTEMPT_COLUMN), "1 2");
    CHECK_TEXT(records_numbers_text(&fixture, RECORD_ELAPSED_COLUMN), "3 4");
    fixture_release(&fixture);
}

/* sacct asked for other columns: one table has times, one elapsed times, one neither. Job 1 was put
 * back into the queue once. */
static void tables_of_other_columns_count_once(void)
{
    begin();
    begin_queue("times");
    add("1", ENDING_REQUEUED, DAY, DAY + 10, 5);
    add("1", ENDING_SUCCEEDED, DAY, DAY + 90, 7);
    add("2", ENDING_UNFINISHED, DAY, 0, 0);
    add("3", ENDING_OUT_OF_MEMORY, DAY, DAY + 10, 5);
    begin_queue("states");
    add_untimed("3", 1, ENDING_FAILED, 0);
    add_untimed("1", 1, ENDING_REQUEUED, 0);
    add_untimed("1", 2, ENDING_SUCCEEDED, 0);
    records_put_number(fixture.dataset.records, RECORD_EXIT_CODE_COLUMN, 0);
    add_untimed("2", 1, ENDING_UNFINISHED, 0);
    begin_queue("elapsed");
    add_untimed("1", 1, ENDING_REQUEUED, 5);
    add_untimed("1", 2, ENDING_SUCCEEDED, 7);
    add_untimed("2", 1, ENDING_UNFINISHED, 0);
    CHECK_TEXT(ids(), "1 1 2 3");
    CHECK_TEXT(records_numbers_text(&fixture, RECORD_ELAPSED_COLUMN), "5 7 - 5");
    CHECK_TEXT(records_numbers_text(&fixture, RECORD_EXIT_CODE_COLUMN), "- 0 - -");
    fixture_release(&fixture);
}

/* Given first, it has what the times are filled into; another elapsed time is another attempt. */
static void the_table_with_times_is_kept(void)
{
    begin();
    begin_queue("states");
    add_untimed("1", 1, ENDING_SUCCEEDED, 0);
    add_untimed("2", 1, ENDING_FAILED, 0);
    begin_queue("times");
    add("1", ENDING_SUCCEEDED, DAY, DAY + 10, 5);
    add("2", ENDING_FAILED, DAY, DAY + 20, 60);
    begin_queue("elapsed");
    add_untimed("2", 1, ENDING_FAILED, 600);
    add_untimed("1", 1, ENDING_FAILED, 5);
    CHECK_TEXT(ids(), "1 2 2 1");
    CHECK_TEXT(records_numbers_text(&fixture, RECORD_ELAPSED_COLUMN), "5 60 600 5");
    CHECK_TEXT(fixture.said.text, "states: 2 records are also in times: counted once\n");
    fixture_release(&fixture);
}

/* A second apart, or of tables in which each run numbers its tasks from 1 on. */
static void equal_ids_without_moments_may_be_two(void)
{
    begin();
    begin_queue("week1");
    add_untimed("1", 1, ENDING_FAILED, 5);
    begin_queue("week2");
    add_untimed("1", 1, ENDING_FAILED, 6);
    CHECK_TEXT(ids(), "1 1");
    fixture_release(&fixture);
    begin();
    begin_source("run1");
    add_untimed("1", 1, ENDING_SUCCEEDED, 5);
    begin_source("run2");
    add_untimed("1", 1, ENDING_SUCCEEDED, 5);
    CHECK_TEXT(ids(), "1 1");
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(jobs_without_moments_count_once), TEST(the_last_attempt_stays_the_last),
           TEST(equal_ids_without_moments_may_be_two), TEST(tables_of_other_columns_count_once),
           TEST(the_table_with_times_is_kept), TEST(many_copies_count_once),
           TEST(tasks_that_share_an_id_are_compared_fast),
           TEST(a_copy_takes_no_second_record_of_a_source), TEST(other_ends_are_other_attempts),
           TEST(what_one_does_not_say_is_no_difference), TEST(records_of_two_exports_count_once),
           TEST(what_had_not_ended_gives_way), TEST(the_record_that_says_more_is_kept),
           TEST(what_differs_is_of_two_runs))
