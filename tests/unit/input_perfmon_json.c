#include "input_fixture.h"

static struct fixture fixture;

static void read_text(const char *text)
{
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read_text(&fixture, "perfmon-json", text);
}

static void reads_a_merged_file(void)
{
    read_text(
        "{\"host_names\": [\"n2\", \"n1\"],\n"
        " \"n1\": {\"cpu_percent\": [1, 2.5], \"net_io_counters\": {\"bytes_sent\": [10, 20]},"
        " \"child_proc_md\": [], \"parent_proc_md\": {}, \"time_stamps\": [100, 101]},\n"
        " \"n2\": {\"cpu_percent\": [3], \"time_stamps\": [100]},\n"
        " \"sampling_frequency\": 30}");
    CHECK_INT(fixture.records, 3);
    CHECK_TEXT(fixture.said.text, "");
    CHECK_TEXT(fixture.dataset.nodes[0].name, "n2");
    CHECK(fixture.dataset.nodes[0].listed && fixture.dataset.nodes[1].listed);
    CHECK_TEXT(fixture_values(&fixture, "cpu_percent", "n1"), "1 2.5");
    CHECK_TEXT(fixture_values(&fixture, "net_io_counters.bytes_sent", "n1"), "10 20");
    CHECK_TEXT(fixture_values(&fixture, "cpu_percent", "n2"), "3");
    CHECK_NEAR(fixture_series(&fixture, "cpu_percent", "n1")->timeline->times[1], 101, 0);
    CHECK_NEAR(fixture.dataset.facts.sampling_interval_s, 30, 0);
    CHECK_NEAR(fixture.dataset.facts.node_count, 2, 0);
    CHECK_INT(fixture.dataset.metric_count, 2);
}

static void reads_a_file_of_one_host(void)
{
    read_text(
        "{\"host_name\": \"n7\", \"sampling_frequency\": 5, \"io_counters\": {\"read_bytes\": "
        "[1, 2]}, \"memory_percent\": [5, null], \"time_stamps\": [7, 12]}");
    CHECK_INT(fixture.records, 2);
    CHECK_TEXT(fixture_values(&fixture, "io_counters.read_bytes", "n7"), "1 2");
    CHECK_TEXT(fixture_values(&fixture, "memory_percent", "n7"), "5 -");
    CHECK_NEAR(fixture.dataset.facts.sampling_interval_s, 5, 0);
    CHECK(!fixture.dataset.nodes[0].listed);
    read_text("{\"time_stamps\": [7], \"cpu_percent\": [1]}");
    CHECK_TEXT(fixture_values(&fixture, "cpu_percent", "FILE"), "1");
}

/* The host on which a file of several was written, beside them. */
static void reads_hosts_beside_the_name_of_one(void)
{
    read_text(
        "{\"host_name\": \"login\", \"n1\": {\"cpu_percent\": [1, 2], \"time_stamps\": [1, 2]}, "
        "\"n2\": {\"cpu_percent\": [3, 4], \"time_stamps\": [1, 2]}}");
    CHECK_INT(fixture.records, 4);
    CHECK_INT(fixture.dataset.node_count, 2);
    CHECK(fixture_series(&fixture, "cpu_percent", "n1"));
    CHECK(fixture_series(&fixture, "cpu_percent", "n2"));
}

