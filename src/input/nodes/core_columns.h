/* Columns of node tables that are of one core of the host: "cpu0_util_percent", "cpu_0", "CPU 1 %",
 * "core3_usage", "cpu_user_7".
 *
 * Cores are numbered from 0 or 1 on, without gaps, and there are two at least: only where all of
 * them have a column that is named alike are these of cores. */
#ifndef INPUT_NODES_CORE_COLUMNS_H
#define INPUT_NODES_CORE_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>

#include "util/arena.h"

struct core_column {
    const char *core;     /* its number, in digits; NULL: no core is numbered */
    const char *name;     /* the column's without the number: "core_usage" */
    const char *cpu_name; /* and as one of the whole node would be called: "cpu_usage" */
    size_t cores;         /* how many columns are named so */
    bool says_core;       /* "core", not "cpu", which also numbers sockets */
};

/* One for each name; of the arena. */
struct core_column *core_columns_find(struct arena *arena, const char *const *names, size_t count);
/* The core as nodes are named: "HOST core 0". */
const char *core_column_node(struct arena *arena, const char *core, const char *host);

#endif
