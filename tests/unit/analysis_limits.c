/* Limits that attempts hit, and reasons why tasks wait. */
#include "task_fixture.h"

#define HEADER                                                                                     \
    "task,quantity,unit,attempts,hits,requested,used,ratio,cancelled,requested_min,requested_max," \
    "used_max,enough,per,timed,core_s,hit_core_s\n"

static struct task_fixture fixture;

static void add(const char *task, enum record_ending ending, double requested_memory, double memory,
                double requested_time, double elapsed)
{
    struct records *records = &fixture.records;
    records_add(records);
    task_fixture_text(records, RECORD_TASK_COLUMN, task);
    records_put_ending(records, ending);
    records_put_number(records, RECORD_REQUESTED_MEMORY_COLUMN, requested_memory);
    records_put_number(records, RECORD_MEMORY_COLUMN, memory);
    records_put_number(records, RECORD_REQUESTED_TIME_COLUMN, requested_time);
    records_put_number(records, RECORD_ELAPSED_COLUMN, elapsed);
}

/* More memory than requested is a hit where it failed for no other known reason; a time limit where
 * the source says so. */
static void attempts_that_hit_a_limit_count(void)
{
    static const char *const analyses[] = {"limits", NULL};
    task_fixture_init(&fixture);
    add("a", ENDING_SUCCEEDED, 100, 100, 60, 61);
    add("a", ENDING_FAILED, 100, 150, 60, 61);
    add("a", ENDING_FAILED, 100, 300, 60, 10);
    add("a", ENDING_OUT_OF_MEMORY, 100, NAN, 60, 10);
    add("a", ENDING_FAILED, 100, 100, 60, 10);
    add("b", ENDING_TIMED_OUT, 100, 150, 60, 63);
    add("b", ENDING_CANCELLED, 100, 500, 60, 63);
    add("b", ENDING_CANCELLED, 100, NAN, 60, 50);
    records_put_number(&fixture.records, RECORD_MEMORY_RAN_OUT_COLUMN, 1); /* of a step */
    add("b", ENDING_UNFINISHED, 100, 500, 60, NAN);
    add("c", ENDING_OUT_OF_MEMORY, NAN, NAN, NAN, 5);
    task_fixture_run(&fixture, analyses);
    CHECK_TEXT(task_fixture_csv(&fixture, "limits"),
               HEADER "*,memory,B,10,5,100,300,3,1,100,100,300,,,9,333,136\n"
                      "a,memory,B,5,3,100,300,3,0,100,100,300,,,5,152,81\n"
                      "b,memory,B,4,1,100,,,1,100,100,,,,3,176,50\nc,memory,B,1,1,,,,0,,,,,,1,5,5\n"
                      "*,time,s,10,1,60,63,1.05,0,60,60,63,,,9,333,63\n"
                      "b,time,s,4,1,60,63,1.05,0,60,60,63,,,3,176,63\n");
    task_fixture_release(&fixture);
}

/* A program's own exit code is a reason; where others succeed with more than they requested, only
 * what was killed hit a limit. */
static void what_is_not_enforced_is_no_limit(void)
{
    static const char *const analyses[] = {"limits", NULL};
    task_fixture_init(&fixture);
    add("a", ENDING_FAILED, 100, 300, NAN, 10);
    records_put_number(&fixture.records, RECORD_EXIT_CODE_COLUMN, 1);
    task_fixture_run(&fixture, analyses);
    CHECK_TEXT(task_fixture_csv(&fixture, "limits"), "none");
    task_fixture_release(&fixture);
    task_fixture_init(&fixture);
    records_begin_source(&fixture.records, "open");
    add("a", ENDING_SUCCEEDED, 100, 150, NAN, 10);
    add("a", ENDING_FAILED, 100, 300, NAN, 10);
    add("a", ENDING_FAILED, 100, 200, NAN, 10);
    records_put_number(&fixture.records, RECORD_EXIT_CODE_COLUMN, 137);
    records_begin_source(&fixture.records, "enforced");
    add("b", ENDING_FAILED, 100, 110, NAN, 10);
    task_fixture_run(&fixture, analyses);
    CHECK_TEXT(task_fixture_csv(&fixture, "limits"),
               HEADER "*,memory,B,4,2,100,200,2,0,100,100,200,,,4,40,20\n"
                      "a,memory,B,3,1,100,200,2,0,100,100,200,,,3,30,10\n"
                      "b,memory,B,1,1,100,110,1.1,0,100,100,110,,,1,10,10\n");
    task_fixture_release(&fixture);
}

