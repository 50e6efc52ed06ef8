/* Units and quantiles of the tables about tasks (contract §3). */
#ifndef ANALYSIS_TASKS_TASK_RULES_H
#define ANALYSIS_TASKS_TASK_RULES_H

#include <stddef.h>

#include "analysis/tasks/task_outcomes.h"

#define TASK_GB 1e9
#define TASK_HOUR_S 3600.0
/* What Rubin's ResourceUsageSummary, and so task_quantiles and summary_check, calls a GB. */
#define TASK_SUMMARY_GB 1073741824.0

/* Nine quantiles, those of Rubin's ResourceUsageSummary. */
enum { TASK_QUANTILES = 9 };
extern const double task_quantile_p[TASK_QUANTILES];

/* Fills the columns tasks, succeeded, failed, cancelled, unfinished, unknown of a row, whichever
 * table it is of: `counts` by enum task_outcome. */
#define row_set_outcomes(row, counts)                                                              \
    ((row)->tasks = task_outcomes_sum(counts),                                                     \
     (row)->succeeded = (double)(counts)[OUTCOME_SUCCEEDED],                                       \
     (row)->failed = (double)(counts)[OUTCOME_FAILED],                                             \
     (row)->cancelled = (double)(counts)[OUTCOME_CANCELLED],                                       \
     (row)->unfinished = (double)(counts)[OUTCOME_UNFINISHED],                                     \
     (row)->unknown = (double)(counts)[OUTCOME_UNKNOWN])

static inline double task_outcomes_sum(const size_t counts[OUTCOMES])
{
    size_t sum = 0;
    for (int i = 0; i < OUTCOMES; i++)
        sum += counts[i];
    return (double)sum;
}

#endif
