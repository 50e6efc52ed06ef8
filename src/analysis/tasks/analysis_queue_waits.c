/* queue_waits: how long attempts waited before they started, beside how long they ran.
 *
 * They wait from submission on, or from the moment on which the attribute `eligible` names: what
 * they depended on was done then. A later attempt of a task waits from when it was submitted again,
 * which is known where that moment lies behind the start of the attempt before it: the wait for a
 * first start is not that for a second one. Attempts whose wait is unknown count as running, and
 * for nothing else. Only those of batch systems: tasks of a workflow wait for each other. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/statistics/statistic.h"
#include "analysis/tasks/task_times.h"
#include "table/rows.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/number.h"

struct queued {
    double from, start, end; /* from: NaN where the wait is unknown */
    size_t kind;
    uint32_t run, id; /* of the task; id 0: none */
    double attempt;
    bool is_eligible; /* its source says when what it depended on was done */
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
        if (!(times.end > times.start) || !task_is_attempt(block, row))
            continue;
        *list_add(queue) =
            (struct queued){.from = eligible > times.submit ? task_waits_from(eligible, times.start)
                                                            : times.submit,
                            .start = times.start,
                            .end = times.end,
                            .kind = groups->groups[groups->group_of[first_record + row]].kind,
                            .run = groups->records->sources[block->source].run,
                            .id = records_text_at(block, RECORD_ID_COLUMN, row),
                            .attempt = records_number_at(block, RECORD_ATTEMPT_COLUMN, row),
                            .is_eligible = !isnan(eligible)};
    }
}

static bool are_of_one_task(const struct queued *left, const struct queued *right)
{
    return left->id && left->id == right->id && left->run == right->run &&
           left->kind == right->kind;
}

static int by_task(const void *left, const void *right)
{
    const struct queued *l = left, *r = right;
    if (l->kind != r->kind)
        return l->kind < r->kind ? -1 : 1;
    if (l->run != r->run)
        return l->run < r->run ? -1 : 1;
    if (l->id != r->id)
        return l->id < r->id ? -1 : 1;
    return (l->start > r->start) - (l->start < r->start);
}

/* Of attempts in the order of tasks. */
static void settle_later_attempts(struct queue *queue)
{
    for (size_t i = 0; i < queue->count; i++) {
        struct queued *item = &queue->items[i];
        const struct queued *before = i > 0 && are_of_one_task(item - 1, item) ? item - 1 : NULL;
        if (before && item->from > before->start)
            item->from = fmin(fmax(item->from, before->end), item->start);
        else if (before || item->attempt > 1)
            item->from = NUMBER_MISSING;
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
    if (queue->count)
        qsort(queue->items, queue->count, sizeof *queue->items, by_task);
    settle_later_attempts(queue);
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
        const struct queued *item = &queue->items[i];
        int waits = !isnan(item->from);
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
static struct wait_sums sum_waits(const struct queued *items, size_t count, double *waits)
{
    struct wait_sums sums = {0};
    for (size_t i = 0; i < count; i++) {
        if (isnan(items[i].from))
            continue;
        double wait_s = items[i].start - items[i].from;
        waits[sums.attempts++] = wait_s;
        sums.eligible += items[i].is_eligible;
        sums.wait_s += wait_s;
        sums.elapsed_s += items[i].end - items[i].start;
    }
    return sums;
}

static void put_waits(struct tables *tables, const char *task, const struct queued *items,
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
                      const struct queue *queue)
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
