#include "render/spread.h"

#include <math.h>
#include <stdlib.h>

static int compare_wanted(const void *left, const void *right)
{
    const struct spread_item *a = left, *b = right;
    if (a->wanted != b->wanted)
        return a->wanted < b->wanted ? -1 : 1;
    return a->id < b->id ? -1 : a->id > b->id;
}

/* Places items[first..last) as one block about the mean of where they want to be. */
static void place_block(struct spread_item *items, size_t first, size_t last, double low,
                        double high)
{
    double size = 0, start_sum = 0;
    for (size_t i = first; i < last; i++) {
        start_sum += items[i].wanted - items[i].size / 2 - size;
        size += items[i].size;
    }
    double start = start_sum / (double)(last - first);
    start = fmax(low, fmin(start, high - size));
    for (size_t i = first; i < last; i++) {
        items[i].centre = start + items[i].size / 2;
        start += items[i].size;
    }
}

static double item_start(const struct spread_item *item)
{
    return item->centre - item->size / 2;
}

static double item_end(const struct spread_item *item)
{
    return item->centre + item->size / 2;
}

/* The block that ends before `last` starts where its items touch. */
static size_t block_start(const struct spread_item *items, size_t last)
{
    const double touching = 1e-6;
    size_t first = last - 1;
    while (first > 0 && item_start(&items[first]) - item_end(&items[first - 1]) < touching)
        first--;
    return first;
}

/* Pooling of neighbours that overlap, as in isotonic regression. */
void spread(struct spread_item *items, size_t count, double low, double high)
{
    if (count == 0)
        return;
    qsort(items, count, sizeof *items, compare_wanted);
    for (size_t i = 0; i < count; i++) {
        place_block(items, i, i + 1, low, high);
        size_t first = block_start(items, i + 1), former = i + 1;
        while (first < former) {
            former = first;
            place_block(items, first, i + 1, low, high);
            first = block_start(items, i + 1);
        }
    }
}
