#include "trace_fixture.h"

#include <stdlib.h>

#include "analysis/traces/trace_compat.h"
#include "table/published.h"
#include "table/table_csv.h"
#include "util/number.h"

/* Of the only row of the table about the whole trace. */
static double of_trace(const struct trace_fixture *f, const char *column)
{
    return table_numbers(tables_find(&f->tables, "trace"), column)[0];
}

/* The rows of a table as they are written, without its head. */
static const char *rows_of(struct trace_fixture *f, const char *table)
{
    strbuf_clear(&f->csv);
    const struct table *rows = tables_find(&f->tables, table);
    if (!rows)
        return "none";
    table_write_csv(table_as_published(&f->tables, rows, f->tables.arena), &f->csv);
    return strchr(f->csv.text, '\n') + 1;
}

static void gives(struct trace_fixture *f, const char *task, const char *shape, const char *dtype,
                  const char *type)
{
    activity_add_result(&f->activity.activity,
                        (struct task_result){fixture_number(&f->activity, task),
                                             fixture_number(&f->activity, shape),
                                             fixture_number(&f->activity, dtype),
                                             fixture_number(&f->activity, type)});
}

static void needs(struct trace_fixture *f, const char *task, const char *input)
{
    activity_add_dependency(&f->activity.activity,
                            (struct task_dependency){fixture_number(&f->activity, task),
                                                     fixture_number(&f->activity, input)});
}

/* Two workers of a host: "make" gives 2 and 4 MB, "sum" takes both (6 MB) and one of them; a GPU
 * sampled every second. */
static void make_trace(struct trace_fixture *f)
{
    struct activity_fixture *a = &f->activity;
    fixture_span(a, "n1", "worker-n1-0", "make", "('make-a1', 0)", 100, 1, 2e6);
    fixture_span(a, "n1", "worker-n1-1", "make", "('make-a1', 1)", 100, 2, 4e6);
    fixture_span(a, "n1", "worker-n1-0", "sum", "('sum-b2', 0)", 103, 3, 8);
    fixture_span(a, "n1", "worker-n1-1", "sum", "('sum-b2', 1)", 104, 0, 8);
    needs(f, "('sum-b2', 0)", "('make-a1', 0)");
    needs(f, "('sum-b2', 0)", "('make-a1', 1)");
    needs(f, "('sum-b2', 0)", "('make-a1', 1)");
    needs(f, "('sum-b2', 1)", "('make-a1', 1)");
    for (int i = 0; i <= 6; i++)
        fixture_sample(a, "n1", 100 + i, 10 * i, 1e9);
    fixture_sample(a, "n2", 101, 99, 8e9);
    fixture_holding(a, "n1", "worker-n1-0", 100.9, 1);
    fixture_holding(a, "n1", "worker-n1-0", 101.5, 2);
    fixture_holding(a, "n1", "worker-n1-1", 102.2, 5);
    fixture_holding(a, "n1", "worker-n1-0", 104.1, 3);
}

/* sum on worker 0 holds the samples 30, 40, 50, 60; make on 0: 0 and 10; on 1: 0, 10, 20. */
static void functions_are_counted_by_worker(void)
{
    struct trace_fixture f;
    trace_init(&f, ACTIVITY_CLOCK_UNIX);
    make_trace(&f);
    gives(&f, "('sum-b2', 0)", "(9,)", "int8", "list"); /* an earlier run */
    gives(&f, "('sum-b2', 0)", "(2, 3)", "float64", "cupy.ndarray");
    gives(&f, "('make-a1', 1)", "", "", "list");
    trace_run(&f, false);
    CHECK_TEXT(rows_of(&f, "function_bottleneck"),
               "n1,0,sum,3,0.75,0.45,1000000000,6000000,2000000,1,3\n"
               "n1,1,make,2,1,0.1,1000000000,0,0,1,2\n"
               "n1,0,make,1,0.25,0.05,1000000000,0,0,1,1\n"
               "n1,1,sum,0,0,0.4,1000000000,4000000,,1,0\n");
    CHECK_TEXT(rows_of(&f, "task_bottleneck"),
               "n1,0,\"('sum-b2', 0)\",3,0.75,8,\"(2, 3)\",float64,cupy.ndarray\n"
               "n1,1,\"('make-a1', 1)\",2,1,4000000,,,list\n"
               "n1,0,\"('make-a1', 0)\",1,0.25,2000000,,,\n"
               "n1,1,\"('sum-b2', 1)\",0,0,8,,,\n");
    trace_release(&f);
}