/* The last sample is from before the kernel ended it. */
static void killed_with_nearly_all_memory_is_at_the_limit(void)
{
    static const char *const analyses[] = {"limits", NULL};
    static const double memory[] = {97, 97, 50}, exit_codes[] = {137, 1, 137};
    task_fixture_init(&fixture);
    for (size_t i = 0; i < 3; i++) {
        add("a", ENDING_FAILED, 100, memory[i], NAN, 10);
        records_put_number(&fixture.records, RECORD_EXIT_CODE_COLUMN, exit_codes[i]);
    }
    task_fixture_run(&fixture, analyses);
    CHECK_TEXT(task_fixture_csv(&fixture, "limits"),
               HEADER "*,memory,B,3,1,100,97,0.97,0,100,100,97,,,3,30,10\n"
                      "a,memory,B,3,1,100,97,0.97,0,100,100,97,,,3,30,10\n");
    task_fixture_release(&fixture);
}

/* The worst ratio is that of the smallest request; a task succeeded with as much as was too little
 * for another. */
static void retries_with_more_show_what_is_enough(void)
{
    static const char *const analyses[] = {"limits", NULL};
    task_fixture_init(&fixture);
    add("a", ENDING_OUT_OF_MEMORY, 200, 300, NAN, 10);
    add("a", ENDING_OUT_OF_MEMORY, 400, 404, NAN, 10);
    records_put_number(&fixture.records, RECORD_CORES_COLUMN, 4); /* the others: not known */
    add("a", ENDING_SUCCEEDED, 1600, 500, NAN, 10);
    add("a", ENDING_SUCCEEDED, 800, 500, NAN, 10);
    add("a", ENDING_SUCCEEDED, 400, 390, NAN, 10);
    add("b", ENDING_SUCCEEDED, 500, 500, NAN, 10);
    task_fixture_run(&fixture, analyses);
    CHECK_TEXT(task_fixture_csv(&fixture, "limits"),
               HEADER "*,memory,B,6,2,200,300,1.5,0,200,400,404,,,6,90,50\n"
                      "a,memory,B,5,2,200,300,1.5,0,200,400,404,800,,5,80,50\n");
    task_fixture_release(&fixture);
}

static void add_failure(const char *task, const char *id, double attempt, double exit_code,
                        double memory, enum record_ending ending)
{
    task_fixture_add(&fixture, (struct task_record){.task = task,
                                                    .id = id,
                                                    .outcome = "DONE",
                                                    .ending = ending,
                                                    .attempt = attempt,
                                                    .exit_code = exit_code,
                                                    .elapsed = 3600,
                                                    .memory = memory});
    records_put_number(&fixture.records, RECORD_REQUESTED_MEMORY_COLUMN, 100);
}

/* Killed with nearly all memory in use, or out of time: that is at a limit. The second attempt of
 * task 3 succeeded. */
static void failures_are_those_at_no_limit(void)
{
    static const char *const analyses[] = {"attempts", NULL};
    task_fixture_init(&fixture);
    add_failure("a", "1", 1, 137, 95, ENDING_FAILED);
    add_failure("a", "2", 1, 137, 50, ENDING_FAILED);
    add_failure("a", "3", 1, 137, 50, ENDING_FAILED);
    add_failure("a", "3", 2, 0, 50, ENDING_SUCCEEDED);
    add_failure("a", "4", 1, 0, 50, ENDING_TIMED_OUT);
    add_failure("b", "5", 1, 0, 50, ENDING_NODE_FAILED);
    add_failure("b", "5", 2, 0, 50, ENDING_SUCCEEDED);
    task_fixture_run(&fixture, analyses);
    CHECK_TEXT(task_fixture_csv(&fixture, "failures"),
               "task,outcome,reason,attempts,elapsed_s,last,example\n"
               "a,DONE,signal 9,2,7200,1,2\n"
               "b,DONE,node failure,1,3600,0,\n");
    task_fixture_release(&fixture);
    task_fixture_init(&fixture);
    add_failure("a", "1", 1, 137, 95, ENDING_FAILED);
    task_fixture_run(&fixture, analyses);
    CHECK_TEXT(task_fixture_csv(&fixture, "failures"), "none");
    task_fixture_release(&fixture);
}

