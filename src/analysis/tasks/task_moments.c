#include "analysis/tasks/task_moments.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/statistics/number_sort.h"
#include "analysis/tasks/connected_workers.h"
#include "analysis/tasks/task_stretches.h"
#include "util/list.h"
#include "util/number.h"

static void add_change(struct task_changes *changes, double time)
{
    *list_add(changes) = time;
}

static void add_stretch(struct task_moments *moments, size_t count, double from, double to)
{
    if (!(from < to))
        return;
    add_change(&moments->up[count], from);
    add_change(&moments->down[count], to);
}

static void add_attempt(struct task_moments *moments, struct task_stretches stretches)
{
    add_stretch(moments, MOMENT_WAITING, stretches.waits_from, stretches.waits_to);
    add_stretch(moments, MOMENT_RUNNING, stretches.runs_from, stretches.runs_to);
}

/* ---- records ---- */

static void collect_block(struct task_moments *moments, const struct records_block *block,
                          double source_end)
{
    struct task_time_columns columns = task_time_columns_of(block);
    for (size_t row = 0; row < block->rows; row++)
        add_attempt(moments, task_stretches_at(block, &columns, row, source_end));
}

static void collect(struct task_moments *moments, const struct records *records)
{
    double *ends = task_source_ends_make(records);
    for (size_t i = 0; i < records->block_count; i++)
        collect_block(moments, &records->blocks[i], ends[records->blocks[i].source]);
    free(ends);
}

/* ---- workers ---- */

/* A clock that went back makes changes of the same moment. */
static void add_queue(struct task_moments *moments, const struct queue_samples *queue, double from,
                      double to)
{
    double count = 0, moment = from;
    for (size_t i = 0; i < queue->count; i++) {
        moment = fmax(moment, fmin(queue->times[i], to));
        for (; count < queue->workers[i]; count++)
            add_change(&moments->up[MOMENT_WORKERS], moment);
        for (; count > queue->workers[i]; count--)
            add_change(&moments->down[MOMENT_WORKERS], moment);
    }
    for (; count > 0; count--)
        add_change(&moments->down[MOMENT_WORKERS], fmax(moment, fmin(queue->end, to)));
}

static void add_workers(struct task_moments *moments, const struct connected_workers *workers,
                        double from, double to)
{
    for (size_t i = 0; i < workers->count; i++)
        add_queue(moments, workers->logs[i], from, to);
}

/* ---- all ---- */

static void settle(struct task_changes *changes, struct task_moments *moments)
{
    if (!changes->count)
        return;
    number_sort(changes->items, changes->count, 1);
    moments->changes += changes->count;
    moments->last = fmax(moments->last, *list_last(changes));
}

static double first_of(const struct task_changes *changes)
{
    return changes->count ? changes->items[0] : INFINITY;
}

/* Where a source tells that nothing ran or waited up to its end, that is a change, too. */
static void go_on_to_end(struct task_moments *moments, const struct records *records)
{
    double end = -INFINITY;
    for (size_t i = 0; i < records->source_count; i++)
        end = fmax(end, records->sources[i].end);
    if (!moments->changes || !(end > moments->last))
        return;
    moments->last = end;
    moments->changes++;
}

void task_moments_make(struct task_moments *moments, const struct dataset *dataset)
{
    *moments = (struct task_moments){.last = -INFINITY};
    if (!dataset->records || !task_stretches_known(dataset->records))
        return;
    collect(moments, dataset->records);
    for (size_t i = 0; i < MOMENT_WORKERS; i++) {
        settle(&moments->up[i], moments);
        settle(&moments->down[i], moments);
    }
    go_on_to_end(moments, dataset->records);
    double first =
        fmin(first_of(&moments->up[MOMENT_RUNNING]), first_of(&moments->up[MOMENT_WAITING]));
    struct connected_workers workers = connected_workers_of(dataset);
    bool has_workers = moments->changes && workers.count;
    if (has_workers) {
        add_workers(moments, &workers, first, moments->last);
        settle(&moments->up[MOMENT_WORKERS], moments);
        settle(&moments->down[MOMENT_WORKERS], moments);
    }
    moments->known[MOMENT_RUNNING] = true;
    moments->known[MOMENT_WAITING] = records_has(dataset->records, RECORD_SUBMIT_COLUMN);
    moments->known[MOMENT_WORKERS] = has_workers;
    connected_workers_release(&workers);
}

void task_moments_release(struct task_moments *moments)
{
    for (size_t i = 0; i < MOMENT_COUNTS; i++) {
        free(moments->up[i].items);
        free(moments->down[i].items);
    }
    *moments = (struct task_moments){0};
}

/* ---- from moment to moment ---- */

void task_moments_rewind(struct task_moments *moments, struct task_state *state)
{
    for (size_t i = 0; i < MOMENT_COUNTS; i++)
        moments->up[i].next = moments->down[i].next = 0;
    *state = (struct task_state){0};
}

static double earlier(double moment, const struct task_changes *changes)
{
    bool is_earlier = changes->next < changes->count && changes->items[changes->next] < moment;
    return is_earlier ? changes->items[changes->next] : moment;
}

static size_t pass(struct task_changes *changes, double time)
{
    size_t from = changes->next;
    while (changes->next < changes->count && changes->items[changes->next] <= time)
        changes->next++;
    return changes->next - from;
}

bool task_moments_next(struct task_moments *moments, struct task_state *state)
{
    double next = INFINITY;
    for (size_t i = 0; i < MOMENT_COUNTS; i++)
        next = earlier(earlier(next, &moments->up[i]), &moments->down[i]);
    if (next == INFINITY && moments->last > state->time)
        next = moments->last;
    if (next == INFINITY)
        return false;
    state->time = next;
    for (size_t i = 0; i < MOMENT_COUNTS; i++) {
        state->counts[i] += pass(&moments->up[i], next);
        state->counts[i] -= pass(&moments->down[i], next);
    }
    return true;
}
