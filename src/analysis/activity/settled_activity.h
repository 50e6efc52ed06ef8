/* What happened, settled: spans whole, on one clock, in order, with what devices measured in them.
 *
 * Made once of a dataset's activity before the analyses run. Ends are paired, clocks are one; spans
 * are sorted by host, lane, start (the longer first), holdings by host, lane, time, samples by host
 * and time. Hosts and lanes are in the natural order of their names; rows of a lane, and of a host,
 * lie together. The rows are the activity's own arrays, which this reorders: its sources no longer
 * say which rows are theirs. */
#ifndef ANALYSIS_ACTIVITY_SETTLED_ACTIVITY_H
#define ANALYSIS_ACTIVITY_SETTLED_ACTIVITY_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/activity/activity_clock.h"
#include "analysis/activity/sample_sums.h"
#include "analysis/activity/span_pairs.h"
#include "table/activity.h"
#include "util/diagnostics.h"

/* A worker, thread or device of a host, on which something ran or that held something. */
struct settled_lane {
    uint32_t host; /* in hosts[] */
    uint32_t text; /* 0: not said */
    struct activity_rows spans, holdings;
};

struct settled_host {
    uint32_t text; /* 0: not said */
    struct activity_rows lanes, spans, samples;
};

struct settled_activity {
    const struct activity *activity;
    struct settled_times times;
    struct span_pairs pairs;
    bool has_traces; /* of programs, not only events of tasks (PAIRED_BY_TASK) */
    const struct activity_span *spans;
    size_t span_count;
    uint32_t *span_order; /* of each span: which it was as the sources said them; those that were
                             paired come last */
    const struct activity_holding *holdings;
    size_t holding_count;
    struct sample_sums samples;
    struct settled_host *hosts;
    size_t host_count;
    struct settled_lane *lanes;
    size_t lane_count;
};

/* The activity must live as long. With `as_written` clocks are not compared (activity_clock.h). */
void settled_activity_make(struct settled_activity *settled, struct activity *activity,
                           bool as_written, struct diagnostics *diagnostics, int jobs);
void settled_activity_release(struct settled_activity *settled);

/* A moment of the rows as tables have it: Unix time, or from the begin. */
static inline double settled_time(const struct settled_activity *settled, double moment)
{
    return settled->times.origin + moment;
}

/* The double next to a time in whole nanoseconds, which is the finest that sources have: what
 * comes of adding and subtracting moments has noise in its last digits. */
static inline double settled_seconds(double seconds)
{
    return rint(seconds * 1e9) / 1e9;
}

/* Spans that end together, and what begins at that moment, have the same number. */
static inline double settled_end(double start, double duration)
{
    return settled_seconds(start + duration);
}

/* "" when not said. */
const char *settled_host_name(const struct settled_activity *settled, size_t host);
const char *settled_lane_name(const struct settled_activity *settled, size_t lane);

#endif
