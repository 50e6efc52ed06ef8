/* Findings that a few tasks, attempts that were repeated, tasks that wait and cores that are not
 * known must not lead astray. */
#include "findings_fixture.h"

/* The attempt that took most was tried again, and its task succeeded. */
static void the_costliest_failure_is_of_a_task_that_failed(void)
{
    begin();
    add("tasks", "task,tasks,attempts,failed\na,5,6,0\nb,5,5,2\n");
    add("campaign", "tasks,attempts,repeated,failed,elapsed_s\n"
                    "10,11,1,2,216000\n");
    add("attempts", "task,outcome,attempts,elapsed_s,ended\n"
                    "a,TIMEOUT,1,7200,failed\n"
                    "a,done,5,180000,succeeded\n"
                    "b,ERROR,2,1800,failed\n"
                    "b,done,3,36000,succeeded\n");
    run();
    CHECK_TEXT(cell(0, "finding"),
               "2 of 10 tasks (20 %) failed. Failed attempts took 2.5 h (4.0 % of the time of all "
               "attempts). "
               "Most costly of the task kinds with failed tasks: 2 attempts of b, ERROR.");
    fixture_release(&fixture);
}

/* Of attempts that failed otherwise than at a limit, those of the table failures; the row of them,
 * or else the number of findings. */
static size_t failed_otherwise(const char *failures)
{
    size_t row = 0;
    begin();
    add("tasks", "task,tasks,succeeded,attempts,failed\na,5,5,7,0\nb,5,4,5,1\n");
    add("campaign", "tasks,succeeded,attempts,repeated,failed,elapsed_s\n"
                    "10,9,12,2,1,216000\n");
    add("limits", "task,quantity,unit,attempts,hits\n*,memory,B,12,1\na,memory,B,7,1\n");
    add("attempts", "task,outcome,reason,attempts,elapsed_s,ended\n"
                    "a,OOM,out of memory,1,3600,failed\n"
                    "a,ERROR,,1,7200,failed\n"
                    "a,done,,5,180000,succeeded\n"
                    "b,ERROR,,1,1800,failed\n"
                    "b,done,,4,36000,succeeded\n");
    add_rows("failures", "task,outcome,reason,attempts,elapsed_hours,last,example", failures);
    run();
    while (row < fixture_rows(&fixture, "findings") &&
           !strstr(cell(row, "finding"), "neither a memory nor"))
        row++;
    return row;
}

