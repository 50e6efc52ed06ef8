/* An image of at most 256 colours.
 *
 * A chart has few colours besides the shades of its edges. The commonest are kept exactly; where
 * there are more than 256, each of the rest becomes the nearest of those. */
#ifndef RENDER_PALETTE_H
#define RENDER_PALETTE_H

#include <stddef.h>
#include <stdint.h>

enum { PALETTE_MOST = 256 };

struct paletted_image {
    size_t width, height;
    size_t colour_count;
    uint32_t colours[PALETTE_MOST]; /* 0xRRGGBB */
    unsigned char *indices;         /* by row */
};

/* `pixels`: rows of `stride` bytes, each pixel 0x??RRGGBB. */
void paletted_image_init(struct paletted_image *image, const unsigned char *pixels, size_t stride,
                         size_t width, size_t height);
void paletted_image_release(struct paletted_image *image);

#endif
