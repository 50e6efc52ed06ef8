#include "render/palette.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

enum {
    CELLS = 1 << 15,
    BLOCK = 8, /* pixels compared at once */
    NOT_FILTERED = 0,
};

struct palette {
    struct paletted_image *image;
    uint16_t *cells; /* of the colours that agree in five bits a channel: index + 1, 0: none yet */
};

/* ---- colours --------------------------------------------------------------------------------- */

static uint32_t cell_of(uint32_t colour)
{
    return (colour >> 9 & 0x7c00) | (colour >> 6 & 0x03e0) | (colour >> 3 & 0x001f);
}

static int channel_difference(uint32_t one, uint32_t other, int shift)
{
    return (int)(one >> shift & 255) - (int)(other >> shift & 255);
}

static size_t nearest(const struct paletted_image *image, uint32_t colour)
{
    size_t best = 0;
    int least = INT32_MAX;
    for (size_t i = 0; i < image->colour_count; i++) {
        int red = channel_difference(colour, image->colours[i], 16);
        int green = channel_difference(colour, image->colours[i], 8);
        int blue = channel_difference(colour, image->colours[i], 0);
        int distance = 2 * red * red + 4 * green * green + 3 * blue * blue;
        if (distance < least) {
            least = distance;
            best = i;
        }
    }
    return best;
}

static size_t index_of_new(struct paletted_image *image, uint32_t colour)
{
    if (image->colour_count == PALETTE_MOST)
        return nearest(image, colour);
    image->colours[image->colour_count] = colour & 0xffffff;
    return image->colour_count++;
}

/* Called once a cell: what is called for each pixel stays small. */
__attribute__((noinline)) static uint16_t fill_cell(const struct palette *palette, uint32_t colour)
{
    return palette->cells[cell_of(colour)] = (uint16_t)(index_of_new(palette->image, colour) + 1);
}

static inline unsigned char index_of(const struct palette *palette, uint32_t cell, uint32_t colour)
{
    uint16_t filled = palette->cells[cell];
    return (unsigned char)((filled ? filled : fill_cell(palette, colour)) - 1);
}

/* ---- rows ------------------------------------------------------------------------------------ */

struct rows {
    const unsigned char *pixels;
    size_t stride;
};

static const uint32_t *row_at(const struct rows *rows, size_t y)
{
    return (const uint32_t *)(const void *)(rows->pixels + y * rows->stride);
}

static uint64_t pair_at(const uint32_t *pixels)
{
    uint64_t pair;
    memcpy(&pair, pixels, sizeof pair);
    return pair;
}

static bool equal_blocks(const uint32_t *one, const uint32_t *other)
{
    return ((pair_at(one) ^ pair_at(other)) | (pair_at(one + 2) ^ pair_at(other + 2)) |
            (pair_at(one + 4) ^ pair_at(other + 4)) | (pair_at(one + 6) ^ pair_at(other + 6))) == 0;
}

/* In two loops, of which compilers turn the first into vector instructions. */
static void set_block(const struct palette *palette, const uint32_t *pixels, unsigned char *to)
{
    uint32_t cells[BLOCK];
    for (size_t i = 0; i < BLOCK; i++)
        cells[i] = cell_of(pixels[i]);
    for (size_t i = 0; i < BLOCK; i++)
        to[i] = index_of(palette, cells[i], pixels[i]);
}

/* Most of a figure is like what stands above it. `above` is NULL for the first row. */
static void set_row(const struct palette *palette, const uint32_t *row, const uint32_t *above,
                    unsigned char *to)
{
    const struct paletted_image *image = palette->image;
    size_t x = 0;
    for (; x + BLOCK <= image->width; x += BLOCK)
        if (above && equal_blocks(row + x, above + x))
            memcpy(to + x, to + x - image->scanline_size, BLOCK);
        else
            set_block(palette, row + x, to + x);
    for (; x < image->width; x++)
        to[x] = index_of(palette, cell_of(row[x]), row[x]);
}

void paletted_image_init(struct paletted_image *image, const unsigned char *pixels, size_t stride,
                         size_t width, size_t height, const uint32_t *exact, size_t exact_count)
{
    const struct rows rows = {pixels, stride};
    struct palette palette = {image, memory_alloc_array(CELLS, sizeof *palette.cells)};
    *image = (struct paletted_image){.width = width, .height = height, .scanline_size = 1 + width};
    image->scanlines = memory_resize(NULL, height, image->scanline_size);
    for (size_t i = 0; i < exact_count; i++)
        index_of(&palette, cell_of(exact[i]), exact[i]);
    for (size_t y = 0; y < height; y++) {
        unsigned char *line = image->scanlines + y * image->scanline_size;
        line[0] = NOT_FILTERED;
        set_row(&palette, row_at(&rows, y), y ? row_at(&rows, y - 1) : NULL, line + 1);
    }
    free(palette.cells);
}

void paletted_image_release(struct paletted_image *image)
{
    free(image->scanlines);
}
