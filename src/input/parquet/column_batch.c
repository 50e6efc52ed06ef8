#include "input/parquet/column_batch.h"

#include <stdio.h>

struct text_slice column_batch_cell(const struct column_batch *batch, size_t column, size_t row,
                                    char digits[COLUMN_BATCH_CELL_SIZE])
{
    union parquet_value value = column_batch_values(batch, column)[row];
    if (column_batch_is_text(batch, column))
        return column_batch_text(batch, column, row);
    if (batch->columns[column].kind == PARQUET_NUMBER)
        return (struct text_slice){digits, number_format(value.number, digits)};
    if (value.integer == PARQUET_NO_INTEGER)
        return (struct text_slice){"", 0};
    int size = snprintf(digits, COLUMN_BATCH_CELL_SIZE, "%lld", (long long)value.integer);
    return (struct text_slice){digits, (size_t)size};
}
