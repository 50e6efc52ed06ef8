/* A line or an area as points on the page.
 *
 * Where points stand closer than can be seen, those of a narrow column become two, which keep its
 * lowest and its highest: paths shrink, extremes stay. Where the line comes from afar or goes far
 * the column's first or last point stays too: a step stays upright. */
#ifndef RENDER_TRACE_H
#define RENDER_TRACE_H

#include "render/frame.h"

struct trace {
    size_t count;
    double *x, *y;
    double *y2; /* NULL for a line; for an area its other edge */
};

/* A point with a missing number has y NaN. */
void trace_init(struct trace *trace, const struct frame_panel *panel, const struct mark *mark);
void trace_release(struct trace *trace);

#endif
