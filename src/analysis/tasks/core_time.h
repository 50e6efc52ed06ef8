/* Core time of tasks: elapsed × cores, beside the CPU time that was used of it. Both are of the
 * tasks for which cores, elapsed and CPU time are all known. */
#ifndef ANALYSIS_TASKS_CORE_TIME_H
#define ANALYSIS_TASKS_CORE_TIME_H

#include "table/table.h"

struct core_time {
    double allotted_s, used_s; /* NaN: of no task */
};

void core_time_init(struct core_time *time);
void core_time_add_task(struct core_time *time, double elapsed_s, double cores, double cpu_s);
void core_time_add(struct core_time *time, const struct core_time *more);
/* The columns core_s, core_cpu_s: missing where the tasks have less than half of the CPU
 * time of all. */
void core_time_put(struct table *table, const struct core_time *time, double all_cpu_s);

#endif
