/* Rows of tasks: what each kind of task took, the one that took most time first. */
#ifndef ANALYSIS_TASKS_TASK_ROWS_H
#define ANALYSIS_TASKS_TASK_ROWS_H

#include "analysis/tasks/task_groups.h"
#include "table/table.h"

void task_rows_put(struct tables *tables, const struct task_groups *groups);

#endif
