#include "input/cctools/workqueue_tasks.h"

#include "util/memory.h"

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
        if (log->tasks[number].id == id)
            return &log->tasks[number];
    hash_index_add(&log->tasks_by_id, hash, (uint32_t)log->task_count);
    memory_reserve(&log->tasks, &log->task_capacity, log->task_count + 1, sizeof *log->tasks);
    log->tasks[log->task_count] = (struct workqueue_task){.id = id, .latest = WORKQUEUE_NO_TRY};
    return &log->tasks[log->task_count++];
}
