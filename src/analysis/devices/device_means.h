/* What devices measured on average: over the time of each, so that a device that was sampled more
 * often than others counts no more. */
#ifndef ANALYSIS_DEVICES_DEVICE_MEANS_H
#define ANALYSIS_DEVICES_DEVICE_MEANS_H

#include "analysis/devices/samples_by_device.h"

struct device_means {
    /* Of each device, in the metric's unit; NaN where it was not measured; NULL of a metric that no
     * device has. By trapezoids between samples; gaps longer than three times the median interval
     * are left out. Samples without any time between them count alike. */
    double *of_device[DEVICE_METRICS];
    double all[DEVICE_METRICS]; /* the mean of these; NaN of none */
};

void device_means_make(struct device_means *means, const struct aligned_timeline *aligned,
                       const struct samples_by_device *sorted, int jobs);
void device_means_release(struct device_means *means);

#endif
