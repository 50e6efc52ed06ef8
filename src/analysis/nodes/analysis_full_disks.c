/* full_disks: nodes with a file system that fills up during the run, and their load then. */
#include <math.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/nodes/node_load.h"
#include "table/rows.h"
#include "util/number.h"

static const double FULL_FREE = 0.01, FULL_FREE_B = 1e9; /* of what was free; and at most */
enum { LEAST_BEFORE = 3 };                               /* samples of the load: no mean of fewer */

static const char used[] = "disk_used_percent", unused[] = "disk_free";

struct fullness {
    double from, until; /* NaN: never full */
    double first, last; /* samples */
    double most;        /* in use, or the least that was free */
};

static double most_of(const struct signal *signal)
{
    double most = 0;
    for (size_t i = 0; i < signal->count; i++)
        most = fmax(most, signal->values[i]);
    return most;
}

/* To the last moment in which it is full: what is deleted amid that is filled up again. */
static struct fullness fullness_of(const struct signal *signal, bool is_free, double full_percent)
{
    struct fullness found = {NUMBER_MISSING, NUMBER_MISSING, NUMBER_MISSING, NUMBER_MISSING,
                             NUMBER_MISSING};
    double least = fmin(FULL_FREE_B, FULL_FREE * most_of(signal));
    for (size_t i = 0; i < signal->count; i++) {
        double value = signal->values[i];
        if (isnan(value))
            continue;
        bool is_full = is_free ? value <= least : value >= full_percent;
        found.first = fmin(found.first, signal->times[i]);
        found.last = fmax(found.last, signal->times[i]);
        found.most = is_free ? fmin(found.most, value) : fmax(found.most, value);
        if (!is_full)
            continue;
        found.from = fmin(found.from, signal->times[i]);
        found.until = fmax(found.until, signal->times[i]);
    }
    return found;
}

/* NaN: of too few samples. The sample at its begin may be of either. */
static double mean_load(const struct signal *load, double from, double until)
{
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; load && i < load->count; i++) {
        if (isnan(load->values[i]) || !(load->times[i] > from && load->times[i] <= until))
            continue;
        sum += load->values[i];
        count++;
    }
    return count >= LEAST_BEFORE ? sum / (double)count : NUMBER_MISSING;
}

static void put(struct tables *tables, const struct signals *signals, const struct signal *signal,
                const struct fullness *found, bool is_free)
{
    const struct node_load *load = node_load_of(signals);
    const struct signal_metric *metric = load ? node_load_metric(signals, load) : NULL;
    const struct signal *loads =
        metric ? signals_of_node(signals, metric, signal->node, signal->node) : NULL;
    double before = found->from - (isnan(signal->interval_s) ? 0 : signal->interval_s);
    struct table *table = tables_get(tables, "full_disks");
    struct full_disks_row row = full_disks_row_missing();
    row.node = signals->nodes[signal->node].name;
    row.metric = signals->metrics[signal->metric].name;
    row.from = found->from;
    row.until = found->until;
    row.most_share = is_free ? NUMBER_MISSING : found->most / 100;
    row.free_B = is_free ? found->most : NUMBER_MISSING;
    row.from_first = found->from <= found->first;
    row.until_last = found->until >= found->last;
    row.load_metric = load ? load->metric : NULL;
    row.load_before = mean_load(loads, -INFINITY, before);
    row.load_during = mean_load(loads, found->from, found->until);
    full_disks_row_put(table, &row);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    double full_percent = 100 * rules_number(request->rules, "nodes.disk-full", "warn");
    const struct signals *signals = request->signals;
    size_t number = signals_find(signals, used);
    bool is_free = number == (size_t)-1;
    if (is_free)
        number = signals_find(signals, unused);
    if (number == (size_t)-1)
        return;
    const struct signal_metric *metric = &signals->metrics[number];
    bool has_unit = signal_metric_is_in(metric, is_free ? "B" : "%");
    for (size_t i = 0; has_unit && i < metric->count; i++) {
        const struct signal *signal = &signals->items[metric->first + i];
        struct fullness found = fullness_of(signal, is_free, full_percent);
        if (!isnan(found.from))
            put(tables, signals, signal, &found, is_free);
    }
}

const struct analysis analysis_full_disks = {"full_disks", run};
