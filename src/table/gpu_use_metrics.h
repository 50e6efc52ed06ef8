/* What sources call the metric of how much GPUs are used. */
#ifndef TABLE_GPU_USE_METRICS_H
#define TABLE_GPU_USE_METRICS_H

enum { GPU_USE_METRICS = 4 };

/* Those of single GPUs first: archives have each of a node's GPUs, or their mean. The last one is
 * of samples of devices. */
extern const char *const gpu_use_metrics[GPU_USE_METRICS];

#endif
