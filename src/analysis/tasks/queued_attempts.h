/* Attempts of batch systems, each with the moment from which it waited for its start.
 *
 * They wait from submission on, or from the moment that the attribute `eligible` names: what they
 * depended on was done then. A later attempt of a task waits from when it was submitted again,
 * which is known where that moment lies behind the start of the attempt before it: the wait for a
 * first start is not that for a second one. Attempts whose wait is unknown are here, too. Tasks of
 * a workflow are not: they wait for each other. */
#ifndef ANALYSIS_TASKS_QUEUED_ATTEMPTS_H
#define ANALYSIS_TASKS_QUEUED_ATTEMPTS_H

#include "analysis/tasks/task_groups.h"

struct queued_attempt {
    double from, start, end; /* Unix seconds; from: NaN where the wait is unknown */
    size_t record;           /* its number */
    size_t kind;
    uint32_t run, id; /* of the task; id 0: none */
    double attempt;
    bool is_eligible; /* its source says when what it depended on was done */
};

struct queued_attempts {
    struct queued_attempt *items; /* to be freed */
    size_t count, capacity;
};

/* In the order of kinds, tasks and starts; none where no source says when tasks were submitted. */
struct queued_attempts queued_attempts_make(const struct task_groups *groups);

#endif
