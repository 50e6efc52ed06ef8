/* Tables that do not say when tasks ran, of which several hold the same. */
#include "records_text.h"

#include "input/tasks/untimed_copies.h"

static struct fixture fixture;

static void begin(void)
{
    fixture_release(&fixture);
    fixture_init(&fixture);
    dataset_records(&fixture.dataset);
}

static void begin_source(const char *path)
{
    records_begin_source(fixture.dataset.records, path);
}

/* Numbers of 0 are missing. */
static void add(const char *id, enum record_ending ending, double elapsed, double memory)
{
    struct records *records = fixture.dataset.records;
    records_add(records);
    records_put_text(records, RECORD_TASK_COLUMN, "a", 1);
    records_put_text(records, RECORD_ID_COLUMN, id, strlen(id));
    records_put_ending(records, ending);
    records_put_number(records, RECORD_ELAPSED_COLUMN, elapsed > 0 ? elapsed : NAN);
    records_put_number(records, RECORD_MEMORY_COLUMN, memory > 0 ? memory : NAN);
}

/* Tasks numbered from one number on, of whole seconds. */
static void add_tasks(int from, int behind, double first_s, double step_s)
{
    for (int i = from; i < behind; i++) {
        char id[16];
        snprintf(id, sizeof id, "%d", i);
        add(id, ENDING_SUCCEEDED, first_s + step_s * i, 0);
    }
}

static size_t rows(void)
{
    untimed_copies_drop(fixture.dataset.records, fixture.diagnostics);
    return fixture.dataset.records->rows;
}

static const char *ids(void)
{
    rows();
    return records_texts_text(&fixture, RECORD_ID_COLUMN);
}

static void overlapping_exports_count_once(void)
{
    begin();
    begin_source("week1");
    add("f1", ENDING_SUCCEEDED, 10.25, 0);
    add("f2", ENDING_SUCCEEDED, 12, 2e9);
    add("f3", ENDING_FAILED, 3, 0);
    begin_source("week2");
    add("f2", ENDING_SUCCEEDED, 12, 2e9);
    add("f3", ENDING_FAILED, 3, 0);
    add("f3", ENDING_FAILED, 3, 0); /* failed again */
    add("f4", ENDING_SUCCEEDED, 10.25, 0);
    CHECK_TEXT(ids(), "f1 f2 f3 f3 f4");
    CHECK_TEXT(fixture.said.text, "week2: 2 records are also in week1: counted once\n");
    CHECK_INT(fixture.dataset.records->sources[1].run, 0);
}

/* Yesterday's export within today's: ten different tasks are no chance. */
static void an_earlier_export_within_a_later_one(void)
{
    begin();
    begin_source("today");
    add_tasks(1, 20, 10, 2);
    begin_source("yesterday");
    add_tasks(1, 12, 10, 2);
    CHECK_INT(rows(), 19);
    CHECK_TEXT(fixture.said.text, "yesterday: 11 records are also in today: counted once\n");
}

static void what_had_not_ended_gives_way(void)
{
    begin();
    begin_source("yesterday");
    add_tasks(1, 12, 10, 2);
    add("20", ENDING_UNFINISHED, 0, 0);
    add("21", ENDING_UNFINISHED, 0, 0);
    begin_source("today");
    add_tasks(1, 12, 10, 2);
    add("20", ENDING_SUCCEEDED, 7, 0);
    add("21", ENDING_UNFINISHED, 0, 0);
    CHECK_INT(rows(), 13);
    CHECK_INT(records_ended(&fixture, ENDING_UNFINISHED), 1);
    CHECK_TEXT(fixture.said.text, "today: 12 records are also in yesterday: counted "
                                  "once\nyesterday: 1 record is also in today: counted once\n");
}

/* Two campaigns that number their tasks from 1 on; some of whose tasks took as long. */
static void other_campaigns_stay(void)
{
    begin();
    begin_source("first");
    add_tasks(1, 40, 10, 2);
    begin_source("second");
    add_tasks(1, 31, 10, 2);
    add_tasks(31, 40, 11, 2);
    CHECK_INT(rows(), 78);
    CHECK_TEXT(fixture.said.text, "");
    CHECK_INT(fixture.dataset.records->sources[1].run, 1);
}

/* A rerun of three tasks may take the same whole seconds, and as much memory. */
static void a_few_equal_tasks_are_doubtful(void)
{
    begin();
    begin_source("first");
    add("1", ENDING_SUCCEEDED, 1, 1e6);
    add("2", ENDING_SUCCEEDED, 2, 1e6);
    begin_source("second");
    add("1", ENDING_SUCCEEDED, 1, 1e6);
    add("2", ENDING_SUCCEEDED, 2, 1e6);
    CHECK_INT(rows(), 4);
    CHECK_TEXT(fixture.said.text, "second: 2 records have the ids and all values of records in "
                                  "first: counted twice if they are the same\n");
    begin();
    begin_source("first");
    add("1", ENDING_FAILED, 1, 0);
    add_tasks(50, 70, 10, 0); /* twenty tasks of 10 s */
    begin_source("second");
    add("1", ENDING_FAILED, 1, 0);
    add_tasks(50, 80, 10, 0);
    CHECK_INT(rows(), 52);
}

