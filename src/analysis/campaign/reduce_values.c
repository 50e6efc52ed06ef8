/* Values of tasks that succeeded: of each measured quantity by step and kind, and what was
 * requested. */
#include <math.h>
#include <stdlib.h>

#include "analysis/campaign/amounts.h"
#include "analysis/campaign/reducers.h"
#include "analysis/statistics/sketch.h"
#include "analysis/tasks/requested_uses.h"
#include "util/list.h"
#include "util/memory.h"

void reduce_values(struct part_entry *entry, const double *values, size_t count, int64_t *keys)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(values[i]))
            continue;
        keys[kept++] = sketch_bucket(values[i]);
        exact_sum_add(&entry->sums[0], values[i]);
        exact_sum_add_square(&entry->sums[1], values[i]);
        entry->lows[0] = fmin(entry->lows[0], values[i]);
        entry->highs[0] = fmax(entry->highs[0], values[i]);
    }
    key_counts_add(&entry->values, keys, kept);
}

void reduce_amounts(struct part *part, const char *task, const char *quantity, const char *of,
                    const int64_t *keys, size_t count)
{
    struct part_entry *entry = part_entry_of(part, PART_AMOUNT, task, quantity, of, NULL);
    key_counts_add(&entry->values, keys, count);
    amounts_bound(&entry->values, quantity);
}

/* ---- measures ---- */

static bool has_values(const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (isfinite(values[i]))
            return true;
    return false;
}

/* A column of the groups; `quantity`, `unit`: texts, 0 of classes without. */
static void reduce_column(const struct task_groups *groups, const double *column,
                          enum part_class class, const char *quantity, const char *unit,
                          struct part *part)
{
    size_t most = 0;
    for (size_t g = 0; g < groups->group_count; g++) {
        size_t count = task_places_of_group(groups, g).count;
        most = count > most ? count : most;
    }
    int64_t *keys = memory_resize(NULL, most + 1, sizeof *keys);
    for (size_t g = 0; column && g < groups->group_count; g++) {
        struct task_places places = task_places_of_group(groups, g);
        const double *values = column + places.first;
        if (has_values(values, places.count))
            reduce_values(part_entry_of(part, class, groups->groups[g].task, groups->groups[g].step,
                                        quantity, unit),
                          values, places.count, keys);
    }
    free(keys);
}

void reduce_measure(const struct reduction *reduction, const struct task_measure *measure,
                    struct part *part)
{
    struct task_column column = task_measure_gather(measure, reduction->groups);
    reduce_column(reduction->groups, column.values, PART_MEASURE, measure->name, measure->unit,
                  part);
    free(column.own);
}

void reduce_run_times(const struct reduction *reduction, struct part *part)
{
    reduce_column(reduction->groups, reduction->groups->run_time, PART_RUN_TIME, NULL, NULL, part);
}

/* ---- what was requested ---- */

struct request {
    enum requested_quantity quantity;
    struct part *part;
    size_t first;                         /* entry of the first kind */
    LIST_OF(struct requested_use) * uses; /* of each kind */
};

static void take_use(void *context, size_t kind, const double *tuple)
{
    struct request *request = context;
    struct requested_use use = requested_use_of(request->quantity, tuple);
    if (!isfinite(use.used))
        return;
    struct part_entry *entry = &request->part->entries[request->first + kind];
    entry->counts[PART_REQUEST_ABOVE] += use.used > use.requested;
    exact_sum_add(&entry->sums[PART_REQUESTED], use.requested * use.time_s);
    exact_sum_add(&entry->sums[PART_REQUEST_USED], use.used * use.time_s);
    exact_sum_add(&entry->sums[PART_REQUEST_WASTED],
                  fmax(use.requested - use.used, 0) * use.time_s);
    *list_add(&request->uses[kind]) = use;
}

static double number_of(const struct requested_use *use, size_t which)
{
    return which == 0 ? use->used : use->used / use->requested;
}

static void reduce_uses(struct request *request, const struct task_groups *groups, size_t kind)
{
    static const char *const which[] = {"used", "ratio"};
    const char *quantity = requested_quantities[request->quantity].name;
    size_t count = request->uses[kind].count;
    double *values = memory_resize(NULL, count + 1, sizeof *values);
    int64_t *keys = memory_resize(NULL, count + 1, sizeof *keys);
    for (size_t w = 0; count && w < 2; w++) {
        for (size_t i = 0; i < count; i++)
            values[i] = number_of(&request->uses[kind].items[i], w);
        reduce_values(part_entry_of(request->part, PART_REQUEST_VALUE, groups->kinds[kind].task,
                                    quantity, which[w], NULL),
                      values, count, keys);
    }
    for (size_t i = 0; i < count; i++)
        keys[i] = amounts_key(request->uses[kind].items[i].requested, quantity);
    if (count)
        reduce_amounts(request->part, groups->kinds[kind].task, quantity, AMOUNTS_COMPARED, keys,
                       count);
    free(values);
    free(keys);
}

static void take_most(void *context, size_t kind, const double *tuple)
{
    const struct request *request = context;
    double *most = &request->part->entries[request->first + kind].highs[0];
    *most = fmax(*most, tuple[1]);
}

/* The most processes of a task, each of which needs a core. */
static void find_processes(struct request *request, const struct task_groups *groups)
{
    int processes = records_find_attribute(groups->records, "processes", RECORD_NUMBER);
    const struct task_tuple_columns columns = {2,
                                               {RECORD_REQUESTED_CORES_COLUMN, processes},
                                               {RECORD_CORES_COLUMN, RECORDS_NO_COLUMN},
                                               false};
    if (request->quantity == REQUESTED_CORES && processes != RECORDS_NO_COLUMN)
        task_tuples_visit(groups, &columns, take_most, request);
}

static void reduce_request(const struct task_groups *groups, enum requested_quantity quantity,
                           struct part *part)
{
    struct request request = {quantity, part, part->entry_count,
                              memory_alloc_array(groups->kind_count + 1, sizeof *request.uses)};
    for (size_t k = 0; k < groups->kind_count; k++)
        part_entry_of(part, PART_REQUEST, groups->kinds[k].task,
                      requested_quantities[quantity].name, NULL, NULL);
    task_tuples_visit(groups, &requested_quantities[quantity].columns, take_use, &request);
    find_processes(&request, groups);
    for (size_t k = 0; k < groups->kind_count; k++) {
        reduce_uses(&request, groups, k);
        free(request.uses[k].items);
    }
    free(request.uses);
}

void reduce_requests(const struct reduction *reduction, struct part *part)
{
    for (enum requested_quantity quantity = 0; quantity < REQUESTED_QUANTITIES; quantity++)
        if (requested_is_known(reduction->groups->records, quantity))
            reduce_request(reduction->groups, quantity, part);
}
