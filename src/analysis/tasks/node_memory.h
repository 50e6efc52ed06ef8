/* Memory of attempts per node, where a kind's attempts ran on several nodes: batch systems limit
 * memory per node (or per CPU, which times the CPUs of a node is the same), and a request for a
 * whole job means nothing. Of an attempt on one node it is the attempt's. */
#ifndef ANALYSIS_TASKS_NODE_MEMORY_H
#define ANALYSIS_TASKS_NODE_MEMORY_H

#include <stdbool.h>

#include "analysis/tasks/task_groups.h"

/* Attributes; RECORDS_NO_COLUMN: none. */
struct node_memory_columns {
    int nodes, lists, process_peak;
};

struct node_memory_columns node_memory_columns_of(const struct records *records);

/* `is_spread`: whether an attempt ran on several nodes. Bytes, NaN when not known. Nodes get equal
 * parts of a request; the fullest one used at least its part of the total and the peak of one
 * process, and at most what the source says, or all. */
struct node_memory {
    double nodes;
    double requested, least, most;
};

bool node_memory_is_spread(const struct node_memory_columns *columns,
                           const struct records_block *block, size_t row);
struct node_memory node_memory_at(const struct node_memory_columns *columns,
                                  const struct records_block *block, size_t row);

/* Of each kind, whether an attempt ran on several nodes; NULL: of none. To be freed. */
bool *node_memory_kinds(const struct task_groups *groups);

#endif
