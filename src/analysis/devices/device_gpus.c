/* device_tasks: how many tasks each GPU ran, if any, and how long they took. slow_devices: the
 * slowest for the work they got, with what they measured beside the others. device_histograms: how
 * many tasks GPUs and hosts ran. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/devices/device_tables.h"
#include "analysis/devices/task_work.h"
#include "analysis/statistics/statistic.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/number.h"

enum { MOST_SLOW = 20, LEAST_BINS = 6, MOST_BINS = 40 };

static const double OTHER_WARMTH_C = 2, OTHER_POWER = 0.05; /* of the median */

/* A device, or a host whose device is not known. */
struct gpu {
    uint32_t host, device;
    size_t tasks, hosts;
    double median, mean, ratio;
    struct work_ratio work;
    size_t around; /* tasks of that ratio that are compared with neighbouring places */
    double means[DEVICE_METRICS]; /* over its tasks, each in its longest span */
};

struct gpus {
    const struct device_report *report;
    struct gpu *items;
    size_t count, busy; /* busy: that ran tasks */
    struct task_works works;
    size_t *task_first; /* tasks of a place */
    uint32_t *tasks;
    size_t places; /* devices, then hosts */
    double median; /* of the GPUs' medians */
};

/* ---- tasks by GPU ---- */

static size_t place_of(const struct gpus *gpus, const struct event_task *task)
{
    size_t devices = gpus->report->request->activity->activity->device_count;
    return task->device != EVENT_NO_DEVICE ? task->device : devices + task->host;
}

static void sort_tasks(struct gpus *gpus)
{
    const struct event_tasks *events = gpus->report->events;
    const struct aligned_timeline *aligned = gpus->report->request->activity;
    gpus->places = aligned->activity->device_count + aligned->host_count;
    gpus->task_first = memory_alloc_array(gpus->places + 2, sizeof *gpus->task_first);
    gpus->tasks = memory_alloc_array(events->task_count + 1, sizeof *gpus->tasks);
    size_t *next = gpus->task_first + 1;
    for (size_t i = 0; i < events->task_count; i++)
        next[place_of(gpus, &events->tasks[i]) + 1]++;
    for (size_t i = 0; i < gpus->places; i++)
        next[i + 1] += next[i];
    for (size_t i = 0; i < events->task_count; i++)
        gpus->tasks[next[place_of(gpus, &events->tasks[i])]++] = (uint32_t)i;
}

/* Tasks of a GPU are in the order of hosts. The host with most of them is its own. */
static void find_host(const struct event_tasks *events, const uint32_t *tasks, struct gpu *gpu)
{
    size_t most = 0;
    gpu->hosts = 0;
    for (size_t from = 0, to; from < gpu->tasks; from = to) {
        uint32_t host = events->tasks[tasks[from]].host;
        for (to = from + 1; to < gpu->tasks && events->tasks[tasks[to]].host == host;)
            to++;
        gpu->hosts++;
        if (to - from > most) {
            most = to - from;
            gpu->host = host;
        }
    }
}

static void measure_gpu(const struct gpus *gpus, const uint32_t *tasks, double *scratch,
                        struct gpu *gpu)
{
    const struct event_tasks *events = gpus->report->events;
    struct summary summary;
    double *values = scratch, *work = scratch + gpu->tasks;
    for (size_t i = 0; i < gpu->tasks; i++)
        values[i] = aligned_seconds(events->tasks[tasks[i]].time);
    statistic_summarise(values, gpu->tasks, work, &summary);
    gpu->median = summary.p50;
    gpu->mean = summary.mean;
    for (size_t i = 0; i < gpu->tasks; i++) {
        values[i] = gpus->works.ratios[tasks[i]];
        gpu->around += gpus->works.around[tasks[i]];
    }
    gpu->work = work_ratio_of(values, gpu->tasks);
    for (int metric = 0; metric < DEVICE_METRICS; metric++) {
        gpu->means[metric] = NUMBER_MISSING;
        if (!events->means[metric])
            continue;
        for (size_t i = 0; i < gpu->tasks; i++)
            values[i] = events->means[metric][events->tasks[tasks[i]].longest];
        statistic_summarise(values, gpu->tasks, work, &summary);
        gpu->means[metric] = summary.mean;
    }
}

/* ---- GPUs that ran nothing ---- */

/* Of hosts on which the GPU of a task is not known, no GPU is known to have run nothing; nor is a
 * GPU of which no host is known, when the GPU of any task is not. */
