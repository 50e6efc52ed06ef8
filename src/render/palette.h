/* An image of at most 256 colours.
 *
 * A chart has few colours besides the shades of its edges. Those it is told of are kept exactly;
 * shades that agree in the upper five bits of each channel share the first of them that was met,
 * and once 256 are taken the nearest of these. */
#ifndef RENDER_PALETTE_H
#define RENDER_PALETTE_H

#include <stddef.h>
#include <stdint.h>

enum { PALETTE_MOST = 256 };

struct paletted_image {
    size_t width, height;
    size_t colour_count;
    uint32_t colours[PALETTE_MOST]; /* 0xRRGGBB */
    /* As PNG packs them: a row is a 0, "not filtered", then the indices of its pixels. */
    unsigned char *scanlines;
    size_t scanline_size; /* 1 + width */
};

/* `pixels`: rows of `stride` bytes, each pixel 0x??RRGGBB. `exact`: the colours of flat areas. */
void paletted_image_init(struct paletted_image *image, const unsigned char *pixels, size_t stride,
                         size_t width, size_t height, const uint32_t *exact, size_t exact_count);
void paletted_image_release(struct paletted_image *image);

#endif
