/* Findings about jobs of a batch system: that waited in its queue, were cancelled, or succeeded
 * though steps failed. */
#include "findings_fixture.h"

/* Advice where the request can be smaller; a note where own jobs ran meanwhile. */
static void long_waits_in_the_queue_are_told(void)
{
    static const struct {
        const char *waits, *finding, *level, *advice;
    } cases[] = {
        {"*,40,7200,9000,300000,60000,0.83,40000,20000,\n",
         "40 attempts waited in the queue for 83 % of the time from submission to end (median wait "
         "2 h). Meanwhile none ran for 5 h 33 min (50 % of the run).",
         "warn", ""},
        {"*,40,7200,9000,300000,60000,0.83,40000,100,40\n",
         "40 attempts waited in the queue for 83 % of the time from submission to end (median wait "
         "2 h).",
         "note", ""},
        {"*,40,7200,9000,300000,60000,0.83,40000,100,39\n",
         "40 attempts waited in the queue or for other jobs for 83 % of the time from submission "
         "to end (median wait 2 h).",
         "note", "add Eligible to the fields of sacct, to exclude waits for dependencies"},
        {"*,40,300,9000,300000,60000,0.83,40000,20000,\n", NULL, NULL, NULL},
        {"*,40,7200,9000,30000,60000,0.33,40000,20000,\n", NULL, NULL, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char csv[300];
        begin();
        add_calm_campaign();
        snprintf(csv, sizeof csv,
                 "task,attempts,wait_p50_s,wait_p95_s,wait_s,elapsed_s,wait_share,span_s,"
                 "none_ran_s,eligible\n%s",
                 cases[i].waits);
        add("queue_waits", csv);
        run();
        bool is_there = strstr(cell(0, "finding"), " waited ") != NULL;
        CHECK(is_there == (cases[i].finding != NULL));
        if (is_there && cases[i].finding) {
            CHECK_TEXT(cell(0, "finding"), cases[i].finding);
            CHECK_TEXT(cell(0, "level"), cases[i].level);
            CHECK_TEXT(cell(0, "advice"), cases[i].advice);
        }
        fixture_release(&fixture);
    }
}

/* Of one job a note; nobody's logs tell why somebody cancelled it. */
static void cancelled_attempts_did_not_fail(void)
{
    static const struct {
        const char *attempts, *finding, *level, *advice;
    } cases[] = {
        {"a,CANCELLED,by user 1234,1,14400,cancelled\n",
         "1 attempt was cancelled by user 1234 and took 4 h (40 % of the time of all attempts), in "
         "a.",
         "note", "look at its last output if nobody cancelled it on purpose"},
        {"a,CANCELLED,by user 1,2,10800,cancelled\na,CANCELLED,,8,3600,cancelled\n",
         "10 attempts were cancelled and took 4 h (40 % of the time of all attempts), 75 % of it "
         "in a.",
         "warn", "look at their last output if nobody cancelled them on purpose"},
        {"a,CANCELLED,by user 1,2,10800,cancelled\na,FAILED,exit code 1,8,3600,failed\n",
         "10 attempts failed or were cancelled. They took 4 h (40 % of the time of all attempts); "
         "75 % of it "
         "in 2 attempts, CANCELLED (by user 1).",
         "warn", "look at their last output if nobody cancelled them on purpose"},
        {"a,CANCELLED,by user 1,2,3600,cancelled\na,FAILED,exit code 1,8,10800,failed\n",
         "10 attempts failed or were cancelled. They took 4 h (40 % of the time of all attempts); "
         "75 % of it "
         "in 8 attempts, FAILED (exit code 1).",
         "bad", "find the cause in their logs before running more"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin();
        add("tasks", "task,tasks,succeeded,attempts,failed\na,90,90,100,0\n");
        add("campaign", "task_kinds,tasks,succeeded,attempts,repeated,failed,elapsed_s\n"
                        "1,90,90,100,10,0,21600\n");
        add_rows("attempts",
                 "task,outcome,reason,attempts,elapsed_s,ended\n"
                 "a,done,,90,21600,succeeded",
                 cases[i].attempts);
        run();
        CHECK_TEXT(cell(0, "finding"), cases[i].finding);
        CHECK_TEXT(cell(0, "level"), cases[i].level);
        CHECK_TEXT(cell(0, "advice"), cases[i].advice);
        fixture_release(&fixture);
    }
}

/* The job's own state stays what it is. */
static void failed_steps_of_jobs_that_succeeded_are_reported(void)
{
    static const struct {
        const char *rows, *finding, *level, *advice;
    } cases[] = {
        {"a,1,40,36,820300,40,36,36,FAILED,signal 11\n",
         "36 of 40 steps of job 820300 failed, all FAILED (signal 11). The job itself succeeded.",
         "bad", "SIGSEGV"},
        {"a,1,3,1,820300,3,1,1,OUT_OF_MEMORY,\n",
         "1 of 3 steps of job 820300 failed, all OUT_OF_MEMORY. The job itself succeeded.", "warn",
         "request more memory"},
        {"a,2,30,3,7,20,2,1,FAILED,exit code 1\nb,1,10,4,9,10,4,4,FAILED,exit code 2\n",
         "7 of 40 steps of 3 jobs failed, most FAILED (exit code 2). The jobs themselves "
         "succeeded. Most affected is job 9, with 4 of 10 steps.",
         "warn", "check the output"},
        {"a,2,30,3,7,20,2,1,FAILED,exit code 1\n",
         "3 of 30 steps of 2 jobs failed. The jobs themselves succeeded. Most affected is job 7, "
         "with 2 of 20 steps.",
         "warn", "check the output"},
        {"a,13,104,14,7,8,2,12,OUT_OF_MEMORY,\n",
         "14 of 104 steps of 13 jobs failed, most OUT_OF_MEMORY. The jobs themselves succeeded. "
         "Most affected is job 7, with 2 of 8 steps.",
         "warn", "request more memory"},
        {"a,2,30,3,7,20,2,2,FAILED,signal 11\nb,4,30,8,9,20,3,2,OUT_OF_MEMORY,\n"
         "c,5,30,5,8,20,1,5,OUT_OF_MEMORY,\nd,1,9,1,6,9,1,1,FAILED,\n",
         "17 of 99 steps of 12 jobs failed. The jobs themselves succeeded. Most affected is job 9, "
         "with 3 of 20 steps.",
         "warn", "check the output"},
        {"a,3,30,3,7,20,1,3,OUT_OF_MEMORY,\nb,2,30,2,9,20,1,2,OUT_OF_MEMORY,\n",
         "5 of 60 steps of 5 jobs failed, all OUT_OF_MEMORY. The jobs themselves succeeded. Most "
         "affected is job 7, with 1 of 20 steps.",
         "warn", "request more memory"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin();
        add_calm_campaign();
        add_rows("failed_steps",
                 "task,jobs,steps,failed_steps,worst,worst_steps,worst_failed_steps,alike,outcome,"
                 "reason",
                 cases[i].rows);
        run();
        CHECK_TEXT(cell(0, "finding"), cases[i].finding);
        CHECK_TEXT(cell(0, "level"), cases[i].level);
        CHECK(strstr(cell(0, "advice"), cases[i].advice));
        fixture_release(&fixture);
    }
}

/* Those that never started are no attempts. */
static void what_was_cancelled_is_said_beside_what_succeeded(void)
{
    static const struct {
        const char *attempts, *said;
    } cases[] = {
        {"a,done,,140,25200,succeeded\n", "60 were cancelled before they started; CPU"},
        {"a,done,,140,25200,succeeded\na,CANCELLED,by user 7,20,360,cancelled\n",
         "60 were cancelled, 40 of them before they started; "},
        {"a,done,,140,25200,succeeded\na,CANCELLED,by user 7,60,360,cancelled\n",
         "60 were cancelled; "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin();
        add("tasks", "task,tasks,succeeded,attempts,failed,cancelled\na,202,140,140,0,60\n");
        add("campaign", "task_kinds,tasks,succeeded,attempts,failed,cancelled,unfinished,elapsed_s,"
                        "cpu_s,cpu_efficiency,lost_elapsed_s\n"
                        "1,201,140,140,0,60,1,25200,21600,0.9,0\n");
        add_rows("attempts", "task,outcome,reason,attempts,elapsed_s,ended", cases[i].attempts);
        run();
        CHECK(strstr(cell(0, "finding"), "No findings: 140 of 201 tasks succeeded, 1 was "
                                         "unfinished, 60 were cancelled"));
        CHECK(strstr(cell(0, "finding"), cases[i].said));
        CHECK_TEXT(cell(0, "level"), "good");
        fixture_release(&fixture);
    }
}

CHECK_MAIN(TEST(long_waits_in_the_queue_are_told), TEST(cancelled_attempts_did_not_fail),
           TEST(what_was_cancelled_is_said_beside_what_succeeded),
           TEST(failed_steps_of_jobs_that_succeeded_are_reported))
