/* Nodes that are idle while a few others work: when it is found, and what is said of it. */
#include "findings_fixture.h"

enum { MOST_SAMPLES = 400 };

/* Of `nodes` nodes, n0 and so on, the first `at_work` work at 10 throughout; the others have
 * `load` in the samples from `from` to before `end`, and work in the rest. A minute each. */
struct job {
    size_t nodes, at_work, samples, from, end;
    double load;
};

static void write_job(const struct job *job, const char *metric, double scale)
{
    double times[MOST_SAMPLES], loads[MOST_SAMPLES];
    for (size_t node = 0; node < job->nodes; node++) {
        const char name[] = {'n', (char)('0' + node), '\0'};
        for (size_t i = 0; i < job->samples; i++) {
            times[i] = 60 * (double)i;
            loads[i] = node >= job->at_work && i >= job->from && i < job->end ? job->load : 10;
            loads[i] *= scale;
        }
        fixture_series(&fixture, metric, name, times, job->samples, loads, job->samples);
    }
}

/* More than half of the nodes, and one at work; up to 0.8 of a core where a tenth of the p95 is
 * more; from five samples on. */
static void a_few_at_work_have_thresholds(void)
{
    static const struct {
        struct job job;
        size_t rows;
    } cases[] = {
        {{5, 2, 100, 50, 70, 0.05}, 1}, {{4, 2, 100, 50, 70, 0.05}, 0},
        {{3, 1, 100, 50, 70, 0.05}, 1}, {{2, 1, 100, 50, 70, 0.05}, 0},
        {{4, 0, 100, 50, 70, 0.05}, 0}, {{4, 1, 100, 50, 70, 0.8}, 1},
        {{4, 1, 100, 50, 70, 0.81}, 0}, {{4, 1, 100, 50, 55, 0.05}, 1},
        {{4, 1, 100, 50, 54, 0.05}, 0}, {{4, 1, 300, 50, 56, 0.05}, 1},
        {{4, 1, 400, 50, 57, 0.05}, 0},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        fixture_init(&fixture);
        write_job(&cases[i].job, "cpu_load", 1);
        fixture_run(&fixture);
        CHECK_INT(fixture_rows(&fixture, "few_at_work"), cases[i].rows);
        fixture_release(&fixture);
    }
}

static void a_row_says_who_and_when(void)
{
    static const struct job job = {7, 3, 100, 50, 70, 0.05};
    fixture_init(&fixture);
    write_job(&job, "cpu_load", 1);
    fixture_run(&fixture);
    const struct table *few = tables_find(&fixture.tables, "few_at_work");
    CHECK_NEAR(table_numbers(few, "start")[0], 3000, 0);
    CHECK_NEAR(table_numbers(few, "end")[0], 4200, 0);
    CHECK_NEAR(table_numbers(few, "idle_nodes")[0], 4, 0);
    CHECK_NEAR(table_numbers(few, "of")[0], 7, 0);
    CHECK_NEAR(table_numbers(few, "idle_node_s")[0], 4800, 0);
    CHECK_TEXT(table_texts(few, "at_work")[0], "n0, n1, n2");
    fixture_release(&fixture);
}

/* Files, or the node's own GPU: not those of another. */
static void signs_of_work_are_of_their_node(void)
{
    static const struct job job = {3, 1, 100, 50, 90, 0.05};
    static const struct {
        const char *metric, *node;
        double value;
        size_t rows;
    } cases[] = {
        {"lustre_write_bw", "n1", 50e6, 0},
        {"lustre_write_bw", "n0", 50e6, 1},
        {"lustre_write_bw", "n1", 9e6, 1},
        {"gpu.utilization_rates.gpu", "gpu-0.n2", 90, 0},
        {"gpu.utilization_rates.gpu", "gpu-0.n0", 90, 1},
        {"gpu.utilization_rates.gpu", "gpu-0.n2", 1.5, 1},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        fixture_init(&fixture);
        write_job(&job, "cpu_load", 1);
        fixture_flat(&fixture, cases[i].metric, cases[i].node, 100, 60, cases[i].value);
        fixture_run(&fixture);
        CHECK_INT(fixture_rows(&fixture, "few_at_work"), cases[i].rows);
        fixture_release(&fixture);
    }
}

