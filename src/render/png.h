/* PNG with a palette, which charts can do with and which is written fast. */
#ifndef RENDER_PNG_H
#define RENDER_PNG_H

#include <stdint.h>

#include "render/checked_stream.h"

/* A finished CAIRO_FORMAT_RGB24 surface and its file; `exact`: the colours of its flat areas
 * (palette.h), the background first. Beside a first drawing the second needs no surface: the first
 * is recoloured (recolour.h). */
struct png_drawing {
    cairo_surface_t *surface;
    const uint32_t *exact;
    struct checked_stream *stream;
};

/* One figure drawn in `count` themes (at most PALETTE_THEMES), each with as many exact colours:
 * they are packed once. Failures are remembered by the streams. */
void png_write(const struct png_drawing *drawings, size_t count, size_t exact_count, double dpi);

#endif
