#include "input/slurm/slurm_repeats.h"

#include <math.h>

#include "input/slurm/slurm_state.h"

/* Records of an id before the last one that are looked at. */
enum { MOST_BEFORE = 64 };

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

/* NaN equals NaN. */
static bool is_equal(double left, double right)
{
    return is_same(left, right) || (isnan(left) && isnan(right));
}

static bool is_untimed(const struct slurm_job *job)
{
    return isnan(job->row.numbers[SLURM_START]);
}

static bool says_the_same(const struct slurm_row *left, const struct slurm_row *right)
{
    for (int i = 0; i < SLURM_NUMBERS; i++)
        if (!is_equal(left->numbers[i], right->numbers[i]))
            return false;
    for (int i = 0; i < SLURM_TEXTS; i++)
        if (!text_slices_equal(left->texts[i], right->texts[i]))
            return false;
    return left->memory_per == right->memory_per;
}

/* A job that runs may be the next attempt of one that was put back into the queue. */
static bool may_run_again(const struct slurm_job *job)
{
    struct text_slice text = slurm_row_said(&job->row, SLURM_TEXT_STATE);
    const struct slurm_state *state = slurm_state_of(slurm_state_plain(text));
    return !state || state->ending == ENDING_NODE_FAILED || state->ending == ENDING_PREEMPTED ||
           state->ending == ENDING_REQUEUED;
}

/* Of two that do not say when they were submitted. */
static bool went_on_as(const struct slurm_job *before, const struct slurm_job *job)
{
    return slurm_job_is_open(before) && isnan(before->row.numbers[SLURM_SUBMIT]) &&
           isnan(job->row.numbers[SLURM_SUBMIT]) && !may_run_again(job) &&
           job->row.numbers[SLURM_ELAPSED] >= before->row.numbers[SLURM_ELAPSED];
}

/* `is_next`: no other record of the id is between them. */
static bool is_same_attempt(const struct slurm_job *before, const struct slurm_job *job,
                            bool is_next)
{
    if (is_untimed(before) && is_untimed(job) &&
        (says_the_same(&before->row, &job->row) || (is_next && went_on_as(before, job))))
        return true;
    return is_same_run(before, job) || (is_next && waited_for(before, job));
}

/* NULL: it repeats none. */
static const struct slurm_job *find_before(const struct slurm_jobs *jobs,
                                           const struct slurm_job *job)
{
    size_t number = job->before;
    for (int i = 0; i < MOST_BEFORE && number; i++, number = jobs->items[number - 1].before) {
        const struct slurm_job *before = &jobs->items[number - 1];
        if (before->seen && is_same_attempt(before, job, i == 0))
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

bool slurm_repeats_step(const struct slurm_jobs *jobs, const struct slurm_job *job,
                        struct text_slice step, const struct slurm_row *row)
{
    const struct slurm_step *last = job->steps ? &jobs->steps.items[job->steps - 1] : NULL;
    return last && text_slices_equal(last->id, step) &&
           is_equal(last->start, row->numbers[SLURM_START]) &&
           is_equal(last->end, row->numbers[SLURM_END]) &&
           is_equal(last->elapsed_s, row->numbers[SLURM_ELAPSED]) &&
           is_equal(last->peak, row->numbers[SLURM_MEMORY]);
}

static bool is_better(const struct slurm_jobs *jobs, const struct slurm_job *job,
                      const struct slurm_job *other)
{
    if (slurm_job_is_open(job) != slurm_job_is_open(other))
        return slurm_job_is_open(other);
    if (slurm_job_is_open(job))
        return (!slurm_job_has_begun(other) && !is_untimed(other)) ||
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
