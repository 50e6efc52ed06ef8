/* What a job of Slurm held of GPUs, and how much it used them, as attributes of its record.
 *
 *     allocated_gpus   of AllocTRES; where the source has none, what ReqTRES says a job that ran
 *                      requested
 *     requested_gpus
 *     gpu_utilization  gpuutil of all its GPUs together, in % of one: of the step with the most, of
 *                      all where they ran at the same time
 *     uncounted_gpus   1, where nothing says how many it held, but it held some: its processes had
 *                      memory on them, or used them. On nodes with GPUs Slurm writes
 *                      gres/gpuutil=0 of jobs without any, too */
#ifndef INPUT_SLURM_SLURM_GPUS_H
#define INPUT_SLURM_SLURM_GPUS_H

#include "input/slurm/slurm_job.h"

/* Of a step that is not extern; `of_script`: the batch step. */
void slurm_job_add_gpu_use(struct slurm_job *job, const struct slurm_row *row, bool of_script);

void slurm_job_put_gpus(struct slurm_jobs *jobs, const struct slurm_job *job,
                        struct records *records);

#endif
