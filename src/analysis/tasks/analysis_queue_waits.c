/* queue_waits: how long attempts waited before they started, beside how long they ran.
 *
 * They wait from submission on, or from the moment on which the attribute `eligible` names: what
 * they depended on was done then. Only first attempts: what is submitted again was no longer in the
 * queue meanwhile. Only those of batch systems: tasks of a workflow wait for each other. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/statistics/statistic.h"
#include "analysis/tasks/task_rules.h"
#include "analysis/tasks/task_times.h"
#include "util/memory.h"
#include "util/number.h"

struct queued {
    double from, start, end;
    size_t kind;
};

struct queue {
    struct queued *items;
    size_t count, capacity;
};

static void add_block(struct queue *queue, const struct task_groups *groups,
                      const struct records_block *block, size_t first_record, int eligible_column)
{
    struct task_time_columns columns = task_time_columns_of(block);
    for (size_t row = 0; row < block->rows; row++) {
        struct task_times times = task_times_at(&columns, row);
        double eligible = records_number_at(block, eligible_column, row);
        double from = eligible > times.submit ? fmin(eligible, times.start) : times.submit;
        if (!(times.start >= from) || !(times.end > times.start) || !task_is_attempt(block, row) ||
            records_number_at(block, RECORD_ATTEMPT_COLUMN, row) > 1)
            continue;
        memory_reserve(&queue->items, &queue->capacity, queue->count + 1, sizeof *queue->items);
        queue->items[queue->count++] =
            (struct queued){from, times.start, times.end,
                            groups->groups[groups->group_of[first_record + row]].kind};
    }
}

static void make_queue(struct queue *queue, const struct task_groups *groups)
{
    int eligible = records_find_attribute(groups->records, "eligible", RECORD_NUMBER);
    size_t record = 0;
    for (size_t i = 0; i < groups->records->block_count; i++) {
        const struct records_block *block = &groups->records->blocks[i];
        if (records_have_queue(groups->records, block))
            add_block(queue, groups, block, record, eligible);
        record += block->rows;
    }
}

/* ---- when some waited and none ran ---- */

struct change {
    double time;
    int waiting, running;
};

static int by_time(const void *left, const void *right)
{
    const struct change *l = left, *r = right;
    return (l->time > r->time) - (l->time < r->time);
}

static double none_ran_s(const struct queue *queue, double *span_s)
{
    struct change *changes = memory_alloc_array(3 * queue->count, sizeof *changes);
    size_t count = 0;
    long waiting = 0, running = 0;
    double sum_s = 0;
    for (size_t i = 0; i < queue->count; i++) {
        changes[count++] = (struct change){queue->items[i].from, 1, 0};
        changes[count++] = (struct change){queue->items[i].start, -1, 1};
        changes[count++] = (struct change){queue->items[i].end, 0, -1};
    }
    qsort(changes, count, sizeof *changes, by_time);
    for (size_t i = 0; i + 1 < count; i++) {
        waiting += changes[i].waiting;
        running += changes[i].running;
        if (waiting > 0 && running == 0)
            sum_s += changes[i + 1].time - changes[i].time;
    }
    *span_s = changes[count - 1].time - changes[0].time;
    free(changes);
    return sum_s;
}

/* ---- the table ---- */

/* Of the items from `first` on, which are of one kind, or all. */
static void put_waits(struct tables *tables, const char *task, const struct queued *items,
                      size_t count, double *waits)
{
    static const double parts[] = {0.5, 0.95};
    double quantiles[2], wait_s = 0, elapsed_s = 0;
    for (size_t i = 0; i < count; i++) {
        waits[i] = items[i].start - items[i].from;
        wait_s += waits[i];
        elapsed_s += items[i].end - items[i].start;
    }
    statistic_quantiles(waits, count, parts, 2, quantiles);
    struct table *table = tables_get(tables, "queue_waits");
    table_put_text(table, task);
    put_count(table, count);
    table_put_number(table, quantiles[0]);
    table_put_number(table, quantiles[1]);
    table_put_number(table, wait_s);
    table_put_number(table, elapsed_s);
    table_put_number(table, wait_s / (wait_s + elapsed_s));
}

static int by_kind(const void *left, const void *right)
{
    const struct queued *l = left, *r = right;
    return (l->kind > r->kind) - (l->kind < r->kind);
}

static void put_queue(struct tables *tables, const struct task_groups *groups, struct queue *queue)
{
    double *waits = memory_alloc_array(queue->count, sizeof *waits), span_s;
    double alone_s = none_ran_s(queue, &span_s);
    put_waits(tables, "*", queue->items, queue->count, waits);
    struct table *table = tables_get(tables, "queue_waits");
    table_put_number(table, span_s);
    table_put_number(table, alone_s);
    qsort(queue->items, queue->count, sizeof *queue->items, by_kind);
    for (size_t first = 0, next; first < queue->count; first = next) {
        size_t kind = queue->items[first].kind;
        for (next = first; next < queue->count && queue->items[next].kind == kind;)
            next++;
        put_waits(tables, groups->kinds[kind].task, queue->items + first, next - first, waits);
        table_put_number(table, NUMBER_MISSING);
        table_put_number(table, NUMBER_MISSING);
    }
    free(waits);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct task_groups *groups = request->tasks;
    struct queue queue = {0};
    if (!groups || !records_has(groups->records, RECORD_SUBMIT_COLUMN) ||
        !task_times_known(groups->records))
        return;
    make_queue(&queue, groups);
    if (queue.count)
        put_queue(tables, groups, &queue);
    free(queue.items);
}

const struct analysis analysis_queue_waits = {"queue_waits", run};
