#include "input/tasks/record_rows.h"

#include <math.h>

#include "util/memory.h"

size_t *record_rows_starts(const struct records *records)
{
    size_t number = 0;
    size_t *starts = memory_alloc_array(records->block_count + 1, sizeof *starts);
    for (size_t i = 0; i < records->block_count; i++) {
        starts[i] = number;
        number += records->blocks[i].rows;
    }
    return starts;
}

struct record_row record_rows_find(const struct records *records, const size_t *starts,
                                   size_t number)
{
    size_t block = 0, behind = records->block_count;
    while (behind - block > 1) {
        size_t middle = block + (behind - block) / 2;
        if (starts[middle] <= number)
            block = middle;
        else
            behind = middle;
    }
    return (struct record_row){&records->blocks[block], number - starts[block], number};
}

bool record_numbers_equal(double left, double right)
{
    return isnan(left) ? isnan(right) : !(left < right) && !(left > right) && !isnan(right);
}

bool record_rows_equal(const struct records *records, const struct record_row *left,
                       const struct record_row *right)
{
    for (size_t i = 0; i < records->column_count; i++) {
        int column = (int)i;
        enum record_type type = records->columns[i].type;
        if (type == RECORD_NUMBER && !record_numbers_equal(record_row_number(left, column),
                                                           record_row_number(right, column)))
            return false;
        if (type == RECORD_TEXT && record_row_text(left, column) != record_row_text(right, column))
            return false;
    }
    return record_row_ending(left) == record_row_ending(right);
}
