/* Rows of `allocation`: what first allocations of one resource would cost a task kind. */
#ifndef ANALYSIS_TASKS_ALLOCATION_ROWS_H
#define ANALYSIS_TASKS_ALLOCATION_ROWS_H

#include "analysis/tasks/first_allocation.h"
#include "table/table.h"

struct allocated {
    size_t tasks;
    double used; /* Σ peak × time */
    struct first_allocation rules[FIRST_ALLOCATION_RULES];
};

/* No rows of no tasks. `resource`: "memory" or "disk". */
void allocation_rows_put(struct tables *tables, const char *task, const char *resource,
                         const struct allocated *allocated);

#endif
