/* Cores of connected workers, and of what ran on them, against numbers worked out by hand. */
#include "task_fixture.h"

static struct task_fixture fixture;

static void begin(void)
{
    task_fixture_init(&fixture);
    records_begin_source(&fixture.records, "log");
}

static void workers(const char *path, size_t count, double *times, double *cores, double end)
{
    dataset_add_queue(&fixture.dataset, (struct queue_samples){.path = path,
                                                               .count = count,
                                                               .times = times,
                                                               .workers = cores,
                                                               .cores = cores,
                                                               .every_change = true,
                                                               .end = end});
}

static void attempt(double cores, double submit, double start, double end)
{
    bool is_open = isnan(end);
    task_fixture_add(&fixture, (struct task_record){.task = "a",
                                                    .cores = cores,
                                                    .ending = is_open ? ENDING_UNFINISHED : 0});
    records_put_number(&fixture.records, RECORD_SUBMIT_COLUMN, submit);
    records_put_number(&fixture.records, RECORD_START_COLUMN, start);
    records_put_number(&fixture.records, RECORD_END_COLUMN, end);
}

static void run(void)
{
    task_fixture_run(&fixture, (const char *const[]){"worker_cores", NULL});
}

static double measured(const char *column)
{
    return table_numbers(tables_find(&fixture.tables, "worker_cores"), column)[0];
}

/* 4 cores from 0 to 100 s, 12 until 200 s: 1,600 core s, 8 on average. Attempts of 2 and 1 cores:
 * 2 × 50 + 1 × 100 = 200 core s. One waits from 50 s to 60 s beside 4 idle cores. */
static void cores_of_workers_and_attempts_are_summed(void)
{
    begin();
    workers("log", 2, (double[]){0, 100}, (double[]){4, 12}, 200);
    attempt(2, 0, 0, 50);
    attempt(1, 50, 60, 160);
    run();
    CHECK_NEAR(measured("connected_s"), 200, 1e-12);
    CHECK_NEAR(measured("cores"), 8, 1e-12);
    CHECK_NEAR(measured("busy"), 1, 1e-12);
    CHECK_NEAR(measured("idle_s"), 1400, 3.6e-09);
    CHECK_NEAR(measured("waited_idle_s"), 40, 3.6e-09);
    CHECK_NEAR(measured("waiting"), 1, 1e-12);
    task_fixture_release(&fixture);
}

/* 1,000 attempts one after another, each of a tenth of a core for a second of 1,000. */
static void parts_of_cores_add_up(void)
{
    begin();
    workers("log", 1, (double[]){0}, (double[]){1}, 1000);
    for (int i = 0; i < 1000; i++)
        attempt(0.1, i, i, i + 1);
    run();
    CHECK_NEAR(measured("busy"), 0.1, 1e-12);
    CHECK_NEAR(measured("idle_s"), 900, 3.6e-09);
    task_fixture_release(&fixture);
}

/* Workers leave at 50 s and come back at 80 s: 2 × 50 + 2 × 20 = 140 core s of 70 s. */
static void time_without_workers_does_not_count(void)
{
    begin();
    workers("log", 3, (double[]){0, 50, 80}, (double[]){2, 0, 2}, 100);
    attempt(1, 0, 0, 35);
    attempt(1, 50, 80, 81);
    run();
    CHECK_NEAR(measured("connected_s"), 70, 1e-12);
    CHECK_NEAR(measured("cores"), 2, 1e-12);
    CHECK_NEAR(measured("busy"), 36 / 70.0, 1e-12);
    CHECK_NEAR(measured("waited_idle_s"), 0, 0);
    task_fixture_release(&fixture);
}

/* To the end of its run at 100 s, not to that of the manager that began before: one runs from 60 s,
 * one waits from 90 s on beside 3 idle cores. Another ran for 20 s. */
