/* The grid whose contours are drawn, made of the rows of a table that has a cell each: its edges,
 * and which share of all lies in cells at least as dense (analysis/statistics/plane_density.h). */
#ifndef FIGURE_CHARTS_CONTOUR_GRID_H
#define FIGURE_CHARTS_CONTOUR_GRID_H

#include "figure/model/figure.h"
#include "util/arena.h"

struct density_cells {
    const double *x_low, *x_high, *y_low, *y_high, *share, *count;
    bool is_log; /* of both axes: cells are as wide as others there */
};

/* Rows [first, end) as the centres of cells, with the outer edges of the outermost ones as a margin
 * all around; the share there, and of a cell without a row, is 1. False when no cell has a share
 * below 1, or cells are of no equal size. */
bool contour_grid_make(const struct density_cells *cells, size_t first, size_t end,
                       struct arena *arena, struct contours *grid);

/* The extent of the cells whose share is at most that; false when none is. */
struct density_box {
    double x_low, x_high, y_low, y_high;
};
bool density_box_of(const struct density_cells *cells, size_t first, size_t end, double share,
                    struct density_box *box);

#endif
