/* tasks: what each kind of task took, the one that took most time first. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/tasks/task_rules.h"
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

static void put_memory(struct table *table, const struct summary *memory)
{
    table_put_number(table, memory->min);
    table_put_number(table, memory->mean);
    table_put_number(table, memory->deviation);
    table_put_number(table, memory->p05);
    table_put_number(table, memory->p50);
    table_put_number(table, memory->p95);
    table_put_number(table, memory->p75 - memory->p25);
    table_put_number(table, memory->max);
}

static void put_kind(struct table *table, const struct task_kind *kind, double share,
                     double cumulated, const struct summary *memory)
{
    const struct task_totals *totals = &kind->totals;
    table_put_text(table, kind->task);
    put_outcomes(table, totals->tasks);
    put_count(table, totals->attempts);
    table_put_number(table, totals->elapsed_s);
    table_put_number(table, share);
    table_put_number(table, cumulated);
    table_put_number(table, totals->cpu_s);
    table_put_number(table, task_totals_efficiency(totals));
    put_memory(table, memory);
    core_time_put(table, &totals->core_time, totals->cpu_s);
}

static double elapsed_of_all(const struct task_groups *groups, const struct standing *standings)
{
    double sum = 0;
    for (size_t i = 0; i < groups->kind_count; i++)
        sum += fmax(standings[i].elapsed_s, 0);
    return sum;
}

static void put_kinds(struct table *table, const struct task_groups *groups)
{
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

static void run(const struct analysis_request *request, struct tables *tables)
{
    if (!request->tasks)
        return;
    put_kinds(tables_get(tables, "tasks"), request->tasks);
}

const struct analysis analysis_tasks = {"tasks", run};
