/* What GPUs and other GPUs measured, a row a sample of a GPU, as CSV.
 *
 *     timestamp,hostname,gpuSerial,gpuUUID,powerDrawWatt,gpuTempC,gpuUtilPerc,gpuMemUtilPerc
 *
 * nvidia-smi dmon writes short names, a line of units behind them, and the date and the time of day
 * in two columns:
 *
 *     #Date, Time, gpu, pwr, gtemp, mtemp, sm, mem, enc, dec, mclk, pclk
 *     #YYYYMMDD, HH:MM:SS, Idx, W, C, C, %, %, %, %, MHz, MHz
 *
 * A GPU is identified by its serial number (a text: 64 bits are not enough for all), else its
 * UUID, else its index or place on the bus of its host; without any of these there is one GPU.
 * Numbers may have a unit behind ("131.55 W"); what is missing or
 * in brackets ("[N/A]") was not measured. Utilisation without a unit may be a share of 1, or
 * be of GPUs without work; memory without a unit may be in MiB or GiB. Errors in
 * place of numbers ("[GPU is lost]", "ERR!") are kept as faults of the GPU. */
#include <math.h>
#include <stdlib.h>
#include <strings.h>

#include "input/devices/gpu_cells.h"
#include "input/text/unit_shares.h"
#include "util/count_text.h"
#include "util/memory.h"
#include "util/number.h"

static bool metric_of(const struct activity_table *table, struct text_slice cell,
                      enum activity_meaning meaning, double *number, struct csv_fault *fault)
{
    bool is_missing = !cell.size || gpu_cell_is_missing(cell);
    if (!is_missing && gpu_number(cell, meaning == ACTIVITY_MEMORY_USED,
                                  table->columns.scales[table->columns.at[meaning]], number))
        return true;
    *number = NUMBER_MISSING;
    if (is_missing || gpu_error_of(cell) != GPU_NO_ERROR)
        return true;
    *fault = (struct csv_fault){"not a number", cell};
    return false;
}

/* What is not free of all that there is. */
static void fill_in_memory(const struct activity_table *table, const struct text_slice *fields,
                           float *values)
{
    if (activity_has(table, ACTIVITY_MEMORY_USED) || !activity_has(table, ACTIVITY_MEMORY_FREE) ||
        !activity_has(table, ACTIVITY_MEMORY_TOTAL))
        return;
    values[DEVICE_MEMORY_USED] =
        device_metric_value(DEVICE_MEMORY_USED,
                            gpu_amount(table, fields, ACTIVITY_MEMORY_TOTAL) -
                                gpu_amount(table, fields, ACTIVITY_MEMORY_FREE));
}

static bool is_utilization(enum device_metric metric)
{
    return metric == DEVICE_UTILIZATION || metric == DEVICE_MEMORY_UTILIZATION;
}

static bool read_metrics(struct activity_part *part, const struct text_slice *fields,
                         float values[DEVICE_METRICS], struct csv_fault *fault)
{
    const struct activity_table *table = part->table;
    device_values_clear(values);
    for (int i = 0; i < DEVICE_METRICS; i++) {
        enum activity_meaning meaning = (enum activity_meaning)(ACTIVITY_POWER + i);
        double number;
        if (!activity_has(table, meaning))
            continue;
        struct text_slice cell = activity_cell(table, fields, meaning);
        if (!metric_of(table, cell, meaning, &number, fault))
            return false;
        if (is_utilization((enum device_metric)i) && cell.size && cell.text[cell.size - 1] == '%')
            part->cells_name_percent = true;
        if (meaning == ACTIVITY_MEMORY_USED && gpu_cell_has_unit(cell))
            part->cells_name_bytes = true;
        values[i] = device_metric_value((enum device_metric)i, number);
        if (isnan(values[i]) && !isnan(number)) {
            *fault = (struct csv_fault){"implausible value of a GPU", cell};
            return false;
        }
    }
    fill_in_memory(table, fields, values);
    return true;
}

