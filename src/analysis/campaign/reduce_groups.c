/* Counts and sums of the tasks of each step and kind, of memory classes, of tasks that wait, and of
 * time in the kernel. */
#include <math.h>

#include "analysis/analysis.h"
#include "analysis/campaign/reducers.h"
#include "analysis/tasks/memory_shares.h"
#include "analysis/tasks/task_times.h"
#include "analysis/tasks/waiting_rows.h"

size_t reduce_add_groups(struct part *part, const struct task_groups *groups)
{
    size_t first = part->entry_count;
    for (size_t g = 0; g < groups->group_count; g++)
        part_entry_of(part, PART_GROUP, groups->groups[g].task, groups->groups[g].step, NULL, NULL);
    return first;
}

size_t reduce_add_kinds(struct part *part, const struct task_groups *groups, enum part_class class)
{
    size_t first = part->entry_count;
    for (size_t k = 0; k < groups->kind_count; k++)
        part_entry_of(part, class, groups->kinds[k].task, NULL, NULL, NULL);
    return first;
}

/* ---- groups ---- */

struct task_numbers {
    double elapsed_s, cpu_s, cores, memory_B;
};

static struct task_numbers numbers_at(const struct records_block *block, size_t row)
{
    return (struct task_numbers){records_number_at(block, RECORD_ELAPSED_COLUMN, row),
                                 records_number_at(block, RECORD_CPU_COLUMN, row),
                                 records_number_at(block, RECORD_CORES_COLUMN, row),
                                 records_number_at(block, RECORD_MEMORY_COLUMN, row)};
}

static void add_succeeded(struct part_entry *entry, struct task_numbers task)
{
    double allotted = task_allotted_s(task.cpu_s, task.elapsed_s, task.cores);
    double core_s = task.elapsed_s * task.cores;
    exact_sum_add(&entry->sums[PART_ELAPSED], task.elapsed_s);
    exact_sum_add(&entry->sums[PART_CPU], task.cpu_s);
    exact_sum_add(&entry->sums[PART_HELD_CORE], core_s);
    exact_sum_add(&entry->sums[PART_HELD], isnan(task.cores) ? NAN : task.elapsed_s);
    entry->highs[1] = fmax(entry->highs[1], task.memory_B);
    if (!isnan(task.cpu_s) && !isnan(core_s)) {
        exact_sum_add(&entry->sums[PART_CORE_ALLOTTED], core_s);
        exact_sum_add(&entry->sums[PART_CORE_USED], task.cpu_s);
    }
    if (!isnan(task.cpu_s) && !isnan(allotted)) {
        exact_sum_add(&entry->sums[PART_USED], task.cpu_s);
        exact_sum_add(&entry->sums[PART_ALLOTTED], allotted);
    }
}

static void add_outcome(struct part_entry *entry, enum task_outcome outcome, bool ran,
                        const struct grouped_record *at, struct task_numbers task)
{
    if (outcome == OUTCOME_SUPERSEDED) {
        entry->counts[PART_REPEATED] += ran;
        return;
    }
    entry->counts[outcome]++;
    entry->counts[PART_NEVER_STARTED] += outcome == OUTCOME_FAILED && !ran;
    if (outcome != OUTCOME_SUCCEEDED)
        return;
    entry->counts[PART_CACHED] += !ran;
    entry->counts[PART_UNTIMED] += ran && isnan(task.elapsed_s);
    entry->counts[PART_UNRECORDED] += !task_outcome_is_recorded(at->block, at->row);
    add_succeeded(entry, task);
}

static void add_record(struct part_entry *entry, const struct task_groups *groups,
                       const struct grouped_record *at)
{
    bool ran = task_is_attempt(at->block, at->row);
    const uint8_t *endings = records_endings(at->block);
    enum task_outcome own = task_outcome_of(at->block, at->row);
    struct task_numbers task = numbers_at(at->block, at->row);
    entry->counts[PART_ATTEMPTS] += ran;
    entry->counts[PART_SCRIPTS] += records_number_at(at->block, RECORD_SCRIPT_COLUMN, at->row) > 0;
    add_outcome(entry, task_outcome_at(groups, at->number), ran, at, task);
    if (own == OUTCOME_FAILED || own == OUTCOME_CANCELLED) {
        exact_sum_add(&entry->sums[PART_LOST_ELAPSED], task.elapsed_s);
        exact_sum_add(&entry->sums[PART_LOST_CPU], task.cpu_s);
    }
    if (endings && endings[at->row] == ENDING_CACHED)
        return; /* its times are those of an earlier run */
    struct task_time_columns columns = task_time_columns_of(at->block);
    struct task_times times = task_times_at(&columns, at->row);
    entry->lows[0] = fmin(entry->lows[0], times.start);
    entry->highs[0] = fmax(entry->highs[0], times.end);
}

