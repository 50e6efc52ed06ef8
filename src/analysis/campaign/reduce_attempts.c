/* How attempts ended, on which nodes they ran, and when. */
#include <math.h>
#include <stdlib.h>

#include "analysis/campaign/reducers.h"
#include "analysis/tasks/attempt_ends.h"
#include "analysis/tasks/attempt_limits.h"
#include "analysis/tasks/attempt_nodes.h"
#include "analysis/tasks/group_index.h"
#include "analysis/tasks/task_moments.h"
#include "analysis/tasks/task_times.h"
#include "util/list.h"
#include "util/memory.h"

/* ---- ends ---- */

struct endings {
    const struct reduction *reduction;
    struct part *part;
    enum part_class class;
    struct attempt_ends ends;
    struct group_index ways;   /* of word × end */
    struct group_index index;  /* of kind × way */
    LIST_OF(uint32_t) entries; /* of each of these: its entry */
    struct arena arena;        /* of reasons */
};

/* Ends that differ in what is not said, as exit codes of attempts that ran out of memory, are one
 * entry. */
static struct part_entry *entry_of(struct endings *endings, uint32_t kind,
                                   const struct records_block *block, size_t row,
                                   struct attempt_end end)
{
    uint32_t word = attempt_end_word(&endings->ends, block, row, end);
    uint32_t way =
        group_index_add(&endings->ways, (struct group_key){word, attempt_end_number(end)});
    uint32_t number = group_index_add(&endings->index, (struct group_key){kind, way});
    if (number == endings->entries.count) {
        const char *text = attempt_end_word_text(&endings->ends, word);
        struct part_entry *entry =
            part_entry_of(endings->part, endings->class,
                          endings->reduction->groups->kinds[kind].task, text,
                          attempt_end_reason(&endings->ends, end, &endings->arena),
                          task_outcome_names[end.outcome]);
        *list_add(&endings->entries) = (uint32_t)(entry - endings->part->entries);
    }
    return &endings->part->entries[endings->entries.items[number]];
}

static void add_cost(struct part_entry *entry, const struct records_block *block, size_t row)
{
    double elapsed_s = records_number_at(block, RECORD_ELAPSED_COLUMN, row);
    double cpu_s = records_number_at(block, RECORD_CPU_COLUMN, row);
    double core_s = elapsed_s * records_number_at(block, RECORD_CORES_COLUMN, row);
    entry->counts[0]++;
    exact_sum_add(&entry->sums[PART_COST_ELAPSED], elapsed_s);
    exact_sum_add(&entry->sums[PART_COST_CPU], cpu_s);
    entry->highs[0] = fmax(entry->highs[0], records_number_at(block, RECORD_MEMORY_COLUMN, row));
    if (isnan(core_s) || isnan(cpu_s))
        return;
    exact_sum_add(&entry->sums[PART_COST_ALLOTTED], core_s);
    exact_sum_add(&entry->sums[PART_COST_USED], cpu_s);
}

static bool failed_at_a_limit(const struct attempt_limits *limits,
                              const struct records_block *block, size_t row)
{
    return attempt_failed_at(limits, block, row, MEMORY_LIMIT) ||
           attempt_failed_at(limits, block, row, TIME_LIMIT);
}

/* Of all attempts, or, where limits are given, of those that failed at none. */
static void reduce_ends(const struct reduction *reduction, struct part *part, enum part_class class,
                        const struct attempt_limits *limits)
{
    const struct task_groups *groups = reduction->groups;
    struct endings endings = {.reduction = reduction,
                              .part = part,
                              .class = class,
                              .ends = attempt_ends_of(groups->records)};
    arena_init(&endings.arena);
    for (struct grouped_record at = task_records(groups); task_records_next(&at);) {
        struct attempt_end end = attempt_end_at(&endings.ends, at.block, at.row);
        if (!task_is_attempt(at.block, at.row) ||
            (limits &&
             (end.outcome != OUTCOME_FAILED || failed_at_a_limit(limits, at.block, at.row))))
            continue;
        struct part_entry *entry = entry_of(&endings, at.kind, at.block, at.row, end);
        add_cost(entry, at.block, at.row);
        if (task_outcome_at(groups, at.number) == OUTCOME_SUPERSEDED)
            continue;
        entry->counts[1]++;
        if (limits)
            part_offer_example(part, entry,
                               records_text(groups->records,
                                            attempt_task_name(groups->records, at.block, at.row)));
    }
    arena_release(&endings.arena);
    group_index_release(&endings.ways);
    group_index_release(&endings.index);
    free(endings.entries.items);
}

void reduce_attempts(const struct reduction *reduction, struct part *part)
{
    reduce_ends(reduction, part, PART_ATTEMPT, NULL);
}