static void converts_units(void)
{
    read_text(
        "{\"n\": {\"rapl_powercap\": {\"package-0\": [1000000, 0, 3000000], \"dram-12\": "
        "[2000000, 2000000, 2000000]}, \"ib_io_counters\": {\"port_xmit_packets\": [4, 8, 12], "
        "\"port_xmit_data\": [4, 8, 12]}, \"cpu_time\": [0, 1, 2], \"memory_bw\": [0, 1, 2], "
        "\"time_stamps\": [1, 2, 3]}}");
    CHECK_TEXT(fixture_values(&fixture, "rapl_powercap.package-0", "n"), "1 - 3");
    CHECK_TEXT(fixture_values(&fixture, "rapl_powercap.dram-12", "n"), "2 2 2");
    CHECK_TEXT(fixture_values(&fixture, "ib_io_counters.port_xmit_packets", "n"), "1 2 3");
    CHECK_TEXT(fixture_values(&fixture, "ib_io_counters.port_xmit_data", "n"), "4 8 12");
    CHECK_TEXT(fixture_values(&fixture, "cpu_time", "n"), "0 1 2");
    const struct metric *package = fixture_metric(&fixture, "rapl_powercap.package-0");
    CHECK_TEXT(package->unit, "J");
    CHECK_INT(package->kind, METRIC_ENERGY);
    CHECK_TEXT(package->part_of, "rapl_powercap.package");
    CHECK(isnan(package->counter_range));
    CHECK_INT(package->combine, COMBINE_TOTAL);
    CHECK_INT(fixture_metric(&fixture, "cpu_time")->kind, METRIC_COUNTER);
    CHECK_INT(fixture_metric(&fixture, "memory_bw")->kind, METRIC_RATE);
}

/* The toolkit's schema has swap as texts; processes are described beside the samples. */
static void reads_numbers_written_as_texts(void)
{
    static const char host[] =
        "\"child_proc_md\": [\"12 matmul\", \"13\"], \"parent_proc_md\": {\"pid\": 11, "
        "\"cpu_affinity\": [0, 1, 2]}, \"memory_full_info\": {\"swap\": [\"0\", \"4096\", null, "
        "\"1.5 "
        "GB\", \"?\"]}, \"notes\": [\"a\", \"b\", \"c\", \"d\", \"e\"], \"odd\": [[1], \"2\", "
        "{\"x\": [3]}, 4, "
        "true], \"cpu_percent\": [\"x\", \"y\", \"1 GB\", \"z\", \"w\"], \"time_stamps\": [\"1\", "
        "\"2\", "
        "\"3\", \"1970-01-01T00:00:04Z\", \"5\"]";
    static const char *const forms[] = {"{\"n\": {%s}}", "{\"host_name\": \"n\", %s}"};
    for (size_t i = 0; i < 2; i++) {
        char text[1024];
        (void)snprintf(text, sizeof text, forms[i], host);
        read_text(text);
        CHECK_TEXT(fixture_values(&fixture, "memory_full_info.swap", "n"), "0 4096 - 1500000000 -");
        CHECK_TEXT(fixture_values(&fixture, "odd", "n"), "- 2 - 4 -");
        CHECK_TEXT(fixture_values(&fixture, "cpu_percent", "n"), "- - - - -");
        CHECK_INT(fixture.dataset.metric_count, 3);
        CHECK_NEAR(fixture_series(&fixture, "odd", "n")->timeline->times[3], 4, 0);
        CHECK_SAID(
            fixture,
            "n (1): memory_full_info.swap: values that are not numbers, or too large, are missing");
        CHECK_SAID(fixture,
                   "n (5): cpu_percent: values that are not numbers, or too large, are missing");
    }
}

static void reads_stamps_in_milliseconds(void)
{
    read_text(
        "{\"n\": {\"cpu_percent\": [1, 2], \"time_stamps\": [1700000000500, 1700000001500]}}");
    CHECK_NEAR(fixture_series(&fixture, "cpu_percent", "n")->timeline->times[0], 1700000000.5, 0);
    CHECK_NEAR(fixture_series(&fixture, "cpu_percent", "n")->timeline->times[1], 1700000001.5, 0);
}

