#include "input_fixture.h"

#include <stdlib.h>
#include <time.h>

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
    CHECK_TEXT(fixture_values(&fixture, "cpu_percent", "n1"), "3 1 2");
    CHECK_TEXT(fixture_values(&fixture, "cpu_percent", "n2"), "4 -");
    CHECK_TEXT(fixture_values(&fixture, "ib_io_counters.port_rcv_data", "n1"), "300 100 200");
    CHECK_TEXT(fixture_values(&fixture, "rapl_powercap.package-1", "n1"), "3 1 2");
    CHECK_TEXT(fixture_values(&fixture, "rapl_powercap.package-1", "n2"), "- 5");
    CHECK_TEXT(fixture_metric(&fixture, "rapl_powercap.package-1")->part_of,
               "rapl_powercap.package");
    CHECK_NEAR(fixture_series(&fixture, "cpu_percent", "n1")->timeline->times[0], 12, 0);
}

static const char *format_of(const char *text)
{
    struct mapping content = {.bytes = text, .size = strlen(text)};
    const struct reader *reader = reader_recognise(&content);
    return reader ? reader->name : "none";
}

static void knows_other_names_of_host_and_time(void)
{
    static const char *const tables[] = {
        "timestamp,host,cpu_percent\n1714557600,n1,150\n1714557660,n1,170\n",
        "Time [s];Node Name;cpu_percent\n1714557600;n1;150\n1714557660;n1;170\n",
        ("cpu_percent,HOSTNAME,date_time,Server\n"
         "150,n1,2024-05-01 10:00:00,x\n170,n1,2024-05-01 10:01:00,y\n"),
        "machine\tts\tcpu_percent\nn1\t1714557600\t150\nn1\t1714557660\t170\n",
    };
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        CHECK_TEXT(format_of(tables[i]), "perfmon-csv");
        read_text(tables[i]);
        CHECK_TEXT(fixture.said.text, "");
        CHECK_INT(fixture.records, 2);
        CHECK_INT(fixture.dataset.metric_count, 1);
        CHECK_TEXT(fixture_values(&fixture, "cpu_percent", "n1"), "150 170");
    }
}

/* Records of tasks, rows of parts of hosts or of one metric each, and times of no day. */
static void takes_no_other_tables_for_its_own(void)
{
    CHECK_TEXT(format_of("timestamp,host,task,memory,elapsed\n1714557600,n1,a,5,6\n"), "table");
    CHECK_TEXT(format_of("time,node,memory\n12,n1,5\n"), "table");
    CHECK_TEXT(format_of("timestamp,host,metric,value\n1714557600,n1,a,5\n1714557600,n1,b,6\n"),
               "none");
    CHECK_TEXT(format_of("timestamp,host,core,load\n1714557600,n1,0,5\n1714557600,n1,1,6\n"),
               "none");
    CHECK_TEXT(format_of("timestamp,hostname,gpuSerial,powerDrawWatt\n1714557600,n1,12,100\n"),
               "device-samples");
    CHECK_TEXT(format_of("timestamp,host\n1714557600,n1\n"), "none");
}

/* A date and a time of day in two columns, in any order, over midnight. */
static void takes_a_date_and_a_clock_together(void)
{
    static const char *const tables[] = {
        "Date,Time,Host,mem_used [GiB]\n2024-05-01,23:59:50,a,1\n2024-05-02,00:00:00.5,a,2\n",
        "Host,Time,mem_used [GiB],day\na,23:59:50,1,20240501\na,0:00:00.5,2,20240502\n",
        "clock,date,Host,mem_used [GiB]\n23:59:50,2024/05/01,a,1\n00:00:00.5,2024/05/02,a,2\n",
    };
    setenv("TZ", "UTC0", 1);
    tzset();
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        CHECK_TEXT(format_of(tables[i]), "perfmon-csv");
        read_text(tables[i]);
        CHECK_TEXT(fixture.said.text, "");
        CHECK_TEXT(fixture_values(&fixture, "mem_used", "a"), "1073741824 2147483648");
        const double *times = fixture_series(&fixture, "mem_used", "a")->timeline->times;
        CHECK_NEAR(times[0], 1714607990, 0);
        CHECK_NEAR(times[1], 1714608000.5, 0);
        CHECK_INT(fixture.dataset.metric_count, 1);
    }
    read_text("Date,Time,Host,mem_used [GiB]\n2024-05-01,10:00:00,a,1\n,10:00:10,a,2\n"
              "05/01/2024,10:00:20,a,3\n2024-05-01 10:00:30,2024-05-01 10:00:40,a,4\n");
    CHECK_INT(fixture.records, 2);
    CHECK_SAID(fixture, "FILE:3: time of day without a valid date");
    CHECK_SAID(fixture, "FILE:4: time of day without a valid date");
    read_text("timestamp,Host,clock\n2024-05-01 10:00:00,a,1410\n2024-05-01 10:00:10,a,1410\n");
    CHECK_TEXT(fixture_values(&fixture, "clock", "a"), "1410 1410");
}

