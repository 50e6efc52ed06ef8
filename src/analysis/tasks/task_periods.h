/* Periods of a campaign: stretches between which nothing ran for long, and nothing waited either.
 *
 * A campaign that is resumed on Monday did not run over the weekend: what is said of how many tasks
 * ran at a time is of a period. A break is that long beside all the time in which something ran.
 */
#ifndef ANALYSIS_TASKS_TASK_PERIODS_H
#define ANALYSIS_TASKS_TASK_PERIODS_H

#include "analysis/tasks/task_moments.h"

struct task_period {
    double first, last; /* moments: something began to run, or to wait; nothing did any more */
    double running_s;   /* of all its attempts */
};

struct task_periods {
    struct task_period *items; /* in the order of time */
    size_t count, capacity;
};

/* How long nothing has to run or wait for a break, beside so much time in which something did. */
double task_periods_break(double busy_s);

struct task_periods task_periods_of(struct task_moments *moments);
void task_periods_release(struct task_periods *periods);

/* The last one in which much was done, of those of one campaign; NULL: there is none. */
const struct task_period *task_periods_last(const struct task_periods *periods);

#endif
