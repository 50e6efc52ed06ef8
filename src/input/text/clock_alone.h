/* Tables whose rows have a time of day and no date: at which moments they were taken, nobody can
 * say. */
#ifndef INPUT_TEXT_CLOCK_ALONE_H
#define INPUT_TEXT_CLOCK_ALONE_H

#include <stdbool.h>
#include <stddef.h>

#include "input/text/csv_text.h"

/* Whether the column of the time in the first rows of text[0..size) holds times of day, and that of
 * the day, or header->count, no day beside them. */
bool clock_is_alone(const struct csv_header *header, size_t time, size_t day, const char *text,
                    size_t size);

/* What to do about such a table; NULL of any other text. */
const char *clock_alone_advice(const char *text, size_t size);

#endif
