/* Intervals in which all GPUs were at rest at the same time, whatever their source. */
#ifndef ANALYSIS_NODES_GPU_RESTS_H
#define ANALYSIS_NODES_GPU_RESTS_H

#include "analysis/nodes/work_stops.h"

/* Adds rows to the table gpu_rests, of intervals that are long enough to be said. A sample holds
 * until the next one, for three intervals at most; behind that the GPU's state is unknown. At least
 * half of the GPUs have to be known. Series as for work_stops_put, of use in %. */
void gpu_rests_put(struct tables *tables, const char *metric, const struct work_series *series,
                   size_t count);

#endif
