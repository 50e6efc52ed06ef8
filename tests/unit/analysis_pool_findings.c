/* Findings about idle cores of a queue's workers, at their thresholds. */
#include "findings_fixture.h"

static const char idle_cores[] = "of the connected workers";

static void idle_cores_have_thresholds(void)
{
    static const char columns[] =
        "connected_s,cores,busy,idle_hours,waited_idle_hours,waiting,never_started";
    static const struct {
        const char *row, *level, *text, *advice;
    } cases[] = {
        {"3600,48,5.6,42.4,0,0,0", "warn",
         "5.6 of 48 cores of the connected workers were busy on average (12 %). No task waited "
         "while cores were idle.",
         "connect fewer or smaller workers"},
        {"100,4,0.9,0.9,0,0,0", "note", "0.9 of 4 cores", "connect fewer or smaller workers"},
        {"3600,40,10,30,0,0,0", "note", "10 of 40 cores", "connect fewer or smaller workers"},
        {"3600,40,20,20,0,0,0", NULL, NULL, NULL},
        {"3600,40,8,32,0.128,5,0", "warn",
         "(20 %). Tasks waited during 0.4 % of the idle core time.",
         "connect fewer or smaller workers"},
        {"3600,40,8,32,3.2,5,0", "warn",
         "(20 %). No task waited during 90 % of the idle core time.",
         "let idle workers leave sooner (their option --timeout)"},
        {"3600,40,8,32,3.2,5,1", "warn",
         "(20 %). Yet 1 task never started: 5 waited on average while cores were idle.",
         "check whether the cores, memory and disk that these tasks request fit the workers"},
        {"3600,40,8,32,0,0,1", "warn",
         "(20 %). Yet 1 task never started: it waited when no core was idle.",
         "find out whether workers left before this task could start"},
        {"3600,40,8,32,24,57,0", "warn",
         "(20 %). Tasks waited during 75 % of the idle core time, 57 on average.",
         "check the manager's load, and whether the requested cores, memory and disk fit the "
         "workers"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin();
        add_calm_campaign();
        add_rows("worker_cores", columns, cases[i].row);
        run();
        CHECK(is_reported(idle_cores) == (cases[i].text != NULL));
        if (cases[i].text && is_reported(idle_cores)) {
            CHECK_TEXT(cell(row_of(idle_cores), "level"), cases[i].level);
            CHECK(strstr(cell(row_of(idle_cores), "finding"), cases[i].text));
            CHECK_TEXT(cell(row_of(idle_cores), "advice"), cases[i].advice);
        }
        fixture_release(&fixture);
    }
}

/* The finding of tasks that wait beside workers without any says the same. */
static void what_waits_is_told_once(void)
{
    begin();
    add_calm_campaign();
    add_rows("worker_cores", "cores,busy,idle_s,waited_idle_s,waiting", "40,8,115200,86400,57");
    add_rows("concurrency_summary",
             "busy_s,workers_max,waiting_beside_idle_s,idle_workers_meanwhile,waiting_meanwhile",
             "100,4,30,2,4");
    run();
    CHECK(!is_reported(idle_cores));
    CHECK(strstr(cell(0, "finding"), "Tasks waited beside idle workers"));
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(idle_cores_have_thresholds), TEST(what_waits_is_told_once))
