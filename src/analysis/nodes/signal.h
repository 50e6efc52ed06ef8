/* Signals: what the series of the dataset mean.
 *
 * Samples are brought into order of time; counters become rates, energy counters power, and the
 * parts of a node (sockets) are added to one signal. Every later number starts from signals.
 *
 * Rate (contract §4): forward difference over the node's own time stamps. The rate between samples
 * i and i+1 belongs to the time of sample i+1; the first sample has none. A fall is a reset: the
 * rate there is missing, never negative. Energy: the same in joules; a fall is mended by the
 * counter's range where that is known or seen (signal_energy.h), else missing.
 * Samples of one time stamp: levels keep both, counters use the later.
 * A repeated block (same stamps and same values again) is dropped and counted; samples whose stamps
 * cannot be right are set aside (clock_faults.h). */
#ifndef ANALYSIS_NODES_SIGNAL_H
#define ANALYSIS_NODES_SIGNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "table/dataset.h"

struct signal {
    uint32_t metric, node; /* numbers in struct signals / the dataset's nodes */
    size_t count;          /* samples due, missing ones included */
    const double *times;   /* ascending; may repeat */
    const double *values;  /* NaN: missing */
    const double *weights; /* of a ratio: what each was divided by; NULL: all weigh alike */
    size_t missing;
    double total;     /* levels: NaN. rates, counters, energy: the amount over the whole time in the
                         unit × s ("B", "J"): the sum of the counter's steps, or the integral by
                         trapezoids over gaps no longer than 3 sampling intervals, or whole */
    double covered_s; /* the time that `total` is of; the mean over the parts; levels: 0 */
    double interval_s;    /* between samples: the median; NaN for fewer than two */
    bool slows, quickens; /* longer, shorter at some time: sampling_gaps.h */
    size_t resets, wraps;
    double unknown_s; /* of an energy counter: the time of its resets; the mean over the parts */
    size_t parts,
        unread_parts; /* those it is the sum of; of these, without any reading (0 throughout); of
                         power in W that has no parts 1 where it has none */
    double range_J;   /* of an energy counter that wrapped; 0: it did not */
};

/* One of several parts (sockets) of which a signal of power is the sum. */
struct signal_part {
    size_t signal;    /* its number */
    const char *name; /* the metric that the part is: "rapl_powercap.package-0" */
    size_t count;
    const double *times, *values;
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
    struct signal_part *parts; /* in the order of the signals, then of the dataset's metrics */
    size_t part_count;
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

/* The metric of that name, or (size_t)-1. */
size_t signals_find(const struct signals *signals, const char *name);

/* Whether its values are in that unit; no input says it of all of them. */
bool signal_metric_is_in(const struct signal_metric *metric, const char *unit);

/* The metric's signal of a node; NULL: there is none. It is looked for at `place` among the
 * metric's signals first, which finds it at once where it is the place of the node in another
 * metric of the same nodes. */
const struct signal *signals_of_node(const struct signals *signals,
                                     const struct signal_metric *metric, uint32_t node,
                                     size_t place);

#endif
