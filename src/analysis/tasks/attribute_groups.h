/* Statistics of the tasks that share a value of an attribute, whatever their kinds. */
#ifndef ANALYSIS_TASKS_ATTRIBUTE_GROUPS_H
#define ANALYSIS_TASKS_ATTRIBUTE_GROUPS_H

#include "analysis/tasks/attribute_levels.h"
#include "analysis/tasks/attribute_sample.h"

struct attribute_group {
    double tasks;             /* with the quantity */
    double mean, squares;     /* of the values as measured; squared differences from the mean */
    double cpu_s, allotted_s; /* of tasks of which both are known */
    double elapsed_s;         /* of tasks of which it is known */
};

/* Of one quantity, a group per level. */
void attribute_groups_make(struct attribute_group *groups, const struct attribute_levels *levels,
                           const struct attribute_sample *sample, int quantity);

void attribute_group_add(struct attribute_group *group, const struct attribute_group *more);

/* The sample standard deviation (n − 1); NaN of fewer than two. */
double attribute_group_deviation(const struct attribute_group *group);

#endif