static bool *hosts_that_hide(const struct gpus *gpus)
{
    const struct event_tasks *events = gpus->report->events;
    const struct aligned_timeline *aligned = gpus->report->request->activity;
    bool *hides = memory_alloc_array(aligned->host_count + 1, sizeof *hides), any = false;
    for (size_t i = 0; i < events->task_count; i++)
        if (events->tasks[i].device == EVENT_NO_DEVICE)
            any = hides[events->tasks[i].host] = true;
    for (size_t host = 0; any && host < aligned->host_count; host++)
        hides[host] = hides[host] || !*aligned_host_name(aligned, host);
    return hides;
}

/* One more than the first host on which a GPU was sampled; 0: none, or it may have run a task. */
static uint32_t *idle_hosts(const struct gpus *gpus)
{
    const struct aligned_timeline *aligned = gpus->report->request->activity;
    size_t devices = aligned->activity->device_count;
    uint32_t *idle = memory_alloc_array(devices + 1, sizeof *idle);
    bool *hides = hosts_that_hide(gpus), *hidden = memory_alloc_array(devices + 1, sizeof *hidden);
    for (size_t host = 0; host < aligned->host_count; host++) {
        struct activity_rows rows = aligned->hosts[host].samples;
        for (size_t i = rows.first; i < rows.first + rows.count; i++) {
            uint32_t device = aligned->samples.samples[i].device;
            idle[device] = idle[device] ? idle[device] : (uint32_t)host + 1;
            hidden[device] |= hides[host];
        }
    }
    for (size_t i = 0; i < devices; i++)
        if (hidden[i] || gpus->task_first[i + 1] > gpus->task_first[i])
            idle[i] = 0;
    free(hides);
    free(hidden);
    return idle;
}

static void add_idle(struct gpus *gpus)
{
    uint32_t *idle = idle_hosts(gpus);
    for (size_t i = 0; i < gpus->report->request->activity->activity->device_count; i++) {
        if (!idle[i])
            continue;
        struct gpu gpu = {.host = idle[i] - 1,
                          .device = (uint32_t)i,
                          .hosts = 1,
                          .median = NUMBER_MISSING,
                          .mean = NUMBER_MISSING,
                          .ratio = NUMBER_MISSING,
                          .work = work_ratio_of(NULL, 0)};
        for (int metric = 0; metric < DEVICE_METRICS; metric++)
            gpu.means[metric] = NUMBER_MISSING;
        gpus->items[gpus->count++] = gpu;
    }
    free(idle);
}

static void make_gpus(struct gpus *gpus)
{
    const struct event_tasks *events = gpus->report->events;
    size_t devices = gpus->report->request->activity->activity->device_count;
    double *scratch = memory_alloc_array(2 * events->task_count + 1, sizeof *scratch);
    gpus->items = memory_alloc_array(gpus->places + 1, sizeof *gpus->items);
    for (size_t i = 0; i < gpus->places; i++) {
        const uint32_t *tasks = gpus->tasks + gpus->task_first[i];
        struct gpu gpu = {.device = i < devices ? (uint32_t)i : EVENT_NO_DEVICE,
                          .tasks = gpus->task_first[i + 1] - gpus->task_first[i]};
        if (!gpu.tasks)
            continue;
        find_host(events, tasks, &gpu);
        measure_gpu(gpus, tasks, scratch, &gpu);
        gpus->items[gpus->count++] = gpu;
    }
    for (size_t i = 0; i < gpus->count; i++)
        scratch[i] = gpus->items[i].median;
    gpus->median = statistic_median(scratch, gpus->count);
    for (size_t i = 0; i < gpus->count; i++)
        gpus->items[i].ratio =
            gpus->median > 0 ? gpus->items[i].median / gpus->median : NUMBER_MISSING;
    gpus->busy = gpus->count;
    add_idle(gpus);
    free(scratch);
}

/* The slowest first, idle ones last; of equal ones by number, which is the order of hosts or of the
 * samples. */
static int compare_gpus(const void *left, const void *right)
{
    const struct gpu *a = left, *b = right;
    if (!a->tasks != !b->tasks)
        return a->tasks ? -1 : 1;
    if (!a->tasks)
        return (a->device > b->device) - (a->device < b->device);
    if (a->median != b->median)
        return a->median > b->median ? -1 : 1;
    if (a->host != b->host)
        return a->host < b->host ? -1 : 1;
    return (a->device > b->device) - (a->device < b->device);
}

/* ---- device_tasks ---- */

struct gpu_names {
    const char *host, *serial, *uuid, *index; /* NULL: not known */
};