static void reads_gpus(void)
{
    read_text(
        "{\"host_names\": [\"gpu-0.n1\", \"gpu-1.n1\"], \"gpu-0.n1\": {\"power_usage\": [1500], "
        "\"utilization_rates\": {\"memory\": [7]}, \"clock_info\": {\"sm\": [1410]}, "
        "\"pci_thgpt\": {\"send\": [3]}, \"violation\": [2000000000], \"new\": [1], "
        "\"time_stamps\": [5]}}");
    CHECK_TEXT(fixture_values(&fixture, "gpu.power_usage", "gpu-0.n1"), "1.5");
    CHECK_TEXT(fixture_values(&fixture, "gpu.utilization_rates.memory", "gpu-0.n1"), "7");
    CHECK_TEXT(fixture_values(&fixture, "gpu.clock_info.sm", "gpu-0.n1"), "1410000000");
    CHECK_TEXT(fixture_values(&fixture, "gpu.pci_thgpt.send", "gpu-0.n1"), "3000");
    CHECK_TEXT(fixture_values(&fixture, "gpu.violation", "gpu-0.n1"), "2");
    CHECK_TEXT(fixture_values(&fixture, "gpu.new", "gpu-0.n1"), "1");
    CHECK_TEXT(fixture_metric(&fixture, "gpu.power_usage")->unit, "W");
    CHECK_TEXT(fixture_metric(&fixture, "gpu.power_usage")->scope, "gpu");
    CHECK(isnan(fixture.dataset.facts.node_count));
    CHECK_SAID(fixture, "gpu-1.n1: listed in host_names, but has no data");
}

static void reads_perf_events(void)
{
    read_text(
        "{\"n\": {\"hardware_events\": {\"cycles\": [5]}, \"FLOPS_DP\": {\"derv_MFLOPS\": [3], "
        "\"FP_ARITH\": [2]}, \"L2\": {\"derv_L2 bandwidth [MB/s]\": [4]}, \"x\": {\"y\": "
        "{\"z\": [6]}}, \"time_stamps\": [1]}}");
    CHECK_TEXT(fixture_values(&fixture, "hardware_events.cycles", "n"), "5");
    CHECK_TEXT(fixture_values(&fixture, "FLOPS_DP.derv_MFLOPS", "n"), "3000000");
    CHECK_TEXT(fixture_metric(&fixture, "FLOPS_DP.derv_MFLOPS")->label, "Double-precision rate");
    CHECK_TEXT(fixture_metric(&fixture, "L2.derv_L2 bandwidth [MB/s]")->label,
               "L2 cache bandwidth");
    CHECK_TEXT(fixture_metric(&fixture, "FLOPS_DP.derv_MFLOPS")->unit, "F/s");
    CHECK_TEXT(fixture_values(&fixture, "FLOPS_DP.FP_ARITH", "n"), "2");
    CHECK_TEXT(fixture_values(&fixture, "L2.derv_L2 bandwidth [MB/s]", "n"), "4000000");
    CHECK_TEXT(fixture_metric(&fixture, "L2.derv_L2 bandwidth [MB/s]")->unit, "B/s");
    CHECK_TEXT(fixture_values(&fixture, "x.y.z", "n"), "6");
}

static void refuses_what_holds_nothing(void)
{
    read_text("");
    CHECK_INT(fixture.records, -1);
    CHECK_TEXT(fixture.error.text, "FILE:1: no JSON value");
    CHECK_INT(fixture.error.kind, ERROR_INPUT);
    read_text("{}");
    CHECK_INT(fixture.records, -1);
    CHECK_TEXT(fixture.error.text, "FILE: no samples");
    read_text("\n\n[1]");
    CHECK_TEXT(fixture.error.text, "FILE:3: not a JSON object");
    read_text("{\"n\": {\"time_stamps\": [], \"cpu_percent\": []}}");
    CHECK_TEXT(fixture.error.text, "FILE: no samples");
}

static void keeps_hosts_that_are_only_listed(void)
{
    read_text("{\"host_names\": [\"n1\", \"n2\", \"n3\"], \"n1\": {\"cpu_percent\": [1], "
              "\"time_stamps\": [1]}}");
    CHECK_INT(fixture.records, 1);
    CHECK_INT(fixture.dataset.node_count, 3);
    CHECK(fixture.dataset.nodes[2].listed);
    CHECK_TEXT(fixture.said.text, "FILE: n2 and 1 more: listed in host_names, but has no data\n");
}

