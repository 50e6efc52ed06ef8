#include "render/palette.h"

#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

enum {
    SLOTS = 1 << 14,
    SLOTS_IN_USE_MOST = SLOTS / 4 * 3,
    INDEX_BITS = 8,
    BLOCK = 8, /* pixels compared at once */
    NOT_FILTERED = 0,
};

struct palette {
    struct paletted_image *image;
    int16_t channels[3 * PALETTE_THEMES][PALETTE_MOST]; /* of the image's colours */
    /* By hash, of the pairs that share a key: key + 1, then the index; 0: free. */
    uint64_t slots[SLOTS];
    size_t slots_in_use;
};

/* ---- colours --------------------------------------------------------------------------------- */

static uint32_t upper_bits(uint32_t colour)
{
    return (colour >> 9 & 0x7c00) | (colour >> 6 & 0x03e0) | (colour >> 3 & 0x001f);
}

static uint32_t key_of(uint32_t one, uint32_t other)
{
    return upper_bits(one) << 15 | upper_bits(other);
}

static void split(const uint32_t pair[PALETTE_THEMES], int16_t channels[3 * PALETTE_THEMES])
{
    for (int i = 0; i < 3 * PALETTE_THEMES; i++)
        channels[i] = (int16_t)(pair[i / 3] >> (16 - i % 3 * 8) & 255);
}

/* In a full palette, the first of those that are equally near. Distances stay below 2^21: with the
 * index behind them their least gives both, which takes no branch. */
static size_t nearest(const struct palette *palette, const uint32_t pair[PALETTE_THEMES])
{
    static const int weights[] = {2, 4, 3}; /* red, green, blue */
    int16_t sought[3 * PALETTE_THEMES];
    int least = INT32_MAX;
    split(pair, sought);
    for (int i = 0; i < PALETTE_MOST; i++) {
        int distance = 0;
        for (int c = 0; c < 3 * PALETTE_THEMES; c++) {
            int16_t apart = (int16_t)(sought[c] - palette->channels[c][i]);
            distance += weights[c % 3] * apart * apart;
        }
        int ranked = distance * PALETTE_MOST + i;
        least = ranked < least ? ranked : least;
    }
    return (size_t)(least % PALETTE_MOST);
}

static size_t index_of_new(struct palette *palette, const uint32_t pair[PALETTE_THEMES])
{
    struct paletted_image *image = palette->image;
    if (image->colour_count == PALETTE_MOST)
        return nearest(palette, pair);
    int16_t channels[3 * PALETTE_THEMES];
    split(pair, channels);
    for (int c = 0; c < 3 * PALETTE_THEMES; c++)
        palette->channels[c][image->colour_count] = channels[c];
    for (int theme = 0; theme < PALETTE_THEMES; theme++)
        image->colours[theme][image->colour_count] = pair[theme] & 0xffffff;
    return image->colour_count++;
}

static unsigned char entry_of(struct palette *palette, uint32_t key, uint32_t one, uint32_t other)
{
    const uint64_t sought = (uint64_t)key + 1;
    size_t slot = key * UINT32_C(2654435769) >> 18; /* Fibonacci hashing: 14 bits */
    while (palette->slots[slot] && palette->slots[slot] >> INDEX_BITS != sought)
        slot = (slot + 1) % SLOTS;
    if (palette->slots[slot])
        return (unsigned char)palette->slots[slot];
    const uint32_t pair[PALETTE_THEMES] = {one, other};
    size_t index = index_of_new(palette, pair);
    if (palette->slots_in_use < SLOTS_IN_USE_MOST) {
        palette->slots[slot] = sought << INDEX_BITS | index;
        palette->slots_in_use++;
    }
    return (unsigned char)index;
}

static unsigned char index_of(struct palette *palette, uint32_t key, uint32_t one, uint32_t other)
{
    unsigned char index = entry_of(palette, key, one, other);
    palette->image->used[index] = true;
    return index;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const uint32_t *row_at(const struct palette_drawing *drawing, int theme, size_t y)
{
    return (const uint32_t *)(const void *)(drawing->pixels[theme] + y * drawing->stride);
}

static uint64_t two_at(const uint32_t *pixels)
{
    uint64_t two;
    memcpy(&two, pixels, sizeof two);
    return two;
}

static bool equal_blocks(const uint32_t *one, const uint32_t *other)
{
    return ((two_at(one) ^ two_at(other)) | (two_at(one + 2) ^ two_at(other + 2)) |
            (two_at(one + 4) ^ two_at(other + 4)) | (two_at(one + 6) ^ two_at(other + 6))) == 0;
}

/* In two loops, of which compilers turn the first into vector instructions. */
static void set_block(struct palette *palette, const uint32_t *one, const uint32_t *other,
                      unsigned char *to)
{
    uint32_t keys[BLOCK];
    for (size_t i = 0; i < BLOCK; i++)
        keys[i] = key_of(one[i], other[i]);
    for (size_t i = 0; i < BLOCK; i++)
        to[i] = i > 0 && keys[i] == keys[i - 1] ? to[i - 1]
                                                : index_of(palette, keys[i], one[i], other[i]);
}

/* Most of a figure is like what stands above it. Of one theme alone both rows are the same. */
static void set_row(struct palette *palette, const struct palette_drawing *drawing, size_t y,
                    unsigned char *to)
{
    const uint32_t *one = row_at(drawing, 0, y), *other = row_at(drawing, 1, y);
    const uint32_t *above_one = y ? row_at(drawing, 0, y - 1) : NULL;
    const uint32_t *above_other = y ? row_at(drawing, 1, y - 1) : NULL;
    size_t x = 0;
    for (; x + BLOCK <= drawing->width; x += BLOCK)
        if (y && equal_blocks(one + x, above_one + x) &&
            (other == one || equal_blocks(other + x, above_other + x)))
            memcpy(to + x, to + x - palette->image->scanline_size, BLOCK);
        else
            set_block(palette, one + x, other + x, to + x);
    for (; x < drawing->width; x++)
        to[x] = index_of(palette, key_of(one[x], other[x]), one[x], other[x]);
}

static void take_exact(struct palette *palette, const struct palette_drawing *drawing)
{
    for (size_t i = 0; i < drawing->exact_count; i++) {
        uint32_t one = drawing->exact[0][i], other = drawing->exact[1][i];
        entry_of(palette, key_of(one, other), one, other);
    }
}

void paletted_image_init(struct paletted_image *image, const struct palette_drawing *drawing)
{
    struct palette *palette = memory_alloc(sizeof *palette);
    palette->image = image;
    *image = (struct paletted_image){.width = drawing->width,
                                     .height = drawing->height,
                                     .scanline_size = 1 + drawing->width};
    image->scanlines = memory_resize(NULL, drawing->height, image->scanline_size);
    take_exact(palette, drawing);
    for (size_t y = 0; y < drawing->height; y++) {
        unsigned char *line = image->scanlines + y * image->scanline_size;
        line[0] = NOT_FILTERED;
        set_row(palette, drawing, y, line + 1);
    }
    free(palette);
}

void paletted_image_release(struct paletted_image *image)
{
    free(image->scanlines);
}
