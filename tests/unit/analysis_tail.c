#include "task_fixture.h"

static struct task_fixture fixture;

/* submit NaN: not known; end NaN: unfinished. */
static void attempt(const char *task, double submit, double start, double end)
{
    struct records *records = &fixture.records;
    task_fixture_add(&fixture, (struct task_record){.task = task});
    records_put_number(records, RECORD_SUBMIT_COLUMN, submit);
    records_put_number(records, RECORD_START_COLUMN, start);
    records_put_number(records, RECORD_END_COLUMN, end);
    records_put_ending(records, isnan(end) ? ENDING_UNFINISHED : ENDING_SUCCEEDED);
}

/* So many at once. */
static void attempts(const char *task, size_t count, double start, double end)
{
    for (size_t i = 0; i < count; i++)
        attempt(task, NAN, start, end);
}

static void run(void)
{
    task_fixture_run(&fixture, (const char *const[]){"concurrency", "tail", NULL});
}

static double of_tail(const char *column)
{
    return table_numbers(tables_find(&fixture.tables, "tail"), column)[0];
}

/* Three waves of ten, of 100 s, the last of which has one of 1,000 s. */
static void what_stood_in_a_queue_could_start_first(void)
{
    task_fixture_init(&fixture);
    attempts("a", 20, 0, 100);
    for (int wave = 1; wave < 3; wave++)
        attempts("a", 10, 100 * wave, 100 * wave + 100);
    attempt("a", NAN, 300, 1300);
    run();
    CHECK(tables_find(&fixture.tables, "tail"));
    CHECK_NEAR(of_tail("saved_s"), 0, 0); /* it started when nothing else ran any more */
    CHECK_NEAR(of_tail("started"), 1, 0);
    CHECK_NEAR(of_tail("started_elapsed_s"), 1000, 0);
    CHECK(isnan(of_tail("longest_s")));
    task_fixture_release(&fixture);

    task_fixture_init(&fixture);
    attempts("a", 10, 0, 100);
    attempts("a", 10, 100, 200);
    attempts("a", 9, 200, 300);
    attempt("a", NAN, 200, 1200);
    run();
    CHECK_NEAR(of_tail("saved_s"), 200, 0);
    CHECK_NEAR(of_tail("started"), 0, 0);
    CHECK_NEAR(of_tail("longest_s"), 1000, 0);
    CHECK_NEAR(of_tail("median_s"), 100, 0);
    CHECK(!tables_find(&fixture.tables, "tail_stages"));
    task_fixture_release(&fixture);
}

/* Ten of each kind: those of b may have waited for those of a. */
static void what_never_stood_in_a_queue_could_not_start_earlier(void)
{
    for (int kinds = 1; kinds <= 2; kinds++) {
        task_fixture_init(&fixture);
        attempts("a", 10, 0, 100);
        attempts(kinds == 1 ? "a" : "b", 9, 100, 200);
        attempt(kinds == 1 ? "a" : "b", NAN, 190, 1190);
        run();
        CHECK_NEAR(of_tail("saved_s"), kinds == 1 ? 190 : 0, 0);
        task_fixture_release(&fixture);
    }
}

/* All time ÷ ten: 10 × 100 s, 10 × 400 s and one of 500 s. */
static void no_order_ends_before_all_time_is_spent(void)
{
    task_fixture_init(&fixture);
    attempts("a", 10, 0, 100);
    attempts("a", 9, 100, 500);
    attempt("a", NAN, 100, 500);
    attempt("a", NAN, 499, 999);
    run();
    CHECK_NEAR(of_tail("saved_s"), 999 - 550, 1e-9);
    task_fixture_release(&fixture);
}

/* b begins at 1,000: its 3,199 s cannot end before 1,319.9, with ten at once. */
static void no_kind_ends_before_its_time_is_spent(void)
{
    task_fixture_init(&fixture);
    attempts("a", 2, 0, 1000);
    attempts("b", 9, 1000, 1300);
    attempt("b", NAN, 1000, 1299);
    attempt("b", NAN, 1299, 1499);
    run();
    CHECK_NEAR(of_tail("saved_s"), 1499 - 1319.9, 1e-9);
    task_fixture_release(&fixture);
}

