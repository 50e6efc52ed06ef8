/* file_waits: nodes whose processors rest while files are read and written, or wait for them.
 *
 * A moment counts when the load keeps less than QUIET of the cores busy (unknown cores: less than
 * QUIET of the load's own p95), when files move at WORK_SIGNS_FILES_B_S and BUSY_FILES of the
 * node's own p95 or more, and when no GPU of the job works. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/nodes/capacity.h"
#include "analysis/nodes/node_load.h"
#include "analysis/nodes/signal_grid.h"
#include "analysis/nodes/signal_order.h"
#include "analysis/nodes/signal_statistic.h"
#include "analysis/nodes/work_rates.h"
#include "analysis/nodes/work_signs.h"
#include "analysis/statistics/statistic.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/number.h"

static const double QUIET = 0.25, BUSY_FILES = 0.25;
static const double P95 = 0.95;

struct node_waits {
    double *rates;                  /* of all files, a sample of the load each; NaN: unknown */
    double share, rate, load_share; /* load_share: of the cores; NaN where they are unknown */
};

static double p95_of(const double *values, size_t count)
{
    double *scratch = memory_alloc_array(count, sizeof *scratch), quantile;
    statistic_quantiles_of(values, count, scratch, &P95, 1, &quantile);
    free(scratch);
    return quantile;
}

/* What all metrics of files give at each sample of the load. */
static double *find_rates(const struct signals *signals, const struct signal *load)
{
    double *rates = memory_alloc_array(load->count, sizeof *rates);
    for (size_t i = 0; i < load->count; i++)
        rates[i] = NUMBER_MISSING;
    struct work_rates known = work_rates_of(signals);
    for (size_t k = 0; k < known.count; k++) {
        const struct signal_metric *metric = &signals->metrics[known.items[k].number];
        bool is_of_files = known.items[k].kind == WORK_RATE_FILES && known.items[k].adds_up;
        const struct signal *files =
            is_of_files ? signals_of_node(signals, metric, load->node, load->node) : NULL;
        if (!files)
            continue;
        struct nearest nearest = {files->times, files->values, files->count, 0};
        for (size_t i = 0; i < load->count; i++) {
            double rate = nearest_value(&nearest, load->times[i], files->interval_s / 2);
            if (!isnan(rate))
                rates[i] = (isnan(rates[i]) ? 0 : rates[i]) + rate;
        }
    }
    return rates;
}

static void measure(struct node_waits *waits, const struct signal *signal,
                    const struct node_load *load, double cores, const bool *gpus_work,
                    const struct grid *grid)
{
    double least_rate =
        fmax(WORK_SIGNS_FILES_B_S, BUSY_FILES * p95_of(waits->rates, signal->count));
    double of_cores = node_load_share(load, 1, cores);
    double full = isnan(of_cores) ? 1 / p95_of(signal->values, signal->count) : of_cores;
    double sums[2] = {0, 0};
    size_t known = 0, waiting = 0;
    for (size_t i = 0; i < signal->count; i++) {
        size_t slot = grid_slot(grid, signal->times[i]);
        double share = signal->values[i] * full;
        if (isnan(share) || isnan(waits->rates[i]))
            continue;
        known++;
        if (!(share < QUIET && waits->rates[i] >= least_rate) ||
            (slot != (size_t)-1 && gpus_work[slot]))
            continue;
        waiting++;
        sums[0] += waits->rates[i];
        sums[1] += signal->values[i];
    }
    waits->share = known ? (double)waiting / (double)known : NUMBER_MISSING;
    waits->rate = waiting ? sums[0] / (double)waiting : NUMBER_MISSING;
    waits->load_share = waiting ? of_cores * sums[1] / (double)waiting : NUMBER_MISSING;
}

/* The node's mean share of the time; NaN where none is known. */
static double mean_iowait(const struct signals *signals, uint32_t node)
{
    const struct signal_metric *metric = node_load_iowait(signals);
    const struct signal *signal = metric ? signals_of_node(signals, metric, node, node) : NULL;
    return signal_mean_of(signal).mean / 100;
}

static void put_node(struct tables *tables, const char *node, const struct node_waits *waits,
                     double iowait)
{
    if (isnan(waits->share) && isnan(iowait))
        return;
    struct table *table = tables_get(tables, "file_waits");
    struct file_waits_row row = file_waits_row_missing();
    row.node = node;
    row.share_of_time = waits->share;
    row.file_B_s = waits->rate;
    row.cpu_share = waits->load_share;
    row.iowait = iowait;
    file_waits_row_put(table, &row);
}

static void put_waits(const struct analysis_request *request, const struct node_load *load,
                      struct tables *tables)
{
    const struct signals *signals = request->signals;
    struct work_signs gpus;
    const struct capacity *capacities = capacities_of(request);
    const struct signal_metric *metric = node_load_metric(signals, load);
    work_signs_of_gpus(&gpus, request, tables, &metric->grid);
    for (size_t i = 0; i < metric->count; i++) {
        const struct signal *signal = &signals->items[metric->first + i];
        struct node_waits waits = {find_rates(signals, signal), 0, 0, 0};
        measure(&waits, signal, load, capacity_cores(&capacities[signal->node]), gpus.shown,
                &metric->grid);
        put_node(tables, signals->nodes[signal->node].name, &waits,
                 mean_iowait(signals, signal->node));
        free(waits.rates);
    }
    work_signs_release(&gpus);
}

/* Where the load is unknown, waiting is known all the same. */
static void put_iowaits(const struct signals *signals, struct tables *tables)
{
    const struct signal_metric *metric = node_load_iowait(signals);
    const struct node_waits unknown = {NULL, NUMBER_MISSING, NUMBER_MISSING, NUMBER_MISSING};
    for (size_t i = 0; metric && i < metric->count; i++) {
        uint32_t node = signals->items[metric->first + i].node;
        put_node(tables, signals->nodes[node].name, &unknown, mean_iowait(signals, node));
    }
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct node_load *load = node_load_of(request->signals);
    if (load)
        put_waits(request, load, tables);
    else
        put_iowaits(request->signals, tables);
}

const struct analysis analysis_file_waits = {"file_waits", run};