/* make on 1 (2 s), then sum on 0 (3 s); of 6 s from the first start to the last end they wait 1 s.
 */
static void the_longest_chain_of_calls_is_found(void)
{
    struct trace_fixture f;
    trace_init(&f, ACTIVITY_CLOCK_UNIX);
    make_trace(&f);
    trace_run(&f, false);
    CHECK_TEXT(rows_of(&f, "critical_path_summary"),
               "functions,4,3,2,5,6,0.8333333333333334,1,,,,0,0\n");
    CHECK_TEXT(rows_of(&f, "critical_path_kinds"),
               "sum,functions,1,3,0.6,3.5,1.5\nmake,functions,1,2,0.4,4,1\n");
    trace_release(&f);
}

/* From 100 to 106: worker 0 is busy for 4 s of 6, worker 1 for 2; for 1 s both wait. */
static void workers_are_idle_while_nothing_runs_on_them(void)
{
    struct trace_fixture f;
    trace_init(&f, ACTIVITY_CLOCK_UNIX);
    make_trace(&f);
    trace_run(&f, false);
    const struct table *workers = tables_find(&f.tables, "trace_workers");
    CHECK_NEAR(table_numbers(workers, "idle_share")[0], 1.0 / 3, 1e-12);
    CHECK_NEAR(table_numbers(workers, "idle_share")[1], 2.0 / 3, 1e-12);
    CHECK_NEAR(table_numbers(workers, "idle_s")[1], 4, 1e-12);
    const struct table *trace = tables_find(&f.tables, "trace");
    CHECK_NEAR(of_trace(&f, "elapsed_s"), 6, 1e-12);
    CHECK_NEAR(of_trace(&f, "idle_share"), 0.4, 1e-4);
    CHECK_NEAR(of_trace(&f, "compared_workers"), 2, 0);
    CHECK_TEXT(table_texts(trace, "clock")[0], "unix");
    trace_release(&f);
}

/* Of 20 s: w0 begins at once, w1 after 2 s, w2 after 10 s, which is no start-up any more. Idle are
 * 5 of 20 s, 8 of 18 s, 15 of 20 s: 28 of 58 s; nothing runs on w3. */
static void start_up_is_no_idle_time(void)
{
    static const double starts[] = {0, 2, 10},
                        expected[][3] = {{0, 5, 5.0 / 20}, {2, 8, 8.0 / 18}, {0, 15, 0.75}};
    struct trace_fixture f;
    trace_init(&f, ACTIVITY_CLOCK_UNIX);
    for (int w = 0; w < 3; w++) {
        const char lane[] = {'w', (char)('0' + w), '\0'};
        fixture_span(&f.activity, "n1", lane, "solve", NULL, starts[w], w == 0 ? 10 : 5, NAN);
        fixture_span(&f.activity, "n1", lane, "solve", NULL, w == 1 ? 14 : 20 - (w ? 0.0 : 5),
                     w == 2 ? 0 : 5, NAN);
    }
    trace_run(&f, false);
    const struct table *workers = tables_find(&f.tables, "trace_workers");
    CHECK_INT(workers->rows, 3);
    for (size_t w = 0; w < 3; w++) {
        CHECK_NEAR(table_numbers(workers, "start_up_s")[w], expected[w][0], 1e-9);
        CHECK_NEAR(table_numbers(workers, "idle_s")[w], expected[w][1], 1e-9);
        CHECK_NEAR(table_numbers(workers, "idle_share")[w], expected[w][2], 1e-9);
    }
    CHECK_NEAR(of_trace(&f, "idle_share"), 28.0 / 58, 1e-9);
    CHECK_NEAR(of_trace(&f, "start_up_s"), 2.0 / 3, 1e-9);
    CHECK_NEAR(of_trace(&f, "counted_s"), 58.0 / 3, 1e-9);
    CHECK_NEAR(of_trace(&f, "compared_s"), 20, 1e-9);
    trace_release(&f);
}

