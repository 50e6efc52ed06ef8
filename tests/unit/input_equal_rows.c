/* Overlapping tables of tasks without ids and times. */
#include "records_text.h"

#include "input/tasks/equal_rows.h"

static struct fixture fixture;

static void add_rows(const char *path, int from, int to, double unit_s, double memory)
{
    struct records *records = fixture.dataset.records;
    records_begin_source(records, path);
    for (int i = from; i < to; i++) {
        records_add(records);
        records_put_text(records, RECORD_TASK_COLUMN, "fit", 3);
        records_put_number(records, RECORD_ELAPSED_COLUMN, unit_s * (10007 + 3 * i));
        records_put_number(records, RECORD_MEMORY_COLUMN, memory);
    }
}

static size_t rows_left(void)
{
    equal_rows_drop(fixture.dataset.records, fixture.diagnostics);
    return fixture.dataset.records->rows;
}

static void begin(void)
{
    fixture_init(&fixture);
    dataset_records(&fixture.dataset);
}

static void rows_that_two_tables_hold_count_once(void)
{
    begin();
    add_rows("old", 0, 12, 1e-3, 5e8);
    add_rows("new", 0, 20, 1e-3, 5e8);
    CHECK_INT(rows_left(), 20);
    CHECK_SAID(fixture,
               "new: 12 of 20 rows equal rows of other inputs in every field: counted once");
    fixture_release(&fixture);
}

static void a_field_that_differs_makes_another_task(void)
{
    begin();
    add_rows("old", 0, 12, 1e-3, 5e8);
    add_rows("new", 0, 12, 1e-3, 6e8);
    CHECK_INT(rows_left(), 24);
    fixture_release(&fixture);
}

/* Nine may be chance, and so may be times of four digits. */
static void few_or_coarse_rows_stay(void)
{
    begin();
    add_rows("old", 0, 9, 1e-3, 5e8);
    add_rows("new", 0, 9, 1e-3, 5e8);
    CHECK_INT(rows_left(), 18);
    fixture_release(&fixture);
    begin();
    for (int i = 0; i < 2; i++) {
        records_begin_source(fixture.dataset.records, i ? "new" : "old");
        for (int k = 0; k < 12; k++) {
            records_add(fixture.dataset.records);
            records_put_number(fixture.dataset.records, RECORD_ELAPSED_COLUMN, 10 + k);
        }
    }
    CHECK_INT(rows_left(), 24);
    fixture_release(&fixture);
}

/* Each row takes one of the other table. */
static void as_many_as_the_other_table_has(void)
{
    begin();
    add_rows("old", 0, 12, 1e-3, 5e8);
    records_begin_source(fixture.dataset.records, "new");
    for (int i = 0; i < 24; i++) {
        records_add(fixture.dataset.records);
        records_put_text(fixture.dataset.records, RECORD_TASK_COLUMN, "fit", 3);
        records_put_number(fixture.dataset.records, RECORD_ELAPSED_COLUMN,
                           1e-3 * (10007 + i / 2 * 3));
        records_put_number(fixture.dataset.records, RECORD_MEMORY_COLUMN, 5e8);
    }
    CHECK_INT(rows_left(), 24);
    fixture_release(&fixture);
}

static void tables_with_ids_are_compared_elsewhere(void)
{
    begin();
    add_rows("old", 0, 12, 1e-3, 5e8);
    add_rows("new", 0, 12, 1e-3, 5e8);
    records_put_text(fixture.dataset.records, RECORD_ID_COLUMN, "7", 1);
    CHECK_INT(rows_left(), 24);
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(rows_that_two_tables_hold_count_once),
           TEST(a_field_that_differs_makes_another_task), TEST(few_or_coarse_rows_stay),
           TEST(as_many_as_the_other_table_has), TEST(tables_with_ids_are_compared_elsewhere))