/* At which moments samples were taken whose times have no date, nobody can say. */
static void takes_no_clock_without_a_date(void)
{
    static const char *const tables[] = {
        "Time,Host,CPU [%],Memory used [GB]\n08:00:00,a,70,33\n08:00:00,b,70,33\n"
        "08:00:10,a,70,33\n08:00:10,b,70,33\n",
        "Date,Time,Host,CPU [%],Memory used [GB]\n05/01/2024,08:00:00,a,70,33\n"
        "05/01/2024,08:00:00,b,70,33\n05/01/2024,08:00:10,a,70,33\n",
    };
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        CHECK_TEXT(format_of(tables[i]), "none");
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
    perfmon_dictionary_init(&dictionary, true);
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
        CHECK_TEXT(perfmon_dictionary_look_up(&dictionary, &arena, columns[i].column).metric.path,
                   columns[i].path);
    struct perfmon_metric other =
        perfmon_dictionary_look_up(&dictionary, &arena, "Disk speed [MiB/s]").metric;
    CHECK_TEXT(other.unit, "B/s");
    CHECK_NEAR(other.scale, 1048576, 0);
    CHECK_INT(other.kind, METRIC_RATE);
    perfmon_dictionary_release(&dictionary);
    arena_release(&arena);
}

/* A unit in brackets holds for listed metrics as for others. */
static void honours_units_in_brackets(void)
{
    static const struct {
        const char *column, *path, *unit;
        double scale;
        enum metric_kind kind;
        const char *misfit;
    } columns[] = {
        {"RSS [GB]", "memory_info.rss", "B", 1e9, METRIC_LEVEL, ""},
        {"RSS (GiB)", "memory_info.rss", "B", 1073741824, METRIC_LEVEL, ""},
        {"RSS [ MB ]", "memory_info.rss", "B", 1e6, METRIC_LEVEL, ""},
        {"RSS", "memory_info.rss", "B", 1, METRIC_LEVEL, ""},
        {"RAPL package 0 [J]", "rapl_powercap.package-0", "J", 1, METRIC_ENERGY, ""},
        {"RAPL package 1 [kWh]", "rapl_powercap.package-1", "J", 3.6e6, METRIC_ENERGY, ""},
        {"RAPL package 0 [uJ]", "rapl_powercap.package-0", "J", 1e-6, METRIC_ENERGY, ""},
        {"RAPL package 0", "rapl_powercap.package-0", "J", 1e-6, METRIC_ENERGY, ""},
        {"RAPL package 0 [W]", "rapl_powercap.package-0", "W", 1, METRIC_RATE, ""},
        {"Memory (read) bandwidth [GB/s]", "memory_bw", "B/s", 1e9, METRIC_RATE, ""},
        {"Memory (read) bandwidth [Gbit/s]", "memory_bw", "B/s", 1.25e8, METRIC_RATE, ""},
        {"Net sent [MB]", "net_io_counters.bytes_sent", "B", 1e6, METRIC_COUNTER, ""},
        {"Net sent [MB/s]", "net_io_counters.bytes_sent", "B/s", 1e6, METRIC_RATE, ""},
        {"IB recv packets [packets]", "ib_io_counters.port_rcv_packets", "packets", 0.25,
         METRIC_COUNTER, ""},
        {"IB recv packets [count]", "ib_io_counters.port_rcv_packets", "packets", 0.25,
         METRIC_COUNTER, ""},
        {"IB recv packets [packets/s]", "ib_io_counters.port_rcv_packets", "packets/s", 0.25,
         METRIC_RATE, ""},
        {"Threads [count]", "num_threads", "", 1, METRIC_LEVEL, ""},
        {"GPU power usage [W]", "power_usage", "W", 1, METRIC_RATE, ""},
        {"GPU power usage", "power_usage", "W", 1e-3, METRIC_RATE, ""},
        {"SM clock [GHz]", "clock_info.sm", "Hz", 1e9, METRIC_LEVEL, ""},
        {"CPU time [ms]", "cpu_time", "s", 1e-3, METRIC_COUNTER, ""},
        {"CPU time [h]", "cpu_time", "s", 3600, METRIC_COUNTER, ""},
        {"Temperature (Celsius)", "temperature", "\u00b0C", 1, METRIC_LEVEL, ""},
        {"Memory [GB]", "Memory", "B", 1e9, METRIC_LEVEL, "memory_percent"},
        {"RSS [%]", "RSS", "%", 1, METRIC_LEVEL, "memory_info.rss"},
        {"RSS [pages]", "RSS", "pages", 1, METRIC_LEVEL, "memory_info.rss"},
        {"RAPL package 0 [B]", "RAPL package 0", "B", 1, METRIC_LEVEL, "rapl_powercap.package-0"},
        {"CPU time [%]", "CPU time", "%", 1, METRIC_LEVEL, "cpu_time"},
        {"Heat (W)", "Heat", "W", 1, METRIC_RATE, ""},
        {"Error(s)", "Error(s)", "", 1, METRIC_LEVEL, ""},
        {"Load (5 minutes)", "Load (5 minutes)", "", 1, METRIC_LEVEL, ""},
        {"derv_L2 bandwidth [GB/s]", "derv_L2 bandwidth", "B/s", 1e9, METRIC_RATE, ""},
        {"derv_L2 bandwidth", "derv_L2 bandwidth", "B/s", 1e6, METRIC_RATE, ""},
        {"[GB]", "", "B", 1e9, METRIC_LEVEL, ""},
        {"x [", "x [", "", 1, METRIC_LEVEL, ""},
    };
    struct arena arena;
    struct perfmon_dictionary dictionary;
    arena_init(&arena);
    perfmon_dictionary_init(&dictionary, true);
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        struct perfmon_meaning column =
            perfmon_dictionary_look_up(&dictionary, &arena, columns[i].column);
        struct perfmon_metric metric = column.metric;
        CHECK_TEXT(metric.path, columns[i].path);
        CHECK_TEXT(metric.unit, columns[i].unit);
        CHECK_NEAR(metric.scale, columns[i].scale, 1e-12);
        CHECK_INT(metric.kind, columns[i].kind);
        CHECK_TEXT(column.misfit ? column.misfit : "", columns[i].misfit);
    }
    CHECK_NEAR(perfmon_metric_of(&arena, "L2.derv_load bandwidth [GB/s]", false).scale, 1e9, 0);
    CHECK_NEAR(perfmon_metric_of(&arena, "L2.derv_load bandwidth", false).scale, 1e6, 0);
    perfmon_dictionary_release(&dictionary);
    arena_release(&arena);
    read_text("Host,Timestamps,Memory [%],Memory [GB]\nn,1,50,2\n");
    CHECK_TEXT(fixture_values(&fixture, "memory_percent", "n"), "50");
    CHECK_TEXT(fixture_values(&fixture, "Memory", "n"), "2000000000");
    CHECK_SAID(fixture,
               "Memory [GB]: the unit does not fit memory_percent: shown as a metric of its own");
}

