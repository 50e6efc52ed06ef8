#include "task_fixture.h"

static struct task_fixture fixture;

/* NaN: not known. */
static void attempt(double submit, double start, double end, const char *worker)
{
    struct records *records = &fixture.records;
    task_fixture_add(&fixture, (struct task_record){.task = "a"});
    records_put_number(records, RECORD_SUBMIT_COLUMN, submit);
    records_put_number(records, RECORD_START_COLUMN, start);
    records_put_number(records, RECORD_END_COLUMN, end);
    task_fixture_text(records, RECORD_NODE_COLUMN, worker);
    if (isnan(end))
        records_put_ending(records, ENDING_UNFINISHED);
}

/* A manager's log says how many workers were connected from each moment on. */
static void workers(const char *log, size_t count, const double *times, const double *counts,
                    double end)
{
    dataset_add_queue(&fixture.dataset, (struct queue_samples){.path = log,
                                                               .count = count,
                                                               .times = times,
                                                               .workers = counts,
                                                               .every_change = true,
                                                               .end = end});
}

static void run(void)
{
    const char *const analyses[] = {"concurrency", NULL};
    task_fixture_run(&fixture, analyses);
}

static double summary(const char *column)
{
    return table_numbers(tables_find(&fixture.tables, "concurrency_summary"), column)[0];
}

/* Σ count × time of the rows, as a reader of the table does it. */
static double integral(const char *column)
{
    const struct table *table = tables_find(&fixture.tables, "concurrency");
    const double *times = table_numbers(table, "time"), *counts = table_numbers(table, column);
    double sum = 0;
    for (size_t row = 0; row + 1 < table->rows; row++)
        sum += counts[row] * (times[row + 1] - times[row]);
    return sum;
}

static void few_moments_are_all_there(void)
{
    task_fixture_init(&fixture);
    records_begin_source(&fixture.records, "log");
    workers("log", 2, (double[]){-5, 15}, (double[]){1, 2}, 40);
    attempt(0, 10, 30, "w1");
    attempt(0, 20, 30, "w2");
    run();
    CHECK_TEXT(task_fixture_csv(&fixture, "concurrency"),
               "time,running,waiting,workers,running_min,running_max,waiting_min,waiting_max,"
               "workers_min,workers_max\n"
               "0,0,2,1,0,0,2,2,1,1\n"
               "10,1,1,1,1,1,1,1,1,1\n"
               "15,1,1,2,1,1,1,1,2,2\n"
               "20,2,0,2,2,2,0,0,2,2\n"
               "30,0,0,0,0,0,0,0,0,0\n");
    CHECK_NEAR(summary("running_mean"), 1, 1e-12);
    CHECK_NEAR(summary("waiting_mean"), 1, 1e-12);
    CHECK_NEAR(summary("busy_s"), 30, 0);
    CHECK_NEAR(summary("waiting_beside_idle_s"), 15, 0);
    task_fixture_release(&fixture);
}

/* The manager ends at 100 s. One task waits from 10 s on and never starts, one was cancelled while
 * it waited: 90 + 40 task s. The last row is the end. */
static void a_run_lasts_to_the_end_of_its_source(void)
{
    task_fixture_init(&fixture);
    records_begin_source(&fixture.records, "log");
    records_mark_end(&fixture.records, 100);
    attempt(0, 10, 30, "w1");
    attempt(10, NAN, NAN, NULL);
    attempt(0, NAN, 40, NULL);
    records_put_ending(&fixture.records, ENDING_CANCELLED);
    run();
    CHECK_TEXT(task_fixture_csv(&fixture, "concurrency"),
               "time,running,waiting,workers,running_min,running_max,waiting_min,waiting_max,"
               "workers_min,workers_max\n"
               "0,0,2,,0,0,2,2,,\n"
               "10,1,2,,1,1,2,2,,\n"
               "30,0,2,,0,0,2,2,,\n"
               "40,0,1,,0,0,1,1,,\n"
               "100,0,0,,0,0,0,0,,\n");
    CHECK_NEAR(summary("end"), 100, 0);
    CHECK_NEAR(summary("busy_s"), 100, 0);
    CHECK_NEAR(summary("waiting_mean"), (10 + 90 + 40) / 100.0, 1e-12);
    task_fixture_release(&fixture);
}

