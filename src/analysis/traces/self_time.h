/* The own time of what ran: durations without what ran inside.
 *
 * A moment of a lane belongs to the span that began last of those that run then; of two that begin
 * together to the one added later. Spans are added in the order in which they start, the longer
 * first. */
#ifndef ANALYSIS_TRACES_SELF_TIME_H
#define ANALYSIS_TRACES_SELF_TIME_H

#include <stddef.h>
#include <stdint.h>

#include "table/activity.h"

struct open_run {
    double end;
    uint32_t function;
};

/* Zeroed memory is a lane on which nothing ran. */
struct self_time {
    double *sums; /* s, of each function that was added */
    size_t count, capacity;
    struct open_run *open; /* what may still run, each within the one before */
    size_t open_count, open_capacity;
};

void self_time_release(struct self_time *self);

/* A span of the function. One of a task of its own runs beside others: it keeps its whole duration
 * and takes nothing from them. */
void self_time_add(struct self_time *self, const struct activity_span *span, uint32_t function);

#endif
