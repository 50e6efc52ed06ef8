/* The fall of the load of all nodes to next to nothing that lasts to the end of the run: the job
 * hangs, or waits for what does not come.
 *
 * What a system does by itself may come to more than what counts as idle, or be about as much: then
 * idle phases are shreds of it, and nodes seem to work in turns. Of all that one is reported. */
#ifndef ANALYSIS_FINDINGS_COLLAPSE_H
#define ANALYSIS_FINDINGS_COLLAPSE_H

#include "analysis/findings/finding.h"
#include "table/rows.h"

/* Whether a row of load_drops is it: as little on every node, nothing rose in its place, and no
 * serial phase, wait for I/O or other finding covers half of it. */
bool collapse_is(const struct findings *findings, const struct load_drops_rows *drops, size_t row);
/* Whether one idle phase is nearly all of it: then that is reported. */
bool collapse_is_idle(const struct findings *findings, const struct load_drops_rows *drops,
                      size_t row);

/* Seconds of the interval in one; `not_idle`: only in one that is reported as a fall. */
double collapse_within(const struct findings *findings, double start, double end, bool not_idle);

#endif