/* Of several errors of one sample the worst, and of these the first, stands for all. */
static void add_fault(struct activity_part *part, const struct text_slice *fields,
                      const struct device_sample *sample, const float values[DEVICE_METRICS])
{
    struct device_fault found = {.time = sample->time,
                                 .host = sample->host,
                                 .device = sample->device,
                                 .is_whole = true};
    enum gpu_error worst = GPU_NO_ERROR;
    struct text_slice words = {"", 0};
    for (int i = 0; i < DEVICE_METRICS; i++) {
        if (!isnan(values[i])) {
            found.is_whole = false;
            continue;
        }
        enum activity_meaning meaning = (enum activity_meaning)(ACTIVITY_POWER + i);
        if (!activity_has(part->table, meaning))
            continue;
        struct text_slice cell = activity_cell(part->table, fields, meaning);
        enum gpu_error error = gpu_error_of(cell);
        if (error == GPU_NO_ERROR)
            continue;
        found.metrics |= 1u << i;
        words = error > worst ? gpu_cell_words(cell) : words;
        worst = error > worst ? error : worst;
    }
    if (worst == GPU_NO_ERROR)
        return;
    found.is_lost = worst == GPU_LOST;
    found.error = activity_number(&part->activity, words.text, words.size);
    activity_add_fault(&part->activity, found);
}

static bool add_sample(struct activity_part *part, const struct text_slice *fields,
                       struct csv_fault *fault)
{
    struct device_sample sample;
    float values[DEVICE_METRICS];
    if (!activity_cell_time(part->table, fields, &sample.time, fault) ||
        !read_metrics(part, fields, values, fault))
        return false;
    sample.host = activity_cell_text(part, fields, ACTIVITY_HOST);
    if (!gpu_of_row(part, fields, sample.host, &sample.device)) {
        *fault = (struct csv_fault){"no GPU (serial, UUID or index)", {"", 0}};
        return false;
    }
    add_fault(part, fields, &sample, values);
    activity_add_sample(&part->activity, sample, values);
    if (part->table->energies)
        gpu_energies_add(&part->energies, gpu_amount(part->table, fields, ACTIVITY_ENERGY));
    return true;
}

/* ---- shares of 1 ---- */

/* Percentages in the samples of a table that names no unit for them, and what else shows that the
 * GPUs were at work. */
struct unnamed {
    bool metrics[DEVICE_METRICS], any; /* those without a unit */
    struct unit_shares shares;
    double least_W, most_W, most_B; /* 0: not known */
};

static struct unnamed find_unnamed(const struct activity_table *table)
{
    const struct activity_columns *columns = &table->columns;
    struct unnamed unnamed = {0};
    for (int i = 0; i < DEVICE_METRICS; i++) {
        size_t column = columns->at[ACTIVITY_POWER + i];
        unnamed.metrics[i] = is_utilization((enum device_metric)i) && column < columns->count &&
                             !columns->name_percent[column] && !table->cells_name_percent &&
                             !(columns->scales[column] > 1); /* "active": of 1 */
        unnamed.any = unnamed.any || unnamed.metrics[i];
    }
    return unnamed;
}

static void look_at(struct unnamed *unnamed, const struct activity *activity, size_t sample)
{
    double power_W = (double)activity_value(activity, sample, DEVICE_POWER);
    for (int i = 0; i < DEVICE_METRICS; i++)
        if (unnamed->metrics[i])
            unit_shares_add(&unnamed->shares,
                            (double)activity_value(activity, sample, (enum device_metric)i));
    unnamed->most_B =
        fmax(unnamed->most_B, (double)activity_value(activity, sample, DEVICE_MEMORY_USED));
    if (!(power_W > 0))
        return;
    unnamed->most_W = fmax(unnamed->most_W, power_W);
    unnamed->least_W = unnamed->least_W > 0 ? fmin(unnamed->least_W, power_W) : power_W;
}

static bool show_work(const struct unnamed *unnamed)
{
    const double times_idle = 2, most_idle_W = 250; /* as no GPU draws without work */
    const double least_work_B = 0x1p30;             /* what drivers need is less */
    return unnamed->most_W > 0
               ? unnamed->most_W >= times_idle * unnamed->least_W || unnamed->most_W >= most_idle_W
               : unnamed->most_B >= least_work_B;
}

/* What values of which none is above 1 are. */
enum scale { SHARES_OF_1, PERCENT, UNKNOWN_SCALE };

/* Means of percentages may all be below 1, too: those of GPUs that do nothing. Then power and
 * memory show no work, and no value is as large as the shares of GPUs at work are. Where they do
 * show work, or neither is measured, small values may be either. */
