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

static uint16_t *cell_of(const struct palette *palette, uint32_t colour)
{
    return &palette
                ->cells[(colour >> 19 & 31) << 10 | (colour >> 11 & 31) << 5 | (colour >> 3 & 31)];
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

static size_t add_colour(const struct palette *palette, uint32_t colour)
{
    struct paletted_image *image = palette->image;
    if (image->colour_count == PALETTE_MOST)
        return nearest(image, colour);
    image->colours[image->colour_count] = colour & 0xffffff;
    return image->colour_count++;
}

static unsigned char index_of(const struct palette *palette, uint32_t colour)
{
    uint16_t *cell = cell_of(palette, colour);
    if (*cell == 0)
        *cell = (uint16_t)(add_colour(palette, colour) + 1);
    return (unsigned char)(*cell - 1);
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

static void set_indices(const struct palette *palette, const uint32_t *pixels, size_t count,
                        unsigned char *to)
{
    for (size_t i = 0; i < count; i++)
        to[i] = index_of(palette, pixels[i]);
}

/* Most of a figure is like what stands above it. Indices are those of `above`, or get looked up. */
static void set_row_below(const struct palette *palette, const uint32_t *row, const uint32_t *above,
                          const unsigned char *indices_above, unsigned char *to)
{
    size_t width = palette->image->width, x = 0;
    while (x + BLOCK <= width) {
        size_t first = x;
        while (x + BLOCK <= width && equal_blocks(row + x, above + x))
            x += BLOCK;
        memcpy(to + first, indices_above + first, x - first);
        if (x + BLOCK > width)
            break;
        set_indices(palette, row + x, BLOCK, to + x);
        x += BLOCK;
    }
    set_indices(palette, row + x, width - x, to + x);
}

void paletted_image_init(struct paletted_image *image, const unsigned char *pixels, size_t stride,
                         size_t width, size_t height, const uint32_t *exact, size_t exact_count)
{
    const struct rows rows = {pixels, stride};
    struct palette palette = {image, memory_alloc_array(CELLS, sizeof *palette.cells)};
    *image = (struct paletted_image){.width = width, .height = height, .scanline_size = 1 + width};
    image->scanlines = memory_resize(NULL, height, image->scanline_size);
    for (size_t i = 0; i < exact_count; i++)
        index_of(&palette, exact[i]);
    for (size_t y = 0; y < height; y++) {
        unsigned char *line = image->scanlines + y * image->scanline_size;
        line[0] = NOT_FILTERED;
        if (y == 0)
            set_indices(&palette, row_at(&rows, y), width, line + 1);
        else
            set_row_below(&palette, row_at(&rows, y), row_at(&rows, y - 1),
                          line + 1 - image->scanline_size, line + 1);
    }
    free(palette.cells);
}

void paletted_image_release(struct paletted_image *image)
{
    free(image->scanlines);
}
