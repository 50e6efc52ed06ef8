/* Findings about the workers of a trace, against means worked out by hand. */
#include "findings_fixture.h"

/* Ten seconds, of which `compared_s` are compared; in the others, the last, nothing ran. */
static void begin_trace(const char *idle_share, const char *compared_s, const char *workers)
{
    char row[128];
    begin();
    snprintf(row, sizeof row, "unix,1600000000,10,3,%s,1,%s,%.0f,1600000010\n", idle_share,
             compared_s, 1600000000 + atof(compared_s));
    add_rows("trace",
             "clock,start,elapsed_s,tasks,idle_share,compared_group,compared_s,quiet_from,"
             "quiet_until",
             row);
    add_rows("trace_workers", "worker,busy_s,group", workers);
    run();
}

/* 9, 5 and 4 s, 6 s on average: the busiest has 50 % over it. The queue of another group, busy for
 * 10 s, is no part of it. */
static void the_busiest_worker_is_compared_with_the_mean_of_its_group(void)
{
    begin_trace("0.1", "10", "w0,5,1\nw1,9,1\nqueue,10,2\nw2,4,1\n");
    CHECK_TEXT(cell(row_of("uneven"), "finding"),
               "Work is uneven: w1 was busy for 9 s, w2 for 4 s. w1 was busy 50 % longer than the "
               "mean of the 3 workers that run the same functions.");
    CHECK_NEAR(number(row_of("uneven"), "value"), 0.5, 1e-12);
    fixture_release(&fixture);
}

/* 12 s beside 1, 1 and 2 s: 4 s on average. */
static void far_over_the_mean_is_so_many_times_it(void)
{
    begin_trace("0.1", "10", "w0,12,1\nw1,1,1\nw2,2,1\nw3,1,1\n");
    CHECK(is_reported("w0 was busy 3 times as long as the mean of the 4 workers"));
    fixture_release(&fixture);
}

/* 9.5 s are 24 % over the mean of 7.63 s. Where two of the three began a second later, the busiest
 * was busy for 95 % of its time and all for 22.9 of 28 s: 16 % over that. */
