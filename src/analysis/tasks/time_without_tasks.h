/* For how much of a run none of its tasks ran. */
#ifndef ANALYSIS_TASKS_TIME_WITHOUT_TASKS_H
#define ANALYSIS_TASKS_TIME_WITHOUT_TASKS_H

#include <stdbool.h>
#include <stdint.h>

#include "analysis/tasks/task_groups.h"

struct time_without_tasks {
    double seconds;  /* NaN when not known */
    bool is_a_least; /* when tasks ran is not recorded, only how long: not less */
};

/* Of the records of a source, whose run took makespan_s from first on (NaN: not known): the time in
 * which no attempt ran, whatever became of it, or what the sum of their run times leaves. */
struct time_without_tasks time_without_tasks_of(const struct task_groups *groups, uint32_t source,
                                                double first, double makespan_s);

#endif
