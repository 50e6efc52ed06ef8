/* All that a source says of processes, row by row: its spans, their ends, instants. */
#ifndef ANALYSIS_ACTIVITY_TRACE_ROWS_H
#define ANALYSIS_ACTIVITY_TRACE_ROWS_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include "table/activity.h"

enum trace_row_kind { TRACE_ROW_SPAN, TRACE_ROW_START, TRACE_ROW_STOP, TRACE_ROW_INSTANT };

struct trace_row {
    enum trace_row_kind kind;
    uint32_t host, lane, name;
    double time, duration; /* s; time: from the origin of the source; duration 0 of what has none */
};

static inline size_t trace_row_count(const struct activity_source *source)
{
    return source->spans.count + source->ends.count + source->marks.count;
}

/* Spans come first, instants last. */
static inline struct trace_row trace_row_at(const struct activity *activity,
                                            const struct activity_source *source, size_t row)
{
    if (row < source->spans.count) {
        const struct activity_span *span = &activity->spans[source->spans.first + row];
        return (struct trace_row){TRACE_ROW_SPAN,     span->subject.host, span->subject.lane,
                                  span->subject.name, span->start,        span->duration};
    }
    row -= source->spans.count;
    if (row < source->ends.count) {
        const struct span_edge *end = &activity->ends[source->ends.first + row];
        return (struct trace_row){end->side == SPAN_START ? TRACE_ROW_START : TRACE_ROW_STOP,
                                  end->subject.host,
                                  end->subject.lane,
                                  end->subject.name,
                                  end->time,
                                  0};
    }
    row -= source->ends.count;
    const struct activity_mark *mark = &activity->marks[source->marks.first + row];
    return (struct trace_row){TRACE_ROW_INSTANT, mark->host, mark->lane, mark->name, mark->time, 0};
}

/* The moment in nanoseconds of the source's clock. */
static inline int64_t trace_row_moment(const struct activity_source *source,
                                       const struct trace_row *row)
{
    return (int64_t)source->origin * 1000000000 + (int64_t)rint(row->time * 1e9);
}

#endif
