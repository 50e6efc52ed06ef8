#include "check.h"

#include "analysis_fixture.h"

/* 2020-12-25 22:00 UTC, in hours that pass midnight. */
#define START 1608933600.0

enum { SAMPLES = 240 }; /* one a minute: to 02:00 of the next day */

static const char *finding(const struct fixture *f, size_t row)
{
    return fixture_text(f, "findings", row, "finding");
}

static size_t row_of(const struct fixture *f, const char *section)
{
    size_t rows = fixture_rows(f, "findings"), row = 0;
    while (row < rows && strcmp(fixture_text(f, "findings", row, "section"), section) != 0)
        row++;
    return row;
}

struct shape {
    double level;    /* what the node has, but for a little noise that is its own */
    double away;     /* what it has instead */
    int from, until; /* of these samples */
};

static void add_node(struct fixture *f, const char *metric, int node, struct shape shape)
{
    double times[SAMPLES], values[SAMPLES];
    char name[32];
    snprintf(name, sizeof name, "n%d", node);
    for (int i = 0; i < SAMPLES; i++) {
        double noise = 1 + 0.01 * ((node * 7 + i * 5) % 12 - 5.5) / 5.5;
        times[i] = START + 60 * i;
        values[i] = i >= shape.from && i < shape.until ? shape.away : shape.level * noise;
    }
    fixture_series(f, metric, name, times, SAMPLES, values, SAMPLES);
}

static void add_nodes(struct fixture *f, const char *metric, const char *unit, const char *label,
                      double level, int odd, struct shape shape)
{
    struct metric *added = fixture_metric(f, metric, unit, METRIC_LEVEL);
    added->label = label;
    for (int node = 0; node < 12; node++)
        add_node(f, metric, node, node == odd ? shape : (struct shape){.level = level});
}

static void where_nothing_stands_out_that_is_said_with_numbers(void)
{
    struct fixture f;
    fixture_init(&f);
    add_nodes(&f, "cpu_load", "", "CPU load", 20, -1, (struct shape){0});
    fixture_run(&f);
    CHECK_INT(fixture_rows(&f, "findings"), 1);
    CHECK_TEXT(fixture_text(&f, "findings", 0, "level"), "good");
    CHECK_TEXT(finding(&f, 0),
               "No findings: load is balanced over the 12 nodes (largest variation: CPU load, 0 "
               "%). CPU load shows no idle phase and no sample is missing.");
    fixture_release(&f);
}

static void a_node_that_falls_behind_is_named_with_its_time(void)
{
    struct fixture f;
    fixture_init(&f);
    add_nodes(&f, "mem_bw", "B/s", "Memory bandwidth", 60e9, 5,
              (struct shape){60e9, 20e9, 130, SAMPLES});
    fixture_run(&f);
    CHECK_TEXT(finding(&f, 0),
               "Memory bandwidth of n5 is on average 31 % below the median node's (38.8 GiB/s vs "
               "55.9 GiB/s). It differs from 2020-12-26 00:09 to the end.");
    CHECK_TEXT(fixture_text(&f, "findings", 0, "level"), "warn");
    CHECK_TEXT(fixture_text(&f, "findings", 0, "section"), "mem_bw");
    CHECK_NEAR(fixture_number(&f, "findings", "section", "mem_bw", NULL, NULL, "value"), -0.306,
               0.01);
    fixture_release(&f);
}

/* The mean told is that of the run, not of the time in which the node differs. */
static void a_node_that_differs_for_a_time_is_told_with_its_mean_over_the_run(void)
{
    struct fixture f;
    fixture_init(&f);
    add_nodes(&f, "mem_bw", "B/s", "Memory bandwidth", 60e9, 5, (struct shape){60e9, 0, 60, 180});
    fixture_run(&f);
    CHECK_TEXT(finding(&f, 0),
               "Memory bandwidth of n5 is on average 50 % below the median node's (27.9 GiB/s vs "
               "55.9 GiB/s). It differs from 2020-12-25 22:59 to 2020-12-26 00:59.");
    fixture_release(&f);
}

