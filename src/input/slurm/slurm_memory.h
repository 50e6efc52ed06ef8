/* Memory of a job, from what sacct reports of its steps.
 *
 * MaxRSS is the peak of one task (process of srun) alone. The total of a step is TRESUsageInTot,
 * else AveRSS × NTasks, else, of a step with one task, its MaxRSS; without any of them it is
 * unknown. Of steps of srun that ran at the same time the totals add up; steps without start and
 * end are taken one after the other when they fit so into the job's elapsed time, and else nobody
 * knows. The batch script, and what extern and interactive hold, run beside all steps: they add up,
 * too, but for a shell of up to 64 MiB, and a tenth of what the steps hold, which is left out, as
 * seff does. When in its time each had its peak nobody says: the sum is what the job held at most.
 *
 * A job that passes its request is ended. Where a sum is more than that, though neither the script
 * nor the steps alone are, their peaks were at different times: what the job held at most is
 * between the larger of them and the request. Where these are not far apart it is the request, else
 * unknown.
 *
 * Slurm limits the memory that a job has on each of its nodes, and reports none per node. No node
 * of a step holds more than min(total of the step, ceil(NTasks ÷ NNodes) × MaxRSS): srun deals
 * tasks to nodes one by one in turn while these have CPUs left, in its layouts block and cyclic
 * alike (Slurm's src/common/slurm_step_layout.c), so that none gets more than that where the job
 * has as many CPUs on each node; with fewer on some, or with --distribution=…,Pack, some get more.
 * What the nodes of a job held at most is found from these as its total is from the totals. */
#ifndef INPUT_SLURM_SLURM_MEMORY_H
#define INPUT_SLURM_SLURM_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

#include "input/text/csv_scan.h"

struct slurm_state;

struct slurm_step {
    double start, end, elapsed_s;
    double peak, total; /* bytes: of its largest task, of all its tasks; NaN when unknown */
    double node_most;   /* bytes: no node held more; NaN when unknown */
    bool of_script;     /* batch, extern, interactive: not started by srun */
    bool of_srun;       /* it has a number */
    const struct slurm_state *state;       /* NULL: not said, or not known */
    double exit_code;                      /* NaN: not said */
    double cores, nodes;                   /* NaN: not said */
    struct text_slice id, name, node_list; /* "batch", "0"; empty: not said */
    bool is_extern;
    size_t next; /* private */
};

/* A step's total; each NaN when not known. `one_task`: it has one when the number is not known. */
double slurm_step_total(double reported_total, double average, double tasks, double peak,
                        bool one_task);

/* What a node of the step held at most. `nodes` unknown: all tasks may have run on one. */
double slurm_step_node_most(double total, double tasks, double nodes, double peak);

/* What a job held at most, of its steps and beside them; each NaN when unknown, 0 where there is
 * none. */
struct slurm_memory {
    double steps, script;
};

struct slurm_memory slurm_memory_of(const struct slurm_step *steps, size_t count,
                                    double job_elapsed_s);
/* The same of one node of the job. */
struct slurm_memory slurm_memory_node_most(const struct slurm_step *steps, size_t count,
                                           double job_elapsed_s);

/* Both together, NaN when unknown or nothing was measured; of a job that was not ended for its
 * memory, and may not have held more than it requested (NaN: not known). */
double slurm_memory_sum(struct slurm_memory memory);
double slurm_memory_within(struct slurm_memory memory, double requested);

#endif
