#include "input_fixture.h"

#include "input/nodes/clustercockpit.h"

static struct fixture fixture;

static void start(void)
{
    fixture_release(&fixture);
    fixture_init(&fixture);
}

static void read_data(const char *text)
{
    fixture_read_text(&fixture, "clustercockpit-data", text);
}

static void read_meta(const char *text)
{
    fixture_read_text(&fixture, "clustercockpit-meta", text);
}

static const struct published_statistic *published(const char *metric, const char *node,
                                                   const char *statistic)
{
    for (size_t i = 0; i < fixture.dataset.published_count; i++) {
        const struct published_statistic *item = &fixture.dataset.published[i];
        if (strcmp(item->metric, metric) == 0 && strcmp(item->statistic, statistic) == 0 &&
            (node ? item->node && strcmp(item->node, node) == 0 : !item->node))
            return item;
    }
    return NULL;
}

/* What a job had of a shared node is not what the node can do. */
static void reports_shared_nodes(void)
{
    static const struct {
        const char *says;
        bool are_shared;
    } cases[] = {
        {"\"exclusive\": 0", true},
        {"\"exclusive\": 1", false},
        {"\"exclusive\": 2", true},
        {"\"shared\": \"multi_user\"", true},
        {"\"shared\": \"single_user\"", true},
        {"\"shared\": \"none\"", false},
        {"\"smt\": 1", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char meta[512];
        start();
        snprintf(meta, sizeof meta,
                 "{\"jobId\": 7, \"cluster\": \"c\", \"startTime\": 1000, \"duration\": 180, "
                 "\"numNodes\": 1, \"numHwthreads\": 18, %s, \"resources\": [{\"hostname\": "
                 "\"a\"}]}",
                 cases[i].says);
        read_meta(meta);
        CHECK(fixture.dataset.nodes_are_shared == cases[i].are_shared);
        CHECK_INT(fixture.dataset.hardware_count, 1);
        CHECK_TEXT(fixture.dataset.hardware[0].key,
                   cases[i].are_shared ? "hwthreads_of_job" : "hwthreads");
        CHECK_TEXT(fixture.dataset.hardware[0].value, "18");
    }
}

static void reads_node_metrics(void)
{
    start();
    read_meta("{\"jobId\": 7, \"user\": \"u\", \"cluster\": \"c\", \"jobState\": \"completed\", "
              "\"startTime\": 1000, \"duration\": 180, \"numNodes\": 2, \"resources\": "
              "[{\"hostname\": \"a\"}, {\"hostname\": \"b\"}]}");
    CHECK_INT(fixture.records, 3);
    read_data(
        "{\"mem_bw\": {\"node\": {\"series\": [{\"data\": [1.5, null, 3], \"hostname\": \"a\", "
        "\"statistics\": {\"min\": 1.5, \"avg\": 2.25, \"max\": 3}}], \"timestep\": 60, \"unit\": "
        "{\"prefix\": \"G\", \"base\": \"B/s\"}}}, \"ipc\": {\"node\": {\"unit\": {\"base\": "
        "\"IPC\"}, \"timestep\": 60, \"series\": [{\"hostname\": \"a\", \"data\": [1, 2, 3]}]}}}");
    CHECK_INT(fixture.records, 3);
    CHECK_TEXT(fixture.said.text, "");
    CHECK_TEXT(fixture_values(&fixture, "mem_bw", "a"), "1500000000 - 3000000000");
    CHECK_TEXT(fixture_values(&fixture, "ipc", "a"), "1 2 3");
    CHECK_TEXT(fixture_metric(&fixture, "mem_bw")->unit, "B/s");
    CHECK_INT(fixture_metric(&fixture, "mem_bw")->kind, METRIC_RATE);
    CHECK_TEXT(fixture_metric(&fixture, "ipc")->unit, "");
    const struct timeline *timeline = fixture_series(&fixture, "mem_bw", "a")->timeline;
    CHECK_NEAR(timeline->times[2], 1120, 0);
    CHECK(fixture_series(&fixture, "ipc", "a")->timeline == timeline);
    CHECK_NEAR(published("mem_bw", "a", "avg")->value, 2.25e9, 1e-15);
    CHECK_NEAR(published("mem_bw", "a", "max")->step, 1e7, 1e-15);
    CHECK_TEXT(fixture.dataset.facts.job_id, "7");
    CHECK_NEAR(fixture.dataset.facts.end, 1180, 0);
    CHECK_INT(fixture.dataset.node_count, 2);
    CHECK(fixture.dataset.nodes[1].listed);
    CHECK_NEAR(fixture.dataset.facts.sampling_interval_s, 60, 0);
}

static void says_that_the_start_is_unknown(void)
{
    start();
    read_data(
        "{\"x\": {\"node\": {\"timestep\": 10, \"series\": [{\"hostname\": \"a\", \"data\": [1, "
        "2]}]}}}");
    CHECK_NEAR(fixture_series(&fixture, "x", "a")->timeline->times[1], 10, 0);
    CHECK_SAID(fixture, "start of the job unknown: times count from 0");
}

static void sums_and_averages_parts(void)
{
    start();
    read_data(
        "{\"power\": {\"socket\": {\"unit\": {\"base\": \"W\"}, \"timestep\": 10, \"series\": ["
        "{\"hostname\": \"a\", \"id\": \"0\", \"data\": [1, 2, null]}, "
        "{\"hostname\": \"a\", \"id\": \"0\", \"data\": [10, 20, 30]}]}}, "
        "\"clock\": {\"core\": {\"unit\": {\"base\": \"Hz\", \"prefix\": \"M\"}, \"timestep\": 10, "
        "\"series\": [{\"hostname\": \"a\", \"id\": \"7\", \"data\": [1, 2]}, {\"hostname\": "
        "\"a\", "
        "\"id\": \"3\", \"data\": [3, null]}]}}}");
    CHECK_TEXT(fixture_values(&fixture, "power.socket", "a socket 0"), "1 2 -");
    CHECK_TEXT(fixture_values(&fixture, "power.socket", "a socket 1"), "10 20 30");
    CHECK_TEXT(fixture_values(&fixture, "power", "a"), "11 22 -");
    CHECK_TEXT(fixture_values(&fixture, "clock.core", "a core 7"), "1000000 2000000");
    CHECK_TEXT(fixture_values(&fixture, "clock", "a"), "2000000 2000000");
    CHECK_TEXT(fixture_metric(&fixture, "power.socket")->scope, "socket");
    CHECK_TEXT(fixture_metric(&fixture, "power")->scope, "node");
    CHECK_SAID(fixture, "power: node values are sums over the socket of each node");
}

/* Bytes in use are levels, but a node has those of all its memory domains. */
static void sums_what_adds_up_and_averages_the_rest(void)
{
    static const struct {
        const char *name, *unit, *whole;
    } metrics[] = {
        {"mem_used", "B", "3"},    {"mem_used", "B/s", "3"}, {"energy", "J", "3"},
        {"flops_any", "F/s", "3"}, {"mem_bw", "B/s", "3"},   {"ib_recv_pkts", "packets/s", "3"},
        {"acc_power", "W", "3"},   {"clock", "Hz", "1.5"},   {"acc_utilization", "%", "1.5"},
        {"temp", "degC", "1.5"},   {"ipc", "IPC", "1.5"},    {"cpu_load", "", "1.5"},
    };
    for (size_t i = 0; i < sizeof metrics / sizeof metrics[0]; i++) {
        char text[512];
        start();
        (void)
            snprintf(text, sizeof text,
                     "{\"%s\": {\"memoryDomain\": {\"unit\": {\"base\": \"%s\"}, \"timestep\": 10, "
                     "\"series\": [{\"hostname\": \"a\", \"id\": \"0\", \"data\": [1]}, "
                     "{\"hostname\": \"a\", \"id\": \"1\", \"data\": [2]}]}}}",
                     metrics[i].name, metrics[i].unit);
        read_data(text);
        CHECK_TEXT(fixture_values(&fixture, metrics[i].name, "a"), metrics[i].whole);
    }
}

static void mends_the_unit_of_mem_used(void)
{
    start();
    read_data("{\"mem_used\": {\"node\": {\"unit\": {\"base\": \"B/s\", \"prefix\": \"G\"}, "
              "\"timestep\": "
              "10, \"series\": [{\"hostname\": \"a\", \"data\": [2]}]}}}");
    CHECK_TEXT(fixture_metric(&fixture, "mem_used")->unit, "B");
    CHECK_INT(fixture_metric(&fixture, "mem_used")->kind, METRIC_LEVEL);
    CHECK_TEXT(fixture_values(&fixture, "mem_used", "a"), "2000000000");
    CHECK_SAID(fixture, "mem_used: unit B/s in the file, read as B");
}

/* What a collector writes where it could not measure. */
static void takes_no_sentinels_for_values(void)
{
    start();
    read_data("{\"cpu_user\": {\"node\": {\"unit\": {\"base\": \"%\"}, \"timestep\": 10, "
              "\"series\": [{\"hostname\": \"a\", \"data\": [2, -1, 18446744073709551615]}]}}}");
    CHECK_TEXT(fixture_values(&fixture, "cpu_user", "a"), "2 - -");
    CHECK_SAID(fixture, "a: cpu_user: implausible values (such as -1 or 2^64) are missing");
    start();
    read_data("{\"cpu_iowait\": {\"node\": {\"unit\": {\"base\": \"%\"}, \"timestep\": 10, "
              "\"series\": [{\"hostname\": \"a\", \"data\": [2, 26500, 100.2]}]}}}");
    CHECK_TEXT(fixture_values(&fixture, "cpu_iowait", "a"), "2 - 100.2");
    CHECK_SAID(fixture, "a: cpu_iowait: shares of time far above 100 % are missing");
}

static void refuses_what_cannot_be_placed(void)
{
    start();
    read_data(
        "{\"x\": {\"node\": {\"series\": [{\"hostname\": \"a\", \"data\": [1]}]}}, "
        "\"y\": {\"node\": {\"timestep\": 1, \"series\": [{\"data\": [1]}, {\"hostname\": \"a\", "
        "\"data\": [2, \"x\"]}]}}, \"z\": 5, \"w\": {\"node\": {\"timestep\": 1, \"series\": [}}}");
    CHECK_INT(fixture.records, 2);
    CHECK_TEXT(fixture_values(&fixture, "y", "a"), "2 -");
    CHECK_SAID(fixture, "metric has no timestep: \"x\"");
    CHECK_SAID(fixture, "series has no hostname: \"y\"");
    CHECK_SAID(fixture, "y: values that are not numbers");
    CHECK_SAID(fixture, ": \"w\"");
    start();
    read_data("{}");
    CHECK_TEXT(fixture.error.text, "FILE: no samples");
    start();
    read_data("");
    CHECK_TEXT(fixture.error.text, "FILE:1: no JSON value");
}

static void reads_what_is_whole_of_a_cut_file(void)
{
    static const char text[] =
        "{\"x\": {\"node\": {\"unit\": {\"base\": \"W\"}, \"timestep\": 10, \"series\": "
        "[{\"hostname\": "
        "\"a\", \"data\": [1.25, 2]}, {\"hostname\": \"b\", \"data\": [3, 4]}]}}, \"y\": "
        "{\"node\": "
        "{\"timestep\": 10, \"series\": [{\"hostname\": \"a\", \"data\": [5, 6]}]}}}";
    long long before = -1;
    for (size_t size = 0; size <= strlen(text); size++) {
        start();
        fixture_read(&fixture, "clustercockpit-data", text, size);
        CHECK((fixture.records < 0) == (fixture.error.text[0] != '\0'));
        CHECK(fixture.records >= before);
        CHECK(fixture.records < 0 || size == strlen(text) || fixture.said.size > 0);
        before = fixture.records;
    }
    CHECK_TEXT(fixture_values(&fixture, "y", "a"), "5 6");
}

static void reads_published_statistics_of_the_job(void)
{
    start();
    read_meta(
        "{\"jobId\": \"x-1\", \"cluster\": \"c\", \"statistics\": {\"m\": {\"unit\": {\"base\": "
        "\"F/s\", \"prefix\": \"G\"}, \"min\": 0, \"avg\": 1.25, \"max\": 2}}, \"metaData\": "
        "{\"jobName\": \"name\"}}");
    CHECK_TEXT(fixture.dataset.facts.job_id, "x-1");
    CHECK_TEXT(fixture.dataset.facts.job_name, "name");
    CHECK(isnan(fixture.dataset.facts.end));
    CHECK_NEAR(published("m", NULL, "avg")->value, 1.25e9, 1e-15);
    CHECK_NEAR(published("m", NULL, "min")->step, 1e7, 1e-15);
    read_meta("{\"jobId\": 2, \"cluster\": \"c\", \"user\": \"other\"}");
    CHECK_SAID(fixture, "metrics of job 2 are left out: the report is of job x-1");
    CHECK(!fixture.dataset.facts.user);
    read_meta("{\"jobId\": 2, ");
    CHECK_INT(fixture.records, -1);
}

static void counts_decimals(void)
{
    CHECK_INT(cockpit_decimals("17.98", 5), 2);
    CHECK_INT(cockpit_decimals("0", 1), 0);
    CHECK_INT(cockpit_decimals("1e-05", 5), 5);
    CHECK_INT(cockpit_decimals("1.5e-05", 7), 6);
    CHECK_INT(cockpit_decimals("1.5e3", 5), 0);
}

static void reads_the_real_job(void)
{
    static const char *const names[] = {"meta.json", "data.json.gz"};
    static const char *const readers[] = {"clustercockpit-meta", "clustercockpit-data"};
    start();
    for (int i = 0; i < 2; i++) {
        char path[256];
        struct mapping mapping;
        struct error error;
        snprintf(path, sizeof path, "../shared/data/clustercockpit/emmy_1403_244_1608923076.%s",
                 names[i]);
        if (!mapping_open(&mapping, path, &error)) {
            check_skipped = "no samples";
            return;
        }
        fixture_read(&fixture, readers[i], mapping.bytes, mapping.size);
        mapping_close(&mapping);
        CHECK(fixture.records > 0);
    }
    CHECK_INT(fixture.records, 32 * 1441);
    CHECK_INT(fixture.dataset.node_count, 32);
    CHECK_INT(fixture.dataset.metric_count, 9);
    CHECK_INT(fixture.dataset.series_count, 32 * 9);
    size_t missing = 0;
    for (size_t i = 0; i < fixture.dataset.series_count; i++)
        for (size_t k = 0; k < fixture.dataset.series[i].timeline->count; k++)
            missing += isnan(fixture.dataset.series[i].values[k]) ? 1 : 0;
    CHECK_INT(missing, 9 * 4221);
    CHECK_INT(fixture_count_samples(&fixture), 9 * 32 * 1441);
    CHECK_NEAR(fixture_series(&fixture, "cpu_load", "e0102")->timeline->times[1440],
               1608923076 + 86400, 0);
}

static void reads_peak_rates_of_a_cluster(void)
{
    start();
    fixture_read_text(
        &fixture, "clustercockpit-cluster",
        "{\"name\": \"c\", \"subClusters\": [{\"name\": \"main\", \"nodes\": \"a[1-9]\", "
        "\"flopRateScalar\": {\"unit\": {\"prefix\": \"G\", \"base\": \"F/s\"}, \"value\": 14}, "
        "\"flopRateSimd\": {\"unit\": {\"prefix\": \"T\", \"base\": \"F/s\"}, \"value\": 1.5}, "
        "\"memoryBandwidth\": 24}, 7, {\"flopRateSimd\": {\"unit\": {\"base\": \"B/s\"}, "
        "\"value\": "
        "3}, \"memoryBandwidth\": {\"value\": -1}}]}");
    CHECK_INT(fixture.records, 2);
    CHECK_INT(fixture.dataset.peak_count, 2);
    const struct peak_rates *peaks = fixture.dataset.peaks;
    CHECK_TEXT(peaks[0].cluster, "c");
    CHECK_TEXT(peaks[0].subcluster, "main");
    CHECK_TEXT(peaks[0].nodes, "a[1-9]");
    CHECK_NEAR(peaks[0].scalar_flops, 14e9, 1e-15);
    CHECK_NEAR(peaks[0].flops, 1.5e12, 1e-15);
    CHECK_NEAR(peaks[0].bandwidth, 24e9, 1e-15);
    CHECK_TEXT(peaks[1].nodes, "");
    CHECK_NEAR(peaks[1].flops, NAN, 0);
    CHECK_NEAR(peaks[1].bandwidth, NAN, 0);
}

static void refuses_what_is_no_cluster(void)
{
    static const char *const texts[] = {"", "[]", "{}", "{\"subClusters\": {}}",
                                        "{\"subClusters\": [{}"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        start();
        fixture_read_text(&fixture, "clustercockpit-cluster", texts[i]);
        CHECK_INT(fixture.records, -1);
        CHECK_INT(fixture.dataset.peak_count, 0);
    }
}

static void reports_the_three_files_apart(void)
{
    static const struct {
        const char *text, *reader;
    } rows[] = {
        {"{\"name\": \"c\", \"subClusters\": [{\"name\": \"x\"}]}", "clustercockpit-cluster"},
        {"{\"jobId\": 1, \"cluster\": \"c\", \"subCluster\": \"x\", \"startTime\": 3}",
         "clustercockpit-meta"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct mapping content = {.bytes = rows[i].text, .size = strlen(rows[i].text)};
        const struct reader *reader = reader_recognise(&content);
        CHECK(reader);
        CHECK_TEXT(reader->name, rows[i].reader);
    }
}

CHECK_MAIN(TEST(takes_no_sentinels_for_values), TEST(reads_peak_rates_of_a_cluster),
           TEST(refuses_what_is_no_cluster), TEST(reports_the_three_files_apart),
           TEST(reports_shared_nodes), TEST(reads_node_metrics),
           TEST(says_that_the_start_is_unknown), TEST(sums_and_averages_parts),
           TEST(sums_what_adds_up_and_averages_the_rest), TEST(mends_the_unit_of_mem_used),
           TEST(refuses_what_cannot_be_placed), TEST(reads_what_is_whole_of_a_cut_file),
           TEST(reads_published_statistics_of_the_job), TEST(counts_decimals),
           TEST(reads_the_real_job))
