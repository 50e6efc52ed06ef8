/* What bound a run: one case for each bound, its threshold, ties, and when it is not known. */
#include "findings_fixture.h"

static const char *verdict(const char *column)
{
    return fixture_text(&fixture, "verdict", 0, column);
}

static void add_use(const char *rows)
{
    add_rows("job_metrics", "metric,label,unit,nodes,samples", "x,x,,2,100\n");
    add_rows("resource_use", "resource,metric,nodes,samples,missing,use_mean,limit,at_limit,idle",
             rows);
}

/* The job lasts 1,000 s. */
static void begin_of_1000_s(void)
{
    fixture_init(&fixture);
    fixture_flat(&fixture, "x", "n1", 11, 100, 1);
    fixture_signals(&fixture);
}

static void check_bound(const char *bound)
{
    run();
    CHECK_TEXT(verdict("bound"), bound);
    CHECK_INT(fixture_rows(&fixture, "verdict"), 1);
}

static void check_bound_of_use(const char *rows, const char *bound)
{
    begin_of_1000_s();
    add_use(rows);
    check_bound(bound);
    fixture_release(&fixture);
}

static void a_resource_is_at_its_limit_for_half_of_the_samples(void)
{
    check_bound_of_use("GPUs,g,2,100,0,0.8,0.7,0.5,0\n", "GPUs");
    check_bound_of_use("GPUs,g,2,100,0,0.8,0.7,0.49,0\n", "not known");
    check_bound_of_use("memory bandwidth,b,2,100,0,0.8,0.6,0.5,0\n", "memory bandwidth");
    check_bound_of_use("network,r,2,100,0,0.8,0.6,0.1,0\nnetwork,s,2,100,0,0.8,0.6,0.5,0\n",
                       "network");
    check_bound_of_use("processors,c,2,100,0,0.8,0.8,0.5,0\n", "processors");
}

static void few_samples_or_many_missing_are_not_judged(void)
{
    check_bound_of_use("GPUs,g,2,10,10,0.8,0.7,1,0\n", "GPUs");
    check_bound_of_use("GPUs,g,2,9,0,0.8,0.7,1,0\n", "not known");
    check_bound_of_use("GPUs,g,2,100,101,0.8,0.7,1,0\n", "not known");
}

/* Busy processors are also seen while memory or a network is slow, or GPUs work. Of two resources
 * the one for longer, of equal shares the one judged first. */
static void what_was_short_comes_before_busy_processors(void)
{
    check_bound_of_use("processors,c,2,100,0,0.9,0.8,1,0\nmemory bandwidth,b,2,100,0,1,0.6,0.6,0\n",
                       "memory bandwidth");
    check_bound_of_use("GPUs,g,2,100,0,0.9,0.7,0.6,0\nnetwork,r,2,100,0,1,0.6,0.7,0\n", "network");
    check_bound_of_use("network,r,2,100,0,1,0.6,0.7,0\nGPUs,g,2,100,0,0.9,0.7,0.7,0\n", "GPUs");
    check_bound_of_use("processors,c,2,100,0,0.5,0.8,0.5,0.5\n", "waiting");
}

static void sentences_have_the_two_numbers(void)
{
    begin_of_1000_s();
    add_use("processors,cpu_percent,2,100,0,0.94,0.8,0.97,0\n");
    check_bound("processors");
    CHECK_TEXT(verdict("verdict"),
               "Bound by processors: 80 % or more of a node's cores were busy in 97 % of the "
               "samples, 94 % on average. Whether they waited for memory is not known.");
    CHECK_NEAR(fixture_number(&fixture, "verdict", "bound", "processors", NULL, NULL, "share"),
               0.97, 0);
    fixture_release(&fixture);
}

