/* When a node was away from the others. */
#ifndef ANALYSIS_NODES_EXCURSION_H
#define ANALYSIS_NODES_EXCURSION_H

#include <stdbool.h>

#include "analysis/nodes/bins.h"

struct excursion {
    double share_of_time; /* of the columns in which it was sampled: outside; NaN of none */
    double from, until;   /* its longest stretch outside, moments of return aside; NaN: none */
    bool to_the_end;      /* that stretch lasts to its last samples */
};

/* A node is outside in a column when its mean there lies beyond the 5th to 95th percentile of the
 * other nodes' means, on the side (`above` or below) on which it stands out. `node` is its place
 * among the metric's. */
void excursion_find(const struct bins *bins, size_t node, bool above, struct excursion *excursion);

#endif
