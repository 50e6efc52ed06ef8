/* What findings advise to request, and where they have no number to give. */
#include "findings_fixture.h"

static void add_requested(const char *rows)
{
    add_rows("requested",
             "task,quantity,unit,tasks,requested_p50,used_p50,ratio_p95,ratio_max,above,hours_unit,"
             "requested_hours,used_hours,wasted_hours,used_p95",
             rows);
}

static void begin_kinds(const char *rows)
{
    begin();
    add_rows("tasks",
             "task,tasks,succeeded,attempts,failed,elapsed_share,elapsed_cumulated,cpu_hours,"
             "cpu_efficiency,rss_max_GB,core_hours,core_cpu_hours",
             rows);
    add("campaign", "task_kinds,tasks,succeeded,attempts,failed,elapsed_s\n"
                    "2,100,100,100,0,32400\n");
}

/* Tasks without a name may be of any programs, whether the source has no names or says so. */
static void tasks_without_a_name_have_no_common_request(void)
{
    static const char *const names[] = {"", "(no name)"};
    for (int i = 0; i < 2; i++) {
        char text[512];
        snprintf(text, sizeof text, "%s,100,100,100,0,1,1,9,0.9,8,,\n", names[i]);
        begin_kinds(text);
        snprintf(text, sizeof text,
                 "*,memory,B,100,4e9,4e8,0.3,0.5,0,GB h,40,4,36,\n"
                 "%s,memory,B,100,4e9,4e8,0.3,0.5,0,GB h,40,4,36,\n",
                 names[i]);
        add_requested(text);
        snprintf(text, sizeof text,
                 "task,resource,rule,tasks,allocation_GB,retries\n%s,memory,min_waste,100,1,3\n",
                 names[i]);
        add("allocation", text);
        snprintf(text, sizeof text,
                 "task,quantity,unit,threshold,iqr,low,high,below,above,listed\n"
                 "%s,memory,B,5e8,6e8,1e9,2e9,1,2,3\n",
                 names[i]);
        add("outlier_kinds", text);
        run();
        CHECK_INT(fixture_rows(&fixture, "findings"), 1);
        CHECK_TEXT(cell(0, "advice"), "add the names of the tasks to the input: a request is "
                                      "recommended per task kind");
        fixture_release(&fixture);
    }
}

static void few_tasks_give_no_number(void)
{
    begin_kinds("a,9,9,9,0,1,1,9,0.9,1,,\n");
    add_requested(
        "*,memory,B,9,4e9,4e8,0.3,0.5,0,GB h,40,4,36,\n"
        "a,memory,B,9,4e9,4e8,0.3,0.5,0,GB h,40,4,36,\n"
        "*,time,s,9,7200,60,0.01,0.1,0,h,18,1,17,\na,time,s,9,7200,60,0.01,0.1,0,h,18,1,17,\n");
    add("allocation", "task,resource,rule,tasks,allocation_B,retries\n"
                      "a,memory,min_waste,9,1e9,0\n");
    add("boxplots", "task,quantity,unit,count,q4\na,elapsed,s,9,720\n");
    run();
    CHECK_TEXT(cell(0, "finding"),
               "9 succeeded tasks used 10 % of the memory they requested; 36 of 40 GB·h went "
               "unused.");
    CHECK_TEXT(cell(0, "advice"), "request less once 10 tasks of a confirm it; 9 so far");
    CHECK_TEXT(cell(1, "finding"),
               "9 succeeded tasks used at most 10 % of their time limit (median 1 min of 2 h).");
    CHECK_TEXT(cell(1, "advice"), "request less once 10 tasks of a confirm it; 9 so far");
    fixture_release(&fixture);
}