static struct gpu_names names_of(const struct gpus *gpus, const struct gpu *gpu,
                                 struct arena *arena)
{
    const struct aligned_timeline *aligned = gpus->report->request->activity;
    const struct activity *activity = aligned->activity;
    const char *host = aligned_host_name(aligned, gpu->host);
    const struct activity_device none = {0, 0, 0, 0};
    const struct activity_device *device =
        gpu->device == EVENT_NO_DEVICE ? &none : &activity->devices[gpu->device];
    if (gpu->hosts > 1)
        host = arena_format(arena, "%s and %zu more", host, gpu->hosts - 1);
    return (struct gpu_names){*host ? host : NULL, activity_text(activity, device->serial),
                              activity_text(activity, device->uuid),
                              activity_text(activity, device->index)};
}

static void put_tasks(const struct gpus *gpus)
{
    struct table *table = tables_get(gpus->report->tables, "device_tasks");
    for (size_t i = 0; i < gpus->count; i++) {
        const struct gpu *gpu = &gpus->items[i];
        struct gpu_names names = names_of(gpus, gpu, table->arena);
        struct device_tasks_row row = device_tasks_row_missing();
        row.host = names.host;
        row.serial = names.serial ? names.serial : names.index;
        row.uuid = names.uuid;
        row.tasks = (double)gpu->tasks;
        row.median_s = gpu->median;
        row.mean_s = gpu->mean;
        row.ratio_to_median = gpu->ratio;
        row.compared = (double)gpu->work.tasks;
        row.compared_around = (double)gpu->around;
        row.work_ratio = gpu->work.median;
        row.work_ratio_low = gpu->work.low;
        row.work_ratio_high = gpu->work.high;
        row.slow_chance = gpu->work.slow_chance;
        device_tasks_row_put(table, &row);
    }
}

/* ---- slow_devices ---- */

/* Of the GPUs' means. */
struct quartiles {
    double q1, median, q3;
};

static struct quartiles quartiles_of(const struct gpus *gpus, enum device_metric metric)
{
    static const double p[] = {0.25, 0.5, 0.75};
    double q[3];
    double *values = memory_alloc_array(2 * gpus->busy + 1, sizeof *values);
    for (size_t i = 0; i < gpus->busy; i++)
        values[i] = gpus->items[i].means[metric];
    statistic_quantiles_of(values, gpus->busy, values + gpus->busy, p, 3, q);
    free(values);
    return (struct quartiles){q[0], q[1], q[2]};
}

/* Outside the middle half, and so far from the median that it may matter. */
static const char *beside(double value, const struct quartiles *others, double least,
                          const char *below, const char *above)
{
    if (!(fabs(value - others->median) >= least))
        return NULL;
    return value < others->q1 ? below : value > others->q3 ? above : NULL;
}

static const char *verdict_of(const struct gpu *gpu, const struct quartiles *temperature,
                              const struct quartiles *draw, struct arena *arena)
{
    const char *warmth =
        beside(gpu->means[DEVICE_TEMPERATURE], temperature, OTHER_WARMTH_C, "cooler", "hotter");
    const char *power = beside(gpu->means[DEVICE_POWER], draw, OTHER_POWER * draw->median,
                               "draws less", "draws more");
    if (number_is_missing(gpu->means[DEVICE_TEMPERATURE]) &&
        number_is_missing(gpu->means[DEVICE_POWER]))
        return NULL;
    if (warmth && power)
        return arena_format(arena, "%s, %s", warmth, power);
    return warmth ? warmth : power ? power : "as the others";
}

static const char *name_of(const struct gpus *gpus, const struct gpu *gpu, struct arena *arena)
{
    struct gpu_names names = names_of(gpus, gpu, arena);
    const char *device = names.serial ? names.serial : names.uuid ? names.uuid : names.index;
    return device ? device : names.host;
}

/* Slower than others for the work it got, as far as its tasks tell; more than half of them tell it
 * by chance where they are few. */
static bool may_be_slow(const struct gpu *gpu)
{
    return gpu->work.median > 1 && !number_is_missing(gpu->work.low);
}

/* The slowest for its work first, of equal ones in the order of all. */
static int compare_slowness(const void *left, const void *right)
{
    const struct gpu *const *a = left, *const *b = right;
    if ((*a)->work.median != (*b)->work.median)
        return (*a)->work.median > (*b)->work.median ? -1 : 1;
    return (*a > *b) - (*a < *b);
}

