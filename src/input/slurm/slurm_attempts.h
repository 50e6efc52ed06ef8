/* Which attempt of its id each job of a file is: exports list the first one first, or the latest.
 */
#ifndef INPUT_SLURM_SLURM_ATTEMPTS_H
#define INPUT_SLURM_SLURM_ATTEMPTS_H

#include "input/slurm/slurm_job.h"

/* Numbers the jobs that slurm_repeats_drop left: those of one id in the order in which they were
 * started, or, before that, cancelled, and one that waits to be started as the last. Where that
 * moment of one is not said, by their restarts; where these are not, as the file lists them. */
void slurm_attempts_number(struct slurm_jobs *jobs);

#endif
