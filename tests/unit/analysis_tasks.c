#include "task_fixture.h"

#include "analysis/tasks/task_groups_make.h"
#include "util/path.h"

static struct task_fixture fixture;

#define BEGIN(...) TASK_FIXTURE_BEGIN(&fixture, __VA_ARGS__)

static void run(const char *analysis)
{
    const char *const analyses[] = {analysis, NULL};
    task_fixture_run(&fixture, analyses);
}

static void end(void)
{
    task_fixture_release(&fixture);
}

/* ---- groups ---- */

static void groups_are_in_natural_order(void)
{
    BEGIN({.step = "s10", .task = "b"}, {.step = "s2", .task = "b"}, {.step = "s2", .task = "a"},
          {.step = "s10", .task = "b"}, {.task = "b"});
    task_groups_make(&fixture.groups, &fixture.records, 1);
    const struct task_groups *groups = &fixture.groups;
    CHECK_INT(groups->group_count, 4);
    CHECK_INT(groups->kind_count, 2);
    CHECK_TEXT(groups->groups[0].task, "a");
    CHECK(!groups->groups[1].step);
    CHECK_TEXT(groups->groups[2].step, "s2");
    CHECK_TEXT(groups->groups[3].step, "s10");
    CHECK_INT(groups->kinds[1].first, 1);
    CHECK_INT(groups->kinds[1].count, 3);
    CHECK_INT(groups->kinds[1].totals.tasks[OUTCOME_SUCCEEDED], 4);
    CHECK_INT(groups->by_step[0], 1);
    CHECK_INT(groups->by_step[1], 0);
    CHECK_INT(groups->by_step[2], 2);
    CHECK_INT(groups->group_of[0], 3);
    CHECK_INT(groups->group_of[4], 1);
    end();
}

static void groups_are_found_by_step_and_kind(void)
{
    BEGIN({.step = "s10", .task = "b"}, {.step = "s2", .task = "b"}, {.step = "s2", .task = "a"},
          {.step = "s2"}, {.task = "b"}, {.step = "s02", .task = "b"}, {.task = "b10"});
    task_groups_make(&fixture.groups, &fixture.records, 1);
    const struct task_groups *groups = &fixture.groups;
    CHECK_INT(groups->group_count, 7);
    for (size_t g = 0; g < groups->group_count; g++)
        CHECK_INT(task_groups_find(groups, groups->groups[g].step, groups->groups[g].task), g);
    CHECK_INT(task_groups_find(groups, "s3", "b"), 7);
    CHECK_INT(task_groups_find(groups, NULL, "a"), 7);
    CHECK_INT(task_groups_find(groups, NULL, NULL), 7);
    CHECK_INT(task_groups_find(groups, "s2", "c"), 7);
    end();
}

static void values_are_of_tasks_that_ended_well(void)
{
    BEGIN({.task = "b", .memory = 1}, {.task = "a", .memory = 2}, {.task = "b"},
          {.task = "b", .memory = 3, .exit_code = 1}, {.task = "b", .memory = 4});
    task_groups_make(&fixture.groups, &fixture.records, 1);
    CHECK_INT(task_places_of_group(&fixture.groups, 0).count, 1);
    CHECK_INT(task_places_of_kind(&fixture.groups, 1).first, 1);
    CHECK_INT(task_places_of_all(&fixture.groups).count, 4);
    CHECK_NEAR(fixture.groups.memory[0], 2, 0);
    CHECK_NEAR(fixture.groups.memory[1], 1, 0);
    CHECK(isnan(fixture.groups.memory[2]));
    CHECK_NEAR(fixture.groups.memory[3], 4, 0);
    CHECK(!fixture.groups.elapsed && !fixture.groups.run_time);
    CHECK_NEAR(fixture.groups.kinds[1].totals.memory_max, 4, 0);
    end();
}

/* ---- tables ---- */

