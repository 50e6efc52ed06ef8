/* The jobs of an input, put together from what sacct says of each and of its steps. */
#ifndef INPUT_SLURM_SLURM_JOBS_H
#define INPUT_SLURM_SLURM_JOBS_H

#include "input/slurm/slurm_job.h"
#include "util/strbuf.h"

#define SLURM_CLUSTER "cluster" /* the attribute of records */

/* `earlier`: the records of the inputs before this one, NULL while there are none. */
void slurm_jobs_init(struct slurm_jobs *jobs, const struct records *earlier);
void slurm_jobs_release(struct slurm_jobs *jobs);

/* A job of that id; a step ("batch", "0") of the latest job of that id, which is made when there is
 * none. */
struct slurm_job *slurm_jobs_add(struct slurm_jobs *jobs, struct text_slice id,
                                 const struct slurm_row *row);
struct slurm_job *slurm_jobs_add_step(struct slurm_jobs *jobs, struct text_slice id,
                                      struct text_slice step, const struct slurm_row *row);

/* Clusters number their jobs each for themselves: "123" is of the first one seen in any input,
 * "123@other", made in `room`, of another. */
struct text_slice slurm_jobs_whole_id(const struct slurm_jobs *jobs, struct text_slice id,
                                      struct text_slice cluster, struct strbuf *room);

#endif
