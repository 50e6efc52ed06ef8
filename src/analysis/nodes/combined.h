/* One metric over all its nodes on the metric's grid.
 *
 * A node's value in a slot is the mean of its samples there; where it is sampled less often than
 * there are slots, that of the nearest sample, up to half of its interval away. combined[k]:
 * COMBINE_MEAN the mean over the nodes present; COMBINE_TOTAL that mean × the number of nodes that
 * have the metric, so that an absent node does not count as zero. Missing when fewer than half of
 * them are present. Nodes that no job held in a slot are not of these. Ratios are weighted by what
 * they were divided by: the sum of the dividends ÷ that of the divisors, in a slot and over the
 * nodes. */
#ifndef ANALYSIS_NODES_COMBINED_H
#define ANALYSIS_NODES_COMBINED_H

#include "analysis/nodes/signal.h"

struct combined {
    size_t slots;
    double *values;    /* NaN: missing */
    uint32_t *present; /* nodes with a value in the slot */
    uint32_t *due;     /* nodes with a time stamp in the slot, or one that stands for it */
    uint32_t *nodes;   /* that have the metric, and that jobs held, where that is known */
};
/* Worked out once for all that ask; lives as long as the signals. */
const struct combined *combined_of(const struct signals *signals, size_t metric);

#endif
