#include "analysis/tasks/holders.h"

#include <string.h>

#include "util/column_name.h"

static const struct {
    enum holder holder;
    const char *name;
} names[] = {
#define HOLDER(holder, name) {HOLDER_##holder, name},
#include "analysis/tasks/holders.def"
#undef HOLDER
};

enum { NAMES = sizeof names / sizeof names[0] };
_Static_assert((int)NAMES <= (int)HOLDER_MOST_COLUMNS, "a place for each name");

const char *const holder_names[HOLDERS] = {"user", "account", "partition", "QOS"};

static int find_column(const struct records *records, const char *name)
{
    char squeezed[COLUMN_NAME_SIZE];
    for (size_t i = RECORD_FIXED_COLUMNS; i < records->column_count; i++) {
        if (records->columns[i].type != RECORD_TEXT)
            continue;
        column_name_squeeze(records->columns[i].name, squeezed);
        if (strcmp(squeezed, name) == 0)
            return (int)i;
    }
    return RECORDS_NO_COLUMN;
}

bool holder_columns_find(struct holder_columns *columns, const struct records *records,
                         enum holder holder)
{
    columns->count = 0;
    for (size_t i = 0; i < NAMES; i++) {
        int column =
            names[i].holder == holder ? find_column(records, names[i].name) : RECORDS_NO_COLUMN;
        if (column != RECORDS_NO_COLUMN)
            columns->items[columns->count++] = column;
    }
    return columns->count > 0;
}
