#include "analysis/nodes/gpu.h"

#include <math.h>

#include "util/number.h"

enum { MOST_NAMES = 3 };

/* Of several the first that is there counts. Metrics of the monitoring toolkit, of parts of nodes
 * in archives of ClusterCockpit, and of samples of devices. */
static const char *const names[GPU_ROLES][MOST_NAMES] = {
    [GPU_UTILIZATION] = {"gpu.utilization_rates.gpu", "acc_utilization.accelerator",
                         "gpu.utilization"},
    [GPU_MEMORY] = {"gpu.memory_used.gpu_memory", "acc_mem_used.accelerator", "gpu.memory_used"},
    [GPU_POWER] = {"gpu.power_usage", "acc_power.accelerator", "gpu.power"},
    [GPU_TEMPERATURE] = {"gpu.temperature"},
    [GPU_CLOCK] = {"gpu.clock_info.sm", "gpu.clock_info.graphics", "gpu.clock"},
    [GPU_VIOLATION] = {"gpu.violation"},
    [GPU_CORRECTED] = {"gpu.ecc_errors.sp"},
    [GPU_UNCORRECTED] = {"gpu.ecc_errors.dp"},
};

static const struct signal_metric *metric_of(const struct signals *signals, enum gpu_role role)
{
    for (size_t i = 0; i < MOST_NAMES && names[role][i]; i++) {
        size_t metric = signals_find(signals, names[role][i]);
        if (metric < signals->metric_count && signals->metrics[metric].present)
            return &signals->metrics[metric];
    }
    return NULL;
}

const struct signal *gpu_pace(const struct gpu *gpu)
{
    return gpu->signals[GPU_CLOCK] ? gpu->signals[GPU_CLOCK] : gpu->signals[GPU_VIOLATION];
}

double gpu_sample_seconds(const struct signal *signal, size_t sample)
{
    return sample ? fmin(signal->times[sample] - signal->times[sample - 1], 3 * signal->interval_s)
                  : 0;
}

void gpus_find(struct gpus *gpus, const struct signals *signals, struct arena *arena)
{
    struct gpu *of_nodes = arena_alloc_array(arena, signals->node_count, sizeof *of_nodes);
    bool *found = arena_alloc_array(arena, signals->node_count, sizeof *found);
    for (size_t role = 0; role < GPU_ROLES; role++) {
        const struct signal_metric *metric = metric_of(signals, (enum gpu_role)role);
        for (size_t i = 0; metric && i < metric->count; i++) {
            const struct signal *signal = &signals->items[metric->first + i];
            if (signal->missing == signal->count)
                continue;
            of_nodes[signal->node].signals[role] = signal;
            found[signal->node] = true;
        }
    }
    *gpus = (struct gpus){arena_alloc_array(arena, signals->node_count, sizeof *gpus->items), 0};
    for (size_t i = 0; i < signals->node_count; i++) {
        uint32_t node = signals->node_order[i];
        if (!found[node])
            continue;
        gpus->items[gpus->count] = of_nodes[node];
        gpus->items[gpus->count++].node = node;
    }
}

bool *gpus_find_unused(const struct signals *signals, const double *means, struct arena *arena)
{
    bool *unused = arena_alloc_array(arena, signals->node_count, sizeof *unused);
    bool is_any_used = false;
    struct gpus gpus;
    gpus_find(&gpus, signals, arena);
    for (size_t i = 0; i < gpus.count; i++) {
        const struct signal *use = gpus.items[i].signals[GPU_UTILIZATION];
        double mean = use ? means[use - signals->items] : NUMBER_MISSING;
        unused[gpus.items[i].node] = mean <= 100 * GPU_UNUSED;
        is_any_used |= mean > 100 * GPU_UNUSED;
    }
    for (size_t node = 0; !is_any_used && node < signals->node_count; node++)
        unused[node] = false;
    return unused;
}
