/* Attempts that were killed and repeated: the table of them, and findings of it. */
#include "task_fixture.h"

#include "findings_fixture.h"

static struct task_fixture tasks;

/* An attempt of ten hours on two cores; memory requested of 0: not known. */
static void attempt(const char *task, const char *id, double number, double exit_code,
                    double requested)
{
    task_fixture_add(&tasks, (struct task_record){.task = task,
                                                  .id = id,
                                                  .ending = exit_code > 0 ? ENDING_FAILED
                                                                          : ENDING_SUCCEEDED,
                                                  .attempt = number,
                                                  .exit_code = exit_code,
                                                  .elapsed = 36000,
                                                  .cores = 2});
    if (requested > 0)
        records_put_number(&tasks.records, RECORD_REQUESTED_MEMORY_COLUMN, requested);
}

#define HEADER                                                                                     \
    "task,attempts,killed,first_attempts,first_killed,requested_min_B,requested_max_B,"            \
    "repeated_min_B,repeated_max_B,repeated,repeated_least,elapsed_s,core_s,lost,"                 \
    "too_little_B\n"

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
    attempt("d", "7", 1, 1, 8);
    attempt("c", "6", 0, 137, 0);
    attempt("c", "6", 0, 0, 0);
    task_fixture_run(&tasks, analyses);
    CHECK_TEXT(task_fixture_csv(&tasks, "kills"),
               HEADER "a,6,3,3,2,8,16,16,32,2,1,108000,216000,0,16\n"
                      "b,3,0,2,0,,,,,0,0,,,1,8\n"
                      "c,2,1,,,,,,,0,0,36000,72000,0,\n");
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
    add("tasks", "task,tasks,succeeded,attempts,failed,elapsed_s\n"
                 "a,1000,1000,1000,0,3.6e6\n"
                 "b,60,60,120,0,216000\n");
    add("campaign", "task_kinds,tasks,succeeded,attempts,failed,repeated,elapsed_s\n"
                    "2,1060,1060,1120,0,60,3.816e6\n");
    add("attempts", "task,outcome,reason,attempts,elapsed_s,ended\n"
                    "a,done,,1000,3.6e6,succeeded\n"
                    "b,done,,60,216000,succeeded\n"
                    "b,FAILED,signal 9,60,18000,failed\n");
}

static void attempts_of_one_kind_that_are_always_killed_are_told(void)
{
    begin();
    add_campaign();
    add_kills("b,120,60,60,60,8589934592,8589934592,17179869184,17179869184,60,60,18000,36000,0,"
              "8589934592");
    run();
    CHECK_INT(fixture_rows(&fixture, "findings"), 1);
    CHECK_TEXT(cell(0, "level"), "warn");
    CHECK_TEXT(cell(0, "finding"),
               "All 60 first attempts of b were killed (signal 9) and repeated. They requested 8 "
               "GiB. Repetitions requested 16 GiB. Lost: 10 core-hours (0.5 % of the time of all "
               "attempts).");
    CHECK_TEXT(cell(0, "advice"),
               "request 16 GiB for b from the start, with which repetitions succeeded");
    fixture_release(&fixture);
}

static void kills_are_told_by_their_share_of_the_kind(void)
{
    begin();
    add_campaign();
    add_kills(
        "b,300,59,280,58,8589934592,8589934592,17179869184,34359738368,59,50,18000,,0,17179869184");
    run();
    CHECK(!strstr(cell(0, "finding"), "killed"));
    fixture_release(&fixture);
    begin();
    add_campaign();
    add_kills("b,300,60,280,58,8589934592,17179869184,17179869184,34359738368,60,50,18000,,0,"
              "17179869184");
    run();
    CHECK_TEXT(
        cell(0, "finding"),
        "60 of 300 attempts of b were killed (signal 9) and repeated. They requested 8 GiB to 16 "
        "GiB. Repetitions requested 16 GiB to 32 GiB. Lost: 5 h (0.5 % of the time of all "
        "attempts).");
    CHECK_TEXT(cell(0, "advice"),
               "request 16 GiB for b, with which 50 of 60 repetitions succeeded");
    fixture_release(&fixture);
    begin();
    add_campaign();
    add_kills("b,10,2,8,2,,,,,0,0,18000,,0,");
    run();
    CHECK(!strstr(cell(0, "finding"), "killed"));
    fixture_release(&fixture);
}

/* The memory that the repetitions requested is not known, or no more than before. */
static void without_more_memory_the_advice_is_a_check(void)
{
    begin();
    add_campaign();
    add_kills("b,120,60,,,,,,,0,0,18000,36000,0,");
    run();
    CHECK_TEXT(cell(0, "finding"), "60 of 120 attempts of b were killed (signal 9) and repeated. "
                                   "Lost: 10 core-hours (0.5 % of the time of all attempts).");
    CHECK(strstr(cell(0, "advice"), "check memory first"));
    fixture_release(&fixture);
}

/* Kind a requested 4 GiB, used little of it, and needed 3 GiB at most; a first request of so many
 * GB would be enough for all but three of its tasks. */
static void add_unused_memory(double first_B)
{
    char csv[256];
    add_calm_campaign();
    add("requested", "task,quantity,unit,tasks,requested_p50,used_p50,ratio_max,above,time_unit,"
                     "requested_time,used_time,wasted_time\n"
                     "*,memory,B,100,4294967296,4e8,0.5,0,B s,1.44e14,1.44e13,1.296e14\n"
                     "a,memory,B,60,4294967296,4e8,0.5,0,B s,1.08e14,1.08e13,9.72e13\n");
    snprintf(csv, sizeof csv,
             "task,resource,rule,tasks,allocation_B,retries\na,memory,min_waste,60,%.0f,3\n",
             first_B);
    add("allocation", csv);
}