/* Nothing ran or waited for the last 70 of 100 s: the run lasted as long, though it was not busy.
 */
static void a_source_may_end_behind_its_last_task(void)
{
    task_fixture_init(&fixture);
    records_begin_source(&fixture.records, "log");
    records_mark_end(&fixture.records, 100);
    attempt(0, 0, 30, "w1");
    run();
    CHECK_NEAR(summary("end"), 100, 0);
    CHECK_NEAR(summary("busy_s"), 30, 0);
    CHECK_NEAR(summary("running_mean"), 0.3, 1e-12);
    CHECK_NEAR(integral("running"), 30, 0);
    CHECK_NEAR(summary("ran_s"), 30, 0);
    task_fixture_release(&fixture);
}

/* 20,000 attempts of 1 s, one every 10 s, and a burst of 500 for 2 s: 21,000 s of 200,000. */
static void thinning_keeps_sums_over_time_and_extremes(void)
{
    task_fixture_init(&fixture);
    for (int i = 0; i < 20000; i++)
        attempt(NAN, 10.0 * i, 10.0 * i + 1, NULL);
    for (int i = 0; i < 500; i++)
        attempt(NAN, 77774, 77776, NULL);
    run();
    const struct table *table = tables_find(&fixture.tables, "concurrency");
    double highest = 0;
    for (size_t row = 0; row < table->rows; row++)
        highest = fmax(highest, table_numbers(table, "running_max")[row]);
    CHECK(table->rows <= 2000);
    CHECK_NEAR(integral("running"), 21000, 1e-6);
    CHECK_NEAR(highest, 500, 0);
    CHECK_NEAR(summary("running_mean"), 21000 / 199991.0, 1e-12);
    CHECK_NEAR(summary("running_max"), 500, 0);
    CHECK(isnan(table_numbers(table, "waiting")[0]) && isnan(table_numbers(table, "workers")[0]));
    task_fixture_release(&fixture);
}

/* One worker always has work; what waits does not wait beside it, however rows are thinned. */
static void waiting_is_not_invented(void)
{
    task_fixture_init(&fixture);
    records_begin_source(&fixture.records, "log");
    workers("log", 1, (double[]){0}, (double[]){1}, 1e5);
    for (int i = 0; i < 5000; i++)
        attempt(0, 10.0 * i, 10.0 * (i + 1), "w");
    run();
    CHECK_NEAR(integral("waiting"), 5000.0 * 4999 / 2 * 10, 1e-3);
    CHECK_NEAR(summary("waiting_beside_idle_s"), 0, 0);
    task_fixture_release(&fixture);
}

/* From 20 to 50 two of four workers have none while 6 and then 3 attempts wait. */
static void waiting_beside_idle_workers_is_measured(void)
{
    task_fixture_init(&fixture);
    records_begin_source(&fixture.records, "log");
    workers("log", 1, (double[]){0}, (double[]){4}, 100);
    attempt(NAN, 0, 100, "w1");
    attempt(NAN, 0, 100, "w2");
    attempt(NAN, 0, 20, "w3");
    attempt(NAN, 0, 20, "w4");
    attempt(NAN, 50, 100, "w3");
    attempt(NAN, 50, 100, "w4");
    for (int i = 0; i < 3; i++)
        attempt(20, 30, 30, NULL);
    for (int i = 0; i < 3; i++)
        attempt(20, 50, 50, NULL);
    run();
    CHECK_NEAR(summary("waiting_beside_idle_s"), 30, 0);
    CHECK_NEAR(summary("idle_workers_meanwhile"), 2, 1e-12);
    CHECK_NEAR(summary("waiting_meanwhile"), (6 * 10 + 3 * 20) / 30.0, 1e-12);
    CHECK_NEAR(summary("workers_max"), 4, 0);
    task_fixture_release(&fixture);
}

/* Ten from 0 to 60, then two to 90, then one to 100. Before, a burst of 100 for 0.1 s. */
static void a_tail_begins_below_a_part_of_what_is_usual(void)
{
    task_fixture_init(&fixture);
    for (int i = 0; i < 8; i++)
        attempt(NAN, 0, 60, NULL);
    attempt(NAN, 0, 90, NULL);
    attempt(NAN, 0, 100, NULL);
    for (int i = 0; i < 90; i++)
        attempt(NAN, 5, 5.1, NULL);
    run();
    CHECK_NEAR(summary("running_max"), 100, 0);
    CHECK_NEAR(summary("running_usual"), 10, 0);
    CHECK_NEAR(summary("tail_from"), 60, 0);
    CHECK_NEAR(summary("tail_s"), 40, 0);
    CHECK_NEAR(summary("tail_running_mean"), (2 * 30 + 10) / 40.0, 1e-12);
    CHECK_NEAR(summary("ran_s"), 100, 0);
    task_fixture_release(&fixture);
}

