/* worker_cores: how many cores connected workers had, by the logs of their managers, how many of
 * them the attempts that ran were given, and whether others waited beside the rest.
 *
 * Nothing is said where workers do not tell their cores, or the log does not tell those of attempts
 * that make more than a hundredth of the time. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/statistics/number_sort.h"
#include "analysis/tasks/connected_workers.h"
#include "analysis/tasks/task_rules.h"
#include "analysis/tasks/task_stretches.h"
#include "table/rows.h"
#include "util/list.h"
#include "util/number.h"

static const double FEW_WITHOUT = 0.01; /* of the time of all attempts */

/* By how much each of them grows at a moment. */
struct change {
    double time;
    double cores, busy, waiting;
};

struct changes {
    struct change *items;
    size_t count, capacity;
    double ran_s, without_s; /* of all attempts, and of those whose cores are not known */
    size_t never_started;    /* tasks that waited */
};

static void add_change(struct changes *changes, struct change change)
{
    *list_add(changes) = change;
}

/* ---- workers ---- */

/* A clock that went back makes changes of the same moment. */
static void add_log(struct changes *changes, const struct queue_samples *log)
{
    double before = 0, moment = -INFINITY;
    for (size_t i = 0; i < log->count; i++) {
        moment = fmax(moment, log->times[i]);
        add_change(changes, (struct change){moment, log->cores[i] - before, 0, 0});
        before = log->cores[i];
    }
    add_change(changes, (struct change){fmax(moment, log->end), -before, 0, 0});
}

static bool have_cores(const struct connected_workers *workers)
{
    for (size_t i = 0; i < workers->count; i++)
        if (!workers->logs[i]->cores)
            return false;
    return workers->count;
}

/* ---- attempts ---- */

static void add_wait(struct changes *changes, double from, double to)
{
    if (!(from < to))
        return;
    add_change(changes, (struct change){from, 0, 0, 1});
    add_change(changes, (struct change){to, 0, 0, -1});
}

static void add_run(struct changes *changes, double from, double to, double cores)
{
    if (!(from < to))
        return;
    changes->ran_s += to - from;
    if (!(cores > 0)) {
        changes->without_s += to - from;
        return;
    }
    add_change(changes, (struct change){from, 0, cores, 0});
    add_change(changes, (struct change){to, 0, -cores, 0});
}

static void add_block(struct changes *changes, const struct records_block *block, double source_end)
{
    struct task_time_columns columns = task_time_columns_of(block);
    for (size_t row = 0; row < block->rows; row++) {
        struct task_stretches at = task_stretches_at(block, &columns, row, source_end);
        add_wait(changes, at.waits_from, at.waits_to);
        changes->never_started += at.waits_from < at.waits_to && isnan(at.runs_from);
        add_run(changes, at.runs_from, at.runs_to,
                records_number_at(block, RECORD_CORES_COLUMN, row));
    }
}

static struct changes collect(const struct records *records,
                              const struct connected_workers *workers)
{
    struct changes changes = {.items = NULL};
    double *ends = task_source_ends_make(records);
    for (size_t i = 0; i < workers->count; i++)
        add_log(&changes, workers->logs[i]);
    for (size_t i = 0; i < records->block_count; i++)
        add_block(&changes, &records->blocks[i], ends[records->blocks[i].source]);
    free(ends);
    return changes;
}

/* ---- the table ---- */

/* Integrals over the time in which workers with cores were connected. */
struct use {
    double connected_s, core_s, busy_s, idle_s;
    double waited_s, waited_idle_s, waiting_s; /* while cores were idle and tasks waited */
};

static void add_span(struct use *use, const struct change *state, double span_s)
{
    double idle = fmax(state->cores - state->busy, 0);
    if (!(state->cores > 0))
        return;
    use->connected_s += span_s;
    use->core_s += span_s * state->cores;
    use->busy_s += span_s * state->busy;
    use->idle_s += span_s * idle;
    if (!(state->waiting > 0) || !(idle > 0))
        return;
    use->waited_s += span_s;
    use->waited_idle_s += span_s * idle;
    use->waiting_s += span_s * state->waiting;
}

static struct use measure(struct changes *changes)
{
    struct use use = {0};
    struct change state = {0};
    number_sort(&changes->items->time, changes->count, sizeof *changes->items / sizeof(double));
    for (size_t i = 0; i < changes->count; i++) {
        const struct change *change = &changes->items[i];
        add_span(&use, &state, change->time - state.time);
        state = (struct change){change->time, state.cores + change->cores,
                                state.busy + change->busy, state.waiting + change->waiting};
    }
    return use;
}

static void put(struct table *table, const struct use *use, size_t never_started)
{
    struct worker_cores_row row = worker_cores_row_missing();
    row.connected_s = use->connected_s;
    row.cores = use->core_s / use->connected_s;
    row.busy = use->busy_s / use->connected_s;
    row.idle_s = use->idle_s;
    row.waited_idle_s = use->waited_idle_s;
    row.waiting = use->waited_s > 0 ? use->waiting_s / use->waited_s : 0;
    row.never_started = (double)never_started;
    worker_cores_row_put_static(table, &row);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct records *records = request->tasks ? request->dataset->records : NULL;
    if (!records || !task_stretches_known(records))
        return;
    struct connected_workers workers = connected_workers_of(request->dataset);
    if (have_cores(&workers) && records_has(records, RECORD_SUBMIT_COLUMN)) {
        struct changes changes = collect(records, &workers);
        bool are_known = changes.without_s <= FEW_WITHOUT * changes.ran_s;
        struct use use = are_known ? measure(&changes) : (struct use){0};
        if (use.core_s > 0)
            put(tables_get(tables, "worker_cores"), &use, changes.never_started);
        free(changes.items);
    }
    connected_workers_release(&workers);
}

const struct analysis analysis_worker_cores = {"worker_cores", run};
