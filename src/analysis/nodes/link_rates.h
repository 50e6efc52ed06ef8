/* How fast the links of nodes are, as their hardware facts say: "interconnect: HDR100",
 * "infiniband.rate: 100 Gb/sec (4X EDR)", "network.eth0.speed: 10000". */
#ifndef ANALYSIS_NODES_LINK_RATES_H
#define ANALYSIS_NODES_LINK_RATES_H

#include <stddef.h>

#include "table/dataset.h"
#include "util/arena.h"

enum link { LINK_INTERCONNECT, LINK_NETWORK, LINKS };

/* The rate in each direction, in B/s; NaN where nothing is said. Of several links of a node it is
 * that of the fastest. */
struct link_rates {
    double rates[LINKS];
    const char *values[LINKS]; /* of the fact that says so */
};

/* One for each node of the dataset, in the arena. */
struct link_rates *link_rates_find(const struct dataset *dataset, struct arena *arena);

/* What a value of such a fact says, in B/s: a rate in bits or bytes, or a name of InfiniBand; NaN:
 * nothing. */
double link_rate_of(const char *value);

/* The metrics of traffic in one direction, and the link that each is of. */
struct link_metric {
    const char *metric;
    enum link link;
};
extern const struct link_metric link_metrics[];
extern const size_t link_metric_count;

#endif
