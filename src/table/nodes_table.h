/* What the table `nodes` says of all nodes together. */
#ifndef TABLE_NODES_TABLE_H
#define TABLE_NODES_TABLE_H

#include "table/table.h"

/* Whether the row is of a GPU. Reports of earlier versions do not say so but by its name. */
bool nodes_table_is_gpu(const struct table *nodes, size_t row);
size_t nodes_table_count_gpus(const struct table *nodes);

/* Samples present ÷ samples due, of all nodes together. Of a node without samples none is present
 * of as many as were due of the others on average. NaN where no sample was due. */
double nodes_table_coverage(const struct table *nodes);

#endif
