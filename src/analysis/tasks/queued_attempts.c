#include "analysis/tasks/queued_attempts.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/tasks/task_times.h"
#include "util/list.h"
#include "util/number.h"

static void add_block(struct queued_attempts *queue, const struct task_groups *groups,
                      const struct records_block *block, size_t first_record, int eligible_column)
{
    struct task_time_columns columns = task_time_columns_of(block);
    for (size_t row = 0; row < block->rows; row++) {
        struct task_times times = task_times_at(&columns, row);
        double eligible = records_number_at(block, eligible_column, row);
        if (!(times.end > times.start) || !task_is_attempt(block, row))
            continue;
        *list_add(queue) = (struct queued_attempt){
            .from = eligible > times.submit ? task_waits_from(eligible, times.start) : times.submit,
            .start = times.start,
            .end = times.end,
            .record = first_record + row,
            .kind = groups->groups[groups->group_of[first_record + row]].kind,
            .run = groups->records->sources[block->source].run,
            .id = records_text_at(block, RECORD_ID_COLUMN, row),
            .attempt = records_number_at(block, RECORD_ATTEMPT_COLUMN, row),
            .is_eligible = !isnan(eligible)};
    }
}

static bool are_of_one_task(const struct queued_attempt *left, const struct queued_attempt *right)
{
    return left->id && left->id == right->id && left->run == right->run &&
           left->kind == right->kind;
}

static int by_task(const void *left, const void *right)
{
    const struct queued_attempt *l = left, *r = right;
    if (l->kind != r->kind)
        return l->kind < r->kind ? -1 : 1;
    if (l->run != r->run)
        return l->run < r->run ? -1 : 1;
    if (l->id != r->id)
        return l->id < r->id ? -1 : 1;
    return (l->start > r->start) - (l->start < r->start);
}

/* Of attempts in the order of tasks. */
static void settle_later_attempts(struct queued_attempts *queue)
{
    for (size_t i = 0; i < queue->count; i++) {
        struct queued_attempt *item = &queue->items[i];
        const struct queued_attempt *before =
            i > 0 && are_of_one_task(item - 1, item) ? item - 1 : NULL;
        if (before && item->from > before->start)
            item->from = fmin(fmax(item->from, before->end), item->start);
        else if (before || item->attempt > 1)
            item->from = NUMBER_MISSING;
    }
}

struct queued_attempts queued_attempts_make(const struct task_groups *groups)
{
    const struct records *records = groups->records;
    struct queued_attempts queue = {0};
    int eligible = records_find_attribute(records, "eligible", RECORD_NUMBER);
    if (!records_has(records, RECORD_SUBMIT_COLUMN) || !task_times_known(records))
        return queue;
    for (size_t i = 0, record = 0; i < records->block_count; i++) {
        const struct records_block *block = &records->blocks[i];
        if (records_have_queue(records, block))
            add_block(&queue, groups, block, record, eligible);
        record += block->rows;
    }
    if (queue.count)
        qsort(queue.items, queue.count, sizeof *queue.items, by_task);
    settle_later_attempts(&queue);
    return queue;
}