void reduce_failures(const struct reduction *reduction, struct part *part)
{
    if (!reduction->groups->outcomes)
        return;
    struct attempt_limits limits = attempt_limits_of(reduction->groups->records);
    reduce_ends(reduction, part, PART_FAILURE, &limits);
    attempt_limits_release(&limits);
}

/* ---- nodes ---- */

struct node_entry {
    enum task_outcome task, own;
    bool ran, at_limit, by_node, by_scheduler, is_cached, is_shared;
    struct task_times times;
    double elapsed_s, cpu_s; /* of several nodes it is not known how much CPU time each gave */
};

static void add_to_node(struct part_entry *node, const struct node_entry *entry)
{
    bool lost = entry->own == OUTCOME_FAILED || entry->own == OUTCOME_CANCELLED;
    bool failed = entry->ran && entry->own == OUTCOME_FAILED;
    if (entry->task != OUTCOME_SUPERSEDED)
        node->counts[entry->task]++;
    node->counts[PART_NODE_ATTEMPTS] += entry->ran;
    node->counts[PART_NODE_FAILED] += failed;
    node->counts[PART_NODE_AT_LIMITS] += failed && entry->at_limit;
    node->counts[PART_NODE_SHARED] += entry->ran && entry->is_shared;
    node->counts[PART_NODE_FAILURES] += entry->ran && entry->by_node && !entry->is_shared;
    if (entry->task == OUTCOME_SUCCEEDED) {
        exact_sum_add(&node->sums[PART_NODE_ELAPSED], entry->elapsed_s);
        exact_sum_add(&node->sums[PART_NODE_CPU], entry->cpu_s);
    }
    if (lost) {
        exact_sum_add(&node->sums[PART_NODE_LOST_ELAPSED], entry->elapsed_s);
        exact_sum_add(&node->sums[PART_NODE_LOST_CPU], entry->cpu_s);
    }
    if (entry->is_cached)
        return;
    node->lows[0] = fmin(node->lows[0], entry->times.start);
    node->highs[0] = fmax(node->highs[0], entry->times.end);
}

/* Entries of nodes, of groups, and of both together. */
struct node_entries {
    struct part *part;
    const struct task_groups *groups;
    const struct attempt_nodes *where;
    size_t first_node, first_group;
    struct group_index pairs;     /* of group × node */
    LIST_OF(uint32_t) numbers;    /* of each of these: its entry */
    LIST_OF(int64_t) * failed_at; /* of each node: seconds since 1970 */
};

static struct part_entry *pair_of(struct node_entries *entries, uint32_t group, uint32_t node)
{
    struct part *part = entries->part;
    uint32_t number = group_index_add(&entries->pairs, (struct group_key){group, node});
    if (number == entries->numbers.count) {
        const struct task_group *its = &entries->groups->groups[group];
        struct part_entry *entry = part_entry_of(part, PART_NODE_TASKS, its->task, its->step,
                                                 interner_text(&entries->where->names, node), NULL);
        *list_add(&entries->numbers) = (uint32_t)(entry - part->entries);
    }
    return &part->entries[entries->numbers.items[number]];
}

static void add_trial(struct part_entry *entry, bool is_hit)
{
    entry->counts[PART_TRIAL_ATTEMPTS]++;
    entry->counts[PART_TRIAL_FAILURES] += is_hit;
}

static void add_trials(struct node_entries *entries, const struct node_entry *entry, uint32_t group,
                       const struct node_span *span)
{
    bool is_hit = entry->own == OUTCOME_FAILED && !entry->at_limit && !entry->by_scheduler;
    add_trial(&entries->part->entries[entries->first_group + group], is_hit);
    for (size_t i = 0; i < span->count; i++)
        add_trial(pair_of(entries, group, span->numbers[i]), is_hit);
}

/* A moment belongs to its second. */
static void add_failure(struct node_entries *entries, uint32_t node, double end)
{
    const double latest = 1e10;
    if (fabs(end) < latest)
        *list_add(&entries->failed_at[node]) = (int64_t)floor(end);
}

static void put_failures(struct node_entries *entries)
{
    for (size_t i = 1; i < entries->where->names.count; i++) {
        if (entries->failed_at[i].count)
            key_counts_add(&part_entry_of(entries->part, PART_FAILED_AT,
                                          interner_text(&entries->where->names, (uint32_t)i), NULL,
                                          NULL, NULL)
                                ->values,
                           entries->failed_at[i].items, entries->failed_at[i].count);
        free(entries->failed_at[i].items);
    }
    free(entries->failed_at);
}

