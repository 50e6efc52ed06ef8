/* The energy that was measured on the nodes, and of which parts of them. */
#ifndef TABLE_ENERGY_PARTS_H
#define TABLE_ENERGY_PARTS_H

#include "table/table.h"

/* The sum over all nodes in J, of whole nodes where they were measured, else of the parts that
 * were; *parts: "node", or "CPU + memory" … in the arena. NaN where none was measured, or jobs held
 * a part of the nodes, so that others are in it. */
double energy_parts_sum(const struct tables *tables, const char **parts, struct arena *arena);

#endif
