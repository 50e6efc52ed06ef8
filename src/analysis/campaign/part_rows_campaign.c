#include <stdlib.h>

#include "analysis/campaign/part_rows.h"
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

static void put_node(struct table *table, const struct part *part, struct part_entry *entry)
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
    row.failed_at_limits = (double)entry->counts[PART_NODE_AT_LIMITS];
    row.shared = (double)entry->counts[PART_NODE_SHARED];
    row.node_failures = (double)entry->counts[PART_NODE_FAILURES];
    if (row.tasks + row.attempts > 0)
        task_nodes_row_put(table, &row);
}

static size_t put_nodes(struct tables *tables, const struct part *part)
{
    size_t count;
    struct part_entry **entries = part_rows_in_order(part, PART_NODE, &count);
    struct table *table = count ? tables_at(tables, TABLE_task_nodes) : NULL;
    for (size_t i = 0; i < count; i++)
        put_node(table, part, entries[i]);
    free(entries);
    return count ? table->rows : 0;
}

/* ---- the campaign ---- */

static size_t count_steps(const struct task_groups *groups)
{
    size_t steps = 0;
    const char *latest = NULL;
    for (size_t i = 0; i < groups->group_count; i++) {
        const char *step = groups->groups[groups->by_step[i]].step;
        steps += step && step != latest;
        latest = step;
    }
    return steps;
}

static struct task_totals total_of(const struct task_groups *groups)
{
    struct task_totals totals;
    task_totals_init(&totals);
    for (size_t k = 0; k < groups->kind_count; k++)
        task_totals_add(&totals, &groups->kinds[k].totals);
    return totals;
}

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
    size_t nodes = put_nodes(tables, groups->part);
    struct beside beside = beside_totals(groups->part);
    struct task_totals totals = total_of(made);
    struct campaign_row row = campaign_row_missing();
    row.steps = (double)count_steps(made);
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
