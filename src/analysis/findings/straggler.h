/* The worker of a trace that ends long after all others that do the same work. */
#ifndef ANALYSIS_FINDINGS_STRAGGLER_H
#define ANALYSIS_FINDINGS_STRAGGLER_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/findings/finding.h"

/* The rule that it is reported by. */
extern const char straggler_rule[];

struct straggler {
    size_t row;      /* of trace_workers */
    size_t others;   /* workers of its group */
    double tail_s;   /* for which it ran alone of these, at the end */
    double others_s; /* for which these were busy, on average */
    double others_tasks;
};

/* False: none ends so long after the others. */
bool straggler_find(const struct findings *findings, struct straggler *straggler);

/* Whether the others were idle for less than this share of the time until they ended. */
bool straggler_explains_idle(const struct findings *findings, double share);

#endif
