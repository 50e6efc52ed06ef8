#include "input/devices/gpu_cells.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include "input/devices/lone_gpu.h"
#include "input/text/amount.h"
#include "input/text/cell.h"
#include "input/text/lines.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/number.h"

/* ---- what stands in a cell ---- */

struct text_slice gpu_cell_words(struct text_slice cell)
{
    cell = csv_trim(cell);
    if (cell.size > 1 && *cell.text == '[' && cell.text[cell.size - 1] == ']')
        cell = csv_trim((struct text_slice){cell.text + 1, cell.size - 2});
    return cell;
}

/* As nearly all cells do. */
static bool starts_number(struct text_slice cell)
{
    return !cell.size || (*cell.text >= '0' && *cell.text <= '9') || *cell.text == '-';
}

static bool holds(struct text_slice words, const char *part)
{
    size_t size = strlen(part);
    for (size_t i = 0; i + size <= words.size; i++)
        if (strncasecmp(words.text + i, part, size) == 0)
            return true;
    return false;
}

enum gpu_error gpu_error_of(struct text_slice cell)
{
    static const char *const lost[] = {"is lost", "requires reset", "reset required",
                                       "fallen off the bus"};
    static const char *const errors[] = {"unknown error", "err!", "error"};
    struct text_slice words = gpu_cell_words(cell);
    if (starts_number(words))
        return GPU_NO_ERROR;
    bool may_be_lost = memchr(words.text, ' ', words.size); /* as nearly no name of a GPU */
    for (size_t i = 0; may_be_lost && i < sizeof lost / sizeof lost[0]; i++)
        if (holds(words, lost[i]))
            return GPU_LOST;
    return SLICE_IS_AMONG(words, errors) ? GPU_UNREADABLE : GPU_NO_ERROR;
}

/* DCGM's marks for a value that it does not have, in each of its types: blank, not found, not
 * supported, not permissioned (dcgm_structs.h). */
static bool is_dcgm_blank(struct text_slice cell)
{
    static const double first[] = {2147483632, 140737488355328};
    double number;
    if (cell.size < 10 || !number_parse(cell.text, cell.size, &number))
        return false;
    for (size_t i = 0; i < sizeof first / sizeof first[0]; i++)
        if (number >= first[i] && number <= first[i] + 3)
            return true;
    return cell.size == 19 && strncmp(cell.text, "922337203685477579", 18) == 0 &&
           cell.text[18] >= '2' && cell.text[18] <= '5';
}

bool gpu_cell_is_missing(struct text_slice cell)
{
    bool is_dash = cell.size == 1 && *cell.text == '-';
    if (cell.size && starts_number(cell) && !is_dash)
        return is_dcgm_blank(cell);
    return cell_is_missing(cell) || *cell.text == '[';
}

bool gpu_number(struct text_slice cell, bool is_bytes, double scale, double *number)
{
    bool has_unit_elsewhere = scale > 1 || scale < 1;
    if (number_parse(cell.text, cell.size, number)) {
        *number *= scale;
        return true;
    }
    if (is_bytes && !has_unit_elsewhere)
        return amount_bytes(cell, 1, AMOUNT_PREFIX_1000, number);
    const char *blank = cell.size ? memchr(cell.text, ' ', cell.size) : NULL;
    if (!blank || !number_parse(cell.text, (size_t)(blank - cell.text), number))
        return false;
    *number *= scale;
    return true;
}

bool gpu_cell_has_unit(struct text_slice cell)
{
    char last = cell.size ? cell.text[cell.size - 1] : '0';
    return starts_number(cell) && (last < '0' || last > '9') && last != '.';
}

static bool names_none(struct text_slice cell)
{
    return cell_is_missing(cell) || *cell.text == '[' || gpu_error_of(cell) != GPU_NO_ERROR;
}

/* ---- the GPU ---- */

/* "nvidia0" is the file of the first GPU in /dev, "card0" what rocm-smi calls it. */
static struct text_slice without_driver(struct text_slice index)
{
    static const char *const words[] = {"nvidia", "card"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t size = strlen(words[i]);
        bool is_number = index.size > size && index.text[size] >= '0' && index.text[size] <= '9';
        if (is_number && memcmp(index.text, words[i], size) == 0)
            return (struct text_slice){index.text + size, index.size - size};
    }
    return index;
}

