/* What is measured of tasks: the quantities of box plots, histograms and the table of resources. */
#ifndef ANALYSIS_TASKS_TASK_MEASURES_H
#define ANALYSIS_TASKS_TASK_MEASURES_H

#include <stddef.h>

#include "analysis/tasks/task_groups.h"

enum { TASK_EFFICIENCY_COLUMN = -2 };

struct task_measure {
    const char *name, *unit;
    int column; /* of the records, or TASK_EFFICIENCY_COLUMN */
};

/* Those that some record has: the fixed ones first, then attributes with a unit; to be freed. Names
 * live as long as the records. */
struct task_measure *task_measures_find(const struct records *records, size_t *count);

/* The place of a measure that is no attribute, by its name, among those; behind them all for
 * attributes. */
size_t task_measure_rank(const char *name);

/* The unit of a measured attribute; NULL of one that is not measured but names something. */
const char *task_measure_unit(const struct records_column *column);

/* The column of a measure over the tasks that ended well (see struct task_groups). */
struct task_column {
    const double *values;
    double *own; /* to be freed; NULL when the column is one of the groups' */
};
struct task_column task_measure_gather(const struct task_measure *measure,
                                       const struct task_groups *groups);

#endif
