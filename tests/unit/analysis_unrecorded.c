/* Findings where sources do not say how tasks ended. */
#include "findings_fixture.h"

static const char kinds[] = "task,tasks,succeeded,attempts,failed\na,40,40,40,0\n";

static void expect(const char *campaign, const char *level, const char *finding)
{
    begin();
    add("tasks", kinds);
    add("campaign", campaign);
    run();
    CHECK_TEXT(cell(0, "level"), level);
    CHECK_TEXT(cell(0, "finding"), finding);
    fixture_release(&fixture);
}

static void no_task_is_said_to_have_succeeded(void)
{
    expect("tasks,succeeded,unrecorded\n40,40,40\n", "note",
           "No findings: 40 tasks, whose outcomes are not recorded; CPU time is unknown.");
    expect("tasks,succeeded,unrecorded\n40,40,10\n", "note",
           "No findings: 30 of 40 tasks succeeded, 10 outcomes are not recorded; CPU time is "
           "unknown.");
    expect("tasks,succeeded,unrecorded\n40,40,0\n", "good",
           "No findings: all 40 tasks succeeded; CPU time is unknown.");
    expect("tasks,succeeded,unrecorded,cpu_s\n40,40,0,0\n", "good",
           "No findings: all 40 tasks succeeded; CPU time is 0 wherever it is recorded.");
}

/* Reports of earlier versions do not count them. */
static void older_tables_say_nothing_of_them(void)
{
    expect("tasks,succeeded\n40,40\n", "good",
           "No findings: all 40 tasks succeeded; CPU time is unknown.");
}

/* A format that has no outcomes cannot be given any. */
static void advice_is_for_sources_that_hold_some(void)
{
    static const struct {
        const char *unrecorded, *advice;
    } cases[] = {{"40", ""}, {"39", "add the status or the exit code of each task to the input"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char row[64];
        begin();
        add("tasks", kinds);
        snprintf(row, sizeof row, "40,40,%s\n", cases[i].unrecorded);
        add_rows("campaign", "tasks,succeeded,unrecorded", row);
        diagnostics_reject(fixture.diagnostics, (struct place){"a", 1, 0}, "x", "not a number");
        run();
        CHECK_TEXT(cell(1, "advice"), cases[i].advice);
        fixture_release(&fixture);
    }
}

static void other_findings_do_not_hide_it(void)
{
    begin();
    add("tasks", kinds);
    add("campaign", "tasks,succeeded,unrecorded\n40,40,40\n");
    diagnostics_reject(fixture.diagnostics, (struct place){"a", 1, 0}, "x", "not a number");
    run();
    CHECK_TEXT(cell(1, "finding"),
               "40 tasks have no recorded outcome. Whether any of them failed is unknown.");
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(no_task_is_said_to_have_succeeded), TEST(older_tables_say_nothing_of_them),
           TEST(other_findings_do_not_hide_it), TEST(advice_is_for_sources_that_hold_some))
