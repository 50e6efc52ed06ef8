/* Findings about runs of managers, and about tasks that fit no worker. */
#include "findings_fixture.h"

static const char columns[] = "input,run,start,end,has_ended,tasks,waiting,running,libraries,"
                              "libraries_started,library_failures,first_failure,first_node,"
                              "most_node,most_failures";

static void run_with(const char *rows)
{
    begin();
    add_calm_campaign();
    add_rows("manager_runs", columns, rows);
    run();
}

static void a_log_with_several_runs_is_told(void)
{
    run_with("a.log,1,1741171800,1741172000,1,5,0,0,0,0,0,,,,\n");
    CHECK(!is_reported("runs of"));
    fixture_release(&fixture);
    run_with("a.log,1,1741171800,1741172000,1,5,0,0,0,0,0,,,,\n"
             "b.log,1,1741171800,1741172000,1,5,0,0,0,0,0,,,,\n"
             "b.log,2,1741173000,1741175400,1,5,0,0,0,0,0,,,,\n");
    size_t row = row_of("runs of");
    CHECK_TEXT(cell(row, "id"), "workers.several-runs");
    CHECK_TEXT(cell(row, "level"), "note");
    CHECK(strstr(cell(row, "finding"), "b.log holds 2 runs of its manager, from "));
    CHECK_NEAR(number(row, "value"), 2, 0);
    fixture_release(&fixture);
    run_with("a.log,1,1741171800,1741172000,1,5,0,0,0,0,0,,,,\n"
             "a.log,2,1741173000,1741173100,1,5,0,0,0,0,0,,,,\n"
             "b.log,1,1741171800,1741172000,1,5,0,0,0,0,0,,,,\n"
             "b.log,2,1741173000,1741175400,1,5,0,0,0,0,0,,,,\n");
    CHECK(is_reported("2 logs hold several runs of their managers, 4 in all, from "));
    fixture_release(&fixture);
}

static void a_log_without_its_end_is_told(void)
{
    static const struct {
        const char *rows, *level, *finding;
    } cases[] = {
        {"a.log,1,1741171800,1741172000,1,5,3,0,0,0,0,,,,\n", NULL, NULL},
        {"a.log,1,1741171800,1741172000,0,5,0,0,0,0,0,,,,\n", "note",
         "a.log has no MANAGER END: the manager was killed, or was running when the log was "
         "copied."},
        {"a.log,1,1741171800,1741172000,0,5,3,1,0,0,0,,,,\n", "warn",
         "a.log has no MANAGER END: the manager was killed, or was running when the log was "
         "copied. At the last line, 2025-03-05 10:53, 1 task was running and 3 were waiting."},
        {"a.log,1,1741171800,1741172000,0,5,3,0,0,0,0,,,,\n"
         "a.log,2,1741173000,1741175400,1,5,4,0,0,0,0,,,,\n",
         "warn",
         "1 of 2 runs of managers has no MANAGER END, in a.log: this manager was killed, or was "
         "running when the log was copied. At its last line, 2025-03-05 10:53, 0 tasks were "
         "running "
         "and 3 were waiting."},
        {"a.log,1,1741171800,1741172000,0,5,3,0,0,0,0,,,,\n"
         "a.log,2,1741173000,1741175400,0,5,4,2,0,0,0,,,,\n",
         "warn",
         "2 of 2 runs of managers have no MANAGER END: these managers were killed, or were running "
         "when the logs were copied. At their last lines 2 tasks were running and 7 were waiting."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        run_with(cases[i].rows);
        CHECK(is_reported("no MANAGER END") == (cases[i].level != NULL));
        if (cases[i].level) {
            size_t row = row_of("no MANAGER END");
            CHECK_TEXT(cell(row, "level"), cases[i].level);
            CHECK_TEXT(cell(row, "finding"), cases[i].finding);
        }
        fixture_release(&fixture);
    }
}

static void libraries_that_fail_are_told(void)
{
    run_with("a.log,1,1741171800,1741172000,1,5,0,0,40,38,0,,,,\n");
    CHECK(!is_reported("library"));
    fixture_release(&fixture);
    run_with("a.log,1,1741171800,1741172000,1,5,0,0,40,38,1,1741171860,n1,n1,1\n");
    size_t row = row_of("library");
    CHECK_TEXT(cell(row, "level"), "note");
    CHECK_TEXT(cell(row, "finding"),
               "1 of 40 library instances (2.5 %) failed on workers "
               "(LIBRARY_EXIT or FAILURE), first at 2025-03-05 10:51 on n1. 38 "
               "instances started.");
    fixture_release(&fixture);
    run_with("a.log,1,1741171800,1741172000,1,5,0,0,40,30,8,1741171860,n1,n2,5\n"
             "a.log,2,1741172000,1741173000,1,5,0,0,60,30,18,1741172060,n3,n3,2\n");
    row = row_of("library");
    CHECK_TEXT(cell(row, "level"), "bad");
    CHECK_TEXT(
        cell(row, "finding"),
        "26 of 100 library instances (26 %) failed on workers (LIBRARY_EXIT or FAILURE), "
        "first at 2025-03-05 10:51 on n1. 5 of them failed on n2, more than on any other node. 60 "
        "instances started.");
    fixture_release(&fixture);
}

static void tasks_that_fit_no_worker_are_named(void)
{
    static const char unfit[] = "task,resource,unit,tasks,requested_min,requested_max,largest,ids";
    begin();
    add_calm_campaign();
    add_rows("unfit_tasks", unfit,
             "a,cores,,4,9,64,8,\"2, 3, 4\"\na,memory,B,1,2147483648,2147483648,1073741824,3\n");
    run();
    size_t row = row_of("never started");
    CHECK_TEXT(cell(row, "level"), "bad");
    CHECK_TEXT(cell(row, "finding"),
               "4 tasks of a never started: they requested 9 to 64 cores, and no worker had more "
               "than 8. Their ids are 2, 3, 4 and 1 more.");
    CHECK_TEXT(cell(row, "advice"), "connect workers with 64 cores, or request fewer");
    fixture_release(&fixture);
    begin();
    add_calm_campaign();
    add_rows("unfit_tasks", unfit, "a,memory,B,1,2147483648,2147483648,1073741824,3\n");
    run();
    row = row_of("never started");
    CHECK_TEXT(cell(row, "finding"), "1 task of a never started: it requested 2 GiB of memory, and "
                                     "no worker had more than 1 GiB. Its id is 3.");
    CHECK_TEXT(cell(row, "advice"), "connect workers with 2 GiB of memory, or request less");
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(a_log_with_several_runs_is_told), TEST(a_log_without_its_end_is_told),
           TEST(libraries_that_fail_are_told), TEST(tasks_that_fit_no_worker_are_named))
