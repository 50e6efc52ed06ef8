/* Nodes whose clock is not that of the others. */
#ifndef ANALYSIS_NODES_APART_NODES_H
#define ANALYSIS_NODES_APART_NODES_H

#include "analysis/nodes/signal.h"

/* Sets is_apart of the nodes all of whose samples lie more than 31 days from those of most nodes.
 * None is where an input as a whole is of another time: that is another run, not a wrong clock. */
void apart_nodes_find(struct signals *signals, const struct dataset *dataset);

#endif