/* The toolkit labels bytes a second as MiB/s. */
static void reports_bytes_from_mebibytes(void)
{
    read_text("Host,Timestamps,Memory (read) bandwidth [MiB/s]\nn,1,50000000000\nn,2,0\n");
    CHECK_TEXT(fixture_values(&fixture, "memory_bw", "n"), "50000000000 0");
    CHECK_SAID(fixture, "Memory (read) bandwidth [MiB/s]: read as B/s (too large for MiB/s)");
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

static void reads_stamps_of_any_unit(void)
{
    read_text("Host,Timestamps,x\nn,1700000000250,1\nn,1700000000500000,2\nn,1700000000.75,3\n");
    const struct timeline *timeline = fixture_series(&fixture, "x", "n")->timeline;
    for (int i = 0; i < 3; i++)
        CHECK_NEAR(timeline->times[i], 1700000000.25 + 0.25 * i, 1e-15);
}

static void rejects_broken_rows(void)
{
    read_text("Host,Timestamps,CPU percent [%]\n"
              "n,1,10\nn,2\nn,3,30,40\n,4,40\nn,x,50\nn,-5,50\nn,6,abc\n");
    CHECK_INT(fixture.records, 2);
    CHECK_TEXT(fixture_values(&fixture, "cpu_percent", "n"), "10 -");
    CHECK_TEXT(
        fixture.said.text,
        "FILE:3: fewer fields than the header\nFILE:4: more fields than the header\nFILE:5: "
        "no host\nFILE:6: no valid time stamp: \"x\"\nFILE:7: no valid time stamp: \"-5\"\n");
    CHECK_INT(diagnostics_rejected(fixture.diagnostics, "FILE"), 5);
}

static void reads_gpu_tables(void)
{
    read_text("Host,Timestamps,GPU power usage [mW],Unheard of\ngpu-0.n,1,1500,1\n");
    CHECK_TEXT(fixture_values(&fixture, "gpu.power_usage", "gpu-0.n"), "1.5");
    CHECK_TEXT(fixture_values(&fixture, "gpu.Unheard of", "gpu-0.n"), "1");
}

/* What GPU 1 of n measures, however columns number it. */
static void takes_numbered_columns_for_those_of_a_gpu(void)
{
    static const char *const columns[] = {
        "gpu1_power_W",     "gpu_1_power_W",          "GPU 1 power [W]",
        "gpu_power.1 [W]",  "gpu_power_1_W",          "gpu_power_1 [W]",
        "gpu1.power [W]",   "GPU-01 power usage [W]", "DCGM_FI_DEV_POWER_USAGE_1",
        "gpu_power_draw_1", "gpu[1]_power_W",         "GPU[1] power [W]"};
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        struct strbuf text;
        strbuf_init(&text);
        strbuf_format(&text, "time,host,cpu_percent,%s\n1,n,5,150\n2,n,6,160\n", columns[i]);
        read_text(text.text);
        CHECK_TEXT(fixture_values(&fixture, "gpu.power_usage", "gpu-1.n"), "150 160");
        CHECK_TEXT(fixture_values(&fixture, "cpu_percent_sys", "n"), "5 6");
        CHECK_INT(fixture.dataset.metric_count, 2);
        strbuf_release(&text);
    }
    read_text("Host,Timestamps,GPU 1 utilization [%],GPU 1 power [W]\nn,1,90,150\n");
    CHECK_TEXT(fixture_values(&fixture, "gpu.utilization_rates.gpu", "gpu-1.n"), "90");
    CHECK_TEXT(fixture_values(&fixture, "gpu.power_usage", "gpu-1.n"), "150");
    CHECK_INT(fixture.dataset.node_count, 1);
}

