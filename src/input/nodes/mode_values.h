/* What the values of columns of modes of the processors' time are like. */
#ifndef INPUT_NODES_MODE_VALUES_H
#define INPUT_NODES_MODE_VALUES_H

#include "input/nodes/node_table_walk.h"

struct modes {
    struct metric_column *at[CPU_MODES]; /* NULL: not there */
};

struct mode_values {
    double largest;
    size_t samples, above; /* of all modes; more than all of the time in percent */
    bool has_fractions;
    size_t rows, whole_ones, part_ones, hundreds; /* with a total above 0; about 1; about 100 */
    size_t steps, rises, falls;                   /* of the total; of the mode that falls most */
    size_t hosts, steady, of_cores; /* hosts whose total stays; at the number of cores */
    double total;                   /* the largest of those that stay */
};
struct mode_values mode_values_of(const struct table_walk *walk, const struct modes *modes);
bool mode_values_are_counters(const struct modes *modes, const struct mode_values *values);
bool modes_nearly_all(size_t count, size_t of);

/* The rows of a host in order of time; to be freed. */
double **modes_ordered_rows(const struct table_walk *walk, size_t host);
/* Of all modes; NaN where one is missing. */
double modes_total(const struct modes *modes, const double *row);
/* The column that holds the metric, or the fact of the hardware; NULL: there is none. */
const struct metric_column *modes_column_beside(const struct table_walk *walk, const char *path);
/* NaN: not known. */
double modes_cores(const struct table_walk *walk, const double *row);

/* Counters to percents of all of the time, in place; false where they cannot be shares of it, or
 * how much that is is not known: they stay as they are. */
bool modes_count_to_shares(struct table_walk *walk, const struct modes *modes);

#endif
