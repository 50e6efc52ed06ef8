/* The load of the nodes in each slot of its metric's grid. */
#ifndef ANALYSIS_NODES_SLOT_LOADS_H
#define ANALYSIS_NODES_SLOT_LOADS_H

#include "analysis/nodes/signal.h"

struct slot_loads {
    double *highest;   /* of any node, NaN when there is none */
    double *mean;      /* of all samples, NaN when there is none */
    uint32_t *present; /* nodes with a sample */
};

/* Of a metric of these signals, worked out once for all that ask. */
const struct slot_loads *slot_loads_of(const struct signals *signals,
                                       const struct signal_metric *metric);

/* `scales`: what values of each node of the dataset are multiplied by; NULL: by 1. */
void slot_loads_make(struct slot_loads *loads, const struct signals *signals,
                     const struct signal_metric *metric, const double *scales, struct arena *arena);

/* The mean of all samples of a metric in each slot of another's grid, NaN when there is none; to be
 * freed. NULL where the metric is unknown. */
double *slot_means_of(const struct signals *signals, const char *name, const struct grid *grid);

#endif
