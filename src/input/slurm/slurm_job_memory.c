#include "input/slurm/slurm_job_memory.h"

#include <math.h>
#include <stdlib.h>

#include "input/slurm/slurm_state.h"
#include "util/hostlist.h"
#include "util/memory.h"
#include "util/number.h"

/* ---- of rows ---- */

double slurm_row_nodes(const struct slurm_row *row)
{
    struct text_slice list = slurm_row_said(row, SLURM_TEXT_NODES);
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

/* The steps of a job, or the job itself where sacct gave no step: to be freed. */
static struct slurm_step *steps_of(const struct slurm_jobs *jobs, const struct slurm_job *job,
                                   size_t *count)
{
    struct slurm_step *steps =
        memory_alloc_array(slurm_job_count_steps(jobs, job) + 1, sizeof *steps);
    *count = 0;
    for (size_t i = job->steps; i; i = jobs->steps.items[i - 1].next)
        steps[(*count)++] = jobs->steps.items[i - 1];
    if (!*count)
        steps[(*count)++] = slurm_row_step(&job->row, job->row.numbers[SLURM_CORES] == 1, false);
    return steps;
}

static bool ran_out_of_memory(const struct slurm_job *job)
{
    const struct slurm_state *state =
        slurm_state_of(slurm_state_plain(slurm_row_said(&job->row, SLURM_TEXT_STATE)));
    const struct slurm_state *step = slurm_state_of(job->step_state);
    return (state && state->ending == ENDING_OUT_OF_MEMORY) ||
           (step && step->ending == ENDING_OUT_OF_MEMORY);
}

/* By SIGKILL, with more held than the job had on that node, or in all. */
static bool was_killed_for_memory(const struct slurm_step *step, double requested, double nodes)
{
    static const double KILLED = 128 + 9;
    return step->exit_code == KILLED &&
           (step->peak > requested / fmax(nodes, 1) || step->total > requested);
}

bool slurm_job_was_killed_for_memory(const struct slurm_jobs *jobs, const struct slurm_job *job)
{
    double requested = requested_memory(&job->row), nodes = slurm_row_nodes(&job->row);
    for (size_t i = job->steps; i; i = jobs->steps.items[i - 1].next)
        if (was_killed_for_memory(&jobs->steps.items[i - 1], requested, nodes))
            return true;
    return false;
}

/* Of the whole job, and at most of one node. */
struct held {
    double total, node_most; /* NaN: not known */
    bool is_apart;           /* the total is not known, for peaks were at different times */
};

static struct held held_memory(const struct slurm_jobs *jobs, const struct slurm_job *job,
                               double requested)
{
    size_t count;
    struct slurm_step *steps = steps_of(jobs, job, &count);
    double elapsed_s = slurm_first_of(job->row.numbers[SLURM_ELAPSED], job->elapsed);
    struct slurm_memory memory = slurm_memory_of(steps, count, elapsed_s);
    double node_most = slurm_memory_sum(slurm_memory_node_most(steps, count, elapsed_s));
    double sum = slurm_memory_sum(memory);
    double total = ran_out_of_memory(job) ? sum : slurm_memory_within(memory, requested);
    free(steps);
    return (struct held){total, fmin(sum, node_most), isnan(total) && !isnan(sum)};
}

void slurm_job_put_memory(struct slurm_jobs *jobs, const struct slurm_job *job,
                          struct records *records)
{
    double requested = requested_memory(&job->row);
    double peak = slurm_measured(fmax(job->max_rss, job->row.numbers[SLURM_MEMORY]));
    struct held held = held_memory(jobs, job, requested);
    records_put_number(records, RECORD_MEMORY_COLUMN, held.total);
    records_put_number(records, RECORD_REQUESTED_MEMORY_COLUMN, requested);
    if (slurm_row_nodes(&job->row) > 1 || isnan(held.total))
        records_put_number(records, RECORD_NODE_MEMORY_COLUMN, held.node_most);
    if (job->row.memory_per == 'c')
        records_put_number(records, RECORD_REQUESTED_PER_CPU_COLUMN,
                           slurm_measured(job->row.numbers[SLURM_REQUESTED_MEMORY]));
    if (peak > 0 && peak != held.total)
        records_put_number(records, records_attribute(records, RECORD_PROCESS_PEAK, RECORD_NUMBER),
                           peak);
    jobs->apart_totals += held.is_apart;
    jobs->unknown_totals += isnan(held.total) && !held.is_apart && !isnan(peak);
}
