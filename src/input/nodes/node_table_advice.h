/* What is wrong in a table that has the columns of node metrics, and yet is not read as one. */
#ifndef INPUT_NODES_NODE_TABLE_ADVICE_H
#define INPUT_NODES_NODE_TABLE_ADVICE_H

#include <stddef.h>

#include "util/arena.h"

/* NULL: it has no columns of the host and the time, or they may be those of tasks. */
const char *node_table_advice(const char *text, size_t size, struct arena *arena);

#endif
