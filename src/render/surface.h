/* A figure as a file: PNG, SVG. Every write is checked. */
#ifndef RENDER_SURFACE_H
#define RENDER_SURFACE_H

#include <cairo.h>
#include <stdbool.h>

#include "figure/model/figure.h"
#include "render/text.h"
#include "render/theme.h"
#include "util/error.h"

enum image_form {
    IMAGE_FULL,   /* 720 CSS pixels wide, with heading and caption */
    IMAGE_NARROW, /* 344, without: for a phone, whose page has both as text */
    IMAGE_SMALL,  /* 228, without: three of them in a row; of a figure of figure_make_small() */
};

/* A CSS pixel is 1/75 inch: at 150 dpi two device pixels. */
struct image_size {
    int width_px, height_px; /* device pixels */
    int css_width, css_height;
};
struct image_size image_size_of(const struct figure *figure, enum image_form form, double dpi);

struct image {
    const struct figure *figure;
    enum image_form form;
    const struct theme *theme;
    struct text_engine *text;
    const char *run; /* in a full image, above the title: what run it is of; NULL: not said */
};
/* One figure in one form, in `count` themes (at most IMAGE_THEMES_MOST), each to its path. */
enum { IMAGE_THEMES_MOST = 2 };
bool image_write_pngs(const struct image *images, const char *const *paths, size_t count,
                      double dpi, struct error *error);
bool image_write_svg(const struct image *image, const char *path, struct error *error);

#endif
