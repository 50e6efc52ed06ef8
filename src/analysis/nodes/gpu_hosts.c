#include "analysis/nodes/gpu_hosts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

enum { SEEN_OTHERS = 1, SEEN_GPU = 2 };

bool gpu_hosts_measure(const char *metric)
{
    return strncmp(metric, "acc_", 4) == 0 || strcasestr(metric, "gpu") ||
           strcasestr(metric, "dcgm");
}

static bool has_value(const struct series *series)
{
    for (size_t i = 0; i < series->timeline->count; i++)
        if (!isnan(series->values[i]))
            return true;
    return false;
}

bool *gpu_hosts_find_others(const struct dataset *dataset)
{
    bool *others = memory_alloc_array(dataset->node_count + 1, sizeof *others);
    uint8_t *seen = memory_alloc_array(dataset->node_count + 1, sizeof *seen);
    bool has_gpus = false;
    for (size_t i = 0; i < dataset->series_count; i++) {
        const struct series *series = &dataset->series[i];
        bool is_of_gpu = gpu_hosts_measure(dataset->metrics[series->metric].name);
        if (!is_of_gpu)
            seen[series->node] |= SEEN_OTHERS;
        else if (!(seen[series->node] & SEEN_GPU) && has_value(series))
            seen[series->node] |= SEEN_GPU;
        has_gpus |= seen[series->node] & SEEN_GPU;
    }
    for (size_t node = 0; has_gpus && node < dataset->node_count; node++)
        others[node] = seen[node] == SEEN_OTHERS;
    free(seen);
    return others;
}

bool gpu_hosts_make_due(const struct signal_metric *metric, const struct signal_metric *other)
{
    return strcmp(metric->scope, other->scope) == 0 &&
           (!gpu_hosts_measure(metric->name) || gpu_hosts_measure(other->name));
}