/* As DASF's tutorial: one worker is asked what it has, then nothing runs for 30 s, then all work
 * for 9 s, w0 for 6 of these: 33 s, or 30 s, are start-up. */
static void a_pause_before_the_work_is_start_up_of_each(void)
{
    struct trace_fixture f;
    trace_init(&f, ACTIVITY_CLOCK_UNIX);
    fixture_span(&f.activity, "n1", "w0", "ask", NULL, 0, 1, NAN);
    fixture_span(&f.activity, "n1", "w0", "solve", NULL, 31, 6, NAN);
    fixture_span(&f.activity, "n1", "w1", "solve", NULL, 34, 6, NAN);
    trace_run(&f, false);
    const struct table *workers = tables_find(&f.tables, "trace_workers");
    CHECK_NEAR(table_numbers(workers, "start_up_s")[0], 30, 1e-9);
    CHECK_NEAR(table_numbers(workers, "idle_s")[0], 3, 1e-9);
    CHECK_NEAR(table_numbers(workers, "start_up_s")[1], 34, 1e-9);
    CHECK_NEAR(table_numbers(workers, "idle_s")[1], 0, 1e-9);
    CHECK_NEAR(of_trace(&f, "idle_share"), 3.0 / 16, 1e-9);
    trace_release(&f);
}

/* Two workers that solve, one of them half of the time, and a queue that copies now and then. */
static void idle_time_is_of_the_workers_that_do_the_work(void)
{
    struct trace_fixture f;
    trace_init(&f, ACTIVITY_CLOCK_UNIX);
    fixture_span(&f.activity, "n1", "w0", "solve", NULL, 0, 10, NAN);
    fixture_span(&f.activity, "n1", "w1", "solve", NULL, 0, 5, NAN);
    fixture_span(&f.activity, "n1", "queue", "copy", NULL, 3, 0.1, NAN);
    trace_run(&f, false);
    CHECK_NEAR(of_trace(&f, "idle_share"), 0.25, 1e-12);
    CHECK_NEAR(of_trace(&f, "compared_workers"), 2, 0);
    CHECK_NEAR(of_trace(&f, "compared_s"), 10, 1e-12);
    trace_release(&f);
}

/* Each busy for 1 s before a pause of 8 s and for 1 s after it, of which one does half. */
static void a_long_pause_of_all_is_no_idle_time_of_workers(void)
{
    struct trace_fixture f;
    trace_init(&f, ACTIVITY_CLOCK_UNIX);
    for (int w = 0; w < 2; w++) {
        fixture_span(&f.activity, "n1", w ? "w1" : "w0", "solve", NULL, 0, 1, NAN);
        fixture_span(&f.activity, "n1", w ? "w1" : "w0", "solve", NULL, 9, w ? 0.5 : 1, NAN);
    }
    trace_run(&f, false);
    CHECK_NEAR(of_trace(&f, "idle_share"), 0.125, 1e-9);
    CHECK_NEAR(of_trace(&f, "compared_s"), 2, 1e-9);
    trace_release(&f);
}

/* Busy for 30 s, a pause of 30 days, busy for 10 s, nothing for 15 s, busy for 5 s: of the minute
 * without the pause a quarter is quiet. */
