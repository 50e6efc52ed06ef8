/* The load of the processors of nodes, in whatever metric a source gives it. */
#ifndef ANALYSIS_NODES_NODE_LOAD_H
#define ANALYSIS_NODES_NODE_LOAD_H

#include "analysis/nodes/signal.h"

/* Processes that run, wait for a core or for the disk, on average. */
#define NODE_LOAD_AVERAGE "cpu_load"

struct node_load {
    const char *metric;
    double per_core; /* what a busy core adds to it; 0: it is in % of all cores */
    double at_rest;  /* a node at rest may have this much */
    const char
        *kernel; /* the part of time in the kernel, which the metric is without; NULL: with */
};

/* Whether the metric is one of them. */
bool node_load_measures(const char *metric);
/* Of several such metrics the first that is there; NULL when there is none. */
const struct node_load *node_load_of(const struct signals *signals);
/* Its metric among the signals. */
const struct signal_metric *node_load_metric(const struct signals *signals,
                                             const struct node_load *load);

/* The metric of that name among the signals; NULL: none of the nodes has it. */
const struct signal_metric *node_load_present(const struct signals *signals, const char *name);

/* The share of time in which processors wait for I/O, in % of all cores; NULL when none is there.
 */
const struct signal_metric *node_load_iowait(const struct signals *signals);

/* What share of so many cores (NaN: unknown) such a load keeps busy; NaN when unknown. */
double node_load_share(const struct node_load *load, double value, double cores);

/* What one busy core adds to the load of a node with so many; NaN when unknown. */
double node_load_of_core(const struct node_load *load, double cores);

/* Up to so much of a core no process is at work. */
#define NODE_LOAD_CORE_AT_REST 0.8

#endif
