/* From when to the end GPUs showed full use but drew little power, as they do in kernels of a
 * collective operation that wait for one that never comes. */
#ifndef ANALYSIS_NODES_GPU_HANGS_H
#define ANALYSIS_NODES_GPU_HANGS_H

#include "table/table.h"

/* Below so much of its p95 at work the power of a GPU in full use is little. */
#define GPU_HANGS_POWER 0.5

/* A GPU's use in % and its power; each with ascending times. */
struct gpu_work {
    const char *name;
    const double *times, *use;
    size_t count;
    const double *power_times, *power;
    size_t power_count;
};

/* Adds a row to the table gpu_hangs where most of the GPUs at work hang: a sample counts whose use
 * is at least 90 %, and whose power is below half of the p95 of the GPU's samples at work. */
void gpu_hangs_put(struct tables *tables, const char *metric, const struct gpu_work *gpus,
                   size_t count);

#endif
