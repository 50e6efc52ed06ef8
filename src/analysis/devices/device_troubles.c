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

/* What is looked at. */
enum looked_at { USE, POWER, MEMORY, LOOKED_AT };
static const enum device_metric metrics[LOOKED_AT] = {DEVICE_UTILIZATION, DEVICE_POWER,
                                                      DEVICE_MEMORY_USED};

/* Samples of one device in the host where it was seen first. */
struct device_series {
    uint32_t host;
    size_t count, missing[LOOKED_AT];
    double *times, *values[LOOKED_AT]; /* NULL of metrics that no device has */
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

/* The series to which a sample belongs that is the next of its device; NULL: to none. */
static struct device_series *series_of(struct device_series *series, size_t host,
                                       const struct device_sample *sample)
{
    struct device_series *own = &series[sample->device];
    return own->count && own->host != host ? NULL : own;
}

static void count_samples(struct device_series *series, const struct settled_activity *settled)
{
    for (size_t host = 0; host < settled->host_count; host++) {
        struct activity_rows rows = settled->hosts[host].samples;
        for (size_t i = rows.first; i < rows.first + rows.count; i++) {
            struct device_series *own = series_of(series, host, &settled->samples.samples[i]);
            if (own) {
                own->host = (uint32_t)host;
                own->count++;
            }
        }
    }
}

static void make_room(struct device_series *series, const struct sample_sums *samples)
{
    series->times = memory_resize(NULL, series->count, sizeof *series->times);
    for (int i = 0; i < LOOKED_AT; i++)
        if (sample_sums_have(samples, metrics[i]))
            series->values[i] = memory_resize(NULL, series->count, sizeof(double));
    series->count = 0;
}

static void add_sample(struct device_series *series, double time,
                       const struct device_sample *sample)
{
    for (int i = 0; i < LOOKED_AT; i++)
        if (series->values[i]) {
            double value = device_metric_number(sample->values[metrics[i]]);
            series->values[i][series->count] = value;
            series->missing[i] += isnan(value) ? 1 : 0;
        }
    series->times[series->count++] = time;
}

/* By device; to be released with release_series. Those never measured have no samples. */
static struct device_series *make_series(const struct settled_activity *settled)
{
    size_t devices = settled->activity->device_count;
    struct device_series *series = memory_alloc_array(devices, sizeof *series);
    count_samples(series, settled);
    for (size_t i = 0; i < devices; i++)
        make_room(&series[i], &settled->samples);
    for (size_t host = 0; host < settled->host_count; host++) {
        struct activity_rows rows = settled->hosts[host].samples;
        for (size_t i = rows.first; i < rows.first + rows.count; i++) {
            const struct device_sample *sample = &settled->samples.samples[i];
            if (series[sample->device].host == host)
                add_sample(&series[sample->device], settled_time(settled, sample->time), sample);
        }
    }
    return series;
}

static void release_series(struct device_series *series, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        free(series[i].times);
        for (int k = 0; k < LOOKED_AT; k++)
            free(series[i].values[k]);
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
                                 all[i].values[USE],
                                 all[i].count,
                                 all[i].missing[USE],
                                 all[i].count ? all[i].times[all[i].count - 1] : NUMBER_MISSING,
                                 NULL,
                                 INFINITY};
    work_stops_put(report->tables, "gpu.utilization", series, count, WORK_STOPS_GPU_AT_REST, NULL);
    gpu_rests_put(report->tables, "gpu.utilization", series, count);
    free(series);
}

static void put_hangs(const struct device_report *report, const struct device_series *all)
{
    const struct activity *activity = report->request->activity->activity;
    size_t count = activity->device_count;
    struct gpu_work *gpus = memory_alloc_array(count, sizeof *gpus);
    for (size_t i = 0; i < count; i++)
        gpus[i] = (struct gpu_work){name_of(activity, i), all[i].times, all[i].values[USE],
                                    all[i].count,         all[i].times, all[i].values[POWER],
                                    all[i].count};
    gpu_hangs_put(report->tables, "gpu.utilization", gpus, count);
    free(gpus);
}

static void put_growths(const struct device_report *report, const struct device_series *all)
{
    const struct activity *activity = report->request->activity->activity;
    for (size_t i = 0; i < activity->device_count; i++)
        memory_growth_put(report->tables,
                          &(struct memory_series){name_of(activity, i), "gpu.memory_used",
                                                  all[i].times, all[i].values[MEMORY], all[i].count,
                                                  all[i].missing[MEMORY],
                                                  activity->devices[i].memory_B > 0
                                                      ? activity->devices[i].memory_B
                                                      : NUMBER_MISSING,
                                                  NUMBER_MISSING});
}

void device_tables_put_troubles(const struct device_report *report)
{
    const struct settled_activity *settled = report->request->activity;
    bool have_use = sample_sums_have(&settled->samples, DEVICE_UTILIZATION);
    bool have_memory = sample_sums_have(&settled->samples, DEVICE_MEMORY_USED);
    if (!have_use && !have_memory)
        return;
    struct device_series *series = make_series(settled);
    if (have_use)
        put_stops(report, series);
    if (have_use && sample_sums_have(&settled->samples, DEVICE_POWER))
        put_hangs(report, series);
    if (have_memory)
        put_growths(report, series);
    release_series(series, settled->activity->device_count);
}
