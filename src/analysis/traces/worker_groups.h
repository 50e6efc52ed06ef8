/* Workers that do the same work, and so can be compared.
 *
 * A trace has lanes of many kinds: workers of a pool, threads with a task of their own, queues of a
 * GPU. Two are alike when at least half of the own time of each went into functions that ran on the
 * other as well. */
#ifndef ANALYSIS_TRACES_WORKER_GROUPS_H
#define ANALYSIS_TRACES_WORKER_GROUPS_H

#include <stdint.h>

#include "analysis/traces/trace_totals.h"

/* A group's number, from 1, of each worker: the busiest worker is in the first, with those that are
 * like it and those on which nothing ran; and so on. To be freed. */
uint32_t *worker_groups_make(const struct trace_totals *totals);

#endif
