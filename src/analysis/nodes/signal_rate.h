/* Counters as rates, energy counters as power, and what rates amount to. */
#ifndef ANALYSIS_NODES_SIGNAL_RATE_H
#define ANALYSIS_NODES_SIGNAL_RATE_H

#include "analysis/nodes/signal_order.h"

/* What a series amounted to, beside its values. */
struct amount {
    double total, covered_s;
    size_t resets, wraps;
};

/* Both turn values into rates in place: of n samples of distinct ascending stamps n − 1 rates
 * remain, the first at the second stamp. Over a missing sample the next rate spans the gap. */
void rate_from_counter(struct samples *samples, struct amount *amount);
/* `range`: where the counter wraps, NaN when unknown. */
void rate_from_energy(struct samples *samples, double range, struct amount *amount);

/* The integral by trapezoids between present neighbours no further apart than 3 intervals. */
void rate_integrate(const double *times, const double *values, size_t count, double interval_s,
                    struct amount *amount);

#endif
