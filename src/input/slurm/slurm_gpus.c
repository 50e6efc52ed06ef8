#include "input/slurm/slurm_gpus.h"

#include <math.h>

#include "input/slurm/slurm_job_memory.h"
#include "util/number.h"

/* Of all tasks of a row: at most that of one, for each of them. */
static double utilization_of(const struct slurm_row *row, double gpus)
{
    double tasks = row->numbers[SLURM_PROCESSES];
    return slurm_first_of(row->numbers[SLURM_GPU_UTILIZATION],
                          row->numbers[SLURM_TASK_GPU_UTILIZATION] *
                              slurm_first_of(tasks, slurm_first_of(gpus, 1)));
}

void slurm_job_add_gpu_use(struct slurm_job *job, const struct slurm_row *row, bool of_script)
{
    double percent = utilization_of(row, row->numbers[SLURM_GPUS]);
    job->gpu_utilization = fmax(job->gpu_utilization, percent);
    number_add(&job->gpu_utilization_sum, percent);
    job->gpu_memory = fmax(job->gpu_memory, row->numbers[SLURM_GPU_MEMORY]);
    if (!of_script && row->numbers[SLURM_ELAPSED] > 0)
        job->run_s += row->numbers[SLURM_ELAPSED];
}

static double elapsed_of(const struct slurm_job *job)
{
    return slurm_first_of(job->row.numbers[SLURM_ELAPSED], job->elapsed);
}

/* Steps that took longer than the job ran at the same time, each on GPUs of its own. */
static double utilization(const struct slurm_job *job, double gpus)
{
    double of_steps =
        job->run_s > 1.05 * elapsed_of(job) ? job->gpu_utilization_sum : job->gpu_utilization;
    return fmax(of_steps, utilization_of(&job->row, gpus));
}

static void put(struct records *records, const char *name, double number)
{
    if (!isnan(number))
        records_put_number(records, records_attribute(records, name, RECORD_NUMBER), number);
}

void slurm_job_put_gpus(struct slurm_jobs *jobs, const struct slurm_job *job,
                        struct records *records)
{
    static const char percent_name[] = "gpu_utilization";
    double requested = slurm_measured(job->row.numbers[SLURM_REQUESTED_GPUS]);
    double gpus = slurm_measured(job->row.numbers[SLURM_GPUS]);
    bool is_uncounted = isnan(gpus) && jobs->lacks_allocations && elapsed_of(job) > 0;
    if (is_uncounted)
        gpus = requested;
    double percent = utilization(job, gpus);
    double memory = fmax(job->gpu_memory, job->row.numbers[SLURM_GPU_MEMORY]);
    is_uncounted = is_uncounted && isnan(gpus) && !isnan(percent);
    put(records, "allocated_gpus", gpus);
    put(records, "requested_gpus", requested);
    put(records, percent_name, percent);
    if (!isnan(percent))
        records_set_unit(records, records_attribute(records, percent_name, RECORD_NUMBER), "%");
    if (is_uncounted && (memory > 0 || percent > 0))
        put(records, "uncounted_gpus", 1);
    jobs->uncounted_gpus += is_uncounted;
}
