#include "input/nodes/node_table.h"

#include <math.h>

#include "input/tasks/table_columns.h"
#include "input/text/amount.h"
#include "util/instant.h"
#include "util/name_index.h"
#include "util/number.h"

enum { MOST_LOOKED_AT = 64 };                /* rows, to know the table */
static const double LATEST = 253402300800.0; /* the year 10000 */
static const double MOST_BAD = 0.25;         /* of the rows looked at */

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

/* Whether nearly all rows to be seen are of a host at a date each, and few of one that was there
 * before: else a row is of a part of the host, or of one of its metrics. */
static bool has_rows_of_hosts(const struct csv_header *header, struct sample_columns columns,
                              const char *text, size_t size, struct arena *arena)
{
    struct csv_record row = {.room = header->count, .arena = arena};
    struct name_index seen;
    size_t rows = 0, bad = 0;
    row.fields = arena_alloc_array(arena, header->count, sizeof *row.fields);
    name_index_init(&seen);
    for (size_t at = header->size; at < size && rows + bad < MOST_LOOKED_AT; at += row.size) {
        csv_read_record(&row, text + at, size - at, header->dialect);
        if (!row.ended && rows)
            break;
        if (row.count == 1 && !csv_trim(row.fields[0]).size)
            continue;
        if (row.problem || row.count != header->count) {
            bad++;
            continue;
        }
        struct csv_span host = csv_trim(row.fields[columns.host]);
        struct csv_span stamp = csv_trim(row.fields[columns.time]);
        if (!host.size || !instant_is_date(node_table_time(stamp.text, stamp.size))) {
            bad++;
            continue;
        }
        const char *key = arena_format(arena, "%.*s\n%.*s", (int)host.size, host.text,
                                       (int)stamp.size, stamp.text);
        if (name_index_find(&seen, key) == NAME_INDEX_NONE)
            name_index_add(&seen, key);
        rows++;
    }
    bool good =
        rows && MOST_BAD * (double)(rows + bad) >= (double)bad && 4 * seen.count >= 3 * rows;
    name_index_release(&seen);
    return good;
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
                 has_rows_of_hosts(&header, columns, text, size, &arena))
            sure = 60;
    }
    arena_release(&arena);
    return sure;
}
