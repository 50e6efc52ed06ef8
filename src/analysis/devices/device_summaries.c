/* device_use: what each device measured over all its samples, the least used first. */
#include <math.h>
#include <stdlib.h>

#include "analysis/devices/device_tables.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/name_index.h"
#include "util/number.h"

struct device_use {
    uint32_t host, device; /* host: of its first sample */
    size_t samples, utilizations;
    float most_utilization, most_memory, most_temperature; /* NaN: not measured */
    double utilization, power, clock;                      /* means over time */
};

static struct device_use use_of(uint32_t device, uint32_t host)
{
    return (struct device_use){.device = device,
                               .host = host,
                               .most_utilization = NAN,
                               .most_memory = NAN,
                               .most_temperature = NAN};
}

static void note_most(float *most, float value)
{
    if (value > *most || isnan(*most))
        *most = value;
}

static void add_sample(struct device_use *use, const struct activity *activity, size_t sample)
{
    float utilization = activity_value(activity, sample, DEVICE_UTILIZATION);
    use->samples++;
    use->utilizations += isnan(utilization) ? 0 : 1;
    note_most(&use->most_utilization, utilization);
    note_most(&use->most_memory, activity_value(activity, sample, DEVICE_MEMORY_USED));
    note_most(&use->most_temperature, activity_value(activity, sample, DEVICE_TEMPERATURE));
}

static double mean_of(const struct device_means *means, enum device_metric metric, size_t device)
{
    return means->of_device[metric] ? means->of_device[metric][device] : NUMBER_MISSING;
}

/* Those whose use is not known come last, those of no sample behind them. */
static int compare_uses(const void *left, const void *right)
{
    const struct device_use *a = left, *b = right;
    double a_mean = number_is_missing(a->utilization) ? INFINITY : a->utilization;
    double b_mean = number_is_missing(b->utilization) ? INFINITY : b->utilization;
    if (!a->samples != !b->samples)
        return a->samples ? -1 : 1;
    if (a_mean != b_mean)
        return a_mean < b_mean ? -1 : 1;
    if (a->host != b->host)
        return a->host < b->host ? -1 : 1;
    return (a->device > b->device) - (a->device < b->device);
}

/* The rows of the table gpus by the names of the devices. */
struct gpu_rows {
    const struct table *gpus; /* NULL: none */
    struct name_index names;
};

static void add_of_gpu(struct device_use_row *row, const struct gpu_rows *rows, const char *name)
{
    uint32_t number = rows->gpus ? name_index_find(&rows->names, name) : NAME_INDEX_NONE;
    if (number == NAME_INDEX_NONE)
        return;
    struct gpus_row gpu = gpus_row_at(rows->gpus, number);
    row->throttled_s = gpu.throttled_s;
    row->throttled_share = gpu.throttled_share;
}

static void put(struct table *table, const struct aligned_timeline *aligned,
                const struct device_use *use, const struct gpu_rows *rows)
{
    const struct activity *activity = aligned->activity;
    const struct activity_device *device = &activity->devices[use->device];
    const char *host = aligned_host_name(aligned, use->host);
    struct device_use_row row = device_use_row_missing();
    row.host = *host ? host : NULL;
    row_set_device(&row, activity, device);
    row.samples = (double)use->utilizations;
    row.utilization_mean = use->utilization / 100;
    row.utilization_max = device_metric_number(use->most_utilization) / 100;
    row.memory_used_max_B = device_metric_number(use->most_memory);
    row.memory_total_B = device->memory_B > 0 ? device->memory_B : NUMBER_MISSING;
    row.power_mean_W = use->power;
    row.clock_mean_Hz = use->clock;
    row.temperature_max_C = device_metric_number(use->most_temperature);
    add_of_gpu(&row, rows, activity_device_name(activity, use->device));
    device_use_row_put(table, &row);
}

void device_tables_put_use(const struct device_report *report, const struct table *gpus)
{
    const struct aligned_timeline *aligned = report->request->activity;
    size_t count = aligned->activity->device_count;
    if (!sample_sums_have(&aligned->samples, DEVICE_UTILIZATION))
        return;
    struct device_use *uses = memory_alloc_array(count, sizeof *uses);
    for (size_t host = 0; host < aligned->host_count; host++) {
        struct activity_rows rows = aligned->hosts[host].samples;
        for (size_t i = rows.first; i < rows.first + rows.count; i++) {
            const struct device_sample *sample = &aligned->samples.samples[i];
            struct device_use *use = &uses[sample->device];
            if (!use->samples)
                *use = use_of(sample->device, (uint32_t)host);
            add_sample(use, aligned->activity, i);
        }
    }
    for (size_t i = 0; i < count; i++) {
        uses[i].utilization = mean_of(report->means, DEVICE_UTILIZATION, i);
        uses[i].power = mean_of(report->means, DEVICE_POWER, i);
        uses[i].clock = mean_of(report->means, DEVICE_CLOCK, i);
    }
    qsort(uses, count, sizeof *uses, compare_uses);
    struct gpu_rows rows = {.gpus = gpus};
    name_index_init(&rows.names);
    for (size_t row = 0; gpus && row < gpus->rows; row++)
        name_index_add(&rows.names, table_texts(gpus, "gpu")[row]);
    for (size_t i = 0; i < count && uses[i].samples; i++)
        put(tables_at(report->tables, TABLE_device_use), aligned, &uses[i], &rows);
    name_index_release(&rows.names);
    free(uses);
}
