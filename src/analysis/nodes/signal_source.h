/* Which series go into which signal: metrics found, nodes in natural order, series sorted. */
#ifndef ANALYSIS_NODES_SIGNAL_SOURCE_H
#define ANALYSIS_NODES_SIGNAL_SOURCE_H

#include "analysis/nodes/signal.h"

/* A series and the signal that it goes into. */
struct source {
    uint32_t metric, rank; /* of the signal; rank: the node's place in natural order */
    uint32_t part;         /* 0: the metric itself; else the part's number among the metrics + 1 */
    uint32_t series, timeline;
    double *times,
        *values; /* room for a sorted copy, at the first source of a part that needs it */
    double *sum; /* room for the sum of several parts, at the first source of the first of them */
};

/* A source for each series of the dataset, but for what GPUs measure on nodes without any
 * (gpu_hosts.h), sorted by metric, rank and part, in memory that the caller frees. Fills the
 * signals' metrics (but for what comes from signals) and node_order. */
struct source *sources_make(struct signals *signals, const struct dataset *dataset, size_t *count);

#endif
