/* When tasks waited and ran.
 *
 * An attempt waits from its submission to its start and runs from its start to its end. A task that
 * was cancelled, or whose deadline passed, before it started waited until then. What is unfinished
 * goes on to the end of its source and no longer: nobody knows what became of it. */
#ifndef ANALYSIS_TASKS_TASK_STRETCHES_H
#define ANALYSIS_TASKS_TASK_STRETCHES_H

#include "analysis/tasks/task_times.h"

/* Unix seconds; NaN where it did not, or where it is not known when. */
struct task_stretches {
    double waits_from, waits_to, runs_from, runs_to;
};

/* Whether any of them is known: also of tasks none of which ever started, where a source says until
 * when it tells of them. */
bool task_stretches_known(const struct records *records);

/* By the number of a source: its end as it says, or the latest moment of its records where that is
 * later or all there is; NaN: it has no times. Cached results have those of an earlier run. To be
 * freed. */
double *task_source_ends_make(const struct records *records);

/* Of a record; all NaN of a cached result. */
struct task_stretches task_stretches_at(const struct records_block *block,
                                        const struct task_time_columns *columns, size_t row,
                                        double source_end);

#endif