static enum scale scale_of(const struct unnamed *unnamed)
{
    const double least_busy = 0.5; /* of the time of some sample */
    bool are_busy = unnamed->shares.largest >= least_busy, work = show_work(unnamed);
    bool is_known = unnamed->most_W > 0 || unnamed->most_B > 0;
    if (are_busy && work)
        return SHARES_OF_1;
    return !are_busy && !work && is_known ? PERCENT : UNKNOWN_SCALE;
}

/* Returns how many values it was measured in. */
static size_t scale_metric(struct activity *activity, size_t first_sample, int metric, float factor)
{
    float *values = activity->sample_values[metric];
    size_t count = 0;
    for (size_t i = first_sample; values && i < activity->sample_count; i++) {
        count += isnan(values[i]) ? 0 : 1;
        values[i] *= factor;
    }
    return count;
}

static void settle_shares(const struct activity_table *table, size_t first_sample,
                          const struct reading *reading)
{
    const struct place place = {table->path, 1, 0};
    struct activity *activity = table->activity;
    struct unnamed unnamed = find_unnamed(table);
    for (size_t i = first_sample;
         unnamed.any && i < activity->sample_count && !unit_shares_are_excluded(&unnamed.shares);
         i++)
        look_at(&unnamed, activity, i);
    if (!unit_shares_may_be(&unnamed.shares))
        return;
    enum scale scale = scale_of(&unnamed);
    if (scale == PERCENT)
        return;
    for (int metric = 0; metric < DEVICE_METRICS; metric++) {
        if (!unnamed.metrics[metric])
            continue;
        const char *label = device_metric_rows[metric].label;
        size_t count = scale_metric(activity, first_sample, metric,
                                    scale == SHARES_OF_1 ? 100 : (float)NUMBER_MISSING);
        if (scale == SHARES_OF_1)
            diagnostics_assume(reading->diagnostics, place,
                               "%s: no unit, and no value above 1: read as ratios", label);
        else if (count)
            diagnostics_omit(reading->diagnostics, place, count,
                             "%s value%s of %s %s left out: no unit, and none is above 1 (name the "
                             "unit in the header, such as \"[%%]\")",
                             COUNT_TEXT(count), count == 1 ? "" : "s", label,
                             count == 1 ? "is" : "are");
    }
}

/* ---- memory ---- */

static bool has_column(const struct activity_table *table, enum activity_meaning meaning)
{
    return table->columns.at[meaning] < table->columns.count;
}

static bool has_bare(const struct activity_table *table, enum activity_meaning meaning)
{
    return has_column(table, meaning) && !(table->columns.scales[table->columns.at[meaning]] > 1);
}

/* GPUs of that many bytes, and GPUs at work with so few of them in use, there are none; nor are
 * there GPUs of so few MiB, or of less than 1 GiB. */
static const double least_total_B = 0x1p24, least_used_B = 0x1p20, least_MiB = 0x1p10;

/* In bytes; 1: as it is, missing: nobody can say. Of memory in use alone, a few may be MiB of an
 * idle GPU or GiB of one at work. */
static double unit_of_memory(double total, double used)
{
    double most = total > 0 ? total : used;
    if (!(most > 0) || most >= (total > 0 ? least_total_B : least_used_B))
        return 1;
    if (most >= least_MiB)
        return 0x1p20;
    return total >= 1 ? 0x1p30 : NUMBER_MISSING;
}

/* Each once, however many samples it has. What was said of it in its unit elsewhere stays. */
static void scale_totals(struct activity *activity, size_t first_sample, double unit)
{
    bool *seen = memory_alloc_array(activity->device_count + 1, sizeof *seen);
    for (size_t i = first_sample; i < activity->sample_count; i++) {
        uint32_t number = activity->samples[i].device;
        struct activity_device *device = &activity->devices[number];
        if (!seen[number] && device->memory_B < least_total_B)
            device->memory_B = isnan(unit) ? 0 : device->memory_B * unit;
        seen[number] = true;
    }
    double *of_source = &activity->sources[activity->source_count - 1].memory_B;
    *of_source = isnan(unit) ? 0 : *of_source * unit;
    free(seen);
}

