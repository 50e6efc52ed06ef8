/* What happened, aligned: spans whole, on one clock, in order, with what devices measured in them.
 *
 * Made once of a dataset's activity before the analyses run. Ends are paired, clocks are one; spans
 * are sorted by host, lane, start (the longer first), memory_samples by host, lane, time, samples
 * by host and time. Hosts and lanes are in the natural order of their names; rows of a lane, and of
 * a host, lie together. The rows are the activity's own arrays, which this reorders: its sources no
 * longer say which rows are theirs. */
#ifndef ANALYSIS_ACTIVITY_ALIGNED_TIMELINE_H
#define ANALYSIS_ACTIVITY_ALIGNED_TIMELINE_H

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
struct aligned_lane {
    uint32_t host; /* in hosts[] */
    uint32_t text; /* 0: not said */
    struct activity_rows spans, memory_samples;
};

struct aligned_host {
    uint32_t text; /* 0: not said */
    struct activity_rows lanes, spans, samples;
};

struct aligned_timeline {
    const struct activity *activity;
    struct aligned_times times;
    struct span_pairs pairs;
    bool has_traces; /* of programs, not only events of tasks (PAIRED_BY_TASK) */
    const struct activity_span *spans;
    size_t span_count;
    uint32_t *span_order; /* of each span: which it was as the sources said them; those that were
                             paired come last */
    const struct activity_memory_sample *memory_samples;
    size_t memory_sample_count;
    struct sample_sums samples;
    struct aligned_host *hosts;
    size_t host_count;
    struct aligned_lane *lanes;
    size_t lane_count;
};

/* The activity must live as long. With `as_written` clocks are not compared (activity_clock.h). */
void aligned_timeline_make(struct aligned_timeline *aligned, struct activity *activity,
                           bool as_written, struct diagnostics *diagnostics, int jobs);
void aligned_timeline_release(struct aligned_timeline *aligned);

/* A moment of the rows as tables have it: Unix time, or from the begin. */
static inline double aligned_time(const struct aligned_timeline *aligned, double moment)
{
    return aligned->times.origin + moment;
}

/* The double next to a time in whole nanoseconds, which is the finest that sources have: what
 * comes of adding and subtracting moments has noise in its last digits. */
static inline double aligned_seconds(double seconds)
{
    return rint(seconds * 1e9) / 1e9;
}

/* Spans that end together, and what begins at that moment, have the same number. */
static inline double aligned_end(double start, double duration)
{
    return aligned_seconds(start + duration);
}

/* "" when not said. */
const char *aligned_host_name(const struct aligned_timeline *aligned, size_t host);
const char *aligned_lane_name(const struct aligned_timeline *aligned, size_t lane);

#endif
