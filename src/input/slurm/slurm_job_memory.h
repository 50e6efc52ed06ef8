/* Memory and nodes of Slurm's jobs: what slurm_records.h says of them. */
#ifndef INPUT_SLURM_SLURM_JOB_MEMORY_H
#define INPUT_SLURM_SLURM_JOB_MEMORY_H

#include "input/slurm/slurm_job.h"

/* With how many of how many jobs: jobs->apart_totals. */
#define SLURM_MEMORY_APART                                                                         \
    "total memory unknown for %s of %s jobs: the peaks of batch script and steps add up to more "  \
    "than the request, so they were not at the same time"

/* As said, else as listed; NaN when not known. */
double slurm_row_nodes(const struct slurm_row *row);

/* `one_task`: see slurm_step_total; of_script: see struct slurm_step. */
struct slurm_step slurm_row_step(const struct slurm_row *row, bool one_task, bool of_script);

/* Whether a step was killed (signal 9) that held more memory than the job requested: so ends what
 * slurmstepd's own sampling finds above the limit, and Slurm says no more of it. */
bool slurm_job_was_killed_for_memory(const struct slurm_jobs *jobs, const struct slurm_job *job);

/* Memory that the job used and requested, into the record added last. */
void slurm_job_put_memory(struct slurm_jobs *jobs, const struct slurm_job *job,
                          struct records *records);

#endif
