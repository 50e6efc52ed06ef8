/* Which kinds of task are drawn: the longest, so that what is drawn never grows with their number.
 * The table `tasks` lists all. */
#ifndef ANALYSIS_TASKS_TASK_SELECTION_H
#define ANALYSIS_TASKS_TASK_SELECTION_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/tasks/task_groups.h"
#include "util/arena.h"

enum { TASK_SELECTED_KINDS = 60, TASK_NOT_SELECTED = TASK_SELECTED_KINDS };

struct task_selection {
    size_t kinds[TASK_SELECTED_KINDS];      /* the longest first */
    const char *names[TASK_SELECTED_KINDS]; /* theirs, in the arena */
    size_t count;
    uint8_t *place_of; /* of each group's kind, TASK_NOT_SELECTED when not there */
};

/* Kinds by elapsed time, then number of tries, then name; to be freed. */
size_t *task_kinds_in_order(const struct task_groups *groups);

void task_selection_make(struct task_selection *selection, const struct task_groups *groups,
                         struct arena *arena);
void task_selection_release(struct task_selection *selection);

/* ---- walking over records ---- */

static inline bool task_ended_well(const struct task_groups *groups, size_t record)
{
    return !groups->verdicts || groups->verdicts[record] == TASK_DONE;
}

static inline double task_number(const double *values, size_t row)
{
    return values ? values[row] : (double)NAN;
}

#endif
