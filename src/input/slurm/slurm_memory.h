/* Memory of a job, from what sacct reports of its steps.
 *
 * MaxRSS is the peak of one task (process of srun) alone. The total of a step is TRESUsageInTot,
 * else AveRSS × NTasks, else, of a step with one task, its MaxRSS; without any of them it is
 * unknown. Of steps of srun that ran at the same time the totals add up; steps without start and
 * end are taken one after the other when they fit so into the job's elapsed time, and else nobody
 * knows. The batch script is a shell that waits for its steps, mostly: up to 64 MiB or a tenth of
 * what they use it is left out, as seff does. Where it uses more and they do, too, the total
 * depends on when each did: unknown.
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
    const struct slurm_state *state; /* NULL: not said, or not known */
    double exit_code;                /* NaN: not said */
    double cores, nodes;             /* NaN: not said */
    struct csv_span name, node_list; /* empty: not said */
    bool is_extern;
    size_t next; /* private */
};

/* A step's total; each NaN when not known. `one_task`: it has one when the number is not known. */
double slurm_step_total(double reported_total, double average, double tasks, double peak,
                        bool one_task);

/* What a node of the step held at most. `nodes` unknown: all tasks may have run on one. */
double slurm_step_node_most(double total, double tasks, double nodes, double peak);

/* The job's total, NaN when unknown. Changes the order of the steps. */
double slurm_memory_total(struct slurm_step *steps, size_t count, double job_elapsed_s);
/* What a node of the job held at most, NaN when unknown. Changes the order of the steps, and sets
 * their totals. */
double slurm_memory_node_most(struct slurm_step *steps, size_t count, double job_elapsed_s);

#endif
