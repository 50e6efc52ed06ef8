/* Workers of a transactions log: their hosts, when they went away, how many there are. */
#ifndef INPUT_CCTOOLS_WORKQUEUE_WORKERS_H
#define INPUT_CCTOOLS_WORKQUEUE_WORKERS_H

#include "input/cctools/workqueue_events.h"
#include "input/cctools/workqueue_log.h"

/* The number of a name; 0 for a worker that was lost before it named itself. */
uint32_t workqueue_worker(struct workqueue_log *log, struct text_slice name);
/* It came, went, or reported its resources. */
void workqueue_worker_event(struct workqueue_log *log, const struct workqueue_event *event);
/* All are gone: another manager begins with the latest run. */
void workqueue_workers_leave(struct workqueue_log *log);

/* NaN when it did not, or is not known. */
double workqueue_worker_gone(const struct workqueue_log *log, uint32_t worker);
/* "10.0.0.7" of "10.0.0.7:9123"; 0 when it is not known. */
uint32_t workqueue_worker_host(const struct workqueue_log *log, uint32_t worker);

#endif