static const struct task_record campaign[] = {
    {.step = "s1", .task = "a", .id = "1", .elapsed = 3600, .cpu = 1800, .memory = 1e9},
    {.step = "s1", .task = "a", .id = "2", .elapsed = 7200, .cores = 2, .cpu = 9000, .memory = 2e9},
    {.step = "s1", .task = "b", .id = "3", .elapsed = 3600, .cores = 4, .cpu = 7200, .memory = 5e9},
    {.step = "s2", .task = "a", .id = "4", .elapsed = 900, .memory = 4e9},
    {.step = "s2", .task = "a", .id = "5", .elapsed = 100, .exit_code = 1, .memory = 9e9},
    {.step = "s2", .task = "a", .id = "5", .elapsed = 1800, .memory = 3e9},
    {.step = "s2", .task = "c", .id = "6", .elapsed = 360, .cpu = 36, .exit_code = 9},
};

static void begin_campaign(void)
{
    task_fixture_begin(&fixture, campaign, sizeof campaign / sizeof campaign[0]);
}

static void makes_steps(void)
{
    begin_campaign();
    run("steps");
    CHECK_TEXT(task_fixture_csv(&fixture, "steps"),
               "step,task_kinds,tasks,succeeded,failed,cancelled,unfinished,unknown,elapsed_s,cpu_"
               "s,cpu_efficiency,peak_memory_B,core_s,core_cpu_s\n"
               "s1,2,3,3,0,0,0,0,14400,18000,0.5555555555555556,5000000000,28800,16200\n"
               "s2,2,3,2,1,0,0,0,2700,,,4000000000,,\n");
    CHECK_TEXT(
        task_fixture_csv(&fixture, "step_tasks"),
        "step,task,tasks,succeeded,failed,cancelled,unfinished,unknown,elapsed_s,cpu_s,cpu_"
        "efficiency,peak_memory_B,core_s,core_cpu_s,memory_iqr_B,memory_std_B\n"
        "s1,a,2,2,0,0,0,0,10800,10800,0.6,2000000000,14400,9000,500000000,707106781.1865475\n"
        "s1,b,1,1,0,0,0,0,3600,7200,0.5,5000000000,14400,7200,0,\n"
        "s2,a,2,2,0,0,0,0,2700,,,4000000000,,,500000000,707106781.1865475\n"
        "s2,c,1,0,1,0,0,0,,,,,,,,\n");
    end();
}

static void makes_tasks(void)
{
    begin_campaign();
    run("tasks");
    const struct table *table = tables_find(&fixture.tables, "tasks");
    CHECK_TEXT(table_texts(table, "task")[0], "a");
    CHECK_NEAR(table_numbers(table, "tasks")[0], 4, 0);
    CHECK_NEAR(table_numbers(table, "attempts")[0], 5, 0);
    CHECK_NEAR(table_numbers(table, "failed")[0], 0, 0);
    CHECK_NEAR(table_numbers(table, "elapsed_s")[0], 13500, 3.6e-12);
    CHECK_NEAR(table_numbers(table, "elapsed_share")[0], 3.75 / 4.75, 1e-15);
    CHECK_NEAR(table_numbers(table, "elapsed_cumulated")[1], 1, 0);
    CHECK_NEAR(table_numbers(table, "cpu_s")[0], 10800, 0);
    CHECK_NEAR(table_numbers(table, "cpu_efficiency")[0], 0.6, 1e-15);
    CHECK_NEAR(table_numbers(table, "memory_min_B")[0], 1e9, 0);
    CHECK_NEAR(table_numbers(table, "memory_mean_B")[0], 2.5e9, 0);
    CHECK_NEAR(table_numbers(table, "memory_std_B")[0], 1290994448.7358056, 1e-06);
    CHECK_NEAR(table_numbers(table, "memory_p05_B")[0], 1.15e9, 1e-06);
    CHECK_NEAR(table_numbers(table, "memory_p50_B")[0], 2.5e9, 0);
    CHECK_NEAR(table_numbers(table, "memory_p95_B")[0], 3.85e9, 1e-06);
    CHECK_NEAR(table_numbers(table, "memory_iqr_B")[0], 1.5e9, 1e-06);
    CHECK_NEAR(table_numbers(table, "peak_memory_B")[0], 4e9, 0);
    CHECK_TEXT(table_texts(table, "task")[2], "c");
    CHECK_NEAR(table_numbers(table, "failed")[2], 1, 0);
    CHECK(isnan(table_numbers(table, "elapsed_s")[2]));
    CHECK(isnan(table_numbers(table, "elapsed_share")[2]));
    end();
}