/* Less memory is not advised beside what says that there was too little on a node. */
static void nodes_that_fill_up_keep_their_memory(void)
{
    begin_kinds("a,20,20,20,0,1,1,20,0.9,1,,\n");
    add_requested("*,memory,B,20,4e9,4e8,0.3,0.5,0,GB h,40,4,36,\n"
                  "a,memory,B,20,4e9,4e8,0.3,0.5,0,GB h,40,4,36,\n");
    add("memory_growth", "node,metric,unit,length_s,from,to,slope,late_slope,rising_share,"
                         "capacity,full_in_s\n"
                         "n1,memory_percent,%,3600,20,60,0.01,0.01,1,100,3600\n");
    run();
    CHECK_TEXT(cell(1, "advice"),
               "see the finding about the memory of the nodes before you request less");
    fixture_release(&fixture);
}

/* a wastes most, but met its limits: b, which did not, has a number. */
static void numbers_are_of_kinds_that_met_no_limit(void)
{
    begin_kinds("a,60,60,60,0,0.6,0.6,5,0.9,1,,\nb,40,40,40,0,0.4,1,4,0.9,1,,\n");
    add_requested("*,memory,B,100,4e9,4e8,0.3,0.5,0,GB h,40,4,36,\n"
                  "a,memory,B,60,4e9,4e8,0.3,0.5,0,GB h,30,3,27,\n"
                  "b,memory,B,40,4e9,4e8,0.3,0.5,0,GB h,10,1,9,\n"
                  "*,time,s,100,7200,600,0.1,0.11,0,h,200,20,180,\n"
                  "a,time,s,60,7200,600,0.1,0.1,0,h,120,12,108,\n"
                  "b,time,s,40,7200,600,0.1,0.11,0,h,80,8,72,\n");
    add("allocation", "task,resource,rule,tasks,allocation_B,retries\n"
                      "a,memory,min_waste,60,1e9,0\n"
                      "b,memory,min_waste,40,1.073741824e9,0\n");
    add("boxplots", "task,quantity,unit,count,q4\na,elapsed,s,60,720\nb,elapsed,s,40,790\n");
    add("limits", "task,quantity,unit,attempts,hits,requested,used,ratio\n"
                  "*,memory,B,110,1,,,\na,memory,B,70,1,,,\n*,time,s,110,1,,,\na,time,s,70,1,,,\n");
    run();
    CHECK_TEXT(cell(0, "finding"), "a hit its memory limit in 1 of 70 attempts.");
    CHECK_TEXT(
        cell(2, "advice"),
        "request at least 1 GiB plus a margin for b: the highest peak of its 40 tasks was 1 GiB");
    CHECK_TEXT(cell(3, "advice"), "request 20 min for b (1.5 times the longest of its 40 tasks, 13 "
                                  "min 10 s), so that jobs start earlier");
    fixture_release(&fixture);
}

/* One task in twenty is so long that a shorter limit would end it. */
static void a_limit_that_the_longest_task_needs_is_kept(void)
{
    begin_kinds("a,60,60,60,0,0.6,0.6,5,0.9,1,,\nb,40,40,40,0,0.4,1,4,0.9,1,,\n");
    add_requested("*,time,s,100,7200,600,0.1,0.7,0,h,200,20,180,\n"
                  "a,time,s,60,7200,600,0.1,0.7,0,h,120,12,108,\n");
    add("boxplots", "task,quantity,unit,count,q4\na,elapsed,s,60,5040\n");
    run();
    CHECK_TEXT(cell(0, "advice"), "keep the time limit of a: its longest task took 1 h 24 min");
    fixture_release(&fixture);
}

/* Little waste where 15 of 16 tasks run twice is no advice. */
static void no_request_is_one_that_most_tasks_exceed(void)
{
    begin_kinds("a,16,16,16,0,0.6,0.6,5,0.9,32.21225472,,\nb,40,40,40,0,0.4,1,4,0.9,1,,\n");
    add_requested("*,memory,B,56,4e10,4e9,0.3,0.5,0,GB h,40,4,36,\n"
                  "a,memory,B,16,4e10,4e9,0.3,0.5,0,GB h,40,4,36,\n");
    add("allocation", "task,resource,rule,tasks,allocation_B,retries,retried_share\n"
                      "a,memory,min_waste,16,5e7,15,0.9375\n"
                      "a,memory,p95,16,2.147483648e10,1,0.0625\n");
    run();
    CHECK_TEXT(cell(0, "advice"), "request 30 GiB for a, or 20 GiB first and 30 GiB for those that "
                                  "need more, at most 1 of 16 tasks");
    fixture_release(&fixture);
}

