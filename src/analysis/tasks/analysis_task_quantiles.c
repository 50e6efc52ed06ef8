/* task_quantiles: memory and run time of each step × task kind, in the layout and
 * units of Rubin's ResourceUsageSummary. Without records it is what the source published. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/statistics/statistic.h"
#include "analysis/tasks/task_quantile_rows.h"
#include "util/memory.h"
#include "util/natural.h"
#include "util/parallel.h"
#include "util/texts.h"

struct work {
    const struct task_groups *groups;
    struct task_quantile_row *rows; /* a group each */
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
    struct task_quantile_row *row = &work->rows[group];
    double *scratch = memory_resize(NULL, places.count + 1, sizeof *scratch);
    row->run_time_sum =
        groups->run_time ? sum_of(groups->run_time + places.first, places.count) : NAN;
    find_quantiles(groups->memory, places, scratch, row->memory);
    find_quantiles(groups->run_time, places, scratch, row->run_time);
    free(scratch);
}

/* ---- of published summaries alone ---- */

static int compare_summaries(const void *left, const void *right)
{
    const struct published_summary *l = *(const struct published_summary *const *)left;
    const struct published_summary *r = *(const struct published_summary *const *)right;
    int order = natural_compare(l->step, r->step);
    if (!order)
        order = natural_compare(l->task, r->task);
    return order ? order : (l > r) - (l < r);
}

/* Of one step and kind: the last value of each column. */
static void put_published(struct table *table, const struct published_summary *const *summaries,
                          size_t count)
{
    table_put_text(table, summaries[0]->step);
    table_put_text(table, summaries[0]->task);
    for (size_t c = 2; c < table->column_count; c++) {
        double value = NAN;
        for (size_t i = 0; i < count; i++)
            if (strcmp(summaries[i]->quantity, table->columns[c].name) == 0)
                value = summaries[i]->value;
        table_put_number(table, value);
    }
}

/* As published: there are no records to compute from. */
static void take_published(const struct records *records, struct tables *tables)
{
    size_t count = records->summary_count;
    const struct published_summary **summaries = memory_alloc_array(count, sizeof *summaries);
    struct table *table = tables_get(tables, "task_quantiles");
    for (size_t i = 0; i < count; i++)
        summaries[i] = &records->summaries[i];
    qsort(summaries, count, sizeof *summaries, compare_summaries);
    for (size_t start = 0, end; start < count; start = end) {
        for (end = start + 1; end < count &&
                              texts_equal(summaries[end]->step, summaries[start]->step) &&
                              texts_equal(summaries[end]->task, summaries[start]->task);)
            end++;
        put_published(table, summaries + start, end - start);
    }
    free(summaries);
}

/* ---- all ---- */

static bool has_values(const struct task_groups *groups, const double *column)
{
    size_t count = column ? task_places_of_all(groups).count : 0, i = 0;
    while (i < count && isnan(column[i]))
        i++;
    return i < count;
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct task_groups *groups = request->tasks;
    const struct records *records = request->dataset ? request->dataset->records : NULL;
    if (!groups && records && records->summary_count)
        take_published(records, tables);
    if (!groups || !(has_values(groups, groups->memory) || has_values(groups, groups->run_time)))
        return;
    struct work work = {groups, memory_alloc_array(groups->group_count, sizeof *work.rows)};
    parallel_threads(request->jobs, groups->group_count, make_row, &work);
    task_quantile_rows_put(tables, groups, work.rows);
    free(work.rows);
}

const struct analysis analysis_task_quantiles = {"task_quantiles", run};
