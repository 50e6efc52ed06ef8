/* Tasks by kind, and by step × kind, out of the records. */
#ifndef ANALYSIS_TASKS_TASK_GROUPS_MAKE_H
#define ANALYSIS_TASKS_TASK_GROUPS_MAKE_H

#include "analysis/tasks/task_groups.h"

/* By kinds as they were chosen; NULL: names. Records and choice must live as long. */
void task_groups_make_by(struct task_groups *groups, const struct records *records,
                         const struct kind_choice *kinds, int jobs);
/* The same by names. */
void task_groups_make(struct task_groups *groups, const struct records *records, int jobs);
void task_groups_release(struct task_groups *groups);

#endif