/* Nobody tells how many cores they had: one, unless they used more. */
static void cores_that_are_not_told(void)
{
    CHECK_NEAR(task_allotted_s(5, 10, 3), 30, 0);
    CHECK_NEAR(task_allotted_s(50, 10, 3), 30, 0);
    CHECK_NEAR(task_allotted_s(11, 10, NUMBER_MISSING), 10, 0);
    CHECK(isnan(task_allotted_s(11.1, 10, NUMBER_MISSING)));
    CHECK_NEAR(task_allotted_s(NUMBER_MISSING, 10, NUMBER_MISSING), 10, 0);
    BEGIN({.task = "a", .elapsed = 3600, .cpu = 1800}, {.task = "a", .elapsed = 3600, .cpu = 7200},
          {.task = "b", .elapsed = 3600, .cpu = 1800}, {.task = "b", .elapsed = 600, .cpu = 1200});
    run("tasks");
    const struct table *table = tables_find(&fixture.tables, "tasks");
    CHECK(isnan(table_numbers(table, "cpu_efficiency")[0])); /* known of a fifth of the CPU time */
    CHECK_NEAR(table_numbers(table, "cpu_efficiency")[1], 0.5, 0);
    end();
}

static void makes_attempts(void)
{
    BEGIN({.task = "b", .elapsed = 3600},
          {.task = "a", .outcome = "FAILED", .ending = ENDING_FAILED, .elapsed = 360},
          {.task = "a", .outcome = "COMPLETED", .elapsed = 1800, .cpu = 900},
          {.task = "a", .outcome = "COMPLETED", .exit_code = 1, .ending = ENDING_SUCCEEDED},
          {.task = "a", .ending = ENDING_LOST}, {.task = "a", .ending = ENDING_CACHED},
          {.task = "a", .ending = ENDING_UNFINISHED}, /* waits: no attempt */
          {.task = "a", .ending = ENDING_UNFINISHED, .elapsed = 1800},
          {.task = "a", .outcome = "COMPLETED", .elapsed = 1800},
          {.task = "a", .ending = ENDING_CANCELLED}, /* before it began: no attempt */
          {.task = "a", .ending = ENDING_CANCELLED, .elapsed = 36},
          {.task = "a", .outcome = "odd", .ending = ENDING_UNKNOWN});
    run("attempts");
    const struct task_totals *totals = &fixture.groups.kinds[0].totals;
    CHECK_INT(totals->attempts, 8);
    CHECK_INT(totals->cached, 1);
    CHECK_INT(totals->tasks[OUTCOME_SUCCEEDED], 3);
    CHECK_INT(totals->tasks[OUTCOME_FAILED], 3);
    CHECK_INT(totals->tasks[OUTCOME_CANCELLED], 2);
    CHECK_INT(totals->tasks[OUTCOME_UNFINISHED], 2);
    CHECK_INT(totals->tasks[OUTCOME_UNKNOWN], 1);
    CHECK_TEXT(
        task_fixture_csv(&fixture, "attempts"),
        "task,outcome,reason,attempts,elapsed_s,cpu_s,core_s,core_cpu_s,peak_memory_B,ended\n"
        "a,COMPLETED,,2,3600,900,,,,succeeded\n"
        "a,FAILED,,1,360,,,,,failed\n"
        "a,cancelled,,1,36,,,,,cancelled\n"
        "a,failed,exit code 1,1,,,,,,failed\n"
        "a,lost,lost,1,,,,,,failed\n"
        "a,odd,status not known,1,,,,,,unknown\n"
        "a,unfinished,,1,1800,,,,,unfinished\n"
        "b,not recorded,,1,3600,,,,,\n");
    end();
}

