/* Which columns of node tables are counters by their names and their values together. */
#include "input_fixture.h"

static struct fixture fixture;

enum { SAMPLES = 12 };

/* Two nodes; the first is set back to 0 in the middle if `is_set_back`. */
static void read_column_beside(const char *beside, const char *name, double base, double step,
                               bool is_set_back)
{
    struct strbuf text;
    strbuf_init(&text);
    strbuf_format(&text, "timestamp,host,%s%s\n", name, beside);
    for (int i = 0; i < SAMPLES; i++)
        for (int node = 0; node < 2; node++) {
            bool is_behind = is_set_back && node == 0 && i >= SAMPLES / 2;
            double value = is_behind ? step * (i - SAMPLES / 2) : base + step * i;
            strbuf_format(&text, "%d,n%d,%.17g", 1714557600 + 10 * i, node, value);
            if (*beside)
                strbuf_format(&text, ",%d", 5000 + 100 * i);
            strbuf_format(&text, "\n");
        }
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read_text(&fixture, "perfmon-csv", text.text);
    strbuf_release(&text);
}

static void read_column(const char *name, double base, double step, bool is_set_back)
{
    read_column_beside("", name, base, step, is_set_back);
    CHECK_INT(fixture.dataset.metric_count, 1);
}

static const struct metric *only_metric(void)
{
    return &fixture.dataset.metrics[0];
}

static void takes_what_was_moved_or_happened_for_counters(void)
{
    static const struct {
        const char *column, *metric, *unit;
        double scale;
    } columns[] = {
        {"lustre_read_bytes", "lustre_read", "B", 1},
        {"nfs_write_bytes", "nfs_write", "B", 1},
        {"eth0_rx_bytes", "eth0_rx", "B", 1},
        {"net_eth0_rx_bytes", "net_eth0_rx", "B", 1},
        {"eth0_bytes_recv", "eth0_bytes_recv", "B", 1},
        {"disk_sda_read_bytes", "disk_sda_read", "B", 1},
        {"sda_read_kib", "sda_read", "B", 1024},
        {"sda_mb_written", "sda_mb_written", "B", 1e6},
        {"lustre read [GB]", "lustre read", "B", 1e9},
        {"ifInOctets", "ifInOctets", "B", 1},
        {"eth0_bytes_in", "eth0_bytes_in", "B", 1},
        {"eth0_rx_packets", "eth0_rx_packets", "packets", 1},
        {"eth0_tx_errors", "eth0_tx_errors", "", 1},
        {"sda_reads_completed", "sda_reads_completed", "", 1},
        {"sda_iops", "sda_iops", "", 1},
        {"context_switches", "context_switches", "", 1},
        {"ctxt", "ctxt", "", 1},
        {"page_faults", "page_faults", "", 1},
        {"pgmajfault", "pgmajfault", "", 1},
        {"interrupts", "interrupts", "", 1},
        {"nfs_ops", "nfs_ops", "", 1},
        {"cache_reads", "cache_reads", "", 1},
        {"/scratch writes", "/scratch writes", "", 1},
    };
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
        for (int is_set_back = 0; is_set_back < 2; is_set_back++) {
            read_column(columns[i].column, 3e12, 1e9, is_set_back);
            CHECK_TEXT(only_metric()->name, columns[i].metric);
            CHECK_TEXT(only_metric()->unit, columns[i].unit);
            CHECK_INT(only_metric()->kind, METRIC_COUNTER);
            CHECK_NEAR(fixture_series(&fixture, columns[i].metric, "n0")->values[0],
                       3e12 * columns[i].scale, 1e-12);
            CHECK_SAID(fixture,
                       "read as a counter and shown as its rate (it falls only at resets)");
        }
}

