/* task_quantiles: memory and run time of each step × task kind, laid out as Rubin's
 * ResourceUsageSummary, but with GB of 10^9 bytes. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/statistic.h"
#include "analysis/task_rules.h"
#include "util/memory.h"
#include "util/parallel.h"

const double task_quantile_p[TASK_QUANTILES] = {0, 0.01, 0.05, 0.32, 0.5, 0.68, 0.95, 0.99, 1};

struct row {
    double run_time_sum;
    double memory[TASK_QUANTILES], run_time[TASK_QUANTILES];
};

struct work {
    const struct task_groups *groups;
    struct row *rows; /* a group each */
};

static double sum_of(const double *values, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += values[i];
    return count ? sum : NAN;
}

static void find_quantiles(const struct task_values *values, size_t group, double *quantiles)
{
    if (values->values)
        statistic_quantiles(values->values + values->first[group], task_values_count(values, group),
                            task_quantile_p, TASK_QUANTILES, quantiles);
    else
        statistic_quantiles(NULL, 0, task_quantile_p, TASK_QUANTILES, quantiles);
}

static void make_row(void *context, size_t group)
{
    const struct work *work = context;
    const struct task_values *run_time = &work->groups->run_time;
    struct row *row = &work->rows[group];
    row->run_time_sum =
        sum_of(run_time->values + run_time->first[group], task_values_count(run_time, group));
    find_quantiles(&work->groups->memory, group, row->memory);
    find_quantiles(run_time, group, row->run_time);
}

static void put_row(struct table *table, const struct task_group *group, const struct row *row)
{
    table_put_text(table, group->step);
    table_put_text(table, group->task);
    put_count(table, group->totals.tasks);
    table_put_number(table, row->run_time_sum / TASK_HOUR_S);
    for (size_t i = 0; i < TASK_QUANTILES; i++)
        table_put_number(table, row->memory[i] / TASK_GB);
    for (size_t i = 0; i < TASK_QUANTILES; i++)
        table_put_number(table, row->run_time[i]);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct task_groups *groups = request->tasks;
    if (!groups || (!groups->memory.values && !groups->run_time.values))
        return;
    struct work work = {groups, memory_alloc_array(groups->group_count, sizeof *work.rows)};
    parallel_threads(request->jobs, groups->group_count, make_row, &work);
    struct table *table = tables_get(tables, "task_quantiles");
    table_reserve(table, groups->group_count);
    for (size_t i = 0; i < groups->group_count; i++) {
        size_t group = groups->by_step[i];
        if (groups->groups[group].totals.tasks)
            put_row(table, &groups->groups[group], &work.rows[group]);
    }
    free(work.rows);
}

const struct analysis analysis_task_quantiles = {"task_quantiles", run};
