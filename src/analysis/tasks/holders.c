#include "analysis/tasks/holders.h"

#include "analysis/tasks/attribute_named.h"

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

bool holder_columns_find(struct holder_columns *columns, const struct records *records,
                         enum holder holder)
{
    columns->count = 0;
    for (size_t i = 0; i < NAMES; i++) {
        int column = names[i].holder == holder ? attribute_named(records, names[i].name, false)
                                               : RECORDS_NO_COLUMN;
        if (column != RECORDS_NO_COLUMN)
            columns->items[columns->count++] = column;
    }
    return columns->count > 0;
}
