/* Whether a column of a table, whose name may be that of a run time, says at what time of day a row
 * was taken: "08:00:10", as of samples. */
#ifndef INPUT_TASKS_CLOCK_COLUMN_H
#define INPUT_TASKS_CLOCK_COLUMN_H

#include "input/tasks/table_columns.h"
#include "input/tasks/table_header.h"
#include "util/mapping.h"

/* Beside a day a time of day is one. Without it, it is one where rows follow each other in time:
 * where they name a task, which may be sorted by how long it took, at equal intervals. */
bool clock_column_is(const struct table_header *header, const struct table_columns *columns,
                     size_t column, const struct mapping *content);

#endif
