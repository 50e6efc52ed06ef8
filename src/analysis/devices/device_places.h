/* Which GPU a task ran on, and which a host has, where sources say it. */
#ifndef ANALYSIS_DEVICES_DEVICE_PLACES_H
#define ANALYSIS_DEVICES_DEVICE_PLACES_H

#include <stddef.h>
#include <stdint.h>

#include "table/activity.h"

struct device_places {
    struct device_place *items; /* by host, job, task, device; each once */
    size_t count;
};

void device_places_make(struct device_places *places, const struct activity *activity);
void device_places_release(struct device_places *places);

/* Hosts, jobs and tasks are texts of the activity. EVENT_NO_DEVICE (event_tasks.h) when none is
 * said, or several are. */
uint32_t device_places_of_task(const struct device_places *places, uint32_t host, uint32_t job,
                               uint32_t task);
uint32_t device_places_of_host(const struct device_places *places, uint32_t host);

#endif
