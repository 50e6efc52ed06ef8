/* When tries of tasks waited and ran. */
#ifndef ANALYSIS_TASKS_TASK_TIMES_H
#define ANALYSIS_TASKS_TASK_TIMES_H

#include <stdbool.h>
#include <stddef.h>

#include "table/records.h"

/* Unix seconds, NaN when not known; submit ≤ start ≤ end where they are. */
struct task_times {
    double submit, start, end;
};

/* What a block says of times; what is missing of start and end is worked out from elapsed. */
struct task_time_columns {
    const double *submit, *start, *end, *elapsed;
};

/* A moment from which a task waited: at most its start; NaN where it lies more than a rounding
 * behind that. */
double task_waits_from(double moment, double start);

struct task_time_columns task_time_columns_of(const struct records_block *block);
/* Whether it says when any of its tasks started or ended. */
static inline bool task_time_columns_say_when(const struct task_time_columns *columns)
{
    return columns->start || columns->end;
}
struct task_times task_times_at(const struct task_time_columns *columns, size_t row);
bool task_times_known(const struct records *records);

#endif