/* Without times the status alone says that it waits. What used something had begun. */
static void what_used_something_is_an_attempt(void)
{
    BEGIN({.task = "a", .elapsed = 10}, {.task = "a", .ending = ENDING_UNFINISHED},
          {.task = "a", .ending = ENDING_UNFINISHED, .cpu = 3},
          {.task = "a", .ending = ENDING_UNFINISHED, .memory = 1e9},
          {.task = "a", .ending = ENDING_CANCELLED},
          {.task = "a", .ending = ENDING_CANCELLED, .memory = 1e9});
    run("attempts");
    CHECK_INT(fixture.groups.kinds[0].totals.attempts, 4);
    const struct table *table = tables_find(&fixture.tables, "attempts");
    CHECK_INT(table->rows, 3);
    CHECK_NEAR(table_numbers(table, "attempts")[0], 1, 0); /* cancelled */
    CHECK_NEAR(table_numbers(table, "attempts")[2], 2, 0); /* unfinished */
    end();
}

static void attempts_say_why_they_failed(void)
{
    BEGIN({.task = "a",
           .ending = ENDING_FAILED,
           .exit_code = 137,
           .elapsed = 3600,
           .cpu = 1800,
           .cores = 2,
           .memory = 7},
          {.task = "a",
           .ending = ENDING_FAILED,
           .exit_code = -9,
           .elapsed = 7200,
           .cpu = 3600,
           .cores = 2,
           .memory = 5},
          {.task = "a", .ending = ENDING_UNSAID, .exit_code = 2},
          {.task = "a", .ending = ENDING_UNKNOWN, .exit_code = 1e300},
          {.task = "a", .ending = ENDING_TIMED_OUT, .exit_code = 143},
          {.task = "a", .ending = ENDING_TIMED_OUT, .exit_code = 15},
          {.task = "a", .ending = ENDING_OUT_OF_MEMORY},
          {.task = "a", .ending = ENDING_NODE_FAILED});
    run("attempts");
    CHECK_TEXT(
        task_fixture_csv(&fixture, "attempts"),
        "task,outcome,reason,attempts,elapsed_s,cpu_s,core_s,core_cpu_s,peak_memory_B,ended\n"
        "a,failed,exit code 2,1,,,,,,failed\n"
        "a,failed,exit code 8388607,1,,,,,,failed\n"
        "a,failed,node failure,1,,,,,,failed\n"
        "a,failed,out of memory,1,,,,,,failed\n"
        "a,failed,signal 9,2,10800,5400,21600,5400,7,failed\n"
        "a,failed,time limit,2,,,,,,failed\n");
    end();
}

/* CPU time beside elapsed time says nothing of a job of many cores; beside the time of its cores it
 * does, where the records of most CPU time say how many those are. */