void reduce_groups(const struct reduction *reduction, struct part *part)
{
    const struct task_groups *groups = reduction->groups;
    size_t first = reduce_add_groups(part, groups);
    for (struct grouped_record at = task_records(groups); task_records_next(&at);)
        add_record(&part->entries[first + groups->group_of[at.number]], groups, &at);
}

/* ---- memory classes ---- */

/* Tasks of an input that says nothing of memory are of unknown memory beside those of other inputs;
 * entries of the other classes, were they empty, tell merging that something was known. */
void reduce_memory_classes(const struct reduction *reduction, struct part *part)
{
    const struct task_groups *groups = reduction->groups;
    const struct task_limits limits = {.small_memory = reduction->settings.small_memory,
                                       .medium_memory = reduction->settings.medium_memory};
    bool is_known = records_has(groups->records, RECORD_MEMORY_COLUMN);
    enum memory_class first = is_known ? 0 : MEMORY_UNKNOWN;
    for (size_t k = 0; k < groups->kind_count; k++)
        for (enum memory_class class = first; class < MEMORY_CLASSES; class ++)
            part_entry_of(part, PART_MEMORY_CLASS, groups->kinds[k].task, memory_class_names[class],
                          NULL, NULL);
    for (struct grouped_record at = task_records(groups); task_records_next(&at);) {
        if (!task_succeeded(groups, at.number))
            continue;
        struct task_numbers task = numbers_at(at.block, at.row);
        size_t place = memory_class_of(&limits, task.memory_B) - first;
        struct part_entry *entry = &part->entries[at.kind * (MEMORY_CLASSES - first) + place];
        entry->counts[0]++;
        exact_sum_add(&entry->sums[0], task.elapsed_s);
        exact_sum_add(&entry->sums[1], task.cpu_s);
    }
}

/* ---- tasks that wait ---- */

void reduce_waiting(const struct reduction *reduction, struct part *part)
{
    const struct task_groups *groups = reduction->groups;
    const struct records *records = groups->records;
    int column = records_find_attribute(records, "reason", RECORD_TEXT);
    for (struct grouped_record at = task_records(groups); task_records_next(&at);) {
        if (!task_is_waiting(at.block, at.row))
            continue;
        uint32_t reason =
            column == RECORDS_NO_COLUMN ? 0 : records_text_at(at.block, column, at.row);
        part_entry_of(part, PART_NOT_STARTED, groups->kinds[at.kind].task,
                      records_text(records, reason), NULL, NULL)
            ->counts[0]++;
    }
}

/* ---- the kernel ---- */

void reduce_kernel_time(const struct reduction *reduction, struct part *part)
{
    const struct task_groups *groups = reduction->groups;
    if (!records_has(groups->records, RECORD_SYSTEM_CPU_COLUMN))
        return;
    size_t first = reduce_add_kinds(part, groups, PART_KERNEL);
    for (struct grouped_record at = task_records(groups); task_records_next(&at);) {
        struct task_numbers task = numbers_at(at.block, at.row);
        double system_s = records_number_at(at.block, RECORD_SYSTEM_CPU_COLUMN, at.row);
        if (!task_is_attempt(at.block, at.row) || !(task.cpu_s > 0) || isnan(system_s) ||
            !(task.elapsed_s > 0))
            continue;
        struct part_entry *entry = &part->entries[first + at.kind];
        entry->counts[0]++;
        exact_sum_add(&entry->sums[0], task.cpu_s);
        exact_sum_add(&entry->sums[1], system_s);
        exact_sum_add(&entry->sums[2], task.elapsed_s * (isnan(task.cores) ? 1 : task.cores));
    }
}
