/* A figure as a file: PNG, SVG. Every write is checked. */
#ifndef RENDER_SURFACE_H
#define RENDER_SURFACE_H

#include <cairo.h>
#include <stdbool.h>

#include "figure/figure.h"
#include "render/text.h"
#include "render/theme.h"
#include "util/error.h"

/* An image of 720 × (its height) CSS pixels, a CSS pixel being 1/75 inch: at 150 dpi two device
 * pixels each. */
struct image_size {
    int width_px, height_px; /* device pixels */
    int css_width, css_height;
};
struct image_size image_size_of(const struct figure *figure, double dpi);

bool figure_write_png(const struct figure *figure, struct text_engine *text,
                      const struct theme *theme, double dpi, const char *path, struct error *error);
bool figure_write_svg(const struct figure *figure, struct text_engine *text,
                      const struct theme *theme, const char *path, struct error *error);

/* A checked stream for Cairo's *_create_for_stream: remembers the first failed write, which Cairo
 * itself would not report. */
struct checked_stream {
    int descriptor;
    char path[4096];
    char *buffer;
    size_t used;
    int failed_errno; /* 0: every write so far went well */
};
bool checked_stream_open(struct checked_stream *stream, const char *path, struct error *error);
cairo_status_t checked_stream_write(void *stream, const unsigned char *bytes, unsigned int size);
/* Flushes and closes; false with *error when any write failed. */
bool checked_stream_close(struct checked_stream *stream, struct error *error);

#endif
