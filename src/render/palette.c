#include "render/palette.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

struct slot {
    uint32_t colour;
    uint32_t pixels; /* that have it; 0: a free slot */
    unsigned char index;
};

/* Every colour of an image, found by open addressing. */
struct colour_table {
    struct slot *slots;
    size_t slot_count, used;
};

static struct slot *slot_of(const struct colour_table *table, uint32_t colour)
{
    size_t at = (colour * 2654435761u >> 12) & (table->slot_count - 1); /* Fibonacci hashing */
    while (table->slots[at].pixels && table->slots[at].colour != colour)
        at = (at + 1) & (table->slot_count - 1);
    return &table->slots[at];
}

static void grow(struct colour_table *table)
{
    struct colour_table old = *table;
    table->slot_count = old.slot_count ? old.slot_count * 4 : 8192;
    table->slots = memory_alloc_array(table->slot_count, sizeof *table->slots);
    for (size_t i = 0; i < old.slot_count; i++)
        if (old.slots[i].pixels)
            *slot_of(table, old.slots[i].colour) = old.slots[i];
    free(old.slots);
}

static void count_pixels(struct colour_table *table, uint32_t colour, size_t pixels)
{
    struct slot *slot = slot_of(table, colour);
    bool is_new = slot->pixels == 0;
    slot->colour = colour;
    slot->pixels += (uint32_t)pixels;
    if (is_new && ++table->used > table->slot_count / 2)
        grow(table);
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

/* The end of the pixels of one colour that begin at x. */
static size_t run_end(const uint32_t *row, size_t x, size_t width)
{
    size_t end = x + 1;
    while (end < width && row[end] == row[x])
        end++;
    return end;
}

static void count_colours(struct colour_table *table, const struct rows *rows)
{
    for (size_t y = 0; y < rows->height; y++) {
        const uint32_t *row = row_at(rows, y);
        if (repeats(rows, y))
            continue;
        for (size_t x = 0, end; x < rows->width; x = end) {
            end = run_end(row, x, rows->width);
            count_pixels(table, row[x] & 0xffffff, end - x);
        }
    }
}

static void set_indices(unsigned char *to, const struct colour_table *table,
                        const struct rows *rows)
{
    for (size_t y = 0; y < rows->height; y++, to += rows->width) {
        const uint32_t *row = row_at(rows, y);
        if (repeats(rows, y)) {
            memcpy(to, to - rows->width, rows->width);
            continue;
        }
        for (size_t x = 0, end; x < rows->width; x = end) {
            end = run_end(row, x, rows->width);
            memset(to + x, slot_of(table, row[x] & 0xffffff)->index, end - x);
        }
    }
}

/* ---- which colours to keep ------------------------------------------------------------------- */

static int compare_use(const void *left, const void *right)
{
    const struct slot *a = *(struct slot *const *)left, *b = *(struct slot *const *)right;
    if (a->pixels != b->pixels)
        return a->pixels > b->pixels ? -1 : 1;
    return a->colour < b->colour ? -1 : a->colour > b->colour;
}

/* The colours in use, the commonest first. */
static struct slot **sorted_slots(const struct colour_table *table)
{
    struct slot **sorted = memory_alloc_array(table->used, sizeof *sorted), **end = sorted;
    for (size_t i = 0; i < table->slot_count; i++)
        if (table->slots[i].pixels)
            *end++ = &table->slots[i];
    qsort(sorted, table->used, sizeof *sorted, compare_use);
    return sorted;
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

/* Five bits a channel: colours left out that agree in them share the nearest one kept. */
static size_t coarse(uint32_t colour)
{
    return (colour >> 19 & 31) << 10 | (colour >> 11 & 31) << 5 | (colour >> 3 & 31);
}

static void choose_colours(struct paletted_image *image, const struct colour_table *table)
{
    struct slot **sorted = sorted_slots(table);
    uint16_t *known = memory_alloc_array(1 << 15, sizeof *known); /* index + 1 */
    for (size_t i = 0; i < table->used && i < PALETTE_MOST; i++) {
        sorted[i]->index = (unsigned char)i;
        image->colours[image->colour_count++] = sorted[i]->colour;
    }
    for (size_t i = PALETTE_MOST; i < table->used; i++) {
        uint16_t *shared = &known[coarse(sorted[i]->colour)];
        if (*shared == 0)
            *shared = (uint16_t)(nearest(image, sorted[i]->colour) + 1);
        sorted[i]->index = (unsigned char)(*shared - 1);
    }
    free(known);
    free(sorted);
}

void paletted_image_init(struct paletted_image *image, const unsigned char *pixels, size_t stride,
                         size_t width, size_t height)
{
    const struct rows rows = {pixels, stride, width, height};
    struct colour_table table = {0};
    *image = (struct paletted_image){.width = width, .height = height};
    image->indices = memory_alloc_array(height, width);
    grow(&table);
    count_colours(&table, &rows);
    choose_colours(image, &table);
    set_indices(image->indices, &table, &rows);
    free(table.slots);
}

void paletted_image_release(struct paletted_image *image)
{
    free(image->indices);
}
