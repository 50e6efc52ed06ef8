/* Whether a GPU was throttled, sample by sample.
 *
 * A GPU works in a sample in which its utilisation is at least 50 % (or is of no sample). It is
 * throttled where the driver says that it was below the clock asked for during at least a tenth of
 * the time since the sample before (NVML's violation time), and where its clock is below what it
 * reaches under load, the 95th percentile of samples in which it works, by 10 % (15 % where these
 * are fewer than 20) and eight standard deviations of its noise (from the median step between such
 * samples), or four in three samples at work in a row. A sample stands for the time since the one
 * before, at most three intervals. Of a sample that lacks its utilisation, or at work both clock
 * and violation time, nothing is known. */
#ifndef ANALYSIS_NODES_GPU_MOMENTS_H
#define ANALYSIS_NODES_GPU_MOMENTS_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/nodes/gpu.h"

struct gpu_moment {
    double time, seconds; /* seconds: that it stands for */
    double utilization, clock, violation, temperature;
    bool works, known;
    bool by_clock, by_violation; /* what says that it was throttled */
};

struct gpu_moments {
    struct gpu_moment *items; /* those of the clock, else of the violation time */
    size_t count;
    double reached_clock; /* under load */
};

/* Of a GPU without either there are none. */
void gpu_moments_make(struct gpu_moments *moments, const struct gpu *gpu);
void gpu_moments_release(struct gpu_moments *moments);

#endif
