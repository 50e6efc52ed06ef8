/* Nodes that swap, whose file systems are full, and whose network counts errors: what is found in
 * samples, and both sides of the thresholds. */
#include "findings_fixture.h"

#include <math.h>

static void run_table(const char *name, const char *columns, const char *rows)
{
    begin();
    add_rows(name, columns, rows);
    run();
}

#define SWAP_COLUMNS                                                                               \
    "node,metric,from,until,least_B,most_B,least_share,most_share,moved_B_s,memory_share"

/* Where only the share of the swap space is known, or what is moved. */
static void swap_may_be_a_share_or_a_rate(void)
{
    static const struct {
        const char *row, *level; /* NULL: no finding */
    } cases[] = {
        {"n1,swap,0,60,,,0.2,0.31,,", "warn"},    {"n1,swap,0,60,,,0.2,0.29,,", NULL},
        {"n1,swap,0,60,,,0.2,0.31,,0.95", "bad"}, {"n1,swap,0,60,,,,,1e6,", "warn"},
        {"n1,swap,0,60,,,,,0.9e6,", NULL},        {"n1,swap,0,60,,,,,1e7,", "bad"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        run_table("swapping", SWAP_COLUMNS, cases[i].row);
        CHECK(is_reported("n1 swapped") == (cases[i].level != NULL));
        if (cases[i].level && is_reported("n1 swapped"))
            CHECK_TEXT(cell(0, "level"), cases[i].level);
        fixture_release(&fixture);
    }
    run_table("swapping", SWAP_COLUMNS, "n1,swap,0,60,,,0.2,0.9,,0.99\nn2,swap,0,60,,,0,0.8,,");
    CHECK(is_reported("n2 swapped up to 80 % of its swap space "));
    CHECK(is_reported(". 1 more node swapped too."));
    fixture_release(&fixture);
    run_table("swapping", SWAP_COLUMNS, "n1,swap_in,0,60,,,,,2097152,");
    CHECK(is_reported("n1 swapped 2 MiB/s in and out "));
    fixture_release(&fixture);
}

/* 120 samples, one each minute: `before`, and from `from` on `after` + `slope` × the samples since.
 */
static void add_step(const char *metric, const char *unit, const char *node, size_t from,
                     double before, double after, double slope)
{
    double times[120], values[120];
    for (size_t i = 0; i < 120; i++) {
        times[i] = 60 * (double)i;
        values[i] = i < from ? before : after + slope * (double)(i - from);
    }
    SERIES(&fixture, metric, node, times, values);
    fixture_metric(&fixture, metric, unit, strcmp(unit, "1/s") == 0 ? METRIC_RATE : METRIC_LEVEL);
}

/* A node that swaps waits for that: its files would not be read faster. */
static void waits_for_swap_are_none_for_files(void)
{
    for (int swaps = 0; swaps < 2; swaps++) {
        fixture_init(&fixture);
        add_step("cpu_iowait", "%", "n1", 0, 0, 60, 0);
        add_step("cpu_percent_sys", "%", "n1", 0, 0, 30, 0);
        add_step("swap_used_percent", "%", "n1", 0, 0, 20, swaps ? 0.5 : 0);
        fixture_run(&fixture);
        CHECK_INT(is_reported("n1 swapped up to 80 % of its swap space"), swaps);
        CHECK_INT(is_reported("CPUs waited for I/O"), !swaps);
        fixture_release(&fixture);
    }
}

/* Memory that is moved to swap and back all the time, though no more of it is there. */
static void swap_is_known_by_its_traffic(void)
{
    fixture_init(&fixture);
    add_step("swap_in", "B/s", "n1", 60, 0, 4e7, 0);
    add_step("swap_out", "B/s", "n1", 60, 0, 4e7, 0);
    add_step("swap_used_percent", "%", "n1", 0, 0, 50, 0);
    add_step("cpu_percent_sys", "%", "n1", 60, 90, 30, 0);
    fixture_run(&fixture);
    CHECK(is_reported("n1 swapped 76.3 MiB/s in and out from "));
    CHECK(is_reported("Its CPU load fell by 67 %"));
    fixture_release(&fixture);
}

static void run_disk(const char *metric, const char *unit, double before, double after,
                     double load_after)
{
    fixture_init(&fixture);
    add_step(metric, unit, "n1", 90, before, after, 0);
    add_step(metric, unit, "n2", 90, before, before, 0);
    add_step("cpu_percent_sys", "%", "n1", 90, 90, load_after, 0);
    add_step("cpu_percent_sys", "%", "n2", 90, 90, 90, 0);
    fixture_run(&fixture);
}

/* Worse where the load falls then; what is nearly full all the time is none. */
static void file_systems_that_fill_up_are_told(void)
{
    static const struct {
        const char *metric, *unit;
        double before, after, load_after;
        const char *text, *level; /* NULL: no finding */
    } cases[] = {
        {"disk_used_percent", "%", 40, 100, 3,
         "A file system of n1 was full (100 %) from 1 h 30 min after the start to the end. The CPU "
         "load of the node fell by 97 %.",
         "bad"},
        {"disk_used_percent", "%", 40, 99, 90,
         "A file system of n1 was full (99 %) from 1 h 30 min after the start to the end.", "warn"},
        {"disk_used_percent", "%", 40, 98.9, 3, NULL, NULL},
        {"disk_used_percent", "%", 99, 99, 3, NULL, NULL},
        {"disk_used_percent", "%", 100, 100, 90,
         "A file system of n1 was full (100 %) for the whole run. 1 more node had a full file "
         "system.",
         "note"},
        {"disk_free", "B", 1e11, 0, 3, "A file system of n1 was full (0 B free) from 1 h 30 min",
         "bad"},
        {"disk_free", "B", 1e11, 1.1e9, 3, NULL, NULL},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        run_disk(cases[i].metric, cases[i].unit, cases[i].before, cases[i].after,
                 cases[i].load_after);
        CHECK_INT(is_reported("file system"), cases[i].text != NULL);
        if (cases[i].text)
            CHECK(is_reported(cases[i].text));
        for (size_t row = 0; cases[i].text && row < fixture_rows(&fixture, "findings"); row++)
            if (strstr(cell(row, "finding"), cases[i].text))
                CHECK_TEXT(cell(row, "level"), cases[i].level);
        fixture_release(&fixture);
    }
}

static void run_errors(const char *metric, double rate, double packets)
{
    fixture_init(&fixture);
    add_step(metric, "1/s", "n1", 0, 0, rate, 0);
    add_step(metric, "1/s", "n2", 0, 0, 0, 0);
    if (packets > 0) {
        add_step("net_io_counters.packets_recv", "1/s", "n1", 0, 0, packets, 0);
        add_step("net_io_counters.packets_sent", "1/s", "n1", 0, 0, 1, 0);
    }
    fixture_run(&fixture);
}

static void errors_of_networks_are_told(void)
{
    static const struct {
        const char *metric;
        double rate, packets; /* 0: not known */
        const char *text;     /* NULL: no finding */
    } cases[] = {
        {"net_err_in", 100, 0,
         "n1 counts 100 network errors per second (net_err_in). No other node does so."},
        {"net_err_in", 5, 0, "5 network errors per second"},
        {"net_err_in", 4.9, 0, NULL},
        {"net_err_in", 1, 1e4,
         "n1 counts 1 network error per second (net_err_in), under 0.1 % of its packets."},
        {"net_err_in", 0.9, 1, NULL},
        {"net_err_in", 100, 1e7, NULL},
        {"node_network_receive_drop_total", 10, 0, "10 dropped packets per second"},
        {"net_drop_in", 9.9, 0, NULL},
        {"ib_port_rcv_errors", 5, 0, "5 network errors per second (ib_port_rcv_errors)"},
        {"page_errors", 100, 0, NULL},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        run_errors(cases[i].metric, cases[i].rate, cases[i].packets);
        CHECK_INT(is_reported("per second"), cases[i].text != NULL);
        if (cases[i].text)
            CHECK(is_reported(cases[i].text));
        fixture_release(&fixture);
    }
}

/* Packets are those of the same port in the same direction. */
static void packets_of_the_port_are_counted(void)
{
    static const struct {
        const char *errors, *packets;
        double share;
    } cases[] = {
        {"eth0_rx_dropped", "eth0_rx_packets", 0.05},
        {"eth0_rx_dropped", "eth0_tx_packets", NAN},
        {"eth0_rx_dropped", "eth1_rx_packets", NAN},
        {"rx_crc_errors_ib0", "rx_packets_ib0", 0.05},
        {"node_network_receive_drop_total", "node_network_receive_packets_total", 0.05},
        {"ib_port_rcv_errors", "ib_port_rcv_pkts", 0.05},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        fixture_init(&fixture);
        add_step(cases[i].errors, "1/s", "n1", 0, 0, 2500, 0);
        add_step(cases[i].packets, "1/s", "n1", 0, 0, 50000, 0);
        fixture_run(&fixture);
        double share = fixture_number(&fixture, "net_errors", "node", "n1", NULL, NULL, "share");
        CHECK(isnan(cases[i].share) ? isnan(share) : fabs(share - cases[i].share) < 1e-9);
        fixture_release(&fixture);
    }
}

CHECK_MAIN(TEST(swap_may_be_a_share_or_a_rate), TEST(waits_for_swap_are_none_for_files),
           TEST(swap_is_known_by_its_traffic), TEST(file_systems_that_fill_up_are_told),
           TEST(errors_of_networks_are_told), TEST(packets_of_the_port_are_counted))
