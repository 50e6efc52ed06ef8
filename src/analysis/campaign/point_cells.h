/* Bins of memory against run time, those of statistics/plane_density.h, as one number each: how
 * wide they are along each axis, then which of them. Bins of several widths are brought to one when
 * they are put together: the one that all points together have, whatever the parts were. */
#ifndef ANALYSIS_CAMPAIGN_POINT_CELLS_H
#define ANALYSIS_CAMPAIGN_POINT_CELLS_H

#include <stdbool.h>
#include <stdint.h>

#include "analysis/statistics/key_counts.h"
#include "analysis/statistics/plane_density.h"

/* A bin of run time and one of memory, counted as in plane_counts. */
struct point_cell {
    int run_time_level, memory_level;
    int run_time_bin, memory_bin;
};

bool point_cell_is_one(int64_t key);
struct point_cell point_cell_at(int64_t key); /* of a number that is one */

/* Appends the bins of counts that have points to `cells`, which have none. x is run time. */
void point_cells_put(struct key_counts *cells, const struct plane_counts *counts);

/* Brings all bins to one width. */
void point_cells_settle(struct key_counts *cells);

/* Of bins of one width; a bin holds as many as its count has room for. To be released. */
struct plane_counts point_cells_counts(const struct key_counts *cells);

#endif
