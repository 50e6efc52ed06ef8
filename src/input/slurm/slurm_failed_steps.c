#include "input/slurm/slurm_failed_steps.h"

#include <math.h>
#include <string.h>

#include "input/slurm/slurm_state.h"
#include "util/number.h"

/* More ways to fail than that in one job are not told apart from the others. */
enum { MOST_WAYS = 16 };

struct way {
    const struct slurm_state *state; /* NULL: the source does not say */
    double exit_code;                /* NaN where the state says more */
    size_t steps;
};

struct failed_steps {
    size_t steps, failed, way_count;
    struct way ways[MOST_WAYS];
};

static bool has_failed(const struct slurm_step *step)
{
    if (!step->state)
        return step->exit_code > 0;
    return step->state->ending == ENDING_FAILED || step->state->ending == ENDING_TIMED_OUT ||
           step->state->ending == ENDING_OUT_OF_MEMORY || step->state->ending == ENDING_NODE_FAILED;
}

static bool is_like(const struct way *way, const struct slurm_step *step, double exit_code)
{
    return way->state == step->state &&
           (way->exit_code == exit_code || (isnan(way->exit_code) && isnan(exit_code)));
}

static void add_failed(struct failed_steps *failed, const struct slurm_step *step)
{
    bool says_code = !step->state || step->state->ending == ENDING_FAILED;
    double exit_code = says_code ? step->exit_code : NUMBER_MISSING;
    size_t i = 0;
    while (i < failed->way_count && !is_like(&failed->ways[i], step, exit_code))
        i++;
    failed->failed++;
    if (i == MOST_WAYS)
        return;
    if (i == failed->way_count)
        failed->ways[failed->way_count++] = (struct way){step->state, exit_code, 0};
    failed->ways[i].steps++;
}

/* The list has the latest step first: of equals the last one found is the first of the job. */
static const struct way *most_frequent(const struct failed_steps *failed)
{
    const struct way *best = &failed->ways[0];
    for (size_t i = 1; i < failed->way_count; i++)
        if (failed->ways[i].steps >= best->steps)
            best = &failed->ways[i];
    return best;
}

static void put_number(struct records *records, const char *name, double number)
{
    if (!isnan(number))
        records_put_number(records, records_attribute(records, name, RECORD_NUMBER), number);
}

void slurm_job_put_failed_steps(const struct slurm_jobs *jobs, const struct slurm_job *job,
                                struct records *records)
{
    struct failed_steps failed = {0};
    for (size_t i = job->steps; i; i = jobs->steps.items[i - 1].next) {
        const struct slurm_step *step = &jobs->steps.items[i - 1];
        if (!step->of_srun)
            continue;
        failed.steps++;
        if (has_failed(step))
            add_failed(&failed, step);
    }
    if (!failed.failed)
        return;
    const struct way *most = most_frequent(&failed);
    put_number(records, "srun_steps", (double)failed.steps);
    put_number(records, "failed_steps", (double)failed.failed);
    put_number(records, "failed_steps_alike", (double)most->steps);
    put_number(records, "failed_step_exit_code", most->exit_code);
    if (most->state)
        records_put_text(records, records_attribute(records, "failed_step", RECORD_TEXT),
                         most->state->name, strlen(most->state->name));
}
