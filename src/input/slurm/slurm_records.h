/* Jobs of Slurm as records, from what sacct says of a job itself and of its steps.
 *
 *     kind             the job's name, else of an array the array's job id, else RECORD_NO_NAME
 *     id               the job's id with the task of its array: 123_7; 123@CLUSTER of all clusters
 *                      but the first one seen in any input, whose ids are others; a row of tasks
 *                      that have not started, 123_[7-9], is a record each
 *     attempt          one more for each time the same id comes again in the order of time, as
 *                      requeued jobs do with --duplicates, and for its restarts; records of one
 *                      attempt count once (slurm_repeats.h)
 *     outcome, ending  the job's state without " by UID"; pending and running jobs are unfinished;
 *                      a job of which there are only steps is unknown; one that failed with a step
 *                      out of memory, or one that was killed (signal 9) with more memory than
 *                      the job requested, ran out of memory
 *     memory ran out   1 for a cancelled job with a step out of memory
 *     exit code        the code, else 128 + the signal
 *     node             the node, when it is one, NODE@CLUSTER as the id; of several the list is an
 *                      attribute
 *     elapsed, times   the job's; those of a job that waits are missing
 *     CPU time         the job's; where it says 0 or nothing, the sum of its steps: 0 is not
 *                      measured; missing where the step extern, a sleep in which no program of the
 *                      job runs, has all of it
 *     cores            the allotted CPUs
 *     memory           of the whole job, over all its tasks: see slurm_memory.h; 0 is not measured
 *     requested        memory of the whole job: ReqTRES, else ReqMem (with suffix c times the CPUs,
 *                      with n times the nodes), else AllocTRES; the time limit; the requested CPUs
 *                      node_memory, of jobs on several nodes: what one of them held at most;
 *                      requested_per_cpu, where memory is requested so
 *     bytes            the sum of its steps
 *     attributes       user, group, account, partition, cluster, qos, reason, nodes, processes,
 *                      WorkDir, StdErr, StdOut, energy, eligible (a moment), max_rss (the peak
 *                      of one task, where that is not the job's memory), cancelled_by (a user's
 *                      number or name), step_state (of a step that ended neither well nor as the
 *                      job), and those of slurm_gpus.h, slurm_failed_steps.h and slurm_step_use.h
 */
#ifndef INPUT_SLURM_SLURM_RECORDS_H
#define INPUT_SLURM_SLURM_RECORDS_H

#include "input/slurm/slurm_job.h"

/* Fills the record of a job, the one added last, with what else is known of it; `job` is its
 * number.
 */
typedef void slurm_job_more(void *context, size_t job, struct records *records);

/* Adds the records: one a job, and one a task of a row of several that have not started yet.
 * Returns how many there are. `more` may be NULL. */
long long slurm_jobs_put(struct slurm_jobs *jobs, struct records *records, slurm_job_more *more,
                         void *context);

#endif
