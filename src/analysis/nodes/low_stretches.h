/* Stretches of the run, at its start, amid it or to its end, in which a metric is far below what it
 * is otherwise, on all nodes.
 *
 * The metric's mean over the nodes, in parts of the time of which the shortest stretch that counts
 * has five, is smoothed by a moving median, so that noise does not cut a stretch. There are at most
 * 25,000 parts: in runs of more than five weeks the shortest stretch is longer. It is low where it
 * is at most a part of the mean of the parts that are not; edges are then put where both sides fit
 * their means best. A stretch counts when its high end (p80) is at most that part of the low end
 * (p20) outside of all, so that a slow decline does not, and on nearly all nodes. Those at the
 * start or the end have to be longer: jobs are set up and cleaned up. Where most of the run is low,
 * nothing is.
 *
 * Stretches begin and end at samples. What was between samples that are more than three intervals
 * apart nobody knows: it does not count. */
#ifndef ANALYSIS_NODES_LOW_STRETCHES_H
#define ANALYSIS_NODES_LOW_STRETCHES_H

#include "analysis/nodes/signal.h"

struct low_stretch {
    size_t first, end; /* slots of the metric's grid; end is behind the last */
    size_t gaps;       /* slots of them that do not count */
    size_t nodes;      /* with samples in it and outside of all */
};

/* Of all samples of a metric at some time. */
struct low_mean {
    double value; /* NaN: no sample */
    size_t samples;
};

struct low_stretches {
    const struct signal_metric *metric;
    struct low_stretch *items; /* ascending */
    size_t count, capacity;
    uint32_t *numbers; /* a slot each: 1 + the place of its stretch; 0: outside of all */
};

/* `low`: at most that part of what it is otherwise, 0 to 1. To be released. */
void low_stretches_find(struct low_stretches *stretches, const struct signals *signals,
                        size_t metric, double low);
void low_stretches_release(struct low_stretches *stretches);

/* The mean of any metric outside of all stretches, means[0], and in each of them, the ones behind
 * it. To be freed. */
struct low_mean *low_stretches_means(const struct low_stretches *stretches,
                                     const struct signals *signals, size_t metric);

/* When a stretch begins and ends; how long it is without what does not count, in seconds. */
double low_stretch_start(const struct low_stretches *stretches, size_t number);
double low_stretch_end(const struct low_stretches *stretches, size_t number);
double low_stretch_length(const struct low_stretches *stretches, size_t number);

#endif
