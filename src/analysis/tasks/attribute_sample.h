/* The tasks of which attributes are compared, and what was measured of them: all that succeeded,
 * or, of very many records, an even sample, so that the work does not grow with their number. */
#ifndef ANALYSIS_TASKS_ATTRIBUTE_SAMPLE_H
#define ANALYSIS_TASKS_ATTRIBUTE_SAMPLE_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/statistics/stratified_difference.h"
#include "analysis/tasks/task_groups.h"

enum {
    ATTRIBUTE_WHOLE = 262144, /* records of which all are compared */
    ATTRIBUTE_SAMPLE = 65536, /* else so many */
};

enum attribute_quantity {
    ATTRIBUTE_EFFICIENCY, /* CPU efficiency of a task */
    ATTRIBUTE_ELAPSED,    /* s: elapsed, else the attribute run_time; on a log scale */
    ATTRIBUTE_MEMORY,     /* B: peak memory; on a log scale */
    ATTRIBUTE_QUANTITIES,
};

/* A task of the sample. */
struct sampled_task {
    uint32_t block, row; /* of the records */
    uint32_t place;      /* where it is in the columns below */
};

struct attribute_sample {
    const struct task_groups *groups;
    struct sampled_task *tasks; /* in the order of the records */
    size_t count;
    size_t all;    /* tasks that succeeded, sampled or not */
    size_t *first; /* the places of a group are [first[g], first[g + 1]) */

    /* By place; NaN where not known. Values are as compared (efficiency, logarithms), less the mean
     * of their task kind, which is `offsets`, by kind. NULL: no task has such a value. */
    double *values[ATTRIBUTE_QUANTITIES], *offsets[ATTRIBUTE_QUANTITIES];
    double *cpu_s, *allotted_s; /* where both are known */
    double *elapsed_s;
};

void attribute_sample_make(struct attribute_sample *sample, const struct task_groups *groups,
                           int jobs);
void attribute_sample_release(struct attribute_sample *sample);

/* A value as measured: the ratio, s, B. */
double attribute_sample_value(const struct attribute_sample *sample, int quantity, size_t place,
                              size_t kind);
/* The same of a value as compared. */
double attribute_measured(int quantity, double compared);

#endif
