/* Whether a batch system counted what jobs of a kind used, by the table accounting: elsewhere its
 * numbers say nothing of what they need. */
#ifndef TABLE_ACCOUNTING_H
#define TABLE_ACCOUNTING_H

#include <stdbool.h>

#include "table/table.h"

/* Whether it missed CPU time of most jobs of the kind ("*": of any kind) that could be compared. */
bool accounting_misses_cpu(const struct tables *tables, const char *kind);
/* Whether it missed memory, or CPU time of processes that have some, of any of these jobs. */
bool accounting_misses_memory(const struct tables *tables, const char *kind);

#endif
