/* Traces of which one is a copy of another: an earlier state of it, another part of a longer one.
 */
#ifndef ANALYSIS_ACTIVITY_TRACE_COPIES_H
#define ANALYSIS_ACTIVITY_TRACE_COPIES_H

#include <stdint.h>

#include "table/activity.h"

/* Of each source the number of the first source of which it is a copy, its own when of none. Two
 * sources that have processes are copies when nearly all that either says of the time that both
 * cover is the same: processes, threads, names, moments on the clocks as they are, durations. To be
 * freed. */
uint32_t *trace_copies_find(const struct activity *activity);

#endif