static void pads_and_cuts(void)
{
    read_text(
        "{\"n1\": {\"cpu_percent\": [1], \"num_fds\": [1, 2, 3, 4], \"time_stamps\": [1, 2, 3]}}");
    CHECK_TEXT(fixture_values(&fixture, "cpu_percent", "n1"), "1 - -");
    CHECK_TEXT(fixture_values(&fixture, "num_fds", "n1"), "1 2 3");
    CHECK_SAID(fixture, "n1 (2): cpu_percent: fewer values than time stamps, the rest is missing");
    CHECK_SAID(fixture, "n1 (1): num_fds: more values than time stamps, the last ones are ignored");
}

static void rejects_hosts_without_time(void)
{
    read_text(
        "{\"n1\": {\"cpu_percent\": [1], \"time_stamps\": [1]},\n \"n2\": {\"cpu_percent\": [2]}}");
    CHECK_INT(fixture.records, 1);
    CHECK_TEXT(fixture.said.text, "FILE:2: host has no time stamps: \"n2\"\n");
    CHECK_INT(diagnostics_rejected(fixture.diagnostics, "FILE"), 1);
}

static void leaves_out_samples_without_time(void)
{
    read_text(
        "{\"n1\": {\"cpu_percent\": [1, 2, 3, 4], \"num_fds\": [5, 6], \"time_stamps\": [10, null, "
        "1e308, 13]}}");
    CHECK_INT(fixture.records, 2);
    CHECK_TEXT(fixture_values(&fixture, "cpu_percent", "n1"), "1 4");
    CHECK_TEXT(fixture_values(&fixture, "num_fds", "n1"), "5 -");
    CHECK_SAID(fixture, "n1 (2): samples without a valid time stamp are left out");
}

static void keeps_what_is_missing_missing(void)
{
    read_text("{\"n1\": {\"cpu_percent\": [null, null], \"memory_percent\": [NaN, -Infinity], "
              "\"num_fds\": [1e999, 1e18], \"memory_bw\": [\"x\", 2], \"time_stamps\": [1, 2]}}");
    CHECK_TEXT(fixture_values(&fixture, "cpu_percent", "n1"), "- -");
    CHECK_TEXT(fixture_values(&fixture, "memory_percent", "n1"), "- -");
    CHECK_TEXT(fixture_values(&fixture, "num_fds", "n1"), "- 1e+18");
    CHECK_TEXT(fixture_values(&fixture, "memory_bw", "n1"), "- 2");
    CHECK_TEXT(
        fixture.said.text,
        "FILE: n1 (1): num_fds: values that are not numbers, or too large, are missing\nFILE: n1 "
        "(1): memory_bw: values that are not numbers, or too large, are missing\n");
}

/* What monitors write where they could not measure. */
static void takes_no_sentinels_for_values(void)
{
    read_text("{\"n1\": {\"cpu_percent\": [-1, 5], \"memory_info\": {\"rss\": "
              "[18446744073709551615, 6e10]}, \"num_fds\": [-1e300, 7], "
              "\"offset\": [-1, -2], \"time_stamps\": [1, 2]}}");
    CHECK_TEXT(fixture_values(&fixture, "cpu_percent", "n1"), "- 5");
    CHECK_TEXT(fixture_values(&fixture, "memory_info.rss", "n1"), "- 60000000000");
    CHECK_TEXT(fixture_values(&fixture, "num_fds", "n1"), "- 7");
    CHECK_TEXT(fixture_values(&fixture, "offset", "n1"), "-1 -2");
    CHECK_SAID(fixture, "n1 (1): cpu_percent: implausible values (such as -1 or 2^64) are missing");
}

