/* Core time of tasks: elapsed × cores, beside the CPU time that was used of it. Both are of the
 * tasks for which cores, elapsed and CPU time are all known. */
#ifndef ANALYSIS_TASKS_CORE_TIME_H
#define ANALYSIS_TASKS_CORE_TIME_H

struct core_time {
    double allotted_s, used_s; /* NaN: of no task */
};

void core_time_init(struct core_time *time);
void core_time_add_task(struct core_time *time, double elapsed_s, double cores, double cpu_s);
void core_time_add(struct core_time *time, const struct core_time *more);
/* What is shown beside the CPU time of all: missing where the tasks have less than half of it. */
struct core_time core_time_shown(const struct core_time *time, double all_cpu_s);

/* Fills the columns core_s, core_cpu_s of a row, whichever table it is of. */
#define row_set_core_time(row, time, all_cpu_s)                                                    \
    ((row)->core_s = core_time_shown(time, all_cpu_s).allotted_s,                                  \
     (row)->core_cpu_s = core_time_shown(time, all_cpu_s).used_s)

#endif
