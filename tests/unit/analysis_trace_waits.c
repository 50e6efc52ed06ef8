/* Findings on what traces wait for: input, each other. */
#include "findings_fixture.h"

static void add_functions(const char *rows)
{
    add_rows("functions",
             "function,tasks,workers,duration_s,self_s,share,q0,first_runs_s,worker_self_s,"
             "others_busy_s",
             rows);
}

/* A thread that launches kernels, and the stream that runs them: lanes of two kinds. */
static void add_trace(double quiet_s)
{
    char text[400];
    snprintf(text, sizeof text,
             "clock,start,end,elapsed_s,workers,tasks,idle_share,compared_group,compared_workers,"
             "compared_s,quiet_s\nunix,1000,1010,10,2,99,0.8,1,1,10,%g\n",
             quiet_s);
    add("trace", text);
    add("trace_workers", "host,worker,busy_s,group\np,thread,2,1\np,stream,1.8,2\n");
}

#define LOADER "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__"

static void a_wait_for_input_is_named_with_what_it_costs(void)
{
    begin();
    add_trace(8);
    add_functions("gemm,200,1,1.8,1.8,0.6,0.01,0.01,1.8,2\n" LOADER ",20,1,8,0,0,0.4,0.4,0,2.5\n");
    run();
    CHECK_TEXT(cell(0, "level"), "bad");
    CHECK_TEXT(cell(0, "finding"),
               "Workers wait for input data (DataLoader) for 80 % of elapsed time: 8 s of 10 s.");
    CHECK_TEXT(cell(0, "advice"), "raise num_workers of the loader, or prefetch: without this wait "
                                  "the run would be up to 75 % shorter");
    CHECK_TEXT(cell(1, "finding"), "gemm takes 60 % of task time: 1.8 s in 200 runs on 1 worker.");
    CHECK_TEXT(cell(1, "advice"), "");
    CHECK_INT(tables_find(&fixture.tables, "findings")->rows, 2);
    fixture_release(&fixture);
}

static void waits_of_several_workers_are_a_mean(void)
{
    begin();
    add_trace(8);
    add_functions("IteratorGetNext,20,4,16,16,0.8,0.4,0.4,6,\ngemm,200,4,4,4,0.2,0.01,0.01,1,9\n");
    run();
    CHECK_TEXT(cell(0, "level"), "warn");
    CHECK_TEXT(cell(0, "finding"), "Workers wait for input data (IteratorGetNext) for 40 % of "
                                   "elapsed time: 4 s of 10 s on each of 4 workers, on average.");
    CHECK_INT(tables_find(&fixture.tables, "findings")->rows, 1);
    fixture_release(&fixture);
}

/* The GPU is busy for 9 s meanwhile: without the wait the run would hardly be shorter. */
static void a_wait_beside_other_work_is_none(void)
{
    begin();
    add_trace(0.1);
    add_functions("gemm,200,1,9,9,0.6,0.1,0.1,9,2\n" LOADER ",20,1,8,0,0,0.4,0.4,0,9\n");
    run();
    CHECK_TEXT(cell(0, "finding"), "gemm takes 60 % of task time: 9 s in 200 runs on 1 worker.");
    CHECK_TEXT(cell(0, "advice"),
               "optimise it first: halving its time saves up to 45 % of elapsed time");
    fixture_release(&fixture);
}

/* A collective takes as long as its slowest rank: it cannot be sped up by itself. */
static void a_function_that_waits_is_not_to_be_sped_up(void)
{
    begin();
    add_trace(0.1);
    add_functions("ncclKernel_AllReduce,200,1,6,6,0.6,0.1,0.1,6,2\n"
                  "gemm,200,1,4,4,0.4,0.1,0.1,4,2\n");
    run();
    CHECK_TEXT(cell(0, "finding"), "gemm takes 40 % of task time (100 % without waits for GPUs and "
                                   "other ranks): 4 s in 200 runs on 1 worker.");
    CHECK_TEXT(cell(1, "finding"), "ncclKernel_AllReduce waits for GPUs or other ranks: 60 % of "
                                   "task time, 6 s in 200 runs on 1 worker.");
    CHECK_TEXT(cell(1, "advice"), "find out what it waits for: a GPU, or the slowest of the ranks");
    fixture_release(&fixture);
}

/* Of lanes of different kinds one waits for the other; that all wait is time lost. */
static void unlike_workers_are_idle_while_all_are(void)
{
    begin();
    add_trace(8);
    add_functions("gemm,200,1,0.8,0.8,0.6,0.01,0.01,0.8,2\nmm,200,1,0.5,0.5,0.2,0.01,0.01,0.5,2\n");
    run();
    CHECK_TEXT(cell(0, "finding"), "Both workers were idle at the same time for 80 % of 10 s.");
    CHECK_TEXT(cell(1, "advice"), "");
    fixture_release(&fixture);
    begin();
    add_trace(2.9);
    add_functions("gemm,200,1,5,5,0.2,0.01,0.01,5,2\nmm,200,1,5,5,0.2,0.01,0.01,5,2\n");
    run();
    CHECK_INT(strstr(cell(0, "finding"), "idle") != NULL, 0);
    fixture_release(&fixture);
}

/* What encloses the run on a thread of its own waits for the others. A task as long beside which
 * little runs is work. */
static void what_encloses_the_run_is_no_work(void)
{
    static const char columns[] = "host,task,duration_s";
    begin();
    add_trace(0);
    add_functions("main,1,1,9.9,9.9,0.5,9.9,9.9,9.9,9\nsolve,50,1,9,9,0.45,0.2,0.2,9,9.9\n");
    add_rows("task_bottleneck", columns, "h,main,9.9\n");
    run();
    CHECK_TEXT(cell(0, "finding"), "solve takes 45 % of task time: 9 s in 50 runs on 1 worker.");
    CHECK_INT(fixture_rows(&fixture, "findings"), 1);
    fixture_release(&fixture);
    begin();
    add_trace(0);
    add_functions("main,1,1,9.9,9.9,0.9,9.9,9.9,9.9,4\nsolve,50,1,4,4,0.1,0.2,0.2,4,9.9\n");
    add_rows("task_bottleneck", columns, "h,main,9.9\n");
    run();
    CHECK_INT(strstr(cell(0, "finding"), "main") != NULL, 1);
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(a_function_that_waits_is_not_to_be_sped_up), TEST(what_encloses_the_run_is_no_work),
           TEST(a_wait_for_input_is_named_with_what_it_costs),
           TEST(waits_of_several_workers_are_a_mean), TEST(a_wait_beside_other_work_is_none),
           TEST(unlike_workers_are_idle_while_all_are))
