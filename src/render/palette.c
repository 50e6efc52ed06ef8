#include "render/palette.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

enum { CELLS = 1 << 15 };

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
    size_t stride, width, height;
};

static const uint32_t *row_at(const struct rows *rows, size_t y)
{
    return (const uint32_t *)(const void *)(rows->pixels + y * rows->stride);
}

/* Rows are often like the row above: blank, a bar, a row of cells. */
static bool repeats(const struct rows *rows, size_t y)
{
    return y > 0 && memcmp(row_at(rows, y), row_at(rows, y - 1), rows->width * 4) == 0;
}

/* Whether the eight pixels all are `pair`, a pixel twice. */
static bool are_all(const uint32_t *pixels, uint64_t pair)
{
    uint64_t pairs[4];
    memcpy(pairs, pixels, sizeof pairs);
    return ((pairs[0] ^ pair) | (pairs[1] ^ pair) | (pairs[2] ^ pair) | (pairs[3] ^ pair)) == 0;
}

/* The end of the pixels of one colour that begin at x. Most of a figure is long runs. */
static size_t run_end(const uint32_t *row, size_t x, size_t width)
{
    size_t end = x + 1;
    uint64_t pair = row[x] | (uint64_t)row[x] << 32;
    while (end + 8 <= width && are_all(row + end, pair))
        end += 8;
    while (end < width && row[end] == row[x])
        end++;
    return end;
}

static void set_row(const struct palette *palette, const uint32_t *row, unsigned char *to)
{
    size_t width = palette->image->width;
    for (size_t x = 0, end; x < width; x = end) {
        end = run_end(row, x, width);
        memset(to + x, index_of(palette, row[x]), end - x);
    }
}

void paletted_image_init(struct paletted_image *image, const unsigned char *pixels, size_t stride,
                         size_t width, size_t height, const uint32_t *exact, size_t exact_count)
{
    const struct rows rows = {pixels, stride, width, height};
    struct palette palette = {image, memory_alloc_array(CELLS, sizeof *palette.cells)};
    *image = (struct paletted_image){.width = width, .height = height};
    image->indices = memory_alloc_array(height, width);
    for (size_t i = 0; i < exact_count; i++)
        index_of(&palette, exact[i]);
    for (size_t y = 0; y < height; y++) {
        unsigned char *to = image->indices + y * width;
        if (repeats(&rows, y))
            memcpy(to, to - width, width);
        else
            set_row(&palette, row_at(&rows, y), to);
    }
    free(palette.cells);
}

void paletted_image_release(struct paletted_image *image)
{
    free(image->indices);
}
