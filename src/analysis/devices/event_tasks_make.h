/* Events of tasks, out of the settled spans. */
#ifndef ANALYSIS_DEVICES_EVENT_TASKS_MAKE_H
#define ANALYSIS_DEVICES_EVENT_TASKS_MAKE_H

#include "analysis/devices/event_tasks.h"

void event_tasks_make(struct event_tasks *events, const struct settled_activity *settled, int jobs);
void event_tasks_release(struct event_tasks *events);

#endif
