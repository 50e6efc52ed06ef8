#include "render/painter.h"

#include <math.h>

#include "render/frame_make.h"
#include "render/paint.h"

static struct brush brush_of(cairo_t *cr, const struct paint_style *style)
{
    double unit_x = 1, unit_y = 0;
    cairo_user_to_device_distance(cr, &unit_x, &unit_y);
    double scale = hypot(unit_x, unit_y);
    struct brush brush = {cr, style->theme, style->raster, 0.05};
    if (style->raster && scale > 0)
        brush.pixel_pt = 1 / scale;
    return brush;
}

/* Coarser curves and edges, at two pixels to a CSS pixel, are not seen but take half the time. */
static void set_accuracy(const struct brush *brush)
{
    cairo_set_line_join(brush->cr, CAIRO_LINE_JOIN_BEVEL);
    if (!brush->raster)
        return;
    cairo_set_antialias(brush->cr, CAIRO_ANTIALIAS_FAST);
    cairo_set_tolerance(brush->cr, 0.2);
}

/* A little beyond the plot, so that a line along its edge keeps its width. */
static void clip_to_plot(const struct brush *brush, const struct frame_panel *panel)
{
    const double margin = 1;
    struct box plot = panel->plot;
    cairo_rectangle(brush->cr, plot.x - margin, plot.y - margin, plot.width + 2 * margin,
                    plot.height + 2 * margin);
    cairo_clip(brush->cr);
}

static void paint_marks(const struct brush *brush, const struct frame_panel *panel, bool ground)
{
    cairo_save(brush->cr);
    clip_to_plot(brush, panel);
    for (size_t i = 0; i < panel->panel->mark_count; i++)
        if (mark_is_ground(&panel->panel->marks[i]) == ground)
            paint_mark(brush, panel, i);
    cairo_restore(brush->cr);
}

static void paint_message_ground(const struct brush *brush, const struct frame_panel *panel)
{
    double right = panel->plot.x + panel->plot.width, bottom = panel->plot.y + panel->plot.height;
    brush_colour(brush, brush->theme->colours[COLOUR_GRID]);
    brush_hairline(brush, panel->plot.x, panel->plot.y, right, panel->plot.y, 0.5);
    brush_hairline(brush, panel->plot.x, bottom - 0.5, right, bottom - 0.5, 0.5);
}

static void paint_panel(const struct brush *brush, const struct frame_panel *panel)
{
    if (panel->panel->message) {
        paint_message_ground(brush, panel);
        return;
    }
    paint_marks(brush, panel, true);
    paint_grid(brush, panel);
    paint_marks(brush, panel, false);
    paint_axes(brush, panel);
    paint_colour_bar(brush, panel);
}

static void paint_leader(const struct brush *brush, const struct leader *leader)
{
    brush_colour(brush, leader->colour);
    brush_stroke(brush, 0.4, DASH_SOLID);
    cairo_move_to(brush->cr, leader->x[0], leader->y[0]);
    cairo_line_to(brush->cr, leader->x[1], leader->y[1]);
    cairo_line_to(brush->cr, leader->x[2], leader->y[2]);
    cairo_stroke(brush->cr);
}

static void paint_label(cairo_t *cr, const struct frame *frame, const struct label *label)
{
    if (label->wrap_width > 0) {
        double x = label->align == TEXT_CENTRE
                       ? label->box.x - (label->wrap_width - label->box.width) / 2
                       : label->box.x;
        text_draw(frame->text, cr, &label->style, label->text, x, label->box.y, label->wrap_width,
                  label->align, label->max_lines);
    } else {
        text_draw_at(frame->text, cr, &label->style, label->text, label->box.x, label->baseline,
                     TEXT_LEFT);
    }
}

static void paint_frame(cairo_t *cr, const struct frame *frame)
{
    struct brush brush = brush_of(cr, frame->style);
    set_accuracy(&brush);
    for (size_t i = 0; i < frame->figure->panel_count; i++)
        paint_panel(&brush, &frame->panels[i]);
    for (size_t i = 0; i < frame->leaders.count; i++)
        paint_leader(&brush, &frame->leaders.items[i]);
    for (size_t i = 0; i < frame->keys.count; i++)
        paint_key(&brush, &frame->keys.items[i]);
    for (size_t i = 0; i < frame->labels.count; i++)
        paint_label(cr, frame, &frame->labels.items[i]);
}

void paint_figure(cairo_t *cr, struct text_engine *text, const struct figure *figure, double x,
                  double y, double width, double height, const struct paint_style *style)
{
    struct arena arena;
    struct frame frame;
    arena_init(&arena);
    frame_init(&frame, &arena, text, figure, (struct box){x, y, width, height}, style);
    cairo_save(cr);
    cairo_rectangle(cr, x, y, width, height);
    cairo_clip(cr);
    cairo_new_path(cr);
    paint_frame(cr, &frame);
    cairo_restore(cr);
    frame_release(&frame);
    arena_release(&arena);
}
