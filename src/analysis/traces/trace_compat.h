/* Tables of traces as the profiler's own analyser counts them, its faults included, for whoever
 * compares with what it printed. See the page of definitions for what is different. */
#ifndef ANALYSIS_TRACES_TRACE_COMPAT_H
#define ANALYSIS_TRACES_TRACE_COMPAT_H

#include "analysis/traces/trace_totals.h"

/* The function that a key belongs to: the key up to its first comma, without its first two letters
 * and its last, and without what follows the last "-". In the arena. */
const char *trace_compat_name(const char *key, struct arena *arena);

/* Gives each sample to one function only: that of the first span, in the order of the sources, in
 * whose window it falls. A window begins where the span ends and is as long as it, on any host.
 * Sets the samples of all sums of a function to those of its name. */
void trace_compat_samples(struct trace_totals *totals);

#endif