/* From a tenth of the node-hours and three minutes on; from a fifth on it is bad. Of 6,000 s of
 * ten nodes. */
static void it_has_levels(void)
{
    static const struct {
        const char *row, *level;
    } cases[] = {
        {"cpu_load,3000,3750,750,8,10,6000,n0\n", "warn"},
        {"cpu_load,3000,3749,749,8,10,5999,n0\n", NULL},
        {"cpu_load,3000,4500,1500,8,10,11999,n0\n", "warn"},
        {"cpu_load,3000,4500,1500,8,10,12000,n0\n", "bad"},
        {"cpu_load,3000,3180,180,8,10,6000,n0\n", "warn"},
        {"cpu_load,3000,3179,179,8,10,6000,n0\n", NULL},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        fixture_init(&fixture);
        fixture_flat(&fixture, "cpu_load", "n0", 601, 10, 8);
        fixture_signals(&fixture);
        add_rows("few_at_work", "metric,start,end,duration_s,idle_nodes,of,idle_node_s,at_work",
                 cases[i].row);
        run();
        CHECK(is_reported("8 of 10 nodes were idle from ") == (cases[i].level != NULL));
        if (cases[i].level)
            CHECK_TEXT(cell(0, "level"), cases[i].level);
        fixture_release(&fixture);
    }
}

