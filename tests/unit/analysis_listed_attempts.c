/* Single attempts that people look for, and those that failed alike. */
#include <stdio.h>

#include "analysis/tasks/attempt_links.h"
#include "task_fixture.h"

static struct task_fixture tasks;
static const char *const lists[] = {"listed_attempts", NULL};
static const char *const groups[] = {"failure_groups", NULL};

static void attribute(const char *name, const char *text)
{
    records_put_text(&tasks.records, records_attribute(&tasks.records, name, RECORD_TEXT), text,
                     strlen(text));
}

/* The values of a column in the rows of one list, with blanks between. */
static const char *listed(const char *list, const char *column)
{
    static char text[4096];
    const struct table *table = tables_find(&tasks.tables, "listed_attempts");
    size_t size = 0;
    text[0] = '\0';
    for (size_t row = 0; table && row < table->rows; row++) {
        const char *cell = table_texts(table, column)[row];
        if (strcmp(table_texts(table, "list")[row], list) == 0)
            size += (size_t)snprintf(text + size, sizeof text - size, "%s%s", size ? " " : "",
                                     cell ? cell : "-");
    }
    return text;
}

static void extremes_are_listed_from_the_largest_on(void)
{
    TASK_FIXTURE_BEGIN(&tasks,
                       {.task = "a", .id = "1", .elapsed = 10, .cpu = 9, .cores = 1, .memory = 5},
                       {.task = "a", .id = "2", .elapsed = 30, .cpu = 30, .cores = 1, .memory = 1},
                       {.task = "b", .id = "3", .elapsed = 20, .cpu = 20, .cores = 4, .memory = 9},
                       {.task = "b", .id = "4", .elapsed = 20}, /* neither CPU time nor memory */
                       {.task = "b", .id = "5", .ending = ENDING_CACHED, .elapsed = 99});
    task_fixture_run(&tasks, lists);
    CHECK_TEXT(listed("slowest", "id"), "2 3 4 1"); /* of equal ones the first one read */
    CHECK_TEXT(listed("most memory", "id"), "3 1 2");
    CHECK_TEXT(listed("most core time unused", "id"), "3 1"); /* 60 s, 1 s; 0 s is not listed */
    CHECK_TEXT(listed("failed", "id"), "");
    task_fixture_release(&tasks);
}

/* The id is that of the task, its last attempt's; each attempt is found by its own. */
static void attempts_are_listed_by_their_own_ids(void)
{
    TASK_FIXTURE_BEGIN(&tasks, {.task = "a", .id = "aa/2", .attempt = 2, .ending = ENDING_FAILED},
                       {.task = "a", .id = "aa/2", .attempt = 1, .ending = ENDING_FAILED});
    attribute(RECORD_ATTEMPT_ID, "aa/1"); /* of the latest record */
    task_fixture_run(&tasks, lists);
    CHECK_TEXT(listed("failed", "id"), "aa/2 aa/1");
    task_fixture_release(&tasks);
}

static void one_task_is_neither_slow_nor_large(void)
{
    TASK_FIXTURE_BEGIN(&tasks, {.task = "a", .id = "1", .elapsed = 10, .memory = 5});
    task_fixture_run(&tasks, lists);
    CHECK(!tables_find(&tasks.tables, "listed_attempts"));
    task_fixture_release(&tasks);
}

/* Every 7th of 1,000 in another order: the 200 longest are those of 999 s down to 800 s. */
static void the_first_two_hundred_are_kept(void)
{
    char id[16], expected[4096] = "";
    size_t size = 0;
    task_fixture_init(&tasks);
    for (int i = 0; i < 1000; i++) {
        snprintf(id, sizeof id, "%d", i * 7 % 1000);
        task_fixture_add(&tasks,
                         (struct task_record){.task = "a", .id = id, .elapsed = i * 7 % 1000});
    }
    task_fixture_run(&tasks, lists);
    for (int i = 999; i >= 800; i--)
        size +=
            (size_t)snprintf(expected + size, sizeof expected - size, "%s%d", size ? " " : "", i);
    CHECK_TEXT(listed("slowest", "id"), expected);
    task_fixture_release(&tasks);
}

