/* stops, gpu_rests, gpu_hangs and memory_growth of devices: GPUs that stopped to work, that all
 * rested at once, that drew little power in spite of full use, and whose memory grew. Their metrics
 * are called as those of GPUs of nodes, "gpu." and the name of device_metrics.def. */
#include <math.h>
#include <stdlib.h>

#include "analysis/devices/device_tables.h"
#include "analysis/nodes/gpu_hangs.h"
#include "analysis/nodes/gpu_rests.h"
#include "analysis/nodes/memory_growth.h"
#include "analysis/nodes/work_stops.h"
#include "util/memory.h"
#include "util/number.h"

/* Samples of one device in the host where it was seen first. */
struct device_series {
    uint32_t host;
    double *times, *values; /* of one metric */
    size_t count, missing, time_capacity, value_capacity;
};

static const char *name_of(const struct activity *activity, size_t number)
{
    const struct activity_device *device = &activity->devices[number];
    const uint32_t texts[] = {device->serial, device->index, device->uuid};
    size_t i = 0;
    while (i + 1 < sizeof texts / sizeof texts[0] && !texts[i])
        i++;
    return activity_text(activity, texts[i]);
}

static void add_sample(struct device_series *series, double time, double value)
{
    memory_reserve(&series->times, &series->time_capacity, series->count + 1, sizeof(double));
    memory_reserve(&series->values, &series->value_capacity, series->count + 1, sizeof(double));
    series->times[series->count] = time;
    series->values[series->count++] = value;
    series->missing += isnan(value) ? 1 : 0;
}

/* By device; to be released with release_series. Those never measured have no samples. */
static struct device_series *make_series(const struct settled_activity *settled,
                                         enum device_metric metric)
{
    struct device_series *series =
        memory_alloc_array(settled->activity->device_count, sizeof *series);
    for (size_t host = 0; host < settled->host_count; host++) {
        struct activity_rows rows = settled->hosts[host].samples;
        for (size_t i = rows.first; i < rows.first + rows.count; i++) {
            const struct device_sample *sample = &settled->samples.samples[i];
            struct device_series *own = &series[sample->device];
            if (own->count && own->host != host)
                continue;
            own->host = (uint32_t)host;
            add_sample(own, settled_time(settled, sample->time),
                       device_metric_number(sample->values[metric]));
        }
    }
    return series;
}

static void release_series(struct device_series *series, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        free(series[i].times);
        free(series[i].values);
    }
    free(series);
}

static void put_stops(const struct device_report *report, const struct device_series *all)
{
    const struct activity *activity = report->request->activity->activity;
    size_t count = activity->device_count;
    struct work_series *series = memory_alloc_array(count, sizeof *series);
    for (size_t i = 0; i < count; i++)
        series[i] =
            (struct work_series){name_of(activity, i),
                                 all[i].times,
                                 all[i].values,
                                 all[i].count,
                                 all[i].missing,
                                 all[i].count ? all[i].times[all[i].count - 1] : NUMBER_MISSING,
                                 NULL,
                                 INFINITY};
    work_stops_put(report->tables, "gpu.utilization", series, count, WORK_STOPS_GPU_AT_REST, NULL);
    gpu_rests_put(report->tables, "gpu.utilization", series, count);
    free(series);
}

static void put_hangs(const struct device_report *report, const struct device_series *uses)
{
    const struct activity *activity = report->request->activity->activity;
    size_t count = activity->device_count;
    struct device_series *powers = make_series(report->request->activity, DEVICE_POWER);
    struct gpu_work *gpus = memory_alloc_array(count, sizeof *gpus);
    for (size_t i = 0; i < count; i++)
        gpus[i] =
            (struct gpu_work){name_of(activity, i), uses[i].times,    uses[i].values, uses[i].count,
                              powers[i].times,      powers[i].values, powers[i].count};
    gpu_hangs_put(report->tables, "gpu.utilization", gpus, count);
    free(gpus);
    release_series(powers, count);
}

static void put_uses(const struct device_report *report)
{
    const struct settled_activity *settled = report->request->activity;
    struct device_series *uses = make_series(settled, DEVICE_UTILIZATION);
    put_stops(report, uses);
    if (sample_sums_have(&settled->samples, DEVICE_POWER))
        put_hangs(report, uses);
    release_series(uses, settled->activity->device_count);
}

static void put_growths(const struct device_report *report)
{
    const struct activity *activity = report->request->activity->activity;
    size_t count = activity->device_count;
    struct device_series *all = make_series(report->request->activity, DEVICE_MEMORY_USED);
    for (size_t i = 0; i < count; i++)
        memory_growth_put(report->tables,
                          &(struct memory_series){name_of(activity, i), "gpu.memory_used",
                                                  all[i].times, all[i].values, all[i].count,
                                                  all[i].missing,
                                                  activity->devices[i].memory_B > 0
                                                      ? activity->devices[i].memory_B
                                                      : NUMBER_MISSING,
                                                  NUMBER_MISSING});
    release_series(all, count);
}

void device_tables_put_troubles(const struct device_report *report)
{
    const struct settled_activity *settled = report->request->activity;
    if (sample_sums_have(&settled->samples, DEVICE_UTILIZATION))
        put_uses(report);
    if (sample_sums_have(&settled->samples, DEVICE_MEMORY_USED))
        put_growths(report);
}