static void core_time_is_elapsed_times_cores(void)
{
    BEGIN({.task = "a", .elapsed = 3600, .cores = 64, .cpu = 36000},
          {.task = "a", .elapsed = 1800, .cores = 32, .cpu = 7200}, {.task = "a", .elapsed = 99},
          {.task = "a", .elapsed = 3600, .cores = 8}, {.task = "a", .cores = 8, .cpu = 3600},
          {.task = "b", .elapsed = 3600, .cores = 2, .cpu = 3600},
          {.task = "b", .elapsed = 3600, .cpu = 36000},
          {.task = "c", .elapsed = 3600, .cores = 4, .cpu = 7200, .ending = ENDING_FAILED});
    run("tasks");
    run("attempts");
    const struct table *table = tables_find(&fixture.tables, "tasks");
    CHECK_NEAR(table_numbers(table, "core_s")[0], 288000, 3.6e-09);
    CHECK_NEAR(table_numbers(table, "core_cpu_s")[0], 43200, 3.6e-09);
    CHECK(isnan(table_numbers(table, "core_s")[1])); /* of an eleventh of the CPU time */
    CHECK(isnan(table_numbers(table, "core_s")[2])); /* none succeeded */
    table = tables_find(&fixture.tables, "attempts");
    CHECK_TEXT(table_texts(table, "task")[2], "c");
    CHECK_NEAR(table_numbers(table, "core_s")[2], 14400, 3.6e-09);
    CHECK_NEAR(table_numbers(table, "core_cpu_s")[2], 7200, 3.6e-09);
    end();
}

/* Where the source tells no times a cancelled task may have begun. */
static void cancelled_without_times_is_an_attempt(void)
{
    BEGIN({.task = "a", .ending = ENDING_CANCELLED}, {.task = "a", .ending = ENDING_SUCCEEDED});
    run("tasks");
    CHECK_INT(fixture.groups.kinds[0].totals.attempts, 2);
    CHECK_INT(fixture.groups.kinds[0].totals.tasks[OUTCOME_CANCELLED], 1);
    end();
}

static void attempts_of_a_list_without_outcomes(void)
{
    BEGIN({.task = "b", .elapsed = 3600}, {.task = "a"}, {.task = "b", .elapsed = 3600});
    run("attempts");
    CHECK_TEXT(
        task_fixture_csv(&fixture, "attempts"),
        "task,outcome,reason,attempts,elapsed_s,cpu_s,core_s,core_cpu_s,peak_memory_B,ended\n"
        "a,not recorded,,1,,,,,,\n"
        "b,not recorded,,2,7200,,,,,\n");
    end();
}

/* Where outcomes are cached, repeated or not decided by a record, tasks stay the sum of all. */
static void campaign_counts_add_up(void)
{
    BEGIN({.task = "a", .id = "1", .ending = ENDING_FAILED, .elapsed = 3600},
          {.task = "a", .id = "1", .ending = ENDING_SUCCEEDED, .elapsed = 7200},
          {.task = "a", .id = "2", .ending = ENDING_CACHED, .elapsed = 3600},
          {.task = "a", .id = "3", .ending = ENDING_CANCELLED, .elapsed = 1800},
          {.task = "b", .id = "4", .ending = ENDING_UNFINISHED},
          {.task = "b", .ending = ENDING_UNKNOWN});
    run("campaign");
    CHECK_TEXT(task_fixture_csv(&fixture, "campaign"),
               "steps,task_kinds,nodes,tasks,succeeded,failed,cancelled,unfinished,unknown,"
               "attempts,repeated,cached,start,end,elapsed_s,cpu_s,cpu_efficiency,peak_memory_B,"
               "lost_elapsed_s,lost_cpu_s,unrecorded,untimed,not_by_node,never_started\n"
               "0,2,,5,2,0,1,1,1,4,1,1,,,10800,,,,5400,,0,0,0,0\n");
    end();
}

/* Taken out of the queue at its deadline, a task failed, but nothing was executed. */
static void what_never_started_is_no_attempt(void)
{
    BEGIN({.task = "a", .id = "1", .ending = ENDING_SUCCEEDED, .elapsed = 3600},
          {.task = "a", .id = "2", .ending = ENDING_DEADLINE},
          {.task = "a", .id = "3", .ending = ENDING_DEADLINE, .elapsed = 60});
    run("campaign");
    const struct table *whole = tables_find(&fixture.tables, "campaign");
    CHECK_NEAR(table_numbers(whole, "tasks")[0], 3, 0);
    CHECK_NEAR(table_numbers(whole, "failed")[0], 2, 0);
    CHECK_NEAR(table_numbers(whole, "attempts")[0], 2, 0);
    CHECK_NEAR(table_numbers(whole, "never_started")[0], 1, 0);
    end();
}

