#include "analysis/campaign/part_groups.h"

#include <stdlib.h>
#include <string.h>

#include "util/list.h"
#include "util/memory.h"
#include "util/natural.h"
#include "util/number.h"

/* ---- groups in order ---- */

struct named_group {
    const char *task, *step;
    struct part_entry *entry;
    size_t number;
};

static int compare_by_kind(const void *left, const void *right)
{
    const struct named_group *l = left, *r = right;
    int order = natural_compare(l->task, r->task);
    return order ? order : natural_compare(l->step, r->step);
}

static int compare_by_step(const void *left, const void *right)
{
    const struct named_group *l = left, *r = right;
    int order = natural_compare(l->step, r->step);
    return order ? order : natural_compare(l->task, r->task);
}

/* NaN where nothing was added, as of other totals. */
static struct task_totals totals_of(struct part_entry *entry)
{
    struct task_totals totals;
    task_totals_init(&totals);
    for (int i = 0; i < OUTCOMES; i++)
        totals.tasks[i] = (size_t)entry->counts[i];
    totals.attempts = (size_t)entry->counts[PART_ATTEMPTS];
    totals.repeated = (size_t)entry->counts[PART_REPEATED];
    totals.scripts = (size_t)entry->counts[PART_SCRIPTS];
    totals.cached = (size_t)entry->counts[PART_CACHED];
    totals.elapsed_s = exact_sum_value(&entry->sums[PART_ELAPSED]);
    totals.cpu_s = exact_sum_value(&entry->sums[PART_CPU]);
    totals.used_s = exact_sum_value(&entry->sums[PART_USED]);
    totals.allotted_s = exact_sum_value(&entry->sums[PART_ALLOTTED]);
    totals.core_time.allotted_s = exact_sum_value(&entry->sums[PART_CORE_ALLOTTED]);
    totals.core_time.used_s = exact_sum_value(&entry->sums[PART_CORE_USED]);
    totals.held_core_s = exact_sum_value(&entry->sums[PART_HELD_CORE]);
    totals.held_s = exact_sum_value(&entry->sums[PART_HELD]);
    totals.memory_max = entry->highs[1];
    return totals;
}

static void add_group(struct part_groups *groups, const struct named_group *named)
{
    struct task_groups *made = &groups->groups;
    struct task_kind *latest = made->kind_count ? &made->kinds[made->kind_count - 1] : NULL;
    if (!latest || latest->task != named->task) {
        latest = &made->kinds[made->kind_count++];
        *latest = (struct task_kind){.task = named->task, .first = made->group_count};
    }
    latest->count++;
    memcpy(groups->texts[made->group_count], named->entry->key.texts, sizeof groups->texts[0]);
    made->groups[made->group_count++] =
        (struct task_group){named->step, named->task, (uint32_t)(made->kind_count - 1),
                            totals_of(named->entry)};
}

static void order_groups(struct part_groups *groups, struct named_group *named, size_t count)
{
    struct task_groups *made = &groups->groups;
    if (count)
        qsort(named, count, sizeof *named, compare_by_kind);
    for (size_t i = 0; i < count; i++) {
        named[i].number = i;
        add_group(groups, &named[i]);
    }
    if (count)
        qsort(named, count, sizeof *named, compare_by_step);
    for (size_t i = 0; i < count; i++)
        made->by_step[i] = named[i].number;
}

static void make_groups(struct part_groups *groups)
{
    const struct part *part = groups->part;
    struct part_entries entries = part_entries_of(part, PART_GROUP);
    size_t room = entries.count + 1;
    struct named_group *named = memory_alloc_array(room, sizeof *named);
    groups->texts = memory_alloc_array(room, sizeof *groups->texts);
    groups->groups.groups = memory_alloc_array(room, sizeof(struct task_group));
    groups->groups.kinds = memory_alloc_array(room, sizeof(struct task_kind));
    groups->groups.by_step = memory_alloc_array(room, sizeof(size_t));
    for (size_t i = 0; i < entries.count; i++) {
        const uint32_t *texts = entries.items[i].key.texts;
        named[i] =
            (struct named_group){interner_text(&part->texts, texts[0]),
                                 interner_text(&part->texts, texts[1]), &entries.items[i], 0};
    }
    order_groups(groups, named, entries.count);
    free(named);
}

