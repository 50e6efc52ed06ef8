/* Instants that several sources hold: those of a trace beside a copy of it. */
#ifndef ANALYSIS_ACTIVITY_REPEATED_MARKS_H
#define ANALYSIS_ACTIVITY_REPEATED_MARKS_H

#include <stdint.h>

#include "table/activity.h"
#include "util/diagnostics.h"

/* Takes out of the activity's marks, on one clock already, those that an earlier source gives as
 * well: the same host, lane, name and moment on a clock that both have (`clocks`:
 * trace_processes.h). The sources' rows of marks are kept right. */
void repeated_marks_drop(struct activity *activity, const uint32_t *clocks,
                         struct diagnostics *diagnostics);

#endif
