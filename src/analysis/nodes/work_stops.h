/* Nodes and GPUs that stop to work, or never work, long before the others end, whatever their
 * source.
 *
 * One works while its load is over a tenth of what the median one has when at work. The others are
 * those that work to 95 % of the time until the last one stops; one that stopped is reported when
 * it stopped before 80 % of that time, or before 90 % with 5 minutes left, and at least half of all
 * are others: where all end one after the other, the work was parted so. Of one whose last job
 * ended before, the time is up to that end. Where samples of it go on without its load, nobody
 * knows. One that never works by this measure may do a little all the time, or until it stops. One
 * whose load fell below it but that goes on to do a little did not stop: its load fell. */
#ifndef ANALYSIS_NODES_WORK_STOPS_H
#define ANALYSIS_NODES_WORK_STOPS_H

#include "analysis/nodes/little_work.h"
#include "analysis/nodes/signal.h"
#include "table/table.h"

/* A GPU is at rest up to this utilization, in %. */
#define WORK_STOPS_GPU_AT_REST 2.0

struct work_series {
    const char *name;     /* of the node or GPU */
    const double *times;  /* ascending; may repeat */
    const double *values; /* NaN: missing */
    size_t count, missing;
    double last; /* moment of anything sampled of it, this or another metric; infinite: unknown */
    const struct signal *signal; /* of a node's load */
    double released;             /* when the last job that held it ended; infinite: not known */
};

/* Adds rows to the table stops. Series of the same clock, in the metric's unit; none works up to
 * `at_rest`. `nodes`: where the little that a node does is looked up, its load being the metric;
 * NULL: series have no signals. */
void work_stops_put(struct tables *tables, const char *metric, const struct work_series *series,
                    size_t count, double at_rest, const struct little_work_search *nodes);

#endif