static void several_metrics_of_a_node_are_one_finding(void)
{
    struct fixture f;
    const struct shape half = {.level = 0.5}, half_power = {.level = 80};
    fixture_init(&f);
    add_nodes(&f, "cpu_load", "", "CPU load", 1, 5, half);
    add_nodes(&f, "rapl_power", "W", "Processor power", 100, 5, half_power);
    fixture_run(&f);
    CHECK_INT(fixture_rows(&f, "findings"), 1);
    CHECK_TEXT(finding(&f, 0),
               "CPU load of n5 is on average 50 % below the median node's (0.5 vs 1) for the whole "
               "run. The node also differs in processor power (20 % below).");
    fixture_release(&f);
}

/* Names are cut where they are long; what is said of them is not. */
static void a_sentence_is_never_cut(void)
{
    struct fixture f;
    const struct shape late = {60e9, 20e9, 130, SAMPLES};
    fixture_init(&f);
    const char *metrics[] = {"mem_bw", "mem_read", "mem_write"};
    const char *labels[] = {"Memory bandwidth of both sockets together as measured",
                            "Memory read rate of both sockets together as measured",
                            "Memory write rate of both sockets together as measured"};
    for (int i = 0; i < 3; i++)
        add_nodes(&f, metrics[i], "retired instructions/s", labels[i], 60e9, 5, late);
    fixture_run(&f);
    CHECK(strlen(finding(&f, 0)) > 240);
    CHECK(strstr(finding(&f, 0), "It differs from 2020-12-26 00:09 to the end. The node also "
                                 "differs in memory read rate") != NULL);
    CHECK(strstr(finding(&f, 0), "(31 % below) and 1 more metric.") != NULL);
    fixture_release(&f);
}

static void several_nodes_of_a_metric_are_one_finding(void)
{
    struct fixture f;
    fixture_init(&f);
    fixture_metric(&f, "cpu_load", "", METRIC_LEVEL)->label = "CPU load";
    for (int node = 0; node < 16; node++)
        add_node(&f, "cpu_load", node, (struct shape){.level = node < 2 ? 5 + node : 20});
    fixture_run(&f);
    CHECK_INT(fixture_rows(&f, "findings"), 1);
    CHECK_TEXT(finding(&f, 0),
               "2 nodes differ in CPU load from the median node (20): n0 75 % below "
               "and n1 70 % below.");
    fixture_release(&f);
}

static void an_idle_phase_is_told_with_its_times(void)
{
    struct fixture f;
    fixture_init(&f);
    fixture_metric(&f, "cpu_load", "", METRIC_LEVEL)->label = "CPU load";
    for (int node = 0; node < 3; node++)
        add_node(&f, "cpu_load", node, (struct shape){20, 0, 60, 90});
    fixture_run(&f);
    CHECK_TEXT(
        finding(&f, 0),
        "All nodes were idle from 2020-12-25 23:00 to 23:30 (30 min, 13 % of the run): CPU load "
        "below 2 % of its p95.");
    CHECK_TEXT(fixture_text(&f, "findings", 0, "level"), "warn");
    fixture_release(&f);
}

static void times_of_one_day_need_no_date(void)
{
    struct fixture f;
    double times[SAMPLES], values[SAMPLES];
    fixture_init(&f);
    for (int i = 0; i < SAMPLES; i++) {
        times[i] = START - 6 * 3600 + 60 * i;
        values[i] = i >= 60 && i < 90 ? 0 : 20;
    }
    SERIES(&f, "cpu_load", "n1", times, values);
    fixture_run(&f);
    CHECK_TEXT(finding(&f, 0),
               "n1 was idle from 17:00 to 17:30 (30 min, 13 % of the run): cpu_load below "
               "2 % of its p95.");
    fixture_release(&f);
}

static void uneven_work_is_told(void)
{
    struct fixture f;
    const double levels[] = {10, 14, 18, 22};
    fixture_init(&f);
    fixture_metric(&f, "cpu_load", "", METRIC_LEVEL)->label = "CPU load";
    for (int node = 0; node < 4; node++)
        add_node(&f, "cpu_load", node, (struct shape){.level = levels[node]});
    fixture_run(&f);
    CHECK_TEXT(finding(&f, 0),
               "Nodes vary by 32 % in CPU load (coefficient of variation): 10 on n0, 22 on n3.");
    CHECK_TEXT(fixture_text(&f, "findings", 0, "level"), "warn");
    fixture_release(&f);
}

