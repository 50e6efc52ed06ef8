/* What ran, counted by function and worker. */
#ifndef ANALYSIS_TRACES_TRACE_TOTALS_MAKE_H
#define ANALYSIS_TRACES_TRACE_TOTALS_MAKE_H

#include "analysis/traces/trace_totals.h"

/* With `compat` functions are named, and samples belong to them, as the profiler's own analyser has
 * it (trace_compat.h). */
void trace_totals_make(struct trace_totals *totals, const struct aligned_timeline *aligned,
                       bool compat, int jobs);
void trace_totals_release(struct trace_totals *totals);

#endif
