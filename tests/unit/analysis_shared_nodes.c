/* Of which nodes jobs held a part, by their records and by what the nodes have. */
#include "analysis_fixture.h"

#include "check.h"
#include "util/number.h"

static const double DAY = 1762905600, HOUR = 3600; /* 2025-11-12 00:00:00 */

enum { SAMPLES = 241 };

static void text(struct records *records, int column, const char *value)
{
    records_put_text(records, column, value, strlen(value));
}

/* From and to in hours of the day; NaN: it is not said how much it held. */
static void add_job(struct fixture *f, double from, double to, const char *nodes, double cpus,
                    double gpus)
{
    struct records *records = dataset_records(&f->dataset);
    if (!records->source_count) {
        records_begin_source(records, "sacct.txt");
        records_mark_queue(records);
    }
    records_add(records);
    records_put_ending(records, ENDING_SUCCEEDED);
    records_put_number(records, RECORD_START_COLUMN, DAY + from * HOUR);
    records_put_number(records, RECORD_END_COLUMN, DAY + to * HOUR);
    records_put_number(records, RECORD_CORES_COLUMN, cpus);
    records_put_number(records, records_attribute(records, "allocated_gpus", RECORD_NUMBER), gpus);
    if (nodes && strpbrk(nodes, "[,"))
        text(records, records_attribute(records, RECORD_NODE_LIST, RECORD_TEXT), nodes);
    else if (nodes)
        text(records, RECORD_NODE_COLUMN, nodes);
}

/* Of each minute from 8 to 12 o'clock. */
static void add_level(struct fixture *f, const char *metric, const char *node, double level)
{
    double times[SAMPLES], values[SAMPLES];
    for (size_t i = 0; i < SAMPLES; i++) {
        times[i] = DAY + 8 * HOUR + 60 * (double)i;
        values[i] = level;
    }
    fixture_series(f, metric, node, times, SAMPLES, values, SAMPLES);
    dataset_add_sampled(&f->dataset,
                        (struct sampled_input){"nodes.csv", times[0], times[SAMPLES - 1]});
}

static void add_samples(struct fixture *f, const char *metric, const char *node)
{
    add_level(f, metric, node, 50);
}

static void begin_node(struct fixture *f, const char *cpus, size_t gpus)
{
    fixture_init(f);
    add_samples(f, "memory", "cn1");
    if (cpus)
        dataset_add_hardware(&f->dataset, "cn1", "num_cpus", cpus);
    static const char *const names[] = {"gpu-0.cn1", "gpu-1.cn1", "gpu-2.cn1", "gpu-3.cn1"};
    for (size_t i = 0; i < gpus; i++)
        add_samples(f, "gpu.utilization_rates.gpu", names[i]);
}

/* "cn1 16 of 96 cores, 1 of 4 GPUs", or "". */
static const char *shared(struct fixture *f)
{
    const char *words = "";
    fixture_run(f);
    const struct table *table = tables_find(&f->tables, "shared_nodes");
    for (size_t row = 0; table && row < table->rows; row++) {
        words = arena_format(&f->arena, "%s%s%s", words, row ? " " : "",
                             table_texts(table, "node")[row]);
        if (table_numbers(table, "cpus")[row] > 0)
            words = arena_format(&f->arena, "%s %.3g of %.0f cores", words,
                                 table_numbers(table, "held_cpus")[row],
                                 table_numbers(table, "cpus")[row]);
        if (table_numbers(table, "maybe_all")[row] > 0)
            words = arena_format(&f->arena, "%s or all", words);
        if (table_numbers(table, "gpus")[row] > 0)
            words = arena_format(&f->arena, "%s %.3g of %.0f GPUs", words,
                                 table_numbers(table, "held_gpus")[row],
                                 table_numbers(table, "gpus")[row]);
    }
    return words;
}

#define CHECK_SHARED(fixture, expected)                                                            \
    do {                                                                                           \
        CHECK_TEXT(shared(&(fixture)), expected);                                                  \
        fixture_release(&(fixture));                                                               \
    } while (0)