/* The same load, measured of the job and of the whole machine, is one finding. */
static void load_is_told_once_in_cores(void)
{
    struct fixture f;
    fixture_init(&f);
    fixture_metric(&f, "cpu_percent", "%", METRIC_LEVEL)->label = "CPU load";
    fixture_metric(&f, "cpu_percent_sys", "%", METRIC_LEVEL)->label = "CPU load (system)";
    for (int node = 0; node < 6; node++) {
        double half = node == 3 ? 0.5 : 1;
        add_node(&f, "cpu_percent", node, (struct shape){.level = 2149 * half});
        add_node(&f, "cpu_percent_sys", node, (struct shape){.level = 67.15 * half});
    }
    fixture_run(&f);
    CHECK_TEXT(finding(&f, 0), "CPU load of n3 is on average 50 % below the median node's (10.7 of "
                               "about 32 cores busy vs 21.5 of about 32) for the whole run.");
    CHECK_INT(fixture_rows(&f, "findings"), 1);
    CHECK_NEAR(fixture_number(&f, "nodes", "node", "n3", NULL, NULL, "cores"), 32, 0);
    fixture_release(&f);
    fixture_init(&f);
    fixture_metric(&f, "cpu_percent", "%", METRIC_LEVEL)->label = "CPU load";
    fixture_metric(&f, "cpu_percent_sys", "%", METRIC_LEVEL)->label = "CPU load (system)";
    for (int node = 0; node < 4; node++) {
        add_node(&f, "cpu_percent", node, (struct shape){.level = 2000 + 320 * node});
        add_node(&f, "cpu_percent_sys", node, (struct shape){.level = 62.5 + 10 * node});
    }
    fixture_run(&f);
    CHECK_TEXT(finding(&f, 0), "Nodes vary by 17 % in CPU load (coefficient of variation): 20 of "
                               "about 32 cores busy on n0, 29.6 of about 32 on n3.");
    fixture_release(&f);
}

/* Two nodes under the same load did the same work, whatever they drew for it. */
static void equal_load_is_not_to_be_distributed(void)
{
    struct fixture f;
    fixture_init(&f);
    fixture_metric(&f, "cpu_load", "", METRIC_LEVEL)->label = "CPU load";
    fixture_metric(&f, "rapl_power", "W", METRIC_LEVEL)->label = "Processor power";
    for (int node = 0; node < 2; node++) {
        add_node(&f, "cpu_load", node, (struct shape){.level = 20});
        add_node(&f, "rapl_power", node, (struct shape){.level = 100 + 40 * node});
    }
    fixture_run(&f);
    CHECK_TEXT(finding(&f, 0), "Nodes vary by 24 % in processor power (coefficient of variation): "
                               "100 W on n0, 140 W on n1.");
    CHECK_TEXT(fixture_text(&f, "findings", 0, "advice"),
               "compare the hardware and settings of n0 and n1: their load varies by only 0 %");
    fixture_release(&f);
    fixture_init(&f); /* two measures of the load disagree: it is not equal */
    fixture_metric(&f, "cpu_percent", "%", METRIC_LEVEL);
    fixture_metric(&f, "cpu_percent_sys", "%", METRIC_LEVEL);
    for (int node = 0; node < 2; node++) {
        add_node(&f, "cpu_percent", node, (struct shape){.level = 2000});
        add_node(&f, "cpu_percent_sys", node, (struct shape){.level = 50 + 20 * node});
    }
    fixture_run(&f);
    CHECK_TEXT(fixture_text(&f, "findings", 0, "advice"), "distribute the work more evenly");
    fixture_release(&f);
}

static void one_node_with_fewer_samples_is_told_as_one(void)
{
    struct fixture f;
    const struct shape gap = {.level = 20, .away = NAN, .from = 100, .until = 124};
    fixture_init(&f);
    add_nodes(&f, "cpu_load", "", "CPU load", 20, 3, gap);
    fixture_run(&f);
    CHECK_TEXT(finding(&f, row_of(&f, "data")), "n3 is missing 10 % of its samples.");
    fixture_release(&f);
}

/* The node was sampled all the time: only one of its metrics could not be read, and of another a
 * few samples are missing. */
