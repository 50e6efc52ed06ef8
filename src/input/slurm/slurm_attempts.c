#include "input/slurm/slurm_attempts.h"

#include <math.h>
#include <stdlib.h>

#include "input/slurm/slurm_repeats.h"
#include "util/list.h"
#include "util/number.h"

struct attempt {
    double moment, restarts;
    size_t job;
};

struct attempts {
    struct attempt *items;
    size_t count, capacity;
};

/* One that waits to be started again may say when it was submitted first. */
static double moment_of(const struct slurm_job *job)
{
    const double *numbers = job->row.numbers;
    if (slurm_job_has_begun(job))
        return numbers[SLURM_START];
    if (slurm_job_is_open(job))
        return INFINITY;
    return isnan(numbers[SLURM_END]) ? numbers[SLURM_SUBMIT] : numbers[SLURM_END];
}

static int compare_attempts(const void *left, const void *right)
{
    const struct attempt *l = left, *r = right;
    int order = numbers_order(l->moment, r->moment);
    if (!order)
        order = numbers_order(l->restarts, r->restarts);
    return order ? order : (l->job > r->job) - (l->job < r->job);
}

/* What one of them does not say orders none of them. */
static void settle_keys(struct attempts *attempts)
{
    bool moments = true, restarts = true;
    for (size_t i = 0; i < attempts->count; i++) {
        moments = moments && !isnan(attempts->items[i].moment);
        restarts = restarts && !isnan(attempts->items[i].restarts);
    }
    for (size_t i = 0; i < attempts->count; i++) {
        attempts->items[i].moment = moments ? attempts->items[i].moment : 0;
        attempts->items[i].restarts = restarts ? attempts->items[i].restarts : 0;
    }
}

/* Those of one id, by the latest of them. */
static void collect(struct attempts *attempts, const struct slurm_jobs *jobs, size_t latest)
{
    attempts->count = 0;
    for (size_t i = latest; i; i = jobs->items[i - 1].before) {
        const struct slurm_job *job = &jobs->items[i - 1];
        if (job->dropped)
            continue;
        *list_add(attempts) =
            (struct attempt){moment_of(job), job->row.numbers[SLURM_RESTARTS], i - 1};
    }
}

void slurm_attempts_number(struct slurm_jobs *jobs)
{
    struct attempts attempts = {0};
    for (uint32_t id = 0; id < jobs->ids.count && id < jobs->latest.count; id++) {
        size_t latest = jobs->latest.items[id];
        if (!latest || !jobs->items[latest - 1].before)
            continue;
        collect(&attempts, jobs, latest);
        settle_keys(&attempts);
        if (attempts.count)
            qsort(attempts.items, attempts.count, sizeof *attempts.items, compare_attempts);
        for (size_t i = 0; i < attempts.count; i++)
            jobs->items[attempts.items[i].job].number = (uint32_t)i;
    }
    free(attempts.items);
}
