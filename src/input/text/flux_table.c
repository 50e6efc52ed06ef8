#include "input/text/flux_table.h"

#include <string.h>

#include "util/text_slice.h"

static bool has(const struct csv_header *header, const char *name)
{
    return csv_column(header, name) < header->count;
}

bool flux_table_is(const struct csv_header *header)
{
    return has(header, "result") && has(header, "table") && has(header, "_time");
}

bool flux_table_is_long(const struct csv_header *header)
{
    return flux_table_is(header) && has(header, "_field") && has(header, "_value");
}

bool flux_table_is_of_query(const char *column)
{
    static const char *const names[] = {"result", "table", "_start", "_stop", "_measurement"};
    return TEXT_IS_AMONG(column, names);
}