/* By the same user with the same word they are one. */
static void attempts_say_who_cancelled_them(void)
{
    static const char *const analyses[] = {"attempts", NULL};
    static const char *const users[] = {"1234", NULL, "1234", "0"};
    task_fixture_init(&fixture);
    for (size_t i = 0; i < 4; i++) {
        add("a", ENDING_CANCELLED, NAN, NAN, NAN, 3600);
        task_fixture_text(&fixture.records, RECORD_OUTCOME_COLUMN, "CANCELLED");
        task_fixture_text(&fixture.records,
                          records_attribute(&fixture.records, RECORD_CANCELLED_BY, RECORD_TEXT),
                          users[i]);
    }
    task_fixture_run(&fixture, analyses);
    CHECK_TEXT(
        task_fixture_csv(&fixture, "attempts"),
        "task,outcome,reason,attempts,elapsed_s,cpu_s,core_s,core_cpu_s,peak_memory_B,ended\n"
        "a,CANCELLED,,1,3600,,,,,cancelled\n"
        "a,CANCELLED,by user 0,1,3600,,,,,cancelled\n"
        "a,CANCELLED,by user 1234,2,7200,,,,,cancelled\n");
    task_fixture_release(&fixture);
}

/* What a limit of memory or time explains, and what succeeded, needs no other. */
static void attempts_say_which_limit_they_exceeded(void)
{
    static const char *const analyses[] = {"attempts", NULL};
    static const struct {
        enum record_ending ending;
        const char *limits;
    } all[] = {{ENDING_FAILED, "disk"},
               {ENDING_FAILED, "disk"},
               {ENDING_FAILED, "cores"},
               {ENDING_FAILED, NULL},
               {ENDING_OUT_OF_MEMORY, "disk,memory"},
               {ENDING_SUCCEEDED, "disk"}};
    task_fixture_init(&fixture);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        add("a", all[i].ending, NAN, NAN, NAN, 3600);
        task_fixture_text(&fixture.records, RECORD_OUTCOME_COLUMN, "limits");
        task_fixture_text(&fixture.records,
                          records_attribute(&fixture.records, RECORD_LIMITS_EXCEEDED, RECORD_TEXT),
                          all[i].limits);
    }
    task_fixture_run(&fixture, analyses);
    CHECK_TEXT(
        task_fixture_csv(&fixture, "attempts"),
        "task,outcome,reason,attempts,elapsed_s,cpu_s,core_s,core_cpu_s,peak_memory_B,ended\n"
        "a,limits,,1,3600,,,,,succeeded\na,limits,,1,3600,,,,,failed\n"
        "a,limits,cores limit,1,3600,,,,,failed\na,limits,disk limit,2,7200,,,,,failed\n"
        "a,limits,out of memory,1,3600,,,,,failed\n");
    task_fixture_release(&fixture);
}

static void add_gpus(const char *task, enum record_ending ending, double gpus, double elapsed,
                     double percent)
{
    struct records *records = &fixture.records;
    add(task, ending, NAN, NAN, NAN, elapsed);
    records_put_number(records, records_attribute(records, "allocated_gpus", RECORD_NUMBER), gpus);
    records_put_number(records, records_attribute(records, "gpu_utilization", RECORD_NUMBER),
                       percent);
}

#define GPUS_HEADER                                                                                \
    "task,attempts,gpu_s,measured,measured_gpu_s,idle,idle_gpu_s,low,low_gpu_s,gpus_max,"          \
    "uncounted,idle_example,idle_node,low_example,low_node,idle_user,idle_user_gpu_s,used_gpu_s\n"

/* Used: 40 × 24 % + 500 × 90 % + 500 × 25 %. */
static void attempts_hold_gpus_for_some_time(void)
{
    static const char *const analyses[] = {"task_gpus", NULL};
    task_fixture_init(&fixture);
    add_gpus("a", ENDING_SUCCEEDED, 2, 100, 0);
    add_gpus("a", ENDING_FAILED, 4, 10, 96);
    add_gpus("a", ENDING_SUCCEEDED, 1, 500, 90);
    add_gpus("a", ENDING_SUCCEEDED, 2, 250, 50);
    add_gpus("a", ENDING_SUCCEEDED, 1, 5, NAN);
    add_gpus("b", ENDING_SUCCEEDED, NAN, 100, 0);
    add_gpus("c", ENDING_UNFINISHED, 1, NAN, NAN);
    task_fixture_run(&fixture, analyses);
    CHECK_TEXT(task_fixture_csv(&fixture, "task_gpus"),
               GPUS_HEADER "*,5,1245,4,1240,1,200,1,40,4,0,,,,,,,584.6\n"
                           "a,5,1245,4,1240,1,200,1,40,4,0,,,,,,,584.6\n");
    task_fixture_release(&fixture);
}

