/* Tasks of the latest run of a log, by their id. */
#ifndef INPUT_CCTOOLS_WORKQUEUE_TASKS_H
#define INPUT_CCTOOLS_WORKQUEUE_TASKS_H

#include "input/cctools/workqueue_log.h"

/* The task of that id, added when new; valid until another is added. */
struct workqueue_task *workqueue_task(struct workqueue_log *log, uint64_t id);

#endif
