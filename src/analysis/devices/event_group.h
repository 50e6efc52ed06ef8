/* The events of one task on one host: which hold which, and for how long any was on. */
#ifndef ANALYSIS_DEVICES_EVENT_GROUP_H
#define ANALYSIS_DEVICES_EVENT_GROUP_H

#include "analysis/devices/event_tasks.h"

/* Of a span of the host. Ordered by task, then job, then start (the longer first). */
struct event_key {
    uint32_t task, job;
    uint32_t span; /* in events->spans */
};

/* For keys[0 .. count), of one task. Adds to covered[span] the time of spans of other kinds that it
 * holds and no shorter one does, and fills the task's first, last and time. Linear in count. */
void event_group_measure(const struct event_span *spans, const struct event_key *keys, size_t count,
                         double *covered, struct event_task *task);

#endif
