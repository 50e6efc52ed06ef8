/* Names of nodes and metrics, copied once into the arena of the tables: the dataset goes before
 * they do, and a name stands in many rows. */
#ifndef ANALYSIS_TABLE_NAMES_H
#define ANALYSIS_TABLE_NAMES_H

#include "analysis/nodes/signal.h"
#include "table/table.h"

struct table_names {
    const char **nodes;            /* of the dataset */
    const char **metrics, **units; /* of the signals */
};

void table_names_make(struct table_names *names, const struct signals *signals,
                      struct tables *tables);

#endif