/* Without a name or an id the number of the record stands for it. */
static void what_has_no_name_has_a_number(void)
{
    TASK_FIXTURE_BEGIN(&tasks, {.task = "a", .elapsed = 10}, {.task = "a", .elapsed = 30},
                       {.task = "a", .id = "x", .elapsed = 20});
    task_fixture_run(&tasks, lists);
    const struct table *table = tables_find(&tasks.tables, "listed_attempts");
    const double *records = table_numbers(table, "record");
    CHECK(table->rows == 3 && records[0] > 1.9 && records[0] < 2.1);
    CHECK(number_is_missing(records[1]) && records[2] > 0.9 && records[2] < 1.1);
    task_fixture_release(&tasks);
}

static void cancelled_attempts_are_listed_by_what_is_lost(void)
{
    TASK_FIXTURE_BEGIN(&tasks, {.task = "a", .id = "1", .ending = ENDING_CANCELLED, .elapsed = 10},
                       {.task = "a", .id = "2", .ending = ENDING_CANCELLED, .elapsed = 30},
                       {.task = "a", .id = "3", .ending = ENDING_CANCELLED}); /* never ran */
    task_fixture_run(&tasks, lists);
    CHECK_TEXT(listed("cancelled", "id"), "2 1");
    CHECK_TEXT(listed("failed", "id"), "");
    task_fixture_release(&tasks);
}

static void failed(const char *id, double attempt, double exit_code, double end, const char *log)
{
    task_fixture_add(&tasks, (struct task_record){.task = "a",
                                                  .id = id,
                                                  .ending = ENDING_FAILED,
                                                  .attempt = attempt,
                                                  .exit_code = exit_code,
                                                  .elapsed = 10});
    records_put_number(&tasks.records, RECORD_END_COLUMN, end);
    if (log)
        attribute("StdErr", log);
}

static void failures_for_good_come_first_the_earliest_before(void)
{
    task_fixture_init(&tasks);
    failed("1", 1, 127, 300, "/logs/1");
    failed("2", 1, 137, 100, NULL); /* repeated */
    attribute("workdir", "/scratch/2");
    task_fixture_add(&tasks, (struct task_record){.task = "a",
                                                  .id = "2",
                                                  .attempt = 2,
                                                  .ending = ENDING_SUCCEEDED,
                                                  .elapsed = 10});
    failed("3", 1, 7, 200, NULL);
    task_fixture_add(&tasks,
                     (struct task_record){.task = "a", .id = "4", .ending = ENDING_UNFINISHED});
    task_fixture_run(&tasks, lists);
    CHECK_TEXT(listed("failed", "id"), "3 1 2");
    CHECK_TEXT(listed("failed", "reason"), "exit code 7 exit code 127 signal 9");
    CHECK_TEXT(listed("failed", "meaning"), "- command not found killed, often for lack of memory");
    CHECK_TEXT(listed("failed", "log"), "- /logs/1 -");
    CHECK_TEXT(listed("failed", "work_directory"), "- - /scratch/2");
    CHECK_TEXT(listed("unfinished", "id"), "4");
    task_fixture_release(&tasks);
}

static void attempts_that_failed_alike_are_one_row_with_the_first_of_them(void)
{
    task_fixture_init(&tasks);
    failed("1", 1, 127, 300, "/logs/1");
    failed("2", 1, 127, 100, "/logs/2");
    task_fixture_text(&tasks.records, RECORD_NODE_COLUMN, "n1");
    failed("3", 1, 1, 50, NULL);
    failed("3", 2, 127, 400, "/logs/3b");
    task_fixture_text(&tasks.records, RECORD_NODE_COLUMN, "n1");
    task_fixture_run(&tasks, groups);
    CHECK_TEXT(task_fixture_csv(&tasks, "failure_groups"),
               "task,outcome,reason,meaning,attempts,last,elapsed_s,nodes,node,on_node,first_end,"
               "first_task,first_id,first_log,first_work_directory\n"
               "a,failed,exit code 127,command not found,3,3,30,1,n1,2,100,2,2,/logs/2,\n"
               "a,failed,exit code 1,,1,0,10,,,,50,3,3,,\n");
    task_fixture_release(&tasks);
}