static void leaves_other_numbers_in_names_alone(void)
{
    static const char *const columns[] = {"gpu0",   "gpu[0]", "GPU 0 [%]",     "gpu_load_1",
                                          "load_1", "disk0",  "gpu_2024_jobs", "gpu_util_p95_1"};
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        struct strbuf text;
        strbuf_init(&text);
        strbuf_format(&text, "time,host,%s\n1,n,5\n", columns[i]);
        read_text(text.text);
        CHECK_INT(fixture.dataset.node_count, 1);
        CHECK_TEXT(fixture.dataset.nodes[0].name, "n");
        strbuf_release(&text);
    }
}

/* Host b has one GPU, c none. */
static void knows_gpus_by_their_values(void)
{
    read_text("time,host,cpu_percent,gpu0_util,gpu1_util,gpu0_fan_rpm\n"
              "1,a,50,90,91,3000\n1,b,50,80,,3100\n1,c,50,,,\n2,a,51,,92,3000\n");
    CHECK_INT(fixture.dataset.node_count, 6);
    CHECK_TEXT(fixture_values(&fixture, "gpu.utilization_rates.gpu", "gpu-0.a"), "90 -");
    CHECK_TEXT(fixture_values(&fixture, "gpu.utilization_rates.gpu", "gpu-1.a"), "91 92");
    CHECK_TEXT(fixture_values(&fixture, "gpu.utilization_rates.gpu", "gpu-0.b"), "80");
    CHECK_TEXT(fixture_values(&fixture, "gpu.fan_rpm", "gpu-0.b"), "3100");
    CHECK_TEXT(fixture_values(&fixture, "cpu_percent_sys", "c"), "50");
    read_text("time,host,cpu_percent,gpu0_util\n1,a,50,\n1,b,50,\n");
    CHECK_INT(fixture.dataset.node_count, 2);
    CHECK_SAID(fixture, "gpu0_util: no numbers: not read");
}

