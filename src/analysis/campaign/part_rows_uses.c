#include <math.h>
#include <stdlib.h>

#include "analysis/campaign/amounts.h"
#include "analysis/campaign/part_rows.h"
#include "analysis/tasks/limit_rows.h"
#include "analysis/tasks/memory_shares.h"
#include "analysis/tasks/requested_uses.h"
#include "util/memory.h"
#include "util/number.h"

/* ---- memory classes ---- */

static void add_class(const struct part_groups *groups, size_t kind, enum memory_class class,
                      struct memory_share *share)
{
    const struct part *part = groups->part;
    const struct part_key key = {PART_MEMORY_CLASS,
                                 {part_groups_kind(groups, kind),
                                  part_find_text(part, memory_class_names[class]), 0, 0}};
    struct part_entry *entry = part_find(part, &key);
    if (entry)
        memory_share_add(share, (size_t)entry->counts[0], exact_sum_value(&entry->sums[0]),
                         exact_sum_value(&entry->sums[1]));
}

static bool is_memory_known(const struct part *part)
{
    uint32_t unknown = part_find_text(part, memory_class_names[MEMORY_UNKNOWN]);
    struct part_entries entries = part_entries_of(part, PART_MEMORY_CLASS);
    for (size_t i = 0; i < entries.count; i++)
        if (entries.items[i].key.texts[1] != unknown)
            return true;
    return false;
}

static void put_memory_classes(struct tables *tables, const struct part_groups *groups,
                               const struct task_selection *selection)
{
    const struct part_settings *settings = &groups->part->settings;
    const struct task_limits limits = {.small_memory = settings->small_memory,
                                       .medium_memory = settings->medium_memory};
    if (!is_memory_known(groups->part))
        return;
    struct memory_shares *shares = memory_alloc_array(TASK_SELECTED_KINDS + 1, sizeof *shares);
    for (size_t i = 0; i <= TASK_SELECTED_KINDS; i++)
        memory_shares_init(&shares[i]);
    for (size_t k = 0; k < groups->groups.kind_count; k++)
        for (enum memory_class class = 0; class < MEMORY_CLASSES; class ++)
            add_class(groups, k, class,
                      &shares[selection->place_of[groups->groups.kinds[k].first]].classes[class]);
    memory_shares_put(tables, &limits, selection, shares);
    free(shares);
}

/* ---- what was requested ---- */

struct requested_pools {
    struct exact_sum sums[PART_REQUEST_SUMS];
    size_t above;
    double processes;
    struct key_counts requested;
    struct value_pool used, ratio;
};

static void init_pools(struct requested_pools *pools)
{
    *pools = (struct requested_pools){.processes = NUMBER_MISSING};
    value_pool_init(&pools->used);
    value_pool_init(&pools->ratio);
}

static void release_pools(struct requested_pools *pools)
{
    for (int i = 0; i < PART_REQUEST_SUMS; i++)
        exact_sum_release(&pools->sums[i]);
    key_counts_release(&pools->requested);
    value_pool_release(&pools->used);
    value_pool_release(&pools->ratio);
}

static struct part_entry *find_values(const struct part *part, uint32_t kind, uint32_t quantity,
                                      const char *which)
{
    const struct part_key key = {PART_REQUEST_VALUE,
                                 {kind, quantity, part_find_text(part, which), 0}};
    return part_find(part, &key);
}

/* Amounts of a kind (amounts.h); NULL: there are none. */
static const struct key_counts *find_amounts(const struct part *part, uint32_t kind,
                                             const char *quantity, const char *of)
{
    const struct part_key key = {PART_AMOUNT,
                                 {kind, part_find_text(part, quantity), part_find_text(part, of),
                                  0}};
    struct part_entry *entry = part_find(part, &key);
    return entry ? &entry->values : NULL;
}

static void add_amounts(struct key_counts *pool, const struct part *part, uint32_t kind,
                        const char *quantity)
{
    const struct key_counts *amounts = find_amounts(part, kind, quantity, AMOUNTS_COMPARED);
    if (!amounts)
        return;
    key_counts_merge(pool, amounts);
    amounts_bound(pool, quantity);
}

