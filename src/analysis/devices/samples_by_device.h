/* Which samples are of each device. */
#ifndef ANALYSIS_DEVICES_SAMPLES_BY_DEVICE_H
#define ANALYSIS_DEVICES_SAMPLES_BY_DEVICE_H

#include "analysis/activity/aligned_timeline.h"

struct samples_by_device {
    uint32_t *samples; /* of a device by host and time: ascending */
    size_t *first;     /* of each device, and behind the last */
};

void samples_by_device_make(struct samples_by_device *sorted,
                            const struct aligned_timeline *aligned);
void samples_by_device_release(struct samples_by_device *sorted);

#endif
