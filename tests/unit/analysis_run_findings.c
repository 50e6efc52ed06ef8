/* Findings about single runs of functions, of a trace of 100 s. */
#include "findings_fixture.h"

static void run_function(const char *row)
{
    begin();
    add("trace", "clock,start,elapsed_s,tasks\nunix,1600000000,100,50\n");
    add_rows("functions", "function,tasks,workers,duration_s,self_s,q4,first_runs_s", row);
    run();
}

/* The first of 15 runs on each of two workers takes 24 s and 22 s of 50 s. */
static void first_runs_that_take_the_time_are_start_up(void)
{
    run_function("train,30,2,50,50,24,46\n");
    CHECK(is_reported("Start-up: the first run of train takes 23 s on each of 2 workers on "
                      "average, 23 % of the run. The other 28 runs take 4 s together."));
    fixture_release(&fixture);
    run_function("cudaMalloc,3,1,30,30,28,1\n");
    CHECK(is_reported("Start-up: one call of cudaMalloc takes 28 s, 28 % of the run. The other 2 "
                      "calls take 2 s together."));
    fixture_release(&fixture);
    run_function("cudaMalloc,1,1,28,28,28,28\n");
    CHECK(is_reported("Start-up: the only call of cudaMalloc takes 28 s, 28 % of the run."));
    fixture_release(&fixture);
}

static void start_up_has_thresholds(void)
{
    static const struct {
        const char *row;
        bool is_start_up;
    } cases[] = {
        {"train,30,2,50,50,24,45\n", true}, /* 90 % of the time of the function */
        {"train,30,2,50,50,24,44\n", false},
        {"train,6,2,50,50,24,46\n", true},
        {"train,5,2,50,50,24,46\n", false}, /* three runs per worker */
        {"train,30,2,50,50,20,46\n", true},
        {"train,30,2,50,50,19,46\n", false},
        {"train,30,2,50,19,24,46\n", false}, /* most of it inside */
        {"cudaMalloc,3,1,30,30,27,1\n", true},
        {"cudaMalloc,3,1,30,30,26,1\n", false},
        {"cudaMalloc,2,1,30,30,28,1\n", false},
        {"cudaDeviceSynchronize,3,1,30,30,28,1\n", false},
        {"cudaMemcpyAsync,3,1,30,30,28,1\n", false},
        {"cudaLaunchKernel,3,1,30,30,28,1\n", true},
        {"cuModuleLoad,3,1,30,30,28,1\n", true},
        {"cut,3,1,30,30,28,1\n", false},
        {"cudafied,3,1,30,30,28,1\n", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        run_function(cases[i].row);
        CHECK(is_reported("Start-up") == cases[i].is_start_up);
        fixture_release(&fixture);
    }
}

/* A fifth of the run in one task, less what ran inside it. */
static void a_long_task_has_thresholds(void)
{
    static const struct {
        const char *seconds, *self_s, *tasks;
        bool is_long;
    } cases[] = {{"20", "30", "50", true},  {"19.9", "30", "50", false}, {"30", "20", "50", true},
                 {"30", "19", "50", false}, {"30", "30", "3", true},     {"30", "30", "2", false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char row[64];
        begin();
        snprintf(row, sizeof row, "unix,1600000000,100,%s\n", cases[i].tasks);
        add_rows("trace", "clock,start,elapsed_s,tasks", row);
        snprintf(row, sizeof row, "solve,9,1,40,%s,30,5\n", cases[i].self_s);
        add_rows("functions", "function,tasks,workers,duration_s,self_s,q4,first_runs_s", row);
        snprintf(row, sizeof row, "n1,solve,%s\n", cases[i].seconds);
        add_rows("task_bottleneck", "host,task,duration_s", row);
        run();
        CHECK(is_reported("One task takes") == cases[i].is_long);
        fixture_release(&fixture);
    }
}

CHECK_MAIN(TEST(first_runs_that_take_the_time_are_start_up), TEST(start_up_has_thresholds),
           TEST(a_long_task_has_thresholds))
