/* Rows of steps and step_tasks, of groups of tasks. */
#ifndef ANALYSIS_TASKS_STEP_ROWS_H
#define ANALYSIS_TASKS_STEP_ROWS_H

#include "analysis/tasks/task_groups.h"
#include "table/table.h"

/* `memory`: of the tasks of each group that succeeded. */
void step_rows_put(struct tables *tables, const struct task_groups *groups,
                   const struct summary *memory);

#endif
