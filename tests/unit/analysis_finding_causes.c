/* A finding names its subject, and each cause is named once. */
#include "findings_fixture.h"

/* Cut alike, the two kinds could not be told apart. */
static void long_names_stay_distinct(void)
{
    begin();
    add("tasks", "task,tasks,attempts,failed,elapsed_share,elapsed_cumulated\n"
                 "calibrate_step_001_of_pipeline,60,60,0,0.6,0.6\n"
                 "calibrate_step_002_of_pipeline,40,45,0,0.4,1\n");
    add("campaign", "tasks,attempts,failed,elapsed_s,lost_elapsed_s,lost_cpu_s\n"
                    "100,105,0,36000,10800,5400\n");
    add("attempts", "task,outcome,attempts,elapsed_s,cpu_s,ended\n"
                    "calibrate_step_002_of_pipeline,TIMEOUT,5,10800,,failed\n");
    run();
    CHECK(strstr(cell(0, "finding"), "002"));
    fixture_release(&fixture);
}

static size_t findings_with(const char *text)
{
    size_t count = 0;
    for (size_t row = 0; row < fixture_rows(&fixture, "findings"); row++)
        count += strstr(cell(row, "finding"), text) != NULL;
    return count;
}

static void add_full_node(void)
{
    fixture_init(&fixture);
    fixture_metric(&fixture, "memory_percent", "%", METRIC_LEVEL);
    fixture_flat(&fixture, "memory_percent", "n1", 10, 10, 98);
    fixture_signals(&fixture);
    add("node_metrics", "node,metric,max\nn1,memory_percent,98\n");
}

static void full_memory_is_told_with_its_cause(void)
{
    add_full_node();
    run();
    CHECK_INT(findings_with("nearly full"), 1);
    fixture_release(&fixture);
    add_full_node();
    add("swapping", "node,metric,from,until,least_B,most_B,capacity_B,memory_share\n"
                    "n1,swap,20,80,0,5e9,1e11,0.98\n");
    run();
    CHECK_INT(findings_with("swapped"), 1);
    CHECK_INT(findings_with("nearly full"), 0);
    fixture_release(&fixture);
    add_full_node();
    add("memory_growth", "node,metric,unit,length_s,from,to,slope,late_slope,rising_share,"
                         "capacity,full_in_s\n"
                         "n1,memory_info.rss,B,1000,1e10,9e10,8e7,8e7,1,1e11,100\n");
    run();
    CHECK_INT(findings_with("grows steadily"), 1);
    CHECK_INT(findings_with("nearly full"), 0);
    fixture_release(&fixture);
}

/* The node is no outlier "throughout" besides: it began like the others. */
static void memory_that_grows_is_told_once(void)
{
    enum { COUNT = 200 };
    double times[COUNT], values[COUNT];
    fixture_init(&fixture);
    fixture_metric(&fixture, "mem_used", "B", METRIC_LEVEL)->label = "Memory used";
    for (int node = 0; node < 5; node++) {
        char name[8];
        snprintf(name, sizeof name, "n%d", node);
        for (int i = 0; i < COUNT; i++) {
            times[i] = 60 * i;
            values[i] = 60e9 + 1e8 * ((i + node) % 3) + (node == 2 ? 1e9 * i : 0);
        }
        fixture_series(&fixture, "mem_used", name, times, COUNT, values, COUNT);
    }
    fixture_run(&fixture);
    CHECK_INT(fixture_rows(&fixture, "outlier_nodes"), 1);
    CHECK_INT(fixture_rows(&fixture, "findings"), 1);
    CHECK_INT(findings_with("grows steadily on n2"), 1);
    fixture_release(&fixture);
}

/* Nor does what is left of the memory tell it again; the size of the node makes amounts of shares.
 */
static void shares_that_grow_are_told_in_bytes(void)
{
    enum { COUNT = 200 };
    static const char *const others[] = {"mem_free", "kbmemfree", "mem_available"};
    double times[COUNT], used[COUNT], left[COUNT];
    for (size_t k = 0; k < sizeof others / sizeof others[0]; k++) {
        fixture_init(&fixture);
        for (int node = 0; node < 5; node++) {
            char name[8];
            snprintf(name, sizeof name, "n%d", node);
            for (int i = 0; i < COUNT; i++) {
                times[i] = 60 * i;
                used[i] = 20 + 0.1 * ((i + node) % 3) + (node == 2 ? 0.2 * i : 0);
                left[i] = (100 - used[i]) * 0x1p30;
            }
            fixture_metric(&fixture, "memory_percent", "%", METRIC_LEVEL);
            fixture_series(&fixture, "memory_percent", name, times, COUNT, used, COUNT);
            fixture_metric(&fixture, others[k], "B", METRIC_LEVEL);
            fixture_series(&fixture, others[k], name, times, COUNT, left, COUNT);
            dataset_add_hardware(&fixture.dataset, name, "mem_total", "107374182400");
        }
        fixture_run(&fixture);
        CHECK_INT(fixture_rows(&fixture, "findings"), 1);
        CHECK_INT(findings_with("grows steadily on n2 (1 of 5 nodes): from 20.2 GiB to 59.8 GiB"),
                  1);
        fixture_release(&fixture);
    }
}

