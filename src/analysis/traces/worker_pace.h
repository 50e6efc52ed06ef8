/* How long tasks take on a worker beside those of the same functions on workers like it. */
#ifndef ANALYSIS_TRACES_WORKER_PACE_H
#define ANALYSIS_TRACES_WORKER_PACE_H

#include <stdint.h>

#include "analysis/traces/trace_totals.h"

struct worker_pace {
    double ratio;
    double slow_chance; /* NaN where no ratio is 1.5 or more */
};

/* Ratio: of each worker the time of its tasks over what they would take at the mean of the same
 * functions on the other workers of its group (worker_groups.h), without waits for others. Of each
 * function its longest task on the worker is left out, so that one of them does not decide. NaN
 * with fewer than 5 tasks to compare, or 3 other workers. Slow chance: of as many tasks that take
 * longer than the mean of their function in the group, or more, where all workers are alike: an
 * upper bound (node_odds.h). To be freed. */
struct worker_pace *worker_pace_make(const struct trace_totals *totals, const uint32_t *groups);

#endif