static void uses_the_last_of_two(void)
{
    read_text(
        "{\"n1\": {\"cpu_percent\": [1], \"time_stamps\": [1]}, \"n1\": {\"cpu_percent\": [2], "
        "\"cpu_percent\": [3], \"time_stamps\": [1]}}");
    CHECK_INT(fixture.records, 1);
    CHECK_TEXT(fixture_values(&fixture, "cpu_percent", "n1"), "3");
    CHECK_SAID(fixture, "n1: name occurs twice: the last one is used");
    CHECK_SAID(fixture, "n1: a metric occurs twice: the last one is used");
}

static void keeps_hosts_before_a_fault(void)
{
    read_text("{\"n1\": {\"cpu_percent\": [1], \"time_stamps\": [1]},\n"
              " \"n2\": {\"cpu_percent\": [1 2], \"time_stamps\": [1, 2]},\n"
              " \"n3\": {\"cpu_percent\": [5], \"time_stamps\": [2]}}");
    CHECK_INT(fixture.records, 2);
    CHECK_TEXT(fixture.said.text, "FILE:2: no comma or ] after an element of an array: \"n2\"\n");
    read_text("{\"n1\": {\"cpu_percent\": [1], \"time_stamps\": [1]}} trailing");
    CHECK_INT(fixture.records, 1);
    CHECK_SAID(fixture, "text after the end of the JSON value");
}

static void takes_names_as_they_are(void)
{
    read_text("{\"host_names\": [\"<script>\", \"..\\/x\", \"a\\nb\", \"z\\u0000z\"],"
              "\"<script>\": {\"..\\/m\": [1], \"time_stamps\": [1]},"
              "\"..\\/x\": {\"cpu_percent\": [2], \"time_stamps\": [1]},"
              "\"a\\nb\": {\"cpu_percent\": [3], \"time_stamps\": [1]},"
              "\"z\\u0000z\": {\"cpu_percent\": [4], \"time_stamps\": [1]}}");
    CHECK_INT(fixture.records, 4);
    CHECK_TEXT(fixture_values(&fixture, "../m", "<script>"), "1");
    CHECK_TEXT(fixture_values(&fixture, "cpu_percent", "../x"), "2");
    CHECK_TEXT(fixture_values(&fixture, "cpu_percent", "a\nb"), "3");
    CHECK_TEXT(fixture_values(&fixture, "cpu_percent", "z\xEF\xBF\xBDz"), "4");
}

static void mends_names(void)
{
    read_text("{\"host_names\": [\"n\xFF\"], \"n\xFF\": {\"m\xC3\": [1], \"time_stamps\": [1]}}");
    CHECK_TEXT(fixture_values(&fixture, "m\xEF\xBF\xBD", "n\xEF\xBF\xBD"), "1");
    CHECK(fixture.dataset.nodes[0].listed);
    CHECK_TEXT(fixture.said.text, "");
}

static void refuses_a_bomb(void)
{
    struct strbuf bomb;
    strbuf_init(&bomb);
    strbuf_add_text(&bomb,
                    "{\"n1\": {\"cpu_percent\": [1], \"time_stamps\": [1]}, \"n2\": {\"a\": ");
    for (int i = 0; i < 100000; i++)
        strbuf_add_text(&bomb, "[");
    read_text(bomb.text);
    CHECK_INT(fixture.records, 1);
    CHECK_SAID(fixture, "truncated: the last ");
    CHECK_INT(diagnostics_end_of(fixture.diagnostics, "FILE"), DIAGNOSTIC_ENDS_EARLY);
    for (int i = 0; i < 100000; i++)
        strbuf_add_text(&bomb, "]");
    strbuf_add_text(&bomb, "}}");
    read_text(bomb.text);
    CHECK_INT(fixture.records, 1);
    CHECK_SAID(fixture, "nested deeper than 256 levels");
    strbuf_release(&bomb);
}

/* Cut at every byte: an error, or samples and a note; never fewer samples than a byte before, but
 * for the last host: its time stamps stand behind its values. */
