/* Tables whose rows are runs of programs, each with what GPUs drew and used in it, not samples:
 * they say how long each took. */
#ifndef INPUT_DEVICES_ROW_LENGTHS_H
#define INPUT_DEVICES_ROW_LENGTHS_H

#include <stdbool.h>
#include <stddef.h>

#include "input/devices/activity_columns.h"

/* Whether a column has lengths of time, which are neither the time since the first row nor always
 * the one between rows, as those of samples are. */
bool row_lengths_are_of_runs(const struct activity_columns *columns,
                             const struct csv_header *header, const char *text, size_t size);

#endif
