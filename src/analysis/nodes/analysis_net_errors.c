/* net_errors: nodes whose network counts errors, or packets that were dropped. */
#include <ctype.h>
#include <math.h>
#include <string.h>
#include <strings.h>

#include "analysis/analysis.h"
#include "analysis/nodes/signal.h"
#include "analysis/nodes/signal_statistic.h"
#include "table/rows.h"
#include "util/number.h"

static const double LEAST_RATE = 0.1; /* per second: fewer are not worth a row */

struct words {
    bool network, errors, drops, received, packets;
};

static bool is_among(const char *word, size_t size, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(words[i]) == size && strncasecmp(words[i], word, size) == 0)
            return true;
    return false;
}
#define IS_AMONG(word, size, words) is_among(word, size, words, sizeof(words) / sizeof(words)[0])

static const char *const errors[] = {"err", "errs", "error", "errors", "crc"};
static const char *const drops[] = {"drop", "drops", "dropped", "discard", "discards"};
static const char *const packets[] = {"packets", "packet", "pkts"};

/* "net_err_in", "node_network_receive_drop_total", "ib_io_counters.port_rcv_errors" */
static struct words words_of(const char *name)
{
    static const char *const networks[] = {"net", "network", "eth", "eth0", "ib",  "ib0",
                                           "nic", "port",    "rx",  "tx",   "rcv", "xmit"};
    static const char *const received[] = {"in", "rx", "recv", "rcv", "receive", "received"};
    struct words words = {0};
    for (const char *at = name; *at;) {
        size_t size = 0;
        while (isalnum((unsigned char)at[size]))
            size++;
        words.network |= IS_AMONG(at, size, networks);
        words.errors |= IS_AMONG(at, size, errors);
        words.drops |= IS_AMONG(at, size, drops);
        words.received |= IS_AMONG(at, size, received);
        words.packets |= IS_AMONG(at, size, packets);
        at += size ? size : 1;
    }
    return words;
}

/* The next word that does not say what is counted; its size, 0 at the end. */
static size_t next_of_port(const char **at)
{
    for (;; (*at)++) {
        size_t size = 0;
        while (isalnum((unsigned char)(*at)[size]))
            size++;
        bool counted = IS_AMONG(*at, size, errors) || IS_AMONG(*at, size, drops) ||
                       IS_AMONG(*at, size, packets);
        if (size && !counted)
            return size;
        if (!(*at)[size])
            return 0;
        *at += size;
    }
}

/* Whether both count at one port in one direction: "eth0_rx_dropped", "eth0_rx_packets". */
static bool are_of_one_port(const char *name, const char *other)
{
    size_t size;
    do {
        size = next_of_port(&name);
        if (next_of_port(&other) != size || strncasecmp(name, other, size) != 0)
            return false;
        name += size;
        other += size;
    } while (size);
    return true;
}

/* Those of the port of the errors; where it has none, of the node in the same direction. */
static size_t find_packets(const struct signals *signals, const char *metric, bool received)
{
    for (size_t i = 0; i < signals->metric_count; i++) {
        const char *name = signals->metrics[i].name;
        struct words words = words_of(name);
        bool counts =
            signals->metrics[i].kind == METRIC_COUNTER || signals->metrics[i].kind == METRIC_RATE;
        if (counts && words.packets && !words.errors && !words.drops &&
            are_of_one_port(metric, name))
            return i;
    }
    return signals_find(signals,
                        received ? "net_io_counters.packets_recv" : "net_io_counters.packets_sent");
}

/* Per second; NaN: unknown. */
static double packets_of(const struct signals *signals, size_t number, uint32_t node)
{
    if (number == (size_t)-1)
        return NUMBER_MISSING;
    return signal_mean_of(signals_of_node(signals, &signals->metrics[number], node, node)).mean;
}

static void put_metric(struct tables *tables, const struct signals *signals,
                       const struct signal_metric *metric, const struct words *words)
{
    size_t its_packets = find_packets(signals, metric->name, words->received);
    for (size_t i = 0; i < metric->count; i++) {
        const struct signal *signal = &signals->items[metric->first + i];
        double rate = signal_mean_of(signal).mean;
        if (!(rate >= LEAST_RATE))
            continue;
        struct table *table = tables_get(tables, "net_errors");
        struct net_errors_row row = net_errors_row_missing();
        row.node = signals->nodes[signal->node].name;
        row.metric = metric->name;
        row.kind = words->errors ? "errors" : "drops";
        row.rate = rate;
        row.total = signal->total;
        row.share = rate / packets_of(signals, its_packets, signal->node);
        row.nodes = (double)metric->present;
        net_errors_row_put(table, &row);
    }
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct signals *signals = request->signals;
    for (size_t i = 0; i < signals->metric_count; i++) {
        const struct signal_metric *metric = &signals->metrics[i];
        struct words words = words_of(metric->name);
        bool counts = metric->kind == METRIC_COUNTER || metric->kind == METRIC_RATE;
        if (counts && words.network && (words.errors || words.drops))
            put_metric(tables, signals, metric, &words);
    }
}

const struct analysis analysis_net_errors = {"net_errors", run};