/* Only tasks whose last attempt failed miss results, whatever others took. */
static void only_last_attempts_miss_results(void)
{
    static const struct {
        const char *failures, *finding, *advice;
    } cases[] = {
        {"a,ERROR,,1,2,0,\nb,ERROR,,1,0.5,1,b (7)\n",
         "2 of 12 attempts (17 %) failed at neither a memory nor a time limit. They took "
         "2.5 h. One was not repeated, b (7): ERROR.",
         "find the cause in their logs; run the one again that was not repeated: its result is "
         "missing"},
        {"a,ERROR,,3,2,1,5\nb,ERROR,,1,0.5,1,7\n",
         "4 of 12 attempts (33 %) failed at neither a memory nor a time limit. They took "
         "2.5 h. 2 were not repeated. Most costly of these: a (5): ERROR.",
         "find the cause in their logs; run those again that were not repeated: their results are "
         "missing"},
        {"a,ERROR,,1,2,0,\nb,ERROR,,1,0.5,0,\n",
         "2 of 12 attempts (17 %) failed at neither a memory nor a time limit. They took "
         "2.5 h. Most costly: 1 attempt of a, ERROR.",
         "find the cause in their logs before running more"},
        {"a,ERROR,,2,2,2,5\n",
         "2 of 12 attempts (17 %) failed at neither a memory nor a time limit, all in a: "
         "ERROR. They took 2 h.",
         "find the cause in their logs and run them again: their results are missing"},
        {"b,ERROR,exit code 1,1,2,1,7\n",
         "1 of 12 attempts (8.3 %) failed at neither a memory nor a time limit, b (7): "
         "ERROR (exit code 1). It took 2 h.",
         "find the cause in its log and run it again: its result is missing"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t row = failed_otherwise(cases[i].failures);
        CHECK_TEXT(cell(row, "finding"), cases[i].finding);
        CHECK_TEXT(cell(row, "advice"), cases[i].advice);
        fixture_release(&fixture);
    }
}

/* Few of very many are a note where a result is missing, and nothing where none is. */
static void one_missing_result_is_reported(void)
{
    for (int last = 0; last < 2; last++) {
        char row[64];
        begin();
        add("tasks", "task,tasks,succeeded,attempts,failed\na,900,899,910,1\n");
        add("campaign", "tasks,succeeded,attempts,repeated,failed\n900,899,910,10,1\n");
        add("limits", "task,quantity,unit,attempts,hits\n*,memory,B,910,10\na,memory,B,910,10\n");
        add("attempts", "task,outcome,reason,attempts,ended\na,OOM,out of memory,10,failed\n"
                        "a,ERROR,exit code 1,1,failed\na,done,,899,succeeded\n");
        snprintf(row, sizeof row, "a,ERROR,exit code 1,1,%d,7\n", last);
        add_rows("failures", "task,outcome,reason,attempts,last,example", row);
        run();
        CHECK_INT(fixture_rows(&fixture, "findings"), 1 + last);
        if (last) {
            CHECK(strstr(cell(1, "finding"), "7: ERROR (exit code 1)."));
            CHECK_TEXT(cell(1, "level"), "note");
        }
        fixture_release(&fixture);
    }
}

/* One task, one that succeeded of two, and two: of one core of ten. */
static void cores_are_those_of_so_many_tasks(void)
{
    static const struct {
        const char *kind, *campaign, *who;
    } cases[] = {
        {"a,1,1,1,0", "1,1,1,0", "CPU efficiency is 10 %: 9 of 10 core-hours"},
        {"a,2,1,2,1", "2,1,2,1", "CPU efficiency of 1 succeeded task is 10 %: 9 of"},
        {"a,2,2,2,0", "2,2,2,0", "CPU efficiency is 10 %: 9 of 10 core-hours"},
        {"a,3,2,3,1", "3,2,3,1", "CPU efficiency of 2 succeeded tasks is 10 %: 9 of"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char row[64];
        bool is_said = false;
        begin();
        snprintf(row, sizeof row, "%s,10,1,10,0.1\n", cases[i].kind);
        add_rows("tasks",
                 "task,tasks,succeeded,attempts,failed,core_hours,core_cpu_hours,elapsed_hours,"
                 "cpu_efficiency",
                 row);
        snprintf(row, sizeof row, "%s\n", cases[i].campaign);
        add_rows("campaign", "tasks,succeeded,attempts,failed", row);
        run();
        for (size_t k = 0; k < fixture_rows(&fixture, "findings"); k++)
            is_said |= strncmp(cell(k, "finding"), cases[i].who, strlen(cases[i].who)) == 0;
        CHECK(is_said);
        fixture_release(&fixture);
    }
}

/* What the ten that failed used of their memory is not in these numbers. */
static void use_is_said_to_be_that_of_succeeded_tasks(void)
{
    begin();
    add("tasks", "task,tasks,succeeded,attempts,failed\na,100,90,100,10\n");
    add("campaign", "tasks,succeeded,attempts,failed\n100,90,100,10\n");
    add("requested", "task,quantity,unit,tasks,requested_p50,used_p50,ratio_max,above,time_unit,"
                     "requested_time,used_time,wasted_time\n"
                     "*,memory,B,90,4e9,4e8,1.5,2,B s,1.44e14,1.44e13,1.296e14\n"
                     "a,memory,B,90,4e9,4e8,1.5,2,B s,1.44e14,1.44e13,1.296e14\n");
    run();
    bool above = false, unused = false;
    for (size_t row = 0; row < fixture_rows(&fixture, "findings"); row++) {
        above |= strncmp(cell(row, "finding"), "2 of 90 succeeded tasks (2.2 %)", 31) == 0;
        unused |= strncmp(cell(row, "finding"), "90 succeeded tasks used 10 %", 28) == 0;
    }
    CHECK(above && unused);
    fixture_release(&fixture);
}

/* Of four tasks two always lie outside p5 to p95. */
static void few_tasks_do_not_spread(void)
{
    begin();
    add("tasks", "task,tasks,attempts,succeeded,failed,memory_p05_B,memory_p50_B,memory_p95_B,"
                 "memory_iqr_B\n"
                 "a,4,4,4,0,1.073741824e9,2e9,4.294967296e9,9e8\n"
                 "b,9,9,9,0,,,,\n"
                 "c,10,10,10,0,1.073741824e9,1.610612736e9,2.147483648e9,6e8\n");
    add("campaign", "tasks,attempts,failed,elapsed_s\n"
                    "23,23,0,3600\n");
    add("outlier_kinds", "task,quantity,unit,threshold,iqr,low,high,below,above,listed\n"
                         "a,memory,B,5e8,9e8,1073741824,4294967296,1,1,2\n"
                         "c,memory,B,5e8,6e8,1073741824,2147483648,1,1,2\n");
    run();
    CHECK_INT(fixture_rows(&fixture, "findings"), 1);
    CHECK_TEXT(cell(0, "finding"),
               "Peak memory of c varies widely: p5 1 GiB, median 1.5 GiB, p95 2 GiB.");
    fixture_release(&fixture);
}

static void no_memory_is_advised_from_the_few_that_succeeded(void)
{
    begin();
    add("tasks", "task,tasks,attempts,succeeded,failed,cancelled\na,36,36,7,17,12\n");
    add("campaign", "tasks,attempts,failed,cancelled,elapsed_s\n"
                    "36,36,0,0,3600\n");
    add("requested", "task,quantity,unit,tasks,requested_p50,used_p50,time_unit,requested_time,"
                     "used_time,wasted_time\n"
                     "*,memory,B,7,4e9,4e8,B s,1.44e14,1.44e13,1.296e14\n"
                     "a,memory,B,7,4e9,4e8,B s,1.44e14,1.44e13,1.296e14\n");
    add("allocation", "task,resource,rule,tasks,allocation_B,retries\n"
                      "a,memory,min_waste,7,2e7,2\n");
    run();
    CHECK_TEXT(cell(0, "advice"),
               "request less only once most tasks of a succeed: what the others need is unknown");
    fixture_release(&fixture);
}

/* By MANAGER END of a queue's log: nothing will finish them. */
static void tasks_that_a_manager_gave_up_are_said_so(void)
{
    static const char *const runs[] = {"log,1,1,0,10,2,1\n", "log,1,0,0,10,2,1\n",
                                       "log,1,1,0,10,1,0\nlog,2,0,0,10,1,1\n"};
    static const char *const expected[] = {
        "3 of 10 tasks (30 %) were unfinished when the manager ended, 2 of them not started. "
        "Totals do not include them.",
        "3 of 10 tasks (30 %) were unfinished when the records were written. Totals do not include "
        "them.",
        "3 of 10 tasks (30 %) were unfinished when the records were written, 1 of them given up "
        "when a manager ended. Totals do not include them."};
    for (size_t i = 0; i < 3; i++) {
        begin();
        add("tasks", "task,tasks,attempts,failed\na,10,10,0\n");
        add("campaign", "tasks,attempts,failed,unfinished,elapsed_s\n10,10,0,3,21600\n");
        add("manager_runs",
            arena_format(&fixture.arena, "input,run,has_ended,start,tasks,waiting,running\n%s",
                         runs[i]));
        run();
        CHECK_TEXT(fixture_text(&fixture, "findings", row_of(" of 10 tasks (30 %)"), "finding"),
                   expected[i]);
        fixture_release(&fixture);
    }
}

/* Jobs that wait for their turn are no trouble. */
static void tasks_that_have_not_started_are_a_note(void)
{
    static const char *const waiting[] = {"task,reason,hold,tasks\na,Priority,queue,3\n",
                                          "task,reason,hold,tasks\na,Priority,queue,1\n"};
    static const char *const expected[] = {
        "3 of 10 tasks (30 %) had not started when the records "
        "were written. Totals do not include them.",
        "3 of 10 tasks (30 %) were unfinished when the records were written, 1 of them not "
        "started. Totals do not include them."};
    for (size_t i = 0; i < 2; i++) {
        begin();
        add("tasks", "task,tasks,attempts,failed\na,10,10,0\n");
        add("campaign", "tasks,attempts,failed,unfinished,elapsed_s\n"
                        "10,10,0,3,21600\n");
        add("waiting", waiting[i]);
        run();
        CHECK_TEXT(cell(0, "finding"), expected[i]);
        CHECK_TEXT(cell(0, "level"), i == 0 ? "note" : "warn");
        fixture_release(&fixture);
    }
}

/* Some jobs always run when records are written. */
static void few_tasks_that_run_are_a_note(void)
{
    static const char *const unfinished[] = {"4", "5"}, *const levels[] = {"note", "warn"};
    for (size_t i = 0; i < 2; i++) {
        char row[128];
        begin();
        add("tasks", "task,tasks,attempts,failed\na,100,100,0\n");
        snprintf(row, sizeof row,
                 "tasks,attempts,failed,unfinished,elapsed_hours\n100,100,0,%s,6\n", unfinished[i]);
        add("campaign", row);
        run();
        CHECK(strstr(cell(0, "finding"), "were unfinished"));
        CHECK_TEXT(cell(0, "level"), levels[i]);
        fixture_release(&fixture);
    }
}

/* There is no attempt that could tell. */
static void tasks_that_never_started_are_told(void)
{
    begin();
    add("tasks", "task,tasks,succeeded,attempts,failed\na,3,1,1,2\n");
    add("campaign", "tasks,succeeded,attempts,failed,never_started\n3,1,1,2,2\n");
    add("attempts", "task,outcome,attempts,ended\na,COMPLETED,1,succeeded\n");
    run();
    CHECK_TEXT(cell(0, "finding"),
               "2 of 3 tasks never started: their deadline passed while they waited.");
    CHECK_TEXT(cell(0, "level"), "bad");
    fixture_release(&fixture);
}

/* Where each attempt ran on one node; of several nobody knows which failed. */
static void nodes_that_failed_are_named(void)
{
    static const struct {
        const char *nodes, *advice;
    } cases[] = {
        {"n1,0\nn2,1\nn3,2\n", "exclude n2 and n3, which failed; save state and resume"},
        {"n1,0\nn2,1\nn3,1\n",
         "exclude n2 and n3, and the other nodes, which failed; save state and resume"},
        {"n1,1\nn2,1\nn3,1\nn4,0\n", "exclude n1, n2 and n3, which failed; save state and resume"},
        {"n1,0\nn2,0\n", "exclude the nodes that failed; save state and resume"},
        {"n1,\n", "exclude the nodes that failed; save state and resume"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin();
        add("tasks", "task,tasks,succeeded,attempts,failed\na,10,7,10,3\n");
        add("campaign", "tasks,succeeded,attempts,failed,elapsed_s\n"
                        "10,7,10,3,25200\n");
        add("attempts", "task,outcome,reason,attempts,elapsed_s,ended\n"
                        "a,COMPLETED,,7,25200,succeeded\n"
                        "a,NODE_FAIL,node failure,3,10800,failed\n");
        add("failures", "task,outcome,reason,attempts,elapsed_s,last\n"
                        "a,NODE_FAIL,node failure,3,10800,3\n");
        add_rows("task_nodes", "node,node_failures", cases[i].nodes);
        run();
        CHECK_TEXT(cell(0, "advice"), cases[i].advice);
        fixture_release(&fixture);
    }
}

/* As benchmarks of Snakemake, whose CPU time is known, but not of how many cores. */
static void cpu_time_without_cores_is_not_said_to_be_unknown(void)
{
    begin();
    add("tasks", "task,tasks,succeeded,attempts,failed,cpu_s\n"
                 "a,10,10,10,0,18000\n");
    add("campaign", "tasks,succeeded,attempts,failed,elapsed_s,cpu_s\n"
                    "10,10,10,0,21600,18000\n");
    run();
    CHECK_TEXT(cell(0, "finding"), "No findings: all 10 tasks succeeded; CPU time 5 h, of an "
                                   "unknown number of cores.");
    fixture_release(&fixture);
}

/* Of a batch system alone, which has time limits; few of them are no matter. */
static void many_short_tasks_are_told(void)
{
    static const struct {
        const char *boxes;
        bool has_limits, is_reported;
    } cases[] = {{"*,elapsed,s,800,1,2,3,4,9\n", true, true},
                 {"*,elapsed,s,800,1,2,3,4,9\n", false, false},
                 {"*,elapsed,s,99,1,2,3,4,9\n", true, false},
                 {"*,elapsed,s,800,1,9,11,12,14\n", true, false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char csv[100];
        begin();
        add("tasks", "task,tasks,succeeded,attempts,failed\na,800,800,800,0\n");
        add("campaign", "tasks,succeeded,attempts,failed\n800,800,800,0\n");
        snprintf(csv, sizeof csv, "task,quantity,unit,count,q0,q1,q2,q3,q4\n%s", cases[i].boxes);
        add("boxplots", csv);
        if (cases[i].has_limits)
            add("requested", "task,quantity,unit,tasks,requested_p50,ratio_p95,ratio_max\n"
                             "*,time,s,800,60,0.5,0.6\n");
        run();
        const char *text = cell(0, "finding");
        if (cases[i].is_reported)
            CHECK_TEXT(
                text,
                "800 tasks are short (median 3 s). Starting them may take longer than they run.");
        else
            CHECK(!strstr(text, "Starting them"));
        fixture_release(&fixture);
    }
}

CHECK_MAIN(TEST(the_costliest_failure_is_of_a_task_that_failed),
           TEST(only_last_attempts_miss_results), TEST(one_missing_result_is_reported),
           TEST(cores_are_those_of_so_many_tasks), TEST(use_is_said_to_be_that_of_succeeded_tasks),
           TEST(few_tasks_do_not_spread), TEST(no_memory_is_advised_from_the_few_that_succeeded),
           TEST(tasks_that_have_not_started_are_a_note),
           TEST(tasks_that_a_manager_gave_up_are_said_so), TEST(few_tasks_that_run_are_a_note),
           TEST(tasks_that_never_started_are_told), TEST(nodes_that_failed_are_named),
           TEST(cpu_time_without_cores_is_not_said_to_be_unknown), TEST(many_short_tasks_are_told))
