/* Attempts that were killed and repeated: the table of them, and findings of it. */
#include "task_fixture.h"

#include "findings_fixture.h"

static struct task_fixture tasks;

/* An attempt of ten hours on two cores; memory requested of 0: not known. */
static void attempt(const char *task, const char *id, double number, double exit_code,
                    double requested)
{
    task_fixture_add(&tasks,
                     (struct task_record){.task = task,
                                          .id = id,
                                          .ending = exit_code > 0 ? ENDING_FAILED : ENDING_WELL,
                                          .attempt = number,
                                          .exit_code = exit_code,
                                          .elapsed = 36000,
                                          .cores = 2});
    if (requested > 0)
        records_put_number(&tasks.records, RECORD_REQUESTED_MEMORY_COLUMN, requested);
}

#define HEADER                                                                                     \
    "task,attempts,killed,first_attempts,first_killed,requested_min_B,requested_max_B,"            \
    "repeated_min_B,repeated_max_B,repeated,repeated_least,elapsed_hours,core_hours\n"

static void kills_that_are_repeated_are_counted(void)
{
    static const char *const analyses[] = {"kills", NULL};
    task_fixture_init(&tasks);
    attempt("a", "1", 1, 137, 8);
    attempt("a", "1", 2, 137, 16);
    attempt("a", "1", 3, 0, 32);
    attempt("a", "2", 1, 137, 8);
    attempt("a", "2", 2, 0, 16);
    attempt("a", "3", 1, 0, 8);
    attempt("b", "4", 1, 137, 8); /* not repeated: it failed */
    attempt("b", "5", 1, 1, 8);   /* for a reason of its own */
    attempt("b", "5", 2, 0, 8);
    attempt("c", "6", 0, 137, 0);
    attempt("c", "6", 0, 0, 0);
    task_fixture_run(&tasks, analyses);
    CHECK_TEXT(task_fixture_csv(&tasks, "kills"), HEADER "a,6,3,3,2,8,16,16,32,2,1,30,60\n"
                                                         "c,2,1,,,,,,,0,0,10,20\n");
    task_fixture_release(&tasks);
}

static void add_kills(const char *row)
{
    char csv[512];
    snprintf(csv, sizeof csv, HEADER "%s\n", row);
    add("kills", csv);
}

/* 120 attempts of b among 1,000 of a: what is lost is little beside all. */
static void add_campaign(void)
{
    add("tasks", "task,tasks,succeeded,attempts,failed,elapsed_hours\n"
                 "a,1000,1000,1000,0,1000\nb,60,60,120,0,60\n");
    add("campaign", "task_kinds,tasks,succeeded,attempts,failed,repeated,elapsed_hours\n"
                    "2,1060,1060,1120,0,60,1060\n");
    add("attempts", "task,outcome,reason,attempts,elapsed_hours,ended\na,done,,1000,1000,"
                    "succeeded\nb,done,,60,60,succeeded\nb,FAILED,signal 9,60,5,failed\n");
}

static void attempts_of_one_kind_that_are_always_killed_are_told(void)
{
    begin();
    add_campaign();
    add_kills("b,120,60,60,60,8589934592,8589934592,17179869184,17179869184,60,60,5,10");
    run();
    CHECK_INT(fixture_rows(&fixture, "findings"), 1);
    CHECK_TEXT(cell(0, "level"), "warn");
    CHECK_TEXT(cell(0, "finding"),
               "All 60 first attempts of b, which requested 8 GiB, were killed (signal 9) and "
               "repeated with 16 GiB; 10 h of core time lost (0.5 % of elapsed time).");
    CHECK_TEXT(cell(0, "advice"),
               "request 16 GiB for b from the start, with which repetitions succeeded");
    fixture_release(&fixture);
}

static void kills_are_told_by_their_share_of_the_kind(void)
{
    begin();
    add_campaign();
    add_kills("b,300,59,280,58,8589934592,8589934592,17179869184,34359738368,59,50,5,");
    run();
    CHECK(!strstr(cell(0, "finding"), "killed"));
    fixture_release(&fixture);
    begin();
    add_campaign();
    add_kills("b,300,60,280,58,8589934592,17179869184,17179869184,34359738368,60,50,5,");
    run();
    CHECK_TEXT(cell(0, "finding"),
               "60 of 300 attempts of b, which requested 8 GiB to 16 GiB, were killed (signal 9) "
               "and repeated with 16 GiB to 32 GiB; 5 h lost (0.5 % of elapsed time).");
    CHECK_TEXT(cell(0, "advice"),
               "request 16 GiB for b, with which 50 of 60 repetitions succeeded");
    fixture_release(&fixture);
    begin();
    add_campaign();
    add_kills("b,10,2,8,2,,,,,0,0,5,");
    run();
    CHECK(!strstr(cell(0, "finding"), "killed"));
    fixture_release(&fixture);
}

/* The memory that the repetitions requested is not known, or no more than before. */
static void without_more_memory_the_advice_is_a_check(void)
{
    begin();
    add_campaign();
    add_kills("b,120,60,,,,,,,0,0,5,10");
    run();
    CHECK_TEXT(cell(0, "finding"), "60 of 120 attempts of b were killed (signal 9) and repeated; "
                                   "10 h of core time lost (0.5 % of elapsed time).");
    CHECK(strstr(cell(0, "advice"), "check memory first"));
    fixture_release(&fixture);
}

/* Seven of eight lost attempts are nearly all of the time, but not all attempts. */
static void all_are_all(void)
{
    for (int others = 0; others <= 1; others++) {
        char csv[512];
        begin();
        add("tasks", "task,tasks,succeeded,attempts,failed,elapsed_hours\na,90,90,97,0,90\n"
                     "b,10,10,11,0,10\n");
        add("campaign", "task_kinds,tasks,succeeded,attempts,failed,elapsed_hours\n"
                        "2,100,100,108,0,100\n");
        snprintf(csv, sizeof csv,
                 "task,outcome,reason,attempts,elapsed_hours,ended\na,done,,90,90,succeeded\n"
                 "b,done,,10,10,succeeded\na,FAILED,exit code 1,7,10,failed\n%s",
                 others ? "b,FAILED,exit code 1,1,0.01,failed\n" : "");
        add("attempts", csv);
        run();
        CHECK(strstr(cell(0, "finding"), others ? ", nearly all of it in FAILED (exit code 1) of a."
                                                : ", all in FAILED (exit code 1) of a."));
        fixture_release(&fixture);
    }
}

CHECK_MAIN(TEST(kills_that_are_repeated_are_counted),
           TEST(attempts_of_one_kind_that_are_always_killed_are_told),
           TEST(kills_are_told_by_their_share_of_the_kind),
           TEST(without_more_memory_the_advice_is_a_check), TEST(all_are_all))
