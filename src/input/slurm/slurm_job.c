#include "input/slurm/slurm_job.h"

#include <math.h>

#include "input/slurm/slurm_state.h"
#include "util/number.h"

/* ---- rows ---- */

void slurm_row_clear(struct slurm_row *row)
{
    *row = (struct slurm_row){0};
    for (int i = 0; i < SLURM_NUMBERS; i++)
        row->numbers[i] = NUMBER_MISSING;
}

void slurm_row_number(struct slurm_row *row, enum slurm_slot slot, double number)
{
    if (isnan(row->numbers[slot]))
        row->numbers[slot] = number;
}

void slurm_row_highest(struct slurm_row *row, enum slurm_slot slot, double number)
{
    row->numbers[slot] = fmax(row->numbers[slot], number);
}

void slurm_row_text(struct slurm_row *row, enum slurm_slot slot, struct text_slice text)
{
    if (!row->texts[slot - SLURM_NUMBERS].size)
        row->texts[slot - SLURM_NUMBERS] = text;
}

struct text_slice slurm_row_said(const struct slurm_row *row, enum slurm_slot slot)
{
    return row->texts[slot - SLURM_NUMBERS];
}

double slurm_measured(double value)
{
    return value > 0 ? value : NUMBER_MISSING;
}

double slurm_first_of(double value, double other)
{
    return isnan(value) ? other : value;
}

double slurm_row_cpu(const struct slurm_row *row)
{
    return slurm_first_of(row->numbers[SLURM_CPU],
                          row->numbers[SLURM_USER_CPU] + row->numbers[SLURM_SYSTEM_CPU]);
}

/* ---- jobs ---- */

bool slurm_job_is_open(const struct slurm_job *job)
{
    struct text_slice text = slurm_row_said(&job->row, SLURM_TEXT_STATE);
    const struct slurm_state *state = slurm_state_of(slurm_state_plain(text));
    return state && state->ending == ENDING_UNFINISHED;
}

bool slurm_job_has_begun(const struct slurm_job *job)
{
    return !isnan(job->row.numbers[SLURM_START]) &&
           (!slurm_job_is_open(job) || job->row.numbers[SLURM_ELAPSED] > 0);
}

size_t slurm_job_count_steps(const struct slurm_jobs *jobs, const struct slurm_job *job)
{
    size_t count = 0;
    for (size_t i = job->steps; i; i = jobs->steps.items[i - 1].next)
        count++;
    return count;
}
