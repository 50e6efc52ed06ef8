/* Tasks of a kind whose peak memory lies far from that of most. */
#ifndef ANALYSIS_TASKS_OUTLIER_SEARCH_H
#define ANALYSIS_TASKS_OUTLIER_SEARCH_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/tasks/task_groups.h"

enum { OUTLIER_KINDS = 20, OUTLIERS_LISTED = 100, OUTLIER_SAMPLE = 2000 };

/* A record; `number` counts from 0 in the order of the input. */
struct outlier_record {
    const struct records_block *block;
    size_t row, number;
    double value, distance; /* beyond low or high; 0 between them */
};

/* A kind whose IQR is above the threshold. */
struct outlier_kind {
    size_t kind, count;
    double iqr, low, high; /* low, high: p05, p95 */
    size_t below, above;   /* records */
    struct outlier_record listed[2 * OUTLIERS_LISTED];
    size_t listed_count; /* afterwards at most OUTLIERS_LISTED: the farthest, by value */
    double least;        /* private: the distance from which records are still listed */
    struct outlier_record others[OUTLIER_SAMPLE]; /* some between low and high */
    size_t other_count;
    uint32_t every; /* private: one in so many of these is kept */
};

/* The kinds with the largest IQR, largest first; to be freed. */
struct outlier_kind *outlier_search(const struct task_groups *groups, double threshold,
                                    size_t *count);

#endif