/* How many they held is not said: each counts as one. */
static void attempts_hold_uncounted_gpus(void)
{
    static const char *const analyses[] = {"task_gpus", NULL};
    struct records *records = &fixture.records;
    task_fixture_init(&fixture);
    add_gpus("a", ENDING_SUCCEEDED, NAN, 100, 0);
    records_put_number(records, records_attribute(records, "uncounted_gpus", RECORD_NUMBER), 1);
    add_gpus("a", ENDING_SUCCEEDED, NAN, 100, 0);
    task_fixture_run(&fixture, analyses);
    CHECK_TEXT(task_fixture_csv(&fixture, "task_gpus"), GPUS_HEADER
               "*,1,100,1,100,1,100,0,0,1,1,,,,,,,0\na,1,100,1,100,1,100,0,0,1,1,,,,,,,0\n");
    task_fixture_release(&fixture);
}

static void add_gpu_job(const char *id, const char *node, double elapsed, double percent)
{
    add_gpus("a", ENDING_SUCCEEDED, 1, elapsed, percent);
    task_fixture_text(&fixture.records, RECORD_ID_COLUMN, id);
    task_fixture_text(&fixture.records, RECORD_NODE_COLUMN, node);
}

/* A node is told where several attempts did so, all there, and others ran elsewhere. */
static void attempts_that_left_gpus_idle_are_told_apart(void)
{
    static const char *const analyses[] = {"task_gpus", NULL};
    static const struct {
        const char *node_of_idle, *node_of_others, *node;
    } cases[] = {{"n3", "n1", "n3"}, {"n3", "n3", ""}, {"n1", "n1", ""}, {NULL, "n1", ""}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char csv[300];
        task_fixture_init(&fixture);
        add_gpu_job("1", cases[i].node_of_others, 500, 90);
        add_gpu_job("2", cases[i].node_of_idle, 100, 0);
        add_gpu_job("3", "n3", 200, 0);
        add_gpu_job("4", cases[i].node_of_others, 300, 12);
        task_fixture_run(&fixture, analyses);
        snprintf(csv, sizeof csv,
                 GPUS_HEADER "*,4,1100,4,1100,2,300,1,300,1,0,3,%s,4,,,,486\n"
                             "a,4,1100,4,1100,2,300,1,300,1,0,3,%s,4,,,,486\n",
                 cases[i].node, cases[i].node);
        CHECK_TEXT(task_fixture_csv(&fixture, "task_gpus"), csv);
        task_fixture_release(&fixture);
    }
}

static void add_queued(const char *task, double submit, double eligible, double start, double end)
{
    struct records *records = &fixture.records;
    add(task, ENDING_SUCCEEDED, NAN, NAN, NAN, NAN);
    records_put_number(records, RECORD_SUBMIT_COLUMN, submit);
    records_put_number(records, records_attribute(records, "eligible", RECORD_NUMBER), eligible);
    records_put_number(records, RECORD_START_COLUMN, start);
    records_put_number(records, RECORD_END_COLUMN, end);
}

#define WAITS_HEADER                                                                               \
    "task,attempts,wait_p50_s,wait_p95_s,wait_s,elapsed_s,wait_share,span_s,none_ran_s,eligible\n"

