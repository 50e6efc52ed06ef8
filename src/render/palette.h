/* An image as indices into at most 256 colours.
 *
 * A chart has few colours besides the shades of its edges. The commonest are kept exactly; where
 * there are more than 256, each of the rest becomes the nearest of those. */
#ifndef RENDER_PALETTE_H
#define RENDER_PALETTE_H

#include <stddef.h>
#include <stdint.h>

enum { PALETTE_MOST = 256 };

struct palette {
    size_t count;
    uint32_t colours[PALETTE_MOST]; /* 0xRRGGBB */
};

/* `pixels`: rows of `stride` bytes, each pixel 0x??RRGGBB; `indices`: rows of
 * `index_stride` bytes. */
void palette_index(struct palette *palette, const unsigned char *pixels, size_t stride,
                   size_t width, size_t height, unsigned char *indices, size_t index_stride);

#endif
