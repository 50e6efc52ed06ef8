/* Nodes compared over the times for which both have samples: means over different times differ as
 * the work does, not as the nodes do. */
#ifndef ANALYSIS_NODES_COMMON_TIMES_H
#define ANALYSIS_NODES_COMMON_TIMES_H

#include <stdbool.h>

#include "analysis/nodes/signal.h"

/* Fewer nodes than these are not told apart. */
enum { COMMON_TIMES_LEAST_NODES = 4 };

/* A node of a metric whose samples are not of the times of which most nodes have some; or one of
 * few nodes that is compared over the times of such a one. */
struct common_time {
    bool is_partial;  /* else nothing below is set */
    bool is_far;      /* too much is missing for its mean to be among those of the other nodes */
    double share;     /* of those times: with samples of it */
    double mean;      /* of its samples there */
    size_t nodes;     /* with samples at nearly all of these times, itself included; of these: */
    double low, high; /* the lowest and highest mean over these times */
    double median, mad;
};

/* One for each node of the metric, to be freed; NULL where none is partial, the usual case. */
struct common_time *common_times_find(const struct signals *signals, size_t metric);

#endif
