/* task_bottleneck: the slowest tasks. A task that ran several times on a worker counts once, with
 * the sum; where sources give no ids each run is a task. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/tasks/group_index.h"
#include "table/rows.h"
#include "util/list.h"
#include "util/memory.h"

enum { MOST_TASKS = 1000, KEPT = 8 * MOST_TASKS };

struct slow_task {
    double duration_s, bytes;
    uint32_t worker, span; /* span: the last of the task in the sources */
};

/* The slowest so far, with others between two cuts. */
struct slowest {
    struct slow_task *items;
    size_t count;
    double least; /* what is shorter cannot be among them */
};

static int compare_tasks(const void *left, const void *right)
{
    const struct slow_task *l = left, *r = right;
    if (l->duration_s != r->duration_s)
        return l->duration_s > r->duration_s ? -1 : 1;
    return (l->span > r->span) - (l->span < r->span);
}

static void cut(struct slowest *slowest)
{
    if (slowest->count > 1)
        qsort(slowest->items, slowest->count, sizeof *slowest->items, compare_tasks);
    if (slowest->count < MOST_TASKS)
        return;
    slowest->count = MOST_TASKS;
    slowest->least = slowest->items[MOST_TASKS - 1].duration_s;
}

static void add_task(struct slowest *slowest, struct slow_task task)
{
    if (task.duration_s < slowest->least)
        return;
    slowest->items[slowest->count++] = task;
    if (slowest->count == KEPT)
        cut(slowest);
}

/* Which texts of tasks stand in more than one span. */
static uint8_t *find_repeated(const struct aligned_timeline *aligned)
{
    uint8_t *seen = memory_alloc_array(aligned->activity->texts.count + 1, sizeof *seen);
    for (size_t i = 0; i < aligned->span_count; i++) {
        uint32_t task = aligned->spans[i].subject.task;
        seen[task] = seen[task] ? 2 : 1;
    }
    seen[0] = 0;
    return seen;
}

struct repeated_tasks {
    struct group_index index;
    struct slow_task *items;
    size_t count, capacity;
};

static void add_repeated(struct repeated_tasks *repeated, const struct aligned_timeline *aligned,
                         struct slow_task task)
{
    uint32_t text = aligned->spans[task.span].subject.task;
    uint32_t place = group_index_add(&repeated->index, (struct group_key){text, task.worker});
    if (place == repeated->count) {
        *list_add(repeated) = task;
        return;
    }
    struct slow_task *sum = &repeated->items[place];
    sum->duration_s += task.duration_s;
    if (aligned->span_order[task.span] > aligned->span_order[sum->span]) {
        sum->span = task.span;
        sum->bytes = task.bytes;
    }
}

static void collect(const struct aligned_timeline *aligned, struct slowest *slowest)
{
    struct repeated_tasks repeated = {0};
    uint8_t *seen = find_repeated(aligned);
    for (size_t w = 0; w < aligned->lane_count; w++) {
        struct activity_rows rows = aligned->lanes[w].spans;
        for (size_t i = rows.first; i < rows.first + rows.count; i++) {
            const struct activity_span *span = &aligned->spans[i];
            struct slow_task task = {span->duration, span->bytes, (uint32_t)w, (uint32_t)i};
            if (span->is_annotation)
                continue;
            if (seen[span->subject.task] > 1)
                add_repeated(&repeated, aligned, task);
            else
                add_task(slowest, task);
        }
    }
    for (size_t i = 0; i < repeated.count; i++)
        add_task(slowest, repeated.items[i]);
    cut(slowest);
    group_index_release(&repeated.index);
    free(repeated.items);
    free(seen);
}

static const char *task_text(const struct trace_totals *totals, uint32_t span)
{
    const struct activity *activity = totals->aligned->activity;
    const char *task = activity_text(activity, totals->aligned->spans[span].subject.task);
    return task ? task : totals->function_names[totals->function_of[span]];
}

/* Of each text of a task the number of its latest result + 1, 0: none; to be freed. */
static uint32_t *latest_results(const struct activity *activity)
{
    uint32_t *latest = memory_alloc_array(activity->texts.count + 1, sizeof *latest);
    for (size_t i = 0; i < activity->result_count; i++)
        latest[activity->results[i].task] = (uint32_t)i + 1;
    return latest;
}

static void set_result(struct task_bottleneck_row *row, const struct activity *activity,
                       uint32_t number)
{
    const struct task_result *result = number ? &activity->results[number - 1] : NULL;
    row->shape = result ? activity_text(activity, result->shape) : NULL;
    row->dtype = result ? activity_text(activity, result->dtype) : NULL;
    row->type = result ? activity_text(activity, result->type) : NULL;
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct trace_totals *totals = request->traces;
    if (!totals)
        return;
    const struct aligned_timeline *aligned = totals->aligned;
    struct slowest slowest = {memory_alloc_array(KEPT, sizeof *slowest.items), 0, -INFINITY};
    struct table *table = tables_get(tables, "task_bottleneck");
    collect(aligned, &slowest);
    uint32_t *results = latest_results(aligned->activity);
    for (size_t i = 0; i < slowest.count; i++) {
        const struct slow_task *task = &slowest.items[i];
        struct task_bottleneck_row row = task_bottleneck_row_missing();
        row.host = aligned_host_name(aligned, aligned->lanes[task->worker].host);
        row.gpu = trace_worker_name(totals, task->worker, request->trace_compat, tables->arena);
        row.task = task_text(totals, task->span);
        row.duration_s = task->duration_s;
        row.share = task->duration_s / totals->workers[task->worker].sums.duration_s;
        row.memory_B = task->bytes;
        uint32_t text = aligned->spans[task->span].subject.task;
        set_result(&row, aligned->activity, text ? results[text] : 0);
        task_bottleneck_row_put(table, &row);
    }
    free(results);
    free(slowest.items);
}

const struct analysis analysis_task_bottleneck = {"task_bottleneck", run};
