/* steps, step_tasks: what each step of the campaign took, and each kind of task in it. */
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/tasks/task_memory.h"
#include "analysis/tasks/task_rules.h"

static void put_totals(struct table *table, const struct task_totals *totals)
{
    put_outcomes(table, totals->tasks);
    table_put_number(table, totals->elapsed_s);
    table_put_number(table, totals->cpu_s);
    table_put_number(table, task_totals_efficiency(totals));
    table_put_number(table, totals->memory_max);
    core_time_put(table, &totals->core_time, totals->cpu_s);
}

static void put_step(struct table *table, const char *step, size_t kinds,
                     const struct task_totals *totals)
{
    table_put_text(table, step);
    put_count(table, kinds);
    put_totals(table, totals);
}

static void put_step_task(struct table *table, const struct task_group *group,
                          const struct summary *memory)
{
    table_put_text(table, group->step);
    table_put_text(table, group->task);
    put_totals(table, &group->totals);
    table_put_number(table, memory->p75 - memory->p25);
    table_put_number(table, memory->deviation);
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

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct task_groups *groups = request->tasks;
    if (!groups || !records_has(groups->records, RECORD_STEP_COLUMN))
        return;
    put_steps(tables_get(tables, "steps"), groups);
    struct summary *memory = task_memory_of_groups(groups, request->jobs);
    struct table *table = tables_get(tables, "step_tasks");
    for (size_t i = 0; i < groups->group_count; i++)
        put_step_task(table, group_at(groups, i), &memory[groups->by_step[i]]);
    free(memory);
}

const struct analysis analysis_steps = {"steps", run};
