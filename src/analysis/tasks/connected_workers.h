/* Logs of managers that say when each of their workers was connected. */
#ifndef ANALYSIS_TASKS_CONNECTED_WORKERS_H
#define ANALYSIS_TASKS_CONNECTED_WORKERS_H

#include "table/dataset.h"

/* In the order of time, one of several copies that were made of a log as it grew. */
struct connected_workers {
    const struct queue_samples **logs;
    size_t count; /* 0: some attempts are of other workers, or of a source that does not tell */
};

/* Of a dataset with records of tasks. */
struct connected_workers connected_workers_of(const struct dataset *dataset);
void connected_workers_release(struct connected_workers *workers);

#endif
