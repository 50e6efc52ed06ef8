/* What columns of a table of tasks are by the values in its first rows, whatever they are called.
 */
#ifndef INPUT_TASKS_TABLE_VALUES_H
#define INPUT_TASKS_TABLE_VALUES_H

#include "input/tasks/column_look.h"
#include "input/tasks/table_columns.h"

enum { TABLE_ROWS_LOOKED_AT = 100 };

/* By their names; "user" and "system" may say who ran a task, and where. */
void table_make_columns(struct table_columns *columns, const struct table_header *header,
                        const struct column_mapping *mapping, size_t mapping_count,
                        const struct mapping *content, struct arena *arena);

/* A column of run times that holds time stamps says when a task started, unless another one does.
 * The name of such a one; NULL: it is none. */
const char *table_take_stamps_as_start(struct table_columns *columns,
                                       const struct table_header *header,
                                       const struct mapping *content);

/* A column of run times that holds times of day is an attribute. The name of such a one; NULL: it
 * is none. */
const char *table_drop_clock(struct table_columns *columns, const struct table_header *header,
                             const struct mapping *content);

/* A column that may hold the kinds of tasks, where no name says so: its own has no letter, as "0",
 * and its values are at least two, at most 31, each there five times on average. That is too little
 * to take it: rows of nodes or days look the same. NULL: none, or several. */
const struct table_column *table_find_likely_kind(const struct table_columns *columns,
                                                  const struct table_header *header,
                                                  const struct mapping *content, size_t *values);

/* Whether rows are tasks: not samples of processes or GPUs, nor rows of which no more is known than
 * at what time of day they are. Stamps become starts. */
bool table_rows_are_tasks(struct table_columns *columns, const struct table_header *header,
                          const struct mapping *content);

#endif
