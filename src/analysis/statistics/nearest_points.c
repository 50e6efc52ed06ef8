#include "analysis/statistics/nearest_points.h"

#include <stdbool.h>
#include <stdlib.h>

#include "util/memory.h"

/* A tree is a stretch of the order: its root amid, the points below it before, those above behind.
 */
struct stretch {
    size_t from, to;
    bool along_y;
};

static double coordinate(const struct plane_tree *tree, uint32_t point, bool along_y)
{
    return along_y ? tree->points[point].y : tree->points[point].x;
}

static bool is_before(const struct plane_tree *tree, uint32_t left, uint32_t right, bool along_y)
{
    double l = coordinate(tree, left, along_y), r = coordinate(tree, right, along_y);
    return l < r || (l == r && left < right);
}

static void swap(uint32_t *left, uint32_t *right)
{
    uint32_t kept = *left;
    *left = *right;
    *right = kept;
}

/* Puts in its place the one that stood amid, and returns the place. */
static size_t partition(struct plane_tree *tree, const struct stretch *stretch)
{
    uint32_t *order = tree->order;
    size_t last = stretch->to - 1, place = stretch->from;
    swap(&order[stretch->from + (stretch->to - stretch->from) / 2], &order[last]);
    for (size_t i = stretch->from; i < last; i++)
        if (is_before(tree, order[i], order[last], stretch->along_y))
            swap(&order[i], &order[place++]);
    swap(&order[place], &order[last]);
    return place;
}

static size_t middle_of(const struct stretch *stretch)
{
    return stretch->from + (stretch->to - stretch->from) / 2;
}

/* Selection (Hoare's "Find"): the middle one in its place, smaller ones before it. */
static void select_middle(struct plane_tree *tree, struct stretch stretch)
{
    size_t middle = middle_of(&stretch);
    while (stretch.to - stretch.from > 1) {
        size_t place = partition(tree, &stretch);
        if (place == middle)
            return;
        if (place < middle)
            stretch.from = place + 1;
        else
            stretch.to = place;
    }
}

/* As deep as the logarithm of the count. */
static void build(struct plane_tree *tree, struct stretch stretch) /* NOLINT(misc-no-recursion) */
{
    if (stretch.to - stretch.from < 2)
        return;
    size_t middle = middle_of(&stretch);
    select_middle(tree, stretch);
    build(tree, (struct stretch){stretch.from, middle, !stretch.along_y});
    build(tree, (struct stretch){middle + 1, stretch.to, !stretch.along_y});
}

void plane_tree_make(struct plane_tree *tree, const struct plane_point *points, size_t count)
{
    *tree = (struct plane_tree){points, count, memory_alloc_array(count + 1, sizeof(uint32_t))};
    for (size_t i = 0; i < count; i++)
        tree->order[i] = (uint32_t)i;
    build(tree, (struct stretch){0, count, false});
}

void plane_tree_release(struct plane_tree *tree)
{
    free(tree->order);
    *tree = (struct plane_tree){0};
}

/* ---- search ---- */

struct search {
    const struct plane_tree *tree;
    uint32_t of;
    size_t most, count;
    uint32_t *nearest;
    double distances[NEAREST_MOST]; /* squared, ascending */
};

static void take(struct search *search, uint32_t point)
{
    const struct plane_point *a = &search->tree->points[search->of];
    const struct plane_point *b = &search->tree->points[point];
    double x = a->x - b->x, y = a->y - b->y, distance = x * x + y * y;
    size_t place = search->count;
    while (place > 0 &&
           (distance < search->distances[place - 1] ||
            (distance == search->distances[place - 1] && point < search->nearest[place - 1])))
        place--;
    if (place == search->most)
        return;
    search->count += search->count < search->most;
    for (size_t i = search->count - 1; i > place; i--) {
        search->distances[i] = search->distances[i - 1];
        search->nearest[i] = search->nearest[i - 1];
    }
    search->distances[place] = distance;
    search->nearest[place] = point;
}

static bool may_be_beyond(const struct search *search, double away)
{
    return search->count < search->most || !(away * away > search->distances[search->most - 1]);
}

/* The side on which the point lies first. */
static void look(struct search *search, struct stretch stretch) /* NOLINT(misc-no-recursion) */
{
    if (stretch.from >= stretch.to)
        return;
    size_t middle = middle_of(&stretch);
    uint32_t root = search->tree->order[middle];
    struct stretch sides[2] = {{stretch.from, middle, !stretch.along_y},
                               {middle + 1, stretch.to, !stretch.along_y}};
    double away = coordinate(search->tree, search->of, stretch.along_y) -
                  coordinate(search->tree, root, stretch.along_y);
    size_t own = away > 0;
    if (root != search->of)
        take(search, root);
    look(search, sides[own]);
    if (may_be_beyond(search, away))
        look(search, sides[1 - own]);
}

size_t plane_tree_nearest(const struct plane_tree *tree, uint32_t of, size_t most,
                          uint32_t nearest[NEAREST_MOST])
{
    struct search search = {.tree = tree, .of = of, .most = most, .nearest = nearest};
    look(&search, (struct stretch){0, tree->count, false});
    return search.count;
}