static void say_unit_of_memory(const struct activity_table *table, size_t samples, double unit,
                               const struct reading *reading)
{
    const struct place place = {table->path, 1, 0};
    if (isnan(unit))
        diagnostics_omit(reading->diagnostics, place, samples,
                         "%s value%s of GPU memory %s left out: no unit, and too small to guess it "
                         "(name the unit in the header, such as \"[MiB]\")",
                         COUNT_TEXT(samples), samples == 1 ? "" : "s", samples == 1 ? "is" : "are");
    else
        diagnostics_assume(reading->diagnostics, place,
                           "GPU memory: no unit, and too small for %s: read as %s",
                           unit > 0x1p20 ? "bytes or MiB" : "bytes", unit > 0x1p20 ? "GiB" : "MiB");
}

/* nvidia-smi and what asks it, as Telegraf, count MiB; where the unit is not kept, numbers are too
 * small to be bytes. All that there is may be what is in use and what is free, and what is in use
 * the rest of what is free. */
static void settle_memory(const struct activity_table *table, size_t first_sample,
                          const struct reading *reading)
{
    struct activity *activity = table->activity;
    bool has_total =
        has_bare(table, has_column(table, ACTIVITY_MEMORY_TOTAL) ? ACTIVITY_MEMORY_TOTAL
                                                                 : ACTIVITY_MEMORY_USED);
    bool has_used =
        has_bare(table, has_column(table, ACTIVITY_MEMORY_USED) ? ACTIVITY_MEMORY_USED
                                                                : ACTIVITY_MEMORY_TOTAL);
    double used = 0, total = has_total ? table->most_memory : 0;
    for (size_t i = first_sample; has_used && i < activity->sample_count; i++)
        used = fmax(used, (double)activity_value(activity, i, DEVICE_MEMORY_USED));
    double unit = table->cells_name_bytes ? 1 : unit_of_memory(total, used);
    if (unit == 1)
        return;
    if (has_total)
        scale_totals(activity, first_sample, unit);
    size_t samples = has_used
                         ? scale_metric(activity, first_sample, DEVICE_MEMORY_USED, (float)unit)
                         : activity->sample_count - first_sample;
    say_unit_of_memory(table, samples, unit, reading);
}

/* ---- power ---- */

/* NVML gives milliwatts as "power_usage", amd-smi watts: no GPU draws as many. */
static void settle_power(const struct activity_table *table, size_t first_sample,
                         const struct reading *reading)
{
    const double most_gpu_W = 5000;
    struct activity *activity = table->activity;
    double most = 0;
    if (!has_bare(table, ACTIVITY_POWER) || table->energies)
        return;
    for (size_t i = first_sample; i < activity->sample_count; i++)
        most = fmax(most, (double)activity_value(activity, i, DEVICE_POWER));
    const char *name = table->header.names[table->columns.at[ACTIVITY_POWER]];
    if (most < most_gpu_W || strcasecmp(name, "power_usage") != 0)
        return;
    scale_metric(activity, first_sample, DEVICE_POWER, 1e-3F);
    diagnostics_assume(reading->diagnostics, (struct place){table->path, 1, 0},
                       "%s: no unit, read as milliwatts", name);
}

static void settle(const struct activity_table *table, size_t first_sample,
                   const struct reading *reading)
{
    settle_power(table, first_sample, reading);
    settle_shares(table, first_sample, reading);
    settle_memory(table, first_sample, reading);
}

static const struct activity_form form = {
    .shape = ACTIVITY_SAMPLES,
    .needs =
        "timestamp, gpuSerial, gpuUUID, gpuIndex or pci.bus_id, and a metric such as powerDrawWatt",
    .row = add_sample,
    .settle = settle};

static int recognise(const char *text, size_t size)
{
    return activity_table_shape(text, size, NULL, 0) == ACTIVITY_SAMPLES ? 85 : 0;
}

static long long read(const struct input *input, const struct reading *reading, struct error *error)
{
    return activity_table_read(&form, input, reading, error);
}

const struct reader reader_device_samples = {
    .name = "device-samples",
    .description =
        "CSV of GPU samples: power, temperature, utilisation; one row per GPU and time stamp",
    .recognise = recognise,
    .read = read,
    .takes_batches = true,
};