static void it_has_words_for_each_place(void)
{
    static const struct {
        const char *rows, *text, *advice;
    } cases[] = {
        {"cpu_load,4200,6000,1800,9,10,16200,n0\n",
         "9 of 10 nodes were idle from 1 h 10 min to 1 h 40 min after the start (30 min, 30 % of "
         "the run), while n0 worked. 27 % of the node-hours went unused.",
         "run this last part as a job of its own on fewer nodes, or distribute it over all nodes"},
        {"cpu_load,0,1800,1800,7.5,10,13500,\n",
         "7.5 of 10 nodes on average were idle from 0 s to 30 min after the start (30 min, 30 % of "
         "the run), while others worked. 23 % of the node-hours went unused.",
         "run this first part as a job of its own on fewer nodes, or distribute it over all nodes"},
        {"cpu_load,600,1800,1200,9,10,10800,n0\ncpu_load,4000,5000,1000,9,10,9000,n1\n",
         "9 of 10 nodes were idle in 2 phases (36 min 40 s, 37 % of the run; the longest from 10 "
         "min to 30 min after the start), while n0 worked in the longest. 33 % of the node-hours "
         "went unused.",
         "distribute this part over all nodes, or run it as a job of its own on fewer nodes"},
        {"cpu_load,0,6000,6000,9,10,54000,n0\n",
         "9 of 10 nodes were idle for the whole run, while n0 worked. 90 % of the node-hours went "
         "unused.",
         "request 1 node, or start the program on all nodes"},
        {"cpu_load,0,6000,6000,7.5,10,45000,n0\n",
         "7.5 of 10 nodes on average were idle for the whole run, while n0 worked. 75 % of the "
         "node-hours went unused.",
         "request fewer nodes, or start the program on all nodes"},
        {"cpu_load,0,6000,6000,2,4,12000,\"n0, n1\",\"n2, n3\",0.015\n",
         "2 of 4 nodes were idle for the whole run, while n0, n1 worked. 50 % of the node-hours "
         "went unused. Idle nodes: n2, n3; 1.5 % of their cores busy on average.",
         "request 2 nodes, or start the program on all nodes"},
        {"cpu_load,0,6000,6000,2,3,12000,n0,\"n1, n2\",0.04\n",
         "2 of 3 nodes were mostly idle for the whole run, while n0 worked. 67 % of the node-hours "
         "went unused. Idle nodes: n1, n2; 4.0 % of their cores busy on average.",
         "request 1 node, or start the program on all nodes"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        fixture_init(&fixture);
        fixture_flat(&fixture, "cpu_load", "n0", 601, 10, 8);
        fixture_signals(&fixture);
        add_rows("few_at_work",
                 strchr(cases[i].rows, '"')
                     ? "metric,start,end,duration_s,idle_nodes,of,idle_node_s,at_work,at_rest,"
                       "load_at_rest"
                     : "metric,start,end,duration_s,idle_nodes,of,idle_node_s,at_work",
                 cases[i].rows);
        run();
        CHECK_TEXT(cell(0, "finding"), cases[i].text);
        CHECK_TEXT(cell(0, "advice"), cases[i].advice);
        fixture_release(&fixture);
    }
}

/* Of 64 cores a node may have one busy, or three, and do nothing beside one that works; more than
 * 5 % of them, or a tenth of what that one does, is work. */
static void nodes_that_hardly_work_are_idle(void)
{
    static const struct {
        double little, much;
        size_t rows;
    } cases[] = {{1.5, 97, 1}, {4.9, 97, 1}, {5.1, 97, 0}, {1.5, 16, 1}, {1.5, 14, 0}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        fixture_init(&fixture);
        fixture_metric(&fixture, "cpu_percent_sys", "%", METRIC_LEVEL);
        for (char node = '0'; node < '9'; node++) {
            const char name[] = {'n', node, '\0'};
            fixture_flat(&fixture, "cpu_percent_sys", name, 100, 60,
                         node == '4' ? cases[i].much : cases[i].little);
            dataset_add_hardware(&fixture.dataset, name, "CPUs", "64");
        }
        fixture_run(&fixture);
        CHECK_INT(fixture_rows(&fixture, "few_at_work"), cases[i].rows);
        CHECK_INT(is_reported("8 of 9 nodes "), cases[i].rows > 0);
        if (cases[i].rows) {
            CHECK(!is_reported("the median node's"));
            CHECK_TEXT(table_texts(tables_find(&fixture.tables, "few_at_work"), "at_rest")[0],
                       "n0, n1, n2, n3 and 4 more");
            CHECK_NEAR(table_numbers(tables_find(&fixture.tables, "few_at_work"),
                                     "load_at_rest")[0],
                       cases[i].little / 100, 1e-9);
        }
        fixture_release(&fixture);
    }
}

/* The one that goes on has more of all; what differs while all work is told of it all the same. */
static void outliers_by_it_alone_are_not_told(void)
{
    static const struct job job = {8, 1, 100, 60, 100, 0.05};
    for (int differs = 0; differs < 2; differs++) {
        fixture_init(&fixture);
        write_job(&job, "cpu_load", 1);
        write_job(&job, "mem_bw", 1e9);
        for (char node = '0'; node < '8'; node++)
            fixture_flat(&fixture, "flops_any", (char[]){'n', node, '\0'}, 100, 60,
                         differs && node == '5' ? 5e9 : 10e9);
        fixture_run(&fixture);
        CHECK(fixture_rows(&fixture, "outlier_nodes") >= 2);
        CHECK(is_reported("7 of 8 nodes were idle"));
        CHECK(!is_reported(" of n0 is on average "));
        CHECK(is_reported(" of n5 is on average ") == differs);
        fixture_release(&fixture);
    }
}

CHECK_MAIN(TEST(a_few_at_work_have_thresholds), TEST(a_row_says_who_and_when),
           TEST(signs_of_work_are_of_their_node), TEST(it_has_levels),
           TEST(it_has_words_for_each_place), TEST(nodes_that_hardly_work_are_idle),
           TEST(outliers_by_it_alone_are_not_told))
