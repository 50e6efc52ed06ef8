/* Which task kinds are drawn: all, up to TASK_SELECTED_KINDS of them. Where they are more, those
 * that take the most time, those with the most memory, the least efficient, and those that have
 * most of what a table is about. So what is drawn never grows with their number. The table `tasks`
 * lists all. */
#ifndef ANALYSIS_TASKS_TASK_SELECTION_H
#define ANALYSIS_TASKS_TASK_SELECTION_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/tasks/task_groups.h"
#include "util/arena.h"

enum {
    TASK_LONGEST_KINDS = 60, /* of more than can be selected */
    TASK_EXTREME_KINDS = 20, /* of each sort */
    TASK_SELECTED_KINDS = 160,
    TASK_NOT_SELECTED = TASK_SELECTED_KINDS
};

struct task_selection {
    size_t kinds[TASK_SELECTED_KINDS];      /* the longest first, then the extreme ones */
    const char *names[TASK_SELECTED_KINDS]; /* theirs, in the arena */
    size_t count;
    uint8_t *place_of; /* of each group's kind, TASK_NOT_SELECTED when not there */
};

void task_selection_make(struct task_selection *selection, const struct task_groups *groups,
                         struct arena *arena);
/* Adds the TASK_EXTREME_KINDS with the highest keys, one a kind (NaN: none), as far as they are not
 * selected yet and there is room. */
void task_selection_add(struct task_selection *selection, const struct task_groups *groups,
                        const double *keys, struct arena *arena);
/* Whether kinds are left that are not selected. */
bool task_selection_is_partial(const struct task_selection *selection,
                               const struct task_groups *groups);
void task_selection_release(struct task_selection *selection);

/* ---- walking over records ---- */

static inline bool task_succeeded(const struct task_groups *groups, size_t record)
{
    return task_outcome_at(groups, record) == OUTCOME_SUCCEEDED;
}

static inline double task_number(const double *values, size_t row)
{
    return values ? values[row] : (double)NAN;
}

#endif
