#include <stdlib.h>

#include "analysis/campaign/part_rows.h"
#include "analysis/tasks/node_odds.h"
#include "analysis/tasks/task_rules.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/natural.h"
#include "util/number.h"

/* ---- entries in the order of rows ---- */

struct named_entry {
    const char *texts[PART_TEXTS];
    struct part_entry *entry;
};

static int compare_entries(const void *left, const void *right)
{
    const struct named_entry *l = left, *r = right;
    int order = 0;
    for (int i = 0; i < PART_TEXTS && !order; i++)
        order = natural_compare(l->texts[i], r->texts[i]);
    return order;
}

struct part_entry **part_rows_in_order(const struct part *part, enum part_class class,
                                       size_t *count)
{
    struct part_entries entries = part_entries_of(part, class);
    struct named_entry *named = memory_alloc_array(entries.count + 1, sizeof *named);
    struct part_entry **ordered = memory_alloc_array(entries.count + 1, sizeof *ordered);
    for (size_t i = 0; i < entries.count; i++) {
        named[i].entry = &entries.items[i];
        for (int k = 0; k < PART_TEXTS; k++)
            named[i].texts[k] = interner_text(&part->texts, entries.items[i].key.texts[k]);
    }
    if (entries.count)
        qsort(named, entries.count, sizeof *named, compare_entries);
    for (size_t i = 0; i < entries.count; i++)
        ordered[i] = named[i].entry;
    *count = entries.count;
    free(named);
    return ordered;
}

/* ---- nodes ---- */

static double failure_moments(const struct part *part, uint32_t node)
{
    enum { MOST = 10, APART_S = 2 }; /* seconds that far apart hold moments 1 s apart or more */
    const struct part_key key = {PART_FAILED_AT, {node, 0, 0, 0}};
    const struct part_entry *entry = part_find(part, &key);
    double count = 0;
    int64_t latest = 0;
    for (size_t i = 0; entry && i < entry->values.count && count < MOST; i++)
        if (count == 0 || entry->values.keys[i] - latest >= APART_S) {
            latest = entry->values.keys[i];
            count++;
        }
    return count;
}

static void put_node(struct table *table, const struct part *part, struct part_entry *entry,
                     const struct node_odds *odds)
{
    size_t outcomes[OUTCOMES];
    struct task_nodes_row row = task_nodes_row_missing();
    for (int i = 0; i < OUTCOMES; i++)
        outcomes[i] = (size_t)entry->counts[i];
    row.node = interner_text(&part->texts, entry->key.texts[0]);
    row_set_outcomes(&row, outcomes);
    row.attempts = (double)entry->counts[PART_NODE_ATTEMPTS];
    row.failed_attempts = (double)entry->counts[PART_NODE_FAILED];
    row.first = entry->lows[0];
    row.last = entry->highs[0];
    row.elapsed_s = exact_sum_value(&entry->sums[PART_NODE_ELAPSED]);
    row.cpu_s = exact_sum_value(&entry->sums[PART_NODE_CPU]);
    row.lost_elapsed_s = exact_sum_value(&entry->sums[PART_NODE_LOST_ELAPSED]);
    row.lost_cpu_s = exact_sum_value(&entry->sums[PART_NODE_LOST_CPU]);
    row.failure_moments = failure_moments(part, entry->key.texts[0]);
    row.failed_at_limits = (double)entry->counts[PART_NODE_AT_LIMITS];
    row.compared_attempts = odds->trials;
    row.compared_failures = odds->hits;
    row.expected_failures = odds->expected;
    row.failure_chance = odds->chance;
    row.shared = (double)entry->counts[PART_NODE_SHARED];
    row.node_failures = (double)entry->counts[PART_NODE_FAILURES];
    if (row.tasks + row.attempts > 0)
        task_nodes_row_put(table, &row);
}

/* As analysis_campaign.c compares: tasks of a kind in a step; a single one with those of its kind
 * in other steps; kinds of a single task as one. */
static uint32_t compared_kind(const struct task_groups *groups, uint32_t group)
{
    uint32_t kind = groups->groups[group].kind;
    if (task_outcomes_sum(groups->groups[group].totals.tasks) > 1)
        return group;
    if (task_outcomes_sum(groups->kinds[kind].totals.tasks) > 1)
        return (uint32_t)groups->group_count + kind;
    return (uint32_t)(groups->group_count + groups->kind_count);
}

static struct node_count count_of(const struct part_entry *entry)
{
    return (struct node_count){(size_t)entry->counts[PART_TRIAL_ATTEMPTS],
                               (size_t)entry->counts[PART_TRIAL_FAILURES]};
}

