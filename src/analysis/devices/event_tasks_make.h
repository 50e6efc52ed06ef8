/* Events of tasks, out of the aligned spans. */
#ifndef ANALYSIS_DEVICES_EVENT_TASKS_MAKE_H
#define ANALYSIS_DEVICES_EVENT_TASKS_MAKE_H

#include "analysis/devices/event_tasks.h"

void event_tasks_make(struct event_tasks *events, const struct aligned_timeline *aligned, int jobs);
void event_tasks_release(struct event_tasks *events);

#endif