/* Both idle at once: at least 0.9 + 0.8 − 1. */
static void waiting_means_that_cores_and_gpus_are_idle(void)
{
    check_bound_of_use("processors,c,2,100,0,0.1,0.8,0,0.5\n", "waiting");
    check_bound_of_use("processors,c,2,100,0,0.1,0.8,0,0.49\n", "not known");
    check_bound_of_use("processors,c,2,100,0,0.1,0.8,0,0.9\nGPUs,g,2,100,0,0.1,0.7,0,0.8\n",
                       "waiting");
    check_bound_of_use("processors,c,2,100,0,0.1,0.8,0,0.9\nGPUs,g,2,100,0,0.1,0.7,0,0.5\n",
                       "not known");
}

/* 600 s of 1,000 s; the idle time of nodes beside others is no waiting of the run: 0.55 − 600 s ×
 * 1.5 nodes ÷ (2 nodes × 1,000 s) = 0.1. */
static void idle_nodes_beside_others_are_imbalance(void)
{
    begin_of_1000_s();
    add_use("processors,c,2,100,0,0.3,0.8,0.4,0.55\n");
    add_rows("few_at_work", "metric,start,end,duration_s,idle_nodes,of,idle_node_s",
             "c,0,600,600,1.5,2,900\n");
    check_bound("imbalance");
    CHECK_NEAR(fixture_number(&fixture, "bounds", "bound", "waiting", NULL, NULL, "share"), 0.1,
               1e-12);
    CHECK_NEAR(fixture_number(&fixture, "bounds", "bound", "imbalance", NULL, NULL, "share"), 0.6,
               1e-12);
    fixture_release(&fixture);
}

static void phases_of_one_core_bind_for_half_of_the_run(void)
{
    begin_of_1000_s();
    add_use("processors,c,2,100,0,0.3,0.8,0.4,0\n");
    add_rows("serial_phases", "metric,start,end,duration_s,busy_cores,cores", "c,0,500,500,1,32\n");
    check_bound("work on one core");
    CHECK_TEXT(verdict("verdict"), "Bound by work on one core: for 50 % of the run about one core "
                                   "of 32 per node was busy.");
    fixture_release(&fixture);
}

/* The mean of the two nodes for which it is known; the third is missing. */
static void file_io_is_a_mean_over_nodes(void)
{
    begin_of_1000_s();
    add_use("processors,c,2,100,0,0.3,0.8,0.4,0\n");
    add_rows("file_waits", "node,share_of_time,file_B_s", "a,0.3,1e8\nb,0.7,3e8\nc,,\n");
    check_bound("file I/O");
    CHECK_NEAR(fixture_number(&fixture, "bounds", "bound", "file I/O", NULL, NULL, "share"), 0.5,
               1e-12);
    CHECK_NEAR(fixture_number(&fixture, "bounds", "bound", "file I/O", NULL, NULL, "missing"), 1,
               0);
    fixture_release(&fixture);
}

/* Two of two nodes, 500 s each, at less than 70 % of their load; 499 s are too few, and so is a
 * load that hardly fell. */
static void nodes_that_swap_are_bound_by_memory(void)
{
    static const struct {
        const char *until, *load, *bound;
    } cases[] = {{"600", "60", "memory size"},
                 {"599", "60", "not known"},
                 {"600", "80", "not known"}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        char rows[256];
        snprintf(
            rows, sizeof rows,
            "a,swap,100,%s,0,2e10,0.95,1e11,c,100,%s\nb,swap,100,%s,0,2e10,0.95,1e11,c,100,%s\n",
            cases[i].until, cases[i].load, cases[i].until, cases[i].load);
        begin_of_1000_s();
        add_use("processors,c,2,100,0,0.3,0.8,0.4,0\n");
        add_rows("swapping",
                 "node,metric,from,until,least_B,most_B,memory_share,capacity_B,load_metric,"
                 "load_before,load_during",
                 rows);
        check_bound(cases[i].bound);
        fixture_release(&fixture);
    }
}

