/* One metric of a ClusterCockpit data.json, as it stands there. */
#ifndef INPUT_NODES_CLUSTERCOCKPIT_SERIES_H
#define INPUT_NODES_CLUSTERCOCKPIT_SERIES_H

#include <stdbool.h>
#include <stddef.h>

#include "util/arena.h"
#include "util/error.h"
#include "util/list.h"

enum { COCKPIT_STATISTICS = 3 };
extern const char *const cockpit_statistics[COCKPIT_STATISTICS]; /* "min", "avg", "max" */

struct cockpit_series {
    const char *host, *id; /* NULL when not there */
    size_t from, count;    /* in cockpit_data.values */
    size_t odd;
    double statistics[COCKPIT_STATISTICS]; /* NaN when not there */
};

struct cockpit_scope {
    const char *name, *base, *prefix;
    double timestep_s; /* NaN when not there */
    int decimals;      /* of its statistics */
    LIST_OF(struct cockpit_series) series;
};

struct cockpit_data {
    struct arena arena;
    LIST_OF(struct cockpit_scope) scopes;
    double *values;
    size_t value_count, value_capacity;
};

void cockpit_data_init(struct cockpit_data *data);
void cockpit_data_release(struct cockpit_data *data);
/* Reads the value of one metric. On a fault *offset is where; what came before is kept. */
bool cockpit_data_walk(struct cockpit_data *data, const char *text, size_t size, size_t *offset,
                       struct error *error);

#endif
