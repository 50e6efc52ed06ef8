#include "analysis/statistics/number_sort.h"
#include "check.h"

#include <stdbool.h>

enum { MOST = 1000 };

static double items[MOST * NUMBER_SORT_WIDEST];

/* An item's first number repeats, its last one says where it was. */
static void make_items(size_t count, size_t width)
{
    unsigned state = 1;
    for (size_t i = 0; i < count; i++) {
        state = state * 1664525u + 1013904223u;
        for (size_t k = 0; k < width; k++)
            items[i * width + k] = (double)(state >> 26) - 32.5;
        if (width > 1)
            items[i * width + width - 1] = (double)i;
    }
}

static void check_items(size_t count, size_t width)
{
    make_items(count, width);
    number_sort(items, count, width);
    for (size_t i = 1; i < count; i++) {
        const double *item = items + i * width, *before = item - width;
        CHECK(*before <= *item);
        if (width > 1)
            CHECK(*before < *item || before[width - 1] < item[width - 1]);
        for (size_t k = 1; k + 1 < width; k++)
            CHECK_NEAR(item[k], *item, 0);
    }
}

/* Few items are sorted in another way than many. */
static void equal_items_keep_their_order(void)
{
    static const size_t counts[] = {0, 1, 30, MOST};
    for (size_t width = 1; width <= NUMBER_SORT_WIDEST; width++)
        for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
            check_items(counts[i], width);
}

CHECK_MAIN(TEST(equal_items_keep_their_order))
