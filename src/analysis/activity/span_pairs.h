/* Ends of spans, paired. */
#ifndef ANALYSIS_ACTIVITY_SPAN_PAIRS_H
#define ANALYSIS_ACTIVITY_SPAN_PAIRS_H

#include <stddef.h>
#include <stdint.h>

#include "table/activity.h"
#include "util/diagnostics.h"

struct span_pairs {
    size_t paired;                    /* spans made of two ends */
    size_t traced;                    /* of these: of a program's trace, not PAIRED_BY_TASK */
    size_t open_starts, orphan_stops; /* ends whose other side is not there */
};

/* Takes all ends out of the activity and puts the spans that they make behind those that are there,
 * in the order of their starts in the sources. Ends need not be in the order of time. An end
 * without its other side is rejected (see diagnostics) and counted.
 *
 * PAIRED_BY_TASK: a STOP closes the START of the same host, name, job and task that was opened last
 * before it, so that of two that nest or overlap the sum of durations is right either way; a START
 * of the same moment is closed only when none is older. Whether a START or a STOP of one moment
 * stands first in the source does not matter.
 *
 * Ends of one event, side and moment are one end written twice, in sources whose stamps have parts
 * of a second and in different sources; they are noted. So are ends of a trace that another source
 * has as well, on a clock that both have (`clocks`: trace_processes.h).
 *
 * PAIRED_ASYNC: as PAIRED_BY_TASK without that; what is left then may end on another host of the
 * same source.
 *
 * PAIRED_NESTED: a STOP closes what was opened last on the same host and lane; ends of one moment
 * count in the order of the source.
 *
 * The names and ids of a span are its START's. */
void span_pairs_make(struct activity *activity, const uint32_t *clocks,
                     struct diagnostics *diagnostics, int jobs, struct span_pairs *pairs);

#endif
