#include "input/nodes/node_table.h"

#include <math.h>

#include "input/tasks/table_columns.h"
#include "input/text/amount.h"
#include "util/instant.h"
#include "util/number.h"

static const double LATEST = 253402300800.0; /* the year 10000 */

double node_table_time(const char *text, size_t size)
{
    double time;
    if (number_parse(text, size, &time))
        time = amount_unix_seconds(time);
    else if (!instant_parse(text, size, &time))
        return NUMBER_MISSING;
    return time >= 0 && time < LATEST ? time : NUMBER_MISSING;
}

bool node_table_has_columns(const struct csv_header *header, struct sample_columns columns)
{
    return columns.time < header->count && columns.host < header->count;
}

bool node_table_is_of_toolkit(const struct csv_header *header)
{
    return csv_column(header, "Host") < header->count &&
           csv_column(header, "Timestamps") < header->count;
}

/* Records of tasks may have a host and a time, too; samples may say of which job they are. */
static bool tells_of_tasks(const struct csv_header *header, struct arena *arena)
{
    static const enum table_meaning meanings[] = {TABLE_STEP,      TABLE_TASK,   TABLE_ATTEMPT,
                                                  TABLE_EXIT_CODE, TABLE_SUBMIT, TABLE_START,
                                                  TABLE_END};
    struct table_columns columns;
    table_columns_make(&columns, header->names, header->count, NULL, 0, arena);
    for (size_t i = 0; i < sizeof meanings / sizeof meanings[0]; i++)
        if (columns.at[meanings[i]] < columns.count)
            return true;
    return false;
}

int node_table_recognise(const char *text, size_t size)
{
    struct csv_header header;
    struct arena arena;
    int sure = 0;
    arena_init(&arena);
    if (csv_read_header(&header, text, size, true, &arena)) {
        struct sample_columns columns = sample_columns_find(&header);
        if (node_table_is_of_toolkit(&header))
            sure = 95;
        else if (node_table_has_columns(&header, columns) && header.count > 2 &&
                 !tells_of_tasks(&header, &arena) &&
                 node_table_has_rows_of_hosts(&header, columns, text, size, &arena))
            sure = 60;
    }
    arena_release(&arena);
    return sure;
}
