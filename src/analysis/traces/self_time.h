/* The own time of what ran: durations without what ran inside.
 *
 * A moment of a lane belongs to the span that began last of those that run then; of two that begin
 * together to the one added later. Spans of tasks of their own run side by side: each moment of a
 * task belongs to its span that began last. Spans are added in the order in which they start, the
 * longer first. */
#ifndef ANALYSIS_TRACES_SELF_TIME_H
#define ANALYSIS_TRACES_SELF_TIME_H

#include <stddef.h>
#include <stdint.h>

#include "table/activity.h"
#include "util/list.h"

struct open_run {
    double end;
    uint32_t function, job, task;
};

struct open_runs {
    struct open_run *items;
    size_t count, capacity;
};

/* Zeroed memory is a lane on which nothing ran. */
struct self_time {
    LIST_OF(double) sums;   /* s, of each function that was added */
    struct open_runs open;  /* what may still run, each within the one before */
    struct open_runs tasks; /* the same of tasks, so many of which are known at once */
};

void self_time_release(struct self_time *self);

/* A span of the function. Where very many tasks run side by side, one that encloses others of its
 * task may keep its whole duration. */
void self_time_add(struct self_time *self, const struct activity_span *span, uint32_t function);

#endif