static void a_metric_that_is_missing_on_a_node_is_named(void)
{
    struct fixture f;
    const struct shape gap = {.level = 20, .away = NAN, .from = 100, .until = 196};
    fixture_init(&f);
    add_nodes(&f, "cpu_load", "", "CPU load", 20, -1, (struct shape){0});
    add_nodes(&f, "memory_bw", "B/s", "memory bandwidth", 20, 3, gap);
    const struct shape few = {.level = 20, .away = NAN, .from = 100, .until = 104};
    add_nodes(&f, "net_bw", "B/s", "network traffic", 20, 3, few);
    fixture_run(&f);
    size_t row = 0;
    while (row < fixture_rows(&f, "findings") && !strstr(finding(&f, row), "is missing"))
        row++;
    CHECK_TEXT(finding(&f, row), "n3 is missing 40 % of its samples of memory bandwidth.");
    CHECK_TEXT(fixture_text(&f, "findings", row, "level"), "warn");
    CHECK_TEXT(fixture_text(&f, "findings", row, "section"), "memory_bw");
    fixture_release(&f);
}

/* Where several nodes lack samples, none is named as if it were alone. */
static void nodes_that_lack_samples_of_a_metric_are_counted(void)
{
    for (int lacking = 2; lacking <= 3; lacking++) {
        struct fixture f;
        double times[200], values[200];
        fixture_init(&f);
        for (int node = 0; node < 3; node++) {
            char name[8];
            snprintf(name, sizeof name, "n%d", node);
            for (int i = 0; i < 200; i++) {
                times[i] = 30 * i;
                values[i] = node < lacking && i >= 100 && i < 130 + 10 * node ? NAN : 20;
            }
            fixture_flat(&f, "memory_used", name, 200, 30, 5);
            fixture_flat(&f, "net_bw", name, 200, 30, 5);
            fixture_flat(&f, "cpu_user", name, 200, 30, 5);
            fixture_flat(&f, "ib_bw", name, 200, 30, 5);
            fixture_flat(&f, "disk_bw", name, 200, 30, 5);
            SERIES(&f, "cpu_load", name, times, values);
        }
        fixture_run(&f);
        size_t row = 0;
        while (row < fixture_rows(&f, "findings") && !strstr(finding(&f, row), " missing "))
            row++;
        CHECK_TEXT(finding(&f, row),
                   lacking == 3 ? "All 3 nodes are missing 15 % to 25 % of their samples of "
                                  "cpu_load, n2 most."
                                : "2 of 3 nodes are missing 15 % to 20 % of their samples of "
                                  "cpu_load, n1 most.");
        fixture_release(&f);
    }
}

static void missing_samples_and_silent_nodes_are_told(void)
{
    struct fixture f;
    fixture_init(&f);
    f.dataset.facts.start = 0;
    f.dataset.facts.end = 1000;
    fixture_flat(&f, "memory", "n1", 101, 10, 5);
    fixture_flat(&f, "memory", "n2", 51, 10, 5);
    f.dataset.nodes[dataset_node(&f.dataset, "n3")].listed = true;
    fixture_run(&f);
    CHECK_INT(fixture_rows(&f, "findings"), 2);
    CHECK_TEXT(finding(&f, 0), "Node n3 has no samples.");
    CHECK_TEXT(fixture_text(&f, "findings", 0, "level"), "bad");
    CHECK_TEXT(finding(&f, 1),
               "n2 has no samples from 8 min 30 s after the start to the end (50 % of "
               "the run), while 1 other has them.");
    fixture_release(&f);
}

/* Of several nodes the one that begins last, and the one that ends first. */
static void the_latest_and_the_earliest_node_are_named(void)
{
    struct fixture f;
    double times[101], values[101];
    fixture_init(&f);
    for (int i = 0; i <= 100; i++) {
        times[i] = 10 * i;
        values[i] = 5;
    }
    fixture_series(&f, "memory", "n1", times, 101, values, 101);
    fixture_series(&f, "memory", "n2", times + 20, 81, values, 81);
    fixture_series(&f, "memory", "n3", times + 40, 61, values, 61);
    fixture_series(&f, "memory", "n4", times, 51, values, 51);
    fixture_series(&f, "memory", "n5", times, 31, values, 31);
    fixture_run(&f);
    CHECK_TEXT(finding(&f, 0),
               "n5 has no samples from 5 min 10 s after the start to the end (69 % of the run), "
               "while 3 others have them. Samples of 1 more node stop too.");
    CHECK_TEXT(finding(&f, 1),
               "Samples of 2 of 5 nodes begin late, those of n3 6 min 40 s after the first.");
    fixture_release(&f);
}

