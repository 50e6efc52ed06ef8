/* Signals made of the series of the dataset. */
#ifndef ANALYSIS_NODES_SIGNALS_MAKE_H
#define ANALYSIS_NODES_SIGNALS_MAKE_H

#include "analysis/nodes/signal.h"
#include "util/diagnostics.h"

/* Uses up the values of the dataset's series, for they are large: those that need no change become
 * the signals' own, counters become rates where they lie. So the dataset must live as long, gives
 * signals only once, and from then on holds no values of its own: only of which metrics, nodes and
 * times there are samples. */
void signals_make(struct signals *signals, struct dataset *dataset, struct diagnostics *diagnostics,
                  int jobs);
void signals_release(struct signals *signals);

#endif
