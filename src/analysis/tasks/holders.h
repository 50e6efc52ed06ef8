/* For whom attempts held what they held: user, account, partition, QOS, as their sources say among
 * the attributes that holders.def names. */
#ifndef ANALYSIS_TASKS_HOLDERS_H
#define ANALYSIS_TASKS_HOLDERS_H

#include <stdbool.h>

#include "table/records.h"

enum holder { HOLDER_USER, HOLDER_ACCOUNT, HOLDER_PARTITION, HOLDER_QOS, HOLDERS };

/* "user" … */
extern const char *const holder_names[HOLDERS];

enum { HOLDER_MOST_COLUMNS = 16 }; /* names in holders.def, at most */

struct holder_columns {
    int items[HOLDER_MOST_COLUMNS]; /* attributes, the best name first */
    size_t count;
};

/* False: no record has such an attribute. */
bool holder_columns_find(struct holder_columns *columns, const struct records *records,
                         enum holder holder);

/* The number of its text; 0: its source does not say it. */
static inline uint32_t holder_at(const struct holder_columns *columns,
                                 const struct records_block *block, size_t row)
{
    uint32_t text = 0;
    for (size_t i = 0; i < columns->count && !text; i++)
        text = records_text_at(block, columns->items[i], row);
    return text;
}

#endif
