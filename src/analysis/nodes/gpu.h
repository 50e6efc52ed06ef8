/* The GPUs of a job, each with its signals. */
#ifndef ANALYSIS_NODES_GPU_H
#define ANALYSIS_NODES_GPU_H

#include "analysis/nodes/signal.h"

enum gpu_role {
    GPU_UTILIZATION, /* % */
    GPU_MEMORY,      /* B */
    GPU_POWER,       /* W */
    GPU_TEMPERATURE, /* °C */
    GPU_CLOCK,       /* Hz, of the multiprocessors, else of the graphics */
    GPU_VIOLATION,   /* share of the time below the clock that was asked for */
    GPU_CORRECTED,   /* memory errors of a single bit, since the device is new */
    GPU_UNCORRECTED, /* of two bits */
    GPU_ROLES
};

struct gpu {
    uint32_t node;                           /* of the dataset */
    const struct signal *signals[GPU_ROLES]; /* NULL: not measured */
};

struct gpus {
    struct gpu *items; /* in natural order of their names */
    size_t count;
};

/* A GPU is not used up to this mean utilisation. */
#define GPU_UNUSED 0.01

/* What shows how fast the GPU went: its clock, else its violation time; NULL: neither. */
const struct signal *gpu_pace(const struct gpu *gpu);

/* The time that a sample stands for: since the one before, at most three intervals; s. */
double gpu_sample_seconds(const struct signal *signal, size_t sample);

void gpus_find(struct gpus *gpus, const struct signals *signals, struct arena *arena);

/* Marks nodes of the dataset that are GPUs which were not used, beside others that were; `means`:
 * of each signal. None where no GPU was used: then they are alike. In the arena. */
bool *gpus_find_unused(const struct signals *signals, const double *means, struct arena *arena);

#endif
