/* A table of node metrics while it is read. */
#ifndef INPUT_NODES_NODE_TABLE_WALK_H
#define INPUT_NODES_NODE_TABLE_WALK_H

#include "input/nodes/card_columns.h"
#include "input/nodes/host_rows.h"
#include "input/nodes/node_table.h"
#include "input/nodes/site_columns.h"
#include "input/reader.h"
#include "input/remarks.h"
#include "input/text/header_again.h"
#include "util/name_index.h"

struct metric_column {
    const char *name;      /* as in the header */
    struct card_column of; /* the GPU of the host that it is of */
    struct site_column site;
    const char *hardware; /* the fact of its host that it is instead; NULL: it is a metric */
    size_t place;         /* of its value in a row; 0: it is neither */
    bool has_numbers, has_texts;
    size_t impossible; /* values that stand for none */
};

struct table_walk {
    const struct input *input;
    const struct reading *reading;
    struct arena arena;
    struct remarks remarks;
    struct perfmon_dictionary dictionary;

    struct metric_column *columns;
    size_t column_count, column_capacity;
    size_t width;      /* of a row: time and metrics */
    size_t load_place; /* in a row, of the load worked out of other columns; 0: of none */
    long host_column, time_column, cpu_column;
    struct node_columns sampled;
    bool is_of_parts;        /* rows are of parts of hosts, which are not read */
    const char *measurement; /* see influx_table.h; NULL: none */
    char separator;
    struct header_names names;
    bool is_of_toolkit;
    bool has_header;

    struct name_index paths; /* of the metrics of hosts; of those of GPUs, as of "gpu-0.PATH" */
    struct name_index cards; /* the numbers of the GPUs that columns are of */
    struct name_index hosts;
    struct host_rows *rows;
    size_t row_capacity;

    /* the row that is being read */
    size_t column;
    uint32_t host;
    double *row;
    const char *wrong; /* why it is rejected */
    bool is_part;      /* of processors whose host has a row of all, too: it is passed over */
    size_t parts;      /* how many were */
    uint64_t line;     /* its last one */
    bool cut;          /* the file ends in it */
    bool has_ended;
};

/* Once all rows are read: what each column is by its values, and which hold facts of the hardware,
 * which it adds. Those that are no metrics lose their place. */
void node_table_settle(struct table_walk *walk);

/* Where shares of the time of the processors are there, and no load of the whole node, that is
 * worked out of them: its place in rows, once the columns are known; and, once they are settled,
 * its column. */
void node_table_reserve_load(struct table_walk *walk);
void node_table_work_out_load(struct table_walk *walk);

/* Once all rows are read: settles the columns, and adds hosts and their GPUs to the dataset.
 * Returns how many samples there are of hosts. */
long long node_table_take_hosts(struct table_walk *walk);

#endif
