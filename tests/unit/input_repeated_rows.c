#include "records_text.h"

#include "input/text/csv_scan.h"

#include "input/tasks/repeated_rows.h"

static struct fixture fixture;

/* What is left of the ids. */
static const char *ids_of(const char *table)
{
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read_text(&fixture, "table", table);
    strbuf_clear(&fixture.said);
    repeated_rows_drop(fixture.dataset.records, fixture.diagnostics);
    return records_texts_text(&fixture, RECORD_ID_COLUMN);
}

static void rows_that_are_there_twice_count_once(void)
{
    CHECK_TEXT(ids_of("task,id,start,end,memory_MB,band\n"
                      "a,1,1714557600,1714557610,100,u\na,2,1714557600,1714557610,100,u\n"
                      "b,1,1714557600,1714557610,100,u\na,1,1714557600,1714557610,100,u\n"
                      "a,1,1714557600,1714557610,100,u\na,2,1714557600,1714557610,100,u\n"),
               "1 2 1");
    CHECK_TEXT(fixture.said.text, "FILE: 3 duplicate rows (equal in every field), counted once\n");
    CHECK_TEXT(ids_of("task,id,run_time\na,1,10\na,2,10\na,1,10\n"), "1 2");
    CHECK_TEXT(fixture.said.text, "FILE: 1 duplicate row (equal in every field), counted once\n");
}

/* Another attribute, attempt or memory is another record. */
static void rows_that_differ_stay(void)
{
    CHECK_TEXT(ids_of("task,id,start,end,band\na,1,1714557600,1714557610,u\n"
                      "a,1,1714557600,1714557610,g\n"),
               "1 1");
    CHECK_TEXT(ids_of("task,id,start,end,memory_MB\na,1,1714557600,1714557610,100\n"
                      "a,1,1714557620,1714557630,100\na,2,1714557600,1714557610,100\n"),
               "1 1 2");
    CHECK_TEXT(ids_of("task,id,attempt,run_time\na,1,1,10\na,1,2,10\n"), "1 1");
    CHECK_TEXT(fixture.said.text, "");
}

/* Two tasks may well be equal in all that a table says. */
static void equal_tasks_stay(void)
{
    CHECK_TEXT(ids_of("task,run_time,memory_MB\na,10,100\na,10,100\n"), "- -");
    CHECK_TEXT(ids_of("task,start,run_time\na,1714557600,10\na,1714557600,10\n"), "- -");
    CHECK_TEXT(ids_of("task,start,run_time\na,1714557600.25,10\na,1714557600.25,10\n"), "- -");
    CHECK_TEXT(ids_of("task,start,run_time\na,1714557600.252525,10\na,1714557600.252525,10\n"),
               "- -");
    CHECK_TEXT(ids_of("task,id,start,run_time\na,1,1714557600.252525,0\n"
                      "a,1,1714557600.252525,0\na,1,1714557600.252,0\na,1,1714557600.252,0\n"),
               "1 1 1");
}

/* A task that fails at once, or reaches its limit, does so again. */
static void attempts_that_are_equal_stay(void)
{
    CHECK_TEXT(ids_of("task,id,start,run_time,status\na,1,1714557600,0.2,failed\n"
                      "a,1,1714557600,0.2,failed\na,2,1714557600,5,ok\n"),
               "1 1 2");
    CHECK_TEXT(ids_of("task,id,run_time,status\na,1,3600,timeout\na,1,3600,timeout\n"), "1 1");
    CHECK_TEXT(ids_of("task,id,run_time,exit_code\na,1,3,1\na,1,3,1\na,2,3,0\na,2,3,0\n"), "1 1 2");
}

/* As the id of the job of all tasks in it. */
static void ids_that_are_shared_prove_nothing(void)
{
    CHECK_TEXT(ids_of("task,id,start,run_time\na,7,1714557600,10\na,7,1714557600,10\n"
                      "a,7,1714557600,11\n"),
               "7 7 7");
    CHECK_TEXT(ids_of("task,id,run_time\na,1,10\na,1,10\na,2,10\na,2,12\n"), "1 1 2 2");
    CHECK_TEXT(ids_of("task,id,start,run_time\na,7,1714557600.252525,10\n"
                      "a,7,1714557600.252525,10\na,7,1714557600.252525,11\n"),
               "7 7 7");
}

static void rows_of_two_sources_are_not_compared(void)
{
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read_text(&fixture, "table", "task,id,run_time\na,1,10\n");
    fixture_read_text(&fixture, "table", "task,id,run_time\na,1,10\n");
    repeated_rows_drop(fixture.dataset.records, fixture.diagnostics);
    CHECK_INT(fixture.dataset.records->rows, 2);
}

/* Each source has blocks of its own, and so has each chunk of a large one. */
static void rows_are_found_in_any_block(void)
{
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read_text(&fixture, "table",
                      "task,id,start,run_time\na,1,1714557600,50\na,2,1714557660,50\n"
                      "a,1,1714557600,50\na,2,1714557660,50\n");
    fixture_read_text(&fixture, "table", "task,id,start,run_time\na,8,1714560000,50\n");
    repeated_rows_drop(fixture.dataset.records, fixture.diagnostics);
    CHECK_TEXT(records_texts_text(&fixture, RECORD_ID_COLUMN), "1 2 8");
}

enum { MANY = 60000 };

static void every_row_of_a_large_table_counts_once(void)
{
    struct strbuf text;
    strbuf_init(&text);
    strbuf_add_text(&text, "task,id,start,run_time\n");
    for (int i = 0; i < 2 * MANY; i++)
        strbuf_format(&text, "fit,%d,%d,50\n", i % MANY, 1714557600 + i % MANY);
    fixture_reads(&fixture, "table", text.text);
    strbuf_release(&text);
    CHECK(fixture.dataset.records->block_count > 2);
    repeated_rows_drop(fixture.dataset.records, fixture.diagnostics);
    CHECK_INT(fixture.dataset.records->rows, MANY);
    CHECK_SAID(fixture, "FILE: 60,000 duplicate rows (equal in every field), counted once");
}

/* Columns of a table that is too large for them may be those in which its rows differ. */
static void rows_that_are_not_known_whole_stay(void)
{
    static const char rows[] = "task,id,run_time,band\na,1,10,u\na,1,10,g\na,2,10,u\n";
    size_t size = (size_t)CSV_ATTRIBUTES_LIMIT + sizeof rows;
    char *text = malloc(size + 1);
    memset(text, 'u', size);
    text[size] = '\0';
    memcpy(text, rows, sizeof rows - 1);
    fixture_reads(&fixture, "table", text);
    free(text);
    repeated_rows_drop(fixture.dataset.records, fixture.diagnostics);
    CHECK_TEXT(records_texts_text(&fixture, RECORD_ID_COLUMN), "1 1 2");
}

static void release(void)
{
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(rows_that_are_there_twice_count_once), TEST(rows_that_differ_stay),
           TEST(equal_tasks_stay), TEST(attempts_that_are_equal_stay),
           TEST(ids_that_are_shared_prove_nothing), TEST(rows_of_two_sources_are_not_compared),
           TEST(rows_are_found_in_any_block), TEST(every_row_of_a_large_table_counts_once),
           TEST(rows_that_are_not_known_whole_stay), STEP(release))
