/* How tables of node metrics are known: a row a host and time stamp, in any order, a metric a
 * column. */
#ifndef INPUT_NODES_NODE_TABLE_H
#define INPUT_NODES_NODE_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "input/text/sample_columns.h"

/* As recognise of struct reader. */
int node_table_recognise(const char *text, size_t size);

/* Whether the monitoring toolkit exported the table. */
bool node_table_is_of_toolkit(const struct csv_header *header);
/* Whether there are both a time and a host. */
bool node_table_has_columns(const struct csv_header *header, struct sample_columns columns);
/* Whether nearly all rows at the beginning are of a host at a date each: else a row is of a part of
 * the host, or of one of its metrics. Several samples may have the same second, and samples may be
 * there twice. */
bool node_table_has_rows_of_hosts(const struct csv_header *header, struct sample_columns columns,
                                  const char *text, size_t size, struct arena *arena);
/* Unix seconds of a time stamp; NaN: it is none. */
double node_table_time(const char *text, size_t size);

#endif
