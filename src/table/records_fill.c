#include <math.h>

#include "table/records.h"
#include "util/memory.h"
#include "util/number.h"

static void *new_column(struct records *records, const struct records_block *block,
                        enum record_type type)
{
    static const size_t sizes[] = {[RECORD_NUMBER] = sizeof(double),
                                   [RECORD_TEXT] = sizeof(uint32_t),
                                   [RECORD_ENDING] = sizeof(uint8_t)};
    return block->aligned ? arena_alloc_array(&records->aligned, block->capacity, sizes[type])
                          : memory_alloc_array(block->capacity, sizes[type]);
}

static union record_values *make_column(struct records *records, struct records_block *block,
                                        size_t column)
{
    if (column >= block->column_count) {
        block->values = memory_resize(block->values, records->column_count, sizeof *block->values);
        for (size_t i = block->column_count; i < records->column_count; i++)
            block->values[i].any = NULL;
        block->column_count = records->column_count;
    }
    union record_values *values = &block->values[column];
    enum record_type type = records->columns[column].type;
    if (values->any)
        return values;
    values->any = new_column(records, block, type);
    for (size_t row = 0; type == RECORD_NUMBER && row < block->capacity; row++)
        values->numbers[row] = NUMBER_MISSING;
    return values;
}

static bool has_value(union record_values values, enum record_type type, size_t row)
{
    if (!values.any)
        return false;
    return type == RECORD_NUMBER ? !isnan(values.numbers[row])
           : type == RECORD_TEXT ? values.texts[row] != 0
                                 : values.endings[row] != ENDING_UNSAID;
}

static void copy_value(union record_values to, size_t to_row, union record_values from,
                       size_t from_row, enum record_type type)
{
    if (type == RECORD_NUMBER)
        to.numbers[to_row] = from.numbers[from_row];
    else if (type == RECORD_TEXT)
        to.texts[to_row] = from.texts[from_row];
    else
        to.endings[to_row] = from.endings[from_row];
}

void records_fill(struct records *records, struct record_at filled, struct record_at other)
{
    struct records_block *to = &records->blocks[filled.block];
    const struct records_block *from = &records->blocks[other.block];
    for (size_t i = 0; i < from->column_count; i++) {
        enum record_type type = records->columns[i].type;
        if (!has_value(from->values[i], type, other.row) ||
            (i < to->column_count && has_value(to->values[i], type, filled.row)))
            continue;
        copy_value(*make_column(records, to, i), filled.row, from->values[i], other.row, type);
    }
}
