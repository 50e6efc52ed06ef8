/* What sacct says of jobs and steps of Slurm, before they are records: shared by the readers of its
 * text and of its JSON. slurm_records.h says what goes where. */
#ifndef INPUT_SLURM_SLURM_JOB_H
#define INPUT_SLURM_SLURM_JOB_H

#include "input/slurm/slurm_memory.h"
#include "table/records.h"
#include "util/interner.h"
#include "util/list.h"
#include "util/text_slice.h"

enum slurm_slot {
    SLURM_SUBMIT,
    SLURM_ELIGIBLE, /* what it depended on was done */
    SLURM_START,
    SLURM_END,
    SLURM_ELAPSED,
    SLURM_CPU,
    SLURM_USER_CPU,
    SLURM_SYSTEM_CPU,
    SLURM_CORES,
    SLURM_REQUESTED_CORES,
    SLURM_NODES,
    SLURM_PROCESSES,
    SLURM_LIMIT,
    SLURM_REQUESTED_MEMORY,       /* ReqMem: per memory_per */
    SLURM_TOTAL_REQUESTED_MEMORY, /* of the job: ReqTRES */
    SLURM_ALLOCATED_MEMORY,
    SLURM_MEMORY,
    SLURM_AVERAGE_MEMORY,
    SLURM_MEMORY_TOTAL,
    SLURM_READ,
    SLURM_WRITTEN,
    SLURM_ENERGY,
    SLURM_TRES_ENERGY, /* of AllocTRES, TRESUsageInTot: where the other one is not measured */
    SLURM_GPUS,
    SLURM_REQUESTED_GPUS,
    SLURM_GPU_UTILIZATION,      /* of all tasks: %, at most 100 for each GPU */
    SLURM_TASK_GPU_UTILIZATION, /* of one task, where all tasks are not said */
    SLURM_GPU_MEMORY,           /* that its processes had on GPUs */
    SLURM_EXIT_CODE,
    SLURM_RESTARTS,
    SLURM_TEXT_ID,
    SLURM_NUMBERS = SLURM_TEXT_ID,
    SLURM_TEXT_RAW_ID,
    SLURM_TEXT_NAME,
    SLURM_TEXT_STATE,
    SLURM_TEXT_NODES,
    SLURM_TEXT_USER,
    SLURM_TEXT_GROUP,
    SLURM_TEXT_ACCOUNT,
    SLURM_TEXT_PARTITION,
    SLURM_TEXT_CLUSTER,
    SLURM_TEXT_QOS,
    SLURM_TEXT_REASON,
    SLURM_TEXT_CANCELLER, /* where the state does not say */
    SLURM_TEXT_STEP,      /* "batch", "0" */
    SLURM_TEXT_WAITING,   /* tasks of an array: "3-10%2" */
    SLURM_TEXT_WORK_DIRECTORY,
    SLURM_TEXT_STDERR, /* paths of sacct --json: elsewhere they are attributes by these names */
    SLURM_TEXT_STDOUT,
    SLURM_TEXT_STDERR_EXPANDED, /* without patterns such as %j */
    SLURM_TEXT_STDOUT_EXPANDED,
    SLURM_NOTHING,
    SLURM_ATTRIBUTE,
    SLURM_TEXTS = SLURM_NOTHING - SLURM_NUMBERS,
};

/* What sacct says of one job or one step. Texts live as long as the jobs. */
struct slurm_row {
    double numbers[SLURM_NUMBERS];        /* NaN when not said */
    struct text_slice texts[SLURM_TEXTS]; /* empty when not said; by slot − SLURM_NUMBERS */
    char memory_per;                      /* 'c', 'n', or '\0' for all */
};

void slurm_row_clear(struct slurm_row *row);
/* The first to say it wins. */
void slurm_row_number(struct slurm_row *row, enum slurm_slot slot, double number);
/* The highest of those that say it wins. */
void slurm_row_highest(struct slurm_row *row, enum slurm_slot slot, double number);
void slurm_row_text(struct slurm_row *row, enum slurm_slot slot, struct text_slice text);
struct text_slice slurm_row_said(const struct slurm_row *row, enum slurm_slot slot);

/* Slurm writes 0 for what it did not measure; NaN then. */
double slurm_measured(double value);
/* The value, the other one where it is missing. */
double slurm_first_of(double value, double other);

/* CPU time, s; NaN when not said. */
double slurm_row_cpu(const struct slurm_row *row);

struct slurm_job {
    struct slurm_row row;
    bool seen;            /* the job itself, not only steps of it */
    uint32_t number;      /* how many attempts of its id came before: slurm_attempts.h */
    size_t before;        /* the job before of the same id, + 1 */
    size_t repeats, best; /* slurm_repeats.h: the first record of the same attempt, + 1; of a first
                             one, that which counts, + 1, where it is another */
    bool dropped;
    bool has_script;                                        /* a step of its batch script */
    double cpu, max_rss, read, written, processes, elapsed; /* of its steps */
    double extern_cpu;                           /* of that step alone; `cpu` has no part of it */
    double gpu_utilization, gpu_utilization_sum; /* the highest of its other steps; of all */
    double gpu_memory;                           /* the highest of those */
    double run_s;                                /* that steps of srun took, one and all */
    size_t steps;                                /* the latest of its steps, + 1 */
    struct text_slice step_state;
};

struct slurm_jobs {
    struct slurm_job *items;
    size_t count, capacity;
    bool states;               /* the source gives each job a state: one without is unknown */
    bool lacks_allocations;    /* the source has no column that says what jobs held: AllocTRES */
    struct text_slice cluster; /* the first one seen, in earlier inputs too; empty: none */
    struct interner ids;       /* with the cluster where it is another */
    LIST_OF(size_t) latest;    /* by number of the id: the latest job of that id, + 1 */
    LIST_OF(struct slurm_step) steps; /* of all jobs; `next`: the one before of the same job, + 1 */
    /* Of the jobs put: those with a peak of memory, but no total; with peaks of script and steps at
     * different times; with steps, but no row of their own; that ran, but have no step. */
    size_t unknown_totals, apart_totals, without_row, run_without_steps;
    size_t uncounted_gpus; /* jobs of whose GPUs the use is said, but not how many they held */
    size_t arrays_cut;     /* rows of several tasks that do not list them all */
    size_t repeated;       /* jobs that do not count: slurm_repeats.h */
};

/* Whether a job waited or ran when it was written; whether it has been started. */
bool slurm_job_is_open(const struct slurm_job *job);
bool slurm_job_has_begun(const struct slurm_job *job);
size_t slurm_job_count_steps(const struct slurm_jobs *jobs, const struct slurm_job *job);

#endif
