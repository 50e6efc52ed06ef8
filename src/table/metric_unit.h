/* The unit in which people read a metric, where it differs from the one that its values have. */
#ifndef TABLE_METRIC_UNIT_H
#define TABLE_METRIC_UNIT_H

#include "table/table.h"

/* A load of 100 % for each busy core is read as a number of cores (QUANTITY_CORE_PERCENT of
 * util/quantity.h), seconds of violation per second as a percentage of time; any other metric in
 * its own `unit`, which may be NULL. */
const char *metric_unit(const char *metric, const char *unit);
/* Of a row of job_metrics, or of outlier_nodes. */
const char *metric_unit_of_row(const struct table *table, size_t row);

struct node_cores {
    double each;                     /* on average; NaN where those of some node are not known */
    bool are_estimated, are_threads; /* are_threads: hardware threads, of which several share one */
};
/* By the table `nodes`, which may be NULL. `busy`: how many are to be said to be busy of them; that
 * as many as there are physical cores are busy is full use, only more of them are of threads. */
struct node_cores node_cores_make(const struct table *nodes, double busy);

#endif
