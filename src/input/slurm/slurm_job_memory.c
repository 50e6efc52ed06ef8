#include "input/slurm/slurm_job_memory.h"

#include <math.h>
#include <stdlib.h>

#include "input/slurm/slurm_state.h"
#include "util/hostlist.h"
#include "util/memory.h"
#include "util/number.h"

/* ---- of numbers ---- */

double slurm_measured(double value)
{
    return value > 0 ? value : NUMBER_MISSING;
}

double slurm_first_of(double value, double other)
{
    return isnan(value) ? other : value;
}

/* ---- of rows ---- */

double slurm_row_nodes(const struct slurm_row *row)
{
    struct csv_span list = slurm_row_said(row, SLURM_TEXT_NODES);
    double said = row->numbers[SLURM_NODES];
    size_t listed = said > 0 ? 0 : hostlist_count(list.text, list.size);
    return said > 0 ? said : listed ? (double)listed : NUMBER_MISSING;
}

struct slurm_step slurm_row_step(const struct slurm_row *row, bool one_task, bool of_script)
{
    const double *numbers = row->numbers;
    double tasks = numbers[SLURM_PROCESSES], peak = numbers[SLURM_MEMORY];
    double total = slurm_step_total(numbers[SLURM_MEMORY_TOTAL], numbers[SLURM_AVERAGE_MEMORY],
                                    tasks, peak, one_task);
    return (struct slurm_step){
        .start = numbers[SLURM_START],
        .end = numbers[SLURM_END],
        .elapsed_s = numbers[SLURM_ELAPSED],
        .peak = peak,
        .total = total,
        .node_most = slurm_step_node_most(total, tasks, slurm_row_nodes(row), peak),
        .of_script = of_script,
        .state = slurm_state_of(slurm_state_plain(slurm_row_said(row, SLURM_TEXT_STATE))),
        .exit_code = numbers[SLURM_EXIT_CODE],
        .cores = numbers[SLURM_CORES],
        .nodes = slurm_row_nodes(row),
        .name = slurm_row_said(row, SLURM_TEXT_NAME),
        .node_list = slurm_row_said(row, SLURM_TEXT_NODES),
    };
}

/* ---- of jobs ---- */

/* What Slurm allots per CPU it allots for each allocated one. */
static double requested_memory(const struct slurm_row *row)
{
    const double *numbers = row->numbers;
    double memory = slurm_measured(numbers[SLURM_REQUESTED_MEMORY]);
    if (row->memory_per == 'c')
        memory *= slurm_first_of(slurm_measured(numbers[SLURM_CORES]),
                                 slurm_measured(numbers[SLURM_REQUESTED_CORES]));
    else if (row->memory_per == 'n')
        memory *= slurm_measured(numbers[SLURM_NODES]);
    return slurm_first_of(slurm_measured(numbers[SLURM_TOTAL_REQUESTED_MEMORY]),
                          slurm_first_of(memory, slurm_measured(numbers[SLURM_ALLOCATED_MEMORY])));
}

size_t slurm_job_count_steps(const struct slurm_jobs *jobs, const struct slurm_job *job)
{
    size_t count = 0;
    for (size_t i = job->steps; i; i = jobs->steps[i - 1].next)
        count++;
    return count;
}

/* The steps of a job, or the job itself where sacct gave no step: to be freed. */
static struct slurm_step *steps_of(const struct slurm_jobs *jobs, const struct slurm_job *job,
                                   size_t *count)
{
    struct slurm_step *steps =
        memory_alloc_array(slurm_job_count_steps(jobs, job) + 1, sizeof *steps);
    *count = 0;
    for (size_t i = job->steps; i; i = jobs->steps[i - 1].next)
        steps[(*count)++] = jobs->steps[i - 1];
    if (!*count)
        steps[(*count)++] = slurm_row_step(&job->row, job->row.numbers[SLURM_CORES] == 1, false);
    return steps;
}

/* Of the whole job, and at most of one node. */
static double total_memory(const struct slurm_jobs *jobs, const struct slurm_job *job,
                           double *node_most)
{
    size_t count;
    struct slurm_step *steps = steps_of(jobs, job, &count);
    double elapsed_s = slurm_first_of(job->row.numbers[SLURM_ELAPSED], job->elapsed);
    double total = slurm_memory_total(steps, count, elapsed_s);
    *node_most = fmin(total, slurm_memory_node_most(steps, count, elapsed_s));
    free(steps);
    return total;
}

void slurm_job_put_memory(struct slurm_jobs *jobs, const struct slurm_job *job,
                          struct records *records)
{
    double node_most, total = total_memory(jobs, job, &node_most),
                      peak = slurm_measured(fmax(job->max_rss, job->row.numbers[SLURM_MEMORY]));
    records_put_number(records, RECORD_MEMORY_COLUMN, total);
    records_put_number(records, RECORD_REQUESTED_MEMORY_COLUMN, requested_memory(&job->row));
    if (slurm_row_nodes(&job->row) > 1 || isnan(total))
        records_put_number(records, RECORD_NODE_MEMORY_COLUMN, node_most);
    if (job->row.memory_per == 'c')
        records_put_number(records, RECORD_REQUESTED_PER_CPU_COLUMN,
                           slurm_measured(job->row.numbers[SLURM_REQUESTED_MEMORY]));
    if (peak > 0 && peak != total)
        records_put_number(records, records_attribute(records, RECORD_PROCESS_PEAK, RECORD_NUMBER),
                           peak);
    jobs->unknown_totals += isnan(total) && !isnan(peak);
}
