/* Bins of memory against run time, those of statistics/plane_density.h, as one number each. */
#ifndef ANALYSIS_CAMPAIGN_POINT_CELLS_H
#define ANALYSIS_CAMPAIGN_POINT_CELLS_H

#include <stdbool.h>
#include <stdint.h>

#include "analysis/statistics/plane_density.h"

enum { POINT_CELL_BINS = PLANE_HIGHEST_BIN - PLANE_LOWEST_BIN + 1 };

struct point_cell {
    int run_time_bin, memory_bin;
};

/* Of numbers that have bins (log_lattice_has). */
static inline int64_t point_cell_of(const struct log_lattice *lattice, double run_time_s,
                                    double memory_B)
{
    int64_t column = plane_bin_of(lattice, run_time_s) - PLANE_LOWEST_BIN;
    return column * POINT_CELL_BINS + plane_bin_of(lattice, memory_B) - PLANE_LOWEST_BIN;
}

static inline bool point_cell_is_one(int64_t cell)
{
    return cell >= 0 && cell < (int64_t)POINT_CELL_BINS * POINT_CELL_BINS;
}

static inline struct point_cell point_cell_at(int64_t cell)
{
    return (struct point_cell){(int)(cell / POINT_CELL_BINS) + PLANE_LOWEST_BIN,
                               (int)(cell % POINT_CELL_BINS) + PLANE_LOWEST_BIN};
}

#endif
