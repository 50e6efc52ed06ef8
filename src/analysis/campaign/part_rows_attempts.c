#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/campaign/part_rows.h"
#include "analysis/tasks/attempt_ends.h"
#include "analysis/tasks/attempt_gpus.h"
#include "analysis/tasks/core_time.h"
#include "analysis/tasks/waiting_rows.h"
#include "table/rows.h"

static const char *text_of(const struct part *part, const struct part_entry *entry, int which)
{
    return interner_text(&part->texts, entry->key.texts[which]);
}

static enum task_outcome outcome_called(const char *name)
{
    for (int i = 0; name && i < OUTCOMES; i++)
        if (strcmp(task_outcome_names[i], name) == 0)
            return (enum task_outcome)i;
    return OUTCOME_UNKNOWN;
}

static void put_attempt(struct table *table, const struct part *part, struct part_entry *entry)
{
    struct attempts_row row = attempts_row_missing();
    struct core_time core_time = {exact_sum_value(&entry->sums[PART_COST_ALLOTTED]),
                                  exact_sum_value(&entry->sums[PART_COST_USED])};
    row.task = text_of(part, entry, 0);
    row.outcome = text_of(part, entry, 1);
    row.reason = text_of(part, entry, 2);
    row.attempts = (double)entry->counts[0];
    row.elapsed_s = exact_sum_value(&entry->sums[PART_COST_ELAPSED]);
    row.cpu_s = exact_sum_value(&entry->sums[PART_COST_CPU]);
    row_set_core_time(&row, &core_time, row.cpu_s);
    row.peak_memory_B = entry->highs[0];
    row.ended = attempt_end_outcome(outcome_called(text_of(part, entry, 3)),
                                    row.outcome ? row.outcome : "");
    attempts_row_put(table, &row);
}

static void put_failure(struct table *table, const struct part *part, struct part_entry *entry)
{
    struct failures_row row = failures_row_missing();
    row.task = text_of(part, entry, 0);
    row.outcome = text_of(part, entry, 1);
    row.reason = text_of(part, entry, 2);
    row.attempts = (double)entry->counts[0];
    row.elapsed_s = exact_sum_value(&entry->sums[PART_COST_ELAPSED]);
    row.last = (double)entry->counts[1];
    row.example = interner_text(&part->texts, entry->example);
    failures_row_put(table, &row);
}

static void put_kernel_time(struct table *table, const struct part *part, struct part_entry *entry)
{
    struct kernel_time_row row = kernel_time_row_missing();
    if (!entry->counts[0])
        return;
    row.task = text_of(part, entry, 0);
    row.attempts = (double)entry->counts[0];
    row.cpu_s = exact_sum_value(&entry->sums[0]);
    row.system_s = exact_sum_value(&entry->sums[1]);
    row.core_s = exact_sum_value(&entry->sums[2]);
    kernel_time_row_put(table, &row);
}

static void put_waiting(struct tables *tables, const struct part *part)
{
    size_t count;
    struct part_entry **entries = part_rows_in_order(part, PART_NOT_STARTED, &count);
    for (size_t i = 0; part->has_reasons && i < count; i++)
        waiting_row_put_counted(tables, text_of(part, entries[i], 0), text_of(part, entries[i], 1),
                                (size_t)entries[i]->counts[0]);
    free(entries);
}

/* ---- GPUs ---- */

struct gpu_uses {
    uint64_t attempts[GPU_USES], uncounted;
    struct exact_sum gpu_s[GPU_USES], used_gpu_s;
    double most;
};

static void add_uses(struct gpu_uses *uses, const struct part *part, uint32_t task)
{
    for (enum gpu_use use = 0; use < GPU_USES; use++) {
        const char *name = gpu_use_names[use];
        const struct part_key key = {PART_GPUS, {task, part_find_text(part, name), 0, 0}};
        struct part_entry *entry = part_find(part, &key);
        if (!entry)
            continue;
        uses->attempts[use] += entry->counts[PART_GPUS_ATTEMPTS];
        uses->uncounted += use == GPUS_HELD ? entry->counts[PART_GPUS_UNCOUNTED] : 0;
        uses->most = fmax(uses->most, entry->highs[0]);
        exact_sum_merge(&uses->gpu_s[use], &entry->sums[PART_GPUS_TIME]);
        if (use == GPUS_MEASURED)
            exact_sum_merge(&uses->used_gpu_s, &entry->sums[PART_GPUS_USED]);
    }
}

/* Releases them as well. */
static void put_uses(struct tables *tables, const char *task, struct gpu_uses *uses)
{
    double gpu_s[GPU_USES];
    for (int use = 0; use < GPU_USES; use++) {
        gpu_s[use] = uses->attempts[use] ? exact_sum_value(&uses->gpu_s[use]) : 0;
        exact_sum_release(&uses->gpu_s[use]);
    }
    double used_gpu_s = uses->attempts[GPUS_MEASURED] ? exact_sum_value(&uses->used_gpu_s) : 0;
    exact_sum_release(&uses->used_gpu_s);
    if (!uses->attempts[GPUS_HELD])
        return;
    struct task_gpus_row row = task_gpus_row_missing();
    row.task = task;
    row.attempts = (double)uses->attempts[GPUS_HELD];
    row.gpu_s = gpu_s[GPUS_HELD];
    row.measured = (double)uses->attempts[GPUS_MEASURED];
    row.measured_gpu_s = gpu_s[GPUS_MEASURED];
    row.idle = (double)uses->attempts[GPUS_IDLE];
    row.idle_gpu_s = gpu_s[GPUS_IDLE];
    row.low = (double)uses->attempts[GPUS_LOW];
    row.low_gpu_s = gpu_s[GPUS_LOW];
    row.gpus_max = uses->most;
    row.used_gpu_s = used_gpu_s;
    row.uncounted = (double)uses->uncounted;
    task_gpus_row_put(tables_at(tables, TABLE_task_gpus), &row);
}

static void put_gpus(struct tables *tables, const struct part_groups *groups)
{
    const struct task_groups *tasks = &groups->groups;
    struct gpu_uses all = {0};
    for (size_t k = 0; k < tasks->kind_count; k++)
        add_uses(&all, groups->part, part_groups_kind(groups, k));
    put_uses(tables, "*", &all);
    for (size_t k = 0; k < tasks->kind_count; k++) {
        struct gpu_uses uses = {0};
        add_uses(&uses, groups->part, part_groups_kind(groups, k));
        put_uses(tables, tasks->kinds[k].task, &uses);
    }
}

/* ---- all ---- */

typedef void row_put(struct table *table, const struct part *part, struct part_entry *entry);

/* There is no table where there is none. */
static void put_class(struct tables *tables, const char *name, const struct part *part,
                      enum part_class class, row_put *put)
{
    size_t count;
    struct part_entry **entries = part_rows_in_order(part, class, &count);
    for (size_t i = 0; i < count; i++)
        put(tables_get(tables, name), part, entries[i]);
    free(entries);
}

void part_rows_put_attempts(struct tables *tables, const struct part_groups *groups)
{
    put_class(tables, "attempts", groups->part, PART_ATTEMPT, put_attempt);
    put_class(tables, "failures", groups->part, PART_FAILURE, put_failure);
    put_class(tables, "kernel_time", groups->part, PART_KERNEL, put_kernel_time);
    put_gpus(tables, groups);
    put_waiting(tables, groups->part);
}
