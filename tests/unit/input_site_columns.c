#include "input_fixture.h"

#include "input/nodes/site_columns.h"

static struct fixture fixture;

/* Two nodes of ten samples each; a value of the column is `base` + `step` × the sample's number,
 * and where `noise` is set every other one that much less. */
static void read_column(const char *name, double base, double step, double noise)
{
    struct strbuf text;
    strbuf_init(&text);
    strbuf_format(&text, "timestamp,host,%s\n", name);
    for (int i = 0; i < 10; i++)
        for (int node = 0; node < 2; node++)
            strbuf_format(&text, "%d,n%d,%.17g\n", 1714557600 + 10 * i, node,
                          base + step * i - (i % 2) * noise);
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read_text(&fixture, "perfmon-csv", text.text);
    strbuf_release(&text);
    CHECK_INT(fixture.dataset.metric_count, 1);
}

/* Of a table of one column. */
static const struct metric *only_metric(void)
{
    return &fixture.dataset.metrics[0];
}

static double first_value(void)
{
    return fixture_series(&fixture, only_metric()->name, "n0")->values[0];
}

/* Units as names of columns say them, and what the first value, 1,000, then is. */
static void reads_units_in_names(void)
{
    static const struct {
        const char *column, *metric, *unit;
        double value;
        enum metric_kind kind;
    } columns[] = {
        {"mem_used_bytes", "mem_used", "B", 1e3, METRIC_LEVEL},
        {"mem_used_gib", "mem_used", "B", 1000 * 0x1p30, METRIC_LEVEL},
        {"memory_usage_gb", "mem_used", "B", 1e12, METRIC_LEVEL},
        {"Memory used (MiB)", "mem_used", "B", 1000 * 0x1p20, METRIC_LEVEL},
        {"net_rx_bytes", "net_io_counters.bytes_recv", "B", 1e3, METRIC_COUNTER},
        {"port_rcv_packets", "ib_io_counters.port_rcv_packets", "packets", 1e3, METRIC_COUNTER},
        {"ib_xmit_packets", "ib_io_counters.port_xmit_packets", "packets", 1e3, METRIC_COUNTER},
        {"IB recv packets [packets/s]", "ib_io_counters.port_rcv_packets", "packets/s", 1e3,
         METRIC_RATE},
        {"ib_io_counters.port_rcv_packets", "ib_io_counters.port_rcv_packets", "packets", 250,
         METRIC_COUNTER},
        {"net_tx_bytes_per_s", "net_io_counters.bytes_sent", "B/s", 1e3, METRIC_RATE},
        {"bytes_recv_per_s", "net_io_counters.bytes_recv", "B/s", 1e3, METRIC_RATE},
        {"read_bytes_s", "io_counters.read_bytes", "B/s", 1e3, METRIC_RATE},
        {"disk_write_mb_s", "io_counters.write_bytes", "B/s", 1e9, METRIC_RATE},
        {"net_tx_mbit_s", "net_io_counters.bytes_sent", "B/s", 1.25e8, METRIC_RATE},
        {"gpu_memory_used_mib", "gpu.memory_used.gpu_memory", "B", 1000 * 0x1p20, METRIC_LEVEL},
        {"gpu_power_watts", "gpu.power_usage", "W", 1e3, METRIC_RATE},
        {"power_kw", "power", "W", 1e6, METRIC_RATE},
        {"switches_per_s", "switches_per_s", "", 1e3, METRIC_LEVEL},
        {"bytes", "bytes", "", 1e3, METRIC_LEVEL},
        {"disk_w", "disk_w", "", 1e3, METRIC_LEVEL},
        {"gpu_power_w", "gpu.power_usage", "W", 1e3, METRIC_RATE},
        {"node_power_w", "node_power", "W", 1e3, METRIC_RATE},
        {"node_rapl_package_joules_total", "node_rapl_package", "J", 1e3, METRIC_ENERGY},
        {"package_energy_uj", "package_energy", "J", 1e-3, METRIC_ENERGY},
        {"gpu_energy_mJ", "gpu_energy", "J", 1, METRIC_ENERGY},
        {"DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION", "gpu.total_energy_consumption", "J", 1,
         METRIC_ENERGY},
        {"node_cpu_seconds_total", "node_cpu_seconds_total", "s", 1e3, METRIC_COUNTER},
        {"ib_port_bytes_total", "ib_port_bytes_total", "B", 1e3, METRIC_COUNTER},
        {"node_disk_written_bytes_total", "io_counters.write_bytes", "B", 1e3, METRIC_COUNTER},
        {"disk_reads_completed_total", "disk_reads_completed_total", "", 1e3, METRIC_COUNTER},
    };
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        read_column(columns[i].column, 1000, 1, 0);
        CHECK_TEXT(only_metric()->name, columns[i].metric);
        CHECK_TEXT(only_metric()->unit, columns[i].unit);
        CHECK_NEAR(first_value(), columns[i].value, 1e-12);
        CHECK_INT(only_metric()->kind, columns[i].kind);
        CHECK_TEXT(fixture.said.text, "");
    }
}

