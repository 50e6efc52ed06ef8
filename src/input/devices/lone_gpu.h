/* Samples of GPUs without a column that tells GPUs apart: of one GPU they can be read, of several
 * nobody can say which row is of which. */
#ifndef INPUT_DEVICES_LONE_GPU_H
#define INPUT_DEVICES_LONE_GPU_H

#include <stdbool.h>
#include <stddef.h>

#include "input/devices/activity_columns.h"

/* What the one GPU of such a table is called. */
#define LONE_GPU_NAME "GPU"

/* Whether the rows of such a table come several at a time, one a GPU. Looks at the first. Several
 * of a whole second are of one GPU where what it measures goes on from each to the next. */
bool lone_gpu_is_many(const struct activity_columns *columns, const struct csv_header *header,
                      const char *text, size_t size);

/* What to do about such a table of several GPUs; NULL of any other text. The second has columns
 * that the user may have named. */
const char *lone_gpu_advice(const char *text, size_t size);
const char *lone_gpu_columns_advice(const struct activity_columns *columns,
                                    const struct csv_header *header, const char *text, size_t size);

#endif