/* 100 run; after a minute 29 of them are few, 30 are not. */
static void few_are_less_than_three_tenths(void)
{
    for (int going_on = 29; going_on <= 30; going_on++) {
        task_fixture_init(&fixture);
        for (int i = 0; i < 100; i++)
            attempt(NAN, 0, i < going_on ? 100 : 60, NULL);
        run();
        CHECK_NEAR(summary("running_usual"), 100, 0);
        CHECK_NEAR(summary("tail_s"), going_on == 29 ? 40 : 0, 0);
        task_fixture_release(&fixture);
    }
}

/* What the first log left open did not run on until the end of the second. */
static void what_is_unfinished_ends_with_its_source(void)
{
    task_fixture_init(&fixture);
    records_begin_source(&fixture.records, "first");
    attempt(NAN, 0, 50, NULL);
    attempt(NAN, 10, NAN, NULL);
    records_begin_source(&fixture.records, "second");
    attempt(NAN, 1000, 2000, NULL);
    run();
    CHECK_NEAR(integral("running"), 50 + 40 + 1000, 1e-9);
    CHECK_NEAR(summary("running_max"), 2, 0);
    task_fixture_release(&fixture);
}

/* Nine of ten never had a task; all but one left at 50, and the clock then went back. */
static void workers_are_those_connected(void)
{
    task_fixture_init(&fixture);
    records_begin_source(&fixture.records, "log");
    workers("log", 3, (double[]){-10, 50, 20}, (double[]){10, 1, 0}, 100);
    attempt(0, 10, 60, "n1");
    run();
    CHECK_NEAR(integral("workers"), 10 * 50, 1e-12);
    CHECK_NEAR(summary("workers_max"), 10, 0);
    CHECK_NEAR(summary("waiting_beside_idle_s"), 10, 0);
    /* From -10 to 100 some are connected: they count while the task waits or runs. */
    CHECK_NEAR(summary("start"), 0, 0);
    CHECK_NEAR(summary("end"), 60, 0);
    const struct table *table = tables_find(&fixture.tables, "concurrency");
    CHECK_NEAR(table_numbers(table, "workers")[table->rows - 1], 0, 0);
    task_fixture_release(&fixture);
}

/* The second log is that of the first one's manager, cut off; the third is another's. */
static void workers_of_two_copies_of_a_log_count_once(void)
{
    task_fixture_init(&fixture);
    workers("copy", 1, (double[]){0}, (double[]){2}, 10);
    workers("log", 2, (double[]){0, 20}, (double[]){2, 3}, 100);
    workers("other", 1, (double[]){5}, (double[]){1}, 100);
    records_begin_source(&fixture.records, "log");
    attempt(0, 0, 100, "n1");
    records_begin_source(&fixture.records, "other");
    attempt(0, 0, 100, "n1");
    run();
    CHECK_NEAR(integral("workers"), 2 * 20 + 3 * 80 + 95, 1e-12);
    task_fixture_release(&fixture);
}

/* What waits for a cluster does not wait for workers of a manager. */
static void workers_are_not_those_of_other_tasks(void)
{
    task_fixture_init(&fixture);
    workers("log", 1, (double[]){0}, (double[]){2}, 100);
    records_begin_source(&fixture.records, "log");
    attempt(0, 10, 100, "n1");
    records_begin_source(&fixture.records, "accounting");
    attempt(0, 90, 100, "n1");
    run();
    CHECK(isnan(table_numbers(tables_find(&fixture.tables, "concurrency"), "workers")[0]));
    task_fixture_release(&fixture);
}

static void nodes_of_a_cluster_are_no_workers(void)
{
    task_fixture_init(&fixture);
    attempt(0, 10, 20, "node1");
    attempt(0, 30, 40, "node1");
    run();
    CHECK(isnan(table_numbers(tables_find(&fixture.tables, "concurrency"), "workers")[0]));
    CHECK(isnan(summary("waiting_beside_idle_s")));
    task_fixture_release(&fixture);
}

