/* What GPUs and other cards measured, a row a sample of a card, as CSV.
 *
 *     timestamp,hostname,gpuSerial,gpuUUID,powerDrawWatt,gpuTempC,gpuUtilPerc,gpuMemUtilPerc
 *
 * A card is told by its serial number (a text: 64 bits are not enough for all), else its UUID, else
 * its index on its host. Numbers may have a unit behind ("131.55 W"); what is missing or in
 * brackets ("[N/A]") was not measured. */
#include <string.h>

#include "input/devices/activity_table.h"
#include "input/text/cell.h"
#include "util/memory.h"
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
        double number;
        if (!metric_of(activity_cell(table, fields, meaning), &number, fault))
            return false;
        if (table->place[meaning] < table->wanted_count)
            number *= table->columns.scales[table->columns.at[meaning]];
        sample->values[i] = (float)number;
    }
    return true;
}

/* An index counts the cards of a host: "HOST 0" tells one of all. */
static uint32_t index_text(struct activity_part *part, const struct csv_span *fields)
{
    enum { LONGEST = 400 };
    struct csv_span host = activity_cell(part->table, fields, ACTIVITY_HOST);
    struct csv_span index = activity_cell(part->table, fields, ACTIVITY_INDEX);
    char text[LONGEST];
    if (!index.size || !host.size || host.size + 1 + index.size > sizeof text)
        return activity_number(&part->activity, index.text, index.size);
    memcpy(text, host.text, host.size);
    text[host.size] = ' ';
    memcpy(text + host.size + 1, index.text, index.size);
    return activity_number(&part->activity, text, host.size + 1 + index.size);
}

/* "0" stands for a serial number that could not be read. */
static uint32_t serial_text(struct activity_part *part, const struct csv_span *fields)
{
    struct csv_span serial = activity_cell(part->table, fields, ACTIVITY_SERIAL);
    for (size_t i = 0; i < serial.size; i++)
        if (serial.text[i] != '0')
            return cell_is_missing(serial)
                       ? 0
                       : activity_number(&part->activity, serial.text, serial.size);
    return 0;
}

static bool same_span(struct csv_span left, struct csv_span right)
{
    return left.size == right.size && memcmp(left.text, right.text, left.size) == 0;
}

static bool number_device(struct activity_part *part, const struct csv_span *fields,
                          uint32_t *number, struct csv_fault *fault)
{
    struct activity_device device = {
        .serial = serial_text(part, fields),
        .uuid = activity_cell_text(part, fields, ACTIVITY_UUID),
    };
    if (!device.serial && !device.uuid)
        device.index = index_text(part, fields);
    *fault = (struct csv_fault){"names no card", {"", 0}};
    if (!device.serial && !device.uuid && !device.index)
        return false;
    *number = activity_device(&part->activity, device);
    return true;
}

static struct activity_card *card_of(struct activity_part *part, uint32_t host)
{
    size_t before = part->card_capacity;
    memory_reserve(&part->cards, &part->card_capacity, (size_t)host + 1, sizeof *part->cards);
    if (part->card_capacity > before)
        memset(part->cards + before, 0, (part->card_capacity - before) * sizeof *part->cards);
    return &part->cards[host];
}

static bool read_device(struct activity_part *part, const struct csv_span *fields,
                        struct device_sample *sample, struct csv_fault *fault)
{
    struct activity_card *last = card_of(part, sample->host);
    struct activity_card card = {activity_cell(part->table, fields, ACTIVITY_SERIAL),
                                 activity_cell(part->table, fields, ACTIVITY_UUID),
                                 activity_cell(part->table, fields, ACTIVITY_INDEX), 0};
    bool same = last->device && same_span(last->serial, card.serial) &&
                same_span(last->uuid, card.uuid) && same_span(last->index, card.index);
    if (!same && !number_device(part, fields, &card.device, fault))
        return false;
    if (!same) {
        card.device++;
        *last = card;
    }
    sample->device = last->device - 1;
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
    if (!read_device(part, fields, &sample, fault))
        return false;
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
    .description = "power, temperature and utilisation of GPUs, a row a sample of a card: CSV",
    .recognise = recognise,
    .read = read,
};