/* A peak of a has 1 GiB and a bit: rounded up that is no less than 1,100 MiB, which all requested;
 * of b, which requested 4 GiB, half is enough. */
static void no_request_is_advised_above_what_is_requested(void)
{
    static const struct {
        const char *a, *wasted_by_b, *advice;
    } cases[] = {
        {"a,memory,min_waste,60,1.0739,0,0\n", "9",
         "request at least 2 GiB plus a margin for b: the highest peak of its 40 tasks was 1.86 "
         "GiB"},
        {"a,memory,min_waste,60,1.0739,0,0\n", "0.1",
         "keep the memory request of a: its highest peak was 1.00 GiB"},
        {"a,memory,min_waste,60,0.2,3,0.05\n", "0.1",
         "request 200 MiB first for a, and 1,100 MiB as now for those that need more, at most 3 "
         "of 60 tasks"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char csv[300];
        begin_kinds("a,60,60,60,0,0.6,0.6,5,0.9,1.0739,,\nb,40,40,40,0,0.4,1,4,0.9,2,,\n");
        snprintf(csv, sizeof csv,
                 "*,memory,B,100,1153433600,4e8,0.3,0.97,0,GB h,40,4,36,\n"
                 "a,memory,B,60,1153433600,4e8,0.3,0.97,0,GB h,30,3,27,\n"
                 "b,memory,B,40,4294967296,4e8,0.3,0.5,0,GB h,10,1,%s,\n",
                 cases[i].wasted_by_b);
        add_requested(csv);
        add_rows("allocation", "task,resource,rule,tasks,allocation_GB,retries,retried_share",
                 cases[i].a);
        add("allocation", "task,resource,rule,tasks,allocation_B,retries,retried_share\n"
                          "b,memory,min_waste,40,2e9,0,0\n");
        run();
        CHECK_TEXT(cell(0, "advice"), cases[i].advice);
        fixture_release(&fixture);
    }
}

static void cores_are_advised_by_what_was_used(void)
{
    begin_kinds("a,60,60,60,0,0.6,0.6,5,0.25,1,20,5\nb,40,40,40,0,0.4,1,4,0.9,1,4.4,4\n");
    add_requested("a,cores,cores,60,16,2,0.3,0.5,0,core h,40,4,36,4.8\n");
    run();
    CHECK_TEXT(cell(0, "advice"), "request 5 instead of 16 cores for a, as 95 % of its tasks use "
                                  "up to 4.8; or find out what it waits for");
    fixture_release(&fixture);
    begin_kinds("a,60,60,60,0,0.6,0.6,5,0.25,1,20,5\nb,40,40,40,0,0.4,1,4,0.9,1,4.4,4\n");
    add_requested("a,cores,cores,60,1,0.2,0.3,0.5,0,core h,40,4,36,0.3\n");
    run();
    CHECK_TEXT(cell(0, "advice"), "find out what a waits for");
    fixture_release(&fixture);
}

/* Fewer cores would slow the other steps down: what idled is told by the steps. 27 % of 1,280 h of
 * core time were used; a step that idled a tenth of it explains nothing. */
static void steps_say_which_cores_idled(void)
{
    static const char any[] =
        "request fewer cores per task, or find out what the tasks wait for: GPU, files or network";
    static const struct {
        const char *use, *expected, *advice;
    } cases[] = {
        {"a,1,7,128,post.py,1,0.72,1,,0.71,0\n",
         "idle. One step (post.py) ran on 1 of 128 cores for 72 % of the time.",
         "run post.py in a job of its own with 1 core"},
        {"a,1,7,128,sim,4,0.98,1,,0.95,0\n",
         "idle. One step (sim) ran on 4 of 128 cores for 98 % of the time.",
         "request 4 cores, or give sim all 128"},
        {"a,1,7,128,sim,16,1,8,7,0.875,0\n", "idle. No step used 7 of 8 nodes.",
         "request 1 node, or start the program on all 8"},
        {"a,1,7,128,,,,4,3,0.75,1\n", "idle. Work ran on 1 of 4 nodes, in the batch step only.",
         "request 1 node, or start the program on all 4 with srun; Slurm does not count what ssh "
         "starts"},
        {"a,1,7,128,post.py,1,0.2,1,,0.2,0\n", "idle.", any},
        {"b,1,7,128,post.py,1,0.72,1,,0.71,0\n", "idle.", any},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin_kinds("a,1,1,1,0,1,1,350,0.27,1,1280,350\n");
        add_rows(
            "step_use",
            "task,jobs,worst,cores,step,step_cores,share,nodes,unused_nodes,idle_share,batch_alone",
            cases[i].use);
        run();
        if (!strstr(cell(0, "finding"), cases[i].expected))
            CHECK_FAIL("%s: %s", cases[i].expected, cell(0, "finding"));
        CHECK_TEXT(cell(0, "advice"), cases[i].advice);
        fixture_release(&fixture);
    }
}

/* Of several jobs it is told in how many the same was so as in the worst. */
static void jobs_that_left_cores_idle_are_counted(void)
{
    static const struct {
        const char *use, *expected;
    } cases[] = {
        {"a,12,7,128,,,,2,1,0.5,1,12\n",
         "Work ran on 1 of 2 nodes in all 12 jobs, in the batch step only."},
        {"a,12,7,128,,,,2,1,0.5,1,7\n",
         "Work ran on 1 of 2 nodes in 7 of 12 jobs, in the batch step only."},
        {"a,12,7,128,sim,16,1,2,1,0.75,0,1\n", "No step used 1 of 2 nodes in 1 of 12 jobs."},
        {"a,12,7,128,sim,4,0.98,1,,0.95,0,12\n",
         "One step (sim) ran on 4 of 128 cores for up to 98 % of the time in all 12 jobs."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin_kinds("a,12,12,12,0,1,1,350,0.5,1,1280,350\n");
        add_rows("step_use",
                 "task,jobs,worst,cores,step,step_cores,share,nodes,unused_nodes,idle_share,"
                 "batch_alone,alike",
                 cases[i].use);
        run();
        if (!strstr(cell(0, "finding"), cases[i].expected))
            CHECK_FAIL("%s: %s", cases[i].expected, cell(0, "finding"));
        fixture_release(&fixture);
    }
}

/* Cores are often allotted with GPUs, and wait for them. */
static void cores_beside_gpus_are_not_lowered(void)
{
    begin_kinds("a,60,60,60,0,0.6,0.6,5,0.25,1,20,5\nb,40,40,40,0,0.4,1,4,0.9,1,4.4,4\n");
    add_requested("a,cores,cores,60,16,2,0.3,0.5,0,core h,40,4,36,4.8\n");
    add("task_gpus", "task,attempts,gpu_s,measured,measured_gpu_s,idle,idle_gpu_s,low,low_gpu_s\n"
                     "*,60,90000,0,0,0,0,0,0\na,60,90000,0,0,0,0,0,0\n");
    run();
    CHECK_INT(fixture_rows(&fixture, "findings"), 1);
    CHECK_TEXT(cell(0, "level"), "note");
    CHECK_TEXT(cell(0, "advice"), "find out what a waits for; before requesting fewer cores check "
                                  "how many come with its GPUs");
    fixture_release(&fixture);
}

static void one_task_is_no_plural(void)
{
    static const struct {
        const char *rows, *text;
    } cases[] = {
        {"*,memory,B,1,4e9,4e9,4.2,4.2,1,GB h,40,30,10\na,memory,B,1,4e9,4e9,4.2,4.2,1,GB h,40,30,"
         "10\n",
         "The task used more memory than it requested"},
        {"*,memory,B,100,4e9,3e9,0.9,1.5,1,GB h,40,30,10\na,memory,B,60,4e9,3e9,0.9,1.5,1,GB h,40,"
         "30,10\n",
         "1 of 100 tasks (1.0 %) used more memory than it requested"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        begin();
        add_calm_campaign();
        add_rows("requested",
                 "task,quantity,unit,tasks,requested_p50,used_p50,ratio_p95,ratio_max,above,"
                 "hours_unit,requested_hours,used_hours,wasted_hours",
                 cases[i].rows);
        run();
        CHECK(strstr(cell(0, "finding"), cases[i].text));
        fixture_release(&fixture);
    }
}

/* Succeeded tasks above their request and attempts that failed for it have one cause. */
static void too_little_memory_is_one_finding(void)
{
    begin_kinds("a,60,60,60,0,0.6,0.6,5,0.9,6,,\nb,40,40,40,0,0.4,1,4,0.9,1,,\n");
    add_requested("*,memory,B,100,4e9,2.5e9,1.2,1.5,2,GB h,40,25,15,\n"
                  "a,memory,B,60,4e9,2.5e9,1.2,1.5,2,GB h,40,25,15,\n");
    run();
    CHECK_INT(fixture_rows(&fixture, "findings"), 1);
    CHECK_TEXT(cell(0, "advice"),
               "request at least 6 GiB plus a margin for a: its highest peak was 5.59 GiB");
    fixture_release(&fixture);
    begin_kinds("a,60,60,60,0,0.6,0.6,5,0.9,6,,\nb,40,40,40,0,0.4,1,4,0.9,1,,\n");
    add_requested("*,memory,B,100,4e9,2.5e9,1.2,1.5,2,GB h,40,25,15,\n"
                  "a,memory,B,60,4e9,2.5e9,1.2,1.5,2,GB h,40,25,15,\n");
    add("limits", "task,quantity,unit,attempts,hits,requested,used,ratio\n"
                  "*,memory,B,110,1,,,\na,memory,B,70,1,,,\n");
    run();
    CHECK_INT(fixture_rows(&fixture, "findings"), 1);
    CHECK_TEXT(cell(0, "finding"), "a hit its memory limit in 1 of 70 attempts.");
    fixture_release(&fixture);
}

/* All 60 tasks of a succeeded, with up to 6 GB for a limit of 4 GB, or with less than was used at
 * the limit; or 5 failed for good: what these need is not known, but no less than the others. */
static void what_mended_a_limit_is_advised(void)
{
    static const struct {
        const char *kind, *used, *level, *advice;
    } cases[] = {
        {"a,60,60,90,0,1,1,5,0.9,6,,\n", "4.1e9", "warn",
         "request at least 6 GiB plus a margin for a: the highest peak of its succeeded tasks was "
         "5.59 GiB"},
        {"a,60,60,90,0,1,1,5,0.9,6,,\n", "8e9", "warn", "request more than 8 GiB for a"},
        {"a,60,55,90,5,1,1,5,0.9,6,,\n", "4.1e9", "bad",
         "request at least 6 GiB plus a margin for a: the highest peak of its succeeded tasks was "
         "5.59 GiB"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char csv[300];
        begin_kinds(cases[i].kind);
        snprintf(csv, sizeof csv,
                 "task,quantity,unit,attempts,hits,requested,used,ratio,requested_min,"
                 "requested_max,used_max\n"
                 "*,memory,B,90,30,4e9,4e9,1,4e9,4e9,%s\na,memory,B,90,30,4e9,4e9,1,4e9,4e9,%s\n",
                 cases[i].used, cases[i].used);
        add("limits", csv);
        run();
        size_t row = 0;
        while (row < fixture_rows(&fixture, "findings") &&
               !strstr(cell(row, "finding"), "hit its memory limit"))
            row++;
        CHECK_TEXT(cell(row, "level"), cases[i].level);
        CHECK_TEXT(cell(row, "advice"), cases[i].advice);
        fixture_release(&fixture);
    }
}

/* 16,000 MiB may be all that a node has: neither that nor a peak of 16.5 GB is rounded to the 16
 * GiB above it; nor 2 d 12 h 30 min to whole hours. */
static void a_request_with_which_tasks_succeeded_is_exact(void)
{
    static const char *const kinds[] = {"a,60,60,90,0,1,1,5,0.9,,,\n",
                                        "a,60,60,90,0,1,1,5,0.9,16.5,,\n"};
    for (size_t i = 0; i < 2; i++) {
        begin_kinds(kinds[i]);
        add("limits", "task,quantity,unit,attempts,hits,requested,used,ratio,requested_min,"
                      "requested_max,used_max,enough\n"
                      "*,memory,B,90,30,2147483648,,,2147483648,4294967296,,\n"
                      "a,memory,B,90,30,2147483648,,,2147483648,4294967296,,16777216000\n"
                      "*,time,s,90,3,3600,3600,1,3600,3600,3600,\n"
                      "a,time,s,90,3,3600,3600,1,3600,3600,3600,217800\n");
        run();
        CHECK_TEXT(cell(0, "finding"), "a hit its memory limit of 2 GiB to 4 GiB in 30 of 90 "
                                       "attempts. Tasks that requested 15.6 GiB succeeded.");
        CHECK_TEXT(cell(0, "advice"), "request 16,000 MiB for a, with which tasks succeeded");
        CHECK_TEXT(cell(1, "advice"), "request 2 d 12 h 30 min for a, or save state and resume");
        fixture_release(&fixture);
    }
}

/* The request that was too little, and the one that was enough; no less than what others used that
 * failed. */
static void requests_of_retries_are_named(void)
{
    begin_kinds("a,60,60,90,0,1,1,5,0.9,,,\n");
    add("limits", "task,quantity,unit,attempts,hits,requested,used,ratio,requested_min,"
                  "requested_max,used_max,enough\n"
                  "*,memory,B,90,30,2147483648,,,2147483648,4294967296,,\n"
                  "a,memory,B,90,30,2147483648,,,2147483648,4294967296,,8589934592\n"
                  "*,time,s,90,3,3600,3600,1,3600,3600,3600,\n"
                  "a,time,s,90,3,3600,3600,1,3600,3600,3600,7200\n");
    run();
    CHECK_TEXT(cell(0, "finding"), "a hit its memory limit of 2 GiB to 4 GiB in 30 of 90 attempts. "
                                   "Tasks that requested 8 GiB succeeded.");
    CHECK_TEXT(cell(0, "advice"), "request 8 GiB for a, with which tasks succeeded");
    CHECK_TEXT(
        cell(1, "finding"),
        "a hit its time limit of 1 h in 3 of 90 attempts. Tasks with a limit of 2 h succeeded.");
    CHECK_TEXT(cell(1, "advice"), "request 2 h for a, or save state and resume");
    fixture_release(&fixture);
}

/* Tasks that failed at 6 GB for another cause, where those that succeeded used 1 GB. */
static void no_request_is_below_what_failed_attempts_used(void)
{
    begin_kinds("a,60,55,60,5,0.6,0.6,5,0.9,1,,\nb,40,40,40,0,0.4,1,4,0.9,1,,\n");
    add_requested("*,memory,B,100,4e10,4e9,0.3,0.5,0,GB h,40,4,36,\n"
                  "a,memory,B,55,4e10,4e9,0.3,0.5,0,GB h,40,4,36,\n");
    add("allocation", "task,resource,rule,tasks,allocation_B,retries,retried_share\n"
                      "a,memory,min_waste,55,9e8,2,0.04\n");
    add("attempts", "task,outcome,reason,attempts,elapsed_s,ended,peak_memory_B\n"
                    "a,COMPLETED,,55,18000,succeeded,1e9\n"
                    "a,FAILED,exit code 1,5,,failed,6e9\n");
    run();
    size_t row = 0;
    while (row < fixture_rows(&fixture, "findings") &&
           !strstr(cell(row, "finding"), "of the memory"))
        row++;
    CHECK_TEXT(cell(row, "advice"), "request at least 6 GiB plus a margin for a: the highest peak "
                                    "of its failed attempts was 5.59 GiB");
    fixture_release(&fixture);
}

static void limits_of_tasks_without_a_name_are_of_all(void)
{
    begin_kinds(",60,48,60,12,1,1,5,0.9,6,,\n");
    add("attempts", "task,outcome,reason,attempts,elapsed_s,ended\n"
                    ",COMPLETED,,48,90000,succeeded\n"
                    ",TIMEOUT,time limit,12,270000,failed\n");
    add("limits", "task,quantity,unit,attempts,hits,requested,used,ratio\n"
                  "*,time,s,60,12,,,\n,time,s,60,12,,,\n");
    run();
    CHECK_TEXT(cell(0, "finding"), "12 of 60 attempts hit their time limit. They took 75 h (75 % "
                                   "of the time of all attempts).");
    CHECK_TEXT(cell(0, "advice"), "request more time, or save state and resume");
    fixture_release(&fixture);
}

/* 30 tasks up to 99.9 % of their limit of time; memory is no matter where some passed it, or a
 * limit was hit. */
static void what_is_nearly_used_up_is_told(void)
{
    static const struct {
        const char *row, *limits, *expected;
    } cases[] = {
        {"a,time,s,30,14400,0.9,0.98,0.997,0.999,0\n", "",
         "a used up to 99.9 % of its time limit (median 98 %). A slightly longer task would hit "
         "it."},
        {"a,memory,B,30,1e11,0.9,0.98,0.997,0.999,0\n", "",
         "a used up to 99.9 % of the memory it requested (median 98 %). A slightly larger task "
         "would exceed it."},
        {"a,time,s,30,14400,0.9,0.98,0.997,0.999,0\n", "a,time,s,30,2\n", NULL},
        {"a,time,s,30,14400,0.5,0.8,0.9,0.999,0\n", "", NULL},
        {"a,time,s,5,14400,0.9,0.98,0.997,0.999,0\n", "", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bool is_reported = false;
        begin();
        add("tasks", "task,tasks,succeeded,attempts,failed,cancelled\na,30,30,30,0,0\n");
        add("campaign", "tasks,succeeded,attempts,failed,elapsed_s\n"
                        "30,30,30,0,360000\n");
        add_rows("requested",
                 "task,quantity,unit,tasks,requested_p50,ratio_p05,ratio_p50,ratio_p95,ratio_max,"
                 "above",
                 cases[i].row);
        add_rows("limits", "task,quantity,unit,attempts,hits", cases[i].limits);
        run();
        for (size_t row = 0; row < fixture_rows(&fixture, "findings"); row++) {
            bool is_it = strstr(cell(row, "finding"), "A slightly ") != NULL;
            is_reported = is_reported || is_it;
            if (is_it && cases[i].expected)
                CHECK_TEXT(cell(row, "finding"), cases[i].expected);
        }
        CHECK(is_reported == (cases[i].expected != NULL));
        fixture_release(&fixture);
    }
}

CHECK_MAIN(TEST(nodes_that_fill_up_keep_their_memory), TEST(what_is_nearly_used_up_is_told),
           TEST(tasks_without_a_name_have_no_common_request), TEST(few_tasks_give_no_number),
           TEST(numbers_are_of_kinds_that_met_no_limit),
           TEST(a_limit_that_the_longest_task_needs_is_kept),
           TEST(no_request_is_one_that_most_tasks_exceed),
           TEST(no_request_is_advised_above_what_is_requested),
           TEST(cores_are_advised_by_what_was_used), TEST(cores_beside_gpus_are_not_lowered),
           TEST(steps_say_which_cores_idled), TEST(jobs_that_left_cores_idle_are_counted),
           TEST(too_little_memory_is_one_finding), TEST(one_task_is_no_plural),
           TEST(what_mended_a_limit_is_advised), TEST(limits_of_tasks_without_a_name_are_of_all),
           TEST(requests_of_retries_are_named), TEST(a_request_with_which_tasks_succeeded_is_exact),
           TEST(no_request_is_below_what_failed_attempts_used))
