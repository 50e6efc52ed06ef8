/* Memory per node of a kind with attempts on several nodes, and the rows of `node_memory`. */
#ifndef ANALYSIS_TASKS_NODE_MEMORY_ROWS_H
#define ANALYSIS_TASKS_NODE_MEMORY_ROWS_H

#include <stdbool.h>
#include <stddef.h>

#include "table/table.h"

/* NaN where nothing is known. Bytes are of the fullest node. */
struct node_usage {
    size_t tasks, known;     /* that succeeded; of these with a known `most` */
    size_t lost, lost_known; /* attempts that failed or were cancelled */
    double nodes_max;
    double unused_B_s; /* at least, over all nodes */
    double requested_min, requested_max, least, most, lost_least, lost_most;
    double cpus; /* per node, where all have as many */
    bool is_per_cpu, has_cpus;
};

void node_usage_init(struct node_usage *usage);
void node_memory_row_put_usage(struct tables *tables, const char *task,
                               const struct node_usage *usage);

#endif
