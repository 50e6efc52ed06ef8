#include "input/devices/card_cells.h"

#include <string.h>

#include "input/text/cell.h"
#include "input/text/lines.h"
#include "util/memory.h"

/* An index counts the cards of a host: "HOST 0" names one of all. */
static uint32_t index_text(struct activity_part *part, const struct csv_span *fields)
{
    enum { LONGEST = 400 };
    struct csv_span host = activity_cell(part->table, fields, ACTIVITY_HOST);
    struct csv_span index = activity_cell(part->table, fields, ACTIVITY_INDEX);
    char text[LONGEST];
    if (cell_is_missing(index) || *index.text == '[')
        return 0;
    if (!host.size || host.size + 1 + index.size > sizeof text)
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

static uint32_t uuid_text(struct activity_part *part, const struct csv_span *fields)
{
    struct csv_span uuid = activity_cell(part->table, fields, ACTIVITY_UUID);
    return cell_is_missing(uuid) || *uuid.text == '['
               ? 0
               : activity_number(&part->activity, uuid.text, uuid.size);
}

static bool number_card(struct activity_part *part, const struct csv_span *fields, uint32_t *number)
{
    struct activity_device device = {
        .serial = serial_text(part, fields),
        .uuid = uuid_text(part, fields),
        .index = index_text(part, fields),
    };
    if (!device.serial && !device.uuid && !device.index)
        return false;
    *number = activity_device(&part->activity, device);
    return true;
}

static struct activity_card *latest_card(struct activity_part *part, uint32_t host)
{
    size_t before = part->card_capacity;
    memory_reserve(&part->cards, &part->card_capacity, (size_t)host + 1, sizeof *part->cards);
    if (part->card_capacity > before)
        memset(part->cards + before, 0, (part->card_capacity - before) * sizeof *part->cards);
    return &part->cards[host];
}

bool card_of_row(struct activity_part *part, const struct csv_span *fields, uint32_t host,
                 uint32_t *device)
{
    struct activity_card *last = latest_card(part, host);
    struct activity_card card = {activity_cell(part->table, fields, ACTIVITY_SERIAL),
                                 activity_cell(part->table, fields, ACTIVITY_UUID),
                                 activity_cell(part->table, fields, ACTIVITY_INDEX), 0};
    bool same = last->device && span_same(last->serial, card.serial) &&
                span_same(last->uuid, card.uuid) && span_same(last->index, card.index);
    if (!same && !number_card(part, fields, &card.device))
        return false;
    if (!same) {
        card.device++;
        *last = card;
    }
    *device = last->device - 1;
    return true;
}