/* Ten at a time in a first period and in a second one, which one of them ends; then a late one. */
static void a_tail_is_of_the_last_period_with_much_work(void)
{
    task_fixture_init(&fixture);
    for (int i = 0; i < 10; i++) {
        attempt(NAN, 0, 1000, NULL);
        attempt(NAN, 5000, i ? 5500 : 6000, NULL);
    }
    attempt(NAN, 10000, 10100, NULL);
    run();
    CHECK_TEXT(task_fixture_csv(&fixture, "task_periods"), "first,last,elapsed_s\n"
                                                           "0,1000,10000\n"
                                                           "5000,6000,5500\n"
                                                           "10000,10100,100\n");
    CHECK_NEAR(summary("running_usual"), 10, 0);
    CHECK_NEAR(summary("ran_from"), 5000, 0);
    CHECK_NEAR(summary("ran_s"), 1000, 0);
    CHECK_NEAR(summary("tail_from"), 5500, 0);
    CHECK_NEAR(summary("tail_s"), 500, 0);
    CHECK_NEAR(summary("end"), 10100, 0);
    task_fixture_release(&fixture);
}

/* Nothing runs for 60 s of 1,200, or for 59 s; or something waits then. */
static void a_break_is_long_and_nothing_waits_in_it(void)
{
    static const struct {
        double submit, start;
        bool is_break;
    } cases[] = {{NAN, 660, true}, {NAN, 659, false}, {600, 660, false}, {650, 660, false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        task_fixture_init(&fixture);
        for (int task = 0; task < 4; task++) {
            attempt(NAN, 0, 600, NULL);
            attempt(cases[i].submit, cases[i].start, cases[i].start + 600, NULL);
        }
        run();
        CHECK_INT(tables_find(&fixture.tables, "task_periods") != NULL, cases[i].is_break);
        task_fixture_release(&fixture);
    }
}

/* A performance log without tasks; the clock went back at the third sample. */
static void samples_of_a_queue_stand_for_unknown_tasks(void)
{
    const double times[] = {10, 20, 15, 30}, running[] = {0, 2, 9, 1}, waiting[] = {5, 3, 9, 4};
    task_fixture_init(&fixture);
    dataset_add_queue(&fixture.dataset, (struct queue_samples){.path = "performance",
                                                               .count = 4,
                                                               .times = times,
                                                               .running = running,
                                                               .waiting = waiting,
                                                               .end = 30});
    struct analysis_request request = {.rules = fixture_rules(),
                                       .dataset = &fixture.dataset,
                                       .jobs = 1};
    for (size_t i = 0; i < analysis_count(); i++)
        if (strcmp(analysis_at(i)->name, "concurrency") == 0)
            analysis_at(i)->run(&request, &fixture.tables);
    CHECK_TEXT(task_fixture_csv(&fixture, "concurrency"),
               "time,running,waiting,workers,running_min,running_max,waiting_min,waiting_max,"
               "workers_min,workers_max\n"
               "10,0,5,,0,0,5,5,,\n20,2,3,,2,2,3,3,,\n30,1,4,,1,1,4,4,,\n");
    CHECK(!tables_find(&fixture.tables, "concurrency_summary"));
    task_fixture_release(&fixture);
}

CHECK_MAIN(TEST(a_run_lasts_to_the_end_of_its_source), TEST(a_source_may_end_behind_its_last_task),
           TEST(samples_of_a_queue_stand_for_unknown_tasks),
           TEST(a_tail_is_of_the_last_period_with_much_work),
           TEST(a_break_is_long_and_nothing_waits_in_it), TEST(few_moments_are_all_there),
           TEST(thinning_keeps_sums_over_time_and_extremes), TEST(waiting_is_not_invented),
           TEST(waiting_beside_idle_workers_is_measured),
           TEST(a_tail_begins_below_a_part_of_what_is_usual), TEST(few_are_less_than_three_tenths),
           TEST(what_is_unfinished_ends_with_its_source), TEST(workers_are_those_connected),
           TEST(workers_of_two_copies_of_a_log_count_once),
           TEST(workers_are_not_those_of_other_tasks), TEST(nodes_of_a_cluster_are_no_workers))
