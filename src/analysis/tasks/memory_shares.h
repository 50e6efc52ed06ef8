/* Shares of memory classes in tasks and time, and the rows of memory_classes and
 * task_memory_classes. */
#ifndef ANALYSIS_TASKS_MEMORY_SHARES_H
#define ANALYSIS_TASKS_MEMORY_SHARES_H

#include <math.h>

#include "analysis/analysis.h"
#include "analysis/tasks/task_selection.h"
#include "util/number.h"

enum memory_class {
    MEMORY_SMALL,
    MEMORY_MEDIUM,
    MEMORY_LARGE,
    MEMORY_UNKNOWN,
    MEMORY_CLASSES,
};
/* "small" … */
extern const char *const memory_class_names[MEMORY_CLASSES];

struct memory_share {
    size_t tasks;
    double elapsed_s, cpu_s; /* NaN when none of them says it */
};

struct memory_shares {
    struct memory_share classes[MEMORY_CLASSES];
};

void memory_shares_init(struct memory_shares *shares);
static inline void memory_share_add(struct memory_share *share, size_t tasks, double elapsed_s,
                                    double cpu_s)
{
    share->tasks += tasks;
    number_add(&share->elapsed_s, elapsed_s);
    number_add(&share->cpu_s, cpu_s);
}

static inline enum memory_class memory_class_of(const struct task_limits *limits, double memory_B)
{
    if (isnan(memory_B))
        return MEMORY_UNKNOWN;
    return memory_B <= limits->small_memory    ? MEMORY_SMALL
           : memory_B <= limits->medium_memory ? MEMORY_MEDIUM
                                               : MEMORY_LARGE;
}

/* `shares`: of the selected kinds, and behind them, at TASK_SELECTED_KINDS, of all others. */
void memory_shares_put(struct tables *tables, const struct task_limits *limits,
                       const struct task_selection *selection, const struct memory_shares *shares);

#endif
