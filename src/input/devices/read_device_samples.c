/* What GPUs and other cards measured, a row a sample of a card, as CSV.
 *
 *     timestamp,hostname,gpuSerial,gpuUUID,powerDrawWatt,gpuTempC,gpuUtilPerc,gpuMemUtilPerc
 *
 * A card is identified by its serial number (a text: 64 bits are not enough for all), else its
 * UUID, else its index on its host. Numbers may have a unit behind ("131.55 W"); what is missing or
 * in brackets ("[N/A]") was not measured. */
#include <math.h>
#include <string.h>

#include "input/devices/card_cells.h"
#include "input/text/cell.h"
#include "util/number.h"

/* "131.55 W" */
static bool number_with_unit(struct csv_span cell, double *number)
{
    const char *blank = cell.size ? memchr(cell.text, ' ', cell.size) : NULL;
    return blank && number_parse(cell.text, (size_t)(blank - cell.text), number);
}

static bool metric_of(struct csv_span cell, double *number, struct csv_fault *fault)
{
    if (number_parse(cell.text, cell.size, number))
        return true;
    *number = NUMBER_MISSING;
    if (!cell.size || *cell.text == '[' || cell_is_missing(cell) || number_with_unit(cell, number))
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
        if (!metric_of(cell, &number, fault))
            return false;
        if (table->place[meaning] < table->wanted_count)
            number *= table->columns.scales[table->columns.at[meaning]];
        sample->values[i] = device_metric_value((enum device_metric)i, number);
        if (isnan(sample->values[i]) && !isnan(number)) {
            *fault = (struct csv_fault){"a measure that no GPU can have", cell};
            return false;
        }
    }
    return true;
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
