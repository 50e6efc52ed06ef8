/* stops: nodes and GPUs that stop to work, or never work, long before the others end.
 * gpu_rests: when all GPUs are idle at the same time.
 * gpu_hangs: from when to the end GPUs draw little power in spite of full use. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/nodes/gpu_hangs.h"
#include "analysis/nodes/gpu_rests.h"
#include "analysis/nodes/node_falls.h"
#include "analysis/nodes/node_load.h"
#include "analysis/nodes/node_time.h"
#include "analysis/nodes/work_stops.h"
#include "table/gpu_use_metrics.h"
#include "util/memory.h"

/* By a clock that is apart from the others' nothing is before or after what others do. Returns how
 * many there are in *series, to be freed. */
static size_t make_series(struct work_series **series, const struct signals *signals,
                          const struct signal_metric *metric)
{
    size_t count = 0;
    *series = memory_alloc_array(metric->count, sizeof **series);
    for (size_t i = 0; i < metric->count; i++) {
        const struct signal *signal = &signals->items[metric->first + i];
        const struct node_samples *samples = &signals->node_samples[signal->node];
        if (!samples->is_apart)
            (*series)[count++] = (struct work_series){
                signals->nodes[signal->node].name,
                signal->times,
                signal->values,
                signal->count,
                signal->missing,
                samples->set_aside ? INFINITY : samples->last,
                signal,
                node_time_last(&signals->nodes[signal->node]),
            };
    }
    return count;
}

static void find_stops(struct tables *tables, const struct signals *signals,
                       const struct signal_metric *metric, double at_rest,
                       const struct little_work_search *nodes)
{
    struct work_series *series;
    size_t count = make_series(&series, signals, metric);
    work_stops_put(tables, metric->name, series, count, at_rest, nodes);
    free(series);
}

static void find_stops_of_nodes(const struct analysis_request *request, struct tables *tables,
                                const struct node_load *load)
{
    struct little_work_search search;
    struct arena arena;
    arena_init(&arena);
    little_work_prepare(&search, request, load, &arena);
    find_stops(tables, request->signals, node_load_metric(request->signals, load), load->at_rest,
               &search);
    node_falls_put(tables, &search);
    arena_release(&arena);
}

static void find_rests(struct tables *tables, const struct signals *signals)
{
    size_t number = (size_t)-1;
    for (size_t i = 0; number == (size_t)-1 && i < GPU_USE_METRICS; i++)
        number = signals_find(signals, gpu_use_metrics[i]);
    if (number == (size_t)-1)
        return;
    struct work_series *series;
    size_t count = make_series(&series, signals, &signals->metrics[number]);
    gpu_rests_put(tables, signals->metrics[number].name, series, count);
    free(series);
}

/* Of each GPU, else, in archives, of all those of a node. */
static void find_hangs(struct tables *tables, const struct signals *signals)
{
    static const char *const metrics[][2] = {
        {"gpu.utilization_rates.gpu", "gpu.power_usage"},
        {"acc_utilization.accelerator", "acc_power.accelerator"},
        {"acc_utilization", "acc_power"},
        {"gpu.utilization", "gpu.power"},
    };
    const struct signal_metric *use = NULL, *power = NULL;
    for (size_t i = 0; !power && i < sizeof metrics / sizeof metrics[0]; i++) {
        size_t uses = signals_find(signals, metrics[i][0]);
        size_t powers = signals_find(signals, metrics[i][1]);
        if (uses == (size_t)-1 || powers == (size_t)-1)
            continue;
        use = &signals->metrics[uses];
        power = &signals->metrics[powers];
    }
    if (!power)
        return;
    size_t count = 0;
    struct gpu_work *gpus = memory_alloc_array(use->count, sizeof *gpus);
    for (size_t i = 0; i < use->count; i++) {
        const struct signal *of_use = &signals->items[use->first + i];
        const struct signal *of_power = signals_of_node(signals, power, of_use->node, i);
        if (of_power && !signals->node_samples[of_use->node].is_apart)
            gpus[count++] = (struct gpu_work){signals->nodes[of_use->node].name,
                                              of_use->times,
                                              of_use->values,
                                              of_use->count,
                                              of_power->times,
                                              of_power->values,
                                              of_power->count};
    }
    gpu_hangs_put(tables, use->name, gpus, count);
    free(gpus);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    static const char *const gpus[] = {"gpu.utilization_rates.gpu", "acc_utilization.accelerator",
                                       "gpu.utilization"};
    const struct signals *signals = request->signals;
    const struct node_load *load = node_load_of(signals);
    if (load)
        find_stops_of_nodes(request, tables, load);
    for (size_t i = 0; i < sizeof gpus / sizeof gpus[0]; i++) {
        size_t number = signals_find(signals, gpus[i]);
        if (number != (size_t)-1)
            find_stops(tables, signals, &signals->metrics[number], WORK_STOPS_GPU_AT_REST, NULL);
    }
    find_rests(tables, signals);
    find_hangs(tables, signals);
}

const struct analysis analysis_stops = {"stops", run};
