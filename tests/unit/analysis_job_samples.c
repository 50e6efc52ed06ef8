/* Which samples are of jobs, by records of a resource manager. */
#include "analysis/nodes/combined.h"
#include "analysis_fixture.h"

#include "analysis/job_samples.h"
#include "check.h"
#include "util/number.h"

static const double DAY = 1762905600, HOUR = 3600; /* 2025-11-12 00:00:00 */

static void text(struct records *records, int column, const char *value)
{
    records_put_text(records, column, value, strlen(value));
}

/* From and to in hours of the day; NaN: not said. nodes NULL: not said. */
static void add_job(struct fixture *f, enum record_ending ending, double from, double to,
                    const char *nodes)
{
    struct records *records = dataset_records(&f->dataset);
    if (!records->source_count) {
        records_begin_source(records, "sacct.txt");
        records_mark_queue(records);
    }
    records_add(records);
    records_put_ending(records, ending);
    records_put_number(records, RECORD_START_COLUMN, DAY + from * HOUR);
    records_put_number(records, RECORD_END_COLUMN, DAY + to * HOUR);
    if (nodes && strpbrk(nodes, "[,"))
        text(records, records_attribute(records, RECORD_NODE_LIST, RECORD_TEXT), nodes);
    else if (nodes)
        text(records, RECORD_NODE_COLUMN, nodes);
}

/* Of the node from minute to minute of the day, one each. */
static void add_minutes(struct fixture *f, const char *node, int from, int to)
{
    enum { MOST = 24 * 60 + 1 };
    double times[MOST], values[MOST];
    size_t count = 0;
    for (int minute = from; minute <= to; minute++) {
        times[count] = DAY + minute * 60;
        values[count++] = minute;
    }
    fixture_series(f, "load", node, times, count, values, count);
    dataset_add_sampled(&f->dataset,
                        (struct sampled_input){"nodes.csv", times[0], times[count - 1]});
}

/* From hour to hour. */
static void add_samples(struct fixture *f, const char *node, int from, int to)
{
    add_minutes(f, node, from * 60, to * 60);
}

static size_t left_out(const struct fixture *f)
{
    size_t count = 0;
    for (size_t i = 0; i < diagnostics_count(f->diagnostics); i++)
        count += diagnostics_at(f->diagnostics, i)->omitted;
    return count;
}

/* "cn1 600-720 cn2 600-720": each node with the minutes of its samples. */
static const char *kept(struct fixture *f)
{
    const char *words = "";
    job_samples_keep(&f->dataset, f->diagnostics);
    for (size_t i = 0; i < f->dataset.series_count; i++) {
        const struct series *series = &f->dataset.series[i];
        const char *gap = *words ? " " : "";
        words = arena_format(&f->arena, "%s%s%s", words, gap, f->dataset.nodes[series->node].name);
        for (size_t k = 0, first = 0; k < series->timeline->count; k++) {
            bool ends = k + 1 == series->timeline->count ||
                        series->timeline->times[k + 1] - series->timeline->times[k] > 60;
            if (!ends)
                continue;
            words = arena_format(&f->arena, "%s %.0f-%.0f", words, series->values[first],
                                 series->values[k]);
            first = k + 1;
        }
    }
    return words;
}

#define CHECK_KEPT(fixture, expected)                                                              \
    do {                                                                                           \
        CHECK_TEXT(kept(&(fixture)), expected);                                                    \
        fixture_release(&(fixture));                                                               \
    } while (0)

static struct fixture job_of(enum record_ending ending, double from, double to, const char *nodes)
{
    struct fixture f;
    fixture_init(&f);
    add_job(&f, ending, from, to, nodes);
    add_samples(&f, "cn1", 8, 14);
    add_samples(&f, "cn2", 8, 14);
    return f;
}

static void samples_of_other_times_are_left_out(void)
{
    struct fixture f = job_of(ENDING_SUCCEEDED, 10, 12, "cn[1-2]");
    CHECK_TEXT(kept(&f), "cn1 600-720 cn2 600-720");
    CHECK_INT(left_out(&f), 480);
    CHECK_TEXT(diagnostics_at(f.diagnostics, 0)->reason,
               "samples of 2 nodes before 2025-11-12 10:00:00, when the job started, and after "
               "2025-11-12 12:00:00, when it ended, are left out");
    fixture_release(&f);
}

