#include "input/cctools/workqueue_log.h"

#include <stdlib.h>

void workqueue_log_init(struct workqueue_log *log)
{
    *log = (struct workqueue_log){0};
    interner_init(&log->texts);
}

void workqueue_log_release(struct workqueue_log *log)
{
    for (size_t i = 0; i < log->runs.count; i++) {
        free(log->runs.items[i].workers.times);
        free(log->runs.items[i].workers.counts);
        free(log->runs.items[i].workers.cores);
    }
    interner_release(&log->texts);
    free(log->runs.items);
    free(log->attempts.items);
    free(log->tasks.items);
    hash_index_release(&log->tasks_by_id);
    free(log->workers.items);
    free(log->categories.items);
    free(log->exits.items);
    *log = (struct workqueue_log){0};
}