/* Of devices only quartiles are known: half of the samples from a median of 70 % on. */
static void devices_are_judged_by_quartiles(void)
{
    static const struct {
        const char *rows, *bound;
        double share;
    } cases[] = {
        {"utilization,%,1,100,0,71,50,70,90,10\n", "GPUs", 0.5},
        {"utilization,%,1,100,0,80,70,80,90,10\n", "GPUs", 0.75},
        {"utilization,%,1,100,0,90,85,90,95,70\n", "GPUs", 1},
        {"utilization,%,1,100,0,60,50,69,90,10\n", "not known", 0.25},
        {"utilization,%,1,100,0,30,20,30,60,10\n", "not known", 0},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        begin();
        add_rows("device_metrics", "metric,unit,devices,samples,missing,mean,q1,median,q3,min",
                 cases[i].rows);
        check_bound(cases[i].bound);
        CHECK_NEAR(fixture_number(&fixture, "bounds", "bound", "GPUs", NULL, NULL, "share"),
                   cases[i].share, 0);
        fixture_release(&fixture);
    }
}

static void peaks_that_findings_call_wrong_are_not_judged(void)
{
    begin_of_1000_s();
    add_use("memory bandwidth,b,2,100,0,0.9,0.6,1,0\n");
    add_rows("roofline_ceilings", "ceiling,value,unit,source",
             "peak,1e9,F/s,the options\nbandwidth,1e9,B/s,the options\n");
    add_rows("roofline", "node,time,width_s,intensity,flops,bandwidth",
             "*,0,60,1,3e9,3e9\n*,60,60,1,3e9,3e9\n");
    check_bound("not known");
    CHECK_TEXT(fixture_text(&fixture, "bounds", 0, "measure"), "not known: peak rates are wrong");
    fixture_release(&fixture);
}

static void shared_nodes_are_not_judged(void)
{
    begin_of_1000_s();
    add_use("processors,c,2,100,0,0.9,0.8,1,0\n");
    add_rows("shared_nodes", "node,held_cpus,cpus", "n1,8,64\n");
    check_bound("not known");
    CHECK(strstr(verdict("verdict"), "other jobs may have used its nodes"));
    fixture_release(&fixture);
}

/* Cores are known of the kinds with core_cpu_s. */
static void add_kinds(const char *campaign, const char *kinds, const char *known)
{
    begin();
    add_rows("campaign",
             "task_kinds,tasks,succeeded,attempts,failed,cpu_efficiency,cpu_s,elapsed_s,"
             "lost_elapsed_s,unrecorded",
             campaign);
    add_rows("tasks", "task,tasks,succeeded,attempts,failed,elapsed_s,core_cpu_s", kinds);
    add_rows("resources", "category,resource,count,missing", known);
}

#define ALL_KNOWN "*,cpu_time,100,0\n*,cpu_efficiency,100,0\n"

static void add_tasks(const char *campaign, const char *known)
{
    add_kinds(campaign, "a,100,100,100,0,1e5,9e4\n", known);
}

/* 100 tasks that all succeeded. */
static void add_busy_tasks(void)
{
    add_tasks("1,100,100,100,0,0.9,9e4,1e5,,0\n", ALL_KNOWN);
}

