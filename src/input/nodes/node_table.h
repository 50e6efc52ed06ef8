/* How tables of node metrics are known: a row a host and time stamp, in any order, a metric a
 * column. */
#ifndef INPUT_NODES_NODE_TABLE_H
#define INPUT_NODES_NODE_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "input/text/sample_columns.h"

/* Whether the monitoring toolkit exported the table. */
bool node_table_is_of_toolkit(const struct csv_header *header);

/* The columns of the time, of the day beside it and of the host, and of the processors where rows
 * of all of a host together are among those of each; header->count where there is none. */
struct node_columns {
    size_t time, day, host, cpu;
    bool host_is_tag, cpu_is_tag; /* see influx_table.h */
};
struct node_columns node_table_columns(const struct csv_header *header, const char *text,
                                       size_t size, struct arena *arena);
/* Whether there are both a time and a host. */
bool node_table_has_columns(const struct csv_header *header, struct node_columns columns);
/* The host that a field of its column names; empty: none. */
struct text_slice node_table_host(struct text_slice field, struct node_columns columns);
/* Whether a field of the column of processors is of some of those that another row is of all of. */
bool node_table_is_part(struct text_slice field, struct node_columns columns);

/* Unix seconds of a time stamp; NaN: it is none. */
double node_table_time(const char *text, size_t size);
/* The same of a row, whose time may be a time of day with the day beside it. */
double node_table_row_time(const struct csv_record *row, struct node_columns columns);

#endif
