/* PNG with a palette, which charts can do with and which is written fast. */
#ifndef RENDER_PNG_H
#define RENDER_PNG_H

#include <stdint.h>

#include "render/surface.h"

/* `surface` is a finished CAIRO_FORMAT_RGB24 surface; `exact` are the colours of its flat areas
 * (palette.h). Failures are remembered by the stream. */
void png_write(cairo_surface_t *surface, double dpi, const uint32_t *exact, size_t exact_count,
               struct checked_stream *stream);

#endif