/* A status, a word or an exit code says how a task ended; nothing else does. */
static void tasks_without_recorded_outcome_are_counted(void)
{
    BEGIN({.task = "a", .id = "1", .exit_code = 1}, {.task = "a", .id = "1", .elapsed = 3600},
          {.task = "a", .id = "2", .ending = ENDING_SUCCEEDED},
          {.task = "a", .id = "3", .outcome = "COMPLETED"}, {.task = "b", .elapsed = 7200});
    run("campaign");
    const struct table *whole = tables_find(&fixture.tables, "campaign");
    CHECK_NEAR(table_numbers(whole, "succeeded")[0], 4, 0);
    CHECK_NEAR(table_numbers(whole, "unrecorded")[0], 2, 0);
    CHECK_NEAR(table_numbers(whole, "untimed")[0], 2, 0);
    end();
    BEGIN({.task = "a"}, {.task = "b"});
    run("campaign");
    CHECK_NEAR(table_numbers(tables_find(&fixture.tables, "campaign"), "unrecorded")[0], 2, 0);
    end();
}

static void leaves_out_what_is_not_there(void)
{
    BEGIN({.task = "a"});
    run("steps");
    run("task_quantiles");
    run("summary_check");
    CHECK_TEXT(task_fixture_csv(&fixture, "steps"), "none");
    CHECK_TEXT(task_fixture_csv(&fixture, "step_tasks"), "none");
    CHECK_TEXT(task_fixture_csv(&fixture, "task_quantiles"), "none");
    end();
    task_fixture_init(&fixture);
    run("tasks");
    run("attempts");
    run("steps");
    run("task_quantiles");
    CHECK_TEXT(task_fixture_csv(&fixture, "tasks"), "none");
    end();
}

/* ---- quantiles ---- */

/* As numpy_task_quantiles.py makes them. */
static void add_made_records(void)
{
    for (unsigned i = 0; i < 5000; i++) {
        char step[16], kind[16];
        snprintf(step, sizeof step, "step%u", i % 3 + 1);
        snprintf(kind, sizeof kind, "kind%u", i % 7);
        task_fixture_add(&fixture, (struct task_record){
                                       .step = step,
                                       .task = i % 1000 ? kind : "rare",
                                       .memory = 1e9 + i * 7919 % 1000003 * 1024.0,
                                       .elapsed = i * 104729 % 99991 / 16.0 + 0.5,
                                   });
    }
}

static void compare_with_numpy(const struct table *table, const struct table *expected)
{
    CHECK_INT(table->rows, expected->rows);
    for (size_t row = 0; row < table->rows; row++)
        for (size_t c = 0; c < table->column_count; c++) {
            const struct column *column = &table->columns[c], *other = &expected->columns[c];
            if (column->type == COLUMN_TEXT)
                CHECK_TEXT(column->texts[row], other->texts[row]);
            else
                CHECK_NEAR(column->numbers[row], other->numbers[row], 1e-14);
        }
}

static void quantiles_are_those_of_numpy(void)
{
    struct tables expected;
    struct strbuf content;
    struct error error;
    task_fixture_init(&fixture);
    strbuf_init(&content);
    add_made_records();
    run("task_quantiles");
    tables_init(&expected, &fixture.arena);
    const char *path = "tests/golden/numpy_task_quantiles.csv";
    bool good = path_read(path, 1 << 20, &content, &error) &&
                table_read_csv(tables_get(&expected, "task_quantiles"), path, content.text,
                               content.size, &error);
    strbuf_release(&content);
    CHECK(good);
    compare_with_numpy(tables_find(&fixture.tables, "task_quantiles"),
                       tables_find(&expected, "task_quantiles"));
    end();
}