static void beside_a_pause_of_days_seconds_are_known(void)
{
    const double pause_s = 30 * 86400;
    struct trace_fixture f;
    trace_init(&f, ACTIVITY_CLOCK_UNIX);
    fixture_span(&f.activity, "n1", "w0", "solve", NULL, 0, 30, NAN);
    fixture_span(&f.activity, "n1", "w0", "solve", NULL, pause_s + 30, 10, NAN);
    fixture_span(&f.activity, "n1", "w0", "solve", NULL, pause_s + 55, 5, NAN);
    trace_run(&f, false);
    CHECK_NEAR(of_trace(&f, "quiet_from") - of_trace(&f, "start"), 30, 1e-9);
    CHECK_NEAR(of_trace(&f, "quiet_until") - of_trace(&f, "quiet_from"), pause_s, 1e-6);
    CHECK_NEAR(of_trace(&f, "compared_s"), 60, 1e-9);
    CHECK_NEAR(of_trace(&f, "idle_share"), 0.25, 1e-9);
    CHECK_NEAR(of_trace(&f, "quiet_s") - pause_s, 15, 60.0 / 8192);
    trace_release(&f);
}

/* 50 functions of 1 s, 2 s, …: the 40 longest are listed, the sum is of all. */
static void time_by_function_is_of_all_functions(void)
{
    struct trace_fixture f;
    trace_init(&f, ACTIVITY_CLOCK_UNIX);
    double sum = 0, start = 0;
    for (int i = 1; i <= 50; i++) {
        char name[] = {'f', (char)('0' + i / 10), (char)('0' + i % 10), '\0'};
        fixture_span(&f.activity, "n1", "w0", name, NULL, start, i, NAN);
        start += i;
    }
    trace_run(&f, false);
    const struct table *table = tables_find(&f.tables, "function_workers");
    CHECK_INT(table->rows, 41);
    CHECK(!table_texts(table, "function")[40]);
    CHECK_NEAR(table_numbers(table, "self_s")[40], 55, 1e-9);
    for (size_t row = 0; row < table->rows; row++)
        sum += table_numbers(table, "self_s")[row];
    CHECK_NEAR(sum, 1275, 1e-9);
    trace_release(&f);
}

static void overlapping_runs_are_busy_once(void)
{
    struct trace_fixture f;
    trace_init(&f, ACTIVITY_CLOCK_UNIX);
    fixture_span(&f.activity, "n1", "t", "outer", NULL, 0, 10, NAN);
    fixture_span(&f.activity, "n1", "t", "inner", NULL, 2, 3, NAN);
    fixture_span(&f.activity, "n1", "t", "late", NULL, 8, 4, NAN);
    fixture_span(&f.activity, "n1", "t", "alone", NULL, 16, 4, NAN);
    trace_run(&f, false);
    const struct table *workers = tables_find(&f.tables, "trace_workers");
    CHECK_NEAR(table_numbers(workers, "busy_s")[0], 16, 1e-12);
    CHECK_NEAR(table_numbers(workers, "idle_share")[0], 0.2, 1e-12);
    CHECK_NEAR(table_numbers(workers, "duration_s")[0], 21, 1e-12);
    CHECK(isnan(table_numbers(tables_find(&f.tables, "functions"), "data_size_mean_B")[0]));
    /* What began last is drawn: outer, inner, outer, late, alone. */
    const struct table *lanes = tables_find(&f.tables, "span_lanes");
    const char *expected[] = {"outer", "inner", "outer", "late", "alone"};
    CHECK_INT(lanes->rows, 5);
    for (size_t i = 0; i < 5; i++)
        CHECK_TEXT(table_texts(lanes, "function")[i], expected[i]);
    CHECK_NEAR(table_numbers(lanes, "start")[1], 2, 1e-9);
    CHECK_NEAR(table_numbers(lanes, "end")[1], 5, 1e-9);
    trace_release(&f);
}

