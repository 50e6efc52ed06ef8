/* What tasks used of the memory, time and cores that were requested for them, and the rows of
 * `requested`. */
#ifndef ANALYSIS_TASKS_REQUESTED_USES_H
#define ANALYSIS_TASKS_REQUESTED_USES_H

#include <stdbool.h>

#include "analysis/statistics/statistic.h"
#include "analysis/tasks/task_tuples.h"
#include "table/table.h"

enum requested_quantity {
    REQUESTED_MEMORY,
    REQUESTED_TIME,
    REQUESTED_CORES,
    REQUESTED_QUANTITIES,
};

/* Tuples: requested, used, elapsed. Of cores what is used is CPU time ÷ elapsed, and what was
 * requested is, where a source does not say, what was allotted. */
struct requested_row_kind {
    const char *name, *unit, *time_unit; /* of both the product with s */
    struct task_tuple_columns columns;
};
extern const struct requested_row_kind requested_quantities[REQUESTED_QUANTITIES];

/* Whether the records say both. */
bool requested_is_known(const struct records *records, enum requested_quantity quantity);

/* What a tuple says: requested, used (NaN: not known) and for how long it was held. */
struct requested_use {
    double requested, used, time_s;
};
struct requested_use requested_use_of(enum requested_quantity quantity, const double *tuple);

struct requested_compared {
    size_t tasks, above;
    double requested_p50, used_p50, used_p95;
    struct summary ratios;
    double requested, used, wasted; /* unit × s; NaN when no elapsed time is known */
};

/* No row of no tasks. `processes`: the most of a task; NaN: not known. */
void requested_row_put_compared(struct tables *tables, const char *task,
                                enum requested_quantity quantity,
                                const struct requested_compared *compared, double processes);

#endif
