/* Memory of attempts that were killed, and of those on several nodes. */
#include <math.h>
#include <stdlib.h>

#include "analysis/campaign/amounts.h"
#include "analysis/campaign/reducers.h"
#include "analysis/tasks/attempt_limits.h"
#include "analysis/tasks/node_memory.h"
#include "analysis/tasks/task_times.h"
#include "util/list.h"
#include "util/memory.h"

/* ---- kills ---- */

static double requested_of(const struct records_block *block, size_t row)
{
    double requested = records_number_at(block, RECORD_REQUESTED_MEMORY_COLUMN, row);
    return requested > 0 ? requested : NAN;
}

static void add_repeated(struct part_entry *entry, const struct records_block *block, size_t row)
{
    struct task_time_columns columns = task_time_columns_of(block);
    struct task_times times = task_times_at(&columns, row);
    double elapsed_s = records_number_at(block, RECORD_ELAPSED_COLUMN, row);
    double requested = requested_of(block, row);
    elapsed_s = isnan(elapsed_s) ? times.end - times.start : elapsed_s;
    entry->counts[PART_KILL_REPEATED]++;
    exact_sum_add(&entry->sums[PART_KILL_ELAPSED], elapsed_s);
    exact_sum_add(&entry->sums[PART_KILL_CORE],
                  elapsed_s * records_number_at(block, RECORD_CORES_COLUMN, row));
    entry->lows[0] = fmin(entry->lows[0], requested);
    entry->highs[PART_KILL_REQUESTED] = fmax(entry->highs[PART_KILL_REQUESTED], requested);
}

static void add_attempt(struct part_entry *entry, const struct records_block *block, size_t row,
                        enum task_outcome outcome)
{
    bool is_first = records_number_at(block, RECORD_ATTEMPT_COLUMN, row) <= 1;
    bool is_repeated = outcome == OUTCOME_SUPERSEDED && attempt_was_killed(block, row);
    bool is_lost = outcome == OUTCOME_FAILED && attempt_was_only_killed(block, row);
    double *too_little = &entry->highs[PART_KILL_TOO_LITTLE];
    entry->counts[PART_KILL_ATTEMPTS]++;
    entry->counts[PART_KILL_FIRST] += is_first;
    entry->counts[PART_KILL_FIRST_REPEATED] += is_first && is_repeated;
    entry->counts[PART_KILL_LOST] += is_lost;
    if (is_repeated || is_lost)
        *too_little = fmax(*too_little, requested_of(block, row));
    if (is_repeated)
        add_repeated(entry, block, row);
}

/* Amounts with which tasks succeeded: whether they are more than those of attempts that were killed
 * is known only of all inputs together. */
struct successes {
    LIST_OF(int64_t) repeated, unnumbered;
};

static void take_success(struct successes *successes, const struct records_block *block, size_t row)
{
    double requested = requested_of(block, row);
    double number = records_number_at(block, RECORD_ATTEMPT_COLUMN, row);
    if (isnan(requested) || number <= 1)
        return;
    int64_t key = amounts_key(requested, "memory");
    if (isnan(number))
        *list_add(&successes->unnumbered) = key;
    else
        *list_add(&successes->repeated) = key;
}

static void put_successes(struct part *part, const char *task, struct successes *successes)
{
    if (successes->repeated.count)
        reduce_amounts(part, task, "memory", AMOUNTS_REPEATED, successes->repeated.items,
                       successes->repeated.count);
    if (successes->unnumbered.count)
        reduce_amounts(part, task, "memory", AMOUNTS_UNNUMBERED, successes->unnumbered.items,
                       successes->unnumbered.count);
    free(successes->repeated.items);
    free(successes->unnumbered.items);
}

