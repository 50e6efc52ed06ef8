/* Rows of task_quantiles, in the layout and units of Rubin's ResourceUsageSummary. */
#ifndef ANALYSIS_TASKS_TASK_QUANTILE_ROWS_H
#define ANALYSIS_TASKS_TASK_QUANTILE_ROWS_H

#include "analysis/tasks/task_groups.h"
#include "analysis/tasks/task_rules.h"
#include "table/table.h"

/* Of tasks that succeeded: s, bytes; NaN when not known. */
struct task_quantile_row {
    double run_time_sum;
    double memory[TASK_QUANTILES], run_time[TASK_QUANTILES];
};

/* One row a group with such tasks. */
void task_quantile_rows_put(struct tables *tables, const struct task_groups *groups,
                            const struct task_quantile_row *rows);

#endif
