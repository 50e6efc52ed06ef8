/* Rows of a table of node metrics, host by host, and what a column of them holds. */
#ifndef INPUT_NODES_HOST_ROWS_H
#define INPUT_NODES_HOST_ROWS_H

#include "input/nodes/site_columns.h"
#include "input/text/unit_shares.h"

/* Samples of one host, row by row of the same width: the time, then a value a metric (NaN: none),
 * in any order of time. */
struct host_rows {
    double *cells;
    size_t count, capacity; /* of rows; of cells */
    const double **in_time; /* the rows in order of time; NULL: they lie so */
};

/* The largest value at `place` of all rows; 0 where none is above. */
double host_rows_largest(const struct host_rows *rows, size_t hosts, size_t width, size_t place);
/* Adds the values at `place` of all rows. */
void host_rows_add_shares(const struct host_rows *rows, size_t hosts, size_t width, size_t place,
                          struct unit_shares *shares);
/* Once no more are added: finds the order in time; and what that takes is given back. */
void host_rows_order(struct host_rows *rows, size_t width);
void host_rows_release(struct host_rows *rows);
/* Adds what the host's values are step by step, in order of time. */
void host_rows_count_steps(const struct host_rows *rows, size_t width, size_t place,
                           struct site_values *values);

#endif
