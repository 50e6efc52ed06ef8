/* How long tasks took beside others of the same work, at the same place where one is known. */
#ifndef ANALYSIS_DEVICES_TASK_WORK_H
#define ANALYSIS_DEVICES_TASK_WORK_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/devices/event_tasks.h"

/* Of each task its time over the median of all tasks of its work: whose longest event is of the
 * same kind, and that have the same attribute `level` and an input of the same size to 10 %, where
 * sources say them. Times are per unit of the size then. NaN where fewer than five are, or all on
 * one host and device. Tasks with attributes `x` and `y` are compared with those of their work at
 * their place instead, or around it: by place_ratios.h. */
struct task_works {
    double *ratios; /* of each task */
    bool *around; /* whether that is beside neighbouring places, none but its device being there */
};
struct task_works task_works_make(const struct event_tasks *events);
void task_works_release(struct task_works *works);

/* The median of a device's ratios, and its 95 % interval (median_interval.h). */
struct work_ratio {
    size_t tasks;             /* that have a ratio */
    double median, low, high; /* NaN: low, high of fewer than six */
    double slow_chance;       /* of as many above 1, of those not 1, where either is as likely
                                 (sign test, one-sided); NaN of none */
};
/* ratios[0 .. count) are reordered, missing ones left out. */
struct work_ratio work_ratio_of(double *ratios, size_t count);

#endif
