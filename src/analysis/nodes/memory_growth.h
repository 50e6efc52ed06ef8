/* Growth of memory in use, of nodes and GPUs, whatever their source.
 *
 * It is measured on medians of up to 24 stretches of a series' own time: Theil-Sen's slope (the
 * median slope of all pairs: Sen, JASA 63, 1968), the share of pairs that rise (1: steadily, 0.5:
 * as noise does), and the slope of the last third, which is flat where memory has aligned. Of
 * memory that fills up and stays full (97 % of its capacity) only the time until then counts. */
#ifndef ANALYSIS_NODES_MEMORY_GROWTH_H
#define ANALYSIS_NODES_MEMORY_GROWTH_H

#include "table/table.h"

struct memory_series {
    const char *name, *metric; /* of the node or GPU, and of what is measured */
    const double *times;       /* ascending; may repeat */
    const double *values;      /* NaN: missing */
    size_t count, missing;
    const char *unit; /* of values and capacity: "B", or "%" of all that there is */
    double capacity;  /* NaN: not known */
    double released;  /* when all was released after the last of the values; NaN: it was not */
};

/* How many samples there are until memory falls from its highest (p95) to half of that or less for
 * the rest of the time, a twentieth of it at least, as when its program ends; 0: it does not. */
size_t memory_growth_before_release(const struct memory_series *series);

/* Adds a row to the table memory_growth; none of a series that is too short. */
void memory_growth_put(struct tables *tables, const struct memory_series *series);

#endif
