/* limits: attempts that ended at what was requested for them. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/tasks/attempt_limits.h"
#include "analysis/tasks/node_memory.h"
#include "table/rows.h"
#include "util/memory.h"

static const struct {
    const char *name, *unit;
    int requested, used;
} quantities[ATTEMPT_LIMITS] = {
    {"memory", "B", RECORD_REQUESTED_MEMORY_COLUMN, RECORD_MEMORY_COLUMN},
    {"time", "s", RECORD_REQUESTED_TIME_COLUMN, RECORD_ELAPSED_COLUMN},
};

/* Of the attempts that hit the limit: the one that used most of what it requested; extremes. */
struct hits {
    size_t attempts, hits;
    size_t cancelled; /* of the hits: whose step hit the limit before */
    double requested, used;
    double requested_min, requested_max, used_max;
    double enough; /* the least request above these with which a task succeeded */
};

static const struct hits no_hits = {0, 0, 0, NAN, NAN, NAN, NAN, NAN, NAN};

/* Where nothing is known of the use, what was requested still is. */
static void take_worst(struct hits *hits, double requested, double used)
{
    double ratio = used / requested, worst = hits->used / hits->requested;
    if (isnan(hits->requested) || (!isnan(ratio) && !(ratio <= worst))) {
        hits->requested = requested;
        hits->used = used;
    }
    hits->requested_min = fmin(hits->requested_min, requested);
    hits->requested_max = fmax(hits->requested_max, requested);
    hits->used_max = fmax(hits->used_max, used);
}

static void count_attempt(struct hits *hits, bool hit, double requested, double used)
{
    hits->attempts++;
    hits->hits += hit;
    if (hit)
        take_worst(hits, requested, used);
}

struct count {
    struct hits *all, *kinds; /* kinds: ATTEMPT_LIMITS of each */
    struct attempt_limits limits;
    struct node_memory_columns nodes;
    bool *several; /* see node_memory_kinds */
};

/* What an attempt requested and used; of memory per node where some ran on several. */
struct use {
    double requested, used;
};

static struct use use_of(const struct count *count, const struct records_block *block, size_t row,
                         size_t kind, int quantity)
{
    if (quantity != MEMORY_LIMIT || !count->several || !count->several[kind])
        return (struct use){records_number_at(block, quantities[quantity].requested, row),
                            records_number_at(block, quantities[quantity].used, row)};
    struct node_memory memory = node_memory_at(&count->nodes, block, row);
    return (struct use){memory.requested, memory.least};
}

static void count_record(const struct count *count, const struct records_block *block, size_t row,
                         size_t kind)
{
    for (int i = 0; i < ATTEMPT_LIMITS; i++) {
        struct use use = use_of(count, block, row, kind, i);
        double requested = use.requested > 0 ? use.requested : NAN, used = use.used;
        bool by_step = i == MEMORY_LIMIT && attempt_ran_out_in_step(block, row);
        bool hit = by_step || attempt_failed_at(&count->limits, block, row, (enum attempt_limit)i);
        struct hits *of_kind = &count->kinds[kind * ATTEMPT_LIMITS + (size_t)i];
        count_attempt(&count->all[i], hit, requested, used);
        count_attempt(of_kind, hit, requested, used);
        count->all[i].cancelled += by_step;
        of_kind->cancelled += by_step;
    }
}

static void take_enough(struct hits *hits, double requested)
{
    if (hits->hits && requested > hits->requested_max)
        hits->enough = fmin(hits->enough, requested);
}

static void take_success(const struct count *count, const struct records_block *block, size_t row,
                         size_t kind)
{
    if (task_outcome_of(block, row) != OUTCOME_SUCCEEDED)
        return;
    for (int i = 0; i < ATTEMPT_LIMITS; i++)
        take_enough(&count->kinds[kind * ATTEMPT_LIMITS + (size_t)i],
                    use_of(count, block, row, kind, i).requested);
}

typedef void record_visit(const struct count *count, const struct records_block *block, size_t row,
                          size_t kind);

static void visit_attempts(const struct count *count, const struct task_groups *groups,
                           record_visit *visit)
{
    for (struct grouped_record at = task_records(groups); task_records_next(&at);)
        if (task_is_attempt(at.block, at.row))
            visit(count, at.block, at.row, at.kind);
}

static void put_hits(struct tables *tables, const char *task, int quantity, const struct hits *hits,
                     bool per_node)
{
    if (!hits->hits)
        return;
    struct table *table = tables_get(tables, "limits");
    struct limits_row row = limits_row_missing();
    row.task = task;
    row.quantity = quantities[quantity].name;
    row.unit = quantities[quantity].unit;
    row.attempts = (double)hits->attempts;
    row.hits = (double)hits->hits;
    row.requested = hits->requested;
    row.used = hits->used;
    row.ratio = hits->used / hits->requested;
    row.cancelled = (double)hits->cancelled;
    row.requested_min = hits->requested_min;
    row.requested_max = hits->requested_max;
    row.used_max = hits->used_max;
    row.enough = hits->enough;
    row.per = per_node && quantity == MEMORY_LIMIT ? "node" : NULL;
    limits_row_put(table, &row);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct task_groups *groups = request->tasks;
    struct hits all[ATTEMPT_LIMITS];
    if (!groups || !groups->outcomes)
        return;
    struct count count = {all,
                          memory_alloc_array((groups->kind_count + 1) * ATTEMPT_LIMITS,
                                             sizeof *count.kinds),
                          attempt_limits_of(groups->records),
                          node_memory_columns_of(groups->records), node_memory_kinds(groups)};
    for (size_t i = 0; i < (groups->kind_count + 1) * ATTEMPT_LIMITS; i++)
        count.kinds[i] = no_hits;
    all[MEMORY_LIMIT] = all[TIME_LIMIT] = no_hits;
    visit_attempts(&count, groups, count_record);
    if (all[MEMORY_LIMIT].hits || all[TIME_LIMIT].hits)
        visit_attempts(&count, groups, take_success);
    for (int i = 0; i < ATTEMPT_LIMITS; i++) {
        put_hits(tables, "*", i, &all[i], count.several != NULL);
        for (size_t kind = 0; kind < groups->kind_count; kind++)
            put_hits(tables, groups->kinds[kind].task, i,
                     &count.kinds[kind * ATTEMPT_LIMITS + (size_t)i],
                     count.several && count.several[kind]);
    }
    free(count.several);
    free(count.kinds);
    attempt_limits_release(&count.limits);
}

const struct analysis analysis_limits = {"limits", run};
