/* costs, prices: what attempts held, and what that cost by the prices that were given: of all
 * attempts together, and of each task kind, user and account where there are several. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/tasks/group_index.h"
#include "analysis/tasks/held_sums.h"
#include "analysis/tasks/holders.h"
#include "table/energy_parts.h"
#include "table/held_names.h"
#include "table/rows.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/natural.h"
#include "util/number.h"

enum { MOST_NAMES = 20 };

/* Of attempts that ended. GPU time and energy by how: idle GPU time is that of succeeded ones. */
struct cost_sums {
    struct held_sums held;
    double idle_gpu_s, failed_gpu_s, cancelled_gpu_s, failed_J, cancelled_J;
    size_t measured_gpus; /* succeeded attempts with known GPU utilisation */
    size_t unfinished;    /* attempts that still ran: in none of the others */
};

/* Attempts by one of what they are grouped by. */
struct cost_groups {
    const char *by;
    bool by_kind;
    struct holder_columns columns;
    struct group_index names; /* .task: the text, 0: not said */
    LIST_OF(struct cost_sums) sums;
};

struct cost_row {
    const char *name;
    bool is_named;
    struct cost_sums sums;
};

static void add_gpus(struct cost_sums *sums, const struct held_amounts *amounts)
{
    const struct attempt_gpus gpus = {.percent = amounts->gpu_percent};
    if (!amounts->is_attempt || isnan(amounts->gpu_s))
        return;
    if (amounts->outcome == OUTCOME_FAILED)
        sums->failed_gpu_s += amounts->gpu_s;
    if (amounts->outcome == OUTCOME_CANCELLED)
        sums->cancelled_gpu_s += amounts->gpu_s;
    if (amounts->outcome != OUTCOME_SUCCEEDED || isnan(amounts->gpu_percent))
        return;
    sums->measured_gpus++;
    sums->idle_gpu_s += attempt_gpus_are(&gpus, GPUS_IDLE) ? amounts->gpu_s : 0;
}

static void add_energy(struct cost_sums *sums, const struct held_amounts *amounts)
{
    if (!amounts->is_attempt || isnan(amounts->energy_J))
        return;
    if (amounts->outcome == OUTCOME_FAILED)
        sums->failed_J += amounts->energy_J;
    if (amounts->outcome == OUTCOME_CANCELLED)
        sums->cancelled_J += amounts->energy_J;
}

/* What an attempt that still runs held so far is not what it will cost. */
static void add_amounts(struct cost_sums *sums, const struct held_amounts *amounts)
{
    if (amounts->is_attempt && amounts->outcome == OUTCOME_UNFINISHED) {
        sums->unfinished++;
        return;
    }
    held_sums_add(&sums->held, amounts);
    add_gpus(sums, amounts);
    add_energy(sums, amounts);
}

static void merge(struct cost_sums *sums, const struct cost_sums *more)
{
    held_sums_merge(&sums->held, &more->held);
    sums->idle_gpu_s += more->idle_gpu_s;
    sums->failed_gpu_s += more->failed_gpu_s;
    sums->cancelled_gpu_s += more->cancelled_gpu_s;
    sums->failed_J += more->failed_J;
    sums->cancelled_J += more->cancelled_J;
    sums->measured_gpus += more->measured_gpus;
    sums->unfinished += more->unfinished;
}

static void add_record(struct cost_groups *groups, const struct grouped_record *at,
                       const struct held_amounts *amounts)
{
    uint32_t text = groups->by_kind ? at->kind : holder_at(&groups->columns, at->block, at->row);
    uint32_t group = group_index_add(&groups->names, (struct group_key){0, text});
    list_reach(&groups->sums, groups->names.count, (struct cost_sums){0});
    add_amounts(&groups->sums.items[group], amounts);
}

/* ---- rows ---- */

static double shown(double sum, size_t known)
{
    return known ? sum : NUMBER_MISSING;
}

static struct costs_row row_of(const char *by, const char *name, const struct cost_sums *sums)
{
    const struct held_sums *held = &sums->held;
    struct costs_row row = costs_row_missing();
    row.by = by;
    row.name = name;
    row.attempts = (double)held_sums_attempts(held);
    row.unfinished = (double)sums->unfinished;
    row.core_s = held_sum_shown(held->core_s);
    row.core_known = (double)held->core_s.known;
    row.unused_core_s = held_part_shown(held, HELD_UNUSED);
    row.failed_core_s = held_part_shown(held, HELD_FAILED);
    row.cancelled_core_s = held_part_shown(held, HELD_CANCELLED);
    row.gpu_s = held_sum_shown(held->gpu_s);
    row.gpu_known = (double)held->gpu_s.known;
    row.idle_gpu_s = shown(sums->idle_gpu_s, sums->measured_gpus);
    row.failed_gpu_s = shown(sums->failed_gpu_s, held->gpu_s.known);
    row.cancelled_gpu_s = shown(sums->cancelled_gpu_s, held->gpu_s.known);
    row.energy_J = held_sum_shown(held->energy_J);
    row.energy_known = (double)held->energy_J.known;
    row.failed_energy_J = shown(sums->failed_J, held->energy_J.known);
    row.cancelled_energy_J = shown(sums->cancelled_J, held->energy_J.known);
    row.energy_of = held->energy_J.known ? "batch system" : NULL;
    return row;
}

