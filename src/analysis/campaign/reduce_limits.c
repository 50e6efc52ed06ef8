/* Attempts that ended at what was requested for them, and with which requests others succeeded. */
#include <math.h>
#include <stdlib.h>

#include "analysis/campaign/amounts.h"
#include "analysis/campaign/reducers.h"
#include "analysis/tasks/limit_rows.h"
#include "util/list.h"
#include "util/memory.h"

struct limit_reduction {
    const struct task_groups *groups;
    struct part *part;
    struct attempt_limits limits;
    struct node_memory_columns nodes;
    bool *several;                /* of each kind; NULL: of none */
    LIST_OF(int64_t) * succeeded; /* amounts, of each kind × limit */
};

static void add_hit(struct part_entry *entry, struct limited_use use, bool by_step)
{
    double requested = use.requested > 0 ? use.requested : NAN;
    const double tops[PART_MOST_TOPS] = {use.used / requested, use.used, requested};
    entry->counts[PART_LIMIT_HITS]++;
    entry->counts[PART_LIMIT_CANCELLED] += by_step;
    entry->lows[0] = fmin(entry->lows[0], requested);
    entry->highs[0] = fmax(entry->highs[0], requested);
    entry->highs[1] = fmax(entry->highs[1], use.used);
    part_offer_tops(entry, tops);
}

static void add_core_time(struct part_entry *entry, double core_s, bool hit)
{
    if (isnan(core_s))
        return;
    entry->counts[PART_LIMIT_TIMED]++;
    exact_sum_add(&entry->sums[PART_LIMIT_CORE], core_s);
    exact_sum_add(&entry->sums[PART_LIMIT_HIT_CORE], hit ? core_s : 0);
}

static void add_attempt(struct limit_reduction *reduction, const struct grouped_record *at,
                        enum attempt_limit limit)
{
    size_t number = at->kind * ATTEMPT_LIMITS + (size_t)limit;
    bool per_node = reduction->several && reduction->several[at->kind];
    struct part_entry *entry = &reduction->part->entries[number];
    struct limited_use use = limited_use_of(&reduction->nodes, at->block, at->row, limit, per_node);
    bool by_step = limit == MEMORY_LIMIT && attempt_ran_out_in_step(at->block, at->row);
    entry->counts[PART_LIMIT_ATTEMPTS]++;
    entry->counts[PART_LIMIT_SEVERAL] += per_node && limit == MEMORY_LIMIT;
    bool hit = by_step || attempt_failed_at(&reduction->limits, at->block, at->row, limit);
    add_core_time(entry, limited_core_s(at->block, at->row), hit);
    if (hit)
        add_hit(entry, use, by_step);
    else if (use.requested > 0 && task_outcome_of(at->block, at->row) == OUTCOME_SUCCEEDED)
        *list_add(&reduction->succeeded[number]) =
            amounts_key(use.requested, limited_quantities[limit].name);
}

static void reduce_all(struct limit_reduction *reduction)
{
    for (struct grouped_record at = task_records(reduction->groups); task_records_next(&at);)
        for (int limit = 0; limit < ATTEMPT_LIMITS && task_is_attempt(at.block, at.row); limit++)
            add_attempt(reduction, &at, (enum attempt_limit)limit);
}

void reduce_limits(const struct reduction *reduction, struct part *part)
{
    const struct task_groups *groups = reduction->groups;
    size_t count = groups->kind_count * ATTEMPT_LIMITS;
    if (!groups->outcomes)
        return;
    struct limit_reduction made = {.groups = groups,
                                   .part = part,
                                   .limits = attempt_limits_of(groups->records),
                                   .nodes = node_memory_columns_of(groups->records),
                                   .several = node_memory_kinds(groups)};
    made.succeeded = memory_alloc_array(count + 1, sizeof *made.succeeded);
    for (size_t k = 0; k < groups->kind_count; k++)
        for (int limit = 0; limit < ATTEMPT_LIMITS; limit++)
            part_entry_of(part, PART_LIMIT, groups->kinds[k].task, limited_quantities[limit].name,
                          NULL, NULL);
    reduce_all(&made);
    for (size_t i = 0; i < count; i++) {
        if (made.succeeded[i].count)
            reduce_amounts(part, groups->kinds[i / ATTEMPT_LIMITS].task,
                           limited_quantities[i % ATTEMPT_LIMITS].name, AMOUNTS_SUCCEEDED,
                           made.succeeded[i].items, made.succeeded[i].count);
        free(made.succeeded[i].items);
    }
    free(made.succeeded);
    free(made.several);
    attempt_limits_release(&made.limits);
}
