/* The points are parted by x into strips. What lies between the extremes of y of the strips on
 * either side has a point in each quarter. */
#include "analysis/statistics/hull_candidates.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "analysis/statistics/number_order.h"

enum { STRIPS = 256 };

struct strips {
    uint64_t lowest; /* of the order of x; see strip_of */
    int shift;
    double least[STRIPS], greatest[STRIPS]; /* y of the points in a strip */
    double floor[STRIPS], ceiling[STRIPS];  /* between them no point is a candidate */
};

static bool is_positive(double x, double y)
{
    return x > 0 && y > 0;
}

static size_t strip_of(const struct strips *strips, double x)
{
    return (size_t)((number_order(x) - strips->lowest) >> strips->shift);
}

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

/* Returns how many points are positive. */
static size_t choose_strips(struct strips *strips, const double *x, const double *y, size_t count)
{
    double least = INFINITY, greatest = 0;
    size_t positive = 0;
    for (size_t i = 0; i < count; i++) {
        if (!is_positive(x[i], y[i]))
            continue;
        positive++;
        least = smaller(x[i], least);
        greatest = larger(x[i], greatest);
    }
    strips->shift = 0;
    strips->lowest = number_order(least);
    while (positive && strip_of(strips, greatest) >= STRIPS)
        strips->shift++;
    return positive;
}

static void find_extremes(struct strips *strips, const double *x, const double *y, size_t count)
{
    for (size_t s = 0; s < STRIPS; s++) {
        strips->least[s] = INFINITY;
        strips->greatest[s] = -INFINITY;
    }
    for (size_t i = 0; i < count; i++) {
        if (!is_positive(x[i], y[i]))
            continue;
        size_t s = strip_of(strips, x[i]);
        strips->least[s] = smaller(y[i], strips->least[s]);
        strips->greatest[s] = larger(y[i], strips->greatest[s]);
    }
}

static void find_limits(struct strips *strips)
{
    double least = INFINITY, greatest = -INFINITY;
    for (size_t s = 0; s < STRIPS; s++) {
        strips->floor[s] = least;
        strips->ceiling[s] = greatest;
        least = smaller(strips->least[s], least);
        greatest = larger(strips->greatest[s], greatest);
    }
    least = INFINITY;
    greatest = -INFINITY;
    for (size_t s = STRIPS; s-- > 0;) {
        strips->floor[s] = larger(least, strips->floor[s]);
        strips->ceiling[s] = smaller(greatest, strips->ceiling[s]);
        least = smaller(strips->least[s], least);
        greatest = larger(strips->greatest[s], greatest);
    }
}

size_t hull_candidates(const double *x, const double *y, size_t count, size_t *candidates,
                       size_t *positive)
{
    struct strips strips;
    size_t used = 0;
    *positive = choose_strips(&strips, x, y, count);
    find_extremes(&strips, x, y, count);
    find_limits(&strips);
    for (size_t i = 0; i < count; i++) {
        if (!is_positive(x[i], y[i]))
            continue;
        size_t s = strip_of(&strips, x[i]);
        if (!(y[i] > strips.floor[s] && y[i] < strips.ceiling[s]))
            candidates[used++] = i;
    }
    return used;
}