static double device_energy(const struct tables *tables)
{
    const struct device_energy_rows devices = device_energy_rows(tables);
    double sum_J = NUMBER_MISSING;
    for (size_t i = 0; i < devices.rows; i++)
        number_add(&sum_J, devices.energy_J[i]);
    return sum_J;
}

/* Of the first that was measured: whole nodes; what the batch system counted, which most often is
 * of whole nodes, too; parts of nodes; GPUs alone. */
static void set_energy(struct costs_row *row, const struct tables *tables, struct arena *arena)
{
    const char *parts;
    const double energy_J = energy_parts_sum(tables, &parts, arena);
    const bool is_whole = parts && !strcmp(parts, "node");
    if (!is_whole && row->energy_of)
        return;
    row->energy_J = parts ? energy_J : device_energy(tables);
    row->energy_of = parts ? parts : number_is_missing(row->energy_J) ? NULL : "GPU";
    row->energy_known = row->failed_energy_J = row->cancelled_energy_J = NUMBER_MISSING;
}

static int by_core_time(const void *left, const void *right)
{
    const struct cost_row *l = left, *r = right;
    const double l_s[] = {l->sums.held.core_s.sum, l->sums.held.gpu_s.sum},
                 r_s[] = {r->sums.held.core_s.sum, r->sums.held.gpu_s.sum};
    if (l->is_named != r->is_named)
        return l->is_named ? -1 : 1;
    for (size_t i = 0; i < 2; i++)
        if (l_s[i] < r_s[i] || l_s[i] > r_s[i])
            return l_s[i] < r_s[i] ? 1 : -1;
    return natural_compare(l->name, r->name);
}

static const char *name_of(const struct cost_groups *groups, const struct task_groups *tasks,
                           uint32_t text)
{
    const char *name =
        groups->by_kind ? tasks->kinds[text].task : records_text(tasks->records, text);
    return name ? name : RECORD_NO_NAME;
}

/* The first ones, then all others in one row, then what the source does not name. */
static void put_groups(struct tables *tables, const struct cost_groups *groups,
                       const struct task_groups *tasks)
{
    const size_t count = groups->names.count;
    struct cost_row *rows = memory_alloc_array(count + 1, sizeof *rows), others = {0};
    struct table *table = tables_at(tables, TABLE_costs);
    size_t named = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t text = groups->names.keys[i].task;
        const char *name = name_of(groups, tasks, text);
        rows[i] = (struct cost_row){name, strcmp(name, RECORD_NO_NAME) != 0, groups->sums.items[i]};
        named += rows[i].is_named;
    }
    qsort(rows, count, sizeof *rows, by_core_time);
    for (size_t i = 0; i < count && count > 1; i++) {
        const bool is_other = i >= MOST_NAMES && i < named;
        const struct costs_row row = row_of(groups->by, rows[i].name, &rows[i].sums);
        if (is_other)
            merge(&others.sums, &rows[i].sums);
        if (is_other && i + 1 == named) {
            const struct costs_row rest = row_of(groups->by, HELD_BY_OTHERS, &others.sums);
            costs_row_put(table, &rest);
        }
        if (!is_other)
            costs_row_put(table, &row);
    }
    free(rows);
}

/* ---- the analysis ---- */

static size_t find_groups(struct cost_groups *groups, const struct records *records)
{
    static const enum holder holders[] = {HOLDER_USER, HOLDER_ACCOUNT};
    size_t count = 0;
    groups[count++] = (struct cost_groups){.by = "task kind", .by_kind = true};
    for (size_t i = 0; i < sizeof holders / sizeof holders[0]; i++) {
        groups[count] = (struct cost_groups){.by = holder_names[holders[i]]};
        count += holder_columns_find(&groups[count].columns, records, holders[i]);
    }
    return count;
}

static void put_tasks(const struct task_groups *tasks, struct tables *tables)
{
    enum { MOST_GROUPS = 3 };
    struct cost_groups groups[MOST_GROUPS];
    struct cost_sums all = {0};
    const struct held_columns columns = held_columns_of(tasks->records);
    const size_t count = find_groups(groups, tasks->records);
    for (struct grouped_record at = task_records(tasks); task_records_next(&at);) {
        const struct held_amounts amounts = held_amounts_at(&columns, at.block, at.row);
        add_amounts(&all, &amounts);
        for (size_t i = 0; i < count; i++)
            add_record(&groups[i], &at, &amounts);
    }
    struct costs_row row = row_of("all", "(all)", &all);
    set_energy(&row, tables, tables->arena);
    costs_row_put(tables_at(tables, TABLE_costs), &row);
    for (size_t i = 0; i < count; i++) {
        put_groups(tables, &groups[i], tasks);
        group_index_release(&groups[i].names);
        free(groups[i].sums.items);
    }
}

static void put_energy_alone(struct tables *tables)
{
    struct costs_row row = costs_row_missing();
    row.by = "all";
    row.name = "(all)";
    set_energy(&row, tables, tables->arena);
    if (row.energy_of)
        costs_row_put(tables_at(tables, TABLE_costs), &row);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    if (!request->has_prices)
        return;
    if (request->tasks)
        put_tasks(request->tasks, tables);
    else
        put_energy_alone(tables);
    prices_apply(tables, &request->prices);
}

const struct analysis analysis_costs = {"costs", run};
