/* The instants of a trace on the lanes of a chart, kept few whatever their number. */
#ifndef ANALYSIS_TRACES_LANE_MARKS_H
#define ANALYSIS_TRACES_LANE_MARKS_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/activity/aligned_timeline.h"

enum { LANE_MOST_MARKS = 200 };

/* Instants that lie close together on a lane are one mark, at the first of them. */
struct lane_mark {
    double time;
    size_t instants; /* 0: no mark */
};

/* LANE_MOST_MARKS places a lane, each of an equal part of the time from first to last (first <
 * last), for lane_count lanes; lane_of[] is the lane of each lane of the aligned activity.
 * Instants of threads on which nothing ran have no mark. Freed by the caller. */
struct lane_mark *lane_marks_make(const struct aligned_timeline *aligned, const size_t *lane_of,
                                  size_t lane_count, double first, double last);

#endif
