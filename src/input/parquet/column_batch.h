/* Rows of a table that has typed columns, which follow each other: what parquet_file.h gives. */
#ifndef INPUT_PARQUET_COLUMN_BATCH_H
#define INPUT_PARQUET_COLUMN_BATCH_H

#include <stddef.h>

#include "input/parquet/parquet_channel.h"
#include "util/number.h"
#include "util/text_slice.h"

struct column_batch {
    const char *slot;
    size_t room; /* places of a column */
    const struct parquet_wanted *columns;
    size_t column_count;
    uint64_t first; /* number of the first row in the file, from 0 */
    size_t rows;
};

enum { COLUMN_BATCH_CELL_SIZE = NUMBER_TEXT_SIZE };

static inline const union parquet_value *column_batch_values(const struct column_batch *batch,
                                                             size_t column)
{
    return (const union parquet_value *)(const void *)batch->slot + column * batch->room;
}

static inline bool column_batch_is_text(const struct column_batch *batch, size_t column)
{
    return batch->columns[column].kind == PARQUET_TEXT;
}

/* Of a column that is no text; NaN where it is missing. */
static inline double column_batch_number(const struct column_batch *batch, size_t column,
                                         size_t row)
{
    union parquet_value value = column_batch_values(batch, column)[row];
    if (batch->columns[column].kind == PARQUET_NUMBER)
        return value.number;
    return value.integer == PARQUET_NO_INTEGER ? NUMBER_MISSING : (double)value.integer;
}

/* Of a text; empty where it is missing. It stays where it is while the batch is read: texts of a
 * column that are equal mostly are the same bytes. */
static inline struct text_slice column_batch_text(const struct column_batch *batch, size_t column,
                                                  size_t row)
{
    union parquet_value value = column_batch_values(batch, column)[row];
    if (value.text.offset == PARQUET_NO_TEXT)
        return (struct text_slice){"", 0};
    return (struct text_slice){batch->slot + value.text.offset, value.text.size};
}

/* As text, with the shortest digits of a number; in `digits` where it is none. */
struct text_slice column_batch_cell(const struct column_batch *batch, size_t column, size_t row,
                                    char digits[COLUMN_BATCH_CELL_SIZE]);

#endif
