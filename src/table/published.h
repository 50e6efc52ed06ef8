/* Tables as they are written to data/: in base units, or in a layout that is published elsewhere.
 */
#ifndef TABLE_PUBLISHED_H
#define TABLE_PUBLISHED_H

#include "table/table.h"
#include "util/arena.h"

/* The table itself, or, where the report's traces are counted as the profiler's own analyser does
 * (table `trace`, rules "compat"), what published_columns.def makes of it, in the arena. It lives
 * as long as both. */
const struct table *table_as_published(const struct tables *tables, const struct table *table,
                                       struct arena *arena);

#endif
