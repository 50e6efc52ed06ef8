/* Where most of many points of a plane lie, on logarithmic axes, from counts in bins: what it takes
 * grows with the bins, not with the points, and counts of parts of the data add up.
 *
 * The density is a kernel estimate: the counts of cells, smoothed by a Gaussian along each axis,
 * whose standard deviation is that of the points × n^(−1/6) (Scott, Multivariate Density
 * Estimation, 1992, eq. 6.42; the smaller of the standard deviation and IQR ÷ 1.349, as Silverman
 * has it; where the IQR is within a bin, (p95 − p5) ÷ 3.290). Cells that are wide against it are
 * not smoothed. No cell lies beyond the lowest and highest values: there the kernel is cut, and
 * what is left of it weighs as much as the whole. The share of a cell is that of the points in
 * denser cells and of half of those in itself (and in others just as dense): the region where it is
 * at most p is the smallest that holds the share p of the points, to half a cell (Hyndman,
 * Computing and graphing highest density regions, The American Statistician 50, 1996). */
#ifndef ANALYSIS_STATISTICS_PLANE_DENSITY_H
#define ANALYSIS_STATISTICS_PLANE_DENSITY_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/statistics/log_lattice.h"

/* Bins of points; what lies beyond is in the outermost ones. */
enum {
    PLANE_LOWEST_BIN = -20 * LOG_LATTICE_PER_OCTAVE,
    PLANE_HIGHEST_BIN = 64 * LOG_LATTICE_PER_OCTAVE - 1,
};

/* Of a number that has one. */
static inline int plane_bin_of(const struct log_lattice *lattice, double value)
{
    int bin = log_lattice_bin(lattice, value);
    return bin < PLANE_LOWEST_BIN    ? PLANE_LOWEST_BIN
           : bin > PLANE_HIGHEST_BIN ? PLANE_HIGHEST_BIN
                                     : bin;
}

/* Bins of counts are 2^level bins of the lattice: the smallest of which at most PLANE_MOST_BINS
 * reach from the lowest point to the highest, or the largest that there are, 32 to the factor of
 * two. The level of data is never below that of a part of it. */
enum { PLANE_LEVELS = 6, PLANE_MOST_BINS = 128 };

/* Of bins of the lattice, at least at the level `least`. */
static inline int plane_level_of(int lowest_bin, int highest_bin, int least)
{
    int level = least;
    while (level < PLANE_LEVELS - 1 && ((highest_bin - PLANE_LOWEST_BIN) >> level) -
                                               ((lowest_bin - PLANE_LOWEST_BIN) >> level) >=
                                           PLANE_MOST_BINS)
        level++;
    return level;
}

/* How many points lie in each bin. Points of which a number is not above 0 are left out; numbers
 * below 2^−20 or not below 2^64 are in the outermost bins. */
struct plane_counts {
    int x0, y0;           /* the lowest bins, counted from PLANE_LOWEST_BIN on */
    int x_level, y_level; /* how wide the bins are */
    size_t columns, rows; /* 0: no points */
    uint32_t *counts;     /* by row; to be freed by plane_counts_release */
    size_t total;
};

/* Where a bin of counts begins; where the last one ends, of the bin behind it. */
static inline double plane_bin_edge(const struct log_lattice *lattice, int bin, int level)
{
    return log_lattice_edge(lattice, bin * (1 << level) + PLANE_LOWEST_BIN);
}

/* Room for the points between two bins of the lattice along each axis, without any; bins at least
 * of the levels. */
struct plane_span {
    int low, high, level;
};
void plane_counts_init(struct plane_counts *counts, struct plane_span x, struct plane_span y);
/* The bin of counts that the point in these bins of the lattice is in. */
static inline size_t plane_place_of(const struct plane_counts *counts, int x_bin, int y_bin)
{
    size_t column = (size_t)(((x_bin - PLANE_LOWEST_BIN) >> counts->x_level) - counts->x0);
    size_t row = (size_t)(((y_bin - PLANE_LOWEST_BIN) >> counts->y_level) - counts->y0);
    return row * counts->columns + column;
}

void plane_counts_make(struct plane_counts *counts, const struct log_lattice *lattice,
                       const double *x, const double *y, size_t count);
/* Of all points of the parts, each of which has some; as if they had been counted together. */
void plane_counts_sum(struct plane_counts *sum, const struct plane_counts *parts, size_t count);
void plane_counts_release(struct plane_counts *counts);

struct plane_cell {
    double x_low, x_high, y_low, y_high;
    double count; /* points in it */
    double share; /* of the points in denser cells; 1 of cells beyond the densest ones */
};

struct plane_density {
    struct plane_cell *cells; /* by row; to be freed by plane_density_release */
    size_t count;
};

/* The cells with points, and those as dense as the ones that hold 99.5 % of the points; of cells
 * far beyond, in which points lie, at most 300. `side`: about how many cells along each axis hold
 * the 99.5 % of the points between the quantiles 0.25 % and 99.75 %. */
void plane_density_make(struct plane_density *density, const struct log_lattice *lattice,
                        const struct plane_counts *counts, size_t side);
void plane_density_release(struct plane_density *density);

/* Any grid of cells, along whose axes bandwidths are in cells; beyond it there is nothing. */
struct plane_grid {
    size_t columns, rows;
    double x_bandwidth, y_bandwidth;
    const double *counts; /* by row */
    double total;         /* of points, also those in no cell */
};
/* The share of each cell, as above. */
void plane_shares(const struct plane_grid *of, double *shares);

#endif
