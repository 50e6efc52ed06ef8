/* Findings about the load of nodes, against means worked out by hand. */
#include "load_fixture.h"

#include <math.h>

#include "analysis/nodes/node_load.h"

/* ---- waiting for files ---- */

/* 26 % and 10 %, unknown on n2: 18 % of those that say it, not 12 % of all three. */
static void waiting_for_io_is_the_mean_of_the_nodes_that_say_it(void)
{
    begin_load("cpu_load", 3);
    fixture_signals(&fixture);
    add("file_waits", "node,share_of_time,file_B_s,cpu_share,iowait\nn1,0.5,1e9,0.1,0.26\n"
                      "n2,0.5,1e9,0.1,\nn3,0.5,1e9,0.1,0.1\n");
    run();
    CHECK_INT(fixture_rows(&fixture, "findings"), 1);
    CHECK_TEXT(cell(0, "finding"), "CPUs waited for I/O for 18 % of the time on average (iowait).");
    CHECK_TEXT(cell(0, "level"), "warn");
    CHECK_TEXT(cell(0, "section"), "cpu_load");
    CHECK_NEAR(number(0, "value"), 0.18, 1e-12);
    CHECK_NEAR(number(0, "threshold"), 0.1, 0);
    fixture_release(&fixture);
}

/* A mean of all would say of each what is true of one. */
static void nodes_that_wait_beside_others_are_named(void)
{
    static const struct {
        const char *rows, *text;
    } cases[] = {
        {"n1,,,,0.004\nn2,,,,0.006\nn3,,,,0.7\nn4,,,,0.005\n",
         "n3 waited for I/O for 70 % of the time (iowait); the other 3 nodes for 0.5 % on "
         "average."},
        {"n1,,,,0.4\nn2,,,,0.01\n",
         "n1 waited for I/O for 40 % of the time (iowait); the other node for 1.0 %."},
        {"n1,,,,0.3\nn2,,,,0.5\nn3,,,,0.02\n",
         "2 of 3 nodes waited for I/O for 40 % of the time on average (iowait), most n2 (50 %); "
         "the other node for 2.0 %."},
        {"n1,0.9,2e9,0.05,\nn2,0,,,\nn3,0,,,\n", "(missing)"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        begin_load("cpu_load", 4);
        fixture_signals(&fixture);
        add_rows("file_waits", "node,share_of_time,file_B_s,cpu_share,iowait", cases[i].rows);
        run();
        CHECK_TEXT(cell(0, "finding"), cases[i].text);
        fixture_release(&fixture);
    }
}

/* Each of 13 nodes waits for less than the threshold, but their sum is rounded up to 13 times it.
 */
static void a_mean_that_is_rounded_to_the_threshold_has_a_value(void)
{
    char rows[1024] = "";
    for (int node = 1; node <= 13; node++)
        snprintf(rows + strlen(rows), sizeof rows - strlen(rows), "n%d,,,,%.17g\n", node,
                 nextafter(0.1, 0));
    begin_load("cpu_load", 13);
    fixture_signals(&fixture);
    add_rows("file_waits", "node,share_of_time,file_B_s,cpu_share,iowait", rows);
    run();
    CHECK_TEXT(cell(0, "finding"), "CPUs waited for I/O for 10 % of the time on average (iowait).");
    CHECK_NEAR(number(0, "value"), 0.1, 0);
    fixture_release(&fixture);
}

/* As tables of samples call it, with a metric of load beside it or without. */
static void waiting_for_io_is_known_by_its_usual_names(void)
{
    static const char *const names[][2] = {{"cpu_iowait_percent", "cpu_user_percent"},
                                           {"%iowait", "%user"},
                                           {"iowait_percent", NULL}};
    for (size_t i = 0; i < COUNT(names); i++) {
        fixture_init(&fixture);
        fixture_flat(&fixture, names[i][0], "n1", 20, 60, 68);
        if (names[i][1])
            fixture_flat(&fixture, names[i][1], "n1", 20, 60, 22);
        fixture_run(&fixture);
        CHECK_TEXT(cell(0, "finding"),
                   "CPUs waited for I/O for 68 % of the time on average (iowait).");
        CHECK_TEXT(cell(0, "section"), names[i][names[i][1] ? 1 : 0]);
        fixture_release(&fixture);
    }
}

/* From 10 % on; below it, files that are waited for in other ways, from 20 % of the time on. */
static void waiting_is_reported_from_its_threshold_on(void)
{
    static const struct {
        const char *row, *text;
    } cases[] = {
        {"0.9,1e9,0.1,0.1", "CPUs waited for I/O for 10 % of the time on average (iowait)."},
        {"0.2,2e9,0.05,0.099", "(missing)"},
        {"0.2,2e9,,", "(missing)"},
        {"0.199,2e9,0.05,0.099", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin_load("cpu_load", 1);
        fixture_signals(&fixture);
        char row[64];
        snprintf(row, sizeof row, "n1,%s\n", cases[i].row);
        add_rows("file_waits", "node,share_of_time,file_B_s,cpu_share,iowait", row);
        run();
        if (cases[i].text)
            CHECK_TEXT(cell(0, "finding"), cases[i].text);
        else
            CHECK(!is_reported("I/O"));
        fixture_release(&fixture);
    }
}

/* What waits for files would not be faster on fewer cores. */
static void low_load_has_no_advice_beside_what_explains_it(void)
{
    for (int waits = 0; waits < 2; waits++) {
        begin_load("cpu_load", 1);
        add_cores("n1", "64");
        fixture_signals(&fixture);
        add("node_metrics", "node,metric,samples,mean\nn1,cpu_load,20,8\n");
        if (waits)
            add("file_waits", "node,share_of_time,file_B_s,cpu_share,iowait\nn1,,,,0.3\n");
        run();
        size_t row = row_of("Low CPU load: on average 8 of 64 cores were busy (13 %).");
        CHECK_INT(row, waits);
        CHECK_TEXT(cell(row, "level"), waits ? "note" : "warn");
        if (waits)
            CHECK(!cell(row, "advice") || !*cell(row, "advice"));
        else
            CHECK_TEXT(cell(row, "advice"), "request fewer cores, or run more tasks per node");
        fixture_release(&fixture);
    }
}

/* ---- cores ---- */

/* With GPUs at work few cores are no finding, nor is the load of the CPUs what was looked at; with
 * GPUs that wait their number is said with it. */
static void cores_beside_gpus_are_no_finding(void)
{
    static const struct {
        const char *gpus, *text;
        double mean;
    } cases[] = {
        {"acc_utilization,%,20,1,95\n", NULL, 95},
        {"acc_utilization,%,20,1,34\n",
         "GPU utilisation is 34 % on average. On average 16 of 64 cores were busy (25 %).", 34},
        {"acc_utilization,%,20,1,0.5\n",
         "Low CPU load: on average 16 of 64 cores were busy (25 %).", 0.5},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        begin_load("cpu_load", 1);
        add_cores("n1", "64");
        fixture_flat(&fixture, "acc_utilization", "n1", 20, 60, cases[i].mean);
        fixture_signals(&fixture);
        add("node_metrics",
            "node,metric,samples,mean\nn1,cpu_load,20,16\nn1,acc_utilization,20,\n");
        add_rows("job_metrics", "metric,unit,samples,nodes,mean_per_node", cases[i].gpus);
        run();
        CHECK(!cases[i].text || is_reported(cases[i].text));
        CHECK(!is_reported("no idle phase"));
        CHECK(is_reported("cores were busy") == (cases[i].mean < 50));
        CHECK(is_reported("Low CPU load: on average 16") == (cases[i].mean < 5));
        fixture_release(&fixture);
    }
}

/* 16 of 64 cores and 11.2 of 32: 13.6 of 48 per node, 28 %; not the mean of 25 % and 35 %. The
 * cores of n3 are unknown, and n4 has too few samples to have a mean. */
static void busy_cores_are_means_over_the_nodes_where_both_are_known(void)
{
    begin_load("cpu_load", 4);
    add_cores("n1", "64");
    add_cores("n2", "32");
    add_cores("n4", "16");
    fixture_signals(&fixture);
    add("node_metrics", "node,metric,samples,mean\nn1,cpu_load,20,16\nn2,cpu_load,10,11.2\n"
                        "n3,cpu_load,20,1\nn4,cpu_load,9,1\n");
    run();
    CHECK_TEXT(
        cell(0, "finding"),
        "Low CPU load: on average 13.6 of 48 cores per node were busy (28 %) on 2 of 4 nodes.");
    CHECK_NEAR(number(0, "value"), 13.6 / 48, 1e-12);
    CHECK_TEXT(cell(0, "level"), "note");
    fixture_release(&fixture);
}

/* 100 % is a core: 1,800 % are 18 of 72. */
static void percent_of_cores_are_cores(void)
{
    begin_load("cpu_percent", 1);
    add_cores("n1", "72");
    fixture_signals(&fixture);
    add("node_metrics", "node,metric,samples,mean\nn1,cpu_percent,20,1800\n");
    run();
    CHECK_TEXT(cell(0, "finding"), "Low CPU load: on average 18 of 72 cores were busy (25 %).");
    fixture_release(&fixture);
}

/* From half of the cores on it is no finding, below a quarter a warning; of a serial program it
 * says so. */
static void low_load_has_levels(void)
{
    static const struct {
        const char *mean, *cores, *level, *advice;
    } cases[] = {
        {"8", "16", NULL, NULL},
        {"7.9", "16", "note", "request fewer cores, or run more tasks per node"},
        {"4", "16", "note", "request fewer cores, or run more tasks per node"},
        {"3.9", "16", "warn", "request fewer cores, or run more tasks per node"},
        {"1.4", "8", "warn", "request 1 core, or run more processes or threads"},
        {"1.5", "8", "warn", "request fewer cores, or run more tasks per node"},
        {"1.4", "7", "warn", "request fewer cores, or run more tasks per node"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char row[64];
        begin_load("cpu_load", 1);
        add_cores("n1", cases[i].cores);
        fixture_signals(&fixture);
        snprintf(row, sizeof row, "n1,cpu_load,20,%s\n", cases[i].mean);
        add_rows("node_metrics", "node,metric,samples,mean", row);
        run();
        CHECK(is_reported("CPU load") == (cases[i].level != NULL));
        if (!is_reported("CPU load") || !cases[i].level) {
            fixture_release(&fixture);
            continue;
        }
        CHECK_TEXT(cell(0, "level"), cases[i].level);
        CHECK_TEXT(cell(0, "advice"), cases[i].advice);
        fixture_release(&fixture);
    }
}

/* 200 and 40 threads on 32 and 16 cores: 120 on 24, five per core. Each node's are 60 % busy. */
static void threads_are_counted_per_core(void)
{
    static const struct {
        const char *threads[2]; /* on each node */
        const char *mean;       /* the load of the second node */
        const char *text;
    } cases[] = {
        {{"200", "40"},
         "9.6",
         "Oversubscribed: 120 threads on 24 cores per node on average, with 60 % of the cores "
         "busy."},
        {{"200", ""}, "9.6", NULL},   /* unknown on one */
        {{"151", "40"}, "9.6", NULL}, /* 95.5 on 24 cores */
        {{"200", "40"}, "4.7", NULL}, /* 23.9 of 48 busy */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char rows[256];
        begin_load("cpu_load", 2);
        add_cores("n1", "32");
        add_cores("n2", "16");
        fixture_flat(&fixture, "num_threads", "n1", 20, 60, 1);
        fixture_flat(&fixture, "num_threads", "n2", 20, 60, 1);
        fixture_signals(&fixture);
        snprintf(rows, sizeof rows,
                 "n1,cpu_load,20,19.2\nn2,cpu_load,20,%s\nn1,num_threads,20,%s\n"
                 "n2,num_threads,20,%s\n",
                 cases[i].mean, cases[i].threads[0], cases[i].threads[1]);
        add_rows("node_metrics", "node,metric,samples,mean", rows);
        run();
        CHECK(is_reported("threads") == (cases[i].text != NULL));
        if (cases[i].text)
            CHECK_TEXT(cell(row_of("threads"), "finding"), cases[i].text);
        fixture_release(&fixture);
    }
}

/* A load counts what waits for a core, too: 48 on 32 cores is 1.5 per core. */
static void too_much_load_is_reported_where_cores_are_known(void)
{
    begin_load("cpu_load", 1);
    add_cores("n1", "32");
    fixture_signals(&fixture);
    add("node_metrics", "node,metric,samples,mean\nn1,cpu_load,20,48\n");
    run();
    CHECK_TEXT(cell(0, "finding"),
               "Oversubscribed: the load average is 48 on 32 cores, on average.");
    CHECK_NEAR(number(0, "value"), 1.5, 1e-12);
    fixture_release(&fixture);
    begin_load("cpu_load", 1);
    add_cores("n1", "32");
    fixture_signals(&fixture);
    add("node_metrics", "node,metric,samples,mean\nn1,cpu_load,20,47.9\n");
    run();
    CHECK(!is_reported("Oversubscribed"));
    fixture_release(&fixture);
}

/* Measured use is the load, whatever the load average says, and that it is far above is said: but
 * not where all cores are busy, where none is, or where processes wait for the disk. */
static void processes_on_too_few_cores_are_told_from_busy_cores(void)
{
    static const struct {
        const char *load, *mean, *kernel, *average, *iowait; /* kernel NULL: not measured */
        const char *finding;
    } cases[] = {
        {"cpu_percent_sys", "1.5625", NULL, "64", "0.01",
         "On average 1 of 64 cores were busy (1.6 %), while 64 processes were ready to run or "
         "blocked in I/O. They are bound to too few cores, or wait for a file system."},
        {"cpu_percent", "1600", NULL, "48", "",
         "On average 16 of 64 cores were busy (25 %), while 48 processes were ready to run or "
         "blocked in I/O. They are bound to too few cores, or wait for a file system."},
        {"cpu_user", "12.5", NULL, "64", "",
         "On average 8 of 64 cores were busy (13 %), while 64 processes were ready to run or "
         "blocked in I/O. They are bound to too few cores, or wait for a file system."},
        {"cpu_user", "12.5", "50", "64", "", NULL}, /* 40 busy */
        {"cpu_percent_sys", "25", NULL, "47", "",
         "Low CPU load: on average 16 of 64 cores were busy (25 %)."},
        {"cpu_percent_sys", "1.5625", NULL, "2.9", "",
         "Low CPU load: on average 1 of 64 cores were busy (1.6 %)."},
        {"cpu_percent_sys", "1", NULL, "64", "",
         "Low CPU load: on average 0.64 of 64 cores were busy"},
        {"cpu_percent_sys", "12.5", NULL, "64", "0.3",
         "Low CPU load: on average 8 of 64 cores were busy (13 %)."},
        {"cpu_percent_sys", "99", NULL, "512", "",
         "Oversubscribed: the load average is 512 on 64 cores, on average."},
        {"cpu_percent_sys", "99", NULL, "64", "", NULL},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char rows[256];
        fixture_init(&fixture);
        fixture_flat(&fixture, NODE_LOAD_AVERAGE, "n1", 20, 60, strtod(cases[i].average, NULL));
        fixture_flat(&fixture, cases[i].load, "n1", 20, 60, strtod(cases[i].mean, NULL));
        fixture_flat(&fixture, "cpu_system", "n1", 20, 60, 1);
        add_cores("n1", "64");
        fixture_signals(&fixture);
        size_t size = 0;
        for (size_t k = 0; k < fixture.signals.metric_count; k++) { /* a row is of a signal */
            const char *name = fixture.signals.metrics[k].name;
            const char *mean = strcmp(name, cases[i].load) == 0       ? cases[i].mean
                               : strcmp(name, NODE_LOAD_AVERAGE) == 0 ? cases[i].average
                               : cases[i].kernel                      ? cases[i].kernel
                                                                      : "";
            size += (size_t)snprintf(rows + size, sizeof rows - size, "n1,%s,20,%s\n", name, mean);
        }
        add_rows("node_metrics", "node,metric,samples,mean", rows);
        snprintf(rows, sizeof rows, "n1,,,,%s\n", cases[i].iowait);
        add_rows("file_waits", "node,share_of_time,file_B_s,cpu_share,iowait", rows);
        run();
        bool is_bound = cases[i].finding && strstr(cases[i].finding, "bound");
        CHECK(is_reported("bound to too few cores") == is_bound);
        CHECK(!cases[i].finding || is_reported(cases[i].finding));
        CHECK(cases[i].finding || (!is_reported("CPU load") && !is_reported("Oversubscribed")));
        if (is_bound) {
            CHECK_TEXT(cell(0, "level"), "warn");
            CHECK_TEXT(cell(0, "advice"), "check --cpu-bind, --cpus-per-task, OMP_PLACES, and the "
                                          "file system: ps shows blocked processes in state D");
            CHECK_INT(fixture_rows(&fixture, "findings"), 1);
        }
        fixture_release(&fixture);
    }
}

/* 128 hardware threads, of 64 cores where that is known: with as many threads busy as there are
 * cores the node is fully used. */
static void threads_that_share_a_core_are_no_cores(void)
{
    static const struct {
        const char *fact, *value, *mean, *finding;
        double share;
    } cases[] = {
        {"threads_per_core", "2", "64", NULL, 0},
        {"threads_per_core", "2", "32", NULL, 0},
        {"threads_per_core", "2", "16", "Low CPU load: on average 16 of 64 cores were busy (25 %).",
         0.25},
        {"threads_per_core", "1", "60",
         "Low CPU load: on average 60 of 128 cores were busy (47 %).", 60 / 128.0},
        {"hwthreads", "128", "60", NULL, 0},
        {"hwthreads", "128", "16",
         "Low CPU load: on average 16 of 128 hardware threads were busy (13 %).", 0.25},
        {"threads_per_core", "2", "250",
         "Oversubscribed: the load average is 250 on 128 hardware threads, on average.",
         250 / 128.0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char row[64];
        begin_load("cpu_load", 1);
        if (strcmp(cases[i].fact, "hwthreads") != 0)
            add_cores("n1", "128");
        dataset_add_hardware(&fixture.dataset, "n1", cases[i].fact, cases[i].value);
        fixture_signals(&fixture);
        snprintf(row, sizeof row, "n1,cpu_load,20,%s\n", cases[i].mean);
        add_rows("node_metrics", "node,metric,samples,mean", row);
        run();
        CHECK(is_reported("CPU load: ") == (cases[i].finding && cases[i].share < 1));
        if (cases[i].finding) {
            CHECK_TEXT(cell(0, "finding"), cases[i].finding);
            CHECK_NEAR(number(0, "value"), cases[i].share, 1e-12);
        }
        fixture_release(&fixture);
    }
}

static void serial_phases_are_beside_cores_or_threads(void)
{
    static const struct {
        const char *row, *finding;
    } cases[] = {{"cpu_load,0,600,600,1,60,128,0,64,,1\n",
                  "In the rest of the run 60 of 64 cores were busy."},
                 {"cpu_load,0,600,600,1,100,128,0,64,,1\n",
                  "In the rest of the run 100 of 128 hardware threads were busy."},
                 {"cpu_load,0,600,600,1,100,128,1,128,,1\n",
                  "In the rest of the run 100 of about 128 cores were busy."},
                 {"cpu_load,0,600,600,,,,,,0.97,1\n",
                  "In the rest of the run 97 % of the cores were busy."}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin_load("cpu_load", 1);
        fixture_signals(&fixture);
        add_rows("serial_phases",
                 "metric,start,end,duration_s,busy_cores,busy_otherwise,cores,cores_estimated,"
                 "physical_cores,share_otherwise,busy_nodes",
                 cases[i].row);
        run();
        CHECK(is_reported(cases[i].finding));
        fixture_release(&fixture);
    }
}

/* Names of rates may have spaces. */
static void a_stall_is_of_the_first_quiet_rate(void)
{
    static const struct {
        const char *quiet, *section;
    } cases[] = {{"mem_bw", "mem_bw"},
                 {"flops_any; mem_bw", "flops_any"},
                 {"memory rate; mem_bw", "memory rate"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char row[128];
        begin();
        snprintf(row, sizeof row, "cpu_load,3000,6000,3000,10,%s\n", cases[i].quiet);
        add_rows("stalls", "metric,start,end,duration_s,load,quiet", row);
        run();
        CHECK_TEXT(cell(0, "section"), cases[i].section);
        fixture_release(&fixture);
    }
}

CHECK_MAIN(TEST(a_stall_is_of_the_first_quiet_rate),
           TEST(serial_phases_are_beside_cores_or_threads),
           TEST(threads_that_share_a_core_are_no_cores), TEST(cores_beside_gpus_are_no_finding),
           TEST(waiting_for_io_is_the_mean_of_the_nodes_that_say_it),
           TEST(nodes_that_wait_beside_others_are_named),
           TEST(a_mean_that_is_rounded_to_the_threshold_has_a_value),
           TEST(waiting_for_io_is_known_by_its_usual_names),
           TEST(waiting_is_reported_from_its_threshold_on),
           TEST(low_load_has_no_advice_beside_what_explains_it),
           TEST(busy_cores_are_means_over_the_nodes_where_both_are_known),
           TEST(percent_of_cores_are_cores), TEST(low_load_has_levels),
           TEST(threads_are_counted_per_core),
           TEST(processes_on_too_few_cores_are_told_from_busy_cores),
           TEST(too_much_load_is_reported_where_cores_are_known))
