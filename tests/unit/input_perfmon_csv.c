#include "input_fixture.h"

#include "input/nodes/perfmon_metrics.h"

static struct fixture fixture;

static void read_text(const char *text)
{
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read_text(&fixture, "perfmon-csv", text);
}

static void reads_rows_in_any_order(void)
{
    read_text("Host,Timestamps,CPU percent [%],IB recv data [bytes],RAPL package 1 [uJ]\n"
              "n2,20,4,400,0\n"
              "n1,12,3,300,3000000\n"
              "n1,10,1,100,1000000\n"
              "n2,10,,350,5000000\n"
              "n1,11,2,200,2000000\n");
    CHECK_INT(fixture.records, 5);
    CHECK_TEXT(fixture.said.text, "");
    CHECK_TEXT(fixture_values(&fixture, "cpu_percent", "n1"), "1 2 3");
    CHECK_TEXT(fixture_values(&fixture, "cpu_percent", "n2"), "- 4");
    CHECK_TEXT(fixture_values(&fixture, "ib_io_counters.port_rcv_data", "n1"), "100 200 300");
    CHECK_TEXT(fixture_values(&fixture, "rapl_powercap.package-1", "n1"), "1 2 3");
    CHECK_TEXT(fixture_values(&fixture, "rapl_powercap.package-1", "n2"), "5 -");
    CHECK_TEXT(fixture_metric(&fixture, "rapl_powercap.package-1")->part_of,
               "rapl_powercap.package");
    CHECK_NEAR(fixture_series(&fixture, "cpu_percent", "n1")->timeline->times[0], 10, 0);
}

static void maps_columns_by_their_words(void)
{
    static const struct {
        const char *column, *path;
    } columns[] = {
        {"Memory (read) bandwidth [MiB/s]", "memory_bw"},
        {"IB xmit data [bytes]", "ib_io_counters.port_xmit_data"},
        {"IB xmit packets", "ib_io_counters.port_xmit_packets"},
        {"IB recv packets [packets]", "ib_io_counters.port_rcv_packets"},
        {"RAPL uncore 3 [uJ]", "rapl_powercap.uncore-3"},
        {"CPU percent (system) [%]", "cpu_percent_sys"},
        {"memory_info.rss", "memory_info.rss"},
        {"Bytes received [bytes]", "net_io_counters.bytes_recv"},
        {"Number of threads", "num_threads"},
        {"cache-misses", "hardware_events.cache-misses"},
        {"GPU utilization rate [%]", "utilization_rates.gpu"},
        {"RAPL package [uJ]", "RAPL package"},
        {"Something else [bytes]", "Something else"},
    };
    struct arena arena;
    struct perfmon_dictionary dictionary;
    arena_init(&arena);
    perfmon_dictionary_init(&dictionary);
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
        CHECK_TEXT(perfmon_dictionary_look_up(&dictionary, &arena, columns[i].column).path,
                   columns[i].path);
    struct perfmon_metric other =
        perfmon_dictionary_look_up(&dictionary, &arena, "Disk speed [MiB/s]");
    CHECK_TEXT(other.unit, "B/s");
    CHECK_NEAR(other.scale, 1048576, 0);
    CHECK_INT(other.kind, METRIC_RATE);
    perfmon_dictionary_release(&dictionary);
    arena_release(&arena);
}

/* The toolkit labels bytes a second as MiB/s. */
static void tells_bytes_from_mebibytes(void)
{
    read_text("Host,Timestamps,Memory (read) bandwidth [MiB/s]\nn,1,50000000000\nn,2,0\n");
    CHECK_TEXT(fixture_values(&fixture, "memory_bw", "n"), "50000000000 0");
    CHECK_SAID(fixture, "the values are bytes a second: Memory (read) bandwidth [MiB/s]");
    read_text("Host,Timestamps,Memory (read) bandwidth [MiB/s]\nn,1,2\nn,2,0\n");
    CHECK_TEXT(fixture_values(&fixture, "memory_bw", "n"), "2097152 0");
}

static void reads_quotes_and_index_columns(void)
{
    read_text("\xEF\xBB\xBF,\"Host\",Timestamps,\"CPU percent [%]\",Unnamed: 4\r\n"
              "0,\"n,\"\"1\"\"\",2020-12-25T21:25:10Z,1.5,9\r\n\r\n"
              "1,\"n,\"\"1\"\"\",1608931511,nan,9\r\n");
    CHECK_INT(fixture.records, 2);
    CHECK_TEXT(fixture_values(&fixture, "cpu_percent", "n,\"1\""), "1.5 -");
    CHECK_INT(fixture.dataset.metric_count, 1);
    CHECK_NEAR(fixture_series(&fixture, "cpu_percent", "n,\"1\"")->timeline->times[0], 1608931510,
               0);
}

