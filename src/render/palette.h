/* An image of at most 256 colours, in two themes at once.
 *
 * A figure drawn in two themes has the same shapes in both: one array of indices serves them, with
 * a palette for each, and is found and packed once. An entry is a pair of colours, a pixel's in the
 * one theme and in the other; with one theme alone both are the same.
 *
 * A chart has few colours besides the shades of its edges. Those that are given are kept exactly;
 * pairs that agree in the upper five bits of each channel share the first of them that was met, and
 * once 256 are taken the nearest of these. */
#ifndef RENDER_PALETTE_H
#define RENDER_PALETTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PALETTE_MOST = 256, PALETTE_THEMES = 2 };

struct paletted_image {
    size_t width, height;
    size_t colour_count;
    uint32_t colours[PALETTE_THEMES][PALETTE_MOST]; /* 0xRRGGBB */
    bool used[PALETTE_MOST];                        /* false: given as exact, and of no pixel */
    /* As PNG packs them: a row is a 0, "not filtered", then the indices of its pixels. */
    unsigned char *scanlines;
    size_t scanline_size; /* 1 + width */
};

/* A figure drawn in both themes. */
struct palette_drawing {
    size_t width, height, stride;                /* pixels; bytes from row to row */
    const unsigned char *pixels[PALETTE_THEMES]; /* each pixel 0x??RRGGBB */
    const uint32_t *exact[PALETTE_THEMES];       /* colours of flat areas, in the same order */
    size_t exact_count;
};

void paletted_image_init(struct paletted_image *image, const struct palette_drawing *drawing);
void paletted_image_release(struct paletted_image *image);

#endif