/* b waits for a; nobody else runs from 0 to 60 and from 100 to 130. */
static void jobs_wait_from_when_they_may_start(void)
{
    static const char *const analyses[] = {"queue_waits", NULL};
    task_fixture_init(&fixture);
    records_begin_source(&fixture.records, "sacct.txt");
    records_mark_queue(&fixture.records);
    add_queued("a", 0, 0, 60, 100);
    add_queued("a", 10, NAN, 70, 80);
    add_queued("b", 0, 100, 130, 150);
    add_queued("b", NAN, NAN, 130, 150);
    add_queued("b", 0, 100, 130, 150);
    records_put_number(&fixture.records, RECORD_ATTEMPT_COLUMN, 2);
    task_fixture_run(&fixture, analyses);
    CHECK_TEXT(task_fixture_csv(&fixture, "queue_waits"),
               WAITS_HEADER "*,3,60,60,150,70,0.6818181818181818,150,90,2\n"
                            "a,2,60,60,120,50,0.7058823529411765,,,1\nb,1,30,30,30,20,0.6,,,1\n");
    task_fixture_release(&fixture);
    task_fixture_init(&fixture);
    add_queued("a", 0, 0, 60, 100);
    task_fixture_run(&fixture, analyses);
    CHECK_TEXT(task_fixture_csv(&fixture, "queue_waits"), "none");
    task_fixture_release(&fixture);
}

/* The clock went back, or is another; by a second it is a rounding. */
static void jobs_submitted_after_their_start_wait_unknown_times(void)
{
    static const char *const analyses[] = {"queue_waits", NULL};
    task_fixture_init(&fixture);
    records_begin_source(&fixture.records, "sacct.txt");
    records_mark_queue(&fixture.records);
    add_queued("a", 1026, 1026, 60, 100);
    add_queued("a", 10, 1026, 60, 100);
    add_queued("a", 62, NAN, 60, 100);
    task_fixture_run(&fixture, analyses);
    CHECK_TEXT(task_fixture_csv(&fixture, "queue_waits"), "none");
    add_queued("a", 10, 10, 60, 110);
    add_queued("a", 61, NAN, 60, 110);
    task_fixture_run(&fixture, analyses);
    CHECK_TEXT(task_fixture_csv(&fixture, "queue_waits"),
               WAITS_HEADER "*,2,25,47.5,50,100,0.3333333333333333,100,50,1\n"
                            "a,2,25,47.5,50,100,0.3333333333333333,,,1\n");
    task_fixture_release(&fixture);
}

static void add_requeued(const char *id, double attempt, double submit, double start, double end)
{
    struct records *records = &fixture.records;
    add_queued("a", submit, NAN, start, end);
    task_fixture_text(records, RECORD_ID_COLUMN, id);
    records_put_number(records, RECORD_ATTEMPT_COLUMN, attempt);
}

/* 1 runs again from 120 to 900, so that 3 does not wait alone. When 2 was submitted again nobody
 * says; what it runs counts all the same. */
static void requeued_jobs_wait_from_when_they_were_submitted_again(void)
{
    static const char *const analyses[] = {"queue_waits", NULL};
    task_fixture_init(&fixture);
    records_begin_source(&fixture.records, "sacct.txt");
    records_mark_queue(&fixture.records);
    add_requeued("1", 2, 90, 120, 900); /* submitted when its end was decided on */
    add_requeued("1", 1, 0, 10, 100);
    add_requeued("2", 1, 0, 40, 60);
    add_requeued("2", 2, 0, 910, 930);
    add_requeued("3", 1, 880, 920, 930);
    task_fixture_run(&fixture, analyses);
    CHECK_TEXT(task_fixture_csv(&fixture, "queue_waits"),
               WAITS_HEADER "*,4,30,40,110,900,0.10891089108910891,930,40,0\n"
                            "a,4,30,40,110,900,0.10891089108910891,,,0\n");
    task_fixture_release(&fixture);
}

static void add_steps(const char *id, enum record_ending ending, double steps, double failed,
                      double exit_code)
{
    struct records *records = &fixture.records;
    task_fixture_add(&fixture, (struct task_record){.task = "a", .id = id, .ending = ending});
    records_put_number(records, records_attribute(records, "srun_steps", RECORD_NUMBER), steps);
    records_put_number(records, records_attribute(records, "failed_steps", RECORD_NUMBER), failed);
    records_put_number(records, records_attribute(records, "failed_steps_alike", RECORD_NUMBER),
                       failed);
    records_put_number(records, records_attribute(records, "failed_step_exit_code", RECORD_NUMBER),
                       exit_code);
    task_fixture_text(records, records_attribute(records, "failed_step", RECORD_TEXT), "FAILED");
}

