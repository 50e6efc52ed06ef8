#include "figure/charts/row_room.h"

#include <string.h>

#include "table/kind_names.h"

bool rows_are_of_kinds(const struct table_rows *rows)
{
    const char *column = name_pairs_find(&rows->request->spec->columns, "label");
    return column && column_is_of_kinds(column) &&
           strcmp(rows->table->schema->name, "task_bottleneck") != 0;
}

size_t row_room(const struct table_rows *rows, size_t most, size_t things)
{
    if (most < TABLE_MOST_NAMES)
        return most;
    if (things <= ROW_ROOM_SHEET)
        return ROW_ROOM_SHEET;
    bool is_whole = rows_are_of_kinds(rows) && table_all_things(rows, things) <= ROW_ROOM_KINDS;
    return is_whole ? ROW_ROOM_KINDS : most;
}

void row_room_set(const struct table_rows *rows, double row_pt, size_t count, struct figure *figure)
{
    figure->height_pt = table_height(figure, row_pt * (double)count);
    figure->row_pt = row_pt;
    figure->row_words = rows_are_of_kinds(rows) ? "task kinds" : "rows";
}
