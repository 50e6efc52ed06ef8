/* Findings about tasks that failed: one for each cause. */
#include "findings_fixture.h"

/* Few among many are no trouble of the campaign, but somebody's results are missing. */
static void one_failed_task_is_a_note(void)
{
    begin();
    add("tasks", "task,tasks,attempts,failed\na,400,400,0\nb,101,101,1\n");
    add("campaign", "task_kinds,tasks,succeeded,attempts,failed\n2,501,500,501,1\n");
    add("attempts", "task,outcome,reason,attempts,ended\na,done,,400,succeeded\n"
                    "b,done,,100,succeeded\nb,FAILED,exit code 127,1,failed\n");
    run();
    CHECK_TEXT(cell(0, "level"), "note");
    CHECK_TEXT(cell(0, "finding"), "1 of 501 tasks (0.2 %) failed in b: FAILED (exit code 127).");
    CHECK(strstr(cell(0, "advice"), "command not found"));
    fixture_release(&fixture);
}

/* 1 of 30,001 is 0.003 %, all but one of them 99.997 %. */
static void a_share_of_few_is_not_written_as_none(void)
{
    begin();
    add("tasks", "task,tasks,attempts,failed\na,29900,29900,0\nb,101,101,1\n");
    add("campaign", "task_kinds,tasks,succeeded,attempts,failed\n2,30001,30000,30001,1\n");
    add("attempts", "task,outcome,reason,attempts,ended\na,done,,29900,succeeded\n"
                    "b,done,,100,succeeded\nb,FAILED,exit code 127,1,failed\n");
    run();
    CHECK(strstr(cell(0, "finding"), "1 of 30,001 tasks (under 0.1 %) failed in b:"));
    fixture_release(&fixture);
    begin();
    add("tasks", "task,tasks,attempts,failed\na,30001,30001,30000\n");
    add("campaign", "task_kinds,tasks,succeeded,attempts,failed\n1,30001,1,30001,30000\n");
    add("attempts", "task,outcome,reason,attempts,ended\na,done,,1,succeeded\n"
                    "a,FAILED,exit code 127,30000,failed\n");
    run();
    CHECK(strstr(cell(0, "finding"), "30,000 of 30,001 tasks (over 99.9 %) failed"));
    fixture_release(&fixture);
}

/* The workflow ended with it: what was aborted with it is told, but not as failed. */
static void what_was_aborted_is_told_with_what_failed(void)
{
    begin();
    add("tasks", "task,tasks,attempts,failed,cancelled\na,400,400,1,20\n");
    add("campaign", "task_kinds,tasks,succeeded,attempts,failed,cancelled\n1,400,379,400,1,20\n");
    add("attempts", "task,outcome,reason,attempts,ended\na,done,,379,succeeded\n"
                    "a,FAILED,exit code 1,1,failed\na,ABORTED,,20,cancelled\n");
    run();
    CHECK_TEXT(cell(0, "level"), "warn");
    CHECK_TEXT(
        cell(0, "finding"),
        "1 of 400 tasks (0.3 %) failed: FAILED (exit code 1). 20 more tasks were cancelled.");
    fixture_release(&fixture);
}

/* All failures of b are on node07, which fails most of what it runs: one cause, one finding. */
static void what_fails_on_a_failing_node_is_told_once(void)
{
    begin();
    add("tasks", "task,tasks,succeeded,attempts,failed\na,300,300,300,0\nb,100,92,100,8\n");
    add("campaign", "tasks,succeeded,attempts,failed\n400,392,400,8\n");
    add("attempts", "task,outcome,attempts,ended\na,done,300,succeeded\nb,done,92,succeeded\n"
                    "b,NODE_FAIL,8,failed\n");
    add("task_nodes", "node,attempts,failed_attempts,compared_attempts,compared_failures,"
                      "expected_failures,failure_chance\nnode06,200,0,200,0,4,1\n"
                      "node07,10,8,10,8,0,1e-9\nnode08,190,0,190,0,4,1\n");
    run();
    CHECK_INT(fixture_rows(&fixture, "findings"), 1);
    CHECK(strstr(cell(0, "finding"), "8 of 10 attempts (80 %) failed on node07"));
    fixture_release(&fixture);
}