/* Also where they grow steadily. */
static void takes_no_level_for_a_counter(void)
{
    static const char *const columns[] = {"mem_used_bytes",
                                          "memory_usage",
                                          "cached_bytes",
                                          "buffers",
                                          "rss",
                                          "queue_length",
                                          "tx_queue_len",
                                          "rx_buffer_bytes",
                                          "write_cache_used",
                                          "write_cache_bytes",
                                          "pending_writes",
                                          "reads_in_progress",
                                          "recv_mem_bytes",
                                          "bytes_in_use",
                                          "bytes_in_flight",
                                          "disk_used_bytes",
                                          "write_threads",
                                          "open_files",
                                          "gpu_temperature",
                                          "read_latency_us",
                                          "lustre_read_rate",
                                          "eth0_rx_mbps",
                                          "reads_per_s",
                                          "sda_read_time",
                                          "last_write",
                                          "max_read_bytes",
                                          "read_ahead_kb",
                                          "sda_write %"};
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        read_column(columns[i], 3e10, 1e8, false);
        CHECK(only_metric()->kind == METRIC_LEVEL);
        CHECK_INT(strstr(fixture.said.text, "read as a counter") != NULL, 0);
    }
    read_column("disk_iops", 100, 1, false);
    CHECK_INT(only_metric()->kind, METRIC_LEVEL);
}

/* A name alone makes none: rates and amounts of an interval fall, and not as if set back. */
static void takes_nothing_that_falls_for_a_counter(void)
{
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read_text(&fixture, "perfmon-csv",
                      "timestamp,host,lustre_read,nfs_write\n"
                      "1714557600,n1,10,10\n1714557610,n1,20,20\n1714557620,n1,30,0\n"
                      "1714557630,n1,40,20\n1714557640,n1,50,0\n1714557650,n1,60,20\n"
                      "1714557660,n1,70,0\n1714557670,n1,80,20\n1714557680,n1,90,0\n"
                      "1714557690,n1,100,20\n1714557700,n1,110,0\n1714557710,n1,100,20\n");
    CHECK_INT(fixture_metric(&fixture, "lustre_read")->kind, METRIC_LEVEL);
    CHECK_INT(fixture_metric(&fixture, "nfs_write")->kind, METRIC_LEVEL);
}

/* Of one node, a sample a character of `shape`: a digit is what was moved, in `unit`, "." nothing;
 * at a "0" a counter is set back. */
static void read_shape(const char *name, const char *shape, double unit, bool is_rate)
{
    struct strbuf text;
    strbuf_init(&text);
    strbuf_format(&text, "timestamp,host,%s\n", name);
    double counted = 0;
    for (int i = 0; shape[i]; i++) {
        double step = shape[i] >= '1' && shape[i] <= '9' ? shape[i] - '0' : 0;
        counted = is_rate || shape[i] == '0' ? 0 : counted;
        counted += step * unit;
        strbuf_format(&text, "%d,n1,%.17g\n", 1714557600 + 10 * i, counted);
    }
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read_text(&fixture, "perfmon-csv", text.text);
    strbuf_release(&text);
}

/* Of a device that is used at times: falls are in few of all steps. */
static void reports_rates_that_mostly_rest_from_counters(void)
{
    static const char bursts[] = "...........565..............5646............656............"
                                 "....777............................556...................."
                                 "............................................65............";
    static const char once[] = "..........................5...............................";
    static const char *const columns[] = {"read_bytes", "write_bytes", "net_recv",
                                          "port_rcv_packets", "disk_written_bytes_total"};
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        read_shape(columns[i], bursts, 1e8, true);
        CHECK_INT(only_metric()->kind, METRIC_LEVEL);
        read_shape(columns[i], once, 1e8 + 1.0 / 3, true);
        CHECK_INT(only_metric()->kind, METRIC_LEVEL);
        read_shape(columns[i], bursts, 1e8, false);
        CHECK_INT(only_metric()->kind, METRIC_COUNTER);
    }
    read_shape("read_bytes", bursts, 1e8, true);
    CHECK_TEXT(only_metric()->name, "read_bytes");
    CHECK_SAID(fixture, "read_bytes: not a counter, since it falls in 10 steps and rises in 11: "
                        "shown without unit (for a rate, name the column \"read_bytes [B/s]\")");
}

