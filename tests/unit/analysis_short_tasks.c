/* What passes beside the run time of short tasks. */
#include "task_fixture.h"

static struct task_fixture fixture;

static void attempt(double submit, double start, double end, const char *worker)
{
    struct records *records = &fixture.records;
    task_fixture_add(&fixture, (struct task_record){.task = "a", .cores = 2});
    records_put_number(records, RECORD_SUBMIT_COLUMN, submit);
    records_put_number(records, RECORD_START_COLUMN, start);
    records_put_number(records, RECORD_END_COLUMN, end);
    task_fixture_text(records, RECORD_NODE_COLUMN, worker);
}

static void run(void)
{
    task_fixture_run(&fixture, (const char *const[]){"short_tasks", NULL});
}

static double measured(const char *column)
{
    return table_numbers(tables_find(&fixture.tables, "short_tasks"), column)[0];
}

static void begin(void)
{
    task_fixture_init(&fixture);
    records_begin_source(&fixture.records, "log");
}

/* Workers take tasks of 5 s every 25 s, one of them from 10 s on. */
static void gaps_are_those_of_each_worker(void)
{
    begin();
    for (int i = 0; i < 20; i++)
        for (int worker = 0; worker < 2; worker++)
            attempt(NAN, 25 * i + 10 * worker, 25 * i + 10 * worker + 5, worker ? "w1" : "w0");
    run();
    CHECK_NEAR(measured("attempts"), 40, 0);
    CHECK_NEAR(measured("run_s"), 5, 0);
    CHECK_NEAR(measured("workers"), 2, 0);
    CHECK_NEAR(measured("gap_s"), 20, 0);
    CHECK_NEAR(measured("idle_share"), 19 * 20 / (19 * 25 + 5.0), 1e-12);
    CHECK(isnan(measured("waiting")));
    task_fixture_release(&fixture);
}

/* What runs several at a time has no gaps of its own. */
static void nodes_that_run_several_have_no_gaps(void)
{
    begin();
    for (int i = 0; i < 20; i++)
        for (int slot = 0; slot < 2; slot++)
            attempt(NAN, 25 * i + slot, 25 * i + slot + 5, "n0");
    run();
    CHECK_NEAR(measured("workers"), 0, 0);
    CHECK(isnan(measured("gap_s")));
    task_fixture_release(&fixture);
}

/* All wait from 0 s on; one of 2 cores runs at a time, on workers with 4 cores, then 12. */
static void cores_of_workers_are_the_capacity(void)
{
    begin();
    dataset_add_queue(&fixture.dataset, (struct queue_samples){.path = "log",
                                                               .count = 2,
                                                               .times = (double[]){-5, 50},
                                                               .workers = (double[]){1, 3},
                                                               .cores = (double[]){4, 12},
                                                               .every_change = true,
                                                               .end = 200});
    for (int i = 0; i < 11; i++)
        attempt(0, 10 * i, 10 * i + 10, "w0");
    run();
    CHECK_TEXT(table_texts(tables_find(&fixture.tables, "short_tasks"), "unit")[0], "cores");
    CHECK_NEAR(measured("wait_s"), 50, 0);
    CHECK_NEAR(measured("capacity"), 8, 1e-12);
    CHECK_NEAR(measured("busy"), 2, 1e-12);
    CHECK_NEAR(measured("waiting"), 5.5, 1e-12);
    CHECK_NEAR(measured("waited_share"), 100 / 110.0, 1e-12);
    task_fixture_release(&fixture);
}

static void as_many_as_ran_at_once_are_it_else(void)
{
    begin();
    for (int i = 0; i < 10; i++)
        attempt(0, 10, 20, NULL);
    attempt(0, 99, 100, NULL);
    run();
    CHECK_TEXT(table_texts(tables_find(&fixture.tables, "short_tasks"), "unit")[0], "attempts");
    CHECK_NEAR(measured("capacity"), 10, 0);
    CHECK_NEAR(measured("busy"), 100 / 99.0, 1e-12);
    task_fixture_release(&fixture);
}

static void long_tasks_and_jobs_of_a_queue_are_left_out(void)
{
    begin();
    attempt(0, 1, 62, "w0");
    run();
    CHECK(!tables_find(&fixture.tables, "short_tasks"));
    task_fixture_release(&fixture);
    begin();
    records_mark_queue(&fixture.records);
    attempt(0, 1, 2, "w0");
    run();
    CHECK(!tables_find(&fixture.tables, "short_tasks"));
    task_fixture_release(&fixture);
}

CHECK_MAIN(TEST(gaps_are_those_of_each_worker), TEST(nodes_that_run_several_have_no_gaps),
           TEST(cores_of_workers_are_the_capacity), TEST(as_many_as_ran_at_once_are_it_else),
           TEST(long_tasks_and_jobs_of_a_queue_are_left_out))