static void reads_what_is_whole_of_a_cut_file(void)
{
    static const char text[] =
        "{\"host_names\": [\"n1\", \"n2\"], \"n1\": {\"cpu_percent\": [1.25, 2], \"io_counters\": "
        "{\"read_bytes\": [1, 2]}, \"time_stamps\": [10, 20]}, \"n2\": {\"cpu_percent\": [3, 4], "
        "\"time_stamps\": [10, 20]}, \"sampling_frequency\": 10}";
    long long before = -1;
    for (size_t size = 0; size <= strlen(text); size++) {
        fixture_release(&fixture);
        fixture_init(&fixture);
        fixture_read(&fixture, "perfmon-json", text, size);
        CHECK(fixture.records >= before);
        CHECK((fixture.records < 0) == (fixture.error.text[0] != '\0'));
        CHECK(fixture.records < 0 || size == strlen(text) || fixture.said.size > 0);
        const struct series *series = fixture_series(&fixture, "cpu_percent", "n1");
        CHECK(!series || series->values[0] == 1.25);
        before = fixture.records;
    }
    CHECK_INT(before, 4);
}

static void reads_one_sample(void)
{
    read_text("{\"host_names\": [\"n\"], \"n\": {\"cpu_percent\": [1], \"time_stamps\": [1]}}");
    CHECK_INT(fixture.records, 1);
    CHECK_TEXT(fixture.said.text, "");
}

static void reads_the_real_run(void)
{
    size_t size;
    char *bytes =
        fixture_sample("../shared/data/perfmon/three-nodes/metrics/cpu_metrics.json", &size);
    if (!bytes) {
        check_skipped = "no samples";
        return;
    }
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read(&fixture, "perfmon-json", bytes, size);
    free(bytes);
    CHECK_INT(fixture.records, 525);
    CHECK_TEXT(fixture.said.text, "");
    CHECK_INT(fixture.dataset.node_count, 3);
    CHECK_INT(fixture.dataset.series_count, 57);
    CHECK_NEAR(fixture_series(&fixture, "cpu_percent", "node-0")->values[2], 62.7, 0);
    CHECK_NEAR(fixture_series(&fixture, "net_io_counters.bytes_recv", "node-0")->values[50],
               583192237, 0);
}

static void recognises_its_files(void)
{
    static const struct {
        const char *text, *reader;
    } files[] = {
        {"{\"host_names\": [\"a\"], \"a\": {\"cpu_percent\": [1", "perfmon-json"},
        {" {\"A\": {\"child_proc_md\": [], \"cpu_percent\": [1", "perfmon-json"},
        {"{\"cpu_percent\": [1, 2", "perfmon-json"},
        {"{\"FLOPS_DP\" : {\"x\": [1", "perfmon-json"},
        {"{\"host_names\": [\"a\"], \"a\": {\"cpu_model\": \"x\"}}", "perfmon-meta"},
        {"Host,Timestamps,x\n", "perfmon-csv"},
        {"\xEF\xBB\xBF\"\",\"Host\",x,\"Timestamps\"\r\n", "perfmon-csv"},
        {"{\"jobId\": 1, \"cluster\": \"c\", \"resources\": []}", "clustercockpit-meta"},
        {"{\"x\": {\"node\": {\"timestep\": 60, \"series\": []}}}", "clustercockpit-data"},
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        struct mapping content = {.bytes = files[i].text, .size = strlen(files[i].text)};
        const struct reader *reader = reader_recognise(&content);
        CHECK_TEXT(reader ? reader->name : "none", files[i].reader);
    }
    static const char *const others[] = {"",
                                         "{",
                                         "{}",
                                         "[1]",
                                         "Hostname,Timestamps\n",
                                         "{\"cpu_time\": [1, \"s\"], \"memory\": 1}",
                                         "%PDF-1.4",
                                         "time_stamps",
                                         "{\"cpu_percent\": 5}",
                                         "\xEF\xBB\xBF"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        struct mapping content = {.bytes = others[i], .size = strlen(others[i])};
        CHECK(!reader_recognise(&content));
    }
}