/* The advice of the finding that has these words. */
static const char *advice_of(const char *words)
{
    for (size_t row = 0; row < fixture_rows(&fixture, "findings"); row++)
        if (strstr(cell(row, "finding"), words))
            return cell(row, "advice");
    return "";
}

static const char *unused_advice(double first_B, const char *kills)
{
    begin();
    add_unused_memory(first_B);
    add_kills(kills);
    run();
    return advice_of("of the memory they requested");
}

static void no_less_is_advised_than_what_was_killed(void)
{
    CHECK_TEXT(unused_advice(1e9, "a,72,12,60,12,4294967296,4294967296,8589934592,8589934592,12,12,"
                                  "3600,7200,0,4294967296"),
               "do not lower the memory request of a: 12 of its 72 attempts were killed (signal "
               "9). Repetitions with more memory succeeded");
    CHECK_TEXT(advice_of("were killed"), "request 8 GiB for a, with which repetitions succeeded");
    fixture_release(&fixture);
    /* As much as all need, rounded up, is what was killed. */
    CHECK(strstr(unused_advice(1e9, "a,72,12,60,12,3221225472,3221225472,8589934592,8589934592,12,"
                                    "12,3600,7200,0,3221225472"),
                 "do not lower"));
    fixture_release(&fixture);
}

static void no_first_request_is_what_was_killed(void)
{
    static const char killed[] = "a,72,12,60,12,2147483648,2147483648,4294967296,4294967296,12,12,"
                                 "3600,7200,0,2147483648";
    CHECK_TEXT(
        unused_advice(2147483648, killed),
        "request at least 3 GiB plus a margin for a: the highest peak of its 60 tasks was 3 GiB");
    CHECK_TEXT(
        advice_of("were killed"),
        "request at least 3 GiB plus a margin for a: the highest peak of its 60 tasks was 3 GiB");
    fixture_release(&fixture);
    CHECK_TEXT(unused_advice(2684354560, killed),
               "request 3 GiB for a, or 2,600 MiB first and 3 GiB for those that need more, at "
               "most 3 of 60 tasks");
    fixture_release(&fixture);
}

/* Nothing says that memory was short, nor that it was not. */
static void kills_without_repetitions_withhold_a_lower_request(void)
{
    static const char find_why[] = "find out why 3 of 63 attempts of a were killed (signal 9) "
                                   "before requesting less memory for it";
    CHECK_TEXT(unused_advice(1e9, "a,63,0,63,0,,,,,0,0,,,3,4294967296"), find_why);
    fixture_release(&fixture);
    CHECK_TEXT(unused_advice(1e9, "a,63,0,63,0,,,,,0,0,,,3,"),
               find_why); /* which requested what? */
    fixture_release(&fixture);
    CHECK(
        strstr(unused_advice(1e9, "a,63,0,63,0,,,,,0,0,,,3,2147483648"), "request at least 3 GiB"));
    fixture_release(&fixture);
    CHECK(strstr(unused_advice(1e9, "b,63,0,63,0,,,,,0,0,,,3,4294967296"), " first and 3 GiB"));
    fixture_release(&fixture);
}

/* What stands against a lower request is no advice to attempts that were killed. */
static void kills_beside_a_limit_are_told_what_was_enough(void)
{
    begin();
    add_unused_memory(1e9);
    add("limits", "task,quantity,unit,attempts,hits,requested,used,ratio\n"
                  "*,memory,B,112,1,,,\na,memory,B,72,1,,,\n");
    add_kills(
        "a,72,12,60,12,2147483648,2147483648,4294967296,4294967296,12,12,3600,7200,0,2147483648");
    run();
    CHECK_TEXT(advice_of("were killed"), "request 4 GiB for a, with which repetitions succeeded");
    fixture_release(&fixture);
}

/* Seven of eight lost attempts are nearly all of the time, but not all attempts. */
static void all_are_all(void)
{
    for (int others = 0; others <= 1; others++) {
        char csv[512];
        begin();
        add("tasks", "task,tasks,succeeded,attempts,failed,elapsed_s\n"
                     "a,90,90,97,0,324000\n"
                     "b,10,10,11,0,36000\n");
        add("campaign", "task_kinds,tasks,succeeded,attempts,failed,elapsed_s\n"
                        "2,100,100,108,0,360000\n");
        snprintf(csv, sizeof csv,
                 "task,outcome,reason,attempts,elapsed_s,ended\na,done,,90,324000,succeeded\n"
                 "b,done,,10,36000,succeeded\na,FAILED,exit code 1,7,36000,failed\n%s",
                 others ? "b,FAILED,exit code 1,1,36,failed\n" : "");
        add("attempts", csv);
        run();
        CHECK(strstr(cell(0, "finding"),
                     others ? "; 99.9 % of it in 7 attempts of a, FAILED (exit code 1)."
                            : "7 attempts failed, all in a: FAILED (exit code 1)."));
        fixture_release(&fixture);
    }
}

CHECK_MAIN(TEST(kills_that_are_repeated_are_counted),
           TEST(attempts_of_one_kind_that_are_always_killed_are_told),
           TEST(kills_are_told_by_their_share_of_the_kind),
           TEST(without_more_memory_the_advice_is_a_check),
           TEST(no_less_is_advised_than_what_was_killed), TEST(no_first_request_is_what_was_killed),
           TEST(kills_without_repetitions_withhold_a_lower_request),
           TEST(kills_beside_a_limit_are_told_what_was_enough), TEST(all_are_all))