/* The job of node metrics, as their meta.json names it. */
static void add_sampled_job(struct fixture *f, const char *id, double from, double to,
                            const char *node)
{
    f->dataset.facts.job_id = id;
    f->dataset.facts.start = DAY + from * HOUR;
    f->dataset.facts.end = DAY + to * HOUR;
    dataset_add_job(&f->dataset, (struct sampled_job){.id = id,
                                                      .hosts = &node,
                                                      .host_count = 1,
                                                      .first = f->dataset.facts.start,
                                                      .last = f->dataset.facts.end});
}

/* Of a job that its meta.json and its record name, by its id, or by its node and times. */
static void a_job_that_two_sources_name_is_one(void)
{
    static const struct {
        const char *recorded, *sampled;
        double from;
        const char *who;
    } cases[] = {
        {"101", "101", 10, "the job did not use"},
        {"101@alpha", "101", 10, "the job did not use"},
        {"101", "101", 10.5, "the job did not use"}, /* it waited for its nodes to boot */
        {"99_4", "101", 10, "the job did not use"},  /* of an array */
        {"102", "101", 10.5, "no job used"},
        {"1010", "101", 10.5, "no job used"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct fixture f = job_of(ENDING_SUCCEEDED, 10, 12, "cn2");
        text(f.dataset.records, RECORD_ID_COLUMN, cases[i].recorded);
        add_sampled_job(&f, cases[i].sampled, cases[i].from, 12, "cn2");
        CHECK_TEXT(kept(&f), "cn2 600-720");
        char reason[128];
        snprintf(reason, sizeof reason, "samples of 1 node that %s are left out: cn1",
                 cases[i].who);
        CHECK_TEXT(diagnostics_at(f.diagnostics, 0)->reason, reason);
        fixture_release(&f);
    }
}

/* It is of the minute before, of which the job had 30 s. */
static void the_sample_of_the_last_interval_is_kept(void)
{
    struct fixture f = job_of(ENDING_SUCCEEDED, 10, 12 + 30 / HOUR, "cn[1-2]");
    CHECK_KEPT(f, "cn1 600-721 cn2 600-721");
}

static void samples_of_other_nodes_are_left_out(void)
{
    struct fixture f = job_of(ENDING_SUCCEEDED, 8, 14, "cn2");
    dataset_add_hardware(&f.dataset, "cn1", "cpu", "old");
    dataset_add_hardware(&f.dataset, "cn2", "cpu", "new");
    CHECK_TEXT(kept(&f), "cn2 480-840");
    CHECK_INT(f.dataset.node_count, 1);
    CHECK_INT(f.dataset.hardware_count, 1);
    CHECK_TEXT(f.dataset.hardware[0].value, "new");
    CHECK_TEXT(diagnostics_at(f.diagnostics, 0)->reason,
               "samples of 1 node that the job did not use are left out: cn1");
    fixture_release(&f);
}

static void jobs_need_not_say_all(void)
{
    struct fixture running = job_of(ENDING_UNFINISHED, 10, NUMBER_MISSING, "cn1"),
                   anywhere = job_of(ENDING_SUCCEEDED, 10, 12, NULL),
                   some_time = job_of(ENDING_SUCCEEDED, NUMBER_MISSING, 12, "cn1"),
                   waiting = job_of(ENDING_UNFINISHED, NUMBER_MISSING, NUMBER_MISSING, NULL);
    CHECK_KEPT(running, "cn1 600-840");
    CHECK_KEPT(anywhere, "cn1 600-720 cn2 600-720");
    CHECK_KEPT(some_time, "cn1 480-840 cn2 480-840");
    CHECK_KEPT(waiting, "cn1 480-840 cn2 480-840");
}

/* Elapsed of a job that runs is up to when sacct was asked. */
static void a_running_job_has_no_end(void)
{
    struct fixture f = job_of(ENDING_UNFINISHED, 10, NUMBER_MISSING, "cn1");
    records_put_number(f.dataset.records, RECORD_ELAPSED_COLUMN, HOUR);
    CHECK_KEPT(f, "cn1 600-840");
}

static void nodes_are_of_each_of_several_jobs(void)
{
    struct fixture f = job_of(ENDING_SUCCEEDED, 9, 10, "cn[1-2]");
    add_job(&f, ENDING_FAILED, 11, 12, "cn1");
    add_job(&f, ENDING_SUCCEEDED, 11.5, 13, "cn1");
    add_samples(&f, "cn3", 8, 14);
    CHECK_TEXT(kept(&f), "cn1 540-600 660-780 cn2 540-600");
    CHECK_INT(f.dataset.nodes[0].held_count, 2);
    CHECK_NEAR(f.dataset.nodes[0].held[1].end, DAY + 13 * HOUR, 0);
    CHECK_TEXT(diagnostics_at(f.diagnostics, 0)->reason,
               "samples of 1 node that no job used are left out: cn3");
    CHECK_TEXT(diagnostics_at(f.diagnostics, 1)->reason,
               "samples of 2 nodes when no job used them are left out");
    fixture_release(&f);
}

static void nodes_may_be_called_otherwise(void)
{
    struct fixture f = job_of(ENDING_SUCCEEDED, 10, 12, "cn1.hpc.example"),
                   parts = job_of(ENDING_SUCCEEDED, 10, 12, "cn1@alpha,cn2@alpha"),
                   others = job_of(ENDING_SUCCEEDED, 10, 12, "d[201-202]");
    add_samples(&f, "gpu-0.cn1", 9, 11);
    add_samples(&f, "gpu-0.cn2", 9, 11);
    add_samples(&f, "10.0.0.1", 9, 11);
    CHECK_KEPT(f, "cn1 600-720 gpu-0.cn1 600-660 10.0.0.1 600-660");
    CHECK_KEPT(parts, "cn1 600-720 cn2 600-720");
    CHECK_KEPT(others, "cn1 600-720 cn2 600-720");
}

/* Of another day; by one hour apart, as zones are; of a node that no sample is of at that time. */
static void nothing_is_left_out_of_other_runs(void)
{
    struct fixture later = job_of(ENDING_SUCCEEDED, 15, 16, "cn1"),
                   zone = job_of(ENDING_SUCCEEDED, 9, 15, "cn1"), none;
    fixture_init(&none);
    add_job(&none, ENDING_SUCCEEDED, 8, 9, "cn1");
    add_job(&none, ENDING_SUCCEEDED, 11, 12, "cn2");
    add_samples(&none, "cn1", 10, 13);
    CHECK_KEPT(later, "cn1 480-840 cn2 480-840");
    CHECK_KEPT(zone, "cn1 480-840 cn2 480-840");
    CHECK_KEPT(none, "cn1 600-780");
}

enum naive { NONE = 0, TASKS = 1, SAMPLES = 2 };

/* What is left out of samples of these minutes; the job ran from hour to hour. */
static int left_out_of(enum naive naive, double from, double to, int first, int last)
{
    struct fixture f;
    fixture_init(&f);
    add_job(&f, ENDING_SUCCEEDED, from, to, "cn1");
    add_minutes(&f, "cn1", first, last);
    dataset_add_read(&f.dataset,
                     (struct read_input){.path = "sacct.txt", .has_naive_times = naive & TASKS});
    dataset_add_read(&f.dataset,
                     (struct read_input){.path = "nodes.csv", .has_naive_times = naive & SAMPLES});
    job_samples_keep(&f.dataset, f.diagnostics);
    int count = (int)left_out(&f);
    fixture_release(&f);
    return count;
}

/* The job ran from 9 to 13. */
static void nothing_is_left_out_of_another_zone(void)
{
    static const struct {
        int first, last; /* after its start, before its end: min */
    } edges[] = {{-10, -10}, {0, -30}, {5, 5}, {30, 0}, {0, 60}};
    for (size_t i = 0; i < sizeof edges / sizeof edges[0]; i++) {
        int first = 540 + edges[i].first, last = 780 - edges[i].last;
        CHECK_INT(left_out_of(TASKS, 11, 15, first, last), 0);
        CHECK_INT(left_out_of(SAMPLES, 9, 13, first - 240, last - 240), 0);
        CHECK_INT(left_out_of(TASKS, 14.75, 18.75, first, last), 0);
        CHECK(left_out_of(NONE, 11, 15, first, last) > 0);
    }
    /* A day, of which an hour is less than the slack would be. */
    CHECK_INT(left_out_of(TASKS, 1, 22, 5, 1255), 0);
}

/* What ran elsewhere does not hide that samples of cn1 are hours off. */
static void jobs_on_nodes_without_samples_do_not_count(void)
{
    struct fixture f;
    fixture_init(&f);
    add_job(&f, ENDING_SUCCEEDED, -40, -30, "cn5");
    add_job(&f, ENDING_SUCCEEDED, 11, 15, "cn1");
    add_job(&f, ENDING_SUCCEEDED, 40, 41, "cn6");
    add_minutes(&f, "cn1", 545, 775);
    dataset_add_read(&f.dataset, (struct read_input){.path = "sacct.txt", .has_naive_times = true});
    CHECK_KEPT(f, "cn1 545-775");
}

static void what_fits_as_it_is_has_no_other_zone(void)
{
    /* Samples begin an hour late, and end with the job or soon after it. */
    CHECK_INT(left_out_of(TASKS, 9, 13, 600, 780), 0);
    CHECK_INT(left_out_of(TASKS, 9, 13, 600, 800), 20);
    /* They begin an hour before the job and end with it, or an hour behind it. */
    CHECK_INT(left_out_of(TASKS, 9, 13, 480, 780), 60);
    CHECK_INT(left_out_of(TASKS, 9, 13, 480, 840), 120);
    /* They would begin long before it, in any zone. */
    CHECK_INT(left_out_of(TASKS, 11, 15, 520, 780), 140);
    /* By no difference that zones have; of most of a day. */
    CHECK_INT(left_out_of(TASKS, 11, 15, 515, 740), 145);
    CHECK_INT(left_out_of(TASKS, 11, 15, 60, 1380), 1080);
}

static void times_without_a_zone_are_told(void)
{
    struct fixture f = job_of(ENDING_SUCCEEDED, 10, 12, "cn[1-2]");
    dataset_add_read(&f.dataset, (struct read_input){.path = "x/sacct.txt"});
    dataset_add_read(&f.dataset, (struct read_input){.path = "sacct.txt", .has_naive_times = true});
    dataset_add_read(&f.dataset, (struct read_input){.path = "nodes.csv"});
    dataset_add_read(&f.dataset, (struct read_input){.path = "other.csv", .has_naive_times = true});
    CHECK_TEXT(kept(&f), "cn1 600-720 cn2 600-720");
    CHECK_TEXT(diagnostics_at(f.diagnostics, 0)->reason,
               "samples of 2 nodes before 2025-11-12 10:00:00, when the job started, and after "
               "2025-11-12 12:00:00, when it ended, are left out; the times of sacct.txt name no "
               "zone and were read as UTC");
    fixture_release(&f);
}

/* Workers of a queue in jobs of their own, of which there is no record. */
static void tables_of_tasks_beside_jobs_widen_them(void)
{
    struct fixture f = job_of(ENDING_SUCCEEDED, 10, 12, "cn1");
    struct records *records = f.dataset.records;
    for (int hour = 9; hour <= 11; hour += 2) {
        records_begin_source(records, "workers.log");
        records->sources[records->source_count - 1].run = 1;
        records_add(records);
        text(records, RECORD_NODE_COLUMN, "cn2");
        records_put_ending(records, ENDING_SUCCEEDED);
        records_put_number(records, RECORD_START_COLUMN, DAY + hour * HOUR);
        records_put_number(records, RECORD_END_COLUMN, DAY + (hour + 1) * HOUR);
    }
    CHECK_KEPT(f, "cn1 600-720 cn2 540-600 660-720");
}

/* Two jobs on cn1, then one on cn2: of the nodes each moment has one, and no counter leads from job
 * to job. */
static void nodes_count_while_jobs_held_them(void)
{
    struct fixture f;
    fixture_init(&f);
    struct metric *metric = fixture_metric(&f, "load", "B", METRIC_COUNTER);
    metric->combine = COMBINE_TOTAL;
    add_job(&f, ENDING_SUCCEEDED, 9, 10, "cn1");
    add_job(&f, ENDING_SUCCEEDED, 11, 12, "cn1");
    add_job(&f, ENDING_SUCCEEDED, 13, 14, "cn2");
    add_samples(&f, "cn1", 8, 15);
    add_samples(&f, "cn2", 8, 15);
    job_samples_keep(&f.dataset, f.diagnostics);
    fixture_signals(&f);
    const struct combined *combined = combined_of(&f.signals, 0);
    CHECK_INT(combined->slots, 301);
    CHECK_NEAR(combined->values[30], 1.0 / 60, 1e-12);
    CHECK_NEAR(combined->values[90], NUMBER_MISSING, 0);
    CHECK_NEAR(combined->values[270], 1.0 / 60, 1e-12);
    CHECK_INT(combined->nodes[90], 0);
    CHECK_INT(combined->nodes[270], 1);
    CHECK_NEAR(f.signals.items[0].total, 120, 1e-12);
    CHECK_NEAR(f.signals.items[1].total, 60, 1e-12);
    fixture_release(&f);
}

/* Samples of each minute cannot tell one from the other. */
static void jobs_right_behind_each_other_are_one_time(void)
{
    struct fixture f = job_of(ENDING_SUCCEEDED, 10, 11, "cn1");
    add_job(&f, ENDING_SUCCEEDED, 11 + 40 / HOUR, 12, "cn1");
    CHECK_TEXT(kept(&f), "cn1 600-720");
    CHECK_INT(f.dataset.nodes[0].held_count, 1);
    CHECK_NEAR(f.dataset.nodes[0].held[0].end, DAY + 12 * HOUR, 0);
    fixture_release(&f);
}

static void without_jobs_all_is_kept(void)
{
    struct fixture f;
    fixture_init(&f);
    add_samples(&f, "cn1", 8, 14);
    CHECK_KEPT(f, "cn1 480-840");
}

static void add_gpu_samples(struct activity *activity, const char *host, int from, int to)
{
    uint32_t number = activity_number(activity, host, strlen(host));
    uint32_t device = activity_device(activity, (struct activity_device){.serial = number});
    float values[DEVICE_METRICS];
    device_values_clear(values);
    for (int minute = from * 60; minute <= to * 60; minute++) {
        values[DEVICE_POWER] = (float)minute;
        activity_add_sample(
            activity, (struct device_sample){.time = minute * 60, .host = number, .device = device},
            values);
    }
    activity_add_fault(activity, (struct device_fault){.time = DAY + from * HOUR, .host = number});
    activity_add_place(activity, (struct device_place){.host = number, .device = device});
}

static void samples_of_gpus_are_left_out_alike(void)
{
    struct fixture f = job_of(ENDING_SUCCEEDED, 10, 12, "cn1");
    struct activity *activity = dataset_activity(&f.dataset);
    activity_begin_source(activity, "gpus.csv", ACTIVITY_CLOCK_UNIX);
    activity->sources[0].origin = DAY;
    add_gpu_samples(activity, "cn1", 8, 14);
    activity_begin_source(activity, "more.csv", ACTIVITY_CLOCK_UNIX);
    activity->sources[1].origin = DAY;
    add_gpu_samples(activity, "cn2", 8, 14);
    add_gpu_samples(activity, "cn1.hpc.example", 11, 13);
    kept(&f);
    CHECK_INT(activity->sample_count, 121 + 61);
    CHECK_INT(activity->sources[0].samples.count, 121);
    CHECK_INT(activity->sources[1].samples.first, 121);
    CHECK_INT(activity->sources[1].samples.count, 61);
    CHECK_NEAR(activity->samples[0].time, 10 * HOUR, 0);
    CHECK_NEAR((double)activity_value(activity, 0, DEVICE_POWER), 600, 0);
    CHECK_INT(activity->fault_count, 1);
    CHECK_INT(activity->sources[0].faults.count, 0);
    CHECK_INT(activity->sources[1].faults.first, 0);
    CHECK_INT(activity->sources[1].faults.count, 1);
    CHECK_INT(activity->place_count, 2);
    CHECK_TEXT(diagnostics_at(f.diagnostics, 2)->reason,
               "GPU samples of 1 node that the job did not use are left out: cn2");
    fixture_release(&f);
}

CHECK_MAIN(TEST(samples_of_other_times_are_left_out), TEST(the_sample_of_the_last_interval_is_kept),
           TEST(samples_of_other_nodes_are_left_out), TEST(jobs_need_not_say_all),
           TEST(a_running_job_has_no_end), TEST(nodes_are_of_each_of_several_jobs),
           TEST(nodes_may_be_called_otherwise), TEST(nothing_is_left_out_of_other_runs),
           TEST(nothing_is_left_out_of_another_zone),
           TEST(jobs_on_nodes_without_samples_do_not_count),
           TEST(what_fits_as_it_is_has_no_other_zone), TEST(times_without_a_zone_are_told),
           TEST(tables_of_tasks_beside_jobs_widen_them), TEST(nodes_count_while_jobs_held_them),
           TEST(jobs_right_behind_each_other_are_one_time), TEST(without_jobs_all_is_kept),
           TEST(samples_of_gpus_are_left_out_alike), TEST(a_job_that_two_sources_name_is_one))
