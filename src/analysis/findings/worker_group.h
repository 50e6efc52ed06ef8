/* The workers of a trace that do the same work and together most of it; of lanes of other kinds
 * nothing can be said side by side. */
#ifndef ANALYSIS_FINDINGS_WORKER_GROUP_H
#define ANALYSIS_FINDINGS_WORKER_GROUP_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/findings/finding.h"

struct worker_group {
    struct trace_workers_rows workers; /* no rows: there are none to compare */
    double number, busy_s;
    size_t count, busiest, laziest; /* the last two: rows */
};

struct worker_group worker_group_main(const struct findings *findings);

/* Whether the row is one of the group. */
bool worker_group_has(const struct worker_group *group, size_t row);

#endif