static void pool_kind(const struct part_groups *groups, size_t kind, uint32_t quantity,
                      struct requested_pools *pools)
{
    const struct part *part = groups->part;
    uint32_t name = part_groups_kind(groups, kind);
    const struct part_key key = {PART_REQUEST, {name, quantity, 0, 0}};
    struct part_entry *entry = part_find(part, &key);
    if (!entry)
        return;
    for (int i = 0; i < PART_REQUEST_SUMS; i++)
        exact_sum_merge(&pools->sums[i], &entry->sums[i]);
    pools->above += (size_t)entry->counts[PART_REQUEST_ABOVE];
    pools->processes = fmax(pools->processes, entry->highs[0]);
    add_amounts(&pools->requested, part, name, interner_text(&part->texts, quantity));
    value_pool_add(&pools->used, find_values(part, name, quantity, "used"));
    value_pool_add(&pools->ratio, find_values(part, name, quantity, "ratio"));
}

static struct requested_compared compare(struct requested_pools *pools,
                                         enum requested_quantity which)
{
    size_t tasks = (size_t)pools->used.sum.count;
    struct summary used = value_pool_summary(&pools->used, tasks);
    return (struct requested_compared){
        .tasks = tasks,
        .above = pools->above,
        .requested_p50 = amounts_median(&pools->requested, requested_quantities[which].name),
        .used_p50 = used.p50,
        .used_p95 = used.p95,
        .ratios = value_pool_summary(&pools->ratio, tasks),
        .requested = exact_sum_value(&pools->sums[PART_REQUESTED]),
        .used = exact_sum_value(&pools->sums[PART_REQUEST_USED]),
        .wasted = exact_sum_value(&pools->sums[PART_REQUEST_WASTED])};
}

static void put_pools(struct tables *tables, const char *task, enum requested_quantity which,
                      struct requested_pools *pools, double processes)
{
    struct requested_compared compared = compare(pools, which);
    requested_row_put_compared(tables, task, which, &compared, processes);
}

/* Kinds that waste most, and that exceed most, are shown as well as the longest. */
static void select_extremes(const struct part_groups *groups, uint32_t quantity,
                            struct task_selection *selection, struct arena *arena)
{
    size_t count = groups->groups.kind_count;
    double *wasted = memory_alloc_array(count + 1, sizeof *wasted);
    double *ratio = memory_alloc_array(count + 1, sizeof *ratio);
    for (size_t k = 0; k < count; k++) {
        struct requested_pools pools;
        init_pools(&pools);
        pool_kind(groups, k, quantity, &pools);
        wasted[k] = exact_sum_value(&pools.sums[PART_REQUEST_WASTED]);
        ratio[k] = pools.ratio.high;
        release_pools(&pools);
    }
    task_selection_add(selection, &groups->groups, wasted, arena);
    task_selection_add(selection, &groups->groups, ratio, arena);
    free(wasted);
    free(ratio);
}

static void put_requested(struct tables *tables, const struct part_groups *groups,
                          enum requested_quantity which)
{
    uint32_t quantity = part_find_text(groups->part, requested_quantities[which].name);
    struct task_selection selection;
    struct requested_pools all;
    init_pools(&all);
    for (size_t k = 0; k < groups->groups.kind_count; k++)
        pool_kind(groups, k, quantity, &all);
    put_pools(tables, "*", which, &all, NUMBER_MISSING);
    release_pools(&all);
    task_selection_make(&selection, &groups->groups, tables->arena);
    if (task_selection_is_partial(&selection, &groups->groups))
        select_extremes(groups, quantity, &selection, tables->arena);
    for (size_t i = 0; i < selection.count; i++) {
        struct requested_pools pools;
        init_pools(&pools);
        pool_kind(groups, selection.kinds[i], quantity, &pools);
        put_pools(tables, selection.names[i], which, &pools,
                  which == REQUESTED_CORES ? pools.processes : NUMBER_MISSING);
        release_pools(&pools);
    }
    task_selection_release(&selection);
}

/* ---- limits ---- */

/* The least request above those that were too little. */
static double enough_of(const struct key_counts *requests, double too_little, const char *quantity)
{
    if (!requests || number_is_missing(too_little))
        return NUMBER_MISSING;
    for (size_t i = 0; i < requests->count; i++)
        if (amounts_value(requests->keys[i], quantity) > too_little)
            return amounts_value(requests->keys[i], quantity);
    return NUMBER_MISSING;
}

struct limit_sums {
    struct exact_sum of[PART_LIMIT_SUMS];
};