/* What Zabbix has in brackets directly behind a key is no unit; anything else there is one. */
static void reports_units_in_brackets_from_parts_of_a_key(void)
{
    static const struct {
        const char *column, *metric, *unit;
        double value;
    } columns[] = {
        {"gpu.power [%]", "gpu.power", "%", 51},
        {"gpu.power[%]", "gpu.power", "%", 51},
        {"gpu.power [W]", "gpu.power_usage", "W", 51},
        {"cpu.load [%]", "cpu_percent_sys", "%", 51},
        {"load.5 [%]", "load.5", "%", 51},
        {"memory.used [%]", "memory_percent", "%", 51},
        {"swap.used [%]", "swap_used_percent", "%", 51},
        {"gpu.memory.used [%]", "gpu.memory.used", "%", 51},
        {"memory.used [GB]", "mem_used", "B", 51e9},
        {"memory.used[GiB]", "mem_used", "B", 51 * 0x1p30},
        {"\"system.cpu.load[all,avg1]\"", "cpu_load", "", 51},
    };
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        read_column(columns[i].column, 51, 0, 0);
        CHECK_TEXT(only_metric()->name, columns[i].metric);
        CHECK_TEXT(only_metric()->unit, columns[i].unit);
        CHECK_NEAR(first_value(), columns[i].value, 1e-12);
    }
}

/* Of a column without a unit the largest value decides; a name alone is no unit. */
static void looks_at_the_values_of_columns_without_units(void)
{
    static const struct {
        const char *column;
        double base;
        const char *metric, *unit;
        double value;
    } columns[] = {
        {"cpu_usage", 60, "cpu_percent_sys", "%", 60},
        {"cpu_percent", 99, "cpu_percent", "%", 99},
        {"cpu", 2000, "cpu_percent", "%", 2000},
        {"cpu_usage", -9, "cpu_usage", "", -9},
        {"cpu_usage_user", 60, "cpu_user", "%", 60},
        {"cpu_usage_system", 2, "cpu_system", "%", 2},
        {"cpu_system_percent", 2, "cpu_system", "%", 2},
        {"cpu_sys_percent", 2, "cpu_system", "%", 2},
        {"cpu_percent_system", 2, "cpu_system", "%", 2},
        {"sys_cpu_percent", 2, "cpu_system", "%", 2},
        {"system_cpu_percent", 2, "cpu_system", "%", 2},
        {"cpu_percent_sys", 2, "cpu_percent_sys", "%", 2},
        {"cpu_load", 60, "cpu_load", "", 60},
        {"load1", 60, "cpu_load", "", 60},
        {"memory_usage", 60, "memory_percent", "%", 60},
        {"memory_usage", 61000, "memory_usage", "", 61000},
        {"memory_usage", 61e9, "mem_used", "B", 61e9},
        {"mem_used", 61e9, "mem_used", "B", 61e9},
        {"mem_used", 61e6, "mem_used", "", 61e6},
        {"rss", 61e9, "memory_info.rss", "B", 61e9},
        {"rss", 61e6, "rss", "", 61e6},
        {"gpu_power", 370, "gpu.power_usage", "W", 370},
        {"gpu_power", 370e3, "gpu.power_usage", "W", 370},
        {"gpu_memory", 68e3, "gpu_memory", "", 68e3},
        {"gpu_memory", 68e9, "gpu.memory_used.gpu_memory", "B", 68e9},
    };
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        read_column(columns[i].column, columns[i].base, 1, 0);
        CHECK_TEXT(only_metric()->name, columns[i].metric);
        CHECK_TEXT(only_metric()->unit, columns[i].unit);
        CHECK_NEAR(first_value(), columns[i].value, 1e-12);
    }
    read_column("cpu_usage", 60, 1, 0);
    CHECK_SAID(fixture, "cpu_usage: read as % of the node (no value above 100)");
    read_column("mem_used", 61000, 1, 0);
    CHECK_SAID(
        fixture,
        "mem_used: no unit: shown unchanged (name one in the header, such as \"mem_used [GiB]\")");
}

