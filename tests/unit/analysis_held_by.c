/* What users and others held, used and lost. */
#include <stdio.h>

#include "task_fixture.h"

static struct task_fixture tasks;
static const char *const held_by[] = {"held_by", NULL};

static void text(const char *name, const char *value)
{
    records_put_text(&tasks.records, records_attribute(&tasks.records, name, RECORD_TEXT), value,
                     strlen(value));
}

static void number(const char *name, double value)
{
    records_put_number(&tasks.records, records_attribute(&tasks.records, name, RECORD_NUMBER),
                       value);
}

static void times(double submit, double start, double end)
{
    records_put_number(&tasks.records, RECORD_SUBMIT_COLUMN, submit);
    records_put_number(&tasks.records, RECORD_START_COLUMN, start);
    records_put_number(&tasks.records, RECORD_END_COLUMN, end);
}

/* The rows of a table in which a text column is that, and the text of one of its cells. */
static const char *cell(const char *table_name, const char *by, const char *name,
                        const char *column)
{
    static char shown[64];
    const struct table *table = tables_find(&tasks.tables, table_name);
    for (size_t row = 0; table && row < table->rows; row++)
        if (strcmp(table_texts(table, "by")[row], by) == 0 &&
            strcmp(table_texts(table, "name")[row], name) == 0) {
            double value = table_numbers(table, column)[row];
            snprintf(shown, sizeof shown, number_is_missing(value) ? "-" : "%.10g", value);
            return shown;
        }
    return "no row";
}

static double part(const char *by, const char *name, const char *which)
{
    const struct table *table = tables_find(&tasks.tables, "held_by_parts");
    for (size_t row = 0; table && row < table->rows; row++)
        if (strcmp(table_texts(table, "by")[row], by) == 0 &&
            strcmp(table_texts(table, "name")[row], name) == 0 &&
            strcmp(table_texts(table, "part")[row], which) == 0)
            return table_numbers(table, "core_s")[row];
    return NUMBER_MISSING;
}

static void job(const char *user, struct task_record record)
{
    task_fixture_add(&tasks, record);
    if (user)
        text("user", user);
}

/* ann: 4 cores × 100 s of which 300 s were used, 2 × 50 s failed, 1 × 30 s cancelled: 530 s. bert:
 * 10 × 60 s of unknown CPU time, and one that never ran. */
static void core_time_is_used_unused_failed_and_cancelled(void)
{
    task_fixture_init(&tasks);
    job("ann",
        (struct task_record){
            .task = "a", .ending = ENDING_SUCCEEDED, .elapsed = 100, .cpu = 300, .cores = 4});
    job("ann", (struct task_record){
                   .task = "a", .ending = ENDING_FAILED, .elapsed = 50, .cpu = 20, .cores = 2});
    job("ann", (struct task_record){
                   .task = "a", .ending = ENDING_CANCELLED, .elapsed = 30, .cpu = 1, .cores = 1});
    job("bert",
        (struct task_record){.task = "b", .ending = ENDING_SUCCEEDED, .elapsed = 60, .cores = 10});
    job("bert", (struct task_record){.task = "b", .ending = ENDING_UNFINISHED});
    records_put_text(&tasks.records, RECORD_OUTCOME_COLUMN, "PENDING", 7);
    task_fixture_run(&tasks, held_by);
    CHECK_TEXT(cell("held_by", "user", "ann", "attempts"), "3");
    CHECK_TEXT(cell("held_by", "user", "ann", "core_s"), "530");
    CHECK_TEXT(cell("held_by", "user", "ann", "cpu_s"), "321");
    CHECK_TEXT(cell("held_by", "user", "ann", "unused_core_s"), "100");
    CHECK_TEXT(cell("held_by", "user", "ann", "failed_core_s"), "100");
    CHECK_TEXT(cell("held_by", "user", "ann", "cancelled_core_s"), "30");
    CHECK_TEXT(cell("held_by", "user", "ann", "gpu_s"), "-");
    CHECK_TEXT(cell("held_by", "user", "bert", "core_s"), "600");
    CHECK_TEXT(cell("held_by", "user", "bert", "cpu_s"), "-");
    CHECK_TEXT(cell("held_by", "user", "bert", "cpu_known"), "0");
    CHECK_TEXT(cell("held_by", "user", "bert", "unused_core_s"), "-");
    CHECK_TEXT(cell("held_by", "user", "bert", "failed_core_s"), "0");
    CHECK_TEXT(cell("held_by", "user", "bert", "attempts"), "1");
    CHECK_TEXT(cell("held_by", "user", "bert", "not_run"), "1");
    CHECK_NEAR(part("user", "ann", "used"), 300, 0);
    CHECK_NEAR(part("user", "ann", "unused"), 100, 0);
    CHECK_NEAR(part("user", "ann", "failed"), 100, 0);
    CHECK_NEAR(part("user", "ann", "cancelled"), 30, 0);
    CHECK_NEAR(part("user", "bert", "CPU time unknown"), 600, 0);
    CHECK_TEXT(table_texts(tables_find(&tasks.tables, "held_by"), "name")[0], "bert");
    task_fixture_release(&tasks);
}

