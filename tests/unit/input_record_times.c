/* Times of tasks that cannot be: 1970 beside dates, ends before their start. */
#include "records_text.h"

#include "input/tasks/record_times.h"

static struct fixture fixture;

/* The table as it is read, and its times aligned as after all inputs. */
static void read_table(const char *reader, const char *text)
{
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read_text(&fixture, reader, text);
    record_times_settle(fixture.dataset.records, fixture.diagnostics);
}

static const char *numbers(int column)
{
    return records_numbers_text(&fixture, column);
}

static void zero_among_dates_is_no_time(void)
{
    read_table("table", "task,submitted,start,end,elapsed_s\n"
                        "a,1760000000,1760000010,1760000110,100\n"
                        "b,0,0,1760000200,100\n"
                        "c,1760000000,1760000010,0,90000\n"
                        "d,0,0,0,0\n"
                        "e,1970-01-01T00:00:00,1970-01-01T01:00:00,1760000300,\n"
                        "f,Unknown,None,1760000400,\n"
                        "g,,0,,200000\n"
                        "h,,,0,200000\n");
    CHECK_INT(fixture.records, 8);
    CHECK_TEXT(numbers(RECORD_SUBMIT_COLUMN), "1760000000 - 1760000000 - - - - -");
    CHECK_TEXT(numbers(RECORD_START_COLUMN), "1760000010 1760000100 1760000010 - - - - -");
    CHECK_TEXT(numbers(RECORD_END_COLUMN),
               "1760000110 1760000200 1760090010 - 1760000300 1760000400 - -");
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "100 100 90000 - - - 200000 200000");
    CHECK_TEXT(fixture.said.text, "");
}

static void times_from_the_start_keep_zero(void)
{
    read_table("table", "task,start,end\na,0,10\nb,10,30\nc,0,0\n");
    CHECK_TEXT(numbers(RECORD_START_COLUMN), "0 10 0");
    CHECK_TEXT(numbers(RECORD_END_COLUMN), "10 30 0");
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "10 20 0");
    CHECK_TEXT(fixture.said.text, "");
}

/* Each input has times of its own. */
static void sources_are_apart(void)
{
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read_text(&fixture, "table", "task,start,end\na,1760000000,1760000010\n");
    fixture_read_text(&fixture, "table", "task,start,end\nb,0,10\n");
    record_times_settle(fixture.dataset.records, fixture.diagnostics);
    CHECK_TEXT(numbers(RECORD_START_COLUMN), "1760000000 0");
}

/* Which of both times is wrong is not known; an elapsed time tells when it was. */
static void ends_before_starts_are_missing_and_said(void)
{
    read_table("table", "task,start,end,elapsed_s\n"
                        "a,1760000100,1760000000,\n"
                        "b,1760000100,1760000080,30\n"
                        "c,1760000100,1760000200,\n");
    CHECK_TEXT(numbers(RECORD_START_COLUMN), "- 1760000100 1760000100");
    CHECK_TEXT(numbers(RECORD_END_COLUMN), "- 1760000130 1760000200");
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "- 30 100");
    CHECK_TEXT(
        fixture.said.text,
        "FILE: 2 tasks end before they start, by up to 1 min 40 s: the times are left out\n");
    CHECK_INT(fixture.dataset.records->backwards, 2);
    CHECK_INT(fixture.dataset.records->timeless, 1);
    read_table("table", "task,start,end,elapsed_s\nb,1760000100,1760000080,30\n");
    CHECK_TEXT(fixture.said.text, "FILE: 1 task ends before it starts, by up to 20 s: the end is "
                                  "computed from the elapsed time\n");
}

static void a_second_is_a_rounding(void)
{
    read_table("table", "task,start,end\na,1760000100.5,1760000100\nb,1760000107,1760000106\n");
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "0 0");
    CHECK_TEXT(fixture.said.text, "");
    CHECK_INT(fixture.dataset.records->backwards, 0);
}

static void every_reader_is_looked_at(void)
{
    read_table("nextflow",
               "task_id\thash\tnative_id\tprocess\tstatus\texit\tsubmit\tstart\tcomplete\t"
               "duration\trealtime\n"
               "1\tab/1\t7\tp\tCOMPLETED\t0\t1760000000000\t1760000010000\t"
               "1759999000000\t1m\t50s\n");
    CHECK_INT(fixture.dataset.records->backwards, 1);
    CHECK_TEXT(numbers(RECORD_END_COLUMN), "1760000060");
    read_table("sacct", "JobID|JobName|State|Start|End|Elapsed\n"
                        "7|a|COMPLETED|2026-01-01T01:00:00|2026-01-01T00:00:00|00:10:00\n");
    CHECK_INT(fixture.dataset.records->backwards, 1);
    read_table("workqueue", "1000000000 7 MANAGER 7 START 1 2\n"
                            "9000000 7 TASK 3 WAITING a FIRST_RESOURCES {}\n");
    CHECK_INT(fixture.dataset.records->backwards, 0);
    read_table("makeflow", "# NODE\t1\ta\n"
                           "1759000100000000 1 1 1 0 1 0 0 0 1\n"
                           "1759000000000000 1 2 1 0 0 1 0 0 1\n");
    CHECK_INT(fixture.dataset.records->backwards, 1);
}

CHECK_MAIN(TEST(zero_among_dates_is_no_time), TEST(times_from_the_start_keep_zero),
           TEST(sources_are_apart), TEST(ends_before_starts_are_missing_and_said),
           TEST(a_second_is_a_rounding), TEST(every_reader_is_looked_at))
