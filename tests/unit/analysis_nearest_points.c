/* Nearest points of a plane, as a look at all of them finds them. */
#include "check.h"

#include <stdbool.h>
#include <stdint.h>

#include "analysis/statistics/nearest_points.h"

enum { POINTS = 500, MOST = 8 };

static size_t nearest_by_all(const struct plane_point *points, size_t count, uint32_t of,
                             uint32_t *nearest)
{
    size_t found = 0;
    bool is_taken[POINTS] = {false};
    while (found < MOST && found + 1 < count) {
        size_t best = POINTS;
        double least = 0;
        for (size_t i = 0; i < count; i++) {
            double x = points[i].x - points[of].x, y = points[i].y - points[of].y;
            if (i == of || is_taken[i] || (best < POINTS && x * x + y * y >= least))
                continue;
            best = i;
            least = x * x + y * y;
        }
        is_taken[best] = true;
        nearest[found++] = (uint32_t)best;
    }
    return found;
}

static void check_all(const struct plane_point *points, size_t count)
{
    struct plane_tree tree;
    plane_tree_make(&tree, points, count);
    for (uint32_t of = 0; of < count; of++) {
        uint32_t expected[MOST], nearest[NEAREST_MOST];
        size_t most = nearest_by_all(points, count, of, expected);
        CHECK_INT(plane_tree_nearest(&tree, of, MOST, nearest), most);
        for (size_t i = 0; i < most; i++)
            CHECK_INT(nearest[i], expected[i]);
    }
    plane_tree_release(&tree);
}

/* Scattered; on a grid, where many are equally far; on a line; all in one place. */
static void they_are_those_that_a_look_at_all_finds(void)
{
    struct plane_point scattered[POINTS], grid[POINTS], line[POINTS], same[POINTS];
    uint32_t state = 1;
    for (size_t i = 0; i < POINTS; i++) {
        state = state * 1664525U + 1013904223U;
        scattered[i] = (struct plane_point){state % 1009, state >> 12};
        grid[i] =
            (struct plane_point){(double)(i * 7 % POINTS % 25), (double)(i * 7 % POINTS / 25)};
        line[i] = (struct plane_point){3, (double)(i * 331 % POINTS)};
        same[i] = (struct plane_point){-1e15, 1e15};
    }
    check_all(scattered, POINTS);
    check_all(grid, POINTS);
    check_all(line, POINTS);
    check_all(same, POINTS);
    for (size_t few = 0; few < 10; few++)
        check_all(scattered, few);
}

CHECK_MAIN(TEST(they_are_those_that_a_look_at_all_finds))
