#include <stdlib.h>
#include <string.h>

#include "analysis/campaign/part_rows.h"
#include "analysis/tasks/attempt_ends.h"
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
    put_waiting(tables, groups->part);
}
