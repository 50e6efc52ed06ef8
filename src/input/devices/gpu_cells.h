/* The GPU that a row names, and errors in place of what it measured. */
#ifndef INPUT_DEVICES_GPU_CELLS_H
#define INPUT_DEVICES_GPU_CELLS_H

#include "input/devices/activity_table.h"

/* What a program wrote that did not get a number from the driver: "[GPU is lost]", "ERR!". */
enum gpu_error { GPU_NO_ERROR, GPU_UNREADABLE, GPU_LOST };
enum gpu_error gpu_error_of(struct text_slice cell);
/* Nothing was measured, and that is no error: "", "[N/A]", "[Not Supported]", DCGM's blanks; of a
 * cell without spaces around. */
bool gpu_cell_is_missing(struct text_slice cell);
/* Without its brackets: "GPU is lost". */
struct text_slice gpu_cell_words(struct text_slice cell);

/* Bytes or, in the unit of the column, a number, which may have a unit behind: "131.55 W". False
 * when it is none. */
bool gpu_number(struct text_slice cell, bool is_bytes, double scale, double *number);

/* Whether a number has a unit behind. */
bool gpu_cell_has_unit(struct text_slice cell);

/* Of a column in its base unit: bytes, or joules. NaN: not measured, or there is no column. */
double gpu_amount(const struct activity_table *table, const struct text_slice *fields,
                  enum activity_meaning meaning);

/* By its serial number, UUID and index on the host, as far as the row says them; `host` is the
 * number of the host's text. False when it names none. */
bool gpu_of_row(struct activity_part *part, const struct text_slice *fields, uint32_t host,
                uint32_t *device);

#endif
