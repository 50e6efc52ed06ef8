/* What sources call the metric of how much GPUs are used. */
#ifndef TABLE_GPU_USE_METRICS_H
#define TABLE_GPU_USE_METRICS_H

enum { GPU_USE_METRICS = 3 };

/* Those of single GPUs first: archives have each of a node's GPUs, or their mean. */
extern const char *const gpu_use_metrics[GPU_USE_METRICS];

#endif
