/* Signals that are worked out of others: derived_metrics.def.
 *
 * A metric that the source gives itself is left as it is. A sample is missing where one of those
 * that it is made of is, and where the divisor is 0 (perf writes 0 for what it did not count).
 * Nodes whose metrics were not sampled at the same moments have no such signal. */
#ifndef ANALYSIS_NODES_SIGNAL_DERIVE_H
#define ANALYSIS_NODES_SIGNAL_DERIVE_H

#include "analysis/nodes/signal.h"

/* Adds them behind the others, before anything is asked of the signals. */
void signals_derive(struct signals *signals);

#endif
