#include "analysis/findings/blocked.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/findings/task_words.h"
#include "analysis/nodes/capacity.h"
#include "analysis/nodes/node_load.h"
#include "analysis/nodes/slot_loads.h"
#include "util/number.h"

static const double SOME = 1;                       /* process per node */
static const double LEAST_LOAD = 4, OF_CORES = 0.5; /* load average while CPUs rest */
static const double PER_BUSY_CORE = 4;              /* load average */
static const double SETTLED = 0.5, SETTLED_S = 300; /* of the time: it lags behind */
static const double AT_WORK = 0.5;                  /* of the cores */

/* Of all samples of a metric; NaN: none. */
static double mean_within(const struct findings *findings, const char *name, double start,
                          double end)
{
    const struct signals *signals = findings->request->signals;
    const struct signal_metric *metric = signals ? node_load_present(signals, name) : NULL;
    double sum = 0, count = 0;
    for (size_t i = 0; metric && i < metric->count; i++) {
        const struct signal *signal = &signals->items[metric->first + i];
        for (size_t k = 0; k < signal->count; k++) {
            if (isnan(signal->values[k]) || signal->times[k] < start || signal->times[k] > end)
                continue;
            sum += signal->values[k];
            count++;
        }
    }
    return count > 0 ? sum / count : NUMBER_MISSING;
}

/* Logical processors per node; NaN: not even roughly known. */
static double cores_of(const struct findings *findings, const struct signal_metric *metric)
{
    const struct signals *signals = findings->request->signals;
    const struct capacity *capacities = capacities_of(findings->request);
    double sum = 0;
    for (size_t i = 0; i < metric->count; i++)
        sum += capacities[signals->items[metric->first + i].node].rough_cores;
    return metric->count ? sum / (double)metric->count : NUMBER_MISSING;
}

double blocked_counted(const struct findings *findings, double start, double end)
{
    return mean_within(findings, "procs_blocked", start, end);
}

const char *blocked_text(const struct findings *findings, double start, double end)
{
    const struct signals *signals = findings->request->signals;
    const struct node_load *load = signals ? node_load_of(signals) : NULL;
    if (!load || strcmp(load->metric, NODE_LOAD_AVERAGE) == 0)
        return NULL;
    const struct signal_metric *metric = node_load_metric(signals, load);
    const char *per_node = metric->present > 1 ? " per node" : "";
    double aligned = start + SETTLED * (end - start);
    double counted = blocked_counted(findings, aligned, end);
    double average = mean_within(findings, NODE_LOAD_AVERAGE, aligned, end);
    double cores = cores_of(findings, metric);
    double use = mean_within(findings, metric->name, aligned, end);
    double busy = node_load_share(load, use, cores) * cores;
    if (counted >= fmax(SOME, busy))
        return arena_format(findings->arena, "%s%s were blocked in I/O.",
                            finding_count(findings, round(counted), "process", "processes"),
                            per_node);
    if (!isnan(counted) || end - start < SETTLED_S ||
        !(average >= fmax(fmax(LEAST_LOAD, OF_CORES * cores), PER_BUSY_CORE * busy)))
        return NULL;
    return arena_format(findings->arena,
                        "The load average was %s%s: processes were probably blocked in I/O.",
                        finding_quantity(findings, round(average), ""), per_node);
}

double blocked_load_at_work(const struct findings *findings, double cores)
{
    const struct signals *signals = findings->request->signals;
    const struct node_load *load = node_load_of(signals);
    const struct signal_metric *metric = node_load_metric(signals, load);
    const double *loads = slot_loads_of(signals, metric)->mean;
    double *averages = slot_means_of(signals, NODE_LOAD_AVERAGE, &metric->grid);
    double *kernel = load->kernel ? slot_means_of(signals, load->kernel, &metric->grid) : NULL;
    double sum = 0, count = 0;
    for (size_t slot = 0; averages && slot < metric->grid.slots; slot++) {
        double use = loads[slot] + (kernel && !isnan(kernel[slot]) ? kernel[slot] : 0);
        if (isnan(averages[slot]) || !(node_load_share(load, use, cores) >= AT_WORK))
            continue;
        sum += averages[slot];
        count++;
    }
    free(kernel);
    free(averages);
    return count > 0 ? sum / count : NUMBER_MISSING;
}