void reduce_kills(const struct reduction *reduction, struct part *part)
{
    const struct task_groups *groups = reduction->groups;
    if (!groups->outcomes)
        return;
    size_t first = reduce_add_kinds(part, groups, PART_KILL);
    struct successes *successes = memory_alloc_array(groups->kind_count + 1, sizeof *successes);
    for (struct grouped_record at = task_records(groups); task_records_next(&at);) {
        enum task_outcome outcome = task_outcome_at(groups, at.number);
        if (!task_is_attempt(at.block, at.row))
            continue;
        add_attempt(&part->entries[first + at.kind], at.block, at.row, outcome);
        if (outcome == OUTCOME_SUCCEEDED)
            take_success(&successes[at.kind], at.block, at.row);
    }
    for (size_t k = 0; k < groups->kind_count; k++)
        put_successes(part, groups->kinds[k].task, &successes[k]);
    free(successes);
}

/* ---- memory per node ---- */

static void take_most(struct part_entry *entry, int which, double number)
{
    entry->highs[which] = fmax(entry->highs[which], number);
}

static void take_least(struct part_entry *entry, int which, double number)
{
    entry->lows[which] = fmin(entry->lows[which], number);
}

static void add_cpus(struct part_entry *entry, const struct records_block *block, size_t row,
                     double nodes)
{
    double per_cpu = records_number_at(block, RECORD_REQUESTED_PER_CPU_COLUMN, row);
    double cpus = records_number_at(block, RECORD_CORES_COLUMN, row) / nodes;
    entry->counts[PART_SPREAD_PER_CPU] += per_cpu > 0;
    entry->counts[PART_SPREAD_WHOLE] += cpus > 0 && cpus == floor(cpus);
    take_least(entry, PART_SPREAD_LEAST_CPUS, cpus);
    take_most(entry, PART_SPREAD_CPUS, cpus);
}

static void add_spread(struct part_entry *entry, const struct records_block *block, size_t row,
                       const struct node_memory *memory)
{
    enum task_outcome outcome = task_outcome_of(block, row);
    take_most(entry, PART_SPREAD_NODES, memory->nodes);
    if (outcome == OUTCOME_SUCCEEDED) {
        add_cpus(entry, block, row, memory->nodes);
        entry->counts[PART_SPREAD_SUCCEEDED]++;
        entry->counts[PART_SPREAD_KNOWN] += memory->most > 0;
        take_least(entry, PART_SPREAD_LEAST_REQUESTED, memory->requested);
        take_most(entry, PART_SPREAD_REQUESTED, memory->requested);
        exact_sum_add(&entry->sums[0], fmax(memory->requested - memory->most, 0) * memory->nodes *
                                           records_number_at(block, RECORD_ELAPSED_COLUMN, row));
        take_most(entry, PART_SPREAD_LEAST, memory->least);
        take_most(entry, PART_SPREAD_MOST, memory->most);
    } else if (outcome == OUTCOME_FAILED || outcome == OUTCOME_CANCELLED) {
        entry->counts[PART_SPREAD_LOST]++;
        entry->counts[PART_SPREAD_LOST_KNOWN] += memory->most > 0;
        take_most(entry, PART_SPREAD_LOST_LEAST, memory->least);
        take_most(entry, PART_SPREAD_LOST_MOST, memory->most);
    }
}

void reduce_node_memory(const struct reduction *reduction, struct part *part)
{
    const struct task_groups *groups = reduction->groups;
    struct node_memory_columns columns = node_memory_columns_of(groups->records);
    bool has_requests = records_has(groups->records, RECORD_REQUESTED_MEMORY_COLUMN);
    size_t first = reduce_add_kinds(part, groups, PART_SPREAD);
    for (size_t k = 0; k < groups->kind_count; k++)
        part->entries[first + k].counts[PART_SPREAD_REQUESTS] = has_requests;
    for (struct grouped_record at = task_records(groups); task_records_next(&at);) {
        struct part_entry *entry = &part->entries[first + at.kind];
        entry->counts[PART_SPREAD_SEVERAL] += node_memory_is_spread(&columns, at.block, at.row);
        if (!task_is_attempt(at.block, at.row))
            continue;
        struct node_memory memory = node_memory_at(&columns, at.block, at.row);
        add_spread(entry, at.block, at.row, &memory);
    }
}
