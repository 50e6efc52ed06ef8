/* PNG with a palette, which charts can do with and which is written fast. */
#ifndef RENDER_PNG_H
#define RENDER_PNG_H

#include "render/surface.h"

/* `surface` is a finished CAIRO_FORMAT_RGB24 surface. Failures are remembered by the stream. */
void png_write(cairo_surface_t *surface, double dpi, struct checked_stream *stream);

#endif