/* From 80 % on, known for half of the succeeded tasks, and plausible. */
static void tasks_are_bound_by_processors(void)
{
    static const struct {
        const char *campaign, *known, *bound, *says;
    } cases[] = {
        {"1,100,100,100,0,0.8,9e4,1e5,,0\n", ALL_KNOWN, "processors", ": the tasks kept 80 %"},
        {"1,100,100,100,0,0.79,9e4,1e5,,0\n", ALL_KNOWN, "not known", "; the tasks kept 79 %"},
        {"1,100,100,100,0,0.9,9e4,1e5,,0\n", "*,cpu_time,50,50\n*,cpu_efficiency,50,50\n",
         "processors", ": the 50 of 100 succeeded tasks kept 90 %"},
        {"1,100,100,100,0,0.9,9e4,1e5,,0\n", "*,cpu_time,49,51\n*,cpu_efficiency,49,51\n",
         "not known", "Not known: CPU time of most succeeded tasks."},
        {"1,100,100,100,0,1.2,9e4,1e5,,0\n", ALL_KNOWN, "not known",
         "Not known: how many cores tasks had, which used more CPU time than"},
        {"1,100,100,100,0,,9e4,1e5,,0\n", "*,cpu_time,100,0\n*,cpu_efficiency,0,100\n", "not known",
         "Not known: how many cores most succeeded tasks had."},
        {"1,100,40,100,60,0.9,9e4,1e5,9e4,0\n", "*,cpu_time,40,0\n*,cpu_efficiency,40,0\n",
         "processors", ": the 40 succeeded tasks kept 90 %"},
        {"1,100,40,100,60,0.9,9e4,1e5,1.1e5,0\n", "*,cpu_time,40,0\n*,cpu_efficiency,40,0\n",
         "not known",
         "attempts that failed or were cancelled took most of the time; the 40 succeeded tasks "
         "kept "
         "90 % of their cores busy."},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        add_tasks(cases[i].campaign, cases[i].known);
        check_bound(cases[i].bound);
        CHECK(strstr(verdict("verdict"), cases[i].says));
        fixture_release(&fixture);
    }
}

