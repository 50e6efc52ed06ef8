/* Which nodes have GPUs: on a job's nodes without any, nothing is missing of what GPUs measure. */
#ifndef ANALYSIS_NODES_GPU_HOSTS_H
#define ANALYSIS_NODES_GPU_HOSTS_H

#include <stdbool.h>

#include "analysis/nodes/signal.h"
#include "table/dataset.h"

/* Whether GPUs have the metric, in samples of the toolkit, archives of ClusterCockpit, or by what
 * others call it: "gpu_load_1", "DCGM_FI_DEV_FB_USED". */
bool gpu_hosts_measure(const char *metric);

/* Marks the dataset's nodes without GPUs, beside others that have some: nothing that GPUs measure
 * has a value there, but other metrics are sampled. To be freed. */
bool *gpu_hosts_find_others(const struct dataset *dataset);

/* Whether a node or GPU on which the other metric is sampled should have the metric, too. */
bool gpu_hosts_make_due(const struct signal_metric *metric, const struct signal_metric *other);

#endif
