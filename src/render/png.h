/* PNG as fast as its compression allows: an image of a palette, runs only. */
#ifndef RENDER_PNG_H
#define RENDER_PNG_H

#include "render/surface.h"

/* `image` is a finished CAIRO_FORMAT_RGB24 surface. Failures are remembered by the stream. */
void png_write(cairo_surface_t *image, double dpi, struct checked_stream *stream);

#endif
