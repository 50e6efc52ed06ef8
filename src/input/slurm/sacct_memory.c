/* Columns of memory used: whether there are any; the unit of MaxRSS and AveRSS where no suffix says
 * it. */
#include <math.h>
#include <stdlib.h>

#include "input/slurm/sacct_memory.h"
#include "util/memory.h"
#include "util/number.h"

enum { PAGE = 4096 };

double sacct_memory_unit(const struct sacct_table *table, struct lines lines)
{
    size_t column = sacct_column_of(table, SLURM_MEMORY);
    if (column == table->count)
        column = sacct_column_of(table, SLURM_AVERAGE_MEMORY);
    double most = 0;
    bool pages = true;
    if (column == table->count)
        return 1;
    struct text_slice *cells = memory_alloc_array(table->count, sizeof *cells);
    while (pages && lines_next(&lines)) {
        double number;
        if (line_split(lines.line, table->separator, cells, table->count) !=
            table->count + table->trailing)
            continue;
        struct text_slice cell = csv_trim(cells[column]);
        if (!number_parse(cell.text, cell.size, &number))
            continue;
        most = fmax(most, number);
        pages = fmod(number, PAGE) == 0;
    }
    free(cells);
    return pages && most >= 0x1p20 ? 1 : 0x1p10;
}

bool sacct_has_memory(const struct sacct_table *table)
{
    static const enum slurm_slot slots[] = {SLURM_MEMORY, SLURM_AVERAGE_MEMORY};
    bool has = false;
    for (size_t i = 0; i < sizeof slots / sizeof slots[0]; i++)
        has = has || sacct_column_of(table, slots[i]) < table->count;
    for (size_t i = 0; i < table->count; i++)
        has = has || table->columns[i].form == SACCT_AS_USED_IN ||
              table->columns[i].form == SACCT_AS_USED_MOST;
    return has;
}
