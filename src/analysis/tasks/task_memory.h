/* Statistics of peak memory over groups or kinds of tasks. */
#ifndef ANALYSIS_TASKS_TASK_MEMORY_H
#define ANALYSIS_TASKS_TASK_MEMORY_H

#include "analysis/statistics/statistic.h"
#include "analysis/tasks/task_groups.h"

/* One summary a group, or a kind, in bytes; to be freed. */
struct summary *task_memory_of_groups(const struct task_groups *groups, int jobs);
struct summary *task_memory_of_kinds(const struct task_groups *groups, int jobs);

#endif
