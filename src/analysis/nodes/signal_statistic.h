/* What the table node_metrics says of a signal. */
#ifndef ANALYSIS_NODES_SIGNAL_STATISTIC_H
#define ANALYSIS_NODES_SIGNAL_STATISTIC_H

#include "analysis/nodes/signal.h"
#include "table/table.h"

/* A number of the signal, which may be NULL, found at once: row i of node_metrics is signal i. NaN
 * when there is none. */
double signal_statistic(const struct tables *tables, const struct signals *signals,
                        const struct signal *signal, const char *column);

#endif
