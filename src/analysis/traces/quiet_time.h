/* The time in which nothing ran anywhere, and the longest stretch of it. */
#ifndef ANALYSIS_TRACES_QUIET_TIME_H
#define ANALYSIS_TRACES_QUIET_TIME_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/traces/trace_totals.h"
#include "table/rules.h"

/* A pause of so much of the run is reported by itself. */
#define QUIET_LONG 0.1

struct quiet_time {
    double from, until; /* moments of the aligned activity; NaN: there is none */
    double seconds;     /* all of it; NaN: not known */
    double resumed;     /* share of the time of spans behind it that is of functions whose work had
                           begun before; NaN: there is none */
};

/* The longest stretch is exact; how much there is in all is known to a 16,384th of the time from
 * the first to the last moment, without the longest stretch where that is QUIET_LONG. Stretches
 * shorter than that are left out. None is known where the clocks of hosts cannot be compared. */
struct quiet_time quiet_time_find(const struct trace_totals *totals);

/* Whether a long pause is start-up: it begins `before_s` after the start, early in a run of
 * `rest_s` without it, and what runs behind it is mostly new. By the limits of the rule
 * traces.quiet. */
bool quiet_is_start_up(const struct rules *rules, double before_s, double rest_s, double resumed);

#endif