/* A list of names is no measure; nor is what fails alike. */
static void records_without_measures_stay(void)
{
    begin();
    begin_source("first");
    add_tasks(1, 20, 0, 0);
    begin_source("second");
    add_tasks(11, 40, 0, 0);
    CHECK_INT(rows(), 48);
    CHECK_TEXT(fixture.said.text, "");
    begin();
    begin_source("first");
    add("f1", ENDING_FAILED, 1.5, 2e6);
    add("f2", ENDING_SUCCEEDED, 1.5, 2e6);
    begin_source("second");
    add("f1", ENDING_FAILED, 1.5, 2e6);
    add("f3", ENDING_SUCCEEDED, 1.5, 2e6);
    CHECK_INT(rows(), 4);
    begin();
    for (int i = 0; i < 2; i++) {
        begin_source(i ? "second" : "first");
        add("f1", ENDING_UNSAID, 1.5, 2e6);
        records_put_number(fixture.dataset.records, RECORD_EXIT_CODE_COLUMN, 1);
        add(i ? "f3" : "f2", ENDING_UNSAID, 1.5, 2e6);
    }
    CHECK_INT(rows(), 4);
}

/* An export without the column of memory says nothing else; and one that adds it tells more. */
static void what_one_does_not_say_is_no_difference(void)
{
    begin();
    begin_source("without");
    add("f1", ENDING_SUCCEEDED, 10.25, 0);
    add("f2", ENDING_SUCCEEDED, 12.5, 0);
    begin_source("with");
    add("f2", ENDING_SUCCEEDED, 12.5, 2e9);
    add("f3", ENDING_SUCCEEDED, 12.5, 2e9);
    CHECK_TEXT(ids(), "f1 f2 f3");
    CHECK_TEXT(records_numbers_text(&fixture, RECORD_MEMORY_COLUMN), "- 2000000000 2000000000");
}

/* Attributes tell records apart, and clocks that begin with the run. */
static void every_field_is_compared(void)
{
    begin();
    begin_source("first");
    add("f1", ENDING_SUCCEEDED, 10.25, 2e9);
    add("f2", ENDING_SUCCEEDED, 10.5, 2e9);
    records_put_number(fixture.dataset.records, RECORD_START_COLUMN, 100);
    begin_source("second");
    add("f2", ENDING_SUCCEEDED, 10.5, 2e9);
    records_put_number(fixture.dataset.records, RECORD_START_COLUMN, 200);
    add("f3", ENDING_SUCCEEDED, 10.5, 2e9);
    CHECK_INT(rows(), 4);
    begin();
    int band = records_attribute(fixture.dataset.records, "band", RECORD_TEXT);
    begin_source("first");
    add("f1", ENDING_SUCCEEDED, 10.25, 2e9);
    add("f2", ENDING_SUCCEEDED, 10.5, 2e9);
    records_put_text(fixture.dataset.records, band, "u", 1);
    begin_source("second");
    add("f2", ENDING_SUCCEEDED, 10.5, 2e9);
    records_put_text(fixture.dataset.records, band, "g", 1);
    add("f3", ENDING_SUCCEEDED, 10.5, 2e9);
    CHECK_INT(rows(), 4);
}

/* Of three exports the second holds some of each of the others. */
static void several_exports(void)
{
    begin();
    begin_source("week1");
    add_tasks(1, 31, 10, 0.25);
    begin_source("week2");
    add_tasks(20, 51, 10, 0.25);
    begin_source("week3");
    add_tasks(25, 61, 10, 0.25);
    CHECK_INT(rows(), 60);
    CHECK_TEXT(fixture.said.text,
               "week2: 11 records are also in week1: counted once\nweek3: 6 records are also in "
               "week1: counted once\nweek3: 20 records are also in week2: counted once\n");
}

/* Hundreds of tables that each number their tasks anew, and tasks that all have one id. */
static void many_tables_are_compared_fast(void)
{
    enum { TABLES = 300, TASKS = 100, OF_ONE_ID = 30000 };
    begin();
    for (int i = 0; i < TABLES; i++) {
        begin_source("table");
        add_tasks(0, TASKS, 1 + i % 7, i % 5);
    }
    CHECK(rows() >= (size_t)5 * TASKS);
    begin();
    for (int i = 0; i < 2; i++) {
        begin_source(i ? "first" : "second");
        for (int task = 0; task < OF_ONE_ID; task++)
            add("1", ENDING_SUCCEEDED, 1 + task % 50, 1 + task);
    }
    CHECK(rows() >= OF_ONE_ID);
}

static void release(void)
{
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(overlapping_exports_count_once), TEST(an_earlier_export_within_a_later_one),
           TEST(what_had_not_ended_gives_way), TEST(other_campaigns_stay),
           TEST(a_few_equal_tasks_are_doubtful), TEST(records_without_measures_stay),
           TEST(what_one_does_not_say_is_no_difference), TEST(every_field_is_compared),
           TEST(several_exports), TEST(many_tables_are_compared_fast), STEP(release))
