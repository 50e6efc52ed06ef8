/* Node time: when a node was the jobs', where that is known (`held` of struct node). Of a time for
 * which no job held it nothing is due, and nothing that it did not do then is its fault. */
#ifndef ANALYSIS_NODES_NODE_TIME_H
#define ANALYSIS_NODES_NODE_TIME_H

#include "table/dataset.h"

/* How long it was held between two moments: all of that, where nothing is known. */
double node_time_within(const struct node *node, double from, double to);
/* The moment from which on, and up to which, it was held at times; infinite: not known. */
double node_time_first(const struct node *node);
double node_time_last(const struct node *node);

#endif
