/* Whether jobs that held a half or a quarter of a node's CPUs held all of it: batch systems count
 * cores, or their hardware threads, as sites set them up, and nodes count threads. */
#ifndef ANALYSIS_HELD_CPUS_H
#define ANALYSIS_HELD_CPUS_H

#include "analysis/allocations.h"
#include "analysis/analysis.h"

/* What is known beside that; NaN what is not. */
struct held_cpus_signs {
    double threads_per_core; /* as the node's hardware says */
    double most_held;        /* by jobs, at once, of a node with as many CPUs */
    double memory;           /* the largest share of its memory that a job of it requested */
    double used;             /* busy CPUs, by the records of its jobs, */
    double measured;         /* and by samples of the node */
    bool may_be_uneven;      /* used: the mean of nodes, some of which are not measured */
};

enum held_cpus {
    HELD_CPUS_PART,
    HELD_CPUS_ALL,
    HELD_CPUS_TAKEN_FOR_ALL, /* of a core's threads the batch system may count one, or each */
    HELD_CPUS_UNKNOWN        /* nor is it known whether cores have several threads */
};

/* Of so many CPUs a half (threads: 2) or a quarter (4) was held. */
enum held_cpus held_cpus_are(const struct held_cpus_signs *signs, double cpus, double threads);

/* Sets `memory`, `used` and `measured` of each host of the allocations from when they were sampled.
 */
void held_cpus_measure(struct held_cpus_signs *signs, const struct analysis_request *request,
                       const struct allocations *allocations, struct held_time sampled);

#endif
