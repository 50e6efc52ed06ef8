/* First allocations, by how many tasks have their peak in each bucket and how long these took.
 *
 * An allocation is the greatest number of a bucket, or the greatest peak: which tasks fit in it is
 * known exactly then, and so is what it costs, to 1 ms of the run time of each task. That it is the
 * best one is known as far as buckets are wide, 0.2 %, and of quantiles to 0.1 % more. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/campaign/part_rows.h"
#include "analysis/statistics/sketch.h"
#include "analysis/tasks/allocation_rows.h"
#include "analysis/tasks/task_selection.h"
#include "util/number.h"

struct needs {
    uint64_t tasks;
    struct exact_sum sums[PART_NEED_SUMS];
    double lowest, highest;
    struct key_counts of_tasks, of_ms; /* by bucket */
};

static const struct needs no_needs = {.lowest = NUMBER_MISSING, .highest = NUMBER_MISSING};

static void release(struct needs *needs)
{
    for (int i = 0; i < PART_NEED_SUMS; i++)
        exact_sum_release(&needs->sums[i]);
    key_counts_release(&needs->of_tasks);
    key_counts_release(&needs->of_ms);
}

static void add_buckets(const struct part *part, uint32_t task, uint32_t resource,
                        const char *which, struct key_counts *buckets)
{
    const struct part_key key = {PART_NEED_VALUE, {task, resource, part_find_text(part, which), 0}};
    const struct part_entry *entry = part_find(part, &key);
    if (entry)
        key_counts_merge(buckets, &entry->values);
}

static void add_kind(const struct part_groups *groups, size_t kind, const char *resource,
                     struct needs *needs)
{
    const struct part *part = groups->part;
    uint32_t number = part_find_text(part, resource), task = part_groups_kind(groups, kind);
    const struct part_key key = {PART_NEED, {task, number, 0, 0}};
    struct part_entry *entry = part_find(part, &key);
    if (!entry)
        return;
    needs->tasks += entry->counts[0];
    for (int i = 0; i < PART_NEED_SUMS; i++)
        exact_sum_merge(&needs->sums[i], &entry->sums[i]);
    needs->lowest = fmin(needs->lowest, entry->lows[0]);
    needs->highest = fmax(needs->highest, entry->highs[0]);
    add_buckets(part, task, number, PART_NEED_TASKS, &needs->of_tasks);
    add_buckets(part, task, number, PART_NEED_MS, &needs->of_ms);
}

/* ---- the model of first_allocation.h ---- */

struct model {
    double tasks, time_s, used, highest;
};

/* What does not fit in an allocation. */
struct retried {
    uint64_t tasks;
    double time_s;
};

static struct retried retried_above(const struct needs *needs, int64_t bucket)
{
    uint64_t tasks = 0, ms = 0;
    for (size_t i = needs->of_tasks.count; i > 0 && needs->of_tasks.keys[i - 1] > bucket; i--)
        tasks += needs->of_tasks.counts[i - 1];
    for (size_t i = needs->of_ms.count; i > 0 && needs->of_ms.keys[i - 1] > bucket; i--)
        ms += needs->of_ms.counts[i - 1];
    return (struct retried){tasks, (double)ms / 1000};
}

static struct first_allocation allocate(const struct model *model, double allocation,
                                        struct retried retried)
{
    double again = model->highest * retried.time_s;
    double held = allocation * model->time_s + again;
    return (struct first_allocation){allocation, (size_t)retried.tasks, fmax(held - model->used, 0),
                                     model->highest * model->time_s / held};
}

/* The header's estimate × the mean run time. */
static double estimate_of(const struct model *model, double allocation, struct retried retried)
{
    double again = (double)retried.tasks / model->tasks;
    double took = 1 + retried.time_s / model->time_s;
    return (model->highest / allocation * (1 - again) + again) / took;
}

static double top_of(const struct model *model, int64_t bucket)
{
    return fmin(sketch_top(bucket), model->highest);
}

static struct first_allocation allocate_quantile(const struct needs *needs,
                                                 const struct model *model, double p)
{
    const struct sketched peaks = {&needs->of_tasks, needs->lowest, model->highest};
    double quantile;
    sketch_quantiles(&peaks, &p, 1, &quantile);
    int64_t bucket = sketch_bucket(quantile);
    return allocate(model, top_of(model, bucket), retried_above(needs, bucket));
}

