#include "analysis/tasks/core_time.h"

#include <math.h>

#include "analysis/tasks/task_rules.h"
#include "util/number.h"

void core_time_init(struct core_time *time)
{
    *time = (struct core_time){NUMBER_MISSING, NUMBER_MISSING};
}

void core_time_add(struct core_time *time, const struct core_time *more)
{
    if (isnan(more->allotted_s))
        return;
    if (isnan(time->allotted_s))
        *time = (struct core_time){0, 0};
    time->allotted_s += more->allotted_s;
    time->used_s += more->used_s;
}

void core_time_add_task(struct core_time *time, double elapsed_s, double cores, double cpu_s)
{
    const struct core_time task = {elapsed_s * cores, cpu_s};
    if (!isnan(cpu_s))
        core_time_add(time, &task);
}

struct core_time core_time_shown(const struct core_time *time, double all_cpu_s)
{
    static const struct core_time unknown = {NUMBER_MISSING, NUMBER_MISSING};
    return time->used_s >= all_cpu_s / 2 ? *time : unknown;
}
