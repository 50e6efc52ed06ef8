/* Inputs that are missing from a merged report. */
#include "findings_fixture.h"

static void missing(const char *merged, const char *names)
{
    begin();
    add_rows("merged", "inputs,expected,missing", merged);
    add_rows("missing_inputs", "input", names);
    run();
}

static void missing_inputs_are_named(void)
{
    missing("99,100,1", "a/one.csv\n");
    CHECK_TEXT(cell(0, "level"), "warn");
    CHECK_TEXT(cell(0, "finding"), "1 of 100 inputs is missing from the report: a/one.csv.");
    fixture_release(&fixture);
    missing("6,10,4", "a\nb\nc\nd\n");
    CHECK_TEXT(cell(0, "level"), "bad");
    CHECK_TEXT(cell(0, "finding"),
               "4 of 10 inputs are missing from the report: a, b, c and 1 more.");
    fixture_release(&fixture);
}

static void none_is_missing(void)
{
    missing("10,10,0", "");
    for (size_t row = 0; row < fixture_rows(&fixture, "findings"); row++)
        CHECK(!strstr(cell(row, "finding"), "missing"));
    fixture_release(&fixture);
}

/* Not all is looked at that a plain report looks at. */
static void no_findings_are_of_what_was_looked_at(void)
{
    begin();
    add_rows("merged", "inputs,records,rejected", "9,100,0");
    add_rows("campaign", "tasks,succeeded,failed,cpu_s,elapsed_s", "100,100,0,900,1000");
    add_rows("tasks", "task,tasks,succeeded", "fit,100,100");
    run();
    CHECK_TEXT(cell(0, "id"), "tasks.no-findings");
    CHECK(strstr(cell(0, "finding"), "; a merged report does not look at workers, the speed of "
                                     "nodes or a long tail."));
    fixture_release(&fixture);
}

static void changed(const char *rows)
{
    begin();
    add_rows("merged", "inputs,records,rejected", "9,100,0");
    add_rows("changed_inputs", "input,versions", rows);
    run();
}

static void inputs_in_several_versions_are_named(void)
{
    changed("log.csv,2\n");
    CHECK_TEXT(cell(0, "level"), "bad");
    CHECK_TEXT(cell(0, "finding"),
               "log.csv is in the report in 2 versions, with other contents or read with other "
               "options. Tasks in several of them count more than once.");
    fixture_release(&fixture);
    changed("a,2\nb,3\n");
    CHECK_TEXT(cell(0, "finding"),
               "2 inputs are in the report in several versions, with other contents or read with "
               "other options: a and b. Tasks in several of them count more than once.");
    fixture_release(&fixture);
}

static void copied(const char *rows)
{
    begin();
    add_rows("merged", "inputs,records,rejected", "9,100,0");
    add_rows("copied_inputs", "input,same_as,records", rows);
    run();
}

static void inputs_of_the_same_content_are_named(void)
{
    copied("b.csv,a.csv,10\nd.csv,c.csv,9\n");
    CHECK_TEXT(cell(0, "level"), "warn");
    CHECK_TEXT(cell(0, "finding"),
               "b.csv has the same content as a.csv, but was read as other tasks, by its name or "
               "other options. If it is a copy, its 10 records count twice.");
    fixture_release(&fixture);
    copied("b.csv,a.csv,10\nc.csv,a.csv,10\n");
    CHECK_TEXT(cell(0, "finding"),
               "2 inputs have the same content as others, but were read as other tasks, by their "
               "names or other options: b.csv and c.csv. If they are copies, 20 records count "
               "twice.");
    fixture_release(&fixture);
    copied("d.csv,c.csv,9\n");
    CHECK(!is_reported("the same content"));
    fixture_release(&fixture);
}

static void shared(const char *row)
{
    begin();
    add_rows("merged", "inputs,records,rejected", "9,100,0");
    add_rows("shared_tasks",
             "records,sampled,seen,tasks,shared,shared_low,shared_high,repeated,input,other_input,"
             "seen_in_both",
             row);
    run();
}

/* One in ten is a problem, fewer than three in the sample may be chance. */
static void tasks_in_several_inputs_are_reported(void)
{
    shared("110,100,10,100,10,10,10,10,a,b,10\n");
    CHECK_TEXT(cell(0, "level"), "warn");
    CHECK_TEXT(cell(0, "finding"),
               "10 of 100 tasks are in several inputs and count more than once: in a and b.");
    fixture_release(&fixture);
    shared("111,100,11,100,11,11,11,11,a,b,4\n");
    CHECK_TEXT(cell(0, "level"), "bad");
    CHECK_TEXT(cell(0, "finding"),
               "11 of 100 tasks are in several inputs and count more than once, some of them in a "
               "and b.");
    fixture_release(&fixture);
    shared("2250,1024,128,2000,250,200,300,250,a,b,100\n");
    CHECK_TEXT(cell(0, "finding"),
               "About 13 % of the tasks (10 % to 15 %, by a sample of 1,024) are in several inputs "
               "and count more than once, most of them in a and b.");
    fixture_release(&fixture);
    shared("102,100,2,100,2,2,2,2,a,b,2\n");
    CHECK(!is_reported("several inputs"));
    fixture_release(&fixture);
}

/* Records that were rejected are not in parts: the data page does not show them. */
static void rejected_records_are_in_the_messages_of_summarize(void)
{
    static struct read_input read[2] = {{"a.csv", 95, 5, false}, {"b.csv", 99, 1, false}};
    begin();
    add_rows("merged", "inputs,records,rejected", "2,194,6");
    fixture.dataset.read = read;
    fixture.dataset.read_count = 2;
    diagnostics_recall(fixture.diagnostics, "a.csv", 5, DIAGNOSTIC_ENDS_WHOLE);
    diagnostics_recall(fixture.diagnostics, "b.csv", 1, DIAGNOSTIC_ENDS_EARLY);
    run();
    CHECK_TEXT(cell(0, "finding"),
               "b.csv is truncated: the rest is lost, and totals are incomplete.");
    CHECK_TEXT(cell(1, "finding"), "5 of 100 records of a.csv were rejected (5.0 %).");
    CHECK_TEXT(cell(2, "advice"), "look them up in the messages of 'jobreport summarize'");
    fixture.dataset.read = NULL;
    fixture.dataset.read_count = 0;
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(missing_inputs_are_named), TEST(none_is_missing),
           TEST(no_findings_are_of_what_was_looked_at), TEST(inputs_in_several_versions_are_named),
           TEST(inputs_of_the_same_content_are_named), TEST(tasks_in_several_inputs_are_reported),
           TEST(rejected_records_are_in_the_messages_of_summarize))
