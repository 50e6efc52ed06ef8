/* requested: what tasks used of the memory, time and cores that were requested for them. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/statistics/statistic.h"
#include "analysis/tasks/requested_uses.h"
#include "util/memory.h"
#include "util/number.h"

/* columns[] of the uses whose use is known; sums of them all. Returns how many. */
static size_t spread_uses(enum requested_quantity quantity, struct task_tuple_span span,
                          double *const columns[3], struct requested_compared *compared)
{
    size_t count = 0, width = requested_quantities[quantity].columns.width;
    compared->requested = compared->used = compared->wasted = NAN;
    for (size_t i = 0; i < span.count; i++) {
        struct requested_use use = requested_use_of(quantity, span.items + i * width);
        if (isnan(use.used))
            continue;
        columns[0][count] = use.requested;
        columns[1][count] = use.used;
        columns[2][count++] = use.used / use.requested;
        compared->above += use.used > use.requested;
        number_add(&compared->requested, use.requested * use.time_s);
        number_add(&compared->used, use.used * use.time_s);
        number_add(&compared->wasted, fmax(use.requested - use.used, 0) * use.time_s);
    }
    return count;
}

/* `room` holds four numbers a tuple. */
static struct requested_compared compare(enum requested_quantity quantity,
                                         struct task_tuple_span span, double *room)
{
    struct requested_compared compared = {0};
    double *const columns[3] = {room, room + span.count, room + 2 * span.count};
    compared.tasks = spread_uses(quantity, span, columns, &compared);
    compared.requested_p50 = statistic_median(columns[0], compared.tasks);
    static const double parts[] = {0.5, 0.95};
    double used[2];
    statistic_quantiles(columns[1], compared.tasks, parts, 2, used);
    compared.used_p50 = used[0];
    compared.used_p95 = used[1];
    statistic_summarise(columns[2], compared.tasks, room + 3 * span.count, &compared.ratios);
    return compared;
}

/* ---- which kinds are shown ---- */

/* Of each kind: what it held for nothing, and the most it used of what was requested. */
struct extremes {
    enum requested_quantity quantity;
    double *wasted, *ratio;
};

static void take_extremes(void *context, size_t kind, const double *tuple)
{
    struct extremes *extremes = context;
    struct requested_use use = requested_use_of(extremes->quantity, tuple);
    if (isnan(use.used))
        return;
    number_add(&extremes->wasted[kind], fmax(use.requested - use.used, 0) * use.time_s);
    extremes->ratio[kind] = fmax(extremes->ratio[kind], use.used / use.requested);
}

static void select_extremes(const struct task_groups *groups, enum requested_quantity quantity,
                            struct task_selection *selection, struct arena *arena)
{
    if (!task_selection_is_partial(selection, groups))
        return;
    struct extremes extremes = {quantity, memory_alloc_array(groups->kind_count, sizeof(double)),
                                memory_alloc_array(groups->kind_count, sizeof(double))};
    for (size_t k = 0; k < groups->kind_count; k++)
        extremes.wasted[k] = extremes.ratio[k] = NAN;
    task_tuples_visit(groups, &requested_quantities[quantity].columns, take_extremes, &extremes);
    task_selection_add(selection, groups, extremes.wasted, arena);
    task_selection_add(selection, groups, extremes.ratio, arena);
    free(extremes.wasted);
    free(extremes.ratio);
}

/* ---- processes, each of which needs a core ---- */

static void take_most(void *context, size_t kind, const double *tuple)
{
    double *most = context;
    most[kind] = fmax(most[kind], tuple[1]);
}

/* The most processes of a task of each kind; NaN: not known. To be freed. */
static double *most_processes(const struct task_groups *groups)
{
    double *most = memory_resize(NULL, groups->kind_count + 1, sizeof *most);
    for (size_t kind = 0; kind < groups->kind_count; kind++)
        most[kind] = NAN;
    int processes = records_find_attribute(groups->records, "processes", RECORD_NUMBER);
    if (processes != RECORDS_NO_COLUMN)
        task_tuples_visit(groups,
                          &(struct task_tuple_columns){2,
                                                       {RECORD_REQUESTED_CORES_COLUMN, processes},
                                                       {RECORD_CORES_COLUMN, RECORDS_NO_COLUMN},
                                                       false},
                          take_most, most);
    return most;
}

static void compare_quantity(const struct analysis_request *request, struct tables *tables,
                             const struct task_selection *selection,
                             enum requested_quantity quantity)
{
    struct task_tuples tuples;
    task_tuples_make(&tuples, request->tasks, selection, &requested_quantities[quantity].columns);
    struct task_tuple_span all = task_tuples_all(&tuples);
    double *room = memory_resize(NULL, 4 * all.count + 1, sizeof *room);
    struct requested_compared compared = compare(quantity, all, room);
    double *processes = quantity == REQUESTED_CORES ? most_processes(request->tasks) : NULL;
    requested_row_put_compared(tables, "*", quantity, &compared, NUMBER_MISSING);
    for (size_t i = 0; i < selection->count; i++) {
        compared = compare(quantity, task_tuples_at(&tuples, i), room);
        requested_row_put_compared(tables, selection->names[i], quantity, &compared,
                                   processes ? processes[selection->kinds[i]] : NUMBER_MISSING);
    }
    free(processes);
    free(room);
    task_tuples_release(&tuples);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    struct task_selection selection;
    if (!request->tasks)
        return;
    for (enum requested_quantity quantity = 0; quantity < REQUESTED_QUANTITIES; quantity++) {
        if (!requested_is_known(request->tasks->records, quantity))
            continue;
        task_selection_make(&selection, request->tasks, tables->arena);
        select_extremes(request->tasks, quantity, &selection, tables->arena);
        compare_quantity(request, tables, &selection, quantity);
        task_selection_release(&selection);
    }
}

const struct analysis analysis_requested = {"requested", run};
