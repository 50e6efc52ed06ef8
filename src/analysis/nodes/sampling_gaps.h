/* Gaps between the samples of a node: which of them lost samples, and which are only as long as the
 * sampler's intervals are at that time, which may change in the middle of a run.
 *
 * A gap is whole when no sample can be missing in it: it is at most half longer than the interval,
 * or one of at least five in a row that are alike to 25 %. Lost samples do not make those: of a
 * third of samples lost by chance, five gaps of twice the interval follow each other once in
 * thousands. Times ascend. */
#ifndef ANALYSIS_NODES_SAMPLING_GAPS_H
#define ANALYSIS_NODES_SAMPLING_GAPS_H

#include <stdbool.h>
#include <stddef.h>

/* Of the gap between sample `from` and the next, which has to be there. */
bool sampling_gap_is_whole(const double *times, size_t count, double interval_s, size_t from);

/* Whether five gaps in a row that are alike are longer, or shorter, than the interval by more than
 * 25 %. */
void sampling_changes(const double *times, size_t count, double interval_s, bool *slows,
                      bool *quickens);

#endif
