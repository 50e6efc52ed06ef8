/* Signals: what the series of the dataset mean.
 *
 * Samples are brought into order of time; counters become rates, energy counters power, and the
 * parts of a node (sockets) are added to one signal. Every later number starts from signals.
 *
 * Rate (contract §4): forward difference over the node's own time stamps. The rate between samples
 * i and i+1 belongs to the time of sample i+1; the first sample has none. A fall is a reset: the
 * rate there is missing, never negative. Energy: the same in joules; a fall is mended by the
 * counter's range where that is known or seen (signal_rate.h), else missing.
 * Samples of one time stamp: levels keep both, counters use the later.
 * A repeated block (same stamps and same values again) is dropped and counted; samples whose stamps
 * cannot be right are set aside (clock_faults.h). */
#ifndef ANALYSIS_NODES_SIGNAL_H
#define ANALYSIS_NODES_SIGNAL_H

#include <stddef.h>
#include <stdint.h>

#include "table/dataset.h"
#include "util/diagnostics.h"

struct signal {
    uint32_t metric, node; /* numbers in struct signals / the dataset's nodes */
    size_t count;          /* samples due, missing ones included */
    const double *times;   /* ascending; may repeat */
    const double *values;  /* NaN: missing */
    const double *weights; /* of a ratio: what each was divided by; NULL: all weigh alike */
    size_t missing;
    double total;     /* levels: NaN. rates, counters, energy: the amount over the whole time in the
                         unit × s ("B", "J"): the sum of the counter's steps, or the integral by
                         trapezoids over gaps no longer than 3 sampling intervals */
    double covered_s; /* the time that `total` is of; the mean over the parts; levels: 0 */
    double interval_s; /* between samples: the median; NaN for fewer than two */
    size_t resets, wraps;
    double unknown_s; /* of an energy counter: the time of its resets; the mean over the parts */
    size_t parts,
        unread_parts; /* those it is the sum of; of these, without any reading (0 throughout); of
                         power in W that has no parts 1 where it has none */
    double range_J;   /* of an energy counter that wrapped; 0: it did not */
};

/* The sampling grid that all nodes are brought to: slot k is [start + k·step − step/2, + step/2).
 */
struct grid {
    double start, step;
    size_t slots;
    double last; /* the last moment sampled; up to half a step from the last slot */
};

struct signal_metric {
    const char *name, *label;
    const char *unit; /* of the values: "B/s" for a counter in "B", "W" for an energy counter */
    const char *total_unit; /* "B", "J", …; NULL when a total means nothing */
    enum metric_kind kind;
    enum metric_combine combine;
    const char *scope;
    size_t first, count; /* its signals in struct signals, in natural order of their nodes */
    size_t present;      /* of these, with at least one value */
    struct grid grid;    /* starts where that of the job does; the step may be the metric's own */
};

struct signals {
    struct arena arena;
    struct signal_metric *metrics;
    size_t metric_count;
    struct signal *items; /* those of one metric lie together */
    size_t count;
    struct grid grid;
    const struct node *nodes; /* the dataset's */
    size_t node_count;
    struct node_samples {
        size_t repeated, out_of_order; /* values, over all metrics */
        size_t set_aside;              /* samples whose stamps are wrong: clock_faults.h */
        double first, last;            /* time stamps, NaN when there is none */
        bool is_apart;                 /* its clock is wrong: apart_nodes.h */
    } * node_samples;                  /* a node of the dataset each */
    uint32_t *node_order;              /* the dataset's nodes in natural order of their names */
    uint32_t *node_ranks;              /* the place of each of them in that order */
    struct remembered *remembered;     /* what was worked out of these: remembered.h */
};

/* Uses up the values of the dataset's series, for they are large: those that need no change become
 * the signals' own, counters become rates where they lie. So the dataset must live as long, gives
 * signals only once, and from then on holds no values of its own: only of which metrics, nodes and
 * times there are samples. */
void signals_make(struct signals *signals, struct dataset *dataset, struct diagnostics *diagnostics,
                  int jobs);
void signals_release(struct signals *signals);

/* The slot of a moment, or (size_t)-1 outside the grid. */
size_t grid_slot(const struct grid *grid, double time);

/* One metric over all its nodes on the metric's grid.
 *
 * A node's value in a slot is the mean of its samples there; where it is sampled less often than
 * there are slots, that of the nearest sample, up to half of its interval away. combined[k]:
 * COMBINE_MEAN the mean over the nodes present; COMBINE_TOTAL that mean × the number of nodes that
 * have the metric, so that an absent node does not count as zero. Missing when fewer than half of
 * them are present. Nodes that no job held in a slot are not of these. Ratios are weighted by what
 * they were divided by: the sum of the dividends ÷ that of the divisors, in a slot and over the
 * nodes. */
struct combined {
    size_t slots;
    double *values;    /* NaN: missing */
    uint32_t *present; /* nodes with a value in the slot */
    uint32_t *due;     /* nodes with a time stamp in the slot, or one that stands for it */
    uint32_t *nodes;   /* that have the metric, and that jobs held, where that is known */
};
/* Worked out once for all that ask; lives as long as the signals. */
const struct combined *combined_of(const struct signals *signals, size_t metric);

/* The metric of that name, or (size_t)-1. */
size_t signals_find(const struct signals *signals, const char *name);

/* The metric's signal of a node; NULL: there is none. It is looked for at `place` among the
 * metric's signals first, which finds it at once where it is the place of the node in another
 * metric of the same nodes. */
const struct signal *signals_of_node(const struct signals *signals,
                                     const struct signal_metric *metric, uint32_t node,
                                     size_t place);

#endif
