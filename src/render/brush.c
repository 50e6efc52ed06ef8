#include "render/brush.h"

#include <math.h>

void brush_colour(const struct brush *brush, struct rgb colour)
{
    cairo_set_source_rgb(brush->cr, colour.red, colour.green, colour.blue);
}

void brush_stroke(const struct brush *brush, double width_pt, enum dash dash)
{
    int count;
    const double *lengths_pt = theme_dash(dash, &count);
    cairo_set_line_width(brush->cr, fmax(width_pt, brush->pixel_pt));
    cairo_set_dash(brush->cr, lengths_pt, count, 0);
}

void brush_whole_pixel(const struct brush *brush, double *x, double *y)
{
    cairo_user_to_device(brush->cr, x, y);
    *x = floor(*x + 0.5);
    *y = floor(*y + 0.5);
    cairo_device_to_user(brush->cr, x, y);
}

void brush_rectangle(const struct brush *brush, struct box box)
{
    double x0 = box.x, y0 = box.y, x1 = box.x + box.width, y1 = box.y + box.height;
    if (brush->raster) {
        brush_whole_pixel(brush, &x0, &y0);
        brush_whole_pixel(brush, &x1, &y1);
        x1 = fmax(x1, x0 + brush->pixel_pt);
        y1 = fmax(y1, y0 + brush->pixel_pt);
    }
    cairo_rectangle(brush->cr, x0, y0, x1 - x0, y1 - y0);
    cairo_fill(brush->cr);
}

void brush_hairline(const struct brush *brush, double x0, double y0, double x1, double y1,
                    double width_pt)
{
    double half = width_pt / 2;
    struct box level = {fmin(x0, x1), y0 - half, fabs(x1 - x0), width_pt};
    struct box upright = {x0 - half, fmin(y0, y1), width_pt, fabs(y1 - y0)};
    brush_rectangle(brush, y0 == y1 ? level : upright);
}
