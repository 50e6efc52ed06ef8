#include "analysis/tasks/step_rows.h"

#include "analysis/tasks/task_rules.h"
#include "table/rows.h"

/* Fills the columns of totals of a row, whichever of the tables it is of. */
#define row_set_totals(row, totals)                                                                \
    (row_set_outcomes(row, (totals)->tasks), (row)->elapsed_s = (totals)->elapsed_s,               \
     (row)->cpu_s = (totals)->cpu_s, (row)->cpu_efficiency = task_totals_efficiency(totals),       \
     (row)->peak_memory_B = (totals)->memory_max,                                                  \
     row_set_core_time(row, &(totals)->core_time, (totals)->cpu_s))

static void put_step(struct table *table, const char *step, size_t kinds,
                     const struct task_totals *totals)
{
    struct steps_row row = steps_row_missing();
    row.step = step;
    row.task_kinds = (double)kinds;
    row_set_totals(&row, totals);
    steps_row_put(table, &row);
}

static void put_step_task(struct table *table, const struct task_group *group,
                          const struct summary *memory)
{
    const struct task_totals *totals = &group->totals;
    struct step_tasks_row row = step_tasks_row_missing();
    row.step = group->step;
    row.task = group->task;
    row_set_totals(&row, totals);
    row.memory_iqr_B = memory->p75 - memory->p25;
    row.memory_std_B = memory->deviation;
    step_tasks_row_put(table, &row);
}

static const struct task_group *group_at(const struct task_groups *groups, size_t place)
{
    return &groups->groups[groups->by_step[place]];
}

/* Texts are interned: equal ones are the same. */
static void put_steps(struct table *table, const struct task_groups *groups)
{
    for (size_t start = 0, end; start < groups->group_count; start = end) {
        struct task_totals totals;
        task_totals_init(&totals);
        const char *step = group_at(groups, start)->step;
        for (end = start; end < groups->group_count && group_at(groups, end)->step == step; end++)
            task_totals_add(&totals, &group_at(groups, end)->totals);
        put_step(table, step, end - start, &totals);
    }
}

void step_rows_put(struct tables *tables, const struct task_groups *groups,
                   const struct summary *memory)
{
    put_steps(tables_get(tables, "steps"), groups);
    struct table *table = tables_get(tables, "step_tasks");
    for (size_t i = 0; i < groups->group_count; i++)
        put_step_task(table, group_at(groups, i), &memory[groups->by_step[i]]);
}