static void full_memory_is_told(void)
{
    struct fixture f;
    fixture_init(&f);
    fixture_metric(&f, "memory_percent", "%", METRIC_LEVEL);
    fixture_flat(&f, "memory_percent", "n1", 10, 10, 40);
    fixture_flat(&f, "memory_percent", "n2", 10, 10, 95.5);
    fixture_run(&f);
    size_t row = row_of(&f, "memory_percent");
    CHECK_TEXT(finding(&f, row), "Memory of n2 was nearly full: up to 96 % in use.");
    CHECK_TEXT(fixture_text(&f, "findings", row, "level"), "warn");
    fixture_release(&f);
}

static void low_load_is_told_where_the_processors_are_known(void)
{
    struct fixture f;
    fixture_init(&f);
    fixture_metric(&f, "cpu_percent", "%", METRIC_LEVEL)->label = "Cores kept busy";
    fixture_flat(&f, "cpu_percent", "n1", 10, 10, 800);
    dataset_add_hardware(&f.dataset, "n1", "lscpu.CPU(s)", "64");
    fixture_run(&f);
    CHECK_TEXT(finding(&f, 0), "Low CPU load: on average 8 of 64 cores were busy (13 %).");
    fixture_release(&f);
}

/* n1 has the load in 8 of its 64 cores for so many of 100 samples, then rests. */
static void add_low_load(struct fixture *f, int samples)
{
    double times[100], values[100];
    for (int i = 0; i < 100; i++) {
        times[i] = 60 * i;
        values[i] = i < samples ? 8 : 0;
    }
    fixture_init(f);
    fixture_metric(f, "cpu_load", "", METRIC_LEVEL)->label = "CPU load";
    fixture_series(f, "cpu_load", "n1", times, 100, values, 100);
    dataset_add_hardware(&f->dataset, "n1", "lscpu.CPU(s)", "64");
}

static const char *level_and_advice(struct fixture *f, const char *start)
{
    static char text[200];
    size_t row = 0;
    fixture_run(f);
    while (row < fixture_rows(f, "findings") && strncmp(finding(f, row), start, strlen(start)) != 0)
        row++;
    if (row >= fixture_rows(f, "findings"))
        return "none";
    const char *advice = fixture_text(f, "findings", row, "advice");
    snprintf(text, sizeof text, "%s: %s", fixture_text(f, "findings", row, "level"),
             advice ? advice : "");
    return text;
}

/* More tasks per node are no remedy for a node that idles, or whose memory is full. */
static void low_load_that_another_trouble_explains_has_no_advice(void)
{
    struct fixture f;
    add_low_load(&f, 100);
    CHECK_TEXT(level_and_advice(&f, "Low CPU load: on average 8 of 64"),
               "warn: request fewer cores, or run more tasks per node");
    fixture_release(&f);
    add_low_load(&f, 50);
    CHECK_TEXT(level_and_advice(&f, "Low CPU load: on average 4 of 64"), "note: ");
    fixture_release(&f);
    add_low_load(&f, 100);
    fixture_metric(&f, "memory_percent", "%", METRIC_LEVEL);
    fixture_flat(&f, "memory_percent", "n1", 100, 60, 98);
    CHECK_TEXT(level_and_advice(&f, "Low CPU load: on average 8 of 64"), "note: ");
    fixture_release(&f);
}

static void a_contradiction_in_the_input_is_told(void)
{
    struct fixture f;
    fixture_init(&f);
    fixture_flat(&f, "ipc", "n1", 10, 10, 1.5);
    dataset_add_published(&f.dataset, (struct published_statistic){"ipc", NULL, "avg", 1.54, 0.01});
    dataset_add_published(&f.dataset, (struct published_statistic){"ipc", NULL, "max", 0.51, 0.01});
    fixture_run(&f);
    CHECK_TEXT(finding(&f, 0), "Statistics of ipc in the source contradict each other: the average "
                               "1.54 is above the maximum 0.51.");
    CHECK_TEXT(fixture_text(&f, "findings", 0, "section"), "data");
    fixture_release(&f);
}

