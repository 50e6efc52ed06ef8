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
    int16_t red[PALETTE_MOST], green[PALETTE_MOST], blue[PALETTE_MOST]; /* of the image's colours */
    uint16_t
        cells[CELLS]; /* of the colours that agree in five bits a channel: index + 1, 0: none yet */
};

/* ---- colours --------------------------------------------------------------------------------- */

static uint32_t cell_of(uint32_t colour)
{
    return (colour >> 9 & 0x7c00) | (colour >> 6 & 0x03e0) | (colour >> 3 & 0x001f);
}

static int16_t channel(uint32_t colour, int shift)
{
    return (int16_t)(colour >> shift & 255);
}

/* In a full palette, the first of those that are equally near. Distances stay below 2^20: with the
 * index behind them their least tells both, which takes no branch. */
static size_t nearest(const struct palette *palette, uint32_t colour)
{
    const int16_t red = channel(colour, 16), green = channel(colour, 8), blue = channel(colour, 0);
    int least = INT32_MAX;
    for (int i = 0; i < PALETTE_MOST; i++) {
        int16_t r = (int16_t)(red - palette->red[i]);
        int16_t g = (int16_t)(green - palette->green[i]);
        int16_t b = (int16_t)(blue - palette->blue[i]);
        int distance = 2 * r * r + 4 * g * g + 3 * b * b;
        int ranked = distance * PALETTE_MOST + i;
        least = ranked < least ? ranked : least;
    }
    return (size_t)(least % PALETTE_MOST);
}

static size_t index_of_new(struct palette *palette, uint32_t colour)
{
    struct paletted_image *image = palette->image;
    if (image->colour_count == PALETTE_MOST)
        return nearest(palette, colour);
    palette->red[image->colour_count] = channel(colour, 16);
    palette->green[image->colour_count] = channel(colour, 8);
    palette->blue[image->colour_count] = channel(colour, 0);
    image->colours[image->colour_count] = colour & 0xffffff;
    return image->colour_count++;
}

static uint16_t fill_cell(struct palette *palette, uint32_t colour)
{
    return palette->cells[cell_of(colour)] = (uint16_t)(index_of_new(palette, colour) + 1);
}

static inline unsigned char index_of(struct palette *palette, uint32_t cell, uint32_t colour)
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
static void set_block(struct palette *palette, const uint32_t *pixels, unsigned char *to)
{
    uint32_t cells[BLOCK];
    for (size_t i = 0; i < BLOCK; i++)
        cells[i] = cell_of(pixels[i]);
    for (size_t i = 0; i < BLOCK; i++)
        to[i] = index_of(palette, cells[i], pixels[i]);
}

/* Most of a figure is like what stands above it. `above` is NULL for the first row. */
static void set_row(struct palette *palette, const uint32_t *row, const uint32_t *above,
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
    struct palette *palette = memory_alloc(sizeof *palette);
    palette->image = image;
    *image = (struct paletted_image){.width = width, .height = height, .scanline_size = 1 + width};
    image->scanlines = memory_resize(NULL, height, image->scanline_size);
    for (size_t i = 0; i < exact_count; i++)
        index_of(palette, cell_of(exact[i]), exact[i]);
    for (size_t y = 0; y < height; y++) {
        unsigned char *line = image->scanlines + y * image->scanline_size;
        line[0] = NOT_FILTERED;
        set_row(palette, row_at(&rows, y), y ? row_at(&rows, y - 1) : NULL, line + 1);
    }
    free(palette);
}

void paletted_image_release(struct paletted_image *image)
{
    free(image->scanlines);
}
