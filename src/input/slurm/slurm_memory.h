/* Memory of a job, from what sacct reports of its steps.
 *
 * MaxRSS is the peak of one task (process of srun) alone. The total of a step is TRESUsageInTot,
 * else AveRSS × NTasks, else, of a step with one task, its MaxRSS; without any of them it is
 * unknown. Of steps of srun that ran at the same time the totals add up; steps without start and
 * end are taken one after the other when they fit so into the job's elapsed time, and else nobody
 * knows. The batch script is a shell that waits for its steps, mostly: up to 64 MiB or a tenth of
 * what they use it is left out, as seff does. Where it uses more and they do, too, the total
 * depends on when each did: unknown. */
#ifndef INPUT_SLURM_SLURM_MEMORY_H
#define INPUT_SLURM_SLURM_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

struct slurm_step {
    double start, end, elapsed_s;
    double peak, total; /* bytes: of its largest task, of all its tasks; NaN when unknown */
    bool of_script;     /* batch, extern, interactive: not started by srun */
    size_t next;        /* private */
};

/* A step's total; each NaN when not known. `one_task`: it has one when the number is not known. */
double slurm_step_total(double reported_total, double average, double tasks, double peak,
                        bool one_task);

/* The job's total, NaN when unknown. Changes the order of the steps. */
double slurm_memory_total(struct slurm_step *steps, size_t count, double job_elapsed_s);

#endif
