/* Units and quantiles of the tables about tasks (contract §3). */
#ifndef ANALYSIS_TASKS_TASK_RULES_H
#define ANALYSIS_TASKS_TASK_RULES_H

#include <stddef.h>

#include "analysis/tasks/task_outcomes.h"
#include "table/table.h"

#define TASK_GB 1e9
#define TASK_HOUR_S 3600.0
/* What Rubin's ResourceUsageSummary, and so task_quantiles and summary_check, calls a GB. */
#define TASK_SUMMARY_GB 1073741824.0

/* Nine quantiles, those of Rubin's ResourceUsageSummary. */
enum { TASK_QUANTILES = 9 };
extern const double task_quantile_p[TASK_QUANTILES];

static inline void put_count(struct table *table, size_t count)
{
    table_put_number(table, (double)count);
}

/* The columns tasks, succeeded, failed, cancelled, unfinished, unknown. */
static inline void put_outcomes(struct table *table, const size_t tasks[OUTCOMES])
{
    size_t sum = 0;
    for (int i = 0; i < OUTCOMES; i++)
        sum += tasks[i];
    put_count(table, sum);
    for (int i = 0; i < OUTCOMES; i++)
        put_count(table, tasks[i]);
}

#endif
