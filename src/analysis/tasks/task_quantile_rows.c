#include "analysis/tasks/task_quantile_rows.h"

const double task_quantile_p[TASK_QUANTILES] = {0, 0.01, 0.05, 0.32, 0.5, 0.68, 0.95, 0.99, 1};

static void put_row(struct table *table, const struct task_group *group,
                    const struct task_quantile_row *row)
{
    table_put_text(table, group->step);
    table_put_text(table, group->task);
    table_put_number(table, (double)group->totals.tasks[OUTCOME_SUCCEEDED]);
    table_put_number(table, row->run_time_sum / TASK_HOUR_S);
    for (size_t i = 0; i < TASK_QUANTILES; i++)
        table_put_number(table, row->memory[i] / TASK_SUMMARY_GB);
    for (size_t i = 0; i < TASK_QUANTILES; i++)
        table_put_number(table, row->run_time[i]);
}

void task_quantile_rows_put(struct tables *tables, const struct task_groups *groups,
                            const struct task_quantile_row *rows)
{
    struct table *table = tables_get(tables, "task_quantiles");
    table_reserve(table, groups->group_count);
    for (size_t i = 0; i < groups->group_count; i++) {
        size_t group = groups->by_step[i];
        if (groups->groups[group].totals.tasks[OUTCOME_SUCCEEDED])
            put_row(table, &groups->groups[group], &rows[group]);
    }
}
