/* Attributes of records by what their sources call them, however it is written. */
#ifndef ANALYSIS_TASKS_ATTRIBUTE_NAMED_H
#define ANALYSIS_TASKS_ATTRIBUTE_NAMED_H

#include <string.h>

#include "table/records.h"
#include "util/column_name.h"

/* The first attribute whose name has these letters and digits (column_name_squeeze), of texts or,
 * where numbers will do, of those; RECORDS_NO_COLUMN: there is none. */
static inline int attribute_named(const struct records *records, const char *squeezed,
                                  bool may_be_numbers)
{
    char name[COLUMN_NAME_SIZE];
    for (size_t i = RECORD_FIXED_COLUMNS; i < records->column_count; i++) {
        if (!may_be_numbers && records->columns[i].type != RECORD_TEXT)
            continue;
        column_name_squeeze(records->columns[i].name, name);
        if (strcmp(name, squeezed) == 0)
            return (int)i;
    }
    return RECORDS_NO_COLUMN;
}

#endif