/* ann used 300 and 50 of 2 × 200 core seconds: 50 are unused. bert used 250 of 200: none is, and
 * no more was used than held. */
static void attempts_beyond_their_cores_make_up_for_others(void)
{
    static const double cpu[] = {300, 50, 250};
    task_fixture_init(&tasks);
    for (int i = 0; i < 3; i++)
        job(i < 2 ? "ann" : "bert", (struct task_record){.task = "a",
                                                         .ending = ENDING_SUCCEEDED,
                                                         .elapsed = 100,
                                                         .cpu = cpu[i],
                                                         .cores = 2});
    task_fixture_run(&tasks, held_by);
    CHECK_TEXT(cell("held_by", "user", "ann", "unused_core_s"), "50");
    CHECK_TEXT(cell("held_by", "user", "bert", "unused_core_s"), "0");
    CHECK_NEAR(part("user", "ann", "used"), 350, 0);
    CHECK_NEAR(part("user", "ann", "unused"), 50, 0);
    CHECK_NEAR(part("user", "bert", "used"), 200, 0);
    CHECK_NEAR(part("user", "bert", "unused"), 0, 0);
    task_fixture_release(&tasks);
}

/* 2 GPUs × 100 s at 50 % each, 4 × 50 s at 0.5 % each, 1 × 10 s of unknown use. */
static void gpus_memory_and_energy_are_held_over_time(void)
{
    task_fixture_init(&tasks);
    for (int i = 0; i < 3; i++) {
        static const double gpus[] = {2, 4, 1}, percent[] = {100, 2, NUMBER_MISSING},
                            elapsed[] = {100, 50, 10};
        job("ann",
            (struct task_record){.task = "a", .ending = ENDING_SUCCEEDED, .elapsed = elapsed[i]});
        number("allocated_gpus", gpus[i]);
        number("gpu_utilization", percent[i]);
        number("energy", i == 2 ? NUMBER_MISSING : 1000);
        records_put_number(&tasks.records, RECORD_REQUESTED_MEMORY_COLUMN, 8);
    }
    job("bert", (struct task_record){.task = "a", .ending = ENDING_SUCCEEDED, .elapsed = 5});
    task_fixture_run(&tasks, held_by);
    CHECK_TEXT(cell("held_by", "user", "ann", "gpu_s"), "410");
    CHECK_TEXT(cell("held_by", "user", "ann", "measured_gpu_s"), "400");
    CHECK_TEXT(cell("held_by", "user", "ann", "idle_gpu_s"), "200");
    CHECK_TEXT(cell("held_by", "user", "ann", "memory_Bs"), "1280");
    CHECK_TEXT(cell("held_by", "user", "ann", "energy_J"), "2000");
    CHECK_TEXT(cell("held_by", "user", "ann", "energy_known"), "2");
    CHECK_TEXT(cell("held_by", "user", "ann", "core_s"), "-");
    CHECK_TEXT(cell("held_by", "user", "ann", "core_known"), "0");
    CHECK_TEXT(cell("held_by", "user", "bert", "idle_gpu_s"), "-");
    CHECK_TEXT(cell("held_by", "user", "bert", "memory_Bs"), "-");
    task_fixture_release(&tasks);
}

/* bert left 2 × 60 s idle, ann 50 s, and used others; a user alone is not named. */
static void the_user_of_most_idle_gpu_time_is_named(void)
{
    static const char *const gpus[] = {"task_gpus", NULL};
    for (int is_alone = 0; is_alone < 2; is_alone++) {
        task_fixture_init(&tasks);
        for (int i = 0; i < 4; i++) {
            static const double elapsed[] = {60, 50, 900, 60}, percent[] = {0, 0, 90, 0};
            job(is_alone || i % 3 == 0 ? "bert" : "ann",
                (struct task_record){.task = i == 1 ? "a" : "b",
                                     .ending = ENDING_SUCCEEDED,
                                     .elapsed = elapsed[i]});
            number("allocated_gpus", 1);
            number("gpu_utilization", percent[i]);
        }
        task_fixture_run(&tasks, gpus);
        const struct table *table = tables_find(&tasks.tables, "task_gpus");
        const char *user = table_texts(table, "idle_user")[0];
        CHECK_TEXT(user ? user : "none", is_alone ? "none" : "bert");
        if (!is_alone)
            CHECK_NEAR(table_numbers(table, "idle_user_gpu_s")[0], 120, 0);
        CHECK(!table_texts(table, "idle_user")[1]); /* ann alone held those of a */
        task_fixture_release(&tasks);
    }
}

