#include "render/palette.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

struct entry {
    uint32_t colour;
    uint32_t pixels; /* how many have it */
};

struct slot {
    uint32_t colour;
    uint32_t entry; /* + 1; 0: free */
};

/* Colours in the order of their appearance, found by open addressing. */
struct colour_table {
    struct entry *entries;
    size_t count, capacity;
    struct slot *slots;
    size_t slot_count;
};

static struct slot *slot_of(const struct colour_table *table, uint32_t colour)
{
    size_t at = (colour * 2654435761u >> 12) & (table->slot_count - 1); /* Fibonacci hashing */
    while (table->slots[at].entry && table->slots[at].colour != colour)
        at = (at + 1) & (table->slot_count - 1);
    return &table->slots[at];
}

static void grow_slots(struct colour_table *table)
{
    free(table->slots);
    table->slot_count = table->slot_count ? table->slot_count * 4 : 8192;
    table->slots = memory_alloc_array(table->slot_count, sizeof *table->slots);
    for (size_t i = 0; i < table->count; i++) {
        uint32_t colour = table->entries[i].colour;
        *slot_of(table, colour) = (struct slot){colour, (uint32_t)i + 1};
    }
}

static uint32_t add_entry(struct colour_table *table, struct slot *slot, uint32_t colour)
{
    memory_reserve(&table->entries, &table->capacity, table->count + 1, sizeof *table->entries);
    uint32_t entry = (uint32_t)table->count++;
    table->entries[entry] = (struct entry){colour, 0};
    *slot = (struct slot){colour, entry + 1};
    if (table->count > table->slot_count / 2)
        grow_slots(table);
    return entry;
}

static uint32_t entry_of(struct colour_table *table, uint32_t colour)
{
    struct slot *slot = slot_of(table, colour);
    return slot->entry ? slot->entry - 1 : add_entry(table, slot, colour);
}

static void scan_row(struct colour_table *table, struct paletted_image *image,
                     const uint32_t *pixels)
{
    size_t width = image->width;
    memory_reserve(&image->runs, &image->run_capacity, image->run_count + width,
                   sizeof *image->runs);
    struct pixel_run *out = image->runs + image->run_count;
    for (size_t i = 0, first = 0; i < width; first = i) {
        uint32_t pixel = pixels[i];
        while (i < width && pixels[i] == pixel)
            i++;
        uint32_t entry = entry_of(table, pixel & 0xffffff);
        table->entries[entry].pixels += (uint32_t)(i - first);
        *out++ = (struct pixel_run){entry, (uint32_t)(i - first)};
    }
    image->run_count = (size_t)(out - image->runs);
}

static void repeat_row(struct paletted_image *image)
{
    memory_reserve(&image->runs, &image->run_capacity, image->run_count + 1, sizeof *image->runs);
    image->runs[image->run_count++] = (struct pixel_run){0, 0};
}

/* Rows are often like the row above: blank, a bar, a row of cells. */
static void scan_rows(struct colour_table *table, struct paletted_image *image,
                      const unsigned char *pixels, size_t stride)
{
    bool may_repeat = image->width >= PALETTE_LEAST_REPEAT && image->width <= PALETTE_MOST_REPEAT;
    for (size_t row = 0; row < image->height; row++) {
        const unsigned char *bytes = pixels + row * stride;
        if (may_repeat && row > 0 &&
            memcmp(bytes, bytes - stride, image->width * sizeof(uint32_t)) == 0)
            repeat_row(image);
        else
            scan_row(table, image, (const uint32_t *)(const void *)bytes);
    }
}

/* ---- which colours to keep ------------------------------------------------------------------- */

static int compare_use(const void *left, const void *right)
{
    const struct entry *a = left, *b = right;
    if (a->pixels != b->pixels)
        return a->pixels > b->pixels ? -1 : 1;
    return a->colour < b->colour ? -1 : a->colour > b->colour;
}

static void keep_commonest(struct paletted_image *image, const struct colour_table *table)
{
    struct entry *sorted = memory_alloc_array(table->count, sizeof *sorted);
    memcpy(sorted, table->entries, table->count * sizeof *sorted);
    qsort(sorted, table->count, sizeof *sorted, compare_use);
    image->colour_count = table->count < PALETTE_MOST ? table->count : PALETTE_MOST;
    for (size_t i = 0; i < image->colour_count; i++)
        image->colours[i] = sorted[i].colour;
    free(sorted);
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

static unsigned char *choose_indices(const struct paletted_image *image, struct colour_table *table)
{
    unsigned char *index_of_entry = memory_alloc(table->count + 1);
    uint16_t *known = memory_alloc_array(1 << 15, sizeof *known); /* index + 1 */
    bool *kept = memory_alloc_array(table->count + 1, sizeof *kept);
    for (size_t i = 0; i < image->colour_count; i++) {
        uint32_t entry = entry_of(table, image->colours[i]);
        index_of_entry[entry] = (unsigned char)i;
        kept[entry] = true;
    }
    for (size_t i = 0; i < table->count; i++) {
        uint32_t colour = table->entries[i].colour;
        uint16_t *shared = &known[coarse(colour)];
        if (kept[i])
            continue;
        if (*shared == 0)
            *shared = (uint16_t)(nearest(image, colour) + 1);
        index_of_entry[i] = (unsigned char)(*shared - 1);
    }
    free(known);
    free(kept);
    return index_of_entry;
}

void paletted_image_init(struct paletted_image *image, const unsigned char *pixels, size_t stride,
                         size_t width, size_t height)
{
    struct colour_table table = {0};
    *image = (struct paletted_image){.width = width, .height = height};
    grow_slots(&table);
    scan_rows(&table, image, pixels, stride);
    keep_commonest(image, &table);
    unsigned char *index_of_entry = choose_indices(image, &table);
    for (size_t i = 0; i < image->run_count; i++)
        image->runs[i].index = index_of_entry[image->runs[i].index];
    free(index_of_entry);
    free(table.entries);
    free(table.slots);
}

void paletted_image_release(struct paletted_image *image)
{
    free(image->runs);
}