/* Two functions take turns, much shorter than a cell: each has its part of every stretch. */
static void kinds_too_short_for_a_stretch_share_it(void)
{
    struct trace_fixture f;
    double seconds[2] = {0, 0}, tasks = 0;
    trace_init(&f, ACTIVITY_CLOCK_UNIX);
    for (int i = 0; i < 4000; i++) {
        fixture_span(&f.activity, "n1", "t", "often", NULL, i, 0.6, NAN);
        fixture_span(&f.activity, "n1", "t", "seldom", NULL, i + 0.6, 0.1, NAN);
    }
    trace_run(&f, false);
    const struct table *lanes = tables_find(&f.tables, "span_lanes");
    for (size_t i = 0; i < lanes->rows; i++) {
        double from = table_numbers(lanes, "start")[i], to = table_numbers(lanes, "end")[i];
        bool often = strcmp(table_texts(lanes, "function")[i], "often") == 0;
        seconds[often ? 1 : 0] += (to - from) * table_numbers(lanes, "running")[i];
        tasks += table_numbers(lanes, "tasks")[i];
    }
    CHECK_NEAR(seconds[1], 2400, 1);
    CHECK_NEAR(seconds[0], 400, 1);
    CHECK_NEAR(tasks, 8000, 0);
    trace_release(&f);
}

static void fixture_mark(struct activity_fixture *a, const char *host, const char *lane,
                         const char *name, double time)
{
    activity_add_mark(&a->activity,
                      (struct activity_mark){time, fixture_number(a, host), fixture_number(a, lane),
                                             fixture_number(a, name)});
}

/* A cell of the lane is 0.5 s wide. The trace begins at 1000 s of a clock of its own. */
static void instants_are_counted_and_few_on_lanes(void)
{
    struct trace_fixture f;
    trace_init(&f, ACTIVITY_CLOCK_SHARED);
    fixture_span(&f.activity, "n1", "t", "f", NULL, 1000, 100, NAN);
    fixture_mark(&f.activity, "n1", "t", "tick", 1010.2);
    fixture_mark(&f.activity, "n1", "t", "tick", 1010.1);
    fixture_mark(&f.activity, "n1", "t", "tock", 1010.3);
    fixture_mark(&f.activity, "n1", "t", "tick", 1020.1);
    fixture_mark(&f.activity, "n1", "t", "tick", 1100);
    fixture_mark(&f.activity, "n1", "idle", "tick", 1001);
    fixture_mark(&f.activity, NULL, NULL, NULL, 1200);
    trace_run(&f, false);
    const struct table *instants = tables_find(&f.tables, "instants");
    CHECK_INT(instants->rows, 4);
    CHECK_TEXT(table_texts(instants, "instant")[0], "tick");
    CHECK_NEAR(table_numbers(instants, "count")[0], 4, 0);
    CHECK_NEAR(table_numbers(instants, "first_s")[0], 10.1, 1e-9);
    CHECK_NEAR(table_numbers(instants, "last_s")[0], 100, 1e-9);
    CHECK_NEAR(table_numbers(instants, "rate_per_s")[0], 3 / 89.9, 1e-9);
    CHECK_TEXT(table_texts(instants, "instant")[1], "tock");
    CHECK(isnan(table_numbers(instants, "rate_per_s")[1]));
    CHECK_TEXT(table_texts(instants, "thread")[2], "idle");
    CHECK_TEXT(table_texts(instants, "instant")[3], "(no name)");
    /* The stretch of f; then marks at 10.1 (three), 20.1 and 100 s. */
    const struct table *lanes = tables_find(&f.tables, "span_lanes");
    CHECK_INT(lanes->rows, 4);
    CHECK(isnan(table_numbers(lanes, "instants")[0]));
    CHECK_NEAR(table_numbers(lanes, "start")[1], 10.1, 1e-9);
    CHECK_NEAR(table_numbers(lanes, "instants")[1], 3, 0);
    CHECK_NEAR(table_numbers(lanes, "instants")[2], 1, 0);
    CHECK_NEAR(table_numbers(lanes, "end")[3], 100, 1e-9);
    trace_release(&f);
}

