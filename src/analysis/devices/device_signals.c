#include "analysis/devices/device_signals.h"

#include <stdlib.h>

#include "util/memory.h"

/* Samples by device, in order of time. */
struct by_device {
    size_t *first; /* of each device, and behind the last */
    size_t *samples;
};

static struct by_device sort_by_device(const struct settled_activity *settled)
{
    size_t devices = settled->activity->device_count;
    struct by_device sorted = {memory_alloc_array(devices + 2, sizeof *sorted.first),
                               memory_alloc_array(settled->samples.count + 1, sizeof(size_t))};
    uint32_t *hosts = memory_alloc_array(devices + 1, sizeof *hosts); /* + 1; 0: not seen */
    for (int pass = 0; pass < 2; pass++) {
        for (size_t host = 0; host < settled->host_count; host++) {
            struct activity_rows rows = settled->hosts[host].samples;
            for (size_t i = rows.first; i < rows.first + rows.count; i++) {
                uint32_t device = settled->samples.samples[i].device;
                hosts[device] = hosts[device] ? hosts[device] : (uint32_t)host + 1;
                if (hosts[device] != host + 1)
                    continue;
                if (pass == 0)
                    sorted.first[device + 2]++;
                else
                    sorted.samples[sorted.first[device + 1]++] = i;
            }
        }
        for (size_t i = 2; pass == 0 && i < devices + 2; i++)
            sorted.first[i] += sorted.first[i - 1];
    }
    free(hosts);
    return sorted;
}

/* What tells whether a device works as it should, whatever its tasks are. */
static bool is_of_troubles(enum device_metric metric)
{
    return metric == DEVICE_UTILIZATION || metric == DEVICE_POWER || metric == DEVICE_MEMORY_USED ||
           metric == DEVICE_CLOCK;
}

static const uint32_t LEFT_OUT = UINT32_MAX;

/* The numbers of the metrics that were measured at all, LEFT_OUT of others. */
static void add_metrics(struct dataset *dataset, const struct settled_activity *settled,
                        uint32_t numbers[DEVICE_METRICS])
{
    bool have_tasks = settled->span_count > 0;
    for (int i = 0; i < DEVICE_METRICS; i++) {
        const struct device_metric_row *row = &device_metric_rows[i];
        numbers[i] = LEFT_OUT;
        if (!sample_sums_have(&settled->samples, (enum device_metric)i) ||
            (have_tasks && !is_of_troubles((enum device_metric)i)))
            continue;
        numbers[i] = dataset_metric(dataset, arena_format(&dataset->arena, "gpu.%s", row->name));
        dataset->metrics[numbers[i]].label = row->label;
        dataset->metrics[numbers[i]].unit = row->unit;
        dataset->metrics[numbers[i]].scope = "gpu";
    }
}

static void add_device(struct dataset *dataset, const struct settled_activity *settled,
                       size_t device, const struct by_device *sorted,
                       const uint32_t numbers[DEVICE_METRICS])
{
    const struct activity *activity = settled->activity;
    size_t first = sorted->first[device], count = sorted->first[device + 1] - first;
    double *values = memory_alloc_array(count + 1, sizeof *values);
    uint32_t node = dataset_node(dataset, activity_device_name(activity, device));
    for (size_t i = 0; i < count; i++)
        values[i] = settled_time(settled, settled->samples.times[sorted->samples[first + i]]);
    struct timeline *timeline = dataset_add_timeline(dataset, node, values, count);
    for (int metric = 0; metric < DEVICE_METRICS; metric++) {
        if (numbers[metric] == LEFT_OUT)
            continue;
        for (size_t i = 0; i < count; i++)
            values[i] = sample_sums_number(&settled->samples, (enum device_metric)metric,
                                           sorted->samples[first + i]);
        dataset_add_series(dataset, numbers[metric], timeline, values, count);
    }
    if (activity->devices[device].memory_B > 0)
        dataset_add_hardware(dataset, dataset->nodes[node].name, "mem_total",
                             arena_format(&dataset->arena, "%.0f",
                                          activity->devices[device].memory_B));
    free(values);
}

static bool is_node(const struct dataset *nodes, const struct activity *activity, size_t device,
                    struct arena *arena)
{
    const char *name =
        device_node_name(arena, activity_text(activity, activity->devices[device].index));
    return name && dataset_find_node(nodes, name) != NAME_INDEX_NONE;
}

void device_signals_make(struct device_signals *devices, const struct settled_activity *settled,
                         const struct dataset *nodes, struct diagnostics *diagnostics, int jobs)
{
    struct by_device sorted = sort_by_device(settled);
    uint32_t numbers[DEVICE_METRICS];
    dataset_init(&devices->dataset);
    add_metrics(&devices->dataset, settled, numbers);
    for (size_t i = 0; i < settled->activity->device_count; i++)
        if (sorted.first[i + 1] > sorted.first[i] &&
            !is_node(nodes, settled->activity, i, &devices->dataset.arena))
            add_device(&devices->dataset, settled, i, &sorted, numbers);
    free(sorted.first);
    free(sorted.samples);
    signals_make(&devices->signals, &devices->dataset, diagnostics, jobs);
}

void device_signals_release(struct device_signals *devices)
{
    signals_release(&devices->signals);
    dataset_release(&devices->dataset);
}