static void reduce_record(struct node_entries *entries, const struct attempt_limits *limits,
                          const struct node_span *span, const struct grouped_record *at)
{
    struct part *part = entries->part;
    const struct task_groups *groups = entries->groups;
    const uint8_t *endings = records_endings(at->block);
    struct task_time_columns columns = task_time_columns_of(at->block);
    struct node_entry entry = {
        .task = task_outcome_at(groups, at->number),
        .own = task_outcome_of(at->block, at->row),
        .ran = task_is_attempt(at->block, at->row),
        .at_limit = failed_at_a_limit(limits, at->block, at->row),
        .by_node = endings && endings[at->row] == ENDING_NODE_FAILED,
        .by_scheduler =
            endings && (endings[at->row] == ENDING_PREEMPTED ||
                        endings[at->row] == ENDING_REQUEUED || endings[at->row] == ENDING_DEADLINE),
        .is_cached = endings && endings[at->row] == ENDING_CACHED,
        .is_shared = span->count > 1,
        .times = task_times_at(&columns, at->row),
        .elapsed_s = records_number_at(at->block, RECORD_ELAPSED_COLUMN, at->row),
        .cpu_s = span->count > 1 ? (double)NAN
                                 : records_number_at(at->block, RECORD_CPU_COLUMN, at->row)};
    for (size_t i = 0; i < span->count; i++) {
        uint32_t node = span->numbers[i];
        add_to_node(&part->entries[entries->first_node + node - 1], &entry);
        if (entry.ran && entry.own == OUTCOME_FAILED)
            add_failure(entries, node, entry.times.end);
    }
    if (entry.ran)
        add_trials(entries, &entry, groups->group_of[at->number], span);
}

static void reduce_all_nodes(struct node_entries *entries, struct attempt_nodes *where)
{
    struct attempt_limits limits = attempt_limits_of(entries->groups->records);
    for (struct grouped_record at = task_records(entries->groups); task_records_next(&at);) {
        struct node_span span = attempt_nodes_at(where, at.block, at.row);
        if (span.count)
            reduce_record(entries, &limits, &span, &at);
    }
    attempt_limits_release(&limits);
}

void reduce_nodes(const struct reduction *reduction, struct part *part)
{
    const struct task_groups *groups = reduction->groups;
    struct attempt_nodes where;
    attempt_nodes_make(&where, groups->records);
    if (where.names.count > 1) {
        struct node_entries entries = {.part = part, .groups = groups, .where = &where};
        for (size_t i = 1; i < where.names.count; i++)
            part_entry_of(part, PART_NODE, interner_text(&where.names, (uint32_t)i), NULL, NULL,
                          NULL);
        entries.failed_at = memory_alloc_array(where.names.count, sizeof *entries.failed_at);
        entries.first_group = part->entry_count;
        for (size_t g = 0; g < groups->group_count; g++)
            part_entry_of(part, PART_TRIALS, groups->groups[g].task, groups->groups[g].step, NULL,
                          NULL);
        reduce_all_nodes(&entries, &where);
        put_failures(&entries);
        group_index_release(&entries.pairs);
        free(entries.numbers.items);
    }
    attempt_nodes_release(&where);
}

/* ---- moments ---- */

/* Time between: of all ends less all beginnings. */
static void add_moments(struct part_entry *entry, const struct task_changes *up,
                        const struct task_changes *down)
{
    for (size_t i = 0; i < up->count; i++) {
        exact_sum_add(&entry->sums[0], -up->items[i]);
        exact_sum_add(&entry->sums[0], down->items[i]);
    }
    entry->lows[0] = up->count ? up->items[0] : NAN;
    entry->highs[0] = down->count ? down->items[down->count - 1] : NAN;
}

void reduce_changes(const struct reduction *reduction, struct part *part)
{
    static const int counts[PART_CHANGES] = {MOMENT_RUNNING, MOMENT_WAITING};
    struct task_moments moments;
    task_moments_make(&moments, reduction->dataset);
    for (int i = 0; i < PART_CHANGES; i++) {
        struct task_changes *up = &moments.up[counts[i]], *down = &moments.down[counts[i]];
        add_moments(part_entry_of(part, PART_MOMENTS, part_change_names[i], NULL, NULL, NULL), up,
                    down);
        change_grid_add(&part->changes[i], up->items, up->count, 1);
        change_grid_add(&part->changes[i], down->items, down->count, -1);
    }
    if (moments.changes) {
        struct part_entry *running =
            part_entry_of(part, PART_MOMENTS, part_change_names[PART_RUNNING], NULL, NULL, NULL);
        running->highs[0] = fmax(running->highs[0], moments.last);
    }
    task_moments_release(&moments);
}
