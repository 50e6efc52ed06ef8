/* Nodes whose load falls to a part of what it was and stays there to the end (falls.h), while at
 * least half of all nodes go on as before.
 *
 * One whose load falls to less than a tenth of what is usual stops, or is told by work_stops.h. */
#ifndef ANALYSIS_NODES_NODE_FALLS_H
#define ANALYSIS_NODES_NODE_FALLS_H

#include "analysis/nodes/little_work.h"

/* Adds rows to the table stops, of nodes that it does not have. Nothing where GPUs work: processors
 * that hand over to them do not fall behind. */
void node_falls_put(struct tables *tables, const struct little_work_search *nodes);

#endif
