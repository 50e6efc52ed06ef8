/* The sampling grids of a set of signals. */
#ifndef ANALYSIS_NODES_SIGNAL_GRID_H
#define ANALYSIS_NODES_SIGNAL_GRID_H

#include "analysis/nodes/signal.h"
#include "analysis/nodes/signal_order.h"

#define NO_SLOT ((size_t)-1)

/* The slot of a moment; NO_SLOT outside the grid. */
static inline size_t grid_slot(const struct grid *grid, double time)
{
    double slot = (time - grid->start) / grid->step + 0.5;
    return slot >= 0 && slot < (double)grid->slots ? (size_t)(int64_t)slot : NO_SLOT;
}

/* The signal as loops over slots take it: itself, or, where its node is sampled less often than the
 * grid has slots, throughout or for a time, a copy with one sample a slot. Each sample stands for
 * the slots nearest to it, up to half of its interval away: a node of long intervals is not missing
 * between its samples. */
struct signal signal_on_grid(const struct signal *signal, const struct grid *grid,
                             struct arena *arena);

/* Sets the grid of the job and of each metric. `shapes`: one for each timeline of the dataset. */
void grids_make(struct signals *signals, const struct dataset *dataset,
                const struct timeline_shape *shapes);

#endif