static void workers_that_began_later_had_less_time(void)
{
    static const struct {
        const char *workers;
        bool is_uneven;
    } cases[] = {{"w0,9.5,0.5,1\nw1,6.7,3.3,1\nw2,6.7,3.3,1\n", true},
                 {"w0,9.5,0.5,1\nw1,6.7,2.3,1\nw2,6.7,2.3,1\n", false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin();
        add_rows("trace", "clock,start,elapsed_s,tasks,idle_share,compared_group,compared_s",
                 "unix,1600000000,10,3,0.1,1,10\n");
        add_rows("trace_workers", "worker,busy_s,idle_s,group", cases[i].workers);
        run();
        CHECK(is_reported("uneven") == cases[i].is_uneven);
        fixture_release(&fixture);
    }
}

/* 6.1 s are 22 % over 5 s; 5.9 s are 18 %. One worker has nobody to share with. */
static void a_little_unevenness_is_no_finding(void)
{
    static const struct {
        const char *workers;
        bool is_uneven;
    } cases[] = {{"w0,6.1,1\nw1,3.9,1\n", true},
                 {"w0,5.9,1\nw1,4.1,1\n", false},
                 {"w0,6,1\nqueue,1,2\n", false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin_trace("0.1", "10", cases[i].workers);
        CHECK(is_reported("uneven") == cases[i].is_uneven);
        fixture_release(&fixture);
    }
}

/* Where a trace has others besides, it is said which. */
static void workers_that_are_meant_are_named(void)
{
    begin_trace("0.6", "10", "w0,5,1\nw1,5,1\nqueue,1,2\n");
    CHECK_TEXT(cell(row_of("idle for"), "finding"),
               "Workers were idle for 60 % of 10 s. This is the mean of the 2 workers that run the "
               "same functions (w0 and w1).");
    fixture_release(&fixture);
    begin_trace("0.6", "10", "queue,1,2\nw0,5,1\nw1,5,1\nw2,5,1\n");
    CHECK_TEXT(cell(row_of("idle for"), "finding"),
               "Workers were idle for 60 % of 10 s. This is the mean of the 3 workers that run the "
               "same functions (such as w0).");
    fixture_release(&fixture);
}

/* Of the time without a long pause, when there is one. */
static void idle_workers_have_levels(void)
{
    static const struct {
        const char *idle, *compared_s, *level, *text;
    } cases[] = {
        {"0.3", "10", "warn",
         "Workers were idle for 30 % of 10 s. This is the mean of the 2 workers that run the same "
         "functions."},
        {"0.69", "10", "warn", "Workers were idle for 69 % of 10 s"},
        {"0.7", "8", "bad",
         "Workers were idle for 70 % of 8 s (the run without its longest pause). This is the mean "
         "of the 2"},
        {"0.29", "10", NULL, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin_trace(cases[i].idle, cases[i].compared_s, "w0,5,1\nw1,5,1\n");
        CHECK(is_reported("idle for") == (cases[i].text != NULL));
        if (cases[i].text && is_reported("idle for")) {
            CHECK(is_reported(cases[i].text));
            CHECK_TEXT(cell(row_of("idle for"), "level"), cases[i].level);
        }
        fixture_release(&fixture);
    }
}

/* Idle time is said of what remains behind start-up. */
static void start_up_is_told_beside_idle_time(void)
{
    begin();
    add_rows("trace",
             "clock,start,elapsed_s,workers,tasks,idle_share,compared_group,compared_s,start_up_s,"
             "counted_s",
             "unix,1600000000,100,3,9,0.4,1,100,8,92\n");
    add_rows("trace_workers", "worker,first,busy_s,group",
             "w0,1600000000,50,1\nw1,1600000016,50,1\nqueue,1600000090,9,2\n");
    run();
    CHECK(is_reported("Workers were idle for 40 % of 1 min 32 s, after a start-up of 8 s. This"));
    fixture_release(&fixture);
}

/* Early is what comes before most of the work, however long the pause: after 10 s of 60 s it is
 * start-up, unless the same functions go on behind it; after 30 s it is not. */
static void a_pause_amid_the_work_is_no_start_up(void)
{
    static const struct {
        const char *from, *resumed, *level;
        bool is_start_up;
    } cases[] = {{"1600000010", "", "note", true},
                 {"1600000010", "0.1", "note", true},
                 {"1600000010", "0.9", "warn", false},
                 {"1600000030", "", "warn", false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char row[128];
        begin();
        snprintf(row, sizeof row, "unix,1600000000,1060,3,0,1,60,%s,1600001030,%s\n", cases[i].from,
                 cases[i].resumed);
        add_rows("trace",
                 "clock,start,elapsed_s,tasks,idle_share,compared_group,compared_s,quiet_from,"
                 "quiet_until,quiet_resumed",
                 row);
        add_rows("trace_workers", "worker,busy_s,group", "w0,60,1\n");
        run();
        CHECK(is_reported("All workers were idle for"));
        CHECK_TEXT(cell(row_of("All workers were idle"), "level"), cases[i].level);
        CHECK(is_reported("start-up") == cases[i].is_start_up);
        fixture_release(&fixture);
    }
}

/* What runs while the GPU hardly works, where it takes a tenth of the time or more. */
static void functions_that_leave_the_gpu_idle_are_named(void)
{
    begin();
    add_rows("trace", "clock,start,elapsed_s,tasks,idle_share,compared_s",
             "unix,1600000000,10,3,0,10\n");
    add_rows("functions", "function,share,self_s,duration_s,tasks,workers,gpu_utilization_mean",
             "load,0.5,5,5,1,1,0.04\nsave,0.2,2,2,1,1,0.049\nsolve,0.2,2,2,1,1,0.05\n"
             "end,0.09,0.9,0.9,1,1,0\n");
    run();
    CHECK(is_reported("The GPU is mostly idle (mean utilisation at most 4.9 %) while load and save "
                      "run (70 % of task time)."));
    CHECK_TEXT(cell(row_of("mostly idle"), "level"), "warn");
    CHECK_NEAR(number(row_of("mostly idle"), "threshold"), 0.05, 0);
    fixture_release(&fixture);
}

static void clocks_of_hosts_that_differ_are_a_note(void)
{
    begin();
    add_rows("trace", "clock,start,elapsed_s,tasks,idle_share,compared_s", "hosts,0,10,3,0,10\n");
    run();
    CHECK(is_reported("The clocks of hosts differ by an unknown offset"));
    CHECK_TEXT(cell(row_of("clocks"), "level"), "note");
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(the_busiest_worker_is_compared_with_the_mean_of_its_group),
           TEST(far_over_the_mean_is_so_many_times_it),
           TEST(workers_that_began_later_had_less_time), TEST(a_little_unevenness_is_no_finding),
           TEST(workers_that_are_meant_are_named), TEST(idle_workers_have_levels),
           TEST(start_up_is_told_beside_idle_time), TEST(a_pause_amid_the_work_is_no_start_up),
           TEST(functions_that_leave_the_gpu_idle_are_named),
           TEST(clocks_of_hosts_that_differ_are_a_note))
