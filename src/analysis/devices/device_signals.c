#include "analysis/devices/device_signals.h"

#include <stdlib.h>

#include "analysis/nodes/signals_make.h"
#include "util/memory.h"

/* What tells whether a device works as it should, whatever its tasks are. */
static bool is_of_troubles(enum device_metric metric)
{
    return metric == DEVICE_UTILIZATION || metric == DEVICE_POWER || metric == DEVICE_MEMORY_USED ||
           metric == DEVICE_CLOCK;
}

static const uint32_t LEFT_OUT = UINT32_MAX;

/* The numbers of the metrics that were measured at all, LEFT_OUT of others. */
static void add_metrics(struct dataset *dataset, const struct aligned_timeline *aligned,
                        uint32_t numbers[DEVICE_METRICS])
{
    bool have_tasks = aligned->span_count > 0;
    for (int i = 0; i < DEVICE_METRICS; i++) {
        const struct device_metric_row *row = &device_metric_rows[i];
        numbers[i] = LEFT_OUT;
        if (!sample_sums_have(&aligned->samples, (enum device_metric)i) ||
            (have_tasks && !is_of_troubles((enum device_metric)i)))
            continue;
        numbers[i] = dataset_metric(dataset, arena_format(&dataset->arena, "gpu.%s", row->name));
        dataset->metrics[numbers[i]].label = row->label;
        dataset->metrics[numbers[i]].unit = row->unit;
        dataset->metrics[numbers[i]].scope = "gpu";
    }
}

static size_t count_on_first_host(const struct sample_sums *sums, const uint32_t *samples,
                                  size_t count)
{
    size_t on_first = 0;
    while (on_first < count &&
           sums->samples[samples[on_first]].host == sums->samples[samples[0]].host)
        on_first++;
    return on_first;
}

static void add_device(struct dataset *dataset, const struct aligned_timeline *aligned,
                       size_t device, const struct samples_by_device *sorted,
                       const uint32_t numbers[DEVICE_METRICS])
{
    const struct activity *activity = aligned->activity;
    const struct sample_sums *sums = &aligned->samples;
    const uint32_t *samples = sorted->samples + sorted->first[device];
    size_t all = sorted->first[device + 1] - sorted->first[device];
    size_t count = count_on_first_host(sums, samples, all);
    double *values = memory_resize(NULL, count, sizeof *values);
    uint32_t node = dataset_node(dataset, activity_device_name(activity, device));
    for (size_t i = 0; i < count; i++)
        values[i] = aligned_time(aligned, sums->times[samples[i]]);
    struct timeline *timeline = dataset_add_timeline(dataset, node, values, count);
    for (int metric = 0; metric < DEVICE_METRICS; metric++) {
        if (numbers[metric] == LEFT_OUT)
            continue;
        for (size_t i = 0; i < count; i++)
            values[i] = sample_sums_number(sums, (enum device_metric)metric, samples[i]);
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

void device_signals_make(struct device_signals *devices, const struct aligned_timeline *aligned,
                         const struct samples_by_device *sorted, const struct dataset *nodes,
                         struct diagnostics *diagnostics, int jobs)
{
    uint32_t numbers[DEVICE_METRICS];
    dataset_init(&devices->dataset);
    add_metrics(&devices->dataset, aligned, numbers);
    for (size_t i = 0; i < aligned->activity->device_count; i++)
        if (sorted->first[i + 1] > sorted->first[i] &&
            !is_node(nodes, aligned->activity, i, &devices->dataset.arena))
            add_device(&devices->dataset, aligned, i, sorted, numbers);
    signals_make(&devices->signals, &devices->dataset, diagnostics, jobs);
}

void device_signals_release(struct device_signals *devices)
{
    signals_release(&devices->signals);
    dataset_release(&devices->dataset);
}
