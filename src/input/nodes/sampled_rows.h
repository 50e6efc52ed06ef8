/* Whether rows of hosts are samples of a monitor, where a column of theirs has a name that tables
 * of tasks give to tasks, too: `name`, `type`, `job_name`. */
#ifndef INPUT_NODES_SAMPLED_ROWS_H
#define INPUT_NODES_SAMPLED_ROWS_H

#include <stdbool.h>
#include <stddef.h>

#include "input/nodes/node_table.h"

/* A monitor samples a host at equal intervals, or all hosts at once, and what names the rows of a
 * host seldom changes from one to the next. Of tasks, times are irregular, or names differ, or a
 * column holds what only tasks have: how long they took, how they ended, what they requested. */
bool sampled_rows_are(const struct csv_header *header, struct node_columns columns,
                      const char *text, size_t size, struct arena *arena);

#endif