/* A source that says "out of memory" says all: its exit codes make no difference. */
static void what_the_source_says_counts_before_exit_codes(void)
{
    TASK_FIXTURE_BEGIN(&tasks,
                       {.task = "a", .id = "1", .ending = ENDING_OUT_OF_MEMORY, .exit_code = 137},
                       {.task = "a", .id = "2", .ending = ENDING_OUT_OF_MEMORY, .exit_code = 1});
    task_fixture_run(&tasks, groups);
    CHECK_TEXT(task_fixture_csv(&tasks, "failure_groups"),
               "task,outcome,reason,meaning,attempts,last,elapsed_s,nodes,node,on_node,first_end,"
               "first_task,first_id,first_log,first_work_directory\n"
               "a,failed,out of memory,,2,2,,,,,,1,1,,\n");
    task_fixture_release(&tasks);
}

static void the_best_name_of_a_log_wins(void)
{
    task_fixture_init(&tasks);
    failed("1", 1, 1, 1, "/logs/err");
    attribute("stdout", "/logs/out");
    failed("2", 1, 1, 1, NULL);
    attribute("stdout", "/logs/out");
    failed("3", 1, 1, 1, NULL);
    records_put_number(&tasks.records,
                       records_attribute(&tasks.records, "native id", RECORD_NUMBER), 4021);
    struct attempt_links links = attempt_links_of(&tasks.records, &tasks.arena);
    const struct records_block *block = &tasks.records.blocks[0];
    CHECK_TEXT(attempt_link_at(&links, ATTEMPT_LOG, block, 0, &tasks.arena), "/logs/err");
    CHECK_TEXT(attempt_link_at(&links, ATTEMPT_LOG, block, 1, &tasks.arena), "/logs/out");
    CHECK(!attempt_link_at(&links, ATTEMPT_LOG, block, 2, &tasks.arena));
    CHECK_TEXT(attempt_link_at(&links, ATTEMPT_NATIVE_ID, block, 2, &tasks.arena), "4021");
    CHECK(!attempt_link_at(&links, ATTEMPT_WORK_DIRECTORY, block, 0, &tasks.arena));
    task_fixture_release(&tasks);
}

static void exit_codes_mean_what_shells_and_signals_say(void)
{
    CHECK_TEXT(task_exit_meaning(127), "command not found");
    CHECK_TEXT(task_exit_meaning(139), "segmentation fault");
    CHECK_TEXT(task_exit_meaning(-11), "segmentation fault");
    CHECK_TEXT(task_exit_meaning(271), task_exit_meaning(143));
    CHECK(!task_exit_meaning(0));
    CHECK(!task_exit_meaning(1));
    CHECK(!task_exit_meaning(NUMBER_MISSING));
    CHECK(!task_exit_meaning(1e300));
}

CHECK_MAIN(TEST(extremes_are_listed_from_the_largest_on),
           TEST(attempts_are_listed_by_their_own_ids), TEST(one_task_is_neither_slow_nor_large),
           TEST(the_first_two_hundred_are_kept), TEST(what_has_no_name_has_a_number),
           TEST(cancelled_attempts_are_listed_by_what_is_lost),
           TEST(failures_for_good_come_first_the_earliest_before),
           TEST(attempts_that_failed_alike_are_one_row_with_the_first_of_them),
           TEST(what_the_source_says_counts_before_exit_codes), TEST(the_best_name_of_a_log_wins),
           TEST(exit_codes_mean_what_shells_and_signals_say))
