/* Whether about one busy core is that of a program, or noise of the system.
 *
 * A process at work keeps one core busy, steadily, on the node where it is: more than what the
 * system does by itself, which is as much on every node, and varies. On one node alone the two
 * differ only by that, and by the load average, which counts processes that wait. */
#ifndef ANALYSIS_NODES_STEADINESS_H
#define ANALYSIS_NODES_STEADINESS_H

#include "analysis/nodes/signal.h"

struct steadiness {
    bool is_of_a_program;
    size_t busy_nodes; /* with about a core busy */
};

/* From slot `first` to before `end` of the grid of a load; `scales`, by node of the dataset: from
 * the load to busy cores. */
struct steadiness steadiness_of(const struct signals *signals, const struct signal_metric *load,
                                const double *scales, size_t first, size_t end);

#endif