static void rejects_broken_rows(void)
{
    read_text("Host,Timestamps,CPU percent [%]\n"
              "n,1,10\nn,2\nn,3,30,40\n,4,40\nn,x,50\nn,-5,50\nn,6,abc\n");
    CHECK_INT(fixture.records, 2);
    CHECK_TEXT(fixture_values(&fixture, "cpu_percent", "n"), "10 -");
    CHECK_TEXT(fixture.said.text, "FILE:3: a row with fewer fields than the header\n"
                                  "FILE:4: a row with more fields than the header\n"
                                  "FILE:5: a row without host\n"
                                  "FILE:6: a row without usable time stamp\n"
                                  "FILE:7: a row without usable time stamp\n");
    CHECK_INT(diagnostics_rejected(fixture.diagnostics, "FILE"), 5);
}

static void reads_gpu_tables(void)
{
    read_text("Host,Timestamps,GPU power usage [mW],Unheard of\ngpu-0.n,1,1500,1\n");
    CHECK_TEXT(fixture_values(&fixture, "gpu.power_usage", "gpu-0.n"), "1.5");
    CHECK_TEXT(fixture_values(&fixture, "gpu.Unheard of", "gpu-0.n"), "1");
}

static void uses_the_first_of_two_columns(void)
{
    read_text("Host,Timestamps,cpu_percent,CPU load [%]\nn,1,5,6\n");
    CHECK_TEXT(fixture_values(&fixture, "cpu_percent", "n"), "5");
    CHECK_SAID(fixture, "two columns hold cpu_percent, the first one is used: CPU load [%]");
}

static void reads_what_is_whole_of_a_cut_file(void)
{
    static const char text[] = "Host,Timestamps,cpu_percent,num_fds\nn1,10,1.25,7\nn2,10,2,8\n";
    long long before = -1;
    for (size_t size = 0; size <= strlen(text); size++) {
        fixture_release(&fixture);
        fixture_init(&fixture);
        fixture_read(&fixture, "perfmon-csv", text, size);
        CHECK(fixture.records >= before);
        CHECK((fixture.records < 0) == (fixture.error.text[0] != '\0'));
        const struct series *series = fixture_series(&fixture, "num_fds", "n1");
        CHECK(!series || isnan(series->values[0]) || series->values[0] == 7);
        before = fixture.records;
    }
    CHECK_INT(before, 2);
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read(&fixture, "perfmon-csv", text, strlen(text) - 1);
    CHECK_TEXT(fixture_values(&fixture, "num_fds", "n2"), "-");
    CHECK_SAID(fixture, "the file ends without a line feed: the last value counts as missing");
}

static void stops_at_nuls(void)
{
    static const char text[] = "Host,Timestamps,x\nn,1,2\n\0\0\0\0\0";
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read(&fixture, "perfmon-csv", text, sizeof text);
    CHECK_INT(fixture.records, 1);
    CHECK_SAID(fixture, "the last 6 bytes are no table and left out");
}

static void refuses_other_tables(void)
{
    read_text("");
    CHECK_TEXT(fixture.error.text, "FILE:1: the columns Host and Timestamps are not there");
    read_text("a,b\n1,2\n");
    CHECK_INT(fixture.records, -1);
    read_text("Host,Timestamps,x\n");
    CHECK_TEXT(fixture.error.text, "FILE holds no samples");
    read_text("Host,Timestamps,x\n\"n,1,2\n");
    CHECK_INT(fixture.records, -1);
}

static void mends_names(void)
{
    read_text("Host,Timestamps,x\xFF\n<b>\xFF,1,2\n../n,1,3\n");
    CHECK_TEXT(fixture_values(&fixture, "x\xEF\xBF\xBD", "<b>\xEF\xBF\xBD"), "2");
    CHECK_TEXT(fixture_values(&fixture, "x\xEF\xBF\xBD", "../n"), "3");
}

CHECK_MAIN(TEST(reads_rows_in_any_order), TEST(maps_columns_by_their_words),
           TEST(tells_bytes_from_mebibytes), TEST(reads_quotes_and_index_columns),
           TEST(rejects_broken_rows), TEST(reads_gpu_tables), TEST(uses_the_first_of_two_columns),
           TEST(reads_what_is_whole_of_a_cut_file), TEST(stops_at_nuls), TEST(refuses_other_tables),
           TEST(mends_names))
