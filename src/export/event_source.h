/* The table `events` of exports: each event of a task, with what the GPUs of its host measured
 * meanwhile and the attributes of the task. */
#ifndef EXPORT_EVENT_SOURCE_H
#define EXPORT_EVENT_SOURCE_H

#include "analysis/devices/event_tasks.h"
#include "export/export_source.h"

/* By host and start. What was made lives as long as what is returned; metrics that no event has are
 * left out. */
struct export_source event_source(const struct event_tasks *made, struct arena *arena);

#endif
