/* What devices measured, as signals of nodes, so that what is found of the GPUs of nodes is found
 * of them by the same analyses.
 *
 * A device is a node, called as in device_use; its metrics are called "gpu." and the name of
 * device_metrics.def; beside tasks, by which devices differ, only those that tell whether a device
 * works as it should. Samples are those in the host where it was seen first. Left out are devices
 * that are nodes of the report, too, as "gpu-0.HOST": of them all is found there. */
#ifndef ANALYSIS_DEVICES_DEVICE_SIGNALS_H
#define ANALYSIS_DEVICES_DEVICE_SIGNALS_H

#include "analysis/devices/samples_by_device.h"
#include "analysis/nodes/signal.h"

struct device_signals {
    struct dataset dataset;
    struct signals signals;
};

void device_signals_make(struct device_signals *devices, const struct aligned_timeline *aligned,
                         const struct samples_by_device *sorted, const struct dataset *nodes,
                         struct diagnostics *diagnostics, int jobs);
void device_signals_release(struct device_signals *devices);

#endif
