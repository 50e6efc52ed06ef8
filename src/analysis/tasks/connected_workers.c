#include "analysis/tasks/connected_workers.h"

#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

/* Both have every change of the workers; one is a log of the same manager as the other, cut off at
 * an earlier moment. */
static bool is_beginning_of(const struct queue_samples *shorter, const struct queue_samples *longer)
{
    size_t size = shorter->count * sizeof(double);
    return shorter->count <= longer->count && memcmp(shorter->times, longer->times, size) == 0 &&
           memcmp(shorter->workers, longer->workers, size) == 0;
}

static int compare_queues(const void *left, const void *right)
{
    const struct queue_samples *l = *(const struct queue_samples *const *)left;
    const struct queue_samples *r = *(const struct queue_samples *const *)right;
    if (l->times[0] != r->times[0])
        return l->times[0] < r->times[0] ? -1 : 1;
    return (l->count < r->count) - (l->count > r->count);
}

static bool has_workers(const struct queue_samples *queue)
{
    return queue->every_change && queue->workers && queue->count;
}

static bool log_has_workers(const struct dataset *dataset, const char *path)
{
    for (size_t i = 0; i < dataset->queue_count; i++)
        if (has_workers(&dataset->queues[i]) && strcmp(dataset->queues[i].path, path) == 0)
            return true;
    return false;
}

/* Whether all attempts are of logs that say when workers were connected: others do not wait for
 * those workers. Sources of one file come one after the other. */
static bool all_have_workers(const struct dataset *dataset)
{
    const struct records *records = dataset->records;
    const char *known = NULL;
    for (size_t i = 0; i < records->block_count; i++) {
        const struct records_block *block = &records->blocks[i];
        const char *path = records->sources[block->source].path;
        if (!block->rows || (path && known && strcmp(path, known) == 0))
            continue;
        if (!path || !log_has_workers(dataset, path))
            return false;
        known = path;
    }
    return known;
}

struct connected_workers connected_workers_of(const struct dataset *dataset)
{
    struct connected_workers workers = {.logs = NULL};
    if (!all_have_workers(dataset))
        return workers;
    workers.logs = memory_alloc_array(dataset->queue_count, sizeof(const struct queue_samples *));
    size_t count = 0;
    for (size_t i = 0; i < dataset->queue_count; i++)
        if (has_workers(&dataset->queues[i]))
            workers.logs[count++] = &dataset->queues[i];
    qsort(workers.logs, count, sizeof *workers.logs, compare_queues);
    for (size_t i = 0; i < count; i++)
        if (!workers.count || !is_beginning_of(workers.logs[i], workers.logs[workers.count - 1]))
            workers.logs[workers.count++] = workers.logs[i];
    return workers;
}

void connected_workers_release(struct connected_workers *workers)
{
    free(workers->logs);
    *workers = (struct connected_workers){.logs = NULL};
}
