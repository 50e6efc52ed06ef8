/* Tasks of a workflow beside the batch system's own records of the jobs that ran them. */
#ifndef INPUT_TASKS_BATCH_COPIES_H
#define INPUT_TASKS_BATCH_COPIES_H

#include "table/records.h"
#include "util/diagnostics.h"

/* Drops the job of a batch system whose id a task of a workflow names (Nextflow's native_id, a
 * column slurm_jobid), where both ran at the same time. The task stays, with its kind, id and
 * attempt, and gets from the job what it does not say. Ids that several tasks name are of none. A
 * source all of whose tasks ran so has a queue. Notes how many were taken together. */
void batch_copies_drop(struct records *records, struct diagnostics *diagnostics);

#endif
