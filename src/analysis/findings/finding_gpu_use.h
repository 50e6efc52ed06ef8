/* How much GPUs are used, whichever source measured it. */
#ifndef ANALYSIS_FINDINGS_FINDING_GPU_USE_H
#define ANALYSIS_FINDINGS_FINDING_GPU_USE_H

#include <stddef.h>

#include "analysis/findings/rule_finding.h"

/* How much the GPUs of a job were used, a ratio, but for those that were not, which are reported.
 */
struct finding_gpu_use {
    const char *section;
    double mean, highest; /* of all, and of the GPU, or node, that was used most */
    size_t gpus;          /* that were used; 0: only the means of nodes are known */
    size_t unused;        /* others */
};
/* Adds that they were used well below what they can, if so. */
void finding_add_low_gpu_use(struct findings *findings, const struct finding_gpu_use *use);

/* The numbers, unit and advice of a rule about so many unused GPUs of all. */
void finding_give_unused_gpus(struct rule_finding *made, size_t unused, size_t all);

#endif