static const char *recognised(const struct strbuf *text)
{
    struct mapping content = {.bytes = text->text, .size = text->size};
    const struct reader *reader = reader_recognise(&content);
    return reader ? reader->name : "none";
}

static void add_many_hosts(struct strbuf *text)
{
    strbuf_add_text(text, "\xEF\xBB\xBF{\"host_names\": [\n");
    for (int i = 0; i < 3000; i++)
        strbuf_format(text, "%s    \"nid%06d.cluster.example.org\"", i ? ",\n" : "", i);
    strbuf_add_text(text, "]");
}

static void add_numbers(struct strbuf *text, const char *key)
{
    strbuf_format(text, "%s[0", key);
    for (int i = 1; i < 30000; i++)
        strbuf_format(text, ", %d", i);
    strbuf_add_text(text, "]");
}

static void recognises_behind_long_lists(void)
{
    static const struct {
        const char *behind, *reader;
    } files[] = {
        {", \"nid000000\": {\"cpu_percent\": [1], \"time_stamps\": [1]}}", "perfmon-json"},
        {", \"nid000000\": {\"lscpu\": {}}}", "perfmon-meta"},
        {", \"nid000000\": {\"cores\": 4}}", "perfmon-meta"},
        {", \"traceEvents\": []}", "chrome-trace"},
    };
    struct strbuf text;
    strbuf_init(&text);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        strbuf_clear(&text);
        add_many_hosts(&text);
        strbuf_add_text(&text, files[i].behind);
        CHECK_TEXT(recognised(&text), files[i].reader);
    }
    strbuf_clear(&text);
    strbuf_add_text(&text, "{\"host_names\": [\"a\"], \"a\": {");
    add_numbers(&text, "\"x\": ");
    add_numbers(&text, ", \"time_stamps\": ");
    strbuf_add_text(&text, "}}");
    CHECK_TEXT(recognised(&text), "perfmon-json");
    strbuf_clear(&text);
    strbuf_add_text(&text, "{\"x\": {\"node\": {\"series\": [{");
    add_numbers(&text, "\"data\": ");
    strbuf_add_text(&text, "}], \"timestep\": 60}}}");
    CHECK_TEXT(recognised(&text), "clustercockpit-data");
    strbuf_release(&text);
}

/* Hosts are named, and nothing that is seen says what of them is told. */
static void recognises_nothing_by_names_alone(void)
{
    struct strbuf text;
    strbuf_init(&text);
    strbuf_add_text(&text, "{\"host_names\": [\"a\"]");
    for (int i = 0; i < 8000; i++)
        strbuf_format(&text, ", \"key %d\": %d", i, i);
    strbuf_add_text(&text, "}");
    CHECK_TEXT(recognised(&text), "none");
    strbuf_release(&text);
}

CHECK_MAIN(TEST(takes_no_sentinels_for_values), TEST(reads_a_merged_file),
           TEST(reads_a_file_of_one_host), TEST(reads_hosts_beside_the_name_of_one),
           TEST(converts_units), TEST(reads_numbers_written_as_texts),
           TEST(reads_stamps_in_milliseconds), TEST(reads_gpus), TEST(reads_perf_events),
           TEST(refuses_what_holds_nothing), TEST(keeps_hosts_that_are_only_listed),
           TEST(pads_and_cuts), TEST(rejects_hosts_without_time),
           TEST(leaves_out_samples_without_time), TEST(keeps_what_is_missing_missing),
           TEST(uses_the_last_of_two), TEST(keeps_hosts_before_a_fault),
           TEST(takes_names_as_they_are), TEST(mends_names), TEST(refuses_a_bomb),
           TEST(reads_what_is_whole_of_a_cut_file), TEST(reads_one_sample),
           TEST(reads_the_real_run), TEST(recognises_its_files), TEST(recognises_behind_long_lists),
           TEST(recognises_nothing_by_names_alone))
