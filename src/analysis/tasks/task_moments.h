/* How many attempts run and wait, and how many workers are connected, from moment to moment.
 *
 * An attempt waits from its submission to its start and runs from its start to its end; a task that
 * was cancelled without a start waits until then. What is unfinished goes on to the end of its
 * source (struct records_source), else to the last moment of its records, and no longer: nobody
 * knows what became of it. Workers are counted where a manager's log says when each was connected
 * (connected_workers.h), from the first moment of an attempt to the end of the last source. */
#ifndef ANALYSIS_TASKS_TASK_MOMENTS_H
#define ANALYSIS_TASKS_TASK_MOMENTS_H

#include <stdbool.h>
#include <stddef.h>

#include "table/dataset.h"

enum { MOMENT_RUNNING, MOMENT_WAITING, MOMENT_WORKERS, MOMENT_COUNTS };

/* Sorted moments at which a count goes up, or down. */
struct task_changes {
    double *items;
    size_t count, capacity, next;
};

struct task_moments {
    struct task_changes up[MOMENT_COUNTS], down[MOMENT_COUNTS];
    size_t changes;            /* of all; 0: no times are known */
    double last;               /* of them; or the end of the latest source, where that is later */
    bool known[MOMENT_COUNTS]; /* whether the records say such a thing */
};

/* The counts from a moment on, until the next. */
struct task_state {
    double time;
    size_t counts[MOMENT_COUNTS];
};

/* Of a dataset with records of tasks. */
void task_moments_make(struct task_moments *moments, const struct dataset *dataset);
void task_moments_release(struct task_moments *moments);

/* Back before the first moment. */
void task_moments_rewind(struct task_moments *moments, struct task_state *state);
/* To the next moment; false behind the last, after which all counts are 0. */
bool task_moments_next(struct task_moments *moments, struct task_state *state);

#endif
