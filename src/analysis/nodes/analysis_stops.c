/* stops: nodes and GPUs that stop to work, or never work, long before the others end. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/nodes/node_load.h"
#include "analysis/nodes/work_stops.h"
#include "util/memory.h"

/* By a clock that is apart from the others' nothing is before or after what others do. */
static void find_stops(struct tables *tables, const struct signals *signals,
                       const struct signal_metric *metric, double at_rest)
{
    struct work_series *series = memory_alloc_array(metric->count, sizeof *series);
    size_t count = 0;
    for (size_t i = 0; i < metric->count; i++) {
        const struct signal *signal = &signals->items[metric->first + i];
        const struct node_samples *samples = &signals->node_samples[signal->node];
        if (!samples->is_apart)
            series[count++] = (struct work_series){signals->nodes[signal->node].name,
                                                   signal->times,
                                                   signal->values,
                                                   signal->count,
                                                   signal->missing,
                                                   samples->set_aside ? INFINITY : samples->last};
    }
    work_stops_put(tables, metric->name, series, count, at_rest);
    free(series);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    static const char *const gpus[] = {"gpu.utilization_rates.gpu", "acc_utilization.accelerator"};
    const struct signals *signals = request->signals;
    const struct node_load *load = node_load_of(signals);
    if (load)
        find_stops(tables, signals, node_load_metric(signals, load), load->at_rest);
    for (size_t i = 0; i < sizeof gpus / sizeof gpus[0]; i++) {
        size_t number = signals_find(signals, gpus[i]);
        if (number != (size_t)-1)
            find_stops(tables, signals, &signals->metrics[number], WORK_STOPS_GPU_AT_REST);
    }
}

const struct analysis analysis_stops = {"stops", run};
