/* Columns of tables of samples, by their names. */
#ifndef INPUT_TEXT_SAMPLE_COLUMNS_H
#define INPUT_TEXT_SAMPLE_COLUMNS_H

#include <stddef.h>

#include "input/text/csv_text.h"
#include "util/column_name.h"

enum sample_column { SAMPLE_TIME, SAMPLE_DAY, SAMPLE_TIME_OF_DAY, SAMPLE_HOST, SAMPLE_OTHER };

/* What the column is by sample_columns.def; a unit in brackets behind the name does not count. */
enum sample_column sample_column_of(const char *name);

/* The columns of the time, of the day that it is of where it is a time of day alone, and of the
 * host; header->count where there is none. */
struct sample_columns {
    size_t time, day, host;
};
struct sample_columns sample_columns_find(const struct csv_header *header);

/* Unix seconds of a time of day and the day beside it, local to the zone; NaN where the cells,
 * which may have spaces around, are not these. */
double sample_time_of_day(struct text_slice day, struct text_slice clock);

#endif
