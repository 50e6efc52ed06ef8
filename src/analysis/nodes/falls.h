/* Metrics that fall on all nodes to a much lower level and stay there to the end.
 *
 * A metric's mean over the nodes in up to 120 parts of the time is cut where the two sides differ
 * most (least squares). It fell when the high end of what follows (p80) is at most a part of the
 * low end of what came before (p20), so that neither periods nor a slow decline count, and when it
 * fell on nearly all nodes. Falls at the start or the end of the run are left out: each side is a
 * fifth of the time at least. When it fell is then looked up among the samples near the cut, and
 * values before and after are means of all samples. */
#ifndef ANALYSIS_NODES_FALLS_H
#define ANALYSIS_NODES_FALLS_H

#include <stdbool.h>

#include "analysis/analysis.h"
#include "analysis/nodes/bins.h"

/* Means of a metric's samples before and after a moment; NaN: no samples. */
struct around {
    double before, after;
};

/* A metric over time, cut in two at a column. */
struct fall {
    struct bins bins;
    double *means; /* a column each, over the nodes; NaN: none */
    size_t cut;    /* the first column of what follows, */
    double moment; /* the first slot of the metric's grid that is low */
    double before, after;
    const struct signals *signals;
    const struct signal_metric *metric;
};

void fall_make(struct fall *fall, const struct signals *signals, size_t number);
void fall_release(struct fall *fall);
/* Sets the cut and the means on both sides; false: it did not fall to `low` of before. */
bool fall_find(struct fall *fall, double low);
/* As above, of one node (its place among the metric's), whatever the others do: the means are its
 * own from then on. */
bool fall_find_of_node(struct fall *fall, size_t node, double low);
/* Of one node around the cut. */
struct around fall_around(const struct fall *fall, size_t node);

struct around around_moment(const struct signals *signals, size_t number, double moment);

/* Whether GPUs work after a moment of the grid. */
bool gpus_work_after(const struct analysis_request *request, const struct tables *tables,
                     const struct grid *grid, double moment);

#endif
