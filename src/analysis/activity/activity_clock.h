/* One clock for all that happened. */
#ifndef ANALYSIS_ACTIVITY_ACTIVITY_CLOCK_H
#define ANALYSIS_ACTIVITY_ACTIVITY_CLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "table/activity.h"

enum aligned_clock {
    SETTLED_UNIX,       /* Unix seconds */
    SETTLED_FROM_BEGIN, /* seconds from the first moment of all */
};

struct aligned_times {
    enum aligned_clock clock;
    double origin;      /* whole seconds of that clock, from which all moments are counted: a double
                           holds those of Unix time to a quarter of a microsecond only */
    double first, last; /* of all that happened; NaN of nothing */
    size_t clocks_unknown; /* of hosts whose offset to Unix time is not known */
    bool comparable;       /* hosts can be compared moment by moment */
};

/* Moves all rows of the activity to one clock and its origin, and to whole nanoseconds
 * there (microseconds where they were whole Unix times): a host's own clock by the median of its
 * offsets to Unix time. A clock without an offset is moved so that its first moment is the first of
 * those that are known; when none is known, time 0. With `as_written` clocks are not compared: all
 * that are not Unix time begin at the whole second of their first moment. `of_source`: of each
 * source the first that has the same clock, with the same origin (trace_processes.h). */
void activity_clock_settle(struct activity *activity, const uint32_t *of_source, bool as_written,
                           struct aligned_times *times);

#endif
