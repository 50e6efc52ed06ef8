/* What GPUs and other cards measured, a row a sample of a card, as CSV.
 *
 *     timestamp,hostname,gpuSerial,gpuUUID,powerDrawWatt,gpuTempC,gpuUtilPerc,gpuMemUtilPerc
 *
 * A card is identified by its serial number (a text: 64 bits are not enough for all), else its
 * UUID, else its index on its host. Numbers may have a unit behind ("131.55 W"); what is missing or
 * in brackets ("[N/A]") was not measured. Errors in place of numbers ("[GPU is lost]", "ERR!") are
 * kept as faults of the card. */
#include <math.h>

#include "input/devices/card_cells.h"
#include "util/number.h"

static bool metric_of(const struct activity_table *table, struct csv_span cell,
                      enum activity_meaning meaning, double *number, struct csv_fault *fault)
{
    bool is_missing = !cell.size || card_cell_is_missing(cell);
    if (!is_missing && card_number(cell, meaning == ACTIVITY_MEMORY_USED,
                                   table->columns.scales[table->columns.at[meaning]], number))
        return true;
    *number = NUMBER_MISSING;
    if (is_missing || card_error_of(cell) != CARD_NO_ERROR)
        return true;
    *fault = (struct csv_fault){"a measure that is not a number", cell};
    return false;
}

static bool read_metrics(const struct activity_table *table, const struct csv_span *fields,
                         struct device_sample *sample, struct csv_fault *fault)
{
    for (int i = 0; i < DEVICE_METRICS; i++) {
        enum activity_meaning meaning = (enum activity_meaning)(ACTIVITY_POWER + i);
        struct csv_span cell = activity_cell(table, fields, meaning);
        double number;
        if (!metric_of(table, cell, meaning, &number, fault))
            return false;
        sample->values[i] = device_metric_value((enum device_metric)i, number);
        if (isnan(sample->values[i]) && !isnan(number)) {
            *fault = (struct csv_fault){"a measure that no GPU can have", cell};
            return false;
        }
    }
    return true;
}

/* Of several errors of one sample the worst, and of these the first, stands for all. */
static void add_fault(struct activity_part *part, const struct csv_span *fields,
                      const struct device_sample *sample)
{
    struct device_fault found = {.time = sample->time,
                                 .host = sample->host,
                                 .device = sample->device,
                                 .is_whole = true};
    enum card_error worst = CARD_NO_ERROR;
    struct csv_span words = {"", 0};
    for (int i = 0; i < DEVICE_METRICS; i++) {
        struct csv_span cell =
            activity_cell(part->table, fields, (enum activity_meaning)(ACTIVITY_POWER + i));
        found.is_whole = found.is_whole && isnan(sample->values[i]);
        bool has_error = cell.size && isnan(sample->values[i]);
        enum card_error error = has_error ? card_error_of(cell) : CARD_NO_ERROR;
        if (error == CARD_NO_ERROR)
            continue;
        found.metrics |= 1u << i;
        words = error > worst ? card_cell_words(cell) : words;
        worst = error > worst ? error : worst;
    }
    if (worst == CARD_NO_ERROR)
        return;
    found.is_lost = worst == CARD_LOST;
    found.error = activity_number(&part->activity, words.text, words.size);
    activity_add_fault(&part->activity, found);
}

static bool add_sample(struct activity_part *part, const struct csv_span *fields,
                       struct csv_fault *fault)
{
    struct device_sample sample;
    if (!activity_cell_time(part->table, fields, &sample.time, fault) ||
        !read_metrics(part->table, fields, &sample, fault))
        return false;
    sample.host = activity_cell_text(part, fields, ACTIVITY_HOST);
    if (!card_of_row(part, fields, sample.host, &sample.device)) {
        *fault = (struct csv_fault){"names no card", {"", 0}};
        return false;
    }
    add_fault(part, fields, &sample);
    activity_add_sample(&part->activity, sample);
    return true;
}

static const struct activity_form form = {
    ACTIVITY_SAMPLES,
    "timestamp, gpuSerial, gpuUUID or gpuIndex, and a metric such as "
    "powerDrawWatt",
    add_sample};

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
    .description = "power, temperature and utilisation of GPUs, one row per sample: CSV",
    .recognise = recognise,
    .read = read,
};
