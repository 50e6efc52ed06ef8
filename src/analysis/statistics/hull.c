#include "analysis/statistics/hull.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

enum { DIRECTIONS = 8, FEW = 64 };

/* Positive when c lies left of the way from a to b. */
static double turn(const struct hull_point *a, const struct hull_point *b,
                   const struct hull_point *c)
{
    return (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x);
}

/* The farthest points in eight directions, counterclockwise from the lowest. */
static void find_octagon(const struct hull_point *points, size_t count,
                         struct hull_point octagon[DIRECTIONS])
{
    static const double dx[DIRECTIONS] = {0, 1, 1, 1, 0, -1, -1, -1};
    static const double dy[DIRECTIONS] = {-1, -1, 0, 1, 1, 1, 0, -1};
    double farthest[DIRECTIONS];
    for (size_t k = 0; k < DIRECTIONS; k++) {
        octagon[k] = points[0];
        farthest[k] = dx[k] * points[0].x + dy[k] * points[0].y;
    }
    for (size_t i = 1; i < count; i++)
        for (size_t k = 0; k < DIRECTIONS; k++) {
            double far = dx[k] * points[i].x + dy[k] * points[i].y;
            if (far > farthest[k]) {
                farthest[k] = far;
                octagon[k] = points[i];
            }
        }
}

static bool lies_inside(const struct hull_point octagon[DIRECTIONS], const struct hull_point *point)
{
    for (size_t k = 0; k < DIRECTIONS; k++) {
        const struct hull_point *from = &octagon[k], *to = &octagon[(k + 1) % DIRECTIONS];
        bool same = from->x == to->x && from->y == to->y;
        if (!same && turn(from, to, point) <= 0)
            return false;
    }
    return true;
}

static size_t drop_inner(struct hull_point *points, size_t count)
{
    struct hull_point octagon[DIRECTIONS];
    size_t kept = 0;
    find_octagon(points, count, octagon);
    for (size_t i = 0; i < count; i++)
        if (!lies_inside(octagon, &points[i]))
            points[kept++] = points[i];
    return kept;
}

static int compare_points(const void *left, const void *right)
{
    const struct hull_point *l = left, *r = right;
    if (l->x != r->x)
        return l->x < r->x ? -1 : 1;
    if (l->y != r->y)
        return l->y < r->y ? -1 : 1;
    return (l->tag > r->tag) - (l->tag < r->tag);
}

static size_t drop_doubles(struct hull_point *points, size_t count)
{
    size_t kept = 1;
    for (size_t i = 1; i < count; i++)
        if (points[i].x != points[kept - 1].x || points[i].y != points[kept - 1].y)
            points[kept++] = points[i];
    return kept;
}

/* Adds a corner after taking back those that it makes needless; the first `base` stay. */
static size_t add_corner(struct hull_point *corners, size_t count, size_t base,
                         const struct hull_point *point)
{
    while (count > base && turn(&corners[count - 2], &corners[count - 1], point) <= 0)
        count--;
    corners[count] = *point;
    return count + 1;
}

static size_t walk_round(const struct hull_point *points, size_t count, struct hull_point *corners)
{
    size_t used = 0;
    for (size_t i = 0; i < count; i++)
        used = add_corner(corners, used, 1, &points[i]);
    size_t base = used;
    for (size_t i = count - 1; i-- > 0;)
        used = add_corner(corners, used, base, &points[i]);
    return used - 1;
}

size_t hull_make(struct hull_point *points, size_t count)
{
    if (count > FEW)
        count = drop_inner(points, count);
    if (count == 0)
        return 0;
    qsort(points, count, sizeof *points, compare_points);
    count = drop_doubles(points, count);
    if (count < 3)
        return count;
    struct hull_point *corners = memory_alloc_array(2 * count, sizeof *corners);
    size_t used = walk_round(points, count, corners);
    memcpy(points, corners, used * sizeof *points);
    free(corners);
    return used;
}
