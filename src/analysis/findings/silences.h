/* Nodes whose samples stop for good while those of most nodes go on, however the source writes
 * that: without further rows, or with rows that hold no value. */
#ifndef ANALYSIS_FINDINGS_SILENCES_H
#define ANALYSIS_FINDINGS_SILENCES_H

#include "analysis/findings/finding.h"

struct silences {
    const char *node;               /* the one whose samples stop first; NULL: none */
    double from;                    /* after its last sample */
    double end;                     /* of the last sample of any node */
    bool is_gpu;                    /* it is a GPU, and so are those counted */
    size_t count, others;           /* nodes so, and those with samples to the end */
    size_t other_nodes, other_gpus; /* with samples to the end, beside GPUs and beside nodes */
    const double
        *lasts; /* of each row of the table `nodes`: its last sample; NULL: none is silent */
};
/* Once for all findings, in their arena. */
const struct silences *silences_find(const struct findings *findings);

/* The share of its time stamps up to its last sample, of a node that is silent; 1 of others. */
double silences_share_before(const struct findings *findings, const char *node);

#endif
