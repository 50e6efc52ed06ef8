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
           TEST(rejected_records_are_in_the_messages_of_summarize))