/* Those of a job that failed are no news. */
static void steps_fail_in_jobs_that_succeed(void)
{
    static const char *const analyses[] = {"failed_steps", NULL};
    task_fixture_init(&fixture);
    add_steps("1", ENDING_SUCCEEDED, 4, 1, 1);
    add_steps("2", ENDING_SUCCEEDED, 6, 2, 139);
    add_steps("3", ENDING_FAILED, 9, 9, 1);
    add_steps("4", ENDING_SUCCEEDED, 4, 1, 1);
    add_steps("5", ENDING_SUCCEEDED, 4, 1, 1);
    add("a", ENDING_SUCCEEDED, NAN, NAN, NAN, 10);
    task_fixture_run(&fixture, analyses);
    CHECK_TEXT(task_fixture_csv(&fixture, "failed_steps"),
               "task,jobs,steps,failed_steps,worst,worst_steps,worst_failed_steps,alike,outcome,"
               "reason\na,4,18,5,2,6,2,3,FAILED,exit code 1\n");
    task_fixture_release(&fixture);
}

static void put_waiting(const char *task, const char *reason, enum record_ending ending)
{
    struct records *records = &fixture.records;
    add(task, ending, NAN, NAN, NAN, NAN);
    task_fixture_text(records, records_attribute(records, "reason", RECORD_TEXT), reason);
}

static void reasons_say_what_holds_tasks(void)
{
    static const char *const analyses[] = {"waiting", NULL};
    task_fixture_init(&fixture);
    put_waiting("a", "DependencyNeverSatisfied", ENDING_UNFINISHED);
    put_waiting("a", "DependencyNeverSatisfied", ENDING_UNFINISHED);
    put_waiting("a", "Dependency", ENDING_UNFINISHED);
    put_waiting("b", "QOSMaxCpuPerJobLimit", ENDING_UNFINISHED);
    put_waiting("b", "QOSMaxJobsPerUserLimit", ENDING_UNFINISHED);
    put_waiting("b", "AssocGrpCpuLimit", ENDING_UNFINISHED);
    put_waiting("b", "AssocMaxWallDurationPerJobLimit", ENDING_UNFINISHED);
    put_waiting("b", "JobHeldUser", ENDING_UNFINISHED);
    put_waiting("b", NULL, ENDING_UNFINISHED);
    put_waiting("c", "DeadLine", ENDING_UNFINISHED);
    put_waiting("c", "MaxCpuPerAccount", ENDING_UNFINISHED);
    put_waiting("c", "QOSUsageThreshold", ENDING_UNFINISHED);
    put_waiting("c", "launch_failed_requeued_held", ENDING_UNFINISHED);
    put_waiting("b", "BadConstraints", ENDING_SUCCEEDED);
    task_fixture_run(&fixture, analyses);
    CHECK_TEXT(task_fixture_csv(&fixture, "waiting"),
               "task,reason,hold,tasks\n"
               "a,DependencyNeverSatisfied,never,2\na,Dependency,queue,1\n"
               "b,QOSMaxCpuPerJobLimit,never,1\nb,QOSMaxJobsPerUserLimit,limit,1\n"
               "b,AssocGrpCpuLimit,limit,1\nb,AssocMaxWallDurationPerJobLimit,never,1\n"
               "b,JobHeldUser,held,1\nb,,queue,1\n"
               "c,DeadLine,never,1\nc,MaxCpuPerAccount,limit,1\n"
               "c,QOSUsageThreshold,limit,1\nc,launch_failed_requeued_held,held,1\n");
    task_fixture_release(&fixture);
}

CHECK_MAIN(TEST(attempts_that_hit_a_limit_count), TEST(what_is_not_enforced_is_no_limit),
           TEST(killed_with_nearly_all_memory_is_at_the_limit),
           TEST(retries_with_more_show_what_is_enough), TEST(failures_are_those_at_no_limit),
           TEST(attempts_say_who_cancelled_them), TEST(attempts_say_which_limit_they_exceeded),
           TEST(attempts_hold_gpus_for_some_time), TEST(attempts_hold_uncounted_gpus),
           TEST(attempts_that_left_gpus_idle_are_told_apart),
           TEST(jobs_wait_from_when_they_may_start),
           TEST(jobs_submitted_after_their_start_wait_unknown_times),
           TEST(requeued_jobs_wait_from_when_they_were_submitted_again),
           TEST(steps_fail_in_jobs_that_succeed), TEST(reasons_say_what_holds_tasks))
