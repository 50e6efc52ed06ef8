/* By how much the times of jobs are later than those of samples, by the work that samples show:
 * where times name no zone, and samples go on for long before and after the jobs, what they begin
 * and end with says nothing. */
#ifndef ANALYSIS_WORK_SHIFT_H
#define ANALYSIS_WORK_SHIFT_H

#include "table/dataset.h"

/* Processors or GPUs of the nodes of jobs are at work for as long as these, and at rest before and
 * after, only some difference between zones away. Of the first nodes, which tell it for all.
 * shift_s 0: they work when the jobs ran, or it is not known. */
struct work_shift work_shift_find(const struct dataset *dataset);

#endif
