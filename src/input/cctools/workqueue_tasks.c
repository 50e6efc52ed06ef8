#include "input/cctools/workqueue_tasks.h"

#include "util/list.h"

/* Ids count from 1: sixteen neighbours share their place in memory, and these places are spread
 * (Fibonacci hashing). */
static uint64_t hash_of(uint64_t id)
{
    uint64_t spread = ((id >> 4) * UINT64_C(0x9E3779B97F4A7C15)) >> 36;
    return (spread << 4) + (id & 15);
}

struct workqueue_task *workqueue_task(struct workqueue_log *log, uint64_t id)
{
    const uint64_t hash = hash_of(id);
    size_t at = hash_index_begin(hash);
    uint32_t number;
    while ((number = hash_index_next(&log->tasks_by_id, hash, &at)) != HASH_INDEX_NONE)
        if (log->tasks.items[number].id == id)
            return &log->tasks.items[number];
    hash_index_add(&log->tasks_by_id, hash, (uint32_t)log->tasks.count);
    *list_add(&log->tasks) = (struct workqueue_task){.id = id, .latest = WORKQUEUE_NO_ATTEMPT};
    return list_last(&log->tasks);
}
