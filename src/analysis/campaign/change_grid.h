/* How a count goes up and down over time, in cells of a power of two of seconds.
 *
 * A cell keeps by how much the count changes in it, the integral of those changes up to its end,
 * and the first and last of them: so the mean count of each cell is known as exactly as times are,
 * to 1/1,024 s, and since when there is none up to when, while the highest count within a cell is
 * not. Cells are as wide as it takes for CHANGE_GRID_MOST of them to
 * reach from the first change to the last, which does not depend on the order of adding. */
#ifndef ANALYSIS_CAMPAIGN_CHANGE_GRID_H
#define ANALYSIS_CAMPAIGN_CHANGE_GRID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CHANGE_GRID_MOST = 4096, CHANGE_GRID_TICKS = 1024, CHANGE_GRID_MOST_LEVEL = 32 };

__extension__ typedef __int128 change_area;

struct change_cell {
    int64_t place;       /* it begins at place × 2^level s since 1970 */
    int64_t change;      /* by which the count is higher at its end than at its beginning */
    change_area area;    /* Σ change × (end of the cell − its moment), in ticks of 1/1,024 s */
    int64_t first, last; /* of its changes: ticks since 1970 */
};

/* All zeroes: nothing changes. */
struct change_grid {
    int level;
    struct change_cell *items; /* ascending by place */
    size_t count, capacity;
};

/* Of a cell, in ticks. */
static inline int64_t change_grid_width(const struct change_grid *grid)
{
    return (int64_t)CHANGE_GRID_TICKS << grid->level;
}

void change_grid_release(struct change_grid *grid);

/* Adds changes at the moments, which are reordered: by `change` at each. Moments that are no time
 * between the years 1900 and 2200 are not known to be any, and left out. */
void change_grid_add(struct change_grid *grid, double *moments, size_t count, int change);
void change_grid_merge(struct change_grid *grid, const struct change_grid *more);

/* Cells that reach over all changes of several grids. */
struct change_span {
    int level;
    int64_t first; /* place of the first */
    size_t count;  /* 0: nothing changes */
};
/* With the narrowest cells of which `most` do. */
struct change_span change_span_of(const struct change_grid *grids, size_t count, size_t most);

/* Fills means[] with the mean of the count in each cell of the span. */
void change_grid_means(const struct change_grid *grid, const struct change_span *span,
                       double *means);

/* Where a count is above 0: from a change in one cell to one in the same or a later one, after
 * which it is 0 up to the next stretch. Within a cell it may have been 0, too. */
struct change_stretch {
    double first, last; /* seconds since 1970 */
    double sum_s;       /* of the count × time */
};
struct change_stretches {
    struct change_stretch *items;
    size_t count, capacity;
};
/* Appends the stretches of a grid, in the order of time. */
void change_grid_stretches(const struct change_grid *grid, struct change_stretches *stretches);

static inline double change_span_width_s(const struct change_span *span)
{
    return (double)((int64_t)1 << span->level);
}

#endif