/* An index counts the GPUs of a host: "HOST 0" names one of all. */
static uint32_t index_text(struct activity_part *part, const struct text_slice *fields)
{
    enum { LONGEST = 400 };
    struct text_slice host = activity_cell(part->table, fields, ACTIVITY_HOST);
    struct text_slice index = activity_cell(part->table, fields, ACTIVITY_INDEX);
    char text[LONGEST];
    if (activity_columns_are_of_one_gpu(&part->table->columns))
        index = (struct text_slice){LONE_GPU_NAME, sizeof LONE_GPU_NAME - 1};
    if (names_none(index))
        return 0;
    index = without_driver(index);
    if (!host.size || host.size + 1 + index.size > sizeof text)
        return activity_number(&part->activity, index.text, index.size);
    memcpy(text, host.text, host.size);
    text[host.size] = ' ';
    memcpy(text + host.size + 1, index.text, index.size);
    return activity_number(&part->activity, text, host.size + 1 + index.size);
}

/* "0" stands for a serial number that could not be read. */
static uint32_t serial_text(struct activity_part *part, const struct text_slice *fields)
{
    struct text_slice serial = activity_cell(part->table, fields, ACTIVITY_SERIAL);
    for (size_t i = 0; i < serial.size; i++)
        if (serial.text[i] != '0')
            return names_none(serial) ? 0
                                      : activity_number(&part->activity, serial.text, serial.size);
    return 0;
}

static uint32_t uuid_text(struct activity_part *part, const struct text_slice *fields)
{
    struct text_slice uuid = activity_cell(part->table, fields, ACTIVITY_UUID);
    return names_none(uuid) ? 0 : activity_number(&part->activity, uuid.text, uuid.size);
}

double gpu_amount(const struct activity_table *table, const struct text_slice *fields,
                  enum activity_meaning meaning)
{
    struct text_slice cell = activity_cell(table, fields, meaning);
    double amount;
    if (gpu_cell_is_missing(cell) ||
        !gpu_number(cell, meaning != ACTIVITY_ENERGY,
                    table->columns.scales[table->columns.at[meaning]], &amount))
        return NUMBER_MISSING;
    return amount;
}

/* 0 when not said, or when no GPU can have so much. */
static double memory_of(struct activity_part *part, const struct text_slice *fields)
{
    double bytes = gpu_amount(part->table, fields, ACTIVITY_MEMORY_TOTAL);
    if (isnan(bytes))
        bytes = gpu_amount(part->table, fields, ACTIVITY_MEMORY_USED) +
                gpu_amount(part->table, fields, ACTIVITY_MEMORY_FREE);
    if (!(bytes > 0 && bytes <= device_metric_rows[DEVICE_MEMORY_USED].most))
        return 0;
    part->most_memory = fmax(part->most_memory, bytes);
    struct text_slice cell = activity_cell(part->table, fields, ACTIVITY_MEMORY_TOTAL);
    part->cells_name_bytes = part->cells_name_bytes || gpu_cell_has_unit(cell);
    return bytes;
}

static bool number_gpu(struct activity_part *part, const struct text_slice *fields,
                       uint32_t *number)
{
    struct activity_device device = {
        .serial = serial_text(part, fields),
        .uuid = uuid_text(part, fields),
        .index = index_text(part, fields),
        .memory_B = memory_of(part, fields),
    };
    if (!device.serial && !device.uuid && !device.index)
        return false;
    *number = activity_device(&part->activity, device);
    return true;
}

static struct activity_gpu *latest_gpu(struct activity_part *part, uint32_t host)
{
    list_reach(&part->gpus, (size_t)host + 1, (struct activity_gpu){0});
    return &part->gpus.items[host];
}

bool gpu_of_row(struct activity_part *part, const struct text_slice *fields, uint32_t host,
                uint32_t *device)
{
    struct activity_gpu *last = latest_gpu(part, host);
    struct activity_gpu gpu = {activity_cell(part->table, fields, ACTIVITY_SERIAL),
                               activity_cell(part->table, fields, ACTIVITY_UUID),
                               activity_cell(part->table, fields, ACTIVITY_INDEX), 0};
    bool same = last->device && text_slices_equal(last->serial, gpu.serial) &&
                text_slices_equal(last->uuid, gpu.uuid) &&
                text_slices_equal(last->index, gpu.index);
    if (!same && !number_gpu(part, fields, &gpu.device))
        return false;
    if (!same) {
        gpu.device++;
        *last = gpu;
    }
    *device = last->device - 1;
    return true;
}
