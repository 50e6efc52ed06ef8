#include <math.h>

#include "render/paint.h"

/* Of a shape of size 1, about its middle; all look equally large. */
struct outline {
    int count;
    double x[4], y[4];
};

static const struct outline outlines[SHAPE_COUNT] = {
    [SHAPE_SQUARE] = {4, {-0.44, 0.44, 0.44, -0.44}, {-0.44, -0.44, 0.44, 0.44}},
    [SHAPE_TRIANGLE] = {3, {0, 0.56, -0.56}, {-0.6, 0.42, 0.42}},
    [SHAPE_DIAMOND] = {4, {0, 0.6, 0, -0.6}, {-0.6, 0, 0.6, 0}},
};

static void add_cross(cairo_t *cr, double x, double y, double half)
{
    cairo_move_to(cr, x - half, y - half);
    cairo_line_to(cr, x + half, y + half);
    cairo_move_to(cr, x - half, y + half);
    cairo_line_to(cr, x + half, y - half);
}

static void add_shape(cairo_t *cr, enum shape shape, double x, double y, double size)
{
    const struct outline *outline = &outlines[shape];
    if (shape == SHAPE_CROSS) {
        add_cross(cr, x, y, 0.45 * size);
        return;
    }
    if (shape == SHAPE_CIRCLE) {
        cairo_move_to(cr, x, y);
        cairo_close_path(cr);
        return;
    }
    cairo_new_sub_path(cr);
    for (int i = 0; i < outline->count; i++)
        cairo_line_to(cr, x + outline->x[i] * size, y + outline->y[i] * size);
    cairo_close_path(cr);
}

/* A circle is the round end of a stroke without length: on paper a sixth of the bytes of its arcs.
 */
static void finish_shapes(const struct brush *brush, enum shape shape, double size)
{
    if (shape == SHAPE_CIRCLE) {
        cairo_set_line_cap(brush->cr, CAIRO_LINE_CAP_ROUND);
        brush_stroke(brush, size, DASH_SOLID);
        cairo_stroke(brush->cr);
        cairo_set_line_cap(brush->cr, CAIRO_LINE_CAP_BUTT);
    } else if (shape == SHAPE_CROSS) {
        brush_stroke(brush, fmax(0.7, size * 0.25), DASH_SOLID);
        cairo_stroke(brush->cr);
    } else {
        cairo_fill(brush->cr);
    }
}

void paint_shapes(const struct brush *brush, enum shape shape, const double *x, const double *y,
                  size_t count, double size_pt)
{
    if (shape <= SHAPE_NONE || shape >= SHAPE_COUNT)
        shape = SHAPE_CIRCLE;
    cairo_new_path(brush->cr);
    for (size_t i = 0; i < count; i++)
        add_shape(brush->cr, shape, x[i], y[i], size_pt);
    finish_shapes(brush, shape, size_pt);
}

static void paint_all(const struct brush *brush, const struct frame_panel *panel,
                      const struct mark *mark, double size)
{
    enum { AT_ONCE = 50 }; /* filling grows faster than the number of edges */
    enum shape shape = mark->shape;
    if (shape <= SHAPE_NONE || shape >= SHAPE_COUNT)
        shape = SHAPE_CIRCLE;
    size_t waiting = 0;
    cairo_new_path(brush->cr);
    for (size_t i = 0; i < mark->count; i++) {
        double x = frame_x(panel, mark->x[i]), y = frame_y(panel, mark->y[i]);
        if (isnan(x) || isnan(y))
            continue;
        if (mark->shades && waiting == 0)
            brush_colour(brush, theme_ramp(scale_place(&panel->panel->colour, mark->shades[i])));
        add_shape(brush->cr, shape, x, y, size);
        if (++waiting == AT_ONCE || mark->shades) {
            finish_shapes(brush, shape, size);
            waiting = 0;
        }
    }
    finish_shapes(brush, shape, size);
}

void paint_points(const struct brush *brush, const struct frame_panel *panel,
                  const struct mark *mark)
{
    const double rim_pt = 1.8;
    double size = mark->width_pt > 0 ? mark->width_pt : 2.6;
    if (mark->markers) {
        brush_colour(brush, brush->theme->background);
        paint_all(brush, panel, mark, size + rim_pt);
        brush_colour(brush, brush->theme->colours[mark->colour]);
    }
    paint_all(brush, panel, mark, size);
}