static void a_job_of_few_cores_shares_its_node(void)
{
    static const struct {
        const char *cpus;
        double held;
        const char *shared;
    } cases[] = {
        {"96", 16, "cn1 16 of 96 cores"},
        {"96", 80, "cn1 80 of 96 cores"},
        {"96", 96, ""},
        {"96", 90, ""},                          /* some are kept for the system */
        {"96", 48, "cn1 48 of 96 cores or all"}, /* of two hardware threads each, */
        {"96", 24, "cn1 24 of 96 cores or all"}, /* of four */
        {"96", 44, "cn1 44 of 96 cores or all"}, /* some are kept for the system */
        {"96", 30, "cn1 30 of 96 cores"},
        {"96", NUMBER_MISSING, ""},
        {NULL, 16, ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fixture f;
        begin_node(&f, cases[i].cpus, 0);
        add_job(&f, 8, 12, "cn1", cases[i].held, NUMBER_MISSING);
        CHECK_SHARED(f, cases[i].shared);
    }
}

/* Half of the CPUs is what other things say that it is. */
static void half_of_the_cpus_may_be_all_cores(void)
{
    static const struct {
        const char *threads; /* per core; NULL: not said */
        double held, cpu_hours, load, other;
        const char *shared;
    } cases[] = {
        {NULL, 48, 0, 0, 0, "cn1 48 of 96 cores or all"},
        {"1", 48, 0, 0, 0, "cn1 48 of 96 cores"},
        {"2", 48, 0, 0, 0, ""}, /* taken for it */
        {"2", 24, 0, 0, 0, "cn1 24 of 96 cores"},
        {"4", 24, 0, 0, 0, ""},
        {NULL, 48, 0, 0, 96, "cn1 48 of 96 cores"}, /* another job held more of such a node */
        {"2", 48, 0, 0, 96, "cn1 48 of 96 cores"},
        {NULL, 24, 0, 0, 48, "cn1 24 of 96 cores"},
        {NULL, 48, 0, 0, 48, "cn1 48 of 96 cores or all"},
        {NULL, 48, 4 * 44, 46, 0, ""}, /* all that is measured is the job's */
        {NULL, 48, 4 * 90, 91, 0, ""},
        {NULL, 48, 4 * 44, 90, 0, "cn1 48 of 96 cores"}, /* others work there */
        {"2", 48, 4 * 2, 40, 0, "cn1 48 of 96 cores"},
        {NULL, 48, 4 * 44, 0, 0, "cn1 48 of 96 cores or all"}, /* the load is not known */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fixture f;
        begin_node(&f, "96", 0);
        if (cases[i].load > 0)
            add_level(&f, "cpu_load", "cn1", cases[i].load);
        if (cases[i].threads)
            dataset_add_hardware(&f.dataset, "cn1", "threads_per_core", cases[i].threads);
        if (cases[i].other > 0) {
            add_samples(&f, "memory", "cn2");
            dataset_add_hardware(&f.dataset, "cn2", "num_cpus", "96");
            dataset_add_hardware(&f.dataset, "cn2", "threads_per_core", "2");
            add_job(&f, 8, 12, "cn2", cases[i].other, NUMBER_MISSING);
        }
        add_job(&f, 8, 12, "cn1", cases[i].held, NUMBER_MISSING);
        if (cases[i].cpu_hours > 0)
            records_put_number(f.dataset.records, RECORD_CPU_COLUMN, cases[i].cpu_hours * HOUR);
        CHECK_SHARED(f, cases[i].shared);
    }
}

static void a_job_on_several_nodes_holds_a_part_of_each(void)
{
    struct fixture f;
    begin_node(&f, "96", 0);
    add_samples(&f, "memory", "cn2");
    dataset_add_hardware(&f.dataset, "cn2", "num_cpus", "32");
    add_job(&f, 8, 12, "cn[1-2]", 64, NUMBER_MISSING);
    CHECK_SHARED(f, "cn1 32 of 96 cores");
}

static void jobs_that_hold_a_node_together_share_it_with_nobody(void)
{
    struct fixture f;
    begin_node(&f, "96", 0);
    for (int i = 0; i < 6; i++)
        add_job(&f, 8, 12, "cn1", 16, NUMBER_MISSING);
    CHECK_SHARED(f, "");
    begin_node(&f, "96", 0);
    for (int i = 0; i < 4; i++) /* one after the other */
        add_job(&f, 8 + i, 9 + i, "cn1", 16, NUMBER_MISSING);
    CHECK_SHARED(f, "cn1 16 of 96 cores");
    begin_node(&f, "96", 0); /* the others are gone for less than half of the time */
    for (int i = 0; i < 6; i++)
        add_job(&f, 8, i ? 10.5 : 12, "cn1", 16, NUMBER_MISSING);
    CHECK_SHARED(f, "");
}

/* Nobody else had memory there. */
static void half_of_the_cpus_with_all_memory_is_all_of_a_node(void)
{
    static const double shares[] = {0.9, 0.86, 0.84};
    for (size_t i = 0; i < sizeof shares / sizeof shares[0]; i++) {
        struct fixture f;
        begin_node(&f, "96", 0);
        dataset_add_hardware(&f.dataset, "cn1", "mem_total", "256000000000 B");
        add_job(&f, 8, 12, "cn1", 48, NUMBER_MISSING);
        records_put_number(f.dataset.records, RECORD_REQUESTED_MEMORY_COLUMN, shares[i] * 256e9);
        CHECK_SHARED(f, i < 2 ? "" : "cn1 48 of 96 cores or all");
    }
}

/* It may have held the rest of any node. */
static void a_job_of_unknown_nodes_may_hold_the_rest(void)
{
    struct fixture f;
    begin_node(&f, "96", 0);
    add_job(&f, 8, 12, "cn1", 16, NUMBER_MISSING);
    add_job(&f, 8, 12, NULL, 80, NUMBER_MISSING);
    CHECK_SHARED(f, "");
}

static void gpus_and_cores_are_held_apart(void)
{
    static const struct {
        double cpus, gpus;
        const char *shared;
    } cases[] = {
        {16, 1, "cn1 16 of 96 cores 1 of 4 GPUs"},
        {96, 1, "cn1 1 of 4 GPUs"},
        {16, 4, "cn1 16 of 96 cores"},
        {96, 2, "cn1 2 of 4 GPUs"}, /* these have no threads */
        {96, 4, ""},
        {96, NUMBER_MISSING, ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fixture f;
        begin_node(&f, "96", 4);
        add_job(&f, 8, 12, "cn1", cases[i].cpus, cases[i].gpus);
        CHECK_SHARED(f, cases[i].shared);
    }
}

static double jobs_on_cn1(struct fixture *f)
{
    fixture_run(f);
    double jobs = fixture_number(f, "shared_nodes", "node", "cn1", NULL, NULL, "jobs");
    fixture_release(f);
    return jobs;
}

/* Nor what ran before or after the samples, nor what the source of these says of the same job. */
static void only_jobs_of_the_samples_count_once(void)
{
    struct fixture f;
    const char *host = "cn1";
    begin_node(&f, "96", 0);
    add_job(&f, 8, 12, "cn1", 16, NUMBER_MISSING);
    text(f.dataset.records, RECORD_ID_COLUMN, "101");
    f.dataset.facts.start = DAY + 8 * HOUR;
    f.dataset.facts.end = DAY + 12 * HOUR;
    dataset_add_job(&f.dataset, (struct sampled_job){"101", "meta.json", &host, 1,
                                                     f.dataset.facts.start, f.dataset.facts.end});
    CHECK_NEAR(jobs_on_cn1(&f), 1, 0);
    begin_node(&f, "96", 0);
    add_job(&f, 8, 12, "cn1", 16, NUMBER_MISSING);
    add_job(&f, 4, 7, "cn1", 16, NUMBER_MISSING);
    add_job(&f, 12.5, 13, "cn1", 16, NUMBER_MISSING);
    CHECK_NEAR(jobs_on_cn1(&f), 1, 0);
    begin_node(&f, "96", 0);
    add_job(&f, 8, 12, "cn1", 16, NUMBER_MISSING);
    add_job(&f, 10, 11, "cn1", 16, NUMBER_MISSING);
    CHECK_NEAR(jobs_on_cn1(&f), 2, 0);
}

static void sources_may_say_so_themselves(void)
{
    struct fixture f;
    begin_node(&f, "96", 0);
    f.dataset.nodes_are_shared = true;
    CHECK_SHARED(f, "*");
}

CHECK_MAIN(TEST(a_job_of_few_cores_shares_its_node), TEST(half_of_the_cpus_may_be_all_cores),
           TEST(half_of_the_cpus_with_all_memory_is_all_of_a_node),
           TEST(a_job_on_several_nodes_holds_a_part_of_each),
           TEST(jobs_that_hold_a_node_together_share_it_with_nobody),
           TEST(a_job_of_unknown_nodes_may_hold_the_rest), TEST(gpus_and_cores_are_held_apart),
           TEST(only_jobs_of_the_samples_count_once), TEST(sources_may_say_so_themselves))