/* What falls again and again is no counter. */
static void takes_nothing_that_falls_for_a_counter(void)
{
    read_column("net_recv", 3e8, 1e6, 0);
    CHECK_TEXT(only_metric()->name, "net_io_counters.bytes_recv");
    CHECK_INT(only_metric()->kind, METRIC_COUNTER);
    read_column("net_recv", 3e8, 1e6, 5e6);
    CHECK_TEXT(only_metric()->name, "net_recv");
    CHECK_INT(only_metric()->kind, METRIC_LEVEL);
    CHECK_SAID(fixture, "net_recv: not a counter, since it falls in 10 of 18 steps: shown without "
                        "unit (for a rate, name the column \"net_recv [B/s]\")");
}

/* A name alone makes a counter of what rises, and neither falls nor stays. */
static void takes_totals_that_rise_for_counters(void)
{
    read_column("scratch_total", 7e12, 0, 0);
    CHECK_INT(only_metric()->kind, METRIC_LEVEL);
    read_column("jobs_total", 40, 1, 3);
    CHECK_INT(only_metric()->kind, METRIC_LEVEL);
    read_column("requests_total", 40, 1, 0);
    CHECK_INT(only_metric()->kind, METRIC_COUNTER);
    read_column("mem_used_total", 6e10, 1e6, 0);
    CHECK_INT(only_metric()->kind, METRIC_LEVEL);
    read_column("interval_energy_j", 3e3, 1, 5);
    CHECK_INT(only_metric()->kind, METRIC_LEVEL);
    CHECK_SAID(fixture, "not a counter, since it falls in 10 of 18 steps");
}

static void takes_sizes_of_nodes_for_hardware(void)
{
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read_text(&fixture, "perfmon-csv",
                      "timestamp,host,num_cpus,mem_total_gib,load1\n"
                      "1714557600,n1,64,256,3\n1714557610,n1,64,256,4\n");
    CHECK_TEXT(only_metric()->name, "cpu_load");
    CHECK_INT(fixture.dataset.hardware_count, 2);
    CHECK_TEXT(fixture.dataset.hardware[0].key, "num_cpus");
    CHECK_TEXT(fixture.dataset.hardware[0].value, "64");
    CHECK_TEXT(fixture.dataset.hardware[1].key, "mem_total");
    CHECK_TEXT(fixture.dataset.hardware[1].value, "274877906944");
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read_text(&fixture, "perfmon-csv",
                      "timestamp,host,mem_total,load1\n1714557600,n1,257000,3\n");
    CHECK_INT(fixture.dataset.hardware_count, 0);
    CHECK_SAID(fixture, "mem_total: no unit: not used");
}

/* What a column is only by its values is no other column's metric. */
static void leaves_metrics_to_columns_that_name_them(void)
{
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read_text(&fixture, "perfmon-csv",
                      "timestamp,host,memory_usage,mem_used_bytes\n1714557600,n1,7e10,6e10\n");
    CHECK_TEXT(fixture_values(&fixture, "mem_used", "n1"), "60000000000");
    CHECK_TEXT(fixture_values(&fixture, "memory_usage", "n1"), "70000000000");
}

/* One bad row, or a blank line, does not make another table of it. */
static void knows_tables_with_bad_rows(void)
{
    static const char *const bad[] = {"\n",
                                      "1714557620,,5\n",
                                      "soon,n1,5\n",
                                      "1714557620,n1\n",
                                      "1714557620,n1,5,6\n",
                                      "timestamp,host,load1\n"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct strbuf text;
        strbuf_init(&text);
        strbuf_format(&text,
                      "timestamp,host,load1\n1714557600,n1,5\n1714557610,n1,5\n%s"
                      "1714557630,n1,5\n1714557640,n1,5\n",
                      bad[i]);
        struct mapping content = {.bytes = text.text, .size = strlen(text.text)};
        const struct reader *reader = reader_recognise(&content);
        CHECK_TEXT(reader ? reader->name : "none", "perfmon-csv");
        fixture_release(&fixture);
        fixture_init(&fixture);
        fixture_read_text(&fixture, "perfmon-csv", text.text);
        CHECK_INT(fixture.records, 4);
        strbuf_release(&text);
    }
}

