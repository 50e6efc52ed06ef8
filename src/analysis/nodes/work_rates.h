/* What a job does beside the load of its processors, as rates per node in operations or bytes per
 * second.
 *
 * Rates of processors are those of the toolkit and of ClusterCockpit. Traffic and file I/O are
 * these and what else is in B/s and named after a network, a file system, a disk, or reading and
 * writing: "lustre_read_bytes", "ib0_rx_bytes", "nfs4_read". */
#ifndef ANALYSIS_NODES_WORK_RATES_H
#define ANALYSIS_NODES_WORK_RATES_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/nodes/signal.h"

enum work_rate_kind { WORK_RATE_OF_PROCESSORS, WORK_RATE_TRAFFIC, WORK_RATE_FILES };

struct work_rate {
    size_t number; /* of the metric */
    enum work_rate_kind kind;
    bool adds_up; /* it is no part or sum of the others of its kind */
};

struct work_rates {
    const struct work_rate *items;
    size_t count;
};

/* Those with values, in the order of the metrics; worked out once. */
struct work_rates work_rates_of(const struct signals *signals);

/* Less per node is no work. */
#define WORK_RATE_LEAST 10e6

#endif
