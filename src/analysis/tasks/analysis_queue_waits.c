/* queue_waits: how long attempts waited before they started, beside how long they ran. */
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/statistics/statistic.h"
#include "analysis/tasks/queued_attempts.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/number.h"

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

static double none_ran_s(const struct queued_attempts *queue, double *span_s)
{
    struct change *changes = memory_alloc_array(3 * queue->count, sizeof *changes);
    size_t count = 0;
    long waiting = 0, running = 0;
    double sum_s = 0;
    for (size_t i = 0; i < queue->count; i++) {
        const struct queued_attempt *item = &queue->items[i];
        int waits = !number_is_missing(item->from);
        if (waits)
            changes[count++] = (struct change){item->from, 1, 0};
        changes[count++] = (struct change){item->start, -waits, 1};
        changes[count++] = (struct change){item->end, 0, -1};
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

struct wait_sums {
    size_t attempts, eligible; /* whose wait is known; of these from when they were eligible */
    double wait_s, elapsed_s;
};

/* Of the items, which are of one kind, or all; their waits are listed. */
static struct wait_sums sum_waits(const struct queued_attempt *items, size_t count, double *waits)
{
    struct wait_sums sums = {0};
    for (size_t i = 0; i < count; i++) {
        if (number_is_missing(items[i].from))
            continue;
        double wait_s = items[i].start - items[i].from;
        waits[sums.attempts++] = wait_s;
        sums.eligible += items[i].is_eligible;
        sums.wait_s += wait_s;
        sums.elapsed_s += items[i].end - items[i].start;
    }
    return sums;
}

static void put_waits(struct tables *tables, const char *task, const struct queued_attempt *items,
                      size_t count, double *waits, double span_s, double alone_s)
{
    static const double parts[] = {0.5, 0.95};
    double quantiles[2];
    struct wait_sums sums = sum_waits(items, count, waits);
    if (!sums.attempts)
        return;
    statistic_quantiles(waits, sums.attempts, parts, 2, quantiles);
    struct table *table = tables_get(tables, "queue_waits");
    struct queue_waits_row row = queue_waits_row_missing();
    row.task = task;
    row.attempts = (double)sums.attempts;
    row.wait_p50_s = quantiles[0];
    row.wait_p95_s = quantiles[1];
    row.wait_s = sums.wait_s;
    row.elapsed_s = sums.elapsed_s;
    row.wait_share = sums.wait_s / (sums.wait_s + sums.elapsed_s);
    row.span_s = span_s;
    row.none_ran_s = alone_s;
    row.eligible = (double)sums.eligible;
    queue_waits_row_put(table, &row);
}

/* Of a queue in the order of kinds. */
static void put_queue(struct tables *tables, const struct task_groups *groups,
                      const struct queued_attempts *queue)
{
    double *waits = memory_alloc_array(queue->count, sizeof *waits), span_s;
    double alone_s = none_ran_s(queue, &span_s);
    put_waits(tables, "*", queue->items, queue->count, waits, span_s, alone_s);
    for (size_t first = 0, next; first < queue->count; first = next) {
        size_t kind = queue->items[first].kind;
        for (next = first; next < queue->count && queue->items[next].kind == kind;)
            next++;
        put_waits(tables, groups->kinds[kind].task, queue->items + first, next - first, waits,
                  NUMBER_MISSING, NUMBER_MISSING);
    }
    free(waits);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct task_groups *groups = request->tasks;
    if (!groups)
        return;
    struct queued_attempts queue = queued_attempts_make(groups);
    if (queue.count)
        put_queue(tables, groups, &queue);
    free(queue.items);
}

const struct analysis analysis_queue_waits = {"queue_waits", run};
