/* Which tables are of node metrics: what their rows are of. */
#ifndef INPUT_NODES_NODE_TABLE_ROWS_H
#define INPUT_NODES_NODE_TABLE_ROWS_H

#include <stdbool.h>
#include <stddef.h>

#include "input/nodes/node_table.h"

/* What rows are of, by those at the beginning. */
enum node_rows {
    NODE_ROWS_NONE,  /* of something else */
    NODE_ROWS_HOSTS, /* a host at a date each */
    NODE_ROWS_PARTS, /* samples of processors, disks … of hosts */
};
enum node_rows node_table_rows(const struct csv_header *header, struct node_columns columns,
                               const char *text, size_t size, struct arena *arena);
/* Whether nearly all rows at the beginning are of a host at a date each: else a row is of a part of
 * the host, or of one of its metrics. Several samples may have the same second, and samples may be
 * there twice. */
bool node_table_has_rows_of_hosts(const struct csv_header *header, struct node_columns columns,
                                  const char *text, size_t size, struct arena *arena);
/* As recognise of struct reader. */
int node_table_recognise(const char *text, size_t size);

#endif
