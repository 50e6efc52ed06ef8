/* From the tasks of one input to a part. */
#ifndef ANALYSIS_CAMPAIGN_PART_REDUCE_H
#define ANALYSIS_CAMPAIGN_PART_REDUCE_H

#include "analysis/campaign/part.h"
#include "analysis/tasks/task_groups.h"
#include "table/dataset.h"

/* Adds the tasks of a dataset, by the settings of the part, to a part without any; in up to `jobs`
 * threads. What the input is called is for the caller to add. */
void part_reduce(struct part *part, const struct dataset *dataset, const struct task_groups *groups,
                 int jobs);

#endif
