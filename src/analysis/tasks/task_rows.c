#include "analysis/tasks/task_rows.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/tasks/task_rules.h"
#include "table/rows.h"
#include "util/memory.h"

struct standing {
    double elapsed_s; /* −1 when not known */
    size_t kind;
};

/* Longest first; equal ones in the order of their names. */
static int compare_standings(const void *left, const void *right)
{
    const struct standing *l = left, *r = right;
    int order = (l->elapsed_s < r->elapsed_s) - (l->elapsed_s > r->elapsed_s);
    return order ? order : (l->kind > r->kind) - (l->kind < r->kind);
}

static struct standing *order_kinds(const struct task_groups *groups)
{
    struct standing *standings = memory_alloc_array(groups->kind_count + 1, sizeof *standings);
    for (size_t k = 0; k < groups->kind_count; k++) {
        double elapsed_s = groups->kinds[k].totals.elapsed_s;
        standings[k] = (struct standing){isnan(elapsed_s) ? -1 : elapsed_s, k};
    }
    qsort(standings, groups->kind_count, sizeof *standings, compare_standings);
    return standings;
}

static void put_kind(struct table *table, const struct task_kind *kind, double share,
                     double cumulated, const struct summary *memory)
{
    const struct task_totals *totals = &kind->totals;
    struct tasks_row row = tasks_row_missing();
    row.task = kind->task;
    row_set_outcomes(&row, totals->tasks);
    row.attempts = (double)totals->attempts;
    row.elapsed_s = totals->elapsed_s;
    row.elapsed_share = share;
    row.elapsed_cumulated = cumulated;
    row.cpu_s = totals->cpu_s;
    row.cpu_efficiency = task_totals_efficiency(totals);
    row.memory_min_B = memory->min;
    row.memory_mean_B = memory->mean;
    row.memory_std_B = memory->deviation;
    row.memory_p05_B = memory->p05;
    row.memory_p50_B = memory->p50;
    row.memory_p95_B = memory->p95;
    row.memory_iqr_B = memory->p75 - memory->p25;
    row.peak_memory_B = memory->max;
    row_set_core_time(&row, &totals->core_time, totals->cpu_s);
    tasks_row_put(table, &row);
}

static double elapsed_of_all(const struct task_groups *groups, const struct standing *standings)
{
    double sum = 0;
    for (size_t i = 0; i < groups->kind_count; i++)
        sum += fmax(standings[i].elapsed_s, 0);
    return sum;
}

void task_rows_put(struct tables *tables, const struct task_groups *groups)
{
    struct table *table = tables_get(tables, "tasks");
    struct standing *standings = order_kinds(groups);
    double all = elapsed_of_all(groups, standings), cumulated = 0;
    table_reserve(table, groups->kind_count);
    for (size_t i = 0; i < groups->kind_count; i++) {
        const struct task_kind *kind = &groups->kinds[standings[i].kind];
        double share = all > 0 ? kind->totals.elapsed_s / all : NAN;
        cumulated += fmax(standings[i].elapsed_s, 0);
        put_kind(table, kind, share, isnan(share) ? NAN : cumulated / all,
                 &groups->memory_of_kinds[standings[i].kind]);
    }
    free(standings);
}
