/* Whether what the nodes, or their GPUs, measured is of the jobs alone, by the table shared_nodes:
 * elsewhere it is of what others did there, too. */
#ifndef TABLE_SHARED_NODES_H
#define TABLE_SHARED_NODES_H

#include <stdbool.h>

#include "table/table.h"

/* Whether others may have used the processors and the memory of some node, or some of its GPUs. */
bool shared_nodes_have_cpus(const struct tables *tables);
bool shared_nodes_have_gpus(const struct tables *tables);
/* Whether of all such nodes jobs may have held all processors, however they are counted. */
bool shared_nodes_may_be_whole(const struct tables *tables);

#endif
