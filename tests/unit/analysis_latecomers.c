/* Findings on workers of a trace that hold up the others. */
#include "findings_fixture.h"

static void begin_trace(const char *clock, const char *idle_share, const char *workers)
{
    char row[128];
    begin();
    snprintf(row, sizeof row, "%s,1000,1100,100,99,%s,1,100\n", clock, idle_share);
    add_rows("trace", "clock,start,end,elapsed_s,tasks,idle_share,compared_group,compared_s", row);
    add_rows("trace_workers", "worker,tasks,last,busy_s,group,time_ratio,slow_chance", workers);
    run();
}

static const char *first_finding(void)
{
    return fixture_rows(&fixture, "findings") ? cell(0, "finding") : "-";
}

/* w2 ends 40 s after w1, the last of the others, which were busy for 50 s and 60 s: that they are
 * idle then is no second finding. A worker of another kind counts for none. */
static void the_last_worker_is_named_with_its_cause(void)
{
    static const struct {
        const char *straggler, *advice;
    } cases[] = {
        {"w2,9,1100,100,1,2,1e-6", "check its node, GPU and clocks: its tasks take 2 times as long "
                                   "as the same functions elsewhere"},
        {"w2,30,1100,100,1,1.1,1e-6",
         "give tasks to workers as they become free: it ran 30 tasks, the others 10 on average"},
        {"w2,11,1100,100,1,1.1,1e-6", "start its longest tasks first, or split them"},
        {"w2,11,1100,100,1,,1e-6", "start its longest tasks first, or split them"},
    };
    char rows[200];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        snprintf(rows, sizeof rows,
                 "w0,9,1055,50,1,1,1e-6\nw1,11,1060,60,1,1,1e-6\n%s\nq,9,1090,90,2,,1e-6\n",
                 cases[i].straggler);
        begin_trace("unix", "0.3", rows);
        CHECK_TEXT(first_finding(), "w2 ended 40 s after the other 2 workers (40 % of the run). It "
                                    "was busy for 1 min 40 s, the others for 55 s on average.");
        CHECK_TEXT(cell(0, "level"), "warn");
        CHECK_TEXT(cell(0, "advice"), cases[i].advice);
        CHECK_INT(fixture_rows(&fixture, "findings"), 1);
        fixture_release(&fixture);
    }
    begin_trace("begin", "0.1", "w0,9,1045,45,1,,1e-6\nw1,9,1100,100,1,,1e-6\n");
    CHECK_TEXT(first_finding(), "w1 ended 55 s after the other worker (55 % of the run). It was "
                                "busy for 1 min 40 s, the other for 45 s.");
    CHECK_TEXT(cell(0, "level"), "bad");
    fixture_release(&fixture);
}

/* Idle before the others end as well: both are said. */
static void idle_time_that_it_does_not_explain_is_said_too(void)
{
    begin_trace("unix", "0.6",
                "w0,9,1055,20,1,1,1e-6\nw1,11,1060,20,1,1,1e-6\nw2,9,1100,80,1,1,1e-6\n");
    CHECK(strstr(first_finding(), "w2 ended 40 s after"));
    CHECK(strstr(cell(1, "finding"), "Workers were idle for 60 %"));
    fixture_release(&fixture);
}

static void ends_near_each_other_are_none(void)
{
    begin_trace("unix", "0.1",
                "w0,9,1055,50,1,1,1e-6\nw1,9,1081,55,1,1,1e-6\nw2,9,1100,56,1,1,1e-6\n");
    CHECK_TEXT(strstr(first_finding(), "ended") ? "ended" : "-", "-");
    fixture_release(&fixture);
    begin_trace("hosts", "0.1",
                "w0,9,1055,50,1,1,1e-6\nw1,9,1060,55,1,1,1e-6\nw2,9,1100,56,1,1,1e-6\n");
    CHECK_TEXT(strstr(first_finding(), "ended") ? "ended" : "-", "-");
    fixture_release(&fixture);
}

static void a_slow_worker_is_named_wherever_it_ends(void)
{
    begin_trace("unix", "0.1",
                "w0,9,1099,90,1,0.9,1e-6\nw1,9,1099,90,1,2.1,1e-6\nw2,3,1100,90,1,3.2,1e-6\nq,9,"
                "1100,1,2,9,1e-6\n");
    CHECK_TEXT(first_finding(), "w2 is slow: its tasks take 3.2 times as long as the same "
                                "functions on the other 2 workers.");
    CHECK_TEXT(cell(0, "level"), "warn");
    fixture_release(&fixture);
    begin_trace("unix", "0.1", /* by chance on any of four */
                "w0,9,1099,90,1,0.9,1\nw1,9,1099,90,1,2.1,0.0025\nw2,3,1100,90,1,3.2,0.0026\n"
                "q,9,1100,1,2,9,1\n");
    CHECK_TEXT(first_finding(), "w1 is slow: its tasks take 2.1 times as long as the same "
                                "functions on the other 2 workers.");
    fixture_release(&fixture);
    begin_trace("unix", "0.1",
                "w0,9,1099,90,1,0.9,1e-6\nw1,9,1099,90,1,1.9,1e-6\nw2,3,1100,90,1,,1e-6\n");
    CHECK_TEXT(strstr(first_finding(), "slow") ? "slow" : "-", "-");
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(the_last_worker_is_named_with_its_cause),
           TEST(idle_time_that_it_does_not_explain_is_said_too),
           TEST(ends_near_each_other_are_none), TEST(a_slow_worker_is_named_wherever_it_ends))
