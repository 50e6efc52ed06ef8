/* The points of a plane that are nearest to one of them: a k-d tree (Bentley, Multidimensional
 * binary search trees used for associative searching, CACM 18, 1975), split at the median along x
 * and y in turn. */
#ifndef ANALYSIS_STATISTICS_NEAREST_POINTS_H
#define ANALYSIS_STATISTICS_NEAREST_POINTS_H

#include <stddef.h>
#include <stdint.h>

struct plane_point {
    double x, y; /* finite */
};

struct plane_tree {
    const struct plane_point *points; /* the caller's */
    size_t count;
    uint32_t *order; /* private; freed by plane_tree_release */
};

enum { NEAREST_MOST = 16 };

void plane_tree_make(struct plane_tree *tree, const struct plane_point *points, size_t count);
void plane_tree_release(struct plane_tree *tree);

/* Numbers of the `most` (at most NEAREST_MOST) points nearest to point `of` without itself, the
 * nearest first, of equal distance by number. Returns how many there are. */
size_t plane_tree_nearest(const struct plane_tree *tree, uint32_t of, size_t most,
                          uint32_t nearest[NEAREST_MOST]);

#endif
