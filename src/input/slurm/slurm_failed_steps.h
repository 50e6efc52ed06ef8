/* Steps of srun that failed, as attributes of their job's record: a job script that goes on after
 * one ends as COMPLETED all the same.
 *
 *     srun_steps, failed_steps   so many, and so many of them failed: ended in a state of failure,
 *                                or, without a state, with an exit code; cancelled ones did not
 *     failed_step                the state of most of these, the first of several as frequent
 *     failed_step_exit_code      their exit code, where that state is FAILED, or there is none
 *     failed_steps_alike         so many failed like that
 *
 * Batch, extern and interactive steps are none of srun. Jobs of which no step failed have none of
 * these attributes. */
#ifndef INPUT_SLURM_SLURM_FAILED_STEPS_H
#define INPUT_SLURM_SLURM_FAILED_STEPS_H

#include "input/slurm/slurm_job.h"

void slurm_job_put_failed_steps(const struct slurm_jobs *jobs, const struct slurm_job *job,
                                struct records *records);

#endif