/* Averages of counters, and those in larger units, have fractions; nodes start again. */
static void takes_counters_that_are_set_back_for_counters(void)
{
    static const char rising[] = "..5546565666555......5655576.....0.555455565......54555....";
    static const char often[] = "..55465.0..........5655576......0..5554.......0...55.......";
    read_shape("read_bytes", rising, 1e8 + 1.0 / 3, false);
    CHECK_INT(only_metric()->kind, METRIC_COUNTER);
    read_shape("read_bytes", often, 1e8, false);
    CHECK_INT(only_metric()->kind, METRIC_COUNTER);
    read_shape("disk_read_kb", often, 1e5 + 1.0 / 3, false);
    CHECK_INT(only_metric()->kind, METRIC_COUNTER);
    read_shape("cpu_time", often, 1.0 / 3, false);
    CHECK_INT(only_metric()->kind, METRIC_COUNTER);
}

/* Also where it is set back, so that a row may follow one that was later and had more. */
static void takes_counters_of_rows_in_any_order(void)
{
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read_text(&fixture, "perfmon-csv",
                      "timestamp,host,nfs_write_bytes\n"
                      "1714557690,n1,240\n1714557620,n1,902\n1714557680,n1,230\n"
                      "1714557600,n1,900\n1714557670,n1,220\n1714557630,n1,903\n"
                      "1714557650,n1,905\n1714557660,n1,210\n1714557610,n1,901\n"
                      "1714557640,n1,904\n1714557700,n1,250\n1714557710,n1,260\n");
    CHECK_INT(fixture_metric(&fixture, "nfs_write")->kind, METRIC_COUNTER);
}

/* What did not move is a counter beside others that did. */
static void takes_what_rests_for_what_is_beside_it(void)
{
    read_column("nfs_write_bytes", 3e12, 0, false);
    CHECK_INT(only_metric()->kind, METRIC_LEVEL);
    read_column_beside(",eth0_rx_bytes", "nfs_write_bytes", 3e12, 0, false);
    CHECK_INT(fixture_metric(&fixture, "nfs_write")->kind, METRIC_COUNTER);
    CHECK_INT(fixture_metric(&fixture, "eth0_rx")->kind, METRIC_COUNTER);
    read_column_beside(",eth0_rx_bytes", "mem_used_bytes", 3e12, 0, false);
    CHECK_INT(fixture_metric(&fixture, "mem_used")->kind, METRIC_LEVEL);
}

/* InfiniBand's counters of data may be the kernel's, in words. */
static void says_what_data_of_ports_is_read_as(void)
{
    static const char *const columns[][2] = {{"ib0_port_rcv_data", "ib0_port_rcv_data"},
                                             {"mlx5_0_xmit_data", "mlx5_0_xmit_data"},
                                             {"port_rcv_data", "ib_io_counters.port_rcv_data"}};
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        read_column(columns[i][0], 3e12, 1e9, false);
        CHECK_TEXT(only_metric()->name, columns[i][1]);
        CHECK_TEXT(only_metric()->unit, "B");
        CHECK_INT(only_metric()->kind, METRIC_COUNTER);
        CHECK_SAID(fixture, "no unit, read as bytes (the kernel's own counter of that name counts "
                            "words of 4 bytes)");
    }
    read_column("ib0_rcv_bytes", 3e12, 1e9, false);
    CHECK_INT(strstr(fixture.said.text, "words of 4 bytes") != NULL, 0);
}

CHECK_MAIN(TEST(takes_what_was_moved_or_happened_for_counters), TEST(takes_no_level_for_a_counter),
           TEST(takes_nothing_that_falls_for_a_counter),
           TEST(reports_rates_that_mostly_rest_from_counters),
           TEST(takes_counters_that_are_set_back_for_counters),
           TEST(takes_counters_of_rows_in_any_order), TEST(takes_what_rests_for_what_is_beside_it),
           TEST(says_what_data_of_ports_is_read_as))
