/* Since when a node has been away from the others. */
#ifndef ANALYSIS_DEPARTURE_H
#define ANALYSIS_DEPARTURE_H

#include <stdbool.h>

#include "analysis/bins.h"

struct departure {
    double from;          /* begin of the time since which it stays outside, NaN when it does not */
    double share_of_time; /* of the columns in which it was sampled: outside; NaN of none */
};

/* A node is outside in a column when its mean there lies beyond the 5th to 95th percentile of the
 * other nodes' means, on the side (`above` or below) on which it stands out. `node` is its place
 * among the metric's. */
void departure_find(const struct bins *bins, size_t node, bool above, struct departure *departure);

#endif
