/* The card that a row names. */
#ifndef INPUT_DEVICES_CARD_CELLS_H
#define INPUT_DEVICES_CARD_CELLS_H

#include "input/devices/activity_table.h"

/* By its serial number, UUID and index on the host, as far as the row says them; `host` is the
 * number of the host's text. False when it names none. */
bool card_of_row(struct activity_part *part, const struct csv_span *fields, uint32_t host,
                 uint32_t *device);

#endif
