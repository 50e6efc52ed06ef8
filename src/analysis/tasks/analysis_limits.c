/* limits: attempts that ended at what was requested for them. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/tasks/limit_rows.h"
#include "util/memory.h"

static const struct limit_hits no_hits = {0, 0, 0, NAN, NAN, NAN, NAN, NAN, NAN, 0, 0, 0};

/* Where nothing is known of the use, what was requested still is. */
static void take_worst(struct limit_hits *hits, double requested, double used)
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

static void count_attempt(struct limit_hits *hits, bool hit, struct limited_use use, double core_s)
{
    hits->attempts++;
    hits->hits += hit;
    if (hit)
        take_worst(hits, use.requested > 0 ? use.requested : NAN, use.used);
    if (isnan(core_s))
        return;
    hits->timed++;
    hits->core_s += core_s;
    hits->hit_core_s += hit ? core_s : 0;
}

struct count {
    struct limit_hits *all, *kinds; /* kinds: ATTEMPT_LIMITS of each */
    struct attempt_limits limits;
    struct node_memory_columns nodes;
    bool *several; /* see node_memory_kinds */
};

static struct limited_use use_of(const struct count *count, const struct records_block *block,
                                 size_t row, size_t kind, int limit)
{
    return limited_use_of(&count->nodes, block, row, (enum attempt_limit)limit,
                          count->several && count->several[kind]);
}

static void count_record(const struct count *count, const struct records_block *block, size_t row,
                         size_t kind)
{
    for (int i = 0; i < ATTEMPT_LIMITS; i++) {
        struct limited_use use = use_of(count, block, row, kind, i);
        double core_s = limited_core_s(block, row);
        bool by_step = i == MEMORY_LIMIT && attempt_ran_out_in_step(block, row);
        bool hit = by_step || attempt_failed_at(&count->limits, block, row, (enum attempt_limit)i);
        struct limit_hits *of_kind = &count->kinds[kind * ATTEMPT_LIMITS + (size_t)i];
        count_attempt(&count->all[i], hit, use, core_s);
        count_attempt(of_kind, hit, use, core_s);
        count->all[i].cancelled += by_step;
        of_kind->cancelled += by_step;
    }
}

static void take_enough(struct limit_hits *hits, double requested)
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

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct task_groups *groups = request->tasks;
    struct limit_hits all[ATTEMPT_LIMITS];
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
        limit_row_put(tables, "*", (enum attempt_limit)i, &all[i], count.several != NULL);
        for (size_t kind = 0; kind < groups->kind_count; kind++)
            limit_row_put(tables, groups->kinds[kind].task, (enum attempt_limit)i,
                          &count.kinds[kind * ATTEMPT_LIMITS + (size_t)i],
                          count.several && count.several[kind]);
    }
    free(count.several);
    free(count.kinds);
    attempt_limits_release(&count.limits);
}

const struct analysis analysis_limits = {"limits", run};