/* Where the source has both, the run time is not the time on the clock. */
static void quantiles_are_of_the_run_time(void)
{
    BEGIN({.step = "s", .task = "a", .elapsed = 100});
    records_put_number(&fixture.records,
                       records_attribute(&fixture.records, "run_time", RECORD_NUMBER), 60);
    run("task_quantiles");
    const struct table *table = tables_find(&fixture.tables, "task_quantiles");
    CHECK_NEAR(table_numbers(table, "runtime_s_p050")[0], 60, 0);
    CHECK_NEAR(table_numbers(table, "integrated_runtime_hrs")[0], 60.0 / 3600, 1e-15);
    CHECK(isnan(table_numbers(table, "mem_GB_p050")[0]));
    end();
}

/* A run time that was not measured is missing, where its source measured any. */
static void a_missing_run_time_is_not_the_elapsed_time(void)
{
    BEGIN({.step = "s", .task = "a", .elapsed = 100});
    records_put_number(&fixture.records,
                       records_attribute(&fixture.records, "run_time", RECORD_NUMBER), 60);
    task_fixture_add(&fixture, (struct task_record){.step = "s", .task = "a", .elapsed = 900});
    records_begin_source(&fixture.records, "other");
    task_fixture_add(&fixture, (struct task_record){.step = "s", .task = "b", .elapsed = 70});
    run("task_quantiles");
    const struct table *table = tables_find(&fixture.tables, "task_quantiles");
    CHECK_NEAR(table_numbers(table, "runtime_s_p100")[0], 60, 0);
    CHECK_NEAR(table_numbers(table, "integrated_runtime_hrs")[0], 60.0 / 3600, 1e-15);
    CHECK_NEAR(table_numbers(table, "runtime_s_p100")[1], 70, 0);
    end();
}

/* Nodes of lists count, too, unless a list is none. */
static void nodes_of_lists_are_counted(void)
{
    static const struct {
        const char *list;
        double nodes;
    } cases[] = {{"n1", 1}, {"n[2-5]", 5}, {"n[1-3]", 3}, {"n[2-", NAN}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        BEGIN({.task = "a", .elapsed = 100});
        task_fixture_text(&fixture.records, RECORD_NODE_COLUMN, "n1");
        task_fixture_add(&fixture, (struct task_record){.task = "a", .elapsed = 100});
        task_fixture_text(&fixture.records,
                          records_attribute(&fixture.records, RECORD_NODE_LIST, RECORD_TEXT),
                          cases[i].list);
        run("campaign");
        double nodes = table_numbers(tables_find(&fixture.tables, "campaign"), "nodes")[0];
        CHECK(nodes == cases[i].nodes || (isnan(nodes) && isnan(cases[i].nodes)));
        end();
    }
}

CHECK_MAIN(TEST(groups_are_in_natural_order), TEST(groups_are_found_by_step_and_kind),
           TEST(values_are_of_tasks_that_ended_well), TEST(makes_steps), TEST(makes_tasks),
           TEST(cores_that_are_not_told), TEST(core_time_is_elapsed_times_cores),
           TEST(makes_attempts), TEST(what_used_something_is_an_attempt),
           TEST(attempts_say_why_they_failed), TEST(cancelled_without_times_is_an_attempt),
           TEST(attempts_of_a_list_without_outcomes), TEST(campaign_counts_add_up),
           TEST(what_never_started_is_no_attempt), TEST(tasks_without_recorded_outcome_are_counted),
           TEST(leaves_out_what_is_not_there), TEST(quantiles_are_those_of_numpy),
           TEST(quantiles_are_of_the_run_time), TEST(a_missing_run_time_is_not_the_elapsed_time),
           TEST(nodes_of_lists_are_counted))