/* From the greatest bucket down: of equals the smaller allocation is taken. */
static void find_best(const struct needs *needs, const struct model *model,
                      struct allocated *allocated)
{
    struct first_allocation *least = &allocated->rules[FIRST_ALLOCATION_MIN_WASTE];
    struct first_allocation *best = &allocated->rules[FIRST_ALLOCATION_MAX_THROUGHPUT];
    double highest = -INFINITY;
    struct retried above = {0, 0};
    size_t ms = needs->of_ms.count;
    least->waste = INFINITY;
    for (size_t i = needs->of_tasks.count; i > 0; i--) {
        int64_t bucket = needs->of_tasks.keys[i - 1];
        struct first_allocation tried = allocate(model, top_of(model, bucket), above);
        double estimate = estimate_of(model, tried.allocation, above);
        if (tried.waste <= least->waste)
            *least = tried;
        if (estimate >= highest) {
            highest = estimate;
            *best = tried;
        }
        above.tasks += needs->of_tasks.counts[i - 1];
        if (ms > 0 && needs->of_ms.keys[ms - 1] == bucket)
            above.time_s += (double)needs->of_ms.counts[--ms] / 1000;
    }
}

static struct allocated allocated_of(struct needs *needs)
{
    const struct model model = {
        .tasks = (double)needs->tasks,
        .time_s = exact_sum_value(&needs->sums[PART_NEED_TIME]),
        .used = exact_sum_value(&needs->sums[PART_NEED_USED]),
        .highest = needs->highest,
    };
    struct allocated allocated = {.used = model.used};
    if (!needs->of_tasks.count || !(model.time_s > 0))
        return allocated;
    allocated.tasks = (size_t)needs->tasks;
    allocated.rules[FIRST_ALLOCATION_P50] = allocate_quantile(needs, &model, 0.5);
    allocated.rules[FIRST_ALLOCATION_P95] = allocate_quantile(needs, &model, 0.95);
    allocated.rules[FIRST_ALLOCATION_MAX] = allocate(&model, model.highest, (struct retried){0, 0});
    find_best(needs, &model, &allocated);
    return allocated;
}

/* ---- rows ---- */

/* Memory of attempts on several nodes is requested per node. */
static bool is_per_node(const struct part_groups *groups, size_t kind, const char *resource)
{
    const struct part_key key = {PART_SPREAD, {part_groups_kind(groups, kind), 0, 0, 0}};
    const struct part_entry *spread = part_find(groups->part, &key);
    return strcmp(resource, "memory") == 0 && spread && spread->counts[PART_SPREAD_SEVERAL];
}

static void put_all(struct tables *tables, const struct part_groups *groups, const char *resource)
{
    struct needs needs = no_needs;
    bool is_known = true;
    for (size_t k = 0; k < groups->groups.kind_count; k++) {
        add_kind(groups, k, resource, &needs);
        is_known = is_known && !is_per_node(groups, k, resource);
    }
    struct allocated allocated = allocated_of(&needs);
    if (is_known)
        allocation_rows_put(tables, "*", resource, &allocated);
    release(&needs);
}

static void put_resource(struct tables *tables, const struct part_groups *groups,
                         const struct task_selection *selection, const char *resource)
{
    put_all(tables, groups, resource);
    for (size_t i = 0; i < selection->count; i++) {
        struct needs needs = no_needs;
        add_kind(groups, selection->kinds[i], resource, &needs);
        struct allocated allocated = allocated_of(&needs);
        if (!is_per_node(groups, selection->kinds[i], resource))
            allocation_rows_put(tables, selection->names[i], resource, &allocated);
        release(&needs);
    }
}

void part_rows_put_needs(struct tables *tables, const struct part_groups *groups)
{
    struct task_selection selection;
    task_selection_make(&selection, &groups->groups, tables->arena);
    put_resource(tables, groups, &selection, "memory");
    put_resource(tables, groups, &selection, "disk");
    task_selection_release(&selection);
}