/* Waits of ann: 10, 20, 60 s; p95 = 20 + 0.9 × 40. Only those of a queue wait for a start. */
static void waits_are_those_of_each(void)
{
    static const double waits[] = {10, 60, 20, 7};
    task_fixture_init(&tasks);
    records_begin_source(&tasks.records, "sacct.txt");
    records_mark_queue(&tasks.records);
    for (int i = 0; i < 4; i++) {
        char id[8];
        snprintf(id, sizeof id, "%d", i);
        job(i < 3 ? "ann" : "bert",
            (struct task_record){.task = "a", .id = id, .ending = ENDING_SUCCEEDED, .elapsed = 9});
        times(1e9, 1e9 + waits[i], 1e9 + waits[i] + 9);
    }
    task_fixture_run(&tasks, held_by);
    CHECK_TEXT(cell("held_by", "user", "ann", "wait_p50_s"), "20");
    CHECK_TEXT(cell("held_by", "user", "ann", "wait_p95_s"), "56");
    CHECK_TEXT(cell("held_by", "user", "ann", "wait_known"), "3");
    CHECK_TEXT(cell("held_by", "user", "bert", "wait_p95_s"), "7");
    task_fixture_release(&tasks);
}

/* User n of 25 holds n core seconds: 6 to 25 have a row, 1 to 5 are 15 core seconds together. */
static void all_but_twenty_are_one_row(void)
{
    task_fixture_init(&tasks);
    for (int i = 1; i <= 25; i++)
        for (int twice = 0; twice < 2; twice++) {
            char user[8];
            snprintf(user, sizeof user, "u%d", i);
            job(user, (struct task_record){
                          .task = "a", .ending = ENDING_SUCCEEDED, .elapsed = i / 2.0, .cores = 1});
        }
    job(NULL,
        (struct task_record){.task = "a", .ending = ENDING_SUCCEEDED, .elapsed = 99, .cores = 1});
    task_fixture_run(&tasks, held_by);
    const struct table *table = tables_find(&tasks.tables, "held_by");
    CHECK(table && table->rows == 22);
    CHECK_TEXT(table_texts(table, "name")[0], "u25");
    CHECK_TEXT(table_texts(table, "name")[19], "u6");
    CHECK_TEXT(table_texts(table, "name")[20], "(others)");
    CHECK_TEXT(table_texts(table, "name")[21], "(no name)");
    CHECK_TEXT(cell("held_by", "user", "(others)", "names"), "5");
    CHECK_TEXT(cell("held_by", "user", "(others)", "core_s"), "15");
    CHECK_TEXT(cell("held_by", "user", "(others)", "attempts"), "10");
    CHECK_TEXT(cell("held_by", "user", "(no name)", "core_s"), "99");
    task_fixture_release(&tasks);
}

/* A CSV's "Queue" is a partition; what has one value, or a value each, is not compared. */
static void only_what_has_several_names_is_compared(void)
{
    task_fixture_init(&tasks);
    for (int i = 0; i < 40; i++) {
        char own[8];
        snprintf(own, sizeof own, "o%d", i);
        job("ann", (struct task_record){.task = "a", .ending = ENDING_SUCCEEDED, .elapsed = 1});
        text("Queue", i % 2 ? "long" : "short");
        text("project", own);
    }
    task_fixture_run(&tasks, held_by);
    CHECK_TEXT(cell("held_by", "partition", "long", "elapsed_s"), "20");
    CHECK_TEXT(cell("held_by", "user", "ann", "elapsed_s"), "no row");
    CHECK_TEXT(cell("held_by", "account", "o1", "elapsed_s"), "no row");
    task_fixture_release(&tasks);
    TASK_FIXTURE_BEGIN(&tasks, {.task = "a", .elapsed = 1, .cores = 1});
    task_fixture_run(&tasks, held_by);
    CHECK(!tables_find(&tasks.tables, "held_by"));
    task_fixture_release(&tasks);
}

CHECK_MAIN(TEST(attempts_beyond_their_cores_make_up_for_others),
           TEST(core_time_is_used_unused_failed_and_cancelled),
           TEST(gpus_memory_and_energy_are_held_over_time),
           TEST(the_user_of_most_idle_gpu_time_is_named), TEST(waits_are_those_of_each),
           TEST(all_but_twenty_are_one_row), TEST(only_what_has_several_names_is_compared))