/* Held until the worker tells again; missing before it first did. */
static void balance_is_carried_forward(void)
{
    struct trace_fixture f;
    trace_init(&f, ACTIVITY_CLOCK_UNIX);
    make_trace(&f);
    trace_run(&f, false);
    CHECK_TEXT(rows_of(&f, "task_balance"), "0,1,\n1,2,\n2,2,5\n3,2,5\n4,3,5\n");
    CHECK_TEXT(tables_find(&f.tables, "task_balance")->columns[1].name, "worker-n1-0");
    trace_release(&f);
}

static void a_wide_table_is_read_back(void)
{
    struct trace_fixture f;
    struct tables again;
    struct strbuf first, second;
    struct error error = {0};
    trace_init(&f, ACTIVITY_CLOCK_UNIX);
    make_trace(&f);
    trace_run(&f, false);
    tables_init(&again, &f.arena);
    strbuf_init(&first);
    strbuf_init(&second);
    table_write_csv(tables_find(&f.tables, "task_balance"), &first);
    CHECK(table_read_csv(tables_get(&again, "task_balance"), "t", first.text, first.size, &error));
    table_write_csv(tables_find(&again, "task_balance"), &second);
    CHECK_TEXT(second.text, first.text);
    strbuf_release(&first);
    strbuf_release(&second);
    trace_release(&f);
}

/* Windows begin where runs end: make on 0: [101, 102], make on 1: [102, 104], sum on 0: [106, 109],
 * sum on 1: [104, 104]. make gets 10, 20, 30, 40 and, of the other host, 99; sum gets 60. */
static void compatible_tables_have_the_analysers_faults(void)
{
    struct trace_fixture f;
    trace_init(&f, ACTIVITY_CLOCK_UNIX);
    make_trace(&f);
    fixture_span(&f.activity, "n1", "worker-n1-0", "save", "_save-c3", 90, 0.5, 8);
    trace_run(&f, true);
    CHECK_TEXT(rows_of(&f, "function_bottleneck"),
               "n1,0,sum,3,0.6666666666666666,60,1,6,2,1,3\n"
               "n1,1,make,2,1,39.8,2.4,0,0,1,2\n"
               "n1,0,make,1,0.2222222222222222,39.8,2.4,0,0,1,1\n"
               "n1,0,ave,0.5,0.1111111111111111,0,0,0,0,1,0.5\n"
               "n1,1,sum,0,0,60,1,4,,1,0\n");
    CHECK_TEXT(rows_of(&f, "task_balance"), "0,1,0\n1,2,0\n2,0,5\n4,3,0\n");
    trace_release(&f);
}

static void names_are_cut_from_keys_as_the_analyser_does(void)
{
    struct arena arena;
    arena_init(&arena);
    CHECK_TEXT(trace_compat_name("('var-partial-e46', 13, 0)", &arena), "var-partial");
    CHECK_TEXT(trace_compat_name("_func_fit-62a75b12-6b7a-49b0-b279-160a8ff3ee3b", &arena),
               "unc_fit-62a75b12-6b7a-49b0-b279");
    CHECK_TEXT(trace_compat_name("ab", &arena), "");
    CHECK_TEXT(trace_compat_name("", &arena), "");
    arena_release(&arena);
}

/* 3,000 tasks on two workers, one of them told twice: the slowest 1,000 in order. */
static void the_slowest_tasks_are_kept(void)
{
    struct trace_fixture f;
    trace_init(&f, ACTIVITY_CLOCK_UNIX);
    for (int i = 0; i < 3000; i++) {
        char key[32];
        snprintf(key, sizeof key, "key-%d", i);
        fixture_span(&f.activity, "n1", i % 2 ? "b" : "a", "f", key, i, 1 + (i * 7919) % 3000, 1);
    }
    fixture_span(&f.activity, "n1", "a", "f", "key-0", 5000, 5000, 3e6);
    trace_run(&f, false);
    const struct table *slowest = tables_find(&f.tables, "task_bottleneck");
    CHECK_INT(slowest->rows, 1000);
    CHECK_TEXT(table_texts(slowest, "task")[0], "key-0");
    CHECK_NEAR(table_numbers(slowest, "duration_s")[0], 5001, 1e-12);
    CHECK_NEAR(table_numbers(slowest, "memory_B")[0], 3e6, 1e-6);
    for (size_t i = 1; i < 1000; i++)
        CHECK_NEAR(table_numbers(slowest, "duration_s")[i], 3001 - (double)i, 1e-12);
    trace_release(&f);
}