/* Releases the sums; they are known where an attempt is. */
static void take_sums(struct limit_hits *hits, struct limit_sums *sums)
{
    hits->core_s = hits->timed ? exact_sum_value(&sums->of[PART_LIMIT_CORE]) : 0;
    hits->hit_core_s = hits->timed ? exact_sum_value(&sums->of[PART_LIMIT_HIT_CORE]) : 0;
    for (int i = 0; i < PART_LIMIT_SUMS; i++)
        exact_sum_release(&sums->of[i]);
}

static void add_hits(struct limit_hits *hits, struct limit_sums *sums,
                     const struct part_entry *entry)
{
    for (int i = 0; i < PART_LIMIT_SUMS; i++)
        exact_sum_merge(&sums->of[i], &entry->sums[i]);
    hits->timed += (size_t)entry->counts[PART_LIMIT_TIMED];
    hits->attempts += (size_t)entry->counts[PART_LIMIT_ATTEMPTS];
    hits->hits += (size_t)entry->counts[PART_LIMIT_HITS];
    hits->cancelled += (size_t)entry->counts[PART_LIMIT_CANCELLED];
    hits->requested_min = fmin(hits->requested_min, entry->lows[0]);
    hits->requested_max = fmax(hits->requested_max, entry->highs[0]);
    hits->used_max = fmax(hits->used_max, entry->highs[1]);
}

static const struct part_entry *find_limit(const struct part_groups *groups, size_t kind, int limit)
{
    uint32_t name = part_groups_kind(groups, kind);
    const struct part_key key = {
        PART_LIMIT, {name, part_find_text(groups->part, limited_quantities[limit].name), 0, 0}};
    return part_find(groups->part, &key);
}

static const struct limit_hits no_hits = {0, 0, 0, NAN, NAN, NAN, NAN, NAN, NAN, 0, 0, 0};

/* Sums of all kinds, with the attempt of theirs that used most of what it requested. */
static void put_all_limits(struct tables *tables, const struct part_groups *groups, int limit)
{
    struct limit_hits all = no_hits;
    struct limit_sums sums = {0};
    struct part_entry worst = {.key = {.class = PART_LIMIT}, .tops = {NAN, NAN, NAN}};
    size_t several = 0;
    for (size_t kind = 0; kind < groups->groups.kind_count; kind++) {
        const struct part_entry *entry = find_limit(groups, kind, limit);
        if (!entry)
            continue;
        add_hits(&all, &sums, entry);
        part_offer_tops(&worst, entry->tops);
        several += (size_t)entry->counts[PART_LIMIT_SEVERAL];
    }
    take_sums(&all, &sums);
    all.requested = worst.tops[PART_LIMIT_REQUESTED];
    all.used = worst.tops[PART_LIMIT_USED];
    limit_row_put(tables, "*", (enum attempt_limit)limit, &all, several > 0);
}

static void put_limits(struct tables *tables, const struct part_groups *groups, int limit)
{
    const char *quantity = limited_quantities[limit].name;
    put_all_limits(tables, groups, limit);
    for (size_t kind = 0; kind < groups->groups.kind_count; kind++) {
        const struct part_entry *entry = find_limit(groups, kind, limit);
        struct limit_hits hits = no_hits;
        struct limit_sums sums = {0};
        if (!entry)
            continue;
        add_hits(&hits, &sums, entry);
        take_sums(&hits, &sums);
        hits.requested = entry->tops[PART_LIMIT_REQUESTED];
        hits.used = entry->tops[PART_LIMIT_USED];
        hits.enough = enough_of(find_amounts(groups->part, part_groups_kind(groups, kind), quantity,
                                             AMOUNTS_SUCCEEDED),
                                hits.requested_max, quantity);
        limit_row_put(tables, groups->groups.kinds[kind].task, (enum attempt_limit)limit, &hits,
                      entry->counts[PART_LIMIT_SEVERAL] > 0);
    }
}

void part_rows_put_uses(struct tables *tables, const struct part_groups *groups)
{
    struct task_selection selection;
    task_selection_make(&selection, &groups->groups, tables->arena);
    put_memory_classes(tables, groups, &selection);
    task_selection_release(&selection);
    for (enum requested_quantity which = 0; which < REQUESTED_QUANTITIES; which++)
        put_requested(tables, groups, which);
    for (int limit = 0; limit < ATTEMPT_LIMITS; limit++)
        put_limits(tables, groups, limit);
}
