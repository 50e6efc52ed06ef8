/* A PNG from outside, such as the logo of a site. Its head is looked at before anything of it is
 * decoded: a small file may say that it is an image of any size. */
#ifndef RENDER_PICTURE_H
#define RENDER_PICTURE_H

#include <cairo.h>
#include <stdbool.h>
#include <stddef.h>

#include "util/error.h"

enum { PICTURE_LONGEST_SIDE = 10000, PICTURE_MOST_PIXELS = 4000000 };

struct picture {
    const char *bytes; /* the whole image, and nothing that stands behind it in its file */
    size_t size;
    int width, height; /* pixels */
};

/* *picture is of `bytes`, which stay the caller's. False with ERROR_INPUT, and a sentence about
 * "the image", where they are no PNG, one that is too large, or one that cannot be decoded. */
bool picture_read(struct picture *picture, const char *bytes, size_t size, struct error *error);

struct picture_extent {
    double width, height;
};
/* The largest size of the same proportions within a rectangle, and at most `most` for a pixel. */
struct picture_extent picture_fit(const struct picture *picture, double width, double height,
                                  double most);

/* Paints it into a rectangle, with as many pixels as print shows. Lengths are points. */
void picture_paint(cairo_t *cr, const struct picture *picture, double x, double y, double width,
                   double height);

#endif
