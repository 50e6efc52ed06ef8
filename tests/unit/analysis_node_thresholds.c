/* Findings about nodes that idle, stop or hang, at their thresholds. */
#include "findings_fixture.h"

/* Samples of a load on n1 for so many seconds. */
static void begin_load(double seconds)
{
    fixture_init(&fixture);
    fixture_flat(&fixture, "cpu_load", "n1", (size_t)(seconds / 10) + 1, 10, 8);
    fixture_signals(&fixture);
}

/* Of 1,200 s: 20 % is long, 5 % some where it is three minutes, too. */
static void idle_phases_have_levels(void)
{
    static const struct {
        double run_s;
        const char *idle_s, *level;
    } cases[] = {{1200, "240", "bad"},  {1200, "239", "warn"}, {1200, "180", "warn"},
                 {1200, "179", "note"}, {6000, "300", "warn"}, {6000, "299", "note"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char row[64];
        begin_load(cases[i].run_s);
        snprintf(row, sizeof row, "cpu_load,100,200,%s,0.2,0.1\n", cases[i].idle_s);
        add_rows("phases", "metric,start,end,duration_s,threshold,highest", row);
        run();
        CHECK_INT(fixture_rows(&fixture, "findings"), 1);
        CHECK_TEXT(cell(0, "level"), cases[i].level);
        fixture_release(&fixture);
    }
}

static void run_spread(const char *metric)
{
    static const char *const names[] = {"n0", "n1", "n2", "n3"};
    fixture_init(&fixture);
    for (int i = 0; i < 4; i++)
        fixture_flat(&fixture, metric, names[i], 100, 60, 10 + 4 * i);
    fixture_run(&fixture);
}

/* Nobody can say what such a metric is of: of no work that could be distributed. */
static void metrics_as_given_are_no_findings(void)
{
    run_spread("cpu_nice");
    CHECK(is_reported("Nodes vary by 32 % in cpu_nice"));
    fixture_release(&fixture);
    run_spread("cpu_nice (as given)");
    CHECK(!is_reported("as given"));
    fixture_release(&fixture);
}

/* Shares of the time of processors on four nodes, one of which has another one. */
static void run_shares(const char *unit, double share, double other)
{
    static const char *const names[] = {"n0", "n1", "n2", "n3"};
    fixture_init(&fixture);
    for (int i = 0; i < 4; i++)
        fixture_flat(&fixture, "cpu_iowait", names[i], 100, 60, i ? share : other);
    fixture.dataset.metrics[0].unit = unit;
    fixture_run(&fixture);
}

/* Nobody acts on less than a point, however large the ratio, and it takes five for a warning. */
static void points_of_a_percentage_have_a_least(void)
{
    static const struct {
        const char *unit;
        double share, other;
        const char *level;
    } cases[] = {{"%", 0.2, 1.19, NULL},
                 {"%", 0.2, 1.21, "note"},
                 {"%", 1, 5.99, "note"},
                 {"%", 1, 6.01, "warn"},
                 {"", 0.2, 1.19, "warn"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        run_shares(cases[i].unit, cases[i].share, cases[i].other);
        CHECK(is_reported("times the median node's") == (cases[i].level != NULL));
        if (cases[i].level)
            CHECK_TEXT(cell(0, "level"), cases[i].level);
        fixture_release(&fixture);
    }
}

/* Of four nodes, whose kernels take `system` % and whose load falls by `step` points a node. */
static void run_uneven(double system, double step)
{
    static const char *const names[] = {"n0", "n1", "n2", "n3"};
    fixture_init(&fixture);
    for (int i = 0; i < 4; i++) {
        fixture_flat(&fixture, "cpu_system", names[i], 100, 60, i % 2 ? system : 1);
        fixture_flat(&fixture, "cpu_percent_sys", names[i], 100, 60, 95 - step * i);
    }
    fixture.dataset.metrics[0].unit = fixture.dataset.metrics[1].unit = "%";
    fixture_run(&fixture);
}

/* Work that is spread unevenly is told by the load, however parts of it vary. */
static void uneven_load_is_told_before_its_parts(void)
{
    static const struct {
        double system, step;
        const char *metric;
    } cases[] = {{1, 15, "cpu_percent_sys"},
                 {4, 15, "cpu_percent_sys"},
                 {9, 15, "cpu_percent_sys"},
                 {9, 0, "cpu_system"},
                 {4, 0, NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        run_uneven(cases[i].system, cases[i].step);
        CHECK(is_reported("Nodes vary by") == (cases[i].metric != NULL));
        if (cases[i].metric)
            CHECK_TEXT(cell(0, "section"), cases[i].metric);
        fixture_release(&fixture);
    }
}

/* Of five nodes one works little; its kernel takes a few points more. */
static void a_node_that_works_little_is_told_by_its_load(void)
{
    static const char *const names[] = {"n0", "n1", "n2", "n3", "n4"};
    fixture_init(&fixture);
    for (int i = 0; i < 5; i++) {
        fixture_flat(&fixture, "cpu_system", names[i], 100, 60, i == 3 ? 5 : 2);
        fixture_flat(&fixture, "cpu_percent_sys", names[i], 100, 60, i == 3 ? 25 : 92);
    }
    fixture.dataset.metrics[0].unit = fixture.dataset.metrics[1].unit = "%";
    fixture_run(&fixture);
    CHECK_TEXT(cell(0, "level"), "warn");
    CHECK_TEXT(cell(0, "section"), "cpu_percent_sys");
    fixture_release(&fixture);
}

static void stops_are_counted_by_what_they_are(void)
{
    static const char columns[] = "node,metric,last_at_work,last_sample,others_until,others,of";
    begin_load(1200);
    add_rows("stops", columns, "n1,cpu_load,,1200,1200,3,4\n");
    run();
    CHECK(is_reported("n1 was idle for the whole run, while 3 others worked until "));
    CHECK_TEXT(cell(0, "advice"), "check its logs: the program or the node may have failed there");
    fixture_release(&fixture);
    begin_load(1200);
    add_rows("stops", columns, "n1,cpu_load,,1200,1200,2,4\nn2,cpu_load,,1200,1200,2,4\n");
    run();
    CHECK(is_reported("2 of 4 nodes were idle for the whole run (n1 and n2), while 2 others "));
    CHECK_TEXT(cell(0, "advice"),
               "request fewer nodes, or check whether the program starts on all of them");
    fixture_release(&fixture);
    begin_load(1200);
    add_rows("stops", columns,
             "n2,cpu_load,300,1200,1200,1,4\nn3,cpu_load,200,210,1200,1,4\n"
             "n1,cpu_load,,1200,1200,1,4\n");
    run();
    CHECK(is_reported("n1 was idle for the whole run, while the other one worked until "));
    CHECK(is_reported(". 2 more nodes stopped early too."));
    fixture_release(&fixture);
    begin_load(1200);
    add_rows("stops", columns, "n2,cpu_load,300,1200,1200,2,4\nn3,cpu_load,200,299,1200,2,4\n");
    run();
    CHECK(is_reported("n3 stopped at "));
    CHECK(is_reported(" and has no samples after it, while 2 others "));
    fixture_release(&fixture);
}

/* Of 2,400 s: pauses of CPUs and GPUs, in some of which a process polls, are said once. */
static void gpus_that_wait_again_and_again_run_nothing_serial(void)
{
    static const struct {
        const char *last_start, *last_s;
        bool gpus, waited;
    } cases[] = {{"2000", "200", true, true},
                 {"2000", "200", false, false},
                 {"2000", "300", true, false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char rows[256];
        fixture_init(&fixture);
        fixture_flat(&fixture, "cpu_load", "n1", 241, 10, 8);
        if (cases[i].gpus)
            fixture_flat(&fixture, "gpu.utilization_rates.gpu", "gpu-0.n1", 241, 10, 80);
        fixture_run(&fixture);
        tables_get(&fixture.tables, "findings")->rows = 0;
        add_rows("phases", "metric,start,end,duration_s,threshold,highest",
                 "cpu_load,100,200,100,0.2,0.1\ncpu_load,600,700,100,0.2,0.1\n");
        snprintf(rows, sizeof rows,
                 "cpu_load,1200,1400,200,0.7,8,16\ncpu_load,%s,2200,%s,0.7,8,16\n",
                 cases[i].last_start, cases[i].last_s);
        add_rows("serial_phases", "metric,start,end,duration_s,busy_cores,busy_otherwise,cores",
                 rows);
        run();
        CHECK_INT(
            is_reported(
                "CPUs and GPUs were idle together in 4 pauses, 10 min in total (25 % of the run)."),
            cases[i].waited);
        CHECK_INT(is_reported("Serial work: "), !cases[i].waited);
        CHECK_INT(is_reported(" idle in 2 phases, "), !cases[i].waited);
        fixture_release(&fixture);
    }
}

/* A node that works on did not stop; swapping that slows it down says it already. */
static void a_fall_is_no_stop(void)
{
    static const char columns[] =
        "node,metric,last_at_work,last_sample,others_until,others,of,little_share,load_share,"
        "busy_cores,cores,load_before,load_after";
    static const char row[] = "n2,cpu_percent,300,1200,1200,1,2,,0.06,4,64,6300,400\n";
    begin_load(1200);
    add_rows("stops", columns, row);
    run();
    CHECK(is_reported("n2: load fell from 63 cores to 4 cores at "));
    CHECK(is_reported(" and stayed there, while the other one worked on."));
    CHECK(!is_reported("stopped") && !is_reported("idle"));
    CHECK_TEXT(cell(0, "level"), "warn");
    fixture_release(&fixture);
    begin_load(1200);
    add_rows("stops", columns,
             "n2,cpu_load,300,1200,1200,2,4,,0,0.1,64,63,0.1\n"
             "n3,cpu_load,400,1200,1200,2,4,,0.1,6,64,63,6\n");
    run();
    CHECK(is_reported(" and stayed there, while 2 others worked on. At times a core, traffic, file "
                      "I/O or GPUs were active. 1 more node fell too."));
    fixture_release(&fixture);
    for (int slow = 0; slow < 2; slow++) {
        begin_load(1200);
        add_rows("stops", columns, row);
        add_rows("swapping",
                 "node,metric,from,until,least_B,most_B,memory_share,capacity_B,load_metric,"
                 "load_before,load_during",
                 slow ? "n2,memory_full_info.swap,310,1200,0,4e9,0.9,2e11,cpu_percent,6300,400\n"
                      : "n2,memory_full_info.swap,310,1200,0,4e9,0.9,2e11,cpu_percent,6300,6000\n");
        run();
        CHECK(is_reported("n2 swapped up to "));
        CHECK_INT(is_reported("n2: load fell"), !slow);
        fixture_release(&fixture);
    }
}

/* A node that does little to the end is no idle one; many such are no masters. */
static void little_work_is_no_stop(void)
{
    static const char columns[] = "node,metric,last_at_work,last_sample,others_until,others,of,"
                                  "little_share,load_share,busy_cores,cores";
    begin_load(1200);
    add_rows("stops", columns,
             "n2,cpu_load,,1200,1200,7,9,,,,\nn1,cpu_load,1200,1200,1200,7,9,1,0.02,1.44,72\n");
    run();
    CHECK(is_reported("n2 was idle for the whole run, while 7 others worked until "));
    CHECK(is_reported("n1 was mostly idle for the whole run (1.4 of 72 cores busy on average), "
                      "while 7 others worked until "));
    CHECK_TEXT(cell(1, "level"), "note");
    fixture_release(&fixture);
    begin_load(1200);
    add_rows("stops", columns, "n1,cpu_load,1200,1200,1200,8,9,0.9,0.001,0.072,72\n");
    run();
    CHECK(is_reported("(0.072 of 72 cores busy on average)"));
    fixture_release(&fixture);
    begin_load(1200);
    add_rows("stops", columns,
             "n1,cpu_user,1200,1200,1200,3,5,1,0.03,,\nn2,cpu_user,1200,1200,1200,3,5,1,0.03,,\n");
    run();
    CHECK(is_reported("2 of 5 nodes were mostly idle for the whole run: n1 (3.0 % of its cores "
                      "busy on average) and n2. 3 others worked until "));
    CHECK_TEXT(cell(0, "level"), "warn");
    fixture_release(&fixture);
}

/* Of few nodes it costs much, whatever it is; a master of many does not. */
static void little_work_counts_by_what_it_leaves_unused(void)
{
    static const struct {
        const char *row, *level;
    } cases[] = {
        {"n1,cpu_user,1200,1200,1200,3,4,1,0.04,,\n", "warn"}, /* 24 % */
        {"n1,cpu_user,1200,1200,1200,4,5,1,0.04,,\n", "note"}, /* 19.2 % */
        {"n1,cpu_user,1200,1200,1200,31,32,1,0.04,,\n", "note"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        begin_load(1200);
        add_rows("stops",
                 "node,metric,last_at_work,last_sample,others_until,others,of,little_share,"
                 "load_share,busy_cores,cores",
                 cases[i].row);
        run();
        CHECK(is_reported(
            "n1 was mostly idle for the whole run (4.0 % of its cores busy on average), "));
        CHECK(is_reported("It may be the master process."));
        CHECK_INT(is_reported(". 24 % of the node-hours went unused. "), i == 0);
        CHECK_TEXT(cell(0, "level"), cases[i].level);
        fixture_release(&fixture);
    }
}

/* More names than four are counted. */
static void idle_nodes_are_named(void)
{
    char rows[512] = "";
    for (int i = 1; i <= 6; i++)
        snprintf(rows + strlen(rows), sizeof rows - strlen(rows), "n%d,cpu_load,,1200,1200,6,12\n",
                 i);
    begin_load(1200);
    add_rows("stops", "node,metric,last_at_work,last_sample,others_until,others,of", rows);
    run();
    CHECK(is_reported("6 of 12 nodes were idle for the whole run (n1, n2, n3 and 3 more), while 6 "
                      "others worked until "));
    fixture_release(&fixture);
}

/* Of a node whose floating-point rate falls to 0 from `from` on, while its load stays at `load` of
 * 10; samples of ten seconds. */
static void check_stall(size_t samples, size_t from, double load, bool is_stall)
{
    struct fixture f;
    double times[1200], loads[1200], rates[1200];
    for (size_t i = 0; i < samples; i++) {
        times[i] = 10 * (double)i;
        loads[i] = i < from ? 10 : load;
        rates[i] = i < from ? 1e12 : 0;
    }
    fixture_init(&f);
    fixture_series(&f, "cpu_load", "n1", times, samples, loads, samples);
    fixture_series(&f, "flops_any", "n1", times, samples, rates, samples);
    fixture_run(&f);
    CHECK_INT(fixture_rows(&f, "stalls"), is_stall);
    if (is_stall) {
        CHECK_NEAR(fixture_number(&f, "stalls", "metric", "cpu_load", NULL, NULL, "duration_s"),
                   10 * (double)(samples - 1 - from), 5.1);
        CHECK_NEAR(fixture_number(&f, "stalls", "metric", "cpu_load", NULL, NULL, "load"), load,
                   1e-9);
    }
    fixture_release(&f);
}

/* Five minutes, and a tenth of the job; a load of half of its p95. */
static void stalls_have_thresholds(void)
{
    check_stall(120, 85, 10, true);
    check_stall(120, 95, 10, false);
    check_stall(1200, 1070, 10, true);
    check_stall(1200, 1090, 10, false);
    check_stall(120, 60, 5.1, true);
    check_stall(120, 60, 4.9, false);
}

CHECK_MAIN(TEST(idle_phases_have_levels), TEST(metrics_as_given_are_no_findings),
           TEST(points_of_a_percentage_have_a_least), TEST(uneven_load_is_told_before_its_parts),
           TEST(a_node_that_works_little_is_told_by_its_load),
           TEST(stops_are_counted_by_what_they_are), TEST(little_work_is_no_stop),
           TEST(little_work_counts_by_what_it_leaves_unused), TEST(idle_nodes_are_named),
           TEST(a_fall_is_no_stop), TEST(gpus_that_wait_again_and_again_run_nothing_serial),
           TEST(stalls_have_thresholds))
