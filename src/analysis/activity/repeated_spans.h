/* Spans that several sources hold: a trace beside an earlier copy of it. */
#ifndef ANALYSIS_ACTIVITY_REPEATED_SPANS_H
#define ANALYSIS_ACTIVITY_REPEATED_SPANS_H

#include <stddef.h>
#include <stdint.h>

#include "table/activity.h"
#include "util/diagnostics.h"

/* Takes out of the activity's spans, sorted by lane and time, those that another source gives as
 * well: the same subject, start and duration on a clock that both have (`clocks`:
 * trace_processes.h). first[lane] .. first[lane + 1] are a lane's, and are kept right, as is order:
 * which each was as the sources wrote them. Spans from `written` on were paired of ends, and are of
 * no source. */
void repeated_spans_drop(struct activity *activity, const uint32_t *clocks, uint32_t *order,
                         size_t written, size_t *first, size_t lanes,
                         struct diagnostics *diagnostics);

#endif
