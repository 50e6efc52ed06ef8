/* What every mark is painted with: colours, strokes, and what lies on whole pixels. */
#ifndef RENDER_BRUSH_H
#define RENDER_BRUSH_H

#include <cairo.h>
#include <stdbool.h>

#include "figure/model/figure.h"
#include "render/frame.h"
#include "render/theme.h"

struct brush {
    cairo_t *cr;
    const struct theme *theme;
    bool raster;
    double pixel_pt; /* length of a device pixel; on paper an arbitrary small one */
};

void brush_colour(const struct brush *brush, struct rgb colour);
/* Sets width (never under a device pixel) and dash. */
void brush_stroke(const struct brush *brush, double width_pt, enum dash dash);
/* Moves a place to the nearest corner of pixels. */
void brush_whole_pixel(const struct brush *brush, double *x, double *y);
/* A straight upright or level line, on whole pixels in an image. */
void brush_hairline(const struct brush *brush, double x0, double y0, double x1, double y1,
                    double width_pt);
/* A filled rectangle, on whole pixels in an image. */
void brush_rectangle(const struct brush *brush, struct box box);

#endif
