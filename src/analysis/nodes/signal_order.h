/* Samples in order of time: what a timeline is like, and how odd ones are mended. */
#ifndef ANALYSIS_NODES_SIGNAL_ORDER_H
#define ANALYSIS_NODES_SIGNAL_ORDER_H

#include <stdbool.h>
#include <stddef.h>

/* Samples of one node on their way to a signal. */
struct samples {
    size_t count;
    const double *times;
    double *values;
    const double *restarts; /* stamps from which counters are counted anew: no rate leads there */
    size_t restart_count;
};

struct timeline_shape {
    bool in_order;        /* all finite and ascending; may repeat */
    size_t distinct;      /* different stamps, when in order */
    double interval_s;    /* median of the steps that are not 0; NaN without any */
    bool slows, quickens; /* in order, and sampled at longer, at shorter intervals for a time */
    double first, last;   /* lowest and highest finite stamp; NaN without any */
};

void timeline_shape_find(const double *times, size_t count, struct timeline_shape *shape);

/* Sorts the samples, whose arrays must be the caller's own, by time; those of one stamp keep their
 * order. Drops stamps that are not finite, and repeats: the same stamp and value again, but not
 * right behind, as when a source writes a block twice. (Right behind each other they are two
 * samples of one second.) */
struct order_faults {
    size_t repeated, out_of_order;
};
size_t samples_put_in_order(double *times, double *values, size_t count,
                            struct order_faults *faults);

/* Of samples of one stamp the later present one stays. Returns the new count; `distinct_times`,
 * when not NULL, has that many places for the stamps and may be `times` itself. */
size_t samples_collapse(const double *times, double *values, size_t count, double *distinct_times);

/* The value of the sample nearest to a moment, missing when that is further away than `reach_s`.
 * Moments have to ascend from call to call. */
struct nearest {
    const double *times, *values;
    size_t count, from; /* from: 0 at first */
};
double nearest_value(struct nearest *nearest, double time, double reach_s);

#endif
