/* How many bytes go into each task: the results of the tasks that it needs. */
#ifndef ANALYSIS_TRACES_TASK_INPUTS_H
#define ANALYSIS_TRACES_TASK_INPUTS_H

#include <stdbool.h>

#include "analysis/activity/aligned_timeline.h"

struct task_inputs {
    double *bytes; /* by the text of the task; NULL: no source has what tasks need */
};

/* Of each task the sum over the tasks that it needs, each once, of the size of their latest result:
 * 0 of a task that needs none, NaN when one of the sizes is not known. With `unknown_is_nothing` a
 * size that is not known is 0. */
void task_inputs_make(struct task_inputs *inputs, const struct aligned_timeline *aligned,
                      bool unknown_is_nothing);
void task_inputs_release(struct task_inputs *inputs);

/* NaN when not known. */
double task_inputs_of(const struct task_inputs *inputs, const struct activity_span *span);

#endif
