/* What is not said of nodes that jobs share. */
#include "load_fixture.h"

#include <math.h>

#include "analysis/nodes/node_load.h"

/* What is measured of shared nodes is not all of the job, and is not judged as if it were. */
static void load_of_shared_nodes_is_not_judged(void)
{
    static const char *const parts[] = {"node,jobs\n*,1\n",
                                        "node,jobs,held_cpus,cpus,cpus_estimated\nn1,1,4,18,0\n"};
    static const char *const said[] = {
        "The job shared its nodes: their metrics include what others ran there.",
        "The job held 4 of 18 cores of n1. Metrics of the node include what others ran there."};
    static const char *const means[] = {"66", "1"};
    for (size_t i = 0; i < COUNT(means) * COUNT(parts); i++) {
        char row[64];
        begin_load("cpu_load", 1);
        add_cores("n1", "18");
        add("shared_nodes", parts[i % COUNT(parts)]);
        fixture_signals(&fixture);
        snprintf(row, sizeof row, "n1,cpu_load,20,%s\n", means[i / COUNT(parts)]);
        add_rows("node_metrics", "node,metric,samples,mean", row);
        run();
        CHECK_INT(fixture_rows(&fixture, "findings"), 1);
        CHECK_TEXT(cell(0, "finding"), said[i % COUNT(parts)]);
        CHECK_TEXT(cell(0, "level"), "note");
        CHECK_TEXT(cell(0, "section"), "data");
        fixture_release(&fixture);
    }
}

static size_t rows_of_section(const char *section)
{
    size_t rows = 0;
    for (size_t row = 0; row < fixture_rows(&fixture, "findings"); row++)
        rows += strcmp(cell(row, "section"), section) == 0;
    return rows;
}

/* Whatever the section of the report that shows it is called. */
static void samples_of_shared_nodes_are_not_judged_in_any_section(void)
{
    static const struct {
        const char *shared;
        size_t rooflines, measures, tasks;
    } cases[] = {{"node,jobs\nn0,1\n", 0, 1, 1},
                 {"node,jobs,held_cpus,cpus,held_gpus,gpus\nn1,1,4,18,1,4\n", 0, 0, 1},
                 {"node,jobs,held_gpus,gpus\nn1,1,1,4\n", 1, 0, 1}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        begin_load("cpu_load", 1);
        fixture_signals(&fixture);
        add("shared_nodes", cases[i].shared);
        add("roofline", "node,intensity,flops,bandwidth\n*,1,8e11,8e11\n");
        add("roofline_ceilings", "ceiling,value\npeak,2e12\nbandwidth,1e12\n");
        add("trace", "clock\nunix\n");
        add("device_metrics", "metric,mean_per_device\npower,300\n");
        add("device_tasks", "serial,host,tasks\na,n1,10\nb,n1,12\nc,n1,14\n");
        run();
        CHECK_INT(rows_of_section("roofline"), cases[i].rooflines);
        CHECK_INT(rows_of_section("traces-gpu-use"), cases[i].measures);
        CHECK_INT(rows_of_section("devices-gpus-and-hosts"), cases[i].tasks);
        fixture_release(&fixture);
    }
}

/* Only the processors, or the GPUs, may be of others. */
static void what_jobs_held_whole_is_judged(void)
{
    begin_load("cpu_load", 1);
    add_cores("n1", "18");
    add("shared_nodes", "node,jobs,held_gpus,gpus\nn1,1,1,4\n");
    fixture_signals(&fixture);
    add_rows("node_metrics", "node,metric,samples,mean", "n1,cpu_load,20,66\n");
    run();
    CHECK(is_reported("Oversubscribed: the load average is 66 on 18 cores, on average."));
    CHECK(is_reported(
        "The job held 1 of 4 GPUs of n1. Metrics of the GPUs include what others ran there."));
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(load_of_shared_nodes_is_not_judged),
           TEST(samples_of_shared_nodes_are_not_judged_in_any_section),
           TEST(what_jobs_held_whole_is_judged))