/* What hardly amounts to anything beside the metrics of its unit is not told. */
static void trifles_are_not_told(void)
{
    struct fixture f;
    const struct shape triple = {.level = 3e5};
    fixture_init(&f);
    add_nodes(&f, "flops_any", "F/s", NULL, 2e11, -1, (struct shape){0});
    add_nodes(&f, "flops_dp", "F/s", NULL, 1e5, 5, triple);
    fixture_run(&f);
    CHECK_INT(fixture_rows(&f, "outlier_nodes"), 1);
    CHECK_TEXT(fixture_text(&f, "findings", 0, "level"), "good");
    fixture_release(&f);
}

static void hostile_names_make_no_long_sentence(void)
{
    struct fixture f;
    char name[5000];
    fixture_init(&f);
    memset(name, 'x', sizeof name);
    name[sizeof name - 1] = '\0';
    memcpy(name, "<b>\n\xff", 5);
    for (int i = 0; i < 6; i++) {
        name[10] = (char)('a' + i);
        fixture_flat(&f, name + 1, name, 50, 10, i == 3 ? 1 : 10);
    }
    fixture_run(&f);
    const char *text = finding(&f, 0);
    CHECK(strlen(text) < 300 && !strchr(text, '\n') && !strchr(text, '\xff'));
    fixture_release(&f);
}

static bool levels_fall(const struct fixture *f)
{
    static const char *const levels[] = {"bad", "warn", "note", "good"};
    size_t level = 0;
    for (size_t row = 0; row < fixture_rows(f, "findings"); row++)
        while (strcmp(levels[level], fixture_text(f, "findings", row, "level")) != 0)
            if (++level == sizeof levels / sizeof levels[0])
                return false;
    return true;
}

static void all_are_kept_the_most_urgent_first(void)
{
    struct fixture f;
    fixture_init(&f);
    f.dataset.facts.start = 0;
    f.dataset.facts.end = 4000;
    for (int i = 0; i < 12; i++) {
        char name[32];
        snprintf(name, sizeof name, "n%d", i);
        fixture_flat(&f, "cpu_load", name, 200, 10, i == 1 ? 2 : i == 2 ? 3 : 10);
        fixture_flat(&f, "ipc", name, 200, 10, i == 3 ? 2 : 1);
        fixture_flat(&f, "mem_bw", name, 200, 10, i == 4 ? 2 : 1);
        fixture_flat(&f, "clock", name, 200, 10, 1 + i);
        fixture_flat(&f, "memory_percent", name, 200, 10, 99);
    }
    dataset_add_hardware(&f.dataset, "n1", "CPU(s)", "64");
    f.dataset.nodes[dataset_node(&f.dataset, "silent")].listed = true;
    diagnostics_reject(f.diagnostics, (struct place){"a", 1, 0}, "x", "not a number");
    fixture_run(&f);
    CHECK(fixture_rows(&f, "findings") > 6);
    CHECK(levels_fall(&f));
    CHECK_TEXT(finding(&f, 0), "Node silent has no samples.");
    CHECK_TEXT(fixture_text(&f, "findings", 1, "section"), "memory_percent");
    CHECK_TEXT(fixture_text(&f, "findings", 1, "level"), "bad");
    fixture_release(&f);
}

CHECK_MAIN(TEST(where_nothing_stands_out_that_is_said_with_numbers),
           TEST(a_node_that_falls_behind_is_named_with_its_time),
           TEST(a_node_that_differs_for_a_time_is_told_with_its_mean_over_the_run),
           TEST(several_metrics_of_a_node_are_one_finding), TEST(a_sentence_is_never_cut),
           TEST(several_nodes_of_a_metric_are_one_finding),
           TEST(an_idle_phase_is_told_with_its_times), TEST(times_of_one_day_need_no_date),
           TEST(uneven_work_is_told), TEST(missing_samples_and_silent_nodes_are_told),
           TEST(the_latest_and_the_earliest_node_are_named), TEST(load_is_told_once_in_cores),
           TEST(equal_load_is_not_to_be_distributed),
           TEST(one_node_with_fewer_samples_is_told_as_one),
           TEST(a_metric_that_is_missing_on_a_node_is_named),
           TEST(nodes_that_lack_samples_of_a_metric_are_counted), TEST(full_memory_is_told),
           TEST(low_load_is_told_where_the_processors_are_known),
           TEST(low_load_that_another_trouble_explains_has_no_advice),
           TEST(a_contradiction_in_the_input_is_told), TEST(trifles_are_not_told),
           TEST(hostile_names_make_no_long_sentence), TEST(all_are_kept_the_most_urgent_first))