/* Of the sums of the groups, none of which is lost: sums of a kind are exact as well. */
static void total_kind(struct part_groups *groups, struct task_kind *kind)
{
    struct part sums;
    part_init(&sums);
    const struct part_key key = {.class = PART_GROUP};
    struct part_entry *all = part_entry(&sums, &key);
    for (size_t g = kind->first; g < kind->first + kind->count; g++) {
        const struct part_key of_group = {PART_GROUP,
                                          {groups->texts[g][0], groups->texts[g][1], 0, 0}};
        struct part_entry *entry = part_find(groups->part, &of_group);
        for (int i = 0; i < PART_GROUP_COUNTS; i++)
            all->counts[i] += entry->counts[i];
        for (int i = 0; i < PART_GROUP_SUMS; i++)
            exact_sum_merge(&all->sums[i], &entry->sums[i]);
        if (!(all->highs[1] >= entry->highs[1]))
            all->highs[1] = entry->highs[1];
    }
    kind->totals = totals_of(all);
    part_release(&sums);
}

/* ---- values ---- */

struct part_entry *part_groups_values(const struct part_groups *groups, size_t group,
                                      enum part_class class, uint32_t quantity, uint32_t unit)
{
    const struct part_key key = {class,
                                 {groups->texts[group][0], groups->texts[group][1], quantity,
                                  unit}};
    return part_find(groups->part, &key);
}

void part_groups_pool_kind(const struct part_groups *groups, size_t kind, uint32_t quantity,
                           uint32_t unit, struct value_pool *pool)
{
    const struct task_kind *its = &groups->groups.kinds[kind];
    for (size_t g = its->first; g < its->first + its->count; g++)
        value_pool_add(pool, part_groups_values(groups, g, PART_MEASURE, quantity, unit));
}

static void summarise_memory(struct part_groups *groups)
{
    const struct interner *texts = &groups->part->texts;
    struct task_groups *made = &groups->groups;
    uint32_t memory = interner_find(texts, "memory", strlen("memory"));
    uint32_t bytes = interner_find(texts, "B", 1);
    groups->memory = memory_alloc_array(made->group_count + 1, sizeof *groups->memory);
    made->memory_of_kinds = memory_alloc_array(made->kind_count + 1, sizeof(struct summary));
    for (size_t k = 0; k < made->kind_count; k++) {
        const struct task_kind *kind = &made->kinds[k];
        struct value_pool all;
        value_pool_init(&all);
        for (size_t g = kind->first; g < kind->first + kind->count; g++) {
            struct value_pool pool;
            struct part_entry *values = part_groups_values(groups, g, PART_MEASURE, memory, bytes);
            value_pool_init(&pool);
            value_pool_add(&pool, values);
            value_pool_add(&all, values);
            groups->memory[g] =
                value_pool_summary(&pool, made->groups[g].totals.tasks[OUTCOME_SUCCEEDED]);
            value_pool_release(&pool);
        }
        made->memory_of_kinds[k] = value_pool_summary(&all, part_groups_succeeded(groups, k));
        value_pool_release(&all);
    }
}

/* One of each sort. */
static void make_sources(struct part_groups *groups)
{
    records_init(&groups->records);
    for (unsigned sort = 0; sort < PART_SOURCE_SORTS; sort++)
        if (groups->part->sources >> sort & 1)
            *list_add_to(&groups->records, sources, source) =
                (struct records_source){.has_queue = sort & PART_SOURCE_QUEUE,
                                        .has_job_ids = sort & PART_SOURCE_JOB_IDS,
                                        .lacks_kinds = sort & PART_SOURCE_LACKS_KINDS,
                                        .makespan_s = NUMBER_MISSING,
                                        .end = NUMBER_MISSING};
    groups->groups.records = &groups->records;
}

void part_groups_make(struct part_groups *groups, const struct part *part)
{
    *groups = (struct part_groups){.part = part};
    make_sources(groups);
    make_groups(groups);
    for (size_t k = 0; k < groups->groups.kind_count; k++)
        total_kind(groups, &groups->groups.kinds[k]);
    summarise_memory(groups);
}

void part_groups_release(struct part_groups *groups)
{
    records_release(&groups->records);
    free(groups->groups.groups);
    free(groups->groups.kinds);
    free(groups->groups.by_step);
    free(groups->groups.memory_of_kinds);
    free(groups->memory);
    free(groups->texts);
    *groups = (struct part_groups){0};
}