/* GPU 0 did nothing: its 0 is in the unit of the other. */
static void reads_the_same_of_all_gpus_alike(void)
{
    read_text("time,host,gpu0_memory_used,gpu1_memory_used\n1,a,0,9e9\n2,a,0,9e9\n");
    CHECK_TEXT(fixture_values(&fixture, "gpu.memory_used.gpu_memory", "gpu-0.a"), "0 0");
    CHECK_TEXT(fixture.said.text, "");
    read_text("time,host,gpu0_memory_used,gpu1_memory_used\n1,a,0,9\n2,a,0,9\n");
    CHECK_TEXT(fixture_values(&fixture, "gpu.memory_used", "gpu-0.a"), "0 0");
    CHECK_TEXT(fixture_values(&fixture, "gpu.memory_used", "gpu-1.a"), "9 9");
}

static void counts_what_gpus_measure_once(void)
{
    read_text("time,host,gpu_power_W,gpu0_power_W,gpu1_power_W\n1,a,300,100,200\n");
    CHECK_INT(fixture.dataset.node_count, 2);
    CHECK_TEXT(fixture_values(&fixture, "gpu.power_usage", "gpu-1.a"), "200");
    CHECK_SAID(fixture, "gpu_power_W: not read, since there are columns for each GPU");
}

static void uses_the_first_of_two_columns(void)
{
    read_text("Host,Timestamps,cpu_percent,CPU load [%]\nn,1,5,6\n");
    CHECK_TEXT(fixture_values(&fixture, "cpu_percent", "n"), "5");
    CHECK_SAID(fixture, "CPU load [%]: another column holds cpu_percent: the first one is used");
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
    CHECK_SAID(fixture,
               "no line feed at the end: the last value may be truncated and counts as missing");
}

static void stops_at_nuls(void)
{
    static const char text[] = "Host,Timestamps,x\nn,1,2\n\0\0\0\0\0";
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read(&fixture, "perfmon-csv", text, sizeof text);
    CHECK_INT(fixture.records, 1);
    CHECK_SAID(fixture, "the last 6 bytes are not a table and are ignored");
}

static void refuses_other_tables(void)
{
    read_text("");
    CHECK_TEXT(fixture.error.text, "FILE:1: no column with the host, or none with the time stamp");
    read_text("a,b\n1,2\n");
    CHECK_INT(fixture.records, -1);
    read_text("Host,Timestamps,x\n");
    CHECK_TEXT(fixture.error.text, "FILE: no samples");
    read_text("Host,Timestamps,x\n\"n,1,2\n");
    CHECK_INT(fixture.records, -1);
}

static void stray_quotes_spoil_their_row_alone(void)
{
    read_text("Host,Timestamps,x\nn1,10,1\nn\"1,20,2\n\"n1\"x,30,3\n\"n1,40,4\n \"n1\" ,50,5\n");
    CHECK_TEXT(fixture_values(&fixture, "x", "n1"), "1 5");
    CHECK_INT(fixture.records, 2);
}

/* Comments of several lines, commas in them too; what is wrong with a row is said once, with the
 * line where it begins. */