/* Size 6 MB in 3 s is 2 MB/s: the line of 1 MB/s ends within the points' range. */
static void points_have_lines_of_equal_throughput(void)
{
    struct trace_fixture f;
    trace_init(&f, ACTIVITY_CLOCK_UNIX);
    fixture_span(&f.activity, "n1", "w", "f", "a", 0, 1, 1e6);
    fixture_span(&f.activity, "n1", "w", "f", "b", 2, 10, 1e8);
    fixture_span(&f.activity, "n1", "w", "f", "c", 12, 0, 1e8);
    trace_run(&f, false);
    CHECK_TEXT(
        strstr(rows_of(&f, "span_points"), "f,point"),
        "f,point,1000000,1\nf,point,100000000,10\n1 MB/s,line,1000000,1\n1 MB/s,line,10000000,10\n"
        "10 MB/s,line,10000000,1\n10 MB/s,line,100000000,10\n");
    const struct table *points = tables_find(&f.tables, "span_points");
    CHECK_TEXT(table_texts(points, "part")[1], "hull");
    CHECK_NEAR(table_numbers(points, "size_B")[1], 1e8, 1e-4);
    CHECK_NEAR(table_numbers(points, "duration_s")[1], 10, 1e-12);
    trace_release(&f);
}

/* 1e17 B in 5e-324 s: more than a double can say. */
static void lines_of_throughput_end_though_a_run_took_no_time(void)
{
    struct trace_fixture f;
    trace_init(&f, ACTIVITY_CLOCK_UNIX);
    fixture_span(&f.activity, "n1", "w", "f", "a", 0, 5e-324, 1e17);
    fixture_span(&f.activity, "n1", "w", "f", "b", 2, 1, 1);
    trace_run(&f, false);
    CHECK(strstr(rows_of(&f, "span_points"), ",line,"));
    trace_release(&f);
}

static void seconds_of_which_nothing_is_told_are_passed_over(void)
{
    struct trace_fixture f;
    trace_init(&f, ACTIVITY_CLOCK_UNIX);
    fixture_span(&f.activity, "n1", "worker-n1-0", "make", "make-a1", 0, 1, NAN);
    fixture_holding(&f.activity, "n1", "worker-n1-0", 0.5, 3);
    fixture_holding(&f.activity, "n1", "worker-n1-0", 9e11, 2);
    trace_run(&f, true);
    CHECK_TEXT(rows_of(&f, "task_balance"), "0,3\n900000000000,2\n");
    trace_release(&f);
}

CHECK_MAIN(TEST(kinds_too_short_for_a_stretch_share_it), TEST(functions_are_counted_by_worker),
           TEST(the_longest_chain_of_calls_is_found),
           TEST(workers_are_idle_while_nothing_runs_on_them), TEST(start_up_is_no_idle_time),
           TEST(a_pause_before_the_work_is_start_up_of_each),
           TEST(idle_time_is_of_the_workers_that_do_the_work),
           TEST(a_long_pause_of_all_is_no_idle_time_of_workers),
           TEST(beside_a_pause_of_days_seconds_are_known),
           TEST(time_by_function_is_of_all_functions), TEST(overlapping_runs_are_busy_once),
           TEST(instants_are_counted_and_few_on_lanes), TEST(balance_is_carried_forward),
           TEST(a_wide_table_is_read_back), TEST(compatible_tables_have_the_analysers_faults),
           TEST(names_are_cut_from_keys_as_the_analyser_does), TEST(the_slowest_tasks_are_kept),
           TEST(points_have_lines_of_equal_throughput),
           TEST(lines_of_throughput_end_though_a_run_took_no_time),
           TEST(seconds_of_which_nothing_is_told_are_passed_over))
