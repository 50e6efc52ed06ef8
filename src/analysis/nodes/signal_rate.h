/* Counters as rates, energy counters as power, and what rates amount to. */
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

/* Both turn values into rates in place: of n samples of distinct ascending stamps n − 1 rates
 * remain, the first at the second stamp. Over a missing sample the next rate spans the gap. */
void rate_from_counter(struct samples *samples, struct amount *amount);

/* Where energy counters wrap.
 *
 * The range is what the source says it is; else one of those that processors have, if the falls of
 * the counter fit that one and no other; else what at least three falls agree on (to 1 %). It is
 * never below the highest value seen. A fall fits a range when the mended step draws between half
 * of the least and 1.5 times the most that any step of the run does (a processor: no more than
 * 500 W; in a gap between samples: 0.8 to 1.25 times the mean), and is mended by it only then.
 * Counters are also set back, as where a node is started anew, mostly in a gap: where a counter
 * that is set back would fit a wrap too easily, none is mended. A step of a
 * processor's counter that takes so long that 500 W (in a gap between steps that are shorter: twice
 * what those draw) would wrap it may hide a wrap: it is missing, as is every fall that is not
 * mended. */
enum energy_source { ENERGY_PROCESSOR, ENERGY_MEMORY, ENERGY_OTHER };
struct energy_counter {
    double range; /* NaN when the source does not say it */
    enum energy_source source;
};
enum energy_source energy_source_of(const char *metric); /* by the metric's name */
void rate_from_energy(struct samples *samples, struct energy_counter counter,
                      struct amount *amount);

/* For those two: the step from one present value to the next, at `place`, or NaN where there is
 * none. */
typedef double counter_step(void *context, size_t place, double from, double to, double seconds);
void rate_from_steps(struct samples *samples, counter_step *step_of, void *context,
                     struct amount *amount);
size_t samples_first_present(const struct samples *samples); /* the count when there is none */

/* The integral by trapezoids between present neighbours no further apart than 3 intervals. */
void rate_integrate(const double *times, const double *values, size_t count, double interval_s,
                    struct amount *amount);

#endif
