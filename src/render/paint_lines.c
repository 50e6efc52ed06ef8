#include <math.h>

#include "render/paint.h"
#include "render/trace.h"

double mark_line_width(const struct mark *mark)
{
    return mark->width_pt > 0 ? mark->width_pt : 1.0;
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* Cairo's time for a stroke grows faster than the number of its points: in an image a line is
 * stroked in pieces. Colours are opaque, so that where pieces meet does not show. */
struct pen {
    const struct brush *brush;
    const struct mark *mark;
    const double *dash;
    int dash_count;
    size_t points, most; /* in the current piece */
    double x, y, width_pt, travelled_pt;
};

static struct pen pen_of(const struct brush *brush, const struct mark *mark)
{
    struct pen pen = {.brush = brush,
                      .mark = mark,
                      .most = brush->raster ? 20 : 2000,
                      .width_pt = mark_line_width(mark)};
    pen.dash = theme_dash(mark->dash, &pen.dash_count);
    brush_stroke(brush, pen.width_pt, mark->dash);
    return pen;
}

static void pen_start(struct pen *pen, double x, double y)
{
    cairo_move_to(pen->brush->cr, x, y);
    pen->x = x;
    pen->y = y;
    pen->points = 1;
}

/* A sample between gaps is a dot. */
static void pen_lift(struct pen *pen)
{
    if (pen->points > 1)
        cairo_stroke(pen->brush->cr);
    if (pen->points == 1) {
        paint_shapes(pen->brush, SHAPE_CIRCLE, &pen->x, &pen->y, 1, pen->width_pt * 1.6);
        brush_stroke(pen->brush, pen->width_pt, pen->mark->dash);
    }
    pen->points = 0;
}

static void pen_draw(struct pen *pen, double x, double y)
{
    if (pen->points == pen->most) {
        cairo_stroke(pen->brush->cr);
        if (pen->dash_count > 0)
            cairo_set_dash(pen->brush->cr, pen->dash, pen->dash_count, pen->travelled_pt);
        pen_start(pen, pen->x, pen->y);
    }
    cairo_line_to(pen->brush->cr, x, y);
    if (pen->dash_count > 0)
        pen->travelled_pt += hypot(x - pen->x, y - pen->y);
    pen->x = x;
    pen->y = y;
    pen->points++;
}

static void stroke_trace(struct pen *pen, const struct trace *trace)
{
    for (size_t i = 0; i < trace->count; i++) {
        if (isnan(trace->y[i]))
            pen_lift(pen);
        else if (pen->points == 0)
            pen_start(pen, trace->x[i], trace->y[i]);
        else
            pen_draw(pen, trace->x[i], trace->y[i]);
    }
    pen_lift(pen);
}

/* Markers on rims of the background, so that they stand out from their own line. */
void paint_markers(const struct brush *brush, const struct mark *mark, const double *x,
                   const double *y, size_t count)
{
    const double size_pt = 3.4, rim_pt = 1.2;
    if (mark->shape != SHAPE_CROSS) {
        brush_colour(brush, brush->theme->background);
        paint_shapes(brush, mark->shape, x, y, count, size_pt + rim_pt);
    }
    brush_colour(brush, brush->theme->colours[mark->colour]);
    paint_shapes(brush, mark->shape, x, y, count, size_pt);
}

/* Lines next to each other have their markers at different places. */
static void mark_line(const struct brush *brush, const struct frame_panel *panel,
                      const struct mark *mark, const struct trace *trace, size_t index)
{
    enum { MOST = 12 };
    double x[MOST], y[MOST], pitch = panel->plot.width / MOST;
    double next = panel->plot.x + pitch * (0.15 + fmod((double)index * 0.37, 0.85));
    size_t count = 0;
    for (size_t i = 0; i < trace->count && count < MOST; i++) {
        if (isnan(trace->y[i]) || trace->x[i] < next)
            continue;
        x[count] = trace->x[i];
        y[count++] = trace->y[i];
        next += pitch * (1 + floor((trace->x[i] - next) / pitch));
    }
    paint_markers(brush, mark, x, y, count);
}

void paint_line(const struct brush *brush, const struct frame_panel *panel, size_t index)
{
    const struct mark *mark = &panel->panel->marks[index];
    struct pen pen = pen_of(brush, mark);
    struct trace trace;
    trace_init(&trace, panel, mark);
    stroke_trace(&pen, &trace);
    if (mark->markers && mark->shape != SHAPE_NONE)
        mark_line(brush, panel, mark, &trace, index);
    trace_release(&trace);
}

/* ---- areas ----------------------------------------------------------------------------------- */

static void fill_piece(const struct brush *brush, const struct trace *trace, size_t first,
                       size_t last)
{
    for (size_t i = first; i <= last; i++)
        cairo_line_to(brush->cr, trace->x[i], trace->y[i]);
    for (size_t i = last + 1; i-- > first;)
        cairo_line_to(brush->cr, trace->x[i], trace->y2[i]);
    cairo_close_path(brush->cr);
    cairo_fill(brush->cr);
}

/* Points first … last, without gaps. */
static void fill_run(const struct brush *brush, const struct trace *trace, size_t first,
                     size_t last)
{
    /* In pieces for speed; they overlap by a step, else their edges would show. */
    const size_t most = brush->raster ? 40 : 4000;
    if (first == last) {
        brush_hairline(brush, trace->x[first], trace->y[first], trace->x[first], trace->y2[first],
                       1);
        return;
    }
    for (size_t start = first; start < last;) {
        size_t end = last - start <= most ? last : start + most;
        fill_piece(brush, trace, start, end);
        start = end == last ? last : end - 1;
    }
}

void paint_area(const struct brush *brush, const struct frame_panel *panel, size_t index)
{
    struct trace trace;
    trace_init(&trace, panel, &panel->panel->marks[index]);
    for (size_t i = 0; i < trace.count; i++) {
        if (isnan(trace.y[i]))
            continue;
        size_t first = i;
        while (i + 1 < trace.count && !isnan(trace.y[i + 1]))
            i++;
        fill_run(brush, &trace, first, i);
    }
    trace_release(&trace);
}
