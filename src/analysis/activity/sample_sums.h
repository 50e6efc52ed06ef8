/* Samples of devices within any stretch of time, found in logarithmic time.
 *
 * Running sums go with the samples, sorted by host and time, so that count and mean of a metric of
 * neighbouring samples take the same time whatever their number. */
#ifndef ANALYSIS_ACTIVITY_SAMPLE_SUMS_H
#define ANALYSIS_ACTIVITY_SAMPLE_SUMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "table/activity.h"

struct sample_sums {
    const struct activity *activity;
    const struct device_sample *samples; /* of the activity */
    size_t count;
    double *times; /* of each sample */
    /* Of the samples before each and, last, of all; NULL of a metric that is in none. Sums are in
     * parts of the metric's unit (sample_sums.c). */
    double *sums[DEVICE_METRICS];
    uint32_t *counts[DEVICE_METRICS]; /* NULL, too, of a metric that is in all */
};

/* The samples must stay where they are. */
void sample_sums_make(struct sample_sums *sums, const struct activity *activity, int jobs);
void sample_sums_release(struct sample_sums *sums);

static inline bool sample_sums_have(const struct sample_sums *sums, enum device_metric metric)
{
    return sums->sums[metric] != NULL;
}

/* What a sample measured, as its source wrote it; NaN when it did not. */
static inline double sample_sums_number(const struct sample_sums *sums, enum device_metric metric,
                                        size_t row)
{
    return device_metric_number(activity_value(sums->activity, row, metric));
}

/* Those of `within` (samples of one host) whose moment is in [start, end], ends included. */
struct activity_rows sample_sums_between(const struct sample_sums *sums,
                                         struct activity_rows within, double start, double end);

/* The same for stretches whose starts ascend, in constant time where they are short: `within` is
 * narrowed to what may be in the next one. */
struct activity_rows sample_sums_next(const struct sample_sums *sums, struct activity_rows *within,
                                      double start, double end);

/* How many of the rows have the metric, their sum (0 of none) and their mean (NaN of none). */
size_t sample_sums_count(const struct sample_sums *sums, enum device_metric metric,
                         struct activity_rows rows);
double sample_sums_sum(const struct sample_sums *sums, enum device_metric metric,
                       struct activity_rows rows);
double sample_sums_mean(const struct sample_sums *sums, enum device_metric metric,
                        struct activity_rows rows);
/* Of one device alone, in linear time. */
double sample_sums_mean_of(const struct sample_sums *sums, enum device_metric metric,
                           struct activity_rows rows, uint32_t device);

#endif
