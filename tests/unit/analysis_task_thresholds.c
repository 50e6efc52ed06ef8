/* Findings about tasks and workers, at their thresholds. */
#include "findings_fixture.h"

/* ---- failures ---- */

static const char *const node_columns =
    "node,attempts,failed_attempts,failure_moments,compared_attempts,compared_failures,"
    "expected_failures,failure_chance";

/* n2 beside n1 and n3: of three nodes 1 in 3,000 makes 1 in 1,000. */
static void a_node_that_fails_has_thresholds(void)
{
    static const struct {
        const char *n2;
        bool is_named;
    } cases[] = {
        {"20,10,3,20,10,1,0.00033", true},  {"20,10,2,20,10,1,0.00033", false}, /* lost twice */
        {"20,10,3,20,10,1,0.00034", false}, {"20,10,3,20,2,0.1,0.00033", false},
        {"20,9,3,20,9,3,0.00033", true}, /* three times */
        {"20,9,3,20,9,3.1,0.00033", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char rows[256];
        begin();
        add_calm_campaign();
        snprintf(rows, sizeof rows, "n1,40,0,0,40,0,1,1\nn2,%s\nn3,40,2,2,40,2,1,0.9\n",
                 cases[i].n2);
        add_rows("task_nodes", node_columns, rows);
        run();
        CHECK(is_reported(" failed on n2.") == cases[i].is_named);
        fixture_release(&fixture);
    }
}

/* 15 of 100 tasks: where most of them are of one node, it is the node that is bad. */
static void what_most_failures_of_a_node_are_is_no_trouble_of_all(void)
{
    static const struct {
        const char *nodes, *level;
    } cases[] = {{"n1,40,2,2,40,2,5,1\nn2,20,10,3,20,10,1,1e-6\nn3,40,3,3,40,3,5,1\n", "warn"},
                 {"n1,40,4,4,40,4,4,1\nn2,14,7,3,14,7,1,1e-6\nn3,40,4,4,40,4,4,1\n", "bad"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin();
        add("tasks", "task,tasks,succeeded,attempts,failed\na,100,85,100,15\n");
        add("campaign", "task_kinds,tasks,succeeded,attempts,failed\n1,100,85,100,15\n");
        add("attempts", "task,outcome,attempts,ended\na,done,85,succeeded\na,FAILED,15,failed\n");
        add_rows("task_nodes", node_columns, cases[i].nodes);
        run();
        CHECK(is_reported(" failed on n2."));
        CHECK_TEXT(cell(row_of("15 of 100 tasks"), "level"), cases[i].level);
        fixture_release(&fixture);
    }
}

/* ---- slow nodes ---- */

/* 1.5 times as long, by three tasks; of three nodes 1 in 300 makes 1 in 100. More than a note by
 * six tasks, of which the interval begins at 1.2. */
static void slow_nodes_have_thresholds(void)
{
    static const struct {
        const char *row, *level; /* NULL: no finding */
    } cases[] = {{"3,1.5,0.0033,,", "note"},   {"2,1.5,0.0033,,", NULL},
                 {"3,1.49,0.0033,,", NULL},    {"3,1.5,0.0034,,", NULL},
                 {"5,3,1e-9,2,4", "note"},     {"6,3,1e-9,1.19,4", "note"},
                 {"6,1.5,1e-9,1.2,2", "warn"}, {"6,2.99,1e-9,1.2,4", "warn"},
                 {"6,3,1e-9,1.2,4", "bad"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char rows[128];
        begin();
        add_calm_campaign();
        snprintf(rows, sizeof rows, "n1,9,1,1,,\nn2,%s\nn3,9,1,1,,\n", cases[i].row);
        add_rows("node_speed", "node,tasks,ratio_to_kind,slow_chance,ratio_low,ratio_high", rows);
        run();
        CHECK(is_reported("n2 is slow") == (cases[i].level != NULL));
        if (cases[i].level && is_reported("n2 is slow"))
            CHECK_TEXT(cell(row_of("n2 is slow"), "level"), cases[i].level);
        fixture_release(&fixture);
    }
}

/* A node with four slow tasks may be excluded by nobody; it is named behind one with many. */
static void a_node_is_advised_against_by_many_tasks(void)
{
    begin();
    add_calm_campaign();
    add_rows("node_speed", "node,tasks,ratio_to_kind,slow_chance,ratio_low,ratio_high",
             "n1,4,5,1e-9,,\nn2,40,1.625,1e-9,1.5,1.75\nn3,90,1,1,0.9,1.1\n");
    run();
    CHECK_TEXT(cell(row_of("is slow"), "finding"),
               "n2 is slow: its 40 tasks took 1.63 times the median time of their task kind (95 % "
               "interval 1.50 to 1.75). Also slow: n1.");
    CHECK_TEXT(cell(row_of("is slow"), "advice"),
               "check its hardware and what else runs there, or exclude it");
    fixture_release(&fixture);
    begin();
    add_calm_campaign();
    add_rows("node_speed", "node,tasks,ratio_to_kind,slow_chance,ratio_low,ratio_high",
             "n1,4,5,1e-9,,\nn2,40,1,1,0.9,1.1\nn3,90,1,1,0.9,1.1\n");
    run();
    CHECK_TEXT(cell(row_of("is slow"), "finding"),
               "n1 is slow: its 4 tasks took 5 times the median time of their task kind.");
    CHECK_TEXT(cell(row_of("is slow"), "advice"),
               "watch its next tasks: 4 tasks may be slow for another reason");
    fixture_release(&fixture);
}

/* ---- growing run times ---- */

/* One kind: 1 in 1,000 by chance. */
static void growing_run_times_have_thresholds(void)
{
    static const struct {
        const char *row, *level; /* NULL: no finding */
    } cases[] = {{"100,150,1,30,0.001", "warn"}, {"100,149,1,29,0.001", "note"},
                 {"100,120,1,12,0.001", "note"}, {"100,119,1,10,0.001", NULL},
                 {"100,150,0,30,0.001", NULL},   {"100,150,1,30.1,0.001", NULL},
                 {"100,150,1,30,0.0011", NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char rows[128];
        begin();
        add_calm_campaign();
        snprintf(rows, sizeof rows, "a,60,0,7200,%s,\n", cases[i].row);
        add_rows("task_trends",
                 "task,tasks,first_start,last_start,first_median_s,last_median_s,least_rise_s,"
                 "largest_rise_s,chance,step",
                 rows);
        run();
        CHECK(is_reported("Run time of a grows steadily: median 1 min 40 s in the first fifth of "
                          "60 tasks, ") == (cases[i].level != NULL));
        if (cases[i].level && is_reported("grows steadily"))
            CHECK_TEXT(cell(row_of("grows steadily"), "level"), cases[i].level);
        fixture_release(&fixture);
    }
}

/* ---- limits ---- */

/* 5 of 100 attempts that mended themselves are little; time is that of the attempts that hit. */
static void hits_that_were_mended_have_thresholds(void)
{
    static const struct {
        const char *hits, *of_the_reason, *level, *text;
    } cases[] = {
        {"5", "5", "note",
         "a hit its memory limit of 4 GiB in 5 of 100 attempts. They took 2 h (20 % of the time of "
         "all attempts)."},
        {"6", "6", "warn",
         "a hit its memory limit of 4 GiB in 6 of 100 attempts. They took 2 h (20 % of the time of "
         "all attempts)."},
        {"6", "5", "warn", "a hit its memory limit of 4 GiB in 6 of 100 attempts."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char rows[256];
        begin();
        add("tasks", "task,tasks,succeeded,attempts,failed,peak_memory_B\n"
                     "a,90,90,100,0,6e9\n");
        add("campaign", "task_kinds,tasks,succeeded,attempts,repeated,failed,elapsed_s\n"
                        "1,90,90,100,10,0,28800\n");
        snprintf(rows, sizeof rows,
                 "a,done,,90,8,succeeded\na,OUT_OF_MEMORY,out of memory,%s,2,failed\n",
                 cases[i].of_the_reason);
        add_rows("attempts", "task,outcome,reason,attempts,elapsed_hours,ended", rows);
        snprintf(rows, sizeof rows,
                 "*,memory,B,100,%s,4294967296,4294967296,1,4294967296,4294967296\n"
                 "a,memory,B,100,%s,4294967296,4294967296,1,4294967296,4294967296\n",
                 cases[i].hits, cases[i].hits);
        add_rows(
            "limits",
            "task,quantity,unit,attempts,hits,requested,used,ratio,requested_min,requested_max",
            rows);
        run();
        CHECK_TEXT(cell(row_of("memory limit"), "finding"), cases[i].text);
        CHECK_TEXT(cell(row_of("memory limit"), "level"), cases[i].level);
        fixture_release(&fixture);
    }
}

/* ---- attempts ---- */

/* 4 of 10 h lost: half of it at a limit of time is what another finding is about. */
static void time_lost_at_limits_is_reported_once(void)
{
    static const struct {
        const char *at_limit_h, *otherwise_h;
        bool is_lost;
    } cases[] = {{"2", "2", false}, {"1.9", "2.1", true}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char rows[256];
        begin();
        add("tasks", "task,tasks,succeeded,attempts,failed\na,90,90,100,0\n");
        add("campaign", "task_kinds,tasks,succeeded,attempts,repeated,failed,elapsed_s\n"
                        "1,90,90,100,10,0,21600\n");
        snprintf(rows, sizeof rows,
                 "a,done,,90,6,succeeded\na,TIMEOUT,time limit,5,%s,failed\n"
                 "a,PREEMPTED,lost,5,%s,failed\n",
                 cases[i].at_limit_h, cases[i].otherwise_h);
        add_rows("attempts", "task,outcome,reason,attempts,elapsed_hours,ended", rows);
        snprintf(rows, sizeof rows, "a,PREEMPTED,lost,5,%s,0\n", cases[i].otherwise_h);
        add_rows("failures", "task,outcome,reason,attempts,elapsed_hours,last", rows);
        add("limits", "task,quantity,unit,attempts,hits\n*,time,s,100,5\na,time,s,100,5\n");
        run();
        CHECK(is_reported("10 attempts failed or were lost. They took 4 h") == cases[i].is_lost);
        fixture_release(&fixture);
    }
}

/* From 5 % of the attempts on. */
static void repeated_attempts_have_a_threshold(void)
{
    static const struct {
        const char *campaign;
        bool are_many;
    } cases[] = {{"1,95,95,100,5,0\n", true}, {"1,96,96,100,4,0\n", false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin();
        add("tasks", "task,tasks,succeeded,attempts,failed\na,95,95,100,0\n");
        add_rows("campaign", "task_kinds,tasks,succeeded,attempts,repeated,failed",
                 cases[i].campaign);
        add("attempts", "task,outcome,attempts,ended\na,done,100,succeeded\n");
        run();
        CHECK(is_reported("a later attempt of the same task") == cases[i].are_many);
        fixture_release(&fixture);
    }
}

/* ---- resources ---- */

/* 40 % of the core time idle, in campaigns of one hour and of less. */
static void idle_cores_are_a_warning_from_an_hour_on(void)
{
    static const struct {
        const char *row, *level; /* NULL: no finding */
    } cases[] = {
        {"a,60,60,60,0,0.5,4,2\n", "warn"},
        {"a,60,60,60,0,0.5,1.9,0.95\n", "note"},
        {"a,60,60,60,0,0.59,10,5.9\n", "warn"},
        {"a,60,60,60,0,0.6,10,6\n", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin();
        add_rows("tasks",
                 "task,tasks,succeeded,attempts,failed,cpu_efficiency,core_hours,core_cpu_hours",
                 cases[i].row);
        add("campaign", "task_kinds,tasks,succeeded,attempts,failed\n1,60,60,60,0\n");
        run();
        CHECK(is_reported("core-hours") == (cases[i].level != NULL));
        if (cases[i].level && is_reported("core-hours"))
            CHECK_TEXT(cell(row_of("core-hours"), "level"), cases[i].level);
        fixture_release(&fixture);
    }
}

/* Over 110 % of the time of the cores: of tasks that take 5 % of the time, or far over. */
static void implausible_efficiency_has_thresholds(void)
{
    static const struct {
        const char *row; /* share of the time, efficiency */
        bool is_reported;
    } cases[] = {{"0.05,1.11", true},
                 {"0.05,1.1", false},
                 {"0.049,1.11", false},
                 {"0.049,1.99", false},
                 {"0.01,2", true}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char rows[128];
        begin();
        snprintf(rows, sizeof rows, "a,10,10,10,0,0.9,0.9\nb,10,10,10,0,%s\n", cases[i].row);
        add_rows("tasks", "task,tasks,succeeded,attempts,failed,elapsed_share,cpu_efficiency",
                 rows);
        add("campaign", "task_kinds,tasks,succeeded,attempts,failed\n2,20,20,20,0\n");
        run();
        CHECK(is_reported("CPU efficiency of b ") == cases[i].is_reported);
        fixture_release(&fixture);
    }
}

/* 95 % of 20 tasks and more, or all of fewer, take less than a quarter of their limit. */
static void unused_time_has_thresholds(void)
{
    static const struct {
        const char *row; /* tasks, ratio p95, highest ratio */
        bool is_little;
    } cases[] = {{"20,0.249,0.9", true},
                 {"20,0.25,0.9", false},
                 {"19,0.1,0.249", true},
                 {"19,0.1,0.25", false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char rows[128];
        begin();
        add_calm_campaign();
        snprintf(rows, sizeof rows, "*,time,s,7200,600,%s\na,time,s,7200,600,%s\n", cases[i].row,
                 cases[i].row);
        add_rows("requested", "task,quantity,unit,requested_p50,used_p50,tasks,ratio_p95,ratio_max",
                 rows);
        run();
        CHECK(is_reported("median 10 min of 2 h).") == cases[i].is_little);
        fixture_release(&fixture);
    }
}

/* Less than half of the memory used, and 1 GB h of it for nothing. */
static void unused_memory_has_thresholds(void)
{
    static const struct {
        const char *hours; /* requested, used, unused */
        bool is_wasted;
    } cases[] = {{"2,0.99,1.01", true}, {"2,1,1", false}, {"1.9,0.91,0.99", false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char rows[256];
        begin();
        add_calm_campaign();
        snprintf(
            rows, sizeof rows,
            "*,memory,B,60,4e9,1e9,0.3,0.5,0,GB h,%s\na,memory,B,60,4e9,1e9,0.3,0.5,0,GB h,%s\n",
            cases[i].hours, cases[i].hours);
        add_rows("requested",
                 "task,quantity,unit,tasks,requested_p50,used_p50,ratio_p95,ratio_max,above,"
                 "hours_unit,requested_hours,used_hours,wasted_hours",
                 rows);
        run();
        CHECK(is_reported("of the memory they requested") == cases[i].is_wasted);
        fixture_release(&fixture);
    }
}

/* ---- task kinds, over time ---- */

/* From a tenth of a core on a kind computes; below, it waits. Of unknown CPU time nobody knows. */
static void a_kind_that_waits_is_not_to_be_made_faster(void)
{
    static const struct {
        const char *cpu, *advice;
    } cases[] = {
        {"960,0.05", "optimise a first: halving its time saves 48 % of this summed time"},
        {"959,0.04", "find out what a waits for: its CPU efficiency is 4.0 %"},
        {",", "optimise a first: halving its time saves 48 % of this summed time"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char rows[256];
        snprintf(rows, sizeof rows,
                 "a,10,10,10,0,9600,0.96,0.96,%s\nb,10,10,10,0,200,0.02,0.98,,\n"
                 "c,10,10,10,0,100,0.01,0.99,,\nd,10,10,10,0,100,0.01,1,,\n",
                 cases[i].cpu);
        begin();
        add_rows("tasks",
                 "task,tasks,succeeded,attempts,failed,elapsed_s,elapsed_share,elapsed_cumulated,"
                 "cpu_s,cpu_efficiency",
                 rows);
        add("campaign", "task_kinds,tasks,succeeded,attempts,failed\n4,40,40,40,0\n");
        run();
        CHECK_TEXT(cell(row_of("a accounts for 96 %"), "advice"), cases[i].advice);
        fixture_release(&fixture);
    }
}

/* Twice as fast, 96 % become 48 %. */
static void what_a_kind_would_save_is_half_of_it(void)
{
    begin();
    add("tasks", "task,tasks,succeeded,attempts,failed,elapsed_share,elapsed_cumulated\n"
                 "a,10,10,10,0,0.96,0.96\nb,10,10,10,0,0.02,0.98\nc,10,10,10,0,0.01,0.99\n"
                 "d,10,10,10,0,0.01,1\n");
    add("campaign", "task_kinds,tasks,succeeded,attempts,failed\n4,40,40,40,0\n");
    run();
    CHECK(is_reported("a accounts for 96 % of the summed task time (1 of 4 task kinds)."));
    CHECK_TEXT(cell(row_of("a accounts for"), "advice"),
               "optimise a first: halving its time saves 48 % of this summed time");
    fixture_release(&fixture);
}

/* 20 kinds of 22 tasks; 19 kinds, or 23 tasks, may be kinds. */
static void kinds_of_one_task_are_no_grouping(void)
{
    static const struct {
        int kinds, tasks;
        bool is_said;
    } cases[] = {{20, 22, true}, {20, 23, false}, {19, 19, false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char rows[2048] = "", text[128];
        begin();
        for (int kind = 0; kind < cases[i].kinds; kind++) {
            size_t used = strlen(rows);
            snprintf(rows + used, sizeof rows - used, "run-%d,1,1,1,0,%s\n", kind,
                     kind ? "0.001,0.98" : "0.95,0.95");
        }
        add_rows("tasks", "task,tasks,succeeded,attempts,failed,elapsed_share,elapsed_cumulated",
                 rows);
        snprintf(text, sizeof text, "%d,%d,%d,%d,0\n", cases[i].kinds, cases[i].tasks,
                 cases[i].tasks, cases[i].tasks);
        add_rows("campaign", "task_kinds,tasks,succeeded,attempts,failed", text);
        run();
        CHECK(is_reported("No grouping of tasks was found: 22 tasks have 20 task kinds.") ==
              cases[i].is_said);
        CHECK(is_reported("of the summed task time") != cases[i].is_said);
        fixture_release(&fixture);
    }
}

/* A total has as many tasks as its parts have, and takes as long as these together. */
static void what_may_enclose_the_others_is_not_to_be_sped_up(void)
{
    static const struct {
        const char *rows;
        bool is_named;
    } cases[] = {
        {"total,10,10,10,0,0.51,0.51\na,10,10,10,0,0.44,0.95\nb,10,10,10,0,0.03,0.98\n"
         "c,10,10,10,0,0.02,1\n",
         false},
        {"total,10,10,10,0,0.6,0.6\na,10,10,10,0,0.35,0.95\nb,10,10,10,0,0.03,0.98\n"
         "c,10,10,10,0,0.02,1\n",
         true},
        {"total,30,30,30,0,0.51,0.51\na,10,10,10,0,0.44,0.95\nb,10,10,10,0,0.03,0.98\n"
         "c,10,10,10,0,0.02,1\n",
         true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin();
        add_rows("tasks", "task,tasks,succeeded,attempts,failed,elapsed_share,elapsed_cumulated",
                 cases[i].rows);
        run();
        CHECK(is_reported("of 4 task kinds account") == cases[i].is_named);
        fixture_release(&fixture);
    }
}

static void a_tail_has_thresholds(void)
{
    static const struct {
        const char *row;
        bool is_long;
    } cases[] = {
        {"400,10,400,80,1.75\n", true}, /* 20 % of the run */
        {"400,10,400,79,1.75\n", false},
        {"400,4,400,80,1\n", true}, /* at once, as usual */
        {"400,3.9,400,80,1\n", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin();
        add_calm_campaign();
        add_rows("concurrency_summary", "busy_s,running_usual,ran_s,tail_s,tail_running_mean",
                 cases[i].row);
        add("tail", "saved_s\n60\n");
        run();
        CHECK(is_reported("Long tail") == cases[i].is_long);
        fixture_release(&fixture);
    }
}

/* Of 1,000 s, 400 of which are the tail. */
static void an_order_is_advised_where_it_saves_much(void)
{
    static const struct {
        const char *tail; /* saved_s,stages_s */
        bool is_warning;
    } cases[] = {
        {"100,0", true},                       /* 10 % of the run */
        {"99,0", false},    {"150,300", true}, /* half of what the last stages took */
        {"149,300", false}, {"0,0", false},    {",", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin();
        add_calm_campaign();
        add("concurrency_summary",
            "busy_s,running_usual,ran_s,tail_s,tail_running_mean\n1000,10,1000,400,2\n");
        add("tail", arena_format(&fixture.arena, "saved_s,stages_s\n%s\n", cases[i].tail));
        run();
        CHECK(is_reported("Long tail"));
        CHECK_TEXT(cell(0, "level"), cases[i].is_warning ? "warn" : "note");
        CHECK((strstr(cell(0, "advice"), "longest tasks first") != NULL) == cases[i].is_warning);
        fixture_release(&fixture);
    }
}

/* ---- workers ---- */

/* A hundred seconds with at most 8 workers. */
static void run_workers(const char *rows)
{
    begin();
    add_calm_campaign();
    add("concurrency_summary", "busy_s,workers_max\n100,8\n");
    add_rows("concurrency", "time,waiting,workers", rows);
    run();
}

/* A quarter of the most workers for 30 % of the run. */
static void few_workers_have_thresholds(void)
{
    static const struct {
        const char *rows;
        bool are_few;
    } cases[] = {
        {"0,8,2\n30,8,8\n100,0,8\n", true},    {"0,8,2\n29,8,8\n100,0,8\n", false},
        {"0,8,2.1\n30,8,8\n100,0,8\n", false}, {"0,0.9,2\n30,8,8\n100,0,8\n", false},
        {"0,1,2\n30,8,8\n100,0,8\n", true},    {"0,8,2\n15,8,8\n85,8,2\n100,0,2\n", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        run_workers(cases[i].rows);
        CHECK(is_reported("Few workers") == cases[i].are_few);
        fixture_release(&fixture);
    }
    run_workers("0,12,1\n20,6,2\n40,6,8\n100,0,8\n"); /* 9 tasks and 1.5 workers on average */
    CHECK(is_reported(
        "Few workers were connected for 40 s (40 % of the 1 min 40 s with tasks), first at "));
    CHECK(is_reported(": 1.5 of at most 8 on average. Meanwhile 9 tasks waited."));
    fixture_release(&fixture);
}

/* 10 tasks with 60 s of input and 30 s of output each, beside half an hour of running: a third. */
static void transfers_are_a_share_of_the_time_of_tasks(void)
{
    static const struct {
        const char *hours;
        bool are_much;
    } cases[] = {{"0.5", true}, {"0.58", true}, {"0.59", false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char row[64];
        begin();
        add("tasks", "task,tasks,succeeded,attempts,failed\na,10,10,10,0\n");
        snprintf(row, sizeof row, "1,10,10,10,0,%s\n", cases[i].hours);
        add_rows("campaign", "task_kinds,tasks,succeeded,attempts,failed,elapsed_hours", row);
        add("resources", "category,resource,unit,count,mean\n*,wq_input_time,s,10,60\n"
                         "*,wq_output_time,s,10,30\n");
        run();
        CHECK(is_reported("Transfers") == cases[i].are_much);
        if (i == 0)
            CHECK(is_reported("Transfers take 33 % of task time: 15 min, mostly input, against 30 "
                              "min of run time."));
        fixture_release(&fixture);
    }
}

CHECK_MAIN(TEST(a_node_that_fails_has_thresholds), TEST(slow_nodes_have_thresholds),
           TEST(a_node_is_advised_against_by_many_tasks),
           TEST(what_most_failures_of_a_node_are_is_no_trouble_of_all),
           TEST(hits_that_were_mended_have_thresholds), TEST(time_lost_at_limits_is_reported_once),
           TEST(repeated_attempts_have_a_threshold), TEST(idle_cores_are_a_warning_from_an_hour_on),
           TEST(unused_memory_has_thresholds), TEST(implausible_efficiency_has_thresholds),
           TEST(unused_time_has_thresholds), TEST(a_kind_that_waits_is_not_to_be_made_faster),
           TEST(what_a_kind_would_save_is_half_of_it), TEST(kinds_of_one_task_are_no_grouping),
           TEST(growing_run_times_have_thresholds),
           TEST(what_may_enclose_the_others_is_not_to_be_sped_up), TEST(a_tail_has_thresholds),
           TEST(an_order_is_advised_where_it_saves_much), TEST(few_workers_have_thresholds),
           TEST(transfers_are_a_share_of_the_time_of_tasks))