static void what_is_unfinished_goes_on_to_the_end(void)
{
    begin();
    workers("log", 1, (double[]){0}, (double[]){2}, 50);
    workers("log", 1, (double[]){50}, (double[]){4}, 100);
    attempt(1, 0, 0, 20);
    records_mark_end(&fixture.records, 50);
    records_begin_source(&fixture.records, "log");
    records_mark_end(&fixture.records, 100);
    attempt(1, 60, 60, NAN);
    attempt(1, 90, NAN, NAN);
    run();
    CHECK_NEAR(measured("connected_s"), 100, 1e-12);
    CHECK_NEAR(measured("cores"), 3, 1e-12);
    CHECK_NEAR(measured("busy"), 0.6, 1e-12);
    CHECK_NEAR(measured("waited_idle_s"), 30, 3.6e-09);
    CHECK_NEAR(measured("never_started"), 1, 0);
    task_fixture_release(&fixture);
}

/* Two wait from before the first worker came at 10 s: one to the end at 100 s, one until it was
 * cancelled at 60 s. 2 cores idle from 10 s on: 90 × 2 core s, with 140 task s of waiting. */
static void tasks_that_never_start_wait_beside_idle_cores(void)
{
    begin();
    records_mark_end(&fixture.records, 100);
    workers("log", 1, (double[]){10}, (double[]){3}, 100);
    attempt(1, 10, 10, 100);
    attempt(1, 0, NAN, NAN);
    attempt(1, 0, NAN, 60);
    records_put_ending(&fixture.records, ENDING_CANCELLED);
    run();
    CHECK_NEAR(measured("idle_s"), 180, 3.6e-09);
    CHECK_NEAR(measured("waited_idle_s"), 180, 3.6e-09);
    CHECK_NEAR(measured("waiting"), 140 / 90.0, 1e-12);
    CHECK_NEAR(measured("never_started"), 2, 0);
    task_fixture_release(&fixture);
}

/* 1 of 100 s may be without: the end of one whose beginning the log does not have. */
static void a_few_unknown_cores_do_no_harm(void)
{
    begin();
    workers("log", 1, (double[]){0}, (double[]){4}, 100);
    attempt(1, 0, 0, 99);
    attempt(0, 0, 0, 1);
    run();
    CHECK_NEAR(measured("busy"), 0.99, 1e-12);
    task_fixture_release(&fixture);
}

/* A copy of the log that was made while it grew has no workers of its own. */
static void a_copy_counts_once(void)
{
    begin();
    workers("copy", 1, (double[]){0}, (double[]){2}, 10);
    workers("log", 2, (double[]){0, 50}, (double[]){2, 4}, 100);
    attempt(1, 0, 0, 100);
    run();
    CHECK_NEAR(measured("cores"), 3, 1e-12);
    task_fixture_release(&fixture);
}

static void unknown_cores_are_not_guessed(void)
{
    begin();
    workers("log", 1, (double[]){0}, (double[]){4}, 100);
    attempt(1, 0, 0, 10);
    attempt(0, 0, 0, 10); /* has none */
    run();
    CHECK(!tables_find(&fixture.tables, "worker_cores"));
    task_fixture_release(&fixture);

    begin();
    dataset_add_queue(&fixture.dataset, (struct queue_samples){.path = "log",
                                                               .count = 1,
                                                               .times = (double[]){0},
                                                               .workers = (double[]){1},
                                                               .cores = (double[]){0},
                                                               .every_change = true,
                                                               .end = 100});
    attempt(1, 0, 0, 10);
    run();
    CHECK(!tables_find(&fixture.tables, "worker_cores"));
    task_fixture_release(&fixture);
}

/* Nodes of a cluster, or of another manager whose log is not there. */
static void attempts_elsewhere_are_not_compared(void)
{
    begin();
    workers("log", 1, (double[]){0}, (double[]){4}, 100);
    attempt(1, 0, 0, 10);
    records_begin_source(&fixture.records, "accounting");
    attempt(1, 0, 0, 10);
    run();
    CHECK(!tables_find(&fixture.tables, "worker_cores"));
    task_fixture_release(&fixture);
}

CHECK_MAIN(TEST(cores_of_workers_and_attempts_are_summed), TEST(parts_of_cores_add_up),
           TEST(time_without_workers_does_not_count), TEST(what_is_unfinished_goes_on_to_the_end),
           TEST(tasks_that_never_start_wait_beside_idle_cores), TEST(a_copy_counts_once),
           TEST(a_few_unknown_cores_do_no_harm), TEST(unknown_cores_are_not_guessed),
           TEST(attempts_elsewhere_are_not_compared))
