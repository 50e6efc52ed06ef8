/* Paints a figure into a rectangle of any Cairo surface.
 *
 * First everything is measured (struct frame: where panels, labels and names go, so that none is
 * cut or overlaps), then painted. Lengths are points of the surface's user space. */
#ifndef RENDER_PAINTER_H
#define RENDER_PAINTER_H

#include <cairo.h>

#include "figure/model/figure.h"
#include "render/text.h"
#include "render/theme.h"

void paint_figure(cairo_t *cr, struct text_engine *text, const struct figure *figure, double x,
                  double y, double width, double height, const struct paint_style *style);

#endif