/* The long job was submitted at 0, or at 150; a task that is no job stands in no such queue. */
static void no_job_could_start_before_it_was_submitted(void)
{
    static const struct {
        double submit, saved_s;
        bool has_queue;
    } cases[] = {{0, 200, true}, {150, 50, true}, {150, 200, false}, {NAN, 200, true}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        task_fixture_init(&fixture);
        records_begin_source(&fixture.records, "jobs");
        fixture.records.sources[0].has_queue = cases[i].has_queue;
        for (int job = 0; job < 29; job++)
            attempt("a", 0, job / 10 * 100, job / 10 * 100 + 100);
        attempt("a", cases[i].submit, 200, 1200);
        run();
        CHECK_NEAR(of_tail("saved_s"), cases[i].saved_s, 0);
        task_fixture_release(&fixture);
    }
}

/* Ten of a, one of which takes longer, then two of c and one of b. */
static void kinds_that_start_in_the_tail_are_stages(void)
{
    task_fixture_init(&fixture);
    attempts("a", 9, 0, 100);
    attempt("a", NAN, 0, 140);
    attempts("c", 2, 140, 200);
    attempt("b", NAN, 200, 250);
    run();
    CHECK_TEXT(task_fixture_csv(&fixture, "tail_stages"),
               "task,attempts,start,elapsed_s\nc,2,140,120\nb,1,200,50\n");
    CHECK_TEXT(task_fixture_csv(&fixture, "tail"),
               "saved_s,stages_s,started,started_elapsed_s,longest_s,median_s,longest_task\n"
               "0,110,3,170,140,100,a\n");
    task_fixture_release(&fixture);
}

/* A try again of a is no stage, and nothing could have started it earlier. */
static void a_retry_in_the_tail_is_no_stage(void)
{
    task_fixture_init(&fixture);
    attempts("a", 30, 0, 100);
    attempt("a", NAN, 100, 200);
    run();
    CHECK(!tables_find(&fixture.tables, "tail_stages"));
    CHECK_TEXT(task_fixture_csv(&fixture, "tail"),
               "saved_s,stages_s,started,started_elapsed_s,longest_s,median_s,longest_task\n0,0,1,"
               "100,,,\n");
    task_fixture_release(&fixture);
}

/* The long one runs on until the last moment; without a tail there is no table. */
static void what_is_unfinished_runs_on(void)
{
    task_fixture_init(&fixture);
    records_begin_source(&fixture.records, "log");
    attempts("a", 9, 0, 100);
    attempt("a", NAN, 0, NAN);
    attempt("b", NAN, 150, 300);
    run();
    CHECK_NEAR(of_tail("longest_s"), 300, 0);
    CHECK_NEAR(of_tail("saved_s"), 0, 0);
    task_fixture_release(&fixture);

    task_fixture_init(&fixture);
    attempts("a", 10, 0, 100);
    run();
    CHECK(!tables_find(&fixture.tables, "tail"));
    task_fixture_release(&fixture);
}

/* 20 of 100 s, ten at a time; a day later as many, of which one takes 1,000 s. */
static void no_order_reaches_back_before_a_break(void)
{
    task_fixture_init(&fixture);
    for (int period = 0; period < 2; period++) {
        double from = period * 86400;
        attempts("a", 10, from, from + 100);
        attempts("a", 9, from + 100, from + 200);
        attempt("a", NAN, from + 100, from + (period ? 1100 : 200));
    }
    run();
    CHECK_NEAR(of_tail("saved_s"), 100, 0); /* its place before the first ten of its period */
    CHECK_NEAR(of_tail("started"), 0, 0);
    task_fixture_release(&fixture);
}

/* The long one repeats one that failed before: it could not start first. */
static void a_repetition_waited_for_what_it_repeats(void)
{
    for (int number = 1; number <= 2; number++) {
        task_fixture_init(&fixture);
        attempts("a", 10, 0, 100);
        attempts("a", 9, 100, 200);
        attempt("a", NAN, 100, 1100);
        records_put_number(&fixture.records, RECORD_ATTEMPT_COLUMN, number);
        run();
        CHECK_NEAR(of_tail("saved_s"), number == 1 ? 100 : 0, 0);
        task_fixture_release(&fixture);
    }
}

CHECK_MAIN(TEST(no_order_reaches_back_before_a_break),
           TEST(a_repetition_waited_for_what_it_repeats),
           TEST(what_stood_in_a_queue_could_start_first),
           TEST(what_never_stood_in_a_queue_could_not_start_earlier),
           TEST(no_order_ends_before_all_time_is_spent),
           TEST(no_kind_ends_before_its_time_is_spent),
           TEST(no_job_could_start_before_it_was_submitted),
           TEST(kinds_that_start_in_the_tail_are_stages), TEST(a_retry_in_the_tail_is_no_stage),
           TEST(what_is_unfinished_runs_on))