/* Half of the CPU time, 90,000 s, is of tasks for which the source gives cores. */
static void one_core_that_is_assumed_is_not_judged(void)
{
    static const struct {
        const char *kinds, *bound;
    } cases[] = {
        {"a,50,50,50,0,5e4,4.5e4\nb,50,50,50,0,5e4,\n", "processors"},
        {"a,50,50,50,0,5e4,4.4e4\nb,50,50,50,0,5e4,\n", "not known"},
        {"a,100,100,100,0,1e5,\n", "not known"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        add_kinds("1,100,100,100,0,0.9,9e4,1e5,,0\n", cases[i].kinds, ALL_KNOWN);
        check_bound(cases[i].bound);
        CHECK(!strstr(verdict("verdict"), "how many cores most succeeded tasks had") ==
              (strcmp(cases[i].bound, "processors") == 0));
        CHECK_INT(strstr(verdict("verdict"), "90 %") != NULL,
                  strcmp(cases[i].bound, "processors") == 0);
        fixture_release(&fixture);
    }
}

/* Where no source says how tasks ended, none is said to have succeeded. */
static void tasks_without_outcomes_are_tasks(void)
{
    add_tasks("1,100,100,100,0,0.9,9e4,1e5,,100\n", "*,cpu_time,60,40\n*,cpu_efficiency,60,40\n");
    check_bound("processors");
    CHECK(strstr(verdict("verdict"), ": the 60 of 100 tasks kept 90 %"));
    fixture_release(&fixture);
    add_tasks("1,100,100,100,0,0.9,9e4,1e5,,100\n", "*,cpu_time,40,60\n*,cpu_efficiency,40,60\n");
    check_bound("not known");
    CHECK(strstr(verdict("verdict"), "Not known: CPU time of most tasks."));
    fixture_release(&fixture);
}

/* Two periods of 1 h, with 23 h between them. */
static void breaks_are_left_out_of_what_is_said(void)
{
    static const char *const campaigns[] = {"1,100,100,100,0,0.9,9e4,1e5,,0\n",
                                            "1,100,100,100,0,0.5,9e4,1e5,,0\n"};
    static const char *const says[] = {
        "Bound by processors in the 2 h of 25 h outside breaks: the tasks kept 90 %",
        "What bound the run in the 2 h of 25 h outside breaks is not known: nothing"};
    for (size_t i = 0; i < COUNT(says); i++) {
        add_tasks(campaigns[i], ALL_KNOWN);
        add_rows("task_periods", "first,last,elapsed_s", "0,3600,3600\n86400,90000,3600\n");
        add_rows("concurrency_summary", "busy_s,running_usual,ran_s", "7200,1,7200\n");
        run();
        CHECK(strstr(verdict("verdict"), says[i]));
        fixture_release(&fixture);
    }
}

#define GPUS_HEADER "task,attempts,gpu_s,measured,measured_gpu_s,used_gpu_s"

static void tasks_that_held_gpus_are_not_judged_by_cores(void)
{
    add_busy_tasks();
    add_rows("task_gpus", GPUS_HEADER, "*,100,1000,0,0,0\n");
    check_bound("not known");
    CHECK(strstr(verdict("verdict"), "Not known: the use of the GPUs that attempts held."));
    fixture_release(&fixture);
}

/* Of 1,000 s of GPU time at least half are measured, of which 70 % or more were used; cores are
 * judged where GPUs were not it. */
static void tasks_are_bound_by_gpus(void)
{
    static const struct {
        const char *rows, *bound, *says;
    } cases[] = {
        {"*,100,1000,100,1000,700\n", "GPUs", "GPUs: attempts used 70 % of the GPUs they held."},
        {"*,100,1000,40,500,400\n", "GPUs",
         "attempts used 80 % of the GPUs they held (known for 40 of 100)."},
        {"*,100,1000,40,499,499\n", "not known", "the use of the GPUs that attempts held"},
        {"*,100,1000,100,1000,690\n", "processors", "the tasks kept 90 % of their cores busy"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        add_busy_tasks();
        add_rows("task_gpus", GPUS_HEADER, cases[i].rows);
        check_bound(cases[i].bound);
        CHECK(strstr(verdict("verdict"), cases[i].says));
        fixture_release(&fixture);
    }
    add_tasks("1,100,100,100,0,0.5,9e4,1e5,,0\n", ALL_KNOWN);
    add_rows("task_gpus", GPUS_HEADER, "*,100,1000,100,1000,50\n");
    check_bound("not known");
    CHECK(strstr(verdict("verdict"),
                 "; the tasks kept 50 % of their cores busy; attempts used 5.0 % "
                 "of the GPUs they held."));
    fixture_release(&fixture);
}

/* Half of 10,000 s of core time, however many attempts these are. */
static void memory_limits_bind_from_half_of_the_core_time_on(void)
{
    static const struct {
        const char *row, *bound;
    } cases[] = {{"*,memory,B,100,10,98,10000,5000\n", "memory size"},
                 {"*,memory,B,100,90,98,10000,4999\n", "processors"},
                 {"*,memory,B,100,90,0,0,0\n", "processors"}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        add_busy_tasks();
        add_rows("limits", "task,quantity,unit,attempts,hits,timed,core_s,hit_core_s",
                 cases[i].row);
        check_bound(cases[i].bound);
        if (!i) {
            CHECK_TEXT(verdict("verdict"),
                       "Bound by memory size: 10 of 100 attempts ended at their "
                       "memory limit and took 50 % of the core time.");
            CHECK_NEAR(fixture_number(&fixture, "bounds", "bound", "memory size", NULL, NULL,
                                      "missing"),
                       2, 0);
        }
        fixture_release(&fixture);
    }
}

/* Where the wait is a finding: 500 s of the 1,000 s from submission to end. */
static void jobs_are_bound_by_the_queue(void)
{
    for (int none_ran = 499; none_ran <= 500; none_ran++) {
        char rows[128];
        snprintf(rows, sizeof rows, "*,20,1000,1200,20000,10000,0.67,1000,%d,20\n", none_ran);
        add_busy_tasks();
        add_rows("queue_waits",
                 "task,attempts,wait_p50_s,wait_p95_s,wait_s,elapsed_s,wait_share,span_s,"
                 "none_ran_s,eligible",
                 rows);
        check_bound(none_ran == 500 ? "waiting in the queue" : "processors");
        fixture_release(&fixture);
    }
}

static void a_job_out_of_memory_was_bound_by_it(void)
{
    begin_of_1000_s();
    fixture.dataset.facts.state = "OUT_OF_MEMORY";
    add_use("GPUs,g,2,100,0,0.9,0.7,1,0\n");
    check_bound("memory size");
    CHECK(strstr(verdict("verdict"), "Bound by memory size: The job ran out of memory"));
    fixture_release(&fixture);
}

/* 600 s of 1,000 s of the makespan without any task: a finding, whose number it is. */
static void findings_give_their_share(void)
{
    add_busy_tasks();
    add_rows("critical_path_summary",
             "of,tasks,dependencies,path_tasks,length_s,makespan_s,share,none_ran_s,none_ran_share,"
             "none_ran_is",
             "tasks,100,99,2,100,1000,0.1,600,0.6,exact\n");
    check_bound("waiting between tasks");
    CHECK(strstr(verdict("verdict"), "Bound by waiting between tasks: No task ran") ||
          strstr(verdict("verdict"), "Bound by waiting between tasks: No recorded task ran"));
    fixture_release(&fixture);
}

/* 0.44 of the run: the tasks keep 90 % of their cores busy, but few of them run. */
static void a_long_tail_comes_before_busy_processors(void)
{
    add_busy_tasks();
    add_rows("concurrency_summary", "busy_s,running_usual,ran_s,tail_s,tail_running_mean",
             "1000,47,1000,440,4.01\n");
    check_bound("a long tail");
    CHECK_TEXT(verdict("verdict"), "Bound by a long tail: in the last 44 % of the run 4 tasks ran "
                                   "on average; usually 47 or more ran.");
    fixture_release(&fixture);
    add_busy_tasks();
    add_rows("concurrency_summary", "busy_s,running_usual,ran_s,tail_s,tail_running_mean",
             "1000,47,1000,290,4\n");
    check_bound("processors");
    fixture_release(&fixture);
}

static void ranks_wait_for_others(void)
{
    begin();
    add_rows("trace", "clock,workers,tasks,elapsed_s", "unix,2,10,100\n");
    add_rows("rank_waits", "rank,collectives,share", "0,10,0.8\n1,10,0.2\n");
    check_bound("waiting for other ranks");
    fixture_release(&fixture);
}

static void nothing_is_said_of_nothing(void)
{
    begin();
    run();
    CHECK_INT(fixture_rows(&fixture, "verdict"), 0);
    CHECK_INT(fixture_rows(&fixture, "bounds"), 0);
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(a_resource_is_at_its_limit_for_half_of_the_samples),
           TEST(few_samples_or_many_missing_are_not_judged),
           TEST(what_was_short_comes_before_busy_processors), TEST(sentences_have_the_two_numbers),
           TEST(waiting_means_that_cores_and_gpus_are_idle),
           TEST(idle_nodes_beside_others_are_imbalance),
           TEST(phases_of_one_core_bind_for_half_of_the_run), TEST(file_io_is_a_mean_over_nodes),
           TEST(nodes_that_swap_are_bound_by_memory), TEST(devices_are_judged_by_quartiles),
           TEST(peaks_that_findings_call_wrong_are_not_judged), TEST(jobs_are_bound_by_the_queue),
           TEST(a_job_out_of_memory_was_bound_by_it), TEST(shared_nodes_are_not_judged),
           TEST(tasks_are_bound_by_processors), TEST(one_core_that_is_assumed_is_not_judged),
           TEST(tasks_without_outcomes_are_tasks), TEST(breaks_are_left_out_of_what_is_said),
           TEST(tasks_that_held_gpus_are_not_judged_by_cores), TEST(tasks_are_bound_by_gpus),
           TEST(memory_limits_bind_from_half_of_the_core_time_on), TEST(findings_give_their_share),
           TEST(a_long_tail_comes_before_busy_processors), TEST(ranks_wait_for_others),
           TEST(nothing_is_said_of_nothing))
