/* Of which task kinds a density is worked out (task_density), and of which single tasks are listed
 * instead (task_points). */
#ifndef ANALYSIS_TASKS_TASK_DENSITY_H
#define ANALYSIS_TASKS_TASK_DENSITY_H

#include "analysis/statistics/plane_density.h"
#include "analysis/tasks/task_selection.h"
#include "table/table.h"

/* What the table calls all tasks. Kinds: the first ones of the selection; least: tasks of a kind
 * for which both numbers are known. Of fewer, regions are islands around single ones, and less
 * than one is beyond 99 %. */
#define TASK_DENSITY_OF_ALL "*"
enum { TASK_DENSITY_KINDS = 21, TASK_DENSITY_LEAST = 100 };

static inline size_t task_density_kinds(const struct task_selection *selection)
{
    return selection->count < TASK_DENSITY_KINDS ? selection->count : TASK_DENSITY_KINDS;
}

/* Fills task_density. `counts`: of the tasks of each kind. */
void task_density_put(struct tables *tables, const struct task_selection *selection,
                      const struct log_lattice *lattice, const struct plane_counts *counts,
                      size_t kind_count, int jobs);

#endif
