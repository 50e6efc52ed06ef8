/* Records that several sources hold: exports of weeks that share a day, a log beside an earlier
 * copy of it. */
#ifndef INPUT_TASKS_REPEATED_RECORDS_H
#define INPUT_TASKS_REPEATED_RECORDS_H

#include "table/records.h"
#include "util/diagnostics.h"

/* Keeps one record of each attempt, that which says most, and notes how many others were dropped.
 *
 * Records of two sources are of one attempt when step, kind and id are the same, and either
 * - both started at the same moment of the calendar, and what both say of it (end, times, memory,
 *   node, how it ended) is the same, or one of them had not ended when it was written; or
 * - both are jobs of a batch system, and both started and ended at the same moments and on
 *   the same node; or
 * - both were submitted at the same moment, and one of them had not started when it was written, or
 *   neither started and both say exactly the same; or
 * - both are jobs of a batch system, of which one at least says no moment, that ended alike, and
 *   what both say (of which one says a moment: elapsed time, cores, node) is the same, or one of
 *   them had not ended when it was written and had run no longer than the other.
 * Two records of one source are never of one attempt; what it holds twice was dropped before (see
 * repeated_rows.h, of Slurm slurm/slurm_repeats.h).
 * Of jobs of a batch system one with a moment says more than one without, which only gives what the
 * other lacks; of others that with the most steps says most. */
void repeated_records_drop(struct records *records, struct diagnostics *diagnostics);

#endif
