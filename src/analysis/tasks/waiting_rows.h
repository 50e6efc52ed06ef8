/* Tasks that have not started, and the rows of `waiting`. */
#ifndef ANALYSIS_TASKS_WAITING_ROWS_H
#define ANALYSIS_TASKS_WAITING_ROWS_H

#include <stddef.h>

#include "table/records.h"
#include "table/table.h"

/* Whether the task of a record has not started, as its source says. */
bool task_is_waiting(const struct records_block *block, size_t row);

/* Why a task waits, by its reason in the words of Slurm: "never", "limit", "held", "nodes" or
 * "queue". */
const char *task_hold_of(const char *reason);

/* `reason`: in the words of Slurm; NULL: the source gives none. */
void waiting_row_put_counted(struct tables *tables, const char *task, const char *reason,
                             size_t tasks);

#endif
