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

/* Pixels of one colour side by side; length 0: a whole row like the one above. */
struct run {
    uint32_t entry, length;
};

struct runs {
    struct run *items;
    size_t count, capacity;
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

static void scan_row(struct colour_table *table, struct runs *runs, const uint32_t *pixels,
                     size_t width)
{
    memory_reserve(&runs->items, &runs->capacity, runs->count + width, sizeof *runs->items);
    struct run *out = runs->items + runs->count;
    for (size_t i = 0, first = 0; i < width; first = i) {
        uint32_t pixel = pixels[i];
        while (i < width && pixels[i] == pixel)
            i++;
        uint32_t entry = entry_of(table, pixel & 0xffffff);
        table->entries[entry].pixels += (uint32_t)(i - first);
        *out++ = (struct run){entry, (uint32_t)(i - first)};
    }
    runs->count = (size_t)(out - runs->items);
}

/* Rows are often like the row above: blank, a bar, a row of cells. */
static void scan_rows(struct colour_table *table, struct runs *runs, const unsigned char *pixels,
                      size_t stride, size_t width, size_t height)
{
    for (size_t row = 0; row < height; row++) {
        const unsigned char *bytes = pixels + row * stride;
        if (row > 0 && memcmp(bytes, bytes - stride, width * sizeof(uint32_t)) == 0) {
            memory_reserve(&runs->items, &runs->capacity, runs->count + 1, sizeof *runs->items);
            runs->items[runs->count++] = (struct run){0, 0};
        } else {
            scan_row(table, runs, (const uint32_t *)(const void *)bytes, width);
        }
    }
}

static void fill_rows(const struct runs *runs, const unsigned char *index_of_entry, size_t width,
                      unsigned char *indices, size_t index_stride)
{
    unsigned char *row = indices;
    size_t at = 0;
    for (size_t i = 0; i < runs->count; i++) {
        const struct run *run = &runs->items[i];
        unsigned char index = index_of_entry[run->entry];
        if (run->length == 0) {
            memcpy(row, row - index_stride, width);
            at = width;
        } else if (run->length < 8) {
            for (size_t end = at + run->length; at < end; at++)
                row[at] = index;
        } else {
            memset(row + at, index, run->length);
            at += run->length;
        }
        if (at == width) {
            row += index_stride;
            at = 0;
        }
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

static void keep_commonest(struct palette *palette, const struct colour_table *table)
{
    struct entry *sorted = memory_alloc_array(table->count, sizeof *sorted);
    memcpy(sorted, table->entries, table->count * sizeof *sorted);
    qsort(sorted, table->count, sizeof *sorted, compare_use);
    palette->count = table->count < PALETTE_MOST ? table->count : PALETTE_MOST;
    for (size_t i = 0; i < palette->count; i++)
        palette->colours[i] = sorted[i].colour;
    free(sorted);
}

static int channel_difference(uint32_t one, uint32_t other, int shift)
{
    return (int)(one >> shift & 255) - (int)(other >> shift & 255);
}

static size_t nearest(const struct palette *palette, uint32_t colour)
{
    size_t best = 0;
    int least = INT32_MAX;
    for (size_t i = 0; i < palette->count; i++) {
        int red = channel_difference(colour, palette->colours[i], 16);
        int green = channel_difference(colour, palette->colours[i], 8);
        int blue = channel_difference(colour, palette->colours[i], 0);
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

static unsigned char *choose_indices(const struct palette *palette, struct colour_table *table)
{
    unsigned char *index_of_entry = memory_alloc(table->count + 1);
    uint16_t *known = memory_alloc_array(1 << 15, sizeof *known); /* index + 1 */
    bool *kept = memory_alloc_array(table->count + 1, sizeof *kept);
    for (size_t i = 0; i < palette->count; i++) {
        uint32_t entry = entry_of(table, palette->colours[i]);
        index_of_entry[entry] = (unsigned char)i;
        kept[entry] = true;
    }
    for (size_t i = 0; i < table->count; i++) {
        uint32_t colour = table->entries[i].colour;
        uint16_t *shared = &known[coarse(colour)];
        if (kept[i])
            continue;
        if (*shared == 0)
            *shared = (uint16_t)(nearest(palette, colour) + 1);
        index_of_entry[i] = (unsigned char)(*shared - 1);
    }
    free(known);
    free(kept);
    return index_of_entry;
}

void palette_index(struct palette *palette, const unsigned char *pixels, size_t stride,
                   size_t width, size_t height, unsigned char *indices, size_t index_stride)
{
    struct colour_table table = {0};
    struct runs runs = {0};
    grow_slots(&table);
    scan_rows(&table, &runs, pixels, stride, width, height);
    keep_commonest(palette, &table);
    unsigned char *index_of_entry = choose_indices(palette, &table);
    fill_rows(&runs, index_of_entry, width, indices, index_stride);
    free(index_of_entry);
    free(runs.items);
    free(table.entries);
    free(table.slots);
}
