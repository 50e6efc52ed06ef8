/* From the events of a transactions log to the attempts of its tasks.
 *
 * Runs come one after the other here (workqueue_managers.h tells those at the same time apart):
 * each begins with MANAGER START, or where another process writes, or a task waits after MANAGER
 * END, or where a task that was done waits again (ids count from 1 in every run). A attempt begins
 * when its task waits, or runs anew; it is lost when the task waits or runs again without a result,
 * when its worker went away, or when the manager ended before it. */
#ifndef INPUT_CCTOOLS_WORKQUEUE_ATTEMPTS_H
#define INPUT_CCTOOLS_WORKQUEUE_ATTEMPTS_H

#include <stdbool.h>

#include "input/cctools/workqueue_events.h"
#include "input/cctools/workqueue_log.h"

/* In the order of the log. */
void workqueue_log_add(struct workqueue_log *log, const struct workqueue_event *event);
/* After the last event: settles what is still open, as of a run that another one follows or not. */
void workqueue_log_end(struct workqueue_log *log, bool is_followed);

#endif
