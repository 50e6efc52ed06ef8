/* task_quantiles: memory and run time of each step × task kind, laid out as Rubin's
 * ResourceUsageSummary, but with GB of 10^9 bytes. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/statistics/statistic.h"
#include "analysis/statistics/statistic_present.h"
#include "analysis/tasks/task_rules.h"
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
    size_t present = 0;
    for (size_t i = 0; i < count; i++)
        if (!isnan(values[i])) {
            sum += values[i];
            present++;
        }
    return present ? sum : NAN;
}

static void find_quantiles(const double *column, struct task_places places, double *scratch,
                           double *quantiles)
{
    statistic_quantiles_of(column ? column + places.first : NULL, column ? places.count : 0,
                           scratch, task_quantile_p, TASK_QUANTILES, quantiles);
}

static void make_row(void *context, size_t group)
{
    const struct work *work = context;
    const struct task_groups *groups = work->groups;
    struct task_places places = task_places_of_group(groups, group);
    struct row *row = &work->rows[group];
    double *scratch = memory_resize(NULL, places.count + 1, sizeof *scratch);
    row->run_time_sum =
        groups->run_time ? sum_of(groups->run_time + places.first, places.count) : NAN;
    find_quantiles(groups->memory, places, scratch, row->memory);
    find_quantiles(groups->run_time, places, scratch, row->run_time);
    free(scratch);
}

static void put_row(struct table *table, const struct task_group *group, const struct row *row)
{
    table_put_text(table, group->step);
    table_put_text(table, group->task);
    put_count(table, group->totals.tasks[OUTCOME_SUCCEEDED]);
    table_put_number(table, row->run_time_sum / TASK_HOUR_S);
    for (size_t i = 0; i < TASK_QUANTILES; i++)
        table_put_number(table, row->memory[i] / TASK_GB);
    for (size_t i = 0; i < TASK_QUANTILES; i++)
        table_put_number(table, row->run_time[i]);
}

static bool has_values(const struct task_groups *groups, const double *column)
{
    return column && present_count(column, task_places_of_all(groups).count) > 0;
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct task_groups *groups = request->tasks;
    if (!groups || !(has_values(groups, groups->memory) || has_values(groups, groups->run_time)))
        return;
    struct work work = {groups, memory_alloc_array(groups->group_count, sizeof *work.rows)};
    parallel_threads(request->jobs, groups->group_count, make_row, &work);
    struct table *table = tables_get(tables, "task_quantiles");
    table_reserve(table, groups->group_count);
    for (size_t i = 0; i < groups->group_count; i++) {
        size_t group = groups->by_step[i];
        if (groups->groups[group].totals.tasks[OUTCOME_SUCCEEDED])
            put_row(table, &groups->groups[group], &work.rows[group]);
    }
    free(work.rows);
}

const struct analysis analysis_task_quantiles = {"task_quantiles", run};
