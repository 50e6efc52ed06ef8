/* What the nodes can do: their cores (logical processors) and their memory.
 *
 * As the hardware facts of a node say; else as its samples show: cores are the job's CPU use, 100 %
 * a core, ÷ that of the whole machine in %; memory is the resident memory ÷ its share of all. Both
 * are sums over the samples that have both, so that noise cancels. What others do on the machine
 * makes the cores look fewer, never more. */
#ifndef ANALYSIS_NODES_CAPACITY_H
#define ANALYSIS_NODES_CAPACITY_H

#include <stdbool.h>

#include "analysis/analysis.h"

struct capacity {
    double cores;    /* NaN: unknown */
    double memory_B; /* NaN: unknown */
    bool cores_are_estimated;
};

/* One for each node of the dataset, worked out once for all that ask; GPUs have neither. */
const struct capacity *capacities_of(const struct analysis_request *request);

#endif
