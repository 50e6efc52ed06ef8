#include "input/cctools/workqueue_tasks.h"

#include <stdlib.h>

#include "util/memory.h"

enum { FIRST_SLOTS = 1024 };

/* Ids count from 1: sixteen neighbours share their place in memory, and these places are spread
 * (Fibonacci hashing). */
static size_t home_of(const struct workqueue_log *log, uint64_t id)
{
    uint64_t spread = ((id >> 4) * UINT64_C(0x9E3779B97F4A7C15)) >> 28;
    return (size_t)((spread << 4) + (id & 15)) & (log->slot_count - 1);
}

/* Slots are not cleared from run to run: one counts when its task knows it. */
static struct workqueue_task *task_in(const struct workqueue_log *log, size_t slot)
{
    uint32_t number = log->slots[slot];
    bool counts = number < log->task_count && log->tasks[number].slot == slot;
    return counts ? &log->tasks[number] : NULL;
}

static size_t slot_of(const struct workqueue_log *log, uint64_t id)
{
    size_t slot = home_of(log, id);
    const struct workqueue_task *task;
    while ((task = task_in(log, slot)) && task->id != id)
        slot = (slot + 1) & (log->slot_count - 1);
    return slot;
}

static void grow_slots(struct workqueue_log *log)
{
    size_t count = log->task_count;
    log->slot_count = log->slot_count ? log->slot_count * 2 : FIRST_SLOTS;
    free(log->slots);
    log->slots = memory_alloc_array(log->slot_count, sizeof *log->slots);
    for (log->task_count = 0; log->task_count < count; log->task_count++) {
        struct workqueue_task *task = &log->tasks[log->task_count];
        task->slot = (uint32_t)slot_of(log, task->id);
        log->slots[task->slot] = (uint32_t)log->task_count;
    }
}

struct workqueue_task *workqueue_task(struct workqueue_log *log, uint64_t id)
{
    if ((log->task_count + 1) * 2 > log->slot_count)
        grow_slots(log);
    size_t slot = slot_of(log, id);
    struct workqueue_task *known = task_in(log, slot);
    if (known)
        return known;
    memory_reserve(&log->tasks, &log->task_capacity, log->task_count + 1, sizeof *log->tasks);
    struct workqueue_task *task = &log->tasks[log->task_count];
    *task = (struct workqueue_task){id, WORKQUEUE_NO_TRY, (uint32_t)slot, false, false, false};
    log->slots[slot] = (uint32_t)log->task_count++;
    return task;
}
