/* What the nodes can do: their cores and their memory.
 *
 * Loads count logical processors: the hardware threads of cores. A node whose busy threads are as
 * many as its cores is fully used, for the threads of a core share it.
 *
 * As the hardware facts of a node say; else as its samples show: cores are the job's CPU use, 100 %
 * a core, ÷ that of the whole machine in %; memory is the resident memory ÷ its share of all. Both
 * are sums over the samples that have both, so that noise cancels. What others do on the machine
 * makes the cores look fewer, never more.
 *
 * The load average ÷ the use of the machine is no such number: it counts processes that wait for
 * I/O or for a core, and lags behind. It does to tell one busy core from none. */
#ifndef ANALYSIS_NODES_CAPACITY_H
#define ANALYSIS_NODES_CAPACITY_H

#include <stdbool.h>

#include "analysis/analysis.h"

struct capacity {
    double cores;            /* logical processors; NaN: unknown */
    double physical_cores;   /* NaN: unknown, or how many of its hardware threads share a core is */
    double threads_per_core; /* as facts say, of the core; NaN: they do not */
    double memory_B;         /* NaN: unknown */
    bool cores_are_estimated;
    /* `cores`; where these are unknown and the load is in % of the machine, by the load average, to
     * a factor of two: only for whether about one core is busy, never to be shown. */
    double rough_cores;
};

/* The physical cores, where they are known; else the logical processors. */
double capacity_cores(const struct capacity *capacity);

/* One for each node of the dataset, worked out once for all that ask; GPUs have neither. */
const struct capacity *capacities_of(const struct analysis_request *request);

#endif
