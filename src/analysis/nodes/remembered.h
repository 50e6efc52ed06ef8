/* What several analyses work out of all samples alike: kept from the first that asks until the
 * signals are released, so that the samples of a thousand nodes are not walked for each of them.
 * Of different metrics it may be asked from several threads at once. */
#ifndef ANALYSIS_NODES_REMEMBERED_H
#define ANALYSIS_NODES_REMEMBERED_H

#include <pthread.h>
#include <stddef.h>

#include "util/arena.h"

struct remembered_metric {
    pthread_mutex_t lock; /* held while something is worked out */
    struct arena arena;
    /* In the arena; NULL: nobody asked yet. */
    const struct slot_loads *loads;
    const struct combined *combined;
};

struct remembered {
    struct remembered_metric *metrics;
    size_t metric_count;
    pthread_mutex_t lock; /* of what is below */
    struct arena arena;
    /* In the arena; NULL: nobody asked yet. */
    const struct capacity *capacities;
    const struct work_rates *rates;
};

struct remembered *remembered_new(size_t metric_count);
void remembered_free(struct remembered *remembered);

#endif
