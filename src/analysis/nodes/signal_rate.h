/* Counters as rates, and what rates amount to. */
#ifndef ANALYSIS_NODES_SIGNAL_RATE_H
#define ANALYSIS_NODES_SIGNAL_RATE_H

#include "analysis/nodes/signal_order.h"

/* What a series amounted to, beside its values. */
struct amount {
    double total, covered_s;
    size_t resets;              /* falls that were not mended, and steps that may hide a wrap */
    double unknown_s;           /* of an energy counter: the time of those */
    size_t wraps;               /* falls that were mended */
    double range_J;             /* by which they were mended; 0: none was */
    size_t parts, unread_parts; /* of a signal */
};

/* Turns values into rates in place: of n samples of distinct ascending stamps n − 1 rates
 * remain, the first at the second stamp. Over a missing sample the next rate spans the gap. */
void rate_from_counter(struct samples *samples, struct amount *amount);

/* The same by other steps: `step_of` gives that from one present value to the next, at `place`,
 * or NaN where there is none. */
typedef double counter_step(void *context, size_t place, double from, double to, double seconds);
void rate_from_steps(struct samples *samples, counter_step *step_of, void *context,
                     struct amount *amount);
size_t samples_first_present(const struct samples *samples); /* the count when there is none */

/* The integral by trapezoids between present neighbours no further apart than 3 intervals, or with
 * a whole gap between them (sampling_gaps.h). */
void rate_integrate(const double *times, const double *values, size_t count, double interval_s,
                    struct amount *amount);

#endif
