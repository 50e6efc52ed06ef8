#include "input/slurm/slurm_repeats.h"

#include <math.h>

#include "input/slurm/slurm_job_memory.h"
#include "input/slurm/slurm_state.h"

/* Records of an id before the last one that are looked at. */
enum { MOST_BEFORE = 64 };

bool slurm_job_is_open(const struct slurm_job *job)
{
    struct csv_span text = slurm_row_said(&job->row, SLURM_TEXT_STATE);
    const struct slurm_state *state = slurm_state_of(slurm_state_plain(text));
    return state && state->ending == ENDING_OPEN;
}

bool slurm_job_has_begun(const struct slurm_job *job)
{
    return !isnan(job->row.numbers[SLURM_START]) &&
           (!slurm_job_is_open(job) || job->row.numbers[SLURM_ELAPSED] > 0);
}

static double end_of(const struct slurm_job *job)
{
    const double *numbers = job->row.numbers;
    return isnan(numbers[SLURM_END]) ? numbers[SLURM_START] + numbers[SLURM_ELAPSED]
                                     : numbers[SLURM_END];
}

/* NaN equals nothing. */
static bool is_same(double left, double right)
{
    return left >= right && left <= right;
}

static bool is_same_run(const struct slurm_job *left, const struct slurm_job *right)
{
    return slurm_job_has_begun(left) && slurm_job_has_begun(right) &&
           is_same(left->row.numbers[SLURM_START], right->row.numbers[SLURM_START]) &&
           (slurm_job_is_open(left) || slurm_job_is_open(right) ||
            is_same(end_of(left), end_of(right)));
}

static bool waits(const struct slurm_job *job)
{
    return slurm_job_is_open(job) && !slurm_job_has_begun(job);
}

/* What ended otherwise may have been requeued: then it waits once more. */
static bool ended_for_good(const struct slurm_job *job)
{
    const struct slurm_state *state =
        slurm_state_of(slurm_state_plain(slurm_row_said(&job->row, SLURM_TEXT_STATE)));
    return state && record_ending_is_final(state->ending);
}

/* One of them waited when it was written: the first one, or, where the latest is listed first, the
 * second one. */
static bool waited_for(const struct slurm_job *before, const struct slurm_job *job)
{
    return (waits(before) || (waits(job) && ended_for_good(before))) &&
           is_same(before->row.numbers[SLURM_SUBMIT], job->row.numbers[SLURM_SUBMIT]);
}

/* NULL: it repeats none. */
static const struct slurm_job *find_before(const struct slurm_jobs *jobs,
                                           const struct slurm_job *job)
{
    size_t number = job->before;
    for (int i = 0; i < MOST_BEFORE && number; i++, number = jobs->items[number - 1].before) {
        const struct slurm_job *before = &jobs->items[number - 1];
        if (before->seen && (is_same_run(before, job) || (i == 0 && waited_for(before, job))))
            return before;
    }
    return NULL;
}

void slurm_repeats_find(struct slurm_jobs *jobs)
{
    struct slurm_job *job = &jobs->items[jobs->count - 1];
    const struct slurm_job *before = find_before(jobs, job);
    if (!before)
        return;
    job->repeats = before->repeats ? before->repeats : (size_t)(before - jobs->items) + 1;
}

static bool is_better(const struct slurm_jobs *jobs, const struct slurm_job *job,
                      const struct slurm_job *other)
{
    if (slurm_job_is_open(job) != slurm_job_is_open(other))
        return slurm_job_is_open(other);
    if (slurm_job_is_open(job))
        return !slurm_job_has_begun(other) ||
               job->row.numbers[SLURM_ELAPSED] > other->row.numbers[SLURM_ELAPSED];
    return slurm_job_count_steps(jobs, job) > slurm_job_count_steps(jobs, other);
}

void slurm_repeats_drop(struct slurm_jobs *jobs)
{
    for (size_t i = 0; i < jobs->count; i++) {
        struct slurm_job *job = &jobs->items[i];
        if (!job->repeats)
            continue;
        struct slurm_job *first = &jobs->items[job->repeats - 1];
        struct slurm_job *best = first->best ? &jobs->items[first->best - 1] : first;
        bool is_best = is_better(jobs, job, best);
        (is_best ? best : job)->dropped = true;
        if (is_best)
            first->best = i + 1;
        jobs->repeated++;
    }
}
