/* trace_lines: use and memory of GPUs over time, a line a host. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/traces/trace_lines.h"
#include "util/memory.h"

static const struct shown_metric {
    enum device_metric metric;
    const char *title, *unit;
} shown_metrics[] = {
    {DEVICE_UTILIZATION, "GPU utilisation", "%"},
    {DEVICE_MEMORY_USED, "GPU memory in use", "B"},
    {DEVICE_POWER, "GPU power", "W"},
};

struct sampled_hosts {
    size_t *hosts;
    const char **names;
    size_t count, most_samples; /* of one host */
};

static void find_hosts(const struct aligned_timeline *aligned, struct sampled_hosts *sampled,
                       struct arena *arena)
{
    sampled->hosts = memory_alloc_array(aligned->host_count, sizeof *sampled->hosts);
    sampled->names = memory_alloc_array(aligned->host_count, sizeof *sampled->names);
    for (size_t i = 0; i < aligned->host_count; i++) {
        size_t samples = aligned->hosts[i].samples.count;
        if (!samples)
            continue;
        sampled->hosts[sampled->count] = i;
        sampled->names[sampled->count++] = arena_text(arena, aligned_host_name(aligned, i));
        sampled->most_samples = samples > sampled->most_samples ? samples : sampled->most_samples;
    }
}

static void put_metric(const struct trace_totals *totals, const struct sampled_hosts *sampled,
                       const struct shown_metric *shown, struct tables *tables)
{
    const struct aligned_timeline *aligned = totals->aligned;
    struct trace_grid grid;
    size_t stretches = sampled->most_samples / 2;
    stretches = stretches < TRACE_GRID_MOST ? stretches : TRACE_GRID_MOST;
    if (stretches < 2 ||
        !trace_grid_make(&grid, totals->first, totals->last, stretches, sampled->count))
        return;
    for (size_t i = 0; i < sampled->count; i++) {
        struct activity_rows rows = aligned->hosts[sampled->hosts[i]].samples;
        for (size_t k = rows.first; k < rows.first + rows.count; k++) {
            const struct device_sample *sample = &aligned->samples.samples[k];
            if (sample->time >= totals->first && sample->time <= totals->last)
                trace_grid_sample(&grid, i, sample->time,
                                  sample_sums_number(&aligned->samples, shown->metric, k));
        }
    }
    struct trace_panel panel = {"use",          shown->title,          shown->unit,
                                sampled->names, aligned->times.origin, false};
    trace_grid_put(&grid, &panel, tables);
    trace_grid_release(&grid);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    struct sampled_hosts sampled = {0};
    if (!request->traces || !request->traces->aligned->samples.count)
        return;
    find_hosts(request->traces->aligned, &sampled, tables->arena);
    for (size_t i = 0; i < sizeof shown_metrics / sizeof shown_metrics[0]; i++)
        if (sample_sums_have(&request->traces->aligned->samples, shown_metrics[i].metric))
            put_metric(request->traces, &sampled, &shown_metrics[i], tables);
    free(sampled.hosts);
    free(sampled.names);
}

const struct analysis analysis_device_use = {"device_use", run};
