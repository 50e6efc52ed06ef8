/* Records of tables without ids that several inputs hold. */
#include "records_text.h"

#include "input/tasks/timed_copies.h"

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

static void put(int column, double number)
{
    records_put_number(fixture.dataset.records, column, number);
}

/* A memory of 0 is missing. */
static void add(const char *kind, double start, double elapsed, double memory)
{
    records_add(fixture.dataset.records);
    records_put_text(fixture.dataset.records, RECORD_TASK_COLUMN, kind, strlen(kind));
    put(RECORD_START_COLUMN, DAY + start);
    put(RECORD_ELAPSED_COLUMN, elapsed);
    put(RECORD_MEMORY_COLUMN, memory > 0 ? memory : NAN);
}

static void add_id(const char *id)
{
    records_put_text(fixture.dataset.records, RECORD_ID_COLUMN, id, strlen(id));
}

static size_t rows_left(void)
{
    timed_copies_drop(fixture.dataset.records, fixture.diagnostics);
    return fixture.dataset.records->rows;
}

/* The same rows in another order; a third input has some of them. */
static void the_order_of_rows_is_no_matter(void)
{
    begin();
    begin_source("all");
    for (int i = 0; i < 100; i++)
        add(i % 2 ? "a" : "b", i, 20 + i, 1e6 + i);
    begin_source("shuffled");
    for (int i = 0; i < 100; i++)
        add(i * 37 % 100 % 2 ? "a" : "b", i * 37 % 100, 20 + i * 37 % 100, 1e6 + i * 37 % 100);
    begin_source("later");
    for (int i = 60; i < 150; i++)
        add(i % 2 ? "a" : "b", i, 20 + i, 1e6 + i);
    CHECK_INT(rows_left(), 150);
    CHECK_TEXT(fixture.said.text, "shuffled: 100 records are also in all (same task kind, start "
                                  "and elapsed time): counted once\nlater: 40 records are also in "
                                  "all (same task kind, start and elapsed time): counted once\n");
    fixture_release(&fixture);
}

/* Equal ones of one input are different tasks: of n and m there are as many as of the longer. */
static void equal_records_of_one_input_stay(void)
{
    begin();
    begin_source("one");
    for (int i = 0; i < 3; i++)
        add("a", 1, 5, 1e6);
    begin_source("two");
    for (int i = 0; i < 4; i++)
        add("a", 1, 5, 1e6);
    begin_source("two"); /* another run in the same file */
    add("a", 1, 5, 1e6);
    CHECK_INT(rows_left(), 5);
    fixture_release(&fixture);
}

/* However many start in one second. */
static void many_equal_records_are_compared_fast(void)
{
    enum { TASKS = 20000 };
    begin();
    for (int input = 0; input < 3; input++) {
        begin_source(input == 0 ? "one" : input == 1 ? "two" : "three");
        for (int i = 0; i < TASKS; i++) {
            add("a", 1, 5, 1e6 + (input == 1 ? TASKS - i : i + 1) / 2);
            if (input == 2)
                put(RECORD_CORES_COLUMN, 2);
        }
    }
    CHECK(rows_left() <= TASKS + 1);
    fixture_release(&fixture);
}

static void what_differs_stays(void)
{
    begin();
    begin_source("one");
    add("a", 1.25, 5, 1e6);
    add("b", 2.25, 5, 1e6);
    add("c", 3.25, 5, 0);
    begin_source("two");
    add("a", 1.25, 5, 2e6);
    add("b", 2.25, 6, 1e6);
    add("d", 3.25, 5, 0);
    CHECK_INT(rows_left(), 6);
    CHECK_TEXT(fixture.said.text, "");
    fixture_release(&fixture);
}

/* The log has the ids, the table the memory. */
static void a_table_fills_in_what_the_log_of_its_tasks_lacks(void)
{
    begin();
    begin_source("table");
    add("a", 1.5, 5, 1e6);
    put(RECORD_END_COLUMN, DAY + 6.5);
    add("a", 2.5, 6, 2e6);
    begin_source("log");
    add("a", 1.5, 5, 0);
    add_id("1");
    add("a", 2.5, 6, 0);
    add_id("2");
    add("a", 2.5, 6, 0); /* another task, with its own id */
    add_id("3");
    CHECK_INT(rows_left(), 3);
    CHECK_TEXT(records_texts_text(&fixture, RECORD_ID_COLUMN), "1 2 3");
    CHECK_TEXT(records_numbers_text(&fixture, RECORD_MEMORY_COLUMN), "1000000 2000000 -");
    CHECK_TEXT(records_numbers_text(&fixture, RECORD_END_COLUMN), "1700000006.5 - -");
    fixture_release(&fixture);
}

/* Tables of two nodes, in whole seconds and without measures, some rows of which are alike. */
static void whole_seconds_may_be_equal_by_chance(void)
{
    begin();
    for (int input = 0; input < 2; input++) {
        begin_source(input ? "n2" : "n1");
        for (int i = 0; i < 50; i++)
            add("a", 10 * i, i % 3 == 0 ? 8 : 6 + input, 0);
    }
    CHECK_INT(rows_left(), 100);
    CHECK_SAID(fixture, "n2: 17 records have the task kind, start and elapsed time of records in "
                        "n1: counted twice if they are the same");
    fixture_release(&fixture);
    /* All of what one has of that time. */
    begin();
    begin_source("first");
    for (int i = 0; i < 50; i++)
        add("a", 10 * i, 5 + i % 7, 0);
    begin_source("rest");
    for (int i = 30; i < 90; i++)
        add("a", 10 * i, 5 + i % 7, 0);
    CHECK_INT(rows_left(), 90);
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(the_order_of_rows_is_no_matter), TEST(equal_records_of_one_input_stay),
           TEST(many_equal_records_are_compared_fast), TEST(what_differs_stays),
           TEST(a_table_fills_in_what_the_log_of_its_tasks_lacks),
           TEST(whole_seconds_may_be_equal_by_chance))
