/* Findings of attempts that ran until their time limit, or until they were cancelled, with most of
 * their cores idle. */
#include "findings_fixture.h"

static const char *gpus; /* rows of what attempts did with GPUs; NULL: they held none */

static size_t find_row(const char *section)
{
    size_t row = 0;
    while (row < fixture_rows(&fixture, "findings") && strcmp(cell(row, "section"), section) != 0)
        row++;
    return row;
}

/* Rows of the attempts that did not succeed; `tasks`: of the kinds. */
static void run_with(const char *tasks, const char *attempts, double hits, const char *enough)
{
    char limits[512];
    begin();
    add_rows("tasks",
             "task,tasks,succeeded,attempts,failed,cpu_efficiency,core_hours,core_cpu_hours",
             tasks);
    add("campaign", "task_kinds,tasks,succeeded,attempts,failed\n1,10,0,10,10\n");
    add_rows("attempts",
             "task,outcome,reason,attempts,elapsed_hours,cpu_hours,core_hours,core_cpu_hours,ended",
             attempts);
    snprintf(limits, sizeof limits,
             "task,quantity,attempts,hits,requested,used,requested_min,requested_max,enough\n"
             "*,time,10,%g,86400,86400,86400,86400,\nfit,time,10,%g,86400,86400,86400,86400,%s\n",
             hits, hits, enough);
    if (hits > 0)
        add("limits", limits);
    if (gpus)
        add_rows("task_gpus",
                 "task,attempts,gpu_s,measured,measured_gpu_s,idle,idle_gpu_s,low,"
                 "low_gpu_s",
                 gpus);
    run();
}

static const char more_time[] = "request more time for fit, or save state and resume";

/* 1 of 64 cores was busy for 0.6 of 24 h. */
static void attempts_that_waited_are_not_advised_more_time(void)
{
    run_with("fit,1,0,1,1,,,\n", "fit,TIMEOUT,time limit,1,24,0.6144,1536,0.6144,failed\n", 1, "");
    CHECK_INT(fixture_rows(&fixture, "findings"), 1);
    CHECK_TEXT(cell(0, "finding"),
               "fit hit its time limit of 24 h in 1 of 10 attempts. This attempt took 24 h (100 % "
               "of the time of all attempts). Its CPU efficiency was under 0.1 %.");
    CHECK_TEXT(cell(0, "advice"), "find out what fit waited for; more time would not help");
    fixture_release(&fixture);
}

/* As tasks do that succeed, it waits, or its GPUs are not known to have worked. */
static void idle_cores_are_asked_about_before_more_time(void)
{
    static const char advice[] =
        "find out why fit hardly used its cores before you request more time";
    static const char idle[] = "fit,TIMEOUT,time limit,1,24,0.6144,1536,0.6144,failed\n";
    run_with("fit,9,8,9,1,0.001,99,0.1\n", idle, 1, "");
    CHECK_TEXT(cell(0, "advice"), advice);
    fixture_release(&fixture);
    static const struct {
        const char *gpus, *advice;
    } cases[] = {
        {"fit,1,345600,1,345600,1,345600,0,0\n", advice},
        {"fit,1,345600,0,0,0,0,0,0\n", advice},
        {"fit,1,345600,1,345600,0,0,0,0\n", more_time},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        gpus = cases[i].gpus;
        run_with("fit,1,0,1,1,,,\n", idle, 1, "");
        CHECK_TEXT(cell(find_row("tasks-attempts"), "advice"), cases[i].advice);
        fixture_release(&fixture);
    }
    gpus = NULL;
}

/* They hit the limit at work, or succeeded with more time. */
static void others_are(void)
{
    static const struct {
        const char *tasks, *attempts, *enough, *advice;
    } cases[] = {
        {"fit,1,0,1,1,,,\n", "fit,TIMEOUT,time limit,1,24,1400,1536,1400,failed\n", "", more_time},
        {"fit,9,8,9,1,0.001,99,0.1\n", "fit,TIMEOUT,time limit,1,24,14,1536,14,failed\n", "",
         more_time},
        {"fit,9,8,9,1,0.9,99,89\n", "fit,TIMEOUT,time limit,1,24,0.6144,1536,0.6144,failed\n",
         "172800", "request 2 d for fit, or save state and resume"},
        {"fit,1,0,1,1,,,\n", "fit,TIMEOUT,time limit,1,24,0,1536,0,failed\n", "", more_time},
        {"fit,1,0,1,1,,,\n", "fit,TIMEOUT,time limit,1,24,,,,failed\n", "", more_time},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        run_with(cases[i].tasks, cases[i].attempts, 1, cases[i].enough);
        CHECK_TEXT(cell(0, "advice"), cases[i].advice);
        fixture_release(&fixture);
    }
}

/* One of 64 cores was busy all the time, in a kind of which no task succeeded. */
static void idle_cores_of_attempts_that_were_ended_count(void)
{
    static const struct {
        const char *attempts, *text;
    } cases[] = {
        {"fit,TIMEOUT,time limit,5,120,119,7680,119,failed\n",
         "CPU efficiency of 5 attempts that hit the time limit is 1.5 %: 7,561 of 7,680 core-hours "
         "were idle."},
        {"fit,TIMEOUT,time limit,5,120,119,7680,119,failed\n"
         "fit,CANCELLED,,5,60,59.5,3840,59.5,cancelled\n",
         "CPU efficiency of 10 attempts that hit the time limit or were cancelled is 1.5 %: 11,342 "
         "of 11,520 core-hours were idle."},
        {"fit,CANCELLED,,1,60,59.5,3840,59.5,cancelled\n",
         "CPU efficiency of 1 cancelled attempt is 1.5 %: 3,781 of 3,840 core-hours were idle."},
        /* 6 min idle are reported, less is not. */
        {"fit,CANCELLED,,1,0.12,0.01,0.12,0.01,cancelled\n",
         "CPU efficiency of 1 cancelled attempt is 8.3 %: 0.11 of 0.12 core-hours were idle."},
        {"fit,CANCELLED,,1,0.1,0.01,0.1,0.01,cancelled\n", NULL},
        /* Cut short at an error, they say nothing of how they would have run. */
        {"fit,FAILED,exit code 1,5,120,119,7680,119,failed\n", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        run_with("fit,10,0,10,10,,,\n", cases[i].attempts, 0, "");
        bool found = false;
        for (size_t row = 0; row < fixture_rows(&fixture, "findings"); row++) {
            bool is_it = strcmp(cell(row, "section"), "tasks-efficiency") == 0;
            found = found || is_it;
            if (is_it)
                CHECK_TEXT(cell(row, "finding"), cases[i].text);
        }
        CHECK(found == (cases[i].text != NULL));
        fixture_release(&fixture);
    }
}

CHECK_MAIN(TEST(attempts_that_waited_are_not_advised_more_time), TEST(others_are),
           TEST(idle_cores_are_asked_about_before_more_time),
           TEST(idle_cores_of_attempts_that_were_ended_count))
