/* Numbers of a signal: what the table node_metrics says of it, and means. */
#ifndef ANALYSIS_NODES_SIGNAL_STATISTIC_H
#define ANALYSIS_NODES_SIGNAL_STATISTIC_H

#include "analysis/nodes/signal.h"
#include "table/table.h"

/* The table node_metrics, where it is of these very signals: its row signal_row() is of that
 * signal. NULL before analysis_metrics has made it, and where it is of others. */
const struct table *signal_table(const struct tables *tables, const struct signals *signals);

static inline size_t signal_row(const struct signals *signals, const struct signal *signal)
{
    return (size_t)(signal - signals->items);
}

/* A number of the signal, which may be NULL, in that table. NaN when there is none. */
double signal_statistic(const struct tables *tables, const struct signals *signals,
                        const struct signal *signal, const char *column);

struct signal_mean {
    double mean; /* NaN: of no sample */
    size_t count;
};

/* The mean of its samples, each alike, but by their intervals where these change; `signal` may be
 * NULL. */
struct signal_mean signal_mean_of(const struct signal *signal);
/* Of those later than `after` and no later than `until`: a sample is of the interval before it. */
struct signal_mean signal_mean_between(const struct signal *signal, double after, double until);

#endif
