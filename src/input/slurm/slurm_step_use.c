#include "input/slurm/slurm_step_use.h"

#include <math.h>
#include <string.h>

#include "input/slurm/slurm_job_memory.h"
#include "input/text/lines.h"
#include "util/number.h"

static const double SMALL = 0.125;                   /* of the job's CPUs */
static const double LEAST_SHARE = 0.1, MOSTLY = 0.5; /* of the job's time */
static const double LITTLE_OVERLAP = 0.02;           /* of the step's time */
static const double LITTLE_CPU = 0.1;                /* of the CPU time of the other steps */
/* Jobs of more different lists of nodes than that are left alone. */
enum { MOST_LISTS = 16 };

static double elapsed_of(const struct slurm_job *job)
{
    double own = job->row.numbers[SLURM_ELAPSED];
    return isnan(own) ? job->elapsed : own;
}

static void put_number(struct records *records, const char *name, double number)
{
    records_put_number(records, records_attribute(records, name, RECORD_NUMBER), number);
}

/* ---- cores beside a small step ---- */

static const struct slurm_step *longest_small(const struct slurm_jobs *jobs,
                                              const struct slurm_job *job)
{
    const struct slurm_step *best = NULL;
    for (size_t i = job->steps; i; i = jobs->steps.items[i - 1].next) {
        const struct slurm_step *step = &jobs->steps.items[i - 1];
        bool is_small = step->of_srun && step->cores > 0 &&
                        step->cores <= SMALL * job->row.numbers[SLURM_CORES];
        if (is_small && (!best || step->elapsed_s > best->elapsed_s))
            best = step;
    }
    return best;
}

/* False where it is not known. */
static bool ran_alone(const struct slurm_jobs *jobs, const struct slurm_job *job,
                      const struct slurm_step *own)
{
    double beside_s = 0;
    for (size_t i = job->steps; i; i = jobs->steps.items[i - 1].next) {
        const struct slurm_step *step = &jobs->steps.items[i - 1];
        if (!step->of_srun || step == own)
            continue;
        double overlap_s = fmin(step->end, own->end) - fmax(step->start, own->start);
        if (isnan(step->start + step->end + own->start + own->end))
            return false;
        beside_s += fmax(overlap_s, 0);
    }
    return beside_s <= LITTLE_OVERLAP * own->elapsed_s;
}

static void put_small_step(const struct slurm_jobs *jobs, const struct slurm_job *job,
                           struct records *records)
{
    const struct slurm_step *step = longest_small(jobs, job);
    double share = step ? step->elapsed_s / elapsed_of(job) : 0;
    if (!(share >= LEAST_SHARE) || !(share <= 1) || !ran_alone(jobs, job, step))
        return;
    struct text_slice name = step->name.size ? step->name : text_slice_of("step");
    records_put_text(records, records_attribute(records, "small_step", RECORD_TEXT), name.text,
                     name.size);
    put_number(records, "small_step_cores", step->cores);
    put_number(records, "small_step_share", share);
}

/* ---- nodes without a step ---- */

struct used_nodes {
    struct text_slice lists[MOST_LISTS];
    size_t count;
    double nodes;
};

/* A list that was seen before adds none. False where the nodes are not known. */
static bool add_nodes(struct used_nodes *used, const struct slurm_step *step)
{
    if (!(step->nodes > 0) || !step->node_list.size)
        return false;
    for (size_t i = 0; i < used->count; i++)
        if (text_slices_equal(used->lists[i], step->node_list))
            return true;
    if (used->count == MOST_LISTS)
        return false;
    used->lists[used->count++] = step->node_list;
    used->nodes += step->nodes;
    return true;
}

static void put_unused_nodes(const struct slurm_jobs *jobs, const struct slurm_job *job,
                             struct records *records)
{
    double nodes = slurm_row_nodes(&job->row), longest_s = 0;
    struct used_nodes used = {0};
    for (size_t i = job->steps; i; i = jobs->steps.items[i - 1].next) {
        const struct slurm_step *step = &jobs->steps.items[i - 1];
        if (!step->is_extern && !add_nodes(&used, step))
            return;
        if (step->of_srun)
            longest_s = fmax(longest_s, step->elapsed_s);
    }
    if (longest_s > 0 && longest_s >= MOSTLY * elapsed_of(job) && used.nodes < nodes)
        put_number(records, "unused_nodes", nodes - used.nodes);
}

/* Processes that ssh starts are in the step extern where pam_slurm_adopt puts them there. */
static bool has_batch_alone(const struct slurm_jobs *jobs, const struct slurm_job *job)
{
    bool has_batch = false;
    for (size_t i = job->steps; i; i = jobs->steps.items[i - 1].next) {
        const struct slurm_step *step = &jobs->steps.items[i - 1];
        if (!step->is_extern && !text_slice_is_word(step->id, "batch"))
            return false;
        has_batch = has_batch || !step->is_extern;
    }
    return has_batch && !(job->extern_cpu > LITTLE_CPU * job->cpu);
}

static void put_batch_alone(const struct slurm_jobs *jobs, const struct slurm_job *job,
                            struct records *records)
{
    double nodes = slurm_row_nodes(&job->row);
    if (!(nodes > 1) || !has_batch_alone(jobs, job))
        return;
    put_number(records, "unused_nodes", nodes - 1);
    put_number(records, "batch_alone", 1);
}

void slurm_job_put_step_use(const struct slurm_jobs *jobs, const struct slurm_job *job,
                            struct records *records)
{
    if (!(elapsed_of(job) > 0))
        return;
    put_small_step(jobs, job, records);
    put_unused_nodes(jobs, job, records);
    put_batch_alone(jobs, job, records);
}