/* Another node cannot be preempted by a larger allocation. */
static void lost_attempts_get_advice_of_their_own(void)
{
    begin();
    add("tasks", "task,tasks,succeeded,attempts,failed\na,100,100,130,0\n");
    add("campaign", "tasks,succeeded,attempts,repeated,failed,elapsed_s\n"
                    "100,100,130,30,0,252000\n");
    add("attempts", "task,outcome,reason,attempts,elapsed_s,ended\n"
                    "a,done,,100,252000,succeeded\n"
                    "a,PREEMPTED,lost,30,108000,failed\n");
    run();
    CHECK_INT(fixture_rows(&fixture, "findings"), 1);
    CHECK(strstr(cell(0, "finding"), "30 attempts were lost: PREEMPTED (lost)."));
    CHECK(strstr(cell(0, "advice"), "save state"));
    fixture_release(&fixture);
}

/* No source says that what a requeued attempt did was lost: a job may requeue itself to resume. */
static void requeued_attempts_are_a_note(void)
{
    static const struct {
        const char *attempts, *expected;
    } cases[] = {
        {"a,REQUEUED,requeued,4,108000,72000,failed\n",
         "4 attempts of a were requeued after 30 h (30 % of the time of all attempts; CPU time 20 "
         "h). That "
         "time is lost unless they resumed from a checkpoint."},
        {"a,REQUEUED,requeued,1,72000,,failed\nb,requeued,requeued,1,36000,,failed\n",
         "2 attempts were requeued after 30 h (30 % of the time of all attempts), most in a. That "
         "time is lost "
         "unless they resumed from a checkpoint."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin();
        add("tasks", "task,tasks,succeeded,attempts,failed\na,60,60,64,0\nb,40,40,41,0\n");
        add("campaign", "tasks,succeeded,attempts,repeated,failed,elapsed_s\n"
                        "100,100,105,5,0,252000\n");
        add_rows("attempts",
                 "task,outcome,reason,attempts,elapsed_s,cpu_s,ended\n"
                 "a,done,,100,252000,180000,succeeded",
                 cases[i].attempts);
        run();
        CHECK_INT(fixture_rows(&fixture, "findings"), 1);
        CHECK_TEXT(cell(0, "finding"), cases[i].expected);
        CHECK_TEXT(cell(0, "level"), "note");
        CHECK(!strstr(cell(0, "advice"), "preempt"));
        fixture_release(&fixture);
    }
}

/* 10 h of preempted attempts beside 30 h of requeued ones, of 100 h in all. */
static void requeued_attempts_are_not_counted_as_lost(void)
{
    begin();
    add("tasks", "task,tasks,succeeded,attempts,failed\na,100,100,110,0\n");
    add("campaign", "tasks,succeeded,attempts,repeated,failed,elapsed_s,lost_cpu_s\n"
                    "100,100,110,10,0,216000,90000\n");
    add("attempts", "task,outcome,reason,attempts,elapsed_s,cpu_s,ended\n"
                    "a,done,,100,216000,180000,succeeded\n"
                    "a,REQUEUED,requeued,4,108000,72000,failed\n"
                    "a,PREEMPTED,lost,6,36000,18000,failed\n");
    run();
    CHECK_INT(fixture_rows(&fixture, "findings"), 2);
    CHECK_TEXT(cell(0, "finding"), "6 attempts were lost: PREEMPTED (lost). They took 10 h (10 % "
                                   "of the time of all attempts; CPU time 5 h).");
    CHECK(strstr(cell(1, "finding"), "4 attempts of a were requeued after 30 h"));
    fixture_release(&fixture);
}

/* The sentence says that they were lost; where, the kind says. */
static void lost_attempts_are_placed_in_their_kind(void)
{
    static const struct {
        const char *attempts, *expected;
    } cases[] = {
        {"a,lost,lost,30,108000,failed\n",
         "30 attempts were lost, all in a. They took 30 h (30 % of the time of all attempts)."},
        {"a,lost,lost,20,72000,failed\nb,lost,lost,10,36000,failed\n",
         "30 attempts were lost. They took 30 h (30 % of the time of all attempts); 67 % of it in "
         "20 attempts "
         "of a."},
        {"a,FAILED,,20,72000,failed\na,lost,lost,10,36000,failed\n",
         "30 attempts failed or were lost. They took 30 h (30 % of the time of all attempts); 67 % "
         "of it in 20 "
         "attempts of a."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin();
        add("tasks", "task,tasks,succeeded,attempts,failed\na,60,60,80,0\nb,40,40,50,0\n");
        add("campaign", "tasks,succeeded,attempts,repeated,failed,elapsed_s\n"
                        "100,100,130,30,0,252000\n");
        add_rows("attempts",
                 "task,outcome,reason,attempts,elapsed_s,ended\n"
                 "a,done,,100,252000,succeeded",
                 cases[i].attempts);
        run();
        CHECK_TEXT(cell(0, "finding"), cases[i].expected);
        fixture_release(&fixture);
    }
}

static void failures_without_a_second_try_are_one_finding(void)
{
    begin();
    add("tasks", "task,tasks,attempts,failed\na,5,5,2\n");
    add("campaign", "tasks,attempts,failed,elapsed_s\n"
                    "5,5,2,21600\n");
    add("attempts", "task,outcome,attempts,elapsed_s,ended\n"
                    "a,OOM,1,1800,failed\n"
                    "a,TIMEOUT,1,5400,failed\n"
                    "a,done,3,21600,succeeded\n");
    run();
    CHECK_INT(fixture_rows(&fixture, "findings"), 1);
    CHECK_TEXT(cell(0, "finding"), "2 of 5 tasks (40 %) failed. They took 2 h (25 % of the time of "
                                   "all attempts). Most costly: 1 attempt, TIMEOUT.");
    fixture_release(&fixture);
}

/* 9 of 100 of b, none of 9,900 of a: 0.09 % of all. Wilson's lower end of 9 of 100 is 4.8 %. */
static void a_kind_that_fails_more_is_named(void)
{
    begin();
    add("tasks", "task,tasks,succeeded,attempts,failed\na,9900,9900,9900,0\nb,100,91,100,9\n");
    add("campaign", "tasks,succeeded,attempts,failed\n10000,9991,10000,9\n");
    add("attempts", "task,outcome,attempts,ended\na,done,9900,succeeded\nb,done,91,succeeded\n"
                    "b,failed,9,failed\n");
    run();
    CHECK_TEXT(cell(0, "finding"),
               "9 of 100 tasks of b (9.0 %) failed; in the other task kinds 0 % did.");
    CHECK_TEXT(cell(0, "level"), "warn");
    fixture_release(&fixture);
    begin(); /* 3 of 100: the lower end is 1.03 %, but the others fail as often */
    add("tasks", "task,tasks,succeeded,attempts,failed\na,9900,9801,9900,99\nb,100,97,100,3\n");
    add("campaign", "tasks,succeeded,attempts,failed\n10000,9898,10000,102\n");
    add("attempts", "task,outcome,attempts,ended\na,failed,99,failed\nb,failed,3,failed\n");
    run();
    CHECK(!strstr(cell(0, "finding"), "tasks of b ("));
    fixture_release(&fixture);
}

/* 3 of 5, where 6 % of 9,000 others fail: once in 660 kinds, which 200 more of them are not far
 * from. */
static void of_many_kinds_some_fail_more_by_chance(void)
{
    static const size_t more[] = {0, 200};
    for (size_t i = 0; i < 2; i++) {
        struct strbuf kinds;
        strbuf_init(&kinds);
        for (size_t k = 0; k < more[i]; k++)
            strbuf_format(&kinds, "k%zu,5,5,5,0\n", k);
        begin();
        add("tasks", arena_format(&fixture.arena,
                                  "task,tasks,succeeded,attempts,failed\na,9000,8460,9000,540\n"
                                  "b,5,2,5,3\n%s",
                                  kinds.text ? kinds.text : ""));
        add("campaign",
            arena_format(&fixture.arena, "tasks,succeeded,attempts,failed\n%zu,%zu,%zu,543\n",
                         9005 + 5 * more[i], 8462 + 5 * more[i], 9005 + 5 * more[i]));
        add("attempts", "task,outcome,attempts,ended\na,failed,540,failed\nb,failed,3,failed\n");
        run();
        CHECK((strstr(cell(0, "finding"), "3 of 5 tasks of b (60 %) failed") != NULL) == !more[i]);
        fixture_release(&fixture);
        strbuf_release(&kinds);
    }
}

static void a_kind_that_is_preempted_is_lost(void)
{
    begin();
    add("tasks", "task,tasks,succeeded,attempts,failed\na,9900,9900,9900,0\nb,100,91,100,9\n");
    add("campaign", "tasks,succeeded,attempts,failed\n10000,9991,10000,9\n");
    add("attempts", "task,outcome,reason,attempts,ended\na,done,,9900,succeeded\n"
                    "b,done,,91,succeeded\nb,PREEMPTED,lost,9,failed\n");
    run();
    CHECK_TEXT(cell(0, "finding"),
               "9 of 100 tasks of b (9.0 %) were lost; in the other task kinds 0 % were.");
    fixture_release(&fixture);
}

static void what_a_killed_manager_lost_is_no_fault_of_a_kind(void)
{
    begin();
    add("tasks", "task,tasks,succeeded,attempts,failed\na,9900,9900,9900,0\nb,100,91,100,9\n");
    add("campaign", "tasks,succeeded,attempts,failed\n10000,9991,10000,9\n");
    add("attempts", "task,outcome,reason,attempts,ended\na,done,,9900,succeeded\n"
                    "b,done,,91,succeeded\nb,PREEMPTED,lost,9,failed\n");
    add("manager_runs", "input,run,has_ended,tasks,waiting,running\nlog,1,0,9999,0,8\n");
    run();
    CHECK(!is_reported(" of b (9.0 %) were lost"));
    fixture_release(&fixture);
}

/* More time is of no use. */
static void a_deadline_is_no_time_limit(void)
{
    begin();
    add("tasks", "task,tasks,succeeded,attempts,failed\na,100,80,100,20\n");
    add("campaign", "tasks,succeeded,attempts,failed\n100,80,100,20\n");
    add("attempts", "task,outcome,reason,attempts,ended\na,done,,80,succeeded\n"
                    "a,DEADLINE,deadline,20,failed\n");
    run();
    CHECK_TEXT(cell(0, "finding"), "20 of 100 tasks (20 %) failed, all: DEADLINE.");
    CHECK_TEXT(cell(0, "advice"), "submit earlier, or set a later deadline (Slurm: --deadline)");
    fixture_release(&fixture);
}

static void add_failing_kind(const char *failed_rows)
{
    begin();
    add("tasks", "task,tasks,succeeded,attempts,failed\na,9900,9900,9900,0\nb,100,91,100,9\n");
    add("campaign", "tasks,succeeded,attempts,failed\n10000,9991,10000,9\n");
    add_rows("attempts",
             "task,outcome,reason,attempts,ended\na,done,,9900,succeeded\nb,done,,91,succeeded",
             failed_rows);
    run();
}

/* Mostly is more than half: 5 of 9, and not 4 of 9. */
static void how_most_tasks_of_a_kind_failed_is_said(void)
{
    add_failing_kind("b,FAILED,exit code 127,5,failed\nb,FAILED,exit code 1,4,failed\n");
    CHECK_TEXT(cell(0, "finding"), "9 of 100 tasks of b (9.0 %) failed, mostly FAILED (exit code "
                                   "127); in the other task kinds 0 % did.");
    CHECK(strstr(cell(0, "advice"), "command not found"));
    fixture_release(&fixture);
    add_failing_kind("b,FAILED,exit code 127,4,failed\nb,FAILED,exit code 1,3,failed\n"
                     "b,FAILED,exit code 2,2,failed\n");
    CHECK_TEXT(cell(0, "finding"),
               "9 of 100 tasks of b (9.0 %) failed; in the other task kinds 0 % did.");
    CHECK_TEXT(cell(0, "advice"), "look at the logs of this task kind first");
    fixture_release(&fixture);
}

/* Tasks without a name were repeated until they succeeded: their attempts are not why tasks failed.
 */
static void repeated_tasks_without_a_name_did_not_fail(void)
{
    begin();
    add("tasks", "task,tasks,succeeded,attempts,failed\n,100,100,110,0\nb,100,98,100,2\n");
    add("campaign", "tasks,succeeded,attempts,failed,elapsed_s\n"
                    "200,198,210,2,468000\n");
    add("attempts", "task,outcome,reason,attempts,elapsed_s,ended\n"
                    ",done,,100,252000,succeeded\n"
                    ",FAILED,exit code 9,10,7200,failed\n"
                    "b,done,,98,216000,succeeded\n"
                    "b,FAILED,exit code 1,2,3600,failed\n");
    run();
    CHECK_TEXT(
        cell(0, "finding"),
        "2 of 200 tasks (1.0 %) failed. Failed attempts took 3 h (2.3 % of the time of all "
        "attempts). Most "
        "costly of the task kinds with failed tasks: 2 attempts of b, FAILED (exit code 1).");
    fixture_release(&fixture);
}

/* Tasks of a that failed first: failed attempts of a, and of b; last ones that failed for good. */
static void add_repeated(const char *failed_rows, const char *failed_tasks)
{
    begin();
    add_rows("tasks", "task,tasks,succeeded,attempts,failed\nb,700,700,707,0", failed_tasks);
    add("campaign", "task_kinds,tasks,succeeded,attempts,failed,repeated\n2,980,980,1015,0,35\n");
    add_rows("attempts",
             "task,outcome,reason,attempts,ended\na,done,,280,succeeded\n"
             "b,done,,700,succeeded\nb,FAILED,exit code 1,7,failed",
             failed_rows);
    run();
}

/* 28 of 308: the lower end of Wilson's interval is 6.36 %, worked out with Python; of b 7 of 707
 * failed, 1.0 %. What is said of all repetitions would be of these. */
static void a_kind_whose_attempts_fail_and_are_repeated_is_named(void)
{
    add_repeated("a,FAILED,exit code 127,28,failed\n", "a,280,280,308,0\n");
    size_t row = row_of("attempts of a");
    CHECK_TEXT(cell(row, "finding"), "28 of 308 attempts of a (9.1 %) failed, mostly FAILED (exit "
                                     "code 127); in the other task kinds 1.0 % did.");
    CHECK_TEXT(cell(row, "level"), "warn");
    CHECK_NEAR(number(row, "value"), 0.06364583, 1e-6);
    CHECK(strstr(cell(row, "advice"), "command not found"));
    CHECK(!is_reported("followed by a later attempt"));
    fixture_release(&fixture);
}

/* The lower ends of 10 and 11 of 300 are 1.8 and 2.1 % (Python); 4 are too few to say so. */
static void a_kind_is_named_from_a_rate_on(void)
{
    add_repeated("a,FAILED,,10,failed\na,done,,10,succeeded\n", "a,290,290,300,0\n");
    CHECK(!is_reported("attempts of a"));
    fixture_release(&fixture);
    add_repeated("a,FAILED,,11,failed\na,done,,9,succeeded\n", "a,289,289,300,0\n");
    CHECK_TEXT(cell(row_of("11 of 300 attempts of a"), "level"), "note");
    fixture_release(&fixture);
    begin();
    add("tasks", "task,tasks,succeeded,attempts,failed\na,6,6,10,0\n");
    add("campaign", "task_kinds,tasks,succeeded,attempts,failed,repeated\n1,6,6,10,0,4\n");
    add("attempts", "task,outcome,attempts,ended\na,done,6,succeeded\na,FAILED,4,failed\n");
    run();
    CHECK(!is_reported("4 of 10 attempts (40 %) failed"));
    fixture_release(&fixture);
}

/* Where most of them are the last of their task, its tasks failed; what was taken away, or hit a
 * limit, is told elsewhere. */
static void what_other_findings_tell_is_no_rate_of_a_kind(void)
{
    add_repeated("a,FAILED,exit code 127,28,failed\n", "a,280,260,308,20\n");
    CHECK(!is_reported("of 308 attempts of a"));
    fixture_release(&fixture);
    add_repeated("a,PREEMPTED,lost,20,failed\na,NODE_FAIL,node failure,4,failed\n"
                 "a,REQUEUED,requeued,4,failed\n",
                 "a,280,280,308,0\n");
    CHECK(!is_reported("of 308 attempts of a"));
    fixture_release(&fixture);
}

/* Of n1 to n4; n2 and what its failures are like is given. */
static void add_nodes(const char *n2)
{
    char rows[512];
    snprintf(rows, sizeof rows,
             "n1,20,0,20,0,3,1,0,0\nn2,%s\nn3,20,2,20,2,2.5,1,0,0\nn4,20,0,20,0,3,1,0,0\n", n2);
    add_rows("task_nodes",
             "node,attempts,failed_attempts,compared_attempts,compared_failures,expected_failures,"
             "failure_chance,failed_at_limits,shared",
             rows);
}

static void a_host_that_fails_more_is_named(void)
{
    static const struct {
        const char *n2, *finding;
    } cases[] = {
        {"20,10,20,10,0.5,1e-9,0,0", "10 of 20 attempts (50 %) failed on n2. On the other nodes "
                                     "2.5 % of the attempts of the same task kinds failed."},
        {"30,14,20,10,0.5,1e-9,0,0",
         "10 of 20 attempts of task kinds that other nodes ran too (50 %) failed on n2. On the "
         "other nodes 2.5 % of the attempts of the same task kinds failed."},
        {"20,13,20,10,0.5,1e-9,3,0",
         "10 of 20 attempts (50 %) failed on n2. On the other nodes 2.5 % of the attempts of the "
         "same task kinds failed. Failures at a memory or time limit are not counted."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin();
        add_calm_campaign();
        add_nodes(cases[i].n2);
        run();
        CHECK_INT(fixture_rows(&fixture, "findings"), 1);
        CHECK_TEXT(cell(0, "finding"), cases[i].finding);
        CHECK_NEAR(number(0, "threshold"), 0.075, 1e-12);
        fixture_release(&fixture);
    }
}

/* Of nodes of the same failed attempts the least likely one is blamed, and what nothing
 * distinguishes from it. */
static void nodes_that_share_failures_are_not_all_blamed(void)
{
    static const struct {
        const char *rows;
        bool more;
    } cases[] = {{"a,20,9,20,9,0.5,1e-6,0,20\nb,10,9,10,9,0.1,1e-9,0,10\n", false},
                 {"a,10,9,10,9,0.1,1e-9,0,10\nb,10,9,10,9,0.1,1e-9,0,10\n", true},
                 {"a,20,9,20,9,0.5,1e-6,0,0\nb,10,9,10,9,0.1,1e-9,0,10\n", true}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin();
        add_calm_campaign();
        add_rows("task_nodes",
                 "node,attempts,failed_attempts,compared_attempts,compared_failures,"
                 "expected_failures,failure_chance,failed_at_limits,shared",
                 cases[i].rows);
        run();
        CHECK((strstr(cell(0, "finding"), "1 more node fails often, too.") != NULL) ==
              cases[i].more);
        CHECK((strstr(cell(0, "finding"), "9 of 10 attempts") != NULL));
        fixture_release(&fixture);
    }
}

static void of_a_single_kind_the_other_nodes_are_named(void)
{
    begin();
    add("tasks", "task,tasks,succeeded,attempts,failed\na,80,80,80,0\n");
    add("campaign", "task_kinds,tasks,succeeded,attempts,failed\n1,80,80,80,0\n");
    add("attempts", "task,outcome,attempts,ended\na,done,80,succeeded\n");
    add_nodes("20,10,20,10,0.5,1e-9,0,0");
    run();
    CHECK_TEXT(cell(0, "finding"),
               "10 of 20 attempts (50 %) failed on n2. On the other nodes 2.5 % failed.");
    fixture_release(&fixture);
}

/* What its task kinds, or limits, explain is no fault of a host. */
static void a_host_that_fails_as_its_kinds_do_is_not_named(void)
{
    static const char *const rows[] = {"20,10,20,10,9,0.4,0,0", "20,10,20,1,0.5,0.4,9,0"};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        begin();
        add_calm_campaign();
        add_nodes(rows[i]);
        run();
        CHECK_TEXT(cell(0, "level"), "good");
        fixture_release(&fixture);
    }
}

/* Three ran when a user cancelled them, two never started: five cancelled tasks, as in the tables.
 */
static void cancelled_tasks_are_counted_as_in_the_tables(void)
{
    begin();
    add("tasks", "task,tasks,attempts,failed,cancelled\na,40,38,4,5\n");
    add("campaign", "tasks,attempts,failed,cancelled,elapsed_s\n"
                    "40,38,4,5,10800\n");
    add("attempts", "task,outcome,attempts,elapsed_s,ended\n"
                    "a,ERROR,4,36,failed\n"
                    "a,CANCELLED,3,36,cancelled\n"
                    "a,done,31,10800,succeeded\n");
    run();
    CHECK_TEXT(cell(0, "finding"),
               "4 of 40 tasks (10 %) failed, all: ERROR. 5 more tasks were cancelled.");
    fixture_release(&fixture);
}

static void signals_are_explained(void)
{
    begin();
    add("tasks", "task,tasks,attempts,failed\na,100,100,30\n");
    add("campaign", "tasks,succeeded,attempts,failed\n100,70,100,30\n");
    add("attempts", "task,outcome,reason,attempts,ended\na,done,,70,succeeded\n"
                    "a,FAILED,signal 11,30,failed\n");
    run();
    CHECK_TEXT(cell(0, "finding"), "30 of 100 tasks (30 %) failed, all: FAILED (signal 11).");
    CHECK(strstr(cell(0, "advice"), "SIGSEGV"));
    fixture_release(&fixture);
}

/* Those whose worker went away or that were preempted did not fail of themselves. */
static void lost_attempts_are_called_so(void)
{
    static const struct {
        const char *attempts, *expected;
    } cases[] = {
        {"a,PREEMPTED,lost,1,14400,failed\n", "1 attempt was lost: PREEMPTED (lost). It took 4 h"},
        {"a,PREEMPTED,lost,5,7200,failed\na,FAILED,exit code 1,5,7200,failed\n",
         "10 attempts failed or were lost. They took 4 h"},
        {"a,lost,lost,5,7200,failed\na,FAILED,,2,3600,failed\na,CANCELLED,,3,3600,cancelled\n",
         "10 attempts failed, were lost or were cancelled. They took 4 h"},
        {"a,CANCELLED,,1,14400,cancelled\n",
         "1 attempt was cancelled and took 4 h (40 % of the time of all attempts), in a."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char csv[400];
        bool is_there = false;
        begin();
        add("tasks", "task,tasks,succeeded,attempts,failed\na,90,90,100,0\n");
        add("campaign", "task_kinds,tasks,succeeded,attempts,repeated,failed,elapsed_s\n"
                        "1,90,90,100,10,0,21600\n");
        snprintf(csv, sizeof csv,
                 "task,outcome,reason,attempts,elapsed_s,ended\na,done,,90,21600,succeeded\n%s",
                 cases[i].attempts);
        add("attempts", csv);
        run();
        for (size_t row = 0; row < fixture_rows(&fixture, "findings"); row++)
            is_there = is_there || strstr(cell(row, "finding"), cases[i].expected);
        if (!is_there)
            CHECK_FAIL("%s: %s", cases[i].expected, cell(0, "finding"));
        fixture_release(&fixture);
    }
}

static void sentences_agree_with_a_count_of_one(void)
{
    static const struct {
        const char *limits, *expected;
    } cases[] = {
        {"*,memory,B,110,1,4e9,4e9,1,4e9,4e9,4e9\n,memory,B,110,1,4e9,4e9,1,4e9,4e9,4e9\n",
         "1 of 110 attempts hit its memory limit of 3.73 GiB."},
        {"*,memory,B,110,2,4e9,4e9,1,4e9,4e9,4e9\n,memory,B,110,2,4e9,4e9,1,4e9,4e9,4e9\n",
         "2 of 110 attempts hit their memory limit of 3.73 GiB."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char csv[400];
        begin();
        add_calm_campaign();
        snprintf(csv, sizeof csv,
                 "task,quantity,unit,attempts,hits,requested,used,ratio,requested_min,"
                 "requested_max,used_max\n%s",
                 cases[i].limits);
        add("limits", csv);
        run();
        CHECK_TEXT(cell(0, "finding"), cases[i].expected);
        fixture_release(&fixture);
    }
}

CHECK_MAIN(TEST(lost_attempts_are_called_so), TEST(a_share_of_few_is_not_written_as_none),
           TEST(sentences_agree_with_a_count_of_one), TEST(signals_are_explained),
           TEST(cancelled_tasks_are_counted_as_in_the_tables), TEST(one_failed_task_is_a_note),
           TEST(what_was_aborted_is_told_with_what_failed),
           TEST(what_fails_on_a_failing_node_is_told_once),
           TEST(lost_attempts_get_advice_of_their_own), TEST(requeued_attempts_are_a_note),
           TEST(requeued_attempts_are_not_counted_as_lost),
           TEST(lost_attempts_are_placed_in_their_kind),
           TEST(failures_without_a_second_try_are_one_finding),
           TEST(a_kind_that_fails_more_is_named), TEST(of_many_kinds_some_fail_more_by_chance),
           TEST(a_kind_that_is_preempted_is_lost),
           TEST(what_a_killed_manager_lost_is_no_fault_of_a_kind),
           TEST(a_deadline_is_no_time_limit), TEST(how_most_tasks_of_a_kind_failed_is_said),
           TEST(repeated_tasks_without_a_name_did_not_fail), TEST(a_host_that_fails_more_is_named),
           TEST(a_kind_whose_attempts_fail_and_are_repeated_is_named),
           TEST(a_kind_is_named_from_a_rate_on),
           TEST(what_other_findings_tell_is_no_rate_of_a_kind),
           TEST(of_a_single_kind_the_other_nodes_are_named),
           TEST(nodes_that_share_failures_are_not_all_blamed),
           TEST(a_host_that_fails_as_its_kinds_do_is_not_named))
