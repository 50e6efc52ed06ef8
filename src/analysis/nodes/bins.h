/* One metric by node and time: the mean of each node's samples in each of a few stretches. */
#ifndef ANALYSIS_NODES_BINS_H
#define ANALYSIS_NODES_BINS_H

#include "analysis/nodes/signal.h"

struct bins {
    size_t nodes, columns;
    double start, width_s; /* column c is [start + c · width, + width) */
    double first;          /* when the first slot was sampled, a bit later than start */
    double *sums; /* sums[node × columns + column]: of samples that are present, × SUM_SCALE */
    uint32_t *counts;
    double *min, *max; /* of all samples of a column; NaN when there is none */
};

/* Columns are whole slots of the metric's grid, as few slots as `most_columns` allows. */
void bins_make(struct bins *bins, const struct signals *signals, size_t metric,
               size_t most_columns);
void bins_release(struct bins *bins);
/* Leaves the columns with their lowest and highest samples. */
void bins_release_samples(struct bins *bins);

double bins_mean(const struct bins *bins, size_t node, size_t column); /* NaN: no sample */
/* The means of a column that are not missing; returns how many. */
size_t bins_column(const struct bins *bins, size_t column, double *means);
double bins_middle(const struct bins *bins, size_t column);

#endif
