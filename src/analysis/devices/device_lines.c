/* trace_lines of devices: what each measured over time, as means over equal stretches; of traces
 * with their hosts beside the lanes (analysis_device_use.c). */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/devices/device_tables.h"
#include "analysis/traces/trace_lines.h"
#include "util/memory.h"
#include "util/parallel.h"

static const char *const titles[DEVICE_METRICS] = {
    [DEVICE_POWER] = "Power of a GPU",         [DEVICE_TEMPERATURE] = "Temperature",
    [DEVICE_UTILIZATION] = "Utilisation",      [DEVICE_MEMORY_UTILIZATION] = "Memory utilisation",
    [DEVICE_MEMORY_USED] = "Memory in use",    [DEVICE_CLOCK] = "SM clock",
    [DEVICE_MEMORY_CLOCK] = "Memory clock",    [DEVICE_MEMORY_TEMPERATURE] = "Memory temperature",
    [DEVICE_SM_ACTIVITY] = "SM activity",      [DEVICE_PCIE_SENT] = "PCIe output",
    [DEVICE_PCIE_RECEIVED] = "PCIe input",     [DEVICE_NVLINK_SENT] = "NVLink output",
    [DEVICE_NVLINK_RECEIVED] = "NVLink input",
};

struct lines {
    const struct sample_sums *samples;
    size_t *line_of_device;
    const char **names;
    size_t count, most_samples; /* most_samples: of one device */
    double first, last;
    struct trace_grid grids[DEVICE_METRICS];
};

/* "GPU 1 of node7" of the index "node7 1", as findings call it: "1" alone says not of what. */
static const char *name_of_index(const char *index, struct arena *arena)
{
    const char *blank = strchr(index, ' ');
    if (isdigit((unsigned char)index[0]) && (!blank || blank[1] == '('))
        return arena_format(arena, "GPU %s", index);
    return blank && isdigit((unsigned char)blank[1])
               ? arena_format(arena, "GPU %s of %.*s", blank + 1, (int)(blank - index), index)
               : index;
}

static const char *name_of(const struct activity *activity, const struct device_sample *sample,
                           struct arena *arena)
{
    const struct activity_device *device = &activity->devices[sample->device];
    const char *name = activity_device_name(activity, sample->device);
    if (name && device->index && !device->serial)
        return name_of_index(name, arena);
    name = name ? name : activity_text(activity, sample->host);
    return name ? name : "";
}

/* Lines are numbered by host and time, as the samples are. */
static void find_lines(struct lines *lines, const struct activity *activity, struct arena *arena)
{
    size_t *counts = memory_alloc_array(activity->device_count + 1, sizeof *counts);
    lines->line_of_device =
        memory_alloc_array(activity->device_count + 1, sizeof *lines->line_of_device);
    lines->names = memory_alloc_array(activity->device_count + 1, sizeof *lines->names);
    lines->first = INFINITY;
    lines->last = -INFINITY;
    for (size_t i = 0; i < lines->samples->count; i++) {
        const struct device_sample *sample = &lines->samples->samples[i];
        if (counts[sample->device]++ == 0) {
            lines->line_of_device[sample->device] = lines->count;
            lines->names[lines->count++] = name_of(activity, sample, arena);
        }
        if (counts[sample->device] > lines->most_samples)
            lines->most_samples = counts[sample->device];
        lines->first = fmin(lines->first, sample->time);
        lines->last = fmax(lines->last, sample->time);
    }
    free(counts);
}

/* Samples of a device in a stretch mostly follow each other, and are added up before they go into
 * the grid. */
static void add_samples(const struct lines *lines, size_t metric, struct trace_grid *grid)
{
    const struct device_sample *samples = lines->samples->samples;
    for (size_t from = 0, to; from < lines->samples->count; from = to) {
        double end = trace_grid_next(grid, samples[from].time), sum = 0;
        uint32_t device = samples[from].device;
        size_t count = 0;
        to = from;
        do {
            double value = sample_sums_number(lines->samples, (enum device_metric)metric, to++);
            sum += isnan(value) ? 0 : value;
            count += isnan(value) ? 0 : 1;
        } while (to < lines->samples->count && samples[to].device == device &&
                 samples[to].time >= samples[from].time && samples[to].time < end);
        trace_grid_samples(grid, lines->line_of_device[device], samples[from].time, sum, count);
    }
}

static void fill_grid(void *context, size_t metric)
{
    struct lines *lines = context;
    struct trace_grid *grid = &lines->grids[metric];
    size_t stretches =
        lines->most_samples < TRACE_GRID_MOST ? lines->most_samples : TRACE_GRID_MOST;
    if (!sample_sums_have(lines->samples, (enum device_metric)metric) || stretches < 2 ||
        !trace_grid_make(grid, lines->first, lines->last, stretches, lines->count))
        return;
    add_samples(lines, metric, grid);
}

void device_tables_put_lines(const struct device_report *report)
{
    const struct aligned_timeline *aligned = report->request->activity;
    struct lines lines = {.samples = &aligned->samples};
    if (report->request->traces || !aligned->samples.count)
        return;
    find_lines(&lines, aligned->activity, report->tables->arena);
    parallel_threads(report->request->jobs, DEVICE_METRICS, fill_grid, &lines);
    for (int metric = 0; metric < DEVICE_METRICS; metric++) {
        struct trace_panel panel = {
            "devices",   titles[metric],        device_metric_rows[metric].unit,
            lines.names, aligned->times.origin, true};
        if (lines.grids[metric].lines)
            trace_grid_put(&lines.grids[metric], &panel, report->tables);
        trace_grid_release(&lines.grids[metric]);
    }
    free(lines.line_of_device);
    free(lines.names);
}