static void put_slow_row(const struct gpus *gpus, const struct gpu *gpu,
                         const struct quartiles *temperature, const struct quartiles *power)
{
    struct table *table = tables_get(gpus->report->tables, "slow_devices");
    struct slow_devices_row row = slow_devices_row_missing();
    row.device = name_of(gpus, gpu, table->arena);
    row.host = names_of(gpus, gpu, table->arena).host;
    row.tasks = (double)gpu->tasks;
    row.compared = (double)gpu->work.tasks;
    row.work_ratio = gpu->work.median;
    row.work_ratio_low = gpu->work.low;
    row.work_ratio_high = gpu->work.high;
    row.median_s = gpu->median;
    row.ratio_to_median = gpu->ratio;
    row.difference_s = gpu->median - gpus->median;
    row.power_W = gpu->means[DEVICE_POWER];
    row.power_difference_W = gpu->means[DEVICE_POWER] - power->median;
    row.temperature_C = gpu->means[DEVICE_TEMPERATURE];
    row.temperature_difference_C = gpu->means[DEVICE_TEMPERATURE] - temperature->median;
    row.beside = verdict_of(gpu, temperature, power, table->arena);
    slow_devices_row_put(table, &row);
}

static void put_slow(const struct gpus *gpus)
{
    struct quartiles power = quartiles_of(gpus, DEVICE_POWER);
    struct quartiles temperature = quartiles_of(gpus, DEVICE_TEMPERATURE);
    const struct gpu **slow = memory_alloc_array(gpus->busy + 1, sizeof(const struct gpu *));
    size_t count = 0;
    for (size_t i = 0; i < gpus->busy; i++)
        if (may_be_slow(&gpus->items[i]))
            slow[count++] = &gpus->items[i];
    qsort(slow, count, sizeof(const struct gpu *), compare_slowness);
    for (size_t i = 0; i < count && i < MOST_SLOW; i++)
        put_slow_row(gpus, slow[i], &temperature, &power);
    free(slow);
}

/* ---- device_histograms ---- */

/* Bins of whole numbers, as narrow as MOST_BINS allow; empty ones beside a few. */
static void put_histogram(struct tables *tables, const char *of, const double *counts, size_t count)
{
    struct table *table = tables_get(tables, "device_histograms");
    double low = INFINITY, high = -INFINITY;
    size_t bins[MOST_BINS] = {0};
    for (size_t i = 0; i < count; i++) {
        low = fmin(low, counts[i]);
        high = fmax(high, counts[i]);
    }
    if (high - low + 1 < LEAST_BINS) {
        low = fmax(0, low - floor((LEAST_BINS - (high - low)) / 2));
        high = low + LEAST_BINS - 1;
    }
    double width = ceil((high - low + 1) / MOST_BINS);
    for (size_t i = 0; i < count; i++)
        bins[(size_t)((counts[i] - low) / width)]++;
    for (size_t i = 0; count && low + (double)i * width <= high; i++) {
        struct device_histograms_row row = device_histograms_row_missing();
        row.of = of;
        row.quantity = "tasks";
        row.unit = "";
        row.low = low + (double)i * width - 0.5;
        row.high = low + (double)(i + 1) * width - 0.5;
        row.count = (double)bins[i];
        device_histograms_row_put_static(table, &row);
    }
}

static void put_histograms(const struct gpus *gpus)
{
    const struct event_tasks *events = gpus->report->events;
    double *counts = memory_alloc_array(gpus->places + 1, sizeof *counts);
    size_t count = 0;
    for (size_t i = 0; i < gpus->count; i++)
        if (gpus->items[i].device != EVENT_NO_DEVICE)
            counts[count++] = (double)gpus->items[i].tasks;
    put_histogram(gpus->report->tables, "GPUs", counts, count);
    count = 0;
    for (size_t from = 0, to; from < events->task_count; from = to) {
        for (to = from;
             to < events->task_count && events->tasks[to].host == events->tasks[from].host;)
            to++;
        counts[count++] = (double)(to - from);
    }
    put_histogram(gpus->report->tables, "hosts", counts, count);
    free(counts);
}

void device_tables_put_gpus(const struct device_report *report)
{
    struct gpus gpus = {.report = report};
    if (!report->events->task_count)
        return;
    gpus.works = task_works_make(report->events);
    sort_tasks(&gpus);
    make_gpus(&gpus);
    qsort(gpus.items, gpus.count, sizeof *gpus.items, compare_gpus);
    put_tasks(&gpus);
    put_slow(&gpus);
    put_histograms(&gpus);
    free(gpus.items);
    task_works_release(&gpus.works);
    free(gpus.task_first);
    free(gpus.tasks);
}
