/* Samples that are none of the jobs': of which nodes, and of when; and what is told of them. */
#ifndef ANALYSIS_SAMPLES_LEFT_OUT_H
#define ANALYSIS_SAMPLES_LEFT_OUT_H

#include "analysis/allocations.h"
#include "util/diagnostics.h"
#include "util/interner.h"

/* Of nodes, or of GPUs. */
struct samples_left_out {
    size_t of_others; /* samples of nodes that no job held, */
    size_t at_others; /* and of nodes of jobs, at other times */
    bool is_before, is_after;
    struct interner other_nodes, nodes; /* of which these are */
};

/* Adds one sample of a node, by when it was held; the node itself is added once for many. */
void samples_left_out_add(struct samples_left_out *out, struct held_times held, double time);
void samples_left_out_add_node(struct samples_left_out *out, struct held_times held,
                               const char *node);
bool samples_left_out_any(const struct samples_left_out *out);
/* `samples`: what they are called. */
void samples_left_out_tell(const struct samples_left_out *out, const char *samples,
                           const struct allocations *allocations, const struct dataset *dataset,
                           struct diagnostics *diagnostics);
void samples_left_out_release(struct samples_left_out *out);

#endif