static const char *reader_of(const char *text)
{
    struct mapping content = {.bytes = (char *)(uintptr_t)text, .size = strlen(text)};
    const struct reader *reader = reader_recognise(&content);
    return reader ? reader->name : "none";
}

/* Samples of one second, and samples that are there twice, are of the host; rows of its processors,
 * of its GPUs or of one metric each are not. */
static void knows_tables_with_several_samples_a_second(void)
{
    CHECK_TEXT(reader_of("timestamp,host,load1,mem_used\n"
                         "1714557600,n1,50,1e9\n1714557600,n1,51,1e9\n"
                         "1714557601,n1,52,1e9\n1714557601,n1,53,1e9\n"),
               "perfmon-csv");
    CHECK_TEXT(reader_of("timestamp,host,load1,mem_used\n"
                         "1714557600,n1,50,1e9\n1714557600,n1,50,1e9\n"
                         "1714557601,n1,51,1e9\n1714557601,n1,51,1e9\n"),
               "perfmon-csv");
    static const char *const others[] = {
        "timestamp,host,cpu,busy\n1714557600,n1,0,50\n1714557600,n1,1,51\n"
        "1714557601,n1,0,52\n1714557601,n1,1,53\n1714557601,n2,0,52\n"
        "1714557601,n2,1,54\n1714557601,n2,2,54\n",
        "timestamp,host,metric,value\n1714557600,n1,load,50\n1714557600,n1,memory,51\n"
        "1714557601,n1,load,52\n1714557601,n1,memory,53\n"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        CHECK_TEXT(reader_of(others[i]), "none");
}

/* Of what is left and of all of it the rest is what is used. */
static void turns_what_is_left_into_what_is_used(void)
{
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read_text(&fixture, "perfmon-csv",
                      "timestamp,host,node_memory_MemTotal_bytes,node_memory_MemAvailable_bytes,"
                      "swap_total_gb,swap_free_mb\n"
                      "1714557600,n1,270e9,90e9,8,8000\n1714557610,n1,270e9,,8,500\n");
    CHECK_TEXT(fixture_values(&fixture, "mem_used", "n1"), "180000000000 -");
    CHECK_TEXT(fixture_values(&fixture, "swap_used", "n1"), "0 7500000000");
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read_text(&fixture, "perfmon-csv",
                      "timestamp,host,mem_available_percent,mem_available,mem_used_bytes\n"
                      "1714557600,n1,40,9e10,6e10\n");
    CHECK_TEXT(fixture_values(&fixture, "memory_percent", "n1"), "60");
    CHECK_TEXT(fixture_values(&fixture, "mem_available", "n1"), "90000000000");
    CHECK_TEXT(fixture_values(&fixture, "mem_used", "n1"), "60000000000");
}

static void read_rows(const char *text)
{
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read_text(&fixture, "perfmon-csv", text);
}

/* A percent sign is a unit, and memory in percent of all is not memory in bytes. */
static void reads_percentages_of_memory(void)
{
    static const char *const names[] = {"Memory %",
                                        "Mem%",
                                        "%memused",
                                        "% Memory used",
                                        "mem_pct",
                                        "memused_pct",
                                        "memory_used_pct",
                                        "node_memory_used_percent",
                                        "memory_percent",
                                        "Memory [%]",
                                        "memory_usage_percent"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        read_column(names[i], 20.5, 1, 0);
        CHECK_TEXT(only_metric()->name, "memory_percent");
        CHECK_TEXT(only_metric()->unit, "%");
        CHECK_NEAR(first_value(), 20.5, 1e-12);
        CHECK_TEXT(fixture.said.text, "");
    }
    read_column("memory", 61e9, 1, 0);
    CHECK_TEXT(only_metric()->name, "mem_used");
    read_column("Swap %", 20, 1, 0);
    CHECK_TEXT(only_metric()->name, "swap_used_percent");
    CHECK_TEXT(only_metric()->unit, "%");
    CHECK_TEXT(fixture.said.text, "");
    read_column("CPU %", 60, 1, 0);
    CHECK_TEXT(only_metric()->name, "cpu_percent_sys");
}

/* The kernel's names are in its kB where nothing else is said, and the values can be. */
static void reads_names_of_proc_meminfo(void)
{
    read_rows("timestamp,host,MemTotal_kB,MemAvailable_kB,MemFree_kB,SwapTotal (kB),SwapFree (kB)\n"
              "1714557600,n1,134217728,100663296,1000,8388608,8388607\n");
    CHECK_INT(fixture.dataset.hardware_count, 2);
    CHECK_TEXT(fixture.dataset.hardware[0].key, "mem_total");
    CHECK_TEXT(fixture.dataset.hardware[0].value, "137438953472");
    CHECK_TEXT(fixture_values(&fixture, "mem_used", "n1"), "34359738368");
    CHECK_TEXT(fixture_values(&fixture, "swap_used", "n1"), "1024");
    CHECK_TEXT(fixture_metric(&fixture, "MemFree")->unit, "B");
    CHECK_TEXT(fixture.said.text, "");
    read_rows("timestamp,host,MemTotal,MemAvailable,Cached,Dirty\n"
              "1714557600,n1,1073741824,805306368,1000,5\n");
    CHECK_TEXT(fixture_values(&fixture, "mem_used", "n1"), "274877906944");
    CHECK_TEXT(fixture_values(&fixture, "Cached", "n1"), "1024000");
    CHECK_TEXT(fixture_values(&fixture, "Dirty", "n1"), "5120");
    CHECK_SAID(fixture,
               "MemTotal and 3 more: no unit, read as kB of 1,024 bytes (as in /proc/meminfo)");
    read_rows("timestamp,host,MemTotal,MemAvailable\n1714557600,n1,137438953472,100000000000\n");
    CHECK_TEXT(fixture_values(&fixture, "mem_used", "n1"), "37438953472");
    CHECK_TEXT(fixture.said.text, "");
    read_rows("timestamp,host,MemTotal_bytes,MemAvailable_bytes\n"
              "1714557600,n1,137438953472,100000000000\n");
    CHECK_TEXT(fixture_values(&fixture, "mem_used", "n1"), "37438953472");
    read_rows("timestamp,host,Cached,Active,load1\n1714557600,n1,137438953,1000,1\n");
    CHECK_TEXT(fixture_metric(&fixture, "Cached")->unit, "");
    CHECK_TEXT(fixture_values(&fixture, "Active", "n1"), "1000");
}

/* What monitors write where they could not measure is missing, and does not say what the others of
 * the column are. */
static void takes_no_sentinels_for_values(void)
{
    read_rows("timestamp,host,cpu_usage,memory_usage,net_rx_bytes,celsius_below\n"
              "1714557600,n1,50,60,100,-5\n1714557610,n1,-1,18446744073709551615,200,-6\n"
              "1714557620,n1,18446744073709551616,61,18446744073709551615,-1e300\n");
    CHECK_TEXT(fixture_values(&fixture, "cpu_percent_sys", "n1"), "50 - -");
    CHECK_TEXT(fixture_values(&fixture, "memory_percent", "n1"), "60 - 61");
    CHECK_TEXT(fixture_values(&fixture, "net_io_counters.bytes_recv", "n1"), "100 200 -");
    CHECK_TEXT(fixture_values(&fixture, "celsius_below", "n1"), "-5 -6 -");
    CHECK_SAID(fixture,
               "cpu_usage (2) and 3 more: implausible values (such as -1 or 2^64) are missing");
}

/* Neither rest nor waiting for I/O is load; a load that is there is not worked out. */
static void works_out_the_load_of_nodes(void)
{
    read_rows("timestamp,host,cpu_system_percent,cpu_idle_percent\n"
              "1714557600,n1,4,2\n1714557610,n1,5,\n");
    CHECK_TEXT(fixture_values(&fixture, "cpu_percent_sys", "n1"), "98 -");
    CHECK_TEXT(fixture_values(&fixture, "cpu_system", "n1"), "4 5");
    CHECK_TEXT(fixture_values(&fixture, "cpu_idle", "n1"), "2 -");
    read_rows("timestamp,host,cpu_user,cpu_idle,cpu_wio\n"
              "1714557600,n1,20,20,60\n1714557610,n1,19,20.5,80\n");
    CHECK_TEXT(fixture_values(&fixture, "cpu_percent_sys", "n1"), "20 0");
    read_rows("timestamp,host,usage_user,usage_system,usage_nice\n1714557600,n1,20,5,30\n");
    CHECK_TEXT(fixture_values(&fixture, "cpu_percent_sys", "n1"), "55");
    static const char *const others[] = {"cpu_percent,cpu_idle", "cpu_system,cpu_user_of_job",
                                         "cpu_user,cpu_idle"};
    static const char *const loads[] = {"97", "-", "-"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        char text[128];
        snprintf(text, sizeof text, "timestamp,host,%s\n1714557600,n1,97,%s\n", others[i],
                 i == 2 ? "6300" : "3"); /* the idle time of 64 cores is no share of the node */
        read_rows(text);
        bool has_load = dataset_find_metric(&fixture.dataset, "cpu_percent_sys") != NAME_INDEX_NONE;
        CHECK_TEXT(has_load ? fixture_values(&fixture, "cpu_percent_sys", "n1") : "-", loads[i]);
    }
}

/* Of a table whose percentages are all below 1 nobody says what they are, unless one is above. */
static void takes_no_shares_for_percentages(void)
{
    read_rows("timestamp,host,cpu_usage_user,gpu_util\n"
              "1714557600,n1,0.5,0.98\n1714557610,n1,0.6,1\n");
    CHECK_TEXT(fixture_values(&fixture, "cpu_usage_user (as given)", "n1"), "0.5 0.6");
    CHECK_TEXT(fixture_values(&fixture, "gpu_util", "n1"), "0.98 1");
    CHECK_SAID(fixture,
               "cpu_usage_user and 1 more: no unit, and no value above 1: shown unchanged");
    read_rows("timestamp,host,cpu_usage_user,cpu_iowait\n"
              "1714557600,n1,50,0.1\n1714557610,n1,60,0.2\n");
    CHECK_TEXT(fixture_values(&fixture, "cpu_iowait", "n1"), "0.1 0.2");
    CHECK_TEXT(fixture_metric(&fixture, "cpu_iowait")->unit, "%");
    read_rows("timestamp,host,gpu_util\n1714557600,n1,0\n1714557610,n1,1\n");
    CHECK_TEXT(fixture_values(&fixture, "gpu.utilization_rates.gpu", "n1"), "0 1");
    read_rows("timestamp,host,gpu_util_percent\n1714557600,n1,0.5\n1714557610,n1,0.7\n");
    CHECK_TEXT(fixture_values(&fixture, "gpu.utilization_rates.gpu", "n1"), "0.5 0.7");
}

/* A quote that is not closed, and NULs, cost a row each; words are no metric. */
static void loses_no_more_than_a_damaged_row(void)
{
    read_rows("timestamp,host,load1,rack,job_id\n1714557600,n1,1,a,7\n1714557610,n1,\"2,a,7\n"
              "1714557620,n1,3,a,7\n\"1714557630,n1,4,a,7\n1714557640,n1,5,a,7\n");
    CHECK_TEXT(fixture_values(&fixture, "cpu_load", "n1"), "1 3 5");
    CHECK_INT(fixture.dataset.metric_count, 1);
    CHECK_SAID(fixture, "3: unclosed quote");
    CHECK_SAID(fixture, "rack: no numbers: not read");
    static const char text[] = "timestamp,host,load1\n1714557600,n1,1\n\0\0\0,n1,2\n"
                               "1714557620,n1,3\n\0\0";
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read(&fixture, "perfmon-csv", text, sizeof text - 1);
    CHECK_TEXT(fixture_values(&fixture, "cpu_load", "n1"), "1 3");
    CHECK_SAID(fixture, "3: NUL characters");
}

CHECK_MAIN(TEST(reads_percentages_of_memory), TEST(reads_names_of_proc_meminfo),
           TEST(takes_totals_that_rise_for_counters), TEST(takes_no_sentinels_for_values),
           TEST(knows_tables_with_several_samples_a_second), TEST(works_out_the_load_of_nodes),
           TEST(takes_no_shares_for_percentages), TEST(loses_no_more_than_a_damaged_row),
           TEST(turns_what_is_left_into_what_is_used), TEST(reads_units_in_names),
           TEST(reports_units_in_brackets_from_parts_of_a_key),
           TEST(looks_at_the_values_of_columns_without_units),
           TEST(takes_nothing_that_falls_for_a_counter), TEST(takes_sizes_of_nodes_for_hardware),
           TEST(leaves_metrics_to_columns_that_name_them), TEST(knows_tables_with_bad_rows))
