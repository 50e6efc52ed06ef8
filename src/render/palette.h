/* An image as runs of at most 256 colours.
 *
 * A chart has few colours besides the shades of its edges. The commonest are kept exactly; where
 * there are more than 256, each of the rest becomes the nearest of those. */
#ifndef RENDER_PALETTE_H
#define RENDER_PALETTE_H

#include <stddef.h>
#include <stdint.h>

/* Widths of rows, with the byte before them, that a match of deflate can span or reach back. */
enum { PALETTE_MOST = 256, PALETTE_LEAST_REPEAT = 2, PALETTE_MOST_REPEAT = 32766 };

/* Pixels of one colour side by side in a row; length 0: a whole row like the one above, which comes
 * only in images of PALETTE_LEAST_REPEAT to PALETTE_MOST_REPEAT pixels in width. */
struct pixel_run {
    uint32_t index, length;
};

struct paletted_image {
    size_t width, height;
    size_t colour_count;
    uint32_t colours[PALETTE_MOST]; /* 0xRRGGBB */
    struct pixel_run *runs;
    size_t run_count, run_capacity;
};

/* `pixels`: rows of `stride` bytes, each pixel 0x??RRGGBB. */
void paletted_image_init(struct paletted_image *image, const unsigned char *pixels, size_t stride,
                         size_t width, size_t height);
void paletted_image_release(struct paletted_image *image);

#endif
