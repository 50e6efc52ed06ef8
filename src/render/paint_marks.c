#include <math.h>

#include "render/paint.h"

static double width_or(const struct mark *mark, double width_pt)
{
    return mark->width_pt > 0 ? mark->width_pt : width_pt;
}

static bool is_first_shared(const struct panel *panel, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (panel->marks[i].shares_pixels)
            return false;
    return true;
}

static void paint_bars(const struct brush *brush, const struct frame_panel *panel, size_t index)
{
    const struct mark *mark = &panel->panel->marks[index];
    const double most_gap_pt = 0.6; /* between the bins of a histogram */
    if (mark->shares_pixels) {
        if (is_first_shared(panel->panel, index))
            paint_shared_bars(brush, panel);
        return;
    }
    bool bins = panel->panel->x.kind != SCALE_BANDS && panel->panel->y.kind != SCALE_BANDS;
    for (size_t i = 0; i < mark->count; i++) {
        double x0 = frame_x(panel, mark->x[i]), x1 = frame_x(panel, mark->x2[i]);
        double y0 = frame_y(panel, mark->y[i]), y1 = frame_y(panel, mark->y2[i]);
        if (isnan(x0 + x1 + y0 + y1) || x0 == x1 || y0 == y1)
            continue;
        double width = fabs(x1 - x0), gap = bins ? fmin(most_gap_pt, width * 0.15) : 0;
        brush_rectangle(brush, (struct box){fmin(x0, x1) + gap / 2, fmin(y0, y1), width - gap,
                                            fabs(y1 - y0)});
    }
}

static void paint_point_mark(const struct brush *brush, const struct frame_panel *panel,
                             size_t index)
{
    paint_points(brush, panel, &panel->panel->marks[index]);
}

static double or_edge(double place, double edge)
{
    return isnan(place) ? edge : place;
}

static void paint_rules(const struct brush *brush, const struct frame_panel *panel, size_t index)
{
    const struct mark *mark = &panel->panel->marks[index];
    const struct box *plot = &panel->plot;
    double width_pt = width_or(mark, 0.8);
    brush_stroke(brush, width_pt, mark->dash);
    for (size_t i = 0; i < mark->count; i++) {
        double x0 = or_edge(frame_x(panel, mark->x[i]), plot->x);
        double x1 = or_edge(frame_x(panel, mark->x2[i]), plot->x + plot->width);
        double y0 = or_edge(frame_y(panel, mark->y[i]), plot->y + plot->height);
        double y1 = or_edge(frame_y(panel, mark->y2[i]), plot->y);
        if (mark->dash == DASH_SOLID && (x0 == x1 || y0 == y1)) {
            brush_hairline(brush, x0, y0, x1, y1, width_pt);
            continue;
        }
        cairo_move_to(brush->cr, x0, y0);
        cairo_line_to(brush->cr, x1, y1);
        cairo_stroke(brush->cr);
    }
}

static void paint_cell_mark(const struct brush *brush, const struct frame_panel *panel,
                            size_t index)
{
    paint_cells(brush, panel, &panel->panel->marks[index].cells);
}

/* ---- all kinds ------------------------------------------------------------------------------- */

typedef void mark_painter(const struct brush *brush, const struct frame_panel *panel, size_t index);

/* Text is among the frame's labels. */
static mark_painter *const painters[] = {
    [MARK_LINE] = paint_line,
    [MARK_AREA] = paint_area,
    [MARK_BAR] = paint_bars,
    [MARK_POINT] = paint_point_mark,
    [MARK_CELLS] = paint_cell_mark,
    [MARK_RULE] = paint_rules,
    [MARK_TEXT] = NULL,
    [MARK_CONTOURS] = paint_contours,
};

bool mark_is_filled_contour(const struct mark *mark)
{
    return mark->kind == MARK_CONTOURS && mark->contours.paint != CONTOUR_LINES;
}

bool mark_is_ground(const struct mark *mark)
{
    return mark->kind == MARK_AREA || mark->kind == MARK_CELLS || mark_is_filled_contour(mark);
}

void paint_mark(const struct brush *brush, const struct frame_panel *panel, size_t index)
{
    const struct mark *mark = &panel->panel->marks[index];
    if (!painters[mark->kind])
        return;
    brush_colour(brush, brush->theme->colours[mark->colour]);
    painters[mark->kind](brush, panel, index);
}

void paint_key(const struct brush *brush, const struct key *key)
{
    const struct mark *mark = key->mark;
    double left = key->box.x, right = left + key->box.width, centre = (left + right) / 2;
    double middle = key->box.y + key->box.height / 2;
    brush_colour(brush, brush->theme->colours[mark->colour]);
    if (mark->kind == MARK_AREA || mark->kind == MARK_BAR || mark_is_filled_contour(mark)) {
        brush_rectangle(brush, key->box);
        return;
    }
    if (mark->kind == MARK_POINT) {
        paint_shapes(brush, mark->shape, &centre, &middle, 1, width_or(mark, 2.6) * 1.2);
        return;
    }
    brush_stroke(brush, mark_line_width(mark), mark->dash);
    cairo_move_to(brush->cr, left, middle);
    cairo_line_to(brush->cr, right, middle);
    cairo_stroke(brush->cr);
    if (mark->markers && mark->shape != SHAPE_NONE)
        paint_markers(brush, mark, &centre, &middle, 1);
}
