/* Jobs of which one input has several records: exports of several weeks appended to each other.
 *
 * Two records of one id are of the same attempt when
 * - both started at the same moment, and one of them had not ended when it was written or both
 *   ended at the same moment; or
 * - the first one waited when it was written, or the second one while the first had ended for good,
 *   and both were submitted at the same moment; or
 * - neither says when it started, and both say the same in every field; or, where they do not say
 *   when they were submitted either, the first one had not ended when it was written, and the one
 *   after it ran as long or longer and was not put back into the queue.
 * Of these counts the one that had ended, else the one that ran longer; of several that had
 * ended the one with the most steps. */
#ifndef INPUT_SLURM_SLURM_REPEATS_H
#define INPUT_SLURM_SLURM_REPEATS_H

#include "input/slurm/slurm_job.h"

/* With how many records. */
#define SLURM_REPEATED_ONE "%s duplicate record of an attempt, counted once"
#define SLURM_REPEATED "%s duplicate records of attempts, counted once"

/* Of the job added last, whose row is known: whether it repeats an earlier one. */
void slurm_repeats_find(struct slurm_jobs *jobs);

/* Whether the row of a step of a job says what the one before it said: exports that were appended
 * and sorted have each row of a job twice. */
bool slurm_repeats_step(const struct slurm_jobs *jobs, const struct slurm_job *job,
                        struct text_slice step, const struct slurm_row *row);

/* Marks the jobs that do not count, once all of their steps are known. */
void slurm_repeats_drop(struct slurm_jobs *jobs);

#endif
