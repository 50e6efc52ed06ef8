/* The sampling grids of a set of signals. */
#ifndef ANALYSIS_SIGNAL_GRID_H
#define ANALYSIS_SIGNAL_GRID_H

#include "analysis/signal.h"
#include "analysis/signal_order.h"

/* Sets the grid of the job and of each metric. `shapes`: one for each timeline of the dataset. */
void grids_make(struct signals *signals, const struct dataset *dataset,
                const struct timeline_shape *shapes);

#endif
