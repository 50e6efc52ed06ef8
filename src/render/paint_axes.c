#include <math.h>

#include "render/frame_parts.h"
#include "render/paint.h"

static const double GRID_PT = 0.5, FAINT_GRID_PT = 0.3, AXIS_PT = 0.6;

static bool has_cells(const struct panel *panel)
{
    for (size_t i = 0; i < panel->mark_count; i++)
        if (panel->marks[i].kind == MARK_CELLS)
            return true;
    return false;
}

static struct rgb axis_colour(const struct brush *brush)
{
    return rgb_mix(brush->theme->colours[COLOUR_SECONDARY], brush->theme->background, 0.45);
}

static void paint_level_lines(const struct brush *brush, const struct frame_panel *panel)
{
    for (size_t i = 0; i < panel->y_ticks.count; i++) {
        const struct tick *tick = &panel->y_ticks.items[i];
        double y = frame_y(panel, tick->value);
        if (tick->major)
            brush_hairline(brush, panel->plot.x, y, panel->plot.x + panel->plot.width, y, GRID_PT);
    }
}

static void paint_upright_lines(const struct brush *brush, const struct frame_panel *panel,
                                double width_pt)
{
    for (size_t i = 0; i < panel->x_ticks.count; i++) {
        const struct tick *tick = &panel->x_ticks.items[i];
        double x = frame_x(panel, tick->value);
        if (tick->major)
            brush_hairline(brush, x, panel->plot.y, x, panel->plot.y + panel->plot.height,
                           width_pt);
    }
}

/* Seen through, so that it shows on bands as well as beside them. */
static void use_grid_colour(const struct brush *brush)
{
    struct rgb text = brush->theme->colours[COLOUR_TEXT];
    cairo_set_source_rgba(brush->cr, text.red, text.green, text.blue, 0.11);
}

/* Lines stand on the axis of amounts; those of times are fainter. */
void paint_grid(const struct brush *brush, const struct frame_panel *panel)
{
    if (has_cells(panel->panel))
        return;
    use_grid_colour(brush);
    if (panel->panel->y.kind != SCALE_BANDS)
        paint_level_lines(brush, panel);
    else if (panel->panel->x.kind != SCALE_BANDS)
        paint_upright_lines(brush, panel, GRID_PT);
    if (panel->panel->x.kind == SCALE_TIME && panel->panel->y.kind != SCALE_BANDS)
        paint_upright_lines(brush, panel, FAINT_GRID_PT);
}

static void paint_x_ticks(const struct brush *brush, const struct frame_panel *panel)
{
    double bottom = panel->plot.y + panel->plot.height;
    if (panel->panel->x.kind == SCALE_BANDS)
        return;
    for (size_t i = 0; i < panel->x_ticks.count; i++) {
        const struct tick *tick = &panel->x_ticks.items[i];
        double x = frame_x(panel, tick->value);
        double length = tick->major ? TICK_PT : TICK_PT * 0.6;
        brush_hairline(brush, x, bottom, x, bottom + length, GRID_PT);
    }
}

static bool is_inside(const struct scale *scale, double value)
{
    return scale->kind == SCALE_LINEAR && scale->low <= value && value <= scale->high;
}

/* Where lying bars start. */
static void paint_upright_axis(const struct brush *brush, const struct frame_panel *panel)
{
    double x = is_inside(&panel->panel->x, 0) ? frame_x(panel, 0) : panel->plot.x;
    brush_hairline(brush, x, panel->plot.y, x, panel->plot.y + panel->plot.height, AXIS_PT);
}

static void paint_level_axis(const struct brush *brush, const struct frame_panel *panel)
{
    bool crosses_zero = panel->panel->y.low < 0 && is_inside(&panel->panel->y, 0);
    double y = crosses_zero ? frame_y(panel, 0) : panel->plot.y + panel->plot.height;
    brush_hairline(brush, panel->plot.x, y, panel->plot.x + panel->plot.width, y, AXIS_PT);
}

void paint_axes(const struct brush *brush, const struct frame_panel *panel)
{
    brush_colour(brush, axis_colour(brush));
    paint_x_ticks(brush, panel);
    if (has_cells(panel->panel))
        return;
    if (panel->panel->y.kind == SCALE_BANDS)
        paint_upright_axis(brush, panel);
    else
        paint_level_axis(brush, panel);
}