static void cells_in_quotes_may_hold_line_ends(void)
{
    read_text("Host,Timestamps,x,\"what\nfor\"\n"
              "n1,10,1,\"one, two\nthree\"\n"
              "n1,20,2,\"n1,15,7,\r\n\r\n\"\r\n"
              "n1,30,3,none\n"
              "n1,40,\"4\n5\",\"a\nb\",c\n"
              "n1,50,5,\"the last\none\"");
    CHECK_TEXT(fixture_values(&fixture, "x", "n1"), "1 2 3 5");
    CHECK_INT(fixture.records, 4);
    CHECK_INT(diagnostics_rejected(fixture.diagnostics, NULL), 1);
    CHECK(strstr(fixture.said.text, ":9: more fields than the header"));
}

/* A quote that is never closed spoils its own line, however many follow. */
static void a_quote_that_is_never_closed_spoils_its_line_alone(void)
{
    read_text("Host,Timestamps,x,comment\nn1,10,1,\"one\nn1,20,2,two\nn1,30,3,three\n");
    CHECK_TEXT(fixture_values(&fixture, "x", "n1"), "2 3");
    CHECK(strstr(fixture.said.text, ":2: unclosed quote"));
}

/* As programs for Mac OS 9 wrote them. */
static void lines_may_end_in_carriage_returns(void)
{
    read_text("Host,Timestamps,x\rn1,10,1\rn1,20,2\rn1,30,3\r");
    CHECK_TEXT(fixture_values(&fixture, "x", "n1"), "1 2 3");
}

/* A carriage return alone ends a row: the columns behind it are none. */
static void refuses_a_header_that_ends_before_its_host(void)
{
    read_text("time,note\rx,host,cpu_user\n1714557600,7\n1714557660,7,n1,3\n");
    CHECK_INT(fixture.records, -1);
    CHECK(strstr(fixture.error.text, "no column with the host") != NULL);
}

static void mends_names(void)
{
    read_text("Host,Timestamps,x\xFF\n<b>\xFF,1,2\n../n,1,3\n");
    CHECK_TEXT(fixture_values(&fixture, "x\xEF\xBF\xBD", "<b>\xEF\xBF\xBD"), "2");
    CHECK_TEXT(fixture_values(&fixture, "x\xEF\xBF\xBD", "../n"), "3");
}

static void reports_the_hour_twice_when_summer_time_ends(void)
{
    setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1);
    tzset();
    read_text("time,host,load1\n2026-10-25 02:00:00,n1,1\n2026-10-25 02:30:00,n1,2\n"
              "2026-10-25 02:00:00,n1,3\n2026-10-25 02:30:00,n1,4\n");
    const struct timeline *timeline = fixture_series(&fixture, "cpu_load", "n1")->timeline;
    for (size_t i = 0; i < timeline->count; i++)
        CHECK_NEAR(timeline->times[i], 1792886400 + 1800.0 * (double)i, 0);
    CHECK_SAID(fixture, "an hour occurs twice at the end of summer time");
    unsetenv("TZ");
    tzset();
}

CHECK_MAIN(TEST(reports_the_hour_twice_when_summer_time_ends), TEST(reads_rows_in_any_order),
           TEST(knows_other_names_of_host_and_time), TEST(takes_no_other_tables_for_its_own),
           TEST(takes_a_date_and_a_clock_together), TEST(takes_no_clock_without_a_date),
           TEST(maps_columns_by_their_words), TEST(honours_units_in_brackets),
           TEST(reports_bytes_from_mebibytes), TEST(reads_quotes_and_index_columns),
           TEST(stray_quotes_spoil_their_row_alone), TEST(cells_in_quotes_may_hold_line_ends),
           TEST(a_quote_that_is_never_closed_spoils_its_line_alone),
           TEST(lines_may_end_in_carriage_returns), TEST(rejects_broken_rows),
           TEST(reads_gpu_tables), TEST(takes_numbered_columns_for_those_of_a_gpu),
           TEST(leaves_other_numbers_in_names_alone), TEST(knows_gpus_by_their_values),
           TEST(reads_the_same_of_all_gpus_alike), TEST(counts_what_gpus_measure_once),
           TEST(reads_stamps_of_any_unit), TEST(uses_the_first_of_two_columns),
           TEST(reads_what_is_whole_of_a_cut_file), TEST(stops_at_nuls), TEST(refuses_other_tables),
           TEST(refuses_a_header_that_ends_before_its_host), TEST(mends_names))
