#include "analysis/tasks/task_groups.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"
#include "util/natural.h"
#include "util/number.h"

size_t task_groups_find(const struct task_groups *groups, const char *step, const char *task)
{
    size_t first = 0, end = groups->group_count;
    while (first < end) {
        size_t middle = first + (end - first) / 2;
        int order = natural_compare(groups->groups[middle].task, task);
        if (!order)
            order = natural_compare(groups->groups[middle].step, step);
        if (!order)
            return middle;
        if (order < 0)
            first = middle + 1;
        else
            end = middle;
    }
    return groups->group_count;
}

/* ---- columns ---- */

/* Those of the tasks among neighbouring records that succeeded; returns how many. */
static size_t take_values(double *column, const double *values, size_t count,
                          const uint8_t *outcomes)
{
    if (!outcomes && values) {
        memcpy(column, values, count * sizeof *column);
        return count;
    }
    size_t taken = 0;
    for (size_t i = 0; i < count; i++)
        if (!outcomes || outcomes[i] == OUTCOME_SUCCEEDED)
            column[taken++] = values ? values[i] : NUMBER_MISSING;
    return taken;
}

/* Most inputs are sorted by kind: records of a group are taken together where they stand so. */
double *task_column_gather(const struct task_groups *groups, task_column_source *source,
                           const void *context)
{
    size_t *next = memory_alloc_array(groups->group_count + 1, sizeof *next), record = 0;
    double *column = memory_resize(NULL, groups->first[groups->group_count] + 1, sizeof *column);
    memcpy(next, groups->first, groups->group_count * sizeof *next);
    for (size_t i = 0; i < groups->records->block_count; i++) {
        const struct records_block *block = &groups->records->blocks[i];
        const double *values = source(block, context);
        for (size_t row = 0, end; row < block->rows; record += end - row, row = end) {
            uint32_t group = groups->group_of[record];
            for (end = row + 1; end < block->rows; end++)
                if (groups->group_of[record + end - row] != group)
                    break;
            next[group] +=
                take_values(column + next[group], values ? values + row : NULL, end - row,
                            groups->outcomes ? groups->outcomes + record : NULL);
        }
    }
    free(next);
    return column;
}

/* A column of the records, and which to take of sources that do not have it. */
struct choice {
    int column, otherwise;
    bool *has_it; /* of each source */
};

static const double *chosen_values(const struct records_block *block, const void *context)
{
    const struct choice *choice = context;
    bool has_it = choice->has_it[block->source] || choice->otherwise == RECORDS_NO_COLUMN;
    return records_numbers(block, has_it ? choice->column : choice->otherwise);
}

double *task_column_make(const struct task_groups *groups, int column, int otherwise)
{
    if (!records_has(groups->records, column) && !records_has(groups->records, otherwise))
        return NULL;
    const struct records *records = groups->records;
    struct choice choice = {column, otherwise,
                            memory_alloc_array(records->source_count + 1, sizeof(bool))};
    for (size_t i = 0; i < records->block_count; i++)
        if (records_numbers(&records->blocks[i], column))
            choice.has_it[records->blocks[i].source] = true;
    double *values = task_column_gather(groups, chosen_values, &choice);
    free(choice.has_it);
    return values;
}

/* ---- totals ---- */

void task_totals_init(struct task_totals *totals)
{
    *totals = (struct task_totals){.elapsed_s = NUMBER_MISSING,
                                   .cpu_s = NUMBER_MISSING,
                                   .used_s = NUMBER_MISSING,
                                   .allotted_s = NUMBER_MISSING,
                                   .held_core_s = NUMBER_MISSING,
                                   .held_s = NUMBER_MISSING,
                                   .memory_max = NUMBER_MISSING};
    core_time_init(&totals->core_time);
}

void task_totals_add(struct task_totals *totals, const struct task_totals *more)
{
    totals->attempts += more->attempts;
    totals->repeated += more->repeated;
    totals->scripts += more->scripts;
    totals->cached += more->cached;
    for (int i = 0; i < OUTCOMES; i++)
        totals->tasks[i] += more->tasks[i];
    number_add(&totals->elapsed_s, more->elapsed_s);
    number_add(&totals->cpu_s, more->cpu_s);
    number_add(&totals->used_s, more->used_s);
    number_add(&totals->allotted_s, more->allotted_s);
    core_time_add(&totals->core_time, &more->core_time);
    number_add(&totals->held_core_s, more->held_core_s);
    number_add(&totals->held_s, more->held_s);
    totals->memory_max = fmax(totals->memory_max, more->memory_max);
}

struct task_totals task_groups_totals(const struct task_groups *groups)
{
    struct task_totals totals;
    task_totals_init(&totals);
    for (size_t k = 0; k < groups->kind_count; k++)
        task_totals_add(&totals, &groups->kinds[k].totals);
    return totals;
}

size_t task_groups_count_steps(const struct task_groups *groups)
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

double task_totals_efficiency(const struct task_totals *totals)
{
    bool known = totals->allotted_s > 0 && totals->used_s >= totals->cpu_s / 2;
    return known ? totals->used_s / totals->allotted_s : NUMBER_MISSING;
}

double task_allotted_s(double cpu_s, double elapsed_s, double cores)
{
    static const double MORE_THAN_ONE_CORE = 1.1;
    if (!isnan(cores))
        return elapsed_s * cores;
    return cpu_s > elapsed_s * MORE_THAN_ONE_CORE ? NUMBER_MISSING : elapsed_s;
}
