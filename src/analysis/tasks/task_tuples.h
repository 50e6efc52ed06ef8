/* Several numbers of each task side by side, kind by kind of a selection. */
#ifndef ANALYSIS_TASKS_TASK_TUPLES_H
#define ANALYSIS_TASKS_TASK_TUPLES_H

#include <stddef.h>

#include "analysis/tasks/task_groups.h"
#include "analysis/tasks/task_selection.h"

enum { TASK_TUPLE_WIDTH = 3 };

struct task_tuple_columns {
    size_t width;                    /* 2 or 3 */
    int columns[TASK_TUPLE_WIDTH];   /* of the records */
    int otherwise[TASK_TUPLE_WIDTH]; /* where a block has none; RECORDS_NO_COLUMN: none */
    bool with_0;                     /* the second number may be 0 */
};

/* Of tasks that succeeded and have the first two numbers, both above 0; the third may be NaN. The
 * selected kinds lie at their places, all others behind them. */
struct task_tuples {
    double *items; /* width of them each */
    size_t width;
    size_t first[TASK_SELECTED_KINDS + 2];
};

void task_tuples_make(struct task_tuples *tuples, const struct task_groups *groups,
                      const struct task_selection *selection,
                      const struct task_tuple_columns *columns);
/* Calls `take` with each tuple and the kind it is of, selected or not, in the order of the records.
 */
void task_tuples_visit(const struct task_groups *groups, const struct task_tuple_columns *columns,
                       void (*take)(void *context, size_t kind, const double *tuple),
                       void *context);
void task_tuples_release(struct task_tuples *tuples);

/* Of a place, or of all tasks. */
struct task_tuple_span {
    double *items;
    size_t count;
};
struct task_tuple_span task_tuples_at(const struct task_tuples *tuples, size_t place);
struct task_tuple_span task_tuples_all(const struct task_tuples *tuples);

#endif