/* Of each node, numbered as the entries of PART_NODE; to be freed. */
static struct node_odds *odds_of(const struct part_groups *groups)
{
    const struct task_groups *made = &groups->groups;
    struct part_entries nodes = part_entries_of(groups->part, PART_NODE);
    struct part_entries pairs = part_entries_of(groups->part, PART_NODE_TASKS);
    struct node_counts counts = {0};
    struct group_index by_texts = {0};
    uint32_t *numbers = memory_alloc_array(groups->part->texts.count + 1, sizeof *numbers);
    for (uint32_t i = 0; i < nodes.count; i++)
        numbers[nodes.items[i].key.texts[0]] = i;
    for (uint32_t g = 0; g < made->group_count; g++) {
        const uint32_t *texts = groups->texts[g];
        const struct part_key key = {PART_TRIALS, {texts[0], texts[1], 0, 0}};
        const struct part_entry *entry = part_find(groups->part, &key);
        group_index_add(&by_texts, (struct group_key){texts[1], texts[0]});
        node_counts_add_kind(&counts, compared_kind(made, g),
                             entry ? count_of(entry) : (struct node_count){0, 0});
    }
    for (size_t i = 0; i < pairs.count; i++) {
        const uint32_t *texts = pairs.items[i].key.texts;
        uint32_t group = group_index_add(&by_texts, (struct group_key){texts[1], texts[0]});
        if (group < made->group_count)
            node_counts_add_counted(&counts, compared_kind(made, group), numbers[texts[2]],
                                    count_of(&pairs.items[i]));
    }
    struct node_odds *odds = node_counts_odds(&counts, nodes.count);
    group_index_release(&by_texts);
    node_counts_release(&counts);
    free(numbers);
    return odds;
}

static size_t put_nodes(struct tables *tables, const struct part_groups *groups)
{
    size_t count;
    const struct part *part = groups->part;
    struct part_entry **entries = part_rows_in_order(part, PART_NODE, &count);
    const struct part_entry *first = part_entries_of(part, PART_NODE).items;
    struct node_odds *odds = odds_of(groups);
    struct table *table = count ? tables_at(tables, TABLE_task_nodes) : NULL;
    for (size_t i = 0; i < count; i++)
        put_node(table, part, entries[i], &odds[entries[i] - first]);
    free(odds);
    free(entries);
    return count ? table->rows : 0;
}

/* ---- the campaign ---- */

struct beside {
    struct exact_sum lost_elapsed, lost_cpu;
    double start, end, unrecorded, untimed, never_started;
};

static struct beside beside_totals(const struct part *part)
{
    struct beside beside = {.start = NUMBER_MISSING, .end = NUMBER_MISSING};
    struct part_entries entries = part_entries_of(part, PART_GROUP);
    for (size_t i = 0; i < entries.count; i++) {
        struct part_entry *entry = &entries.items[i];
        exact_sum_merge(&beside.lost_elapsed, &entry->sums[PART_LOST_ELAPSED]);
        exact_sum_merge(&beside.lost_cpu, &entry->sums[PART_LOST_CPU]);
        if (!(beside.start <= entry->lows[0]))
            beside.start = number_is_missing(entry->lows[0]) ? beside.start : entry->lows[0];
        if (!(beside.end >= entry->highs[0]))
            beside.end = number_is_missing(entry->highs[0]) ? beside.end : entry->highs[0];
        beside.unrecorded += (double)entry->counts[PART_UNRECORDED];
        beside.untimed += (double)entry->counts[PART_UNTIMED];
        beside.never_started += (double)entry->counts[PART_NEVER_STARTED];
    }
    return beside;
}

void part_rows_put_campaign(struct tables *tables, const struct part_groups *groups)
{
    const struct task_groups *made = &groups->groups;
    size_t nodes = put_nodes(tables, groups);
    struct beside beside = beside_totals(groups->part);
    struct task_totals totals = task_groups_totals(made);
    struct campaign_row row = campaign_row_missing();
    row.steps = (double)task_groups_count_steps(made);
    row.task_kinds = (double)made->kind_count;
    row.nodes = nodes ? (double)nodes : NUMBER_MISSING;
    row_set_outcomes(&row, totals.tasks);
    row.attempts = (double)totals.attempts;
    row.repeated = (double)totals.repeated;
    row.cached = (double)totals.cached;
    row.start = beside.start;
    row.end = beside.end;
    row.elapsed_s = totals.elapsed_s;
    row.cpu_s = totals.cpu_s;
    row.cpu_efficiency = task_totals_efficiency(&totals);
    row.peak_memory_B = totals.memory_max;
    row.lost_elapsed_s = exact_sum_value(&beside.lost_elapsed);
    row.lost_cpu_s = exact_sum_value(&beside.lost_cpu);
    row.unrecorded = beside.unrecorded;
    row.untimed = beside.untimed;
    row.not_by_node = 0;
    row.never_started = beside.never_started;
    campaign_row_put_static(tables_at(tables, TABLE_campaign), &row);
    exact_sum_release(&beside.lost_elapsed);
    exact_sum_release(&beside.lost_cpu);
}
