/* The convex hull of points in a plane. */
#ifndef ANALYSIS_STATISTICS_HULL_H
#define ANALYSIS_STATISTICS_HULL_H

#include <stddef.h>

struct hull_point {
    double x, y;
    double tag; /* what the caller knows it by */
};

/* Puts the corners, counterclockwise from the leftmost one, without those on a straight side, in
 * front of `points`, which are reordered; returns how many (one or two when all points coincide or
 * lie on a line). Points inside an octagon of extremes are dropped first (Akl & Toussaint, "A fast
 * convex hull algorithm", Information Processing Letters 7, 1978), the rest is done by Andrew's
 * monotone chain (ibid. 9, 1979). */
size_t hull_make(struct hull_point *points, size_t count);

#endif
