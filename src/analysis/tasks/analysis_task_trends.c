/* task_trends: whether tasks of a kind in a step take longer the later they start.
 *
 * Tasks that succeeded are ordered by their start. The test is that of Cox and Stuart (Biometrika
 * 42, 80, 1955): each of the first half is paired with the one half of them later, and as many
 * pairs as not should rise; whatever the distribution, the chance of more is that of tosses of a
 * coin. What starts at the same time is no pair. Fifths of equal counts say how much it grows, and
 * whether it does so steadily. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/statistics/binomial_tail.h"
#include "analysis/statistics/number_sort.h"
#include "analysis/statistics/statistic.h"
#include "analysis/tasks/task_times.h"
#include "table/rows.h"
#include "util/memory.h"

enum { PARTS = 5, FEWEST_TASKS = 40 };

/* Of a task. */
struct run_time {
    double start, elapsed_s;
};

struct run_times {
    const struct task_groups *groups;
    struct run_time *items; /* group by group; NULL: they are counted */
    size_t *first, *filled; /* a group's are from first[g] on, filled[g] of them */
};

static void take(struct run_times *times, uint32_t group, double start, double elapsed_s)
{
    if (times->items)
        times->items[times->first[group] + times->filled[group]] =
            (struct run_time){start, elapsed_s};
    times->filled[group]++;
}

static void walk(struct run_times *times)
{
    const struct task_groups *groups = times->groups;
    size_t record = 0;
    for (size_t b = 0; b < groups->records->block_count; b++) {
        const struct records_block *block = &groups->records->blocks[b];
        struct task_time_columns columns = task_time_columns_of(block);
        for (size_t row = 0; row < block->rows; row++, record++) {
            double start = task_times_at(&columns, row).start;
            double elapsed_s = records_number_at(block, RECORD_ELAPSED_COLUMN, row);
            if (!isnan(start) && elapsed_s > 0 && task_is_attempt(block, row) &&
                task_outcome_at(groups, record) == OUTCOME_SUCCEEDED)
                take(times, groups->group_of[record], start, elapsed_s);
        }
    }
}

static void run_times_make(struct run_times *times, const struct task_groups *groups)
{
    size_t count = groups->group_count, sum = 0;
    *times = (struct run_times){.groups = groups,
                                .first = memory_alloc_array(count + 1, sizeof *times->first),
                                .filled = memory_alloc_array(count + 1, sizeof *times->filled)};
    walk(times);
    for (size_t g = 0; g < count; g++) {
        times->first[g] = sum;
        sum += times->filled[g];
        times->filled[g] = 0;
    }
    times->items = memory_alloc_array(sum + 1, sizeof *times->items);
    walk(times);
}

static void run_times_release(struct run_times *times)
{
    free(times->items);
    free(times->first);
    free(times->filled);
}

/* The chance of as many pairs that rise. */
static double chance_of(const struct run_time *items, size_t count)
{
    size_t half = count / 2, rising = 0, falling = 0;
    for (size_t i = 0; i < half; i++) {
        const struct run_time *early = &items[i], *late = &items[count - half + i];
        if (!(late->start > early->start))
            continue;
        rising += late->elapsed_s > early->elapsed_s;
        falling += late->elapsed_s < early->elapsed_s;
    }
    return binomial_tail((double)rising, (double)(rising + falling), 0.5);
}

static void find_medians(const struct run_time *items, size_t count, double medians[PARTS])
{
    double *scratch = memory_alloc_array(count, sizeof *scratch);
    for (size_t part = 0; part < PARTS; part++) {
        size_t from = part * count / PARTS, to = (part + 1) * count / PARTS;
        for (size_t i = from; i < to; i++)
            scratch[i - from] = items[i].elapsed_s;
        medians[part] = statistic_median(scratch, to - from);
    }
    free(scratch);
}

static void put_group(struct tables *tables, const struct task_group *group, struct run_time *items,
                      size_t count)
{
    double medians[PARTS], least = INFINITY, most = -INFINITY;
    number_sort((double *)items, count, 2);
    find_medians(items, count, medians);
    for (int part = 1; part < PARTS; part++) {
        least = fmin(least, medians[part] - medians[part - 1]);
        most = fmax(most, medians[part] - medians[part - 1]);
    }
    struct table *table = tables_get(tables, "task_trends");
    struct task_trends_row row = task_trends_row_missing();
    row.task = group->task;
    row.tasks = (double)count;
    row.first_start = items[0].start;
    row.last_start = items[count - 1].start;
    row.first_median_s = medians[0];
    row.last_median_s = medians[PARTS - 1];
    row.least_rise_s = least;
    row.largest_rise_s = most;
    row.chance = chance_of(items, count);
    row.step = group->step;
    task_trends_row_put(table, &row);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct task_groups *groups = request->tasks;
    struct run_times times;
    if (!groups || !groups->elapsed || !task_times_known(groups->records))
        return;
    run_times_make(&times, groups);
    for (size_t g = 0; g < groups->group_count; g++)
        if (times.filled[g] >= FEWEST_TASKS)
            put_group(tables, &groups->groups[g], times.items + times.first[g], times.filled[g]);
    run_times_release(&times);
}

const struct analysis analysis_task_trends = {"task_trends", run};
