/* What of its job the steps of srun left idle, as attributes of its record: cores beside a small
 * step that ran alone, nodes on which no step ran.
 *
 *     small_step          the name of the longest step that had at most an eighth of the job's
 * CPUs, where it took a tenth of its time, and no other ran beside it; a step without a name is
 * "step" small_step_cores    its CPUs small_step_share    its part of the job's elapsed time
 *     unused_nodes        so many of the job's nodes no step ran on; batch and interactive steps
 *                         count, extern does not; of jobs that steps of srun ran in for half of the
 *                         time at least: what others start, as ssh does, sacct does not list
 *
 *     batch_alone         1: a job on several nodes that listed no step but batch and extern, and
 *                         extern used hardly any CPU time: a script runs on one node, so that
 *                         unused_nodes are all others, unless what Slurm does not see ran there
 *
 * Steps with other lists of nodes are taken to have run on other nodes: rather too few nodes are
 * called unused. Jobs on one node without steps of srun, and those that used all, have none. */
#ifndef INPUT_SLURM_SLURM_STEP_USE_H
#define INPUT_SLURM_SLURM_STEP_USE_H

#include "input/slurm/slurm_job.h"

void slurm_job_put_step_use(const struct slurm_jobs *jobs, const struct slurm_job *job,
                            struct records *records);

#endif
