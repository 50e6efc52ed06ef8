/* What findings advise where attempts left GPUs idle, or hardly used them. */
#include "findings_fixture.h"

static void begin_kinds(void)
{
    begin();
    add("tasks", "task,tasks,succeeded,attempts,failed,elapsed_share,elapsed_cumulated,cpu_s,cpu_"
                 "efficiency,peak_memory_B,core_s,core_cpu_s\n"
                 "a,60,60,60,0,0.6,0.6,18000,0.9,1e9,,\n"
                 "b,40,40,40,0,0.4,1,14400,0.9,1e9,,\n");
    add("campaign", "task_kinds,tasks,succeeded,attempts,failed,elapsed_s\n"
                    "2,100,100,100,0,32400\n");
}

#define GPUS_HEADER                                                                                \
    "task,attempts,gpu_s,measured,measured_gpu_s,idle,idle_gpu_s,low,low_gpu_s,gpus_max,"          \
    "uncounted,idle_example,idle_node,low_example,low_node\n"

static void idle_gpus_are_told(void)
{
    begin_kinds();
    add("task_gpus", GPUS_HEADER "*,60,90000,50,72000,1,36000,5,18000,2,0,1,,7,\n"
                                 "a,40,60000,30,50000,1,36000,0,0,2,0,1,,,\n"
                                 "b,20,30000,20,20000,0,0,5,18000,2,0,,,7,\n");
    run();
    CHECK_TEXT(cell(0, "finding"),
               "1 of 50 attempts left its GPUs idle (utilisation below 1 %): 10 of 20 GPU-hours.");
    CHECK_TEXT(cell(0, "level"), "bad");
    CHECK_TEXT(cell(1, "finding"),
               "GPU utilisation was below 25 % in 5 of 50 attempts: 5 of 20 GPU-hours.");
    CHECK_TEXT(cell(1, "advice"),
               "request fewer GPUs for b, or find out what it waits for: CPU, files or network");
    fixture_release(&fixture);
}

static void gpus_that_nobody_counted_are_not_summed_up(void)
{
    begin_kinds();
    add("task_gpus", GPUS_HEADER "*,60,90000,50,72000,40,36000,0,0,2,40,1,,,\n"
                                 "a,40,60000,30,50000,30,26000,0,0,2,30,1,,,\n"
                                 "b,20,30000,20,20000,10,10000,0,0,2,10,2,,,\n");
    run();
    CHECK_TEXT(cell(0, "finding"), "40 of 50 attempts left their GPUs idle (utilisation below 1 "
                                   "%), most in a. The number of GPUs is not recorded.");
    fixture_release(&fixture);
}

/* From half of the idle GPU time on; the thresholds of the level are a tenth and a quarter. */
static void the_user_of_most_idle_gpus_is_named(void)
{
    static const struct {
        const char *use, *held, *level;
    } cases[] = {
        {"12,18000,,ann,18000", "5 of 20 GPU-hours, all of it held by user ann.", "bad"},
        {"12,18000,,ann,9000", "5 of 20 GPU-hours, 50 % of it held by user ann.", "bad"},
        {"12,18000,,ann,8999", "5 of 20 GPU-hours.", "bad"},
        {"12,17999,,,", "5.00 of 20 GPU-hours.", "warn"},
        {"12,7200,,<b>,5400", "2 of 20 GPU-hours, 75 % of it held by user <b>.", "warn"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char rows[512];
        begin_kinds();
        snprintf(rows, sizeof rows,
                 "task,attempts,gpu_s,measured,measured_gpu_s,uncounted,low,low_gpu_s,gpus_max,"
                 "idle,idle_gpu_s,idle_example,idle_user,idle_user_gpu_s\n"
                 "*,60,90000,50,72000,0,0,0,2,%s\na,60,90000,50,72000,0,0,0,2,%s\n",
                 cases[i].use, cases[i].use);
        add("task_gpus", rows);
        run();
        CHECK(strstr(cell(0, "finding"), cases[i].held));
        CHECK_TEXT(cell(0, "level"), cases[i].level);
        fixture_release(&fixture);
    }
}

/* Who uses GPUs in other attempts needs them, and of one GPU there is no fewer. */
static void gpus_are_needed_by_whom_uses_them(void)
{
    static const struct {
        const char *use, *advice;
    } cases[] = {
        {"40,100000,40,100000,36,90000,0,0,1,0,7,n3,,",
         "request no GPUs for a, or check that it uses them: a build without GPU support runs on "
         "the CPU"},
        {"40,100000,40,100000,35,89000,0,0,1,0,7,,,",
         "find out why 35 attempts of a (such as 7) left their GPUs idle"},
        {"40,100000,40,100000,5,12000,0,0,4,0,7,n3,,",
         "find out why 5 attempts of a (such as 7) left their GPUs idle; all ran on n3"},
        {"40,100000,40,100000,2,12000,0,0,4,0,,n3,,",
         "find out why 2 attempts of a left their GPUs idle; all ran on n3"},
        {"40,100000,40,100000,1,12000,0,0,1,0,7,,,", "find out why task 7 (a) left its GPUs idle"},
        {"40,100000,40,100000,1,12000,0,0,1,0,a,,,",
         "find out why 1 attempt of a left its GPUs idle"},
        /* 20 of unknown utilization say nothing. */
        {"40,200000,20,100000,20,95000,0,0,1,0,7,,,",
         "request no GPUs for a, or check that it uses them: a build without GPU support runs on "
         "the CPU"},
        {"40,100000,40,100000,0,0,36,90000,2,0,,,7,n3",
         "request fewer GPUs for a, or find out what it waits for: CPU, files or network"},
        {"40,100000,40,100000,0,0,36,90000,1,0,,,7,n3",
         "find out what a waits for: CPU, files or network"},
        {"40,100000,40,100000,0,0,5,25000,2,0,,,7,n3",
         "find out what 5 attempts of a (such as 7) waited for: CPU, files or network; all ran on "
         "n3"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char rows[300];
        begin_kinds();
        snprintf(rows, sizeof rows, GPUS_HEADER "*,%s\na,%s\n", cases[i].use, cases[i].use);
        add("task_gpus", rows);
        run();
        CHECK_INT(fixture_rows(&fixture, "findings"), 1);
        CHECK_TEXT(cell(0, "advice"), cases[i].advice);
        fixture_release(&fixture);
    }
}

CHECK_MAIN(TEST(the_user_of_most_idle_gpus_is_named), TEST(idle_gpus_are_told),
           TEST(gpus_that_nobody_counted_are_not_summed_up),
           TEST(gpus_are_needed_by_whom_uses_them))