static void one_unreadable_energy_file_is_one_finding(void)
{
    begin();
    add("energy", "node,metric,domain,energy_J,covered_share,wraps,unknown_steps\n"
                  "a,r.core,core,360000,0.6,0,0\n*,r.core,core,360000,0.6,0,0\n"
                  "a,r.dram,dram,720000,0.6,0,0\n*,r.dram,dram,720000,0.6,0,0\n");
    add("nodes", "node,first,last,samples,coverage\na,0,1000,150,0.75\n");
    add("node_metrics", "node,metric,samples,missing\n"
                        "a,cpu,100,0\na,r.core,60,40\na,r.dram,60,40\n");
    run();
    CHECK_INT(fixture_rows(&fixture, "findings"), 1);
    CHECK_TEXT(cell(0, "finding"), "Energy (core and dram) is measured for 60 % of the node-hours, "
                                   "so the totals are lower bounds.");
    CHECK_TEXT(cell(0, "advice"), "check that the energy counters of a are readable");
    fixture_release(&fixture);
}

/* Failures: of those that failed otherwise; NULL: there are none. */
static void add_timed_out(const char *attempts, const char *failures)
{
    begin();
    add("tasks", "task,tasks,attempts,failed\na,40,40,4\n");
    add("campaign", "tasks,attempts,failed,elapsed_s,lost_elapsed_s\n"
                    "40,40,4,36000,14400\n");
    add("attempts", attempts);
    if (failures)
        add_rows("failures", "task,outcome,reason,attempts,elapsed_hours,last", failures);
    add("limits", "task,quantity,attempts,hits,requested,used,requested_min,requested_max\n"
                  "a,time,40,4,3600,3600,3600,3600\n*,time,40,4,3600,3600,3600,3600\n");
    run();
}

static void attempts_at_limits_are_told_once(void)
{
    add_timed_out("task,outcome,attempts,elapsed_s,ended\n"
                  "a,TIMEOUT,4,14400,failed\n",
                  NULL);
    CHECK_INT(fixture_rows(&fixture, "findings"), 1);
    CHECK_TEXT(cell(0, "finding"), "a hit its time limit of 1 h in 4 of 40 attempts.");
    CHECK_TEXT(cell(0, "level"), "bad");
    fixture_release(&fixture);
    /* What is unfinished is not part of the elapsed time. */
    add_timed_out("task,outcome,reason,attempts,elapsed_s,ended\n"
                  "a,COMPLETED,,35,126000,succeeded\n"
                  "a,RUNNING,,1,144000,unfinished\n"
                  "a,TIMEOUT,time limit,4,14400,failed\n"
                  "a,FAILED,,1,3600,failed\n",
                  "a,FAILED,,1,1,1\n");
    CHECK_INT(fixture_rows(&fixture, "findings"), 2);
    CHECK_TEXT(cell(0, "finding"), "a hit its time limit of 1 h in 4 of 40 attempts. They took 4 h "
                                   "(10 % of the time of all attempts).");
    CHECK_TEXT(cell(1, "finding"), "1 of 40 attempts (2.5 %) failed at neither a memory "
                                   "nor a time limit, FAILED. It took 1 h.");
    fixture_release(&fixture);
    /* Attempts that passed their request have reasons of their own. */
    add_timed_out("task,outcome,reason,attempts,elapsed_s,ended\n"
                  "a,FAILED,exit code 9,7,25200,failed\n",
                  "a,FAILED,exit code 9,3,2,3\n");
    CHECK_TEXT(cell(1, "finding"),
               "3 of 40 attempts (7.5 %) failed at neither a memory nor a time limit, "
               "all: FAILED (exit code 9). They took 2 h.");
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(long_names_stay_distinct), TEST(full_memory_is_told_with_its_cause),
           TEST(memory_that_grows_is_told_once), TEST(shares_that_grow_are_told_in_bytes),
           TEST(one_unreadable_energy_file_is_one_finding), TEST(attempts_at_limits_are_told_once))
