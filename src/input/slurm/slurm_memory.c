#include "input/slurm/slurm_memory.h"

#include <math.h>
#include <stdlib.h>

#include "util/memory.h"
#include "util/number.h"

#define SHELL_MOST 0x1p26
static const double shell_share = 0.1;

double slurm_step_total(double reported_total, double average, double tasks, double peak,
                        bool one_task)
{
    if (reported_total > 0)
        return reported_total;
    if (tasks == 1 || (isnan(tasks) && one_task))
        return peak;
    return average > 0 && tasks > 0 ? fmax(average * tasks, peak) : NUMBER_MISSING;
}

double slurm_step_node_most(double total, double tasks, double nodes, double peak)
{
    double on_one = nodes > 1 ? ceil(tasks / nodes) : tasks;
    return fmin(total, on_one > 0 ? on_one * peak : NUMBER_MISSING);
}

/* A step begins or ends: what is held changes. */
struct edge {
    double time, change;
};

/* A step that ends when another begins is before it. */
static int compare_edges(const void *left, const void *right)
{
    const struct edge *l = left, *r = right;
    int by_time = (l->time > r->time) - (l->time < r->time);
    return by_time ? by_time : (l->change > r->change) - (l->change < r->change);
}

static double most_at_once(const struct slurm_step *steps, size_t count)
{
    double sum = 0, most = 0;
    struct edge *edges = memory_alloc_array(2 * count, sizeof *edges);
    for (size_t i = 0; i < count; i++) {
        edges[2 * i] = (struct edge){steps[i].start, steps[i].total};
        edges[2 * i + 1] = (struct edge){steps[i].end, -steps[i].total};
        most = fmax(most, steps[i].total);
    }
    qsort(edges, 2 * count, sizeof *edges, compare_edges);
    for (size_t i = 0; i < 2 * count; i++) {
        sum += edges[i].change;
        most = fmax(most, sum);
    }
    free(edges);
    return most;
}

/* Each elapsed time is rounded to a second. */
static double one_after_the_other(const struct slurm_step *steps, size_t count,
                                  double job_elapsed_s)
{
    double most = 0, elapsed_s = 0;
    for (size_t i = 0; i < count; i++) {
        most = fmax(most, steps[i].total);
        elapsed_s += steps[i].elapsed_s;
    }
    return elapsed_s <= job_elapsed_s + (double)count ? most : NUMBER_MISSING;
}

static double total_of_steps(const struct slurm_step *steps, size_t count, double job_elapsed_s)
{
    bool timed = true;
    for (size_t i = 0; i < count; i++)
        timed = timed && steps[i].start <= steps[i].end;
    if (count == 1)
        return steps->total;
    return timed ? most_at_once(steps, count) : one_after_the_other(steps, count, job_elapsed_s);
}

static double with_script(double script, double steps)
{
    double less = fmin(script, steps), more = fmax(script, steps);
    bool counts = less > SHELL_MOST && less > more * shell_share;
    return counts ? NUMBER_MISSING : more;
}

/* Steps of which nothing was measured, which were too short for it, say nothing. */
double slurm_memory_total(struct slurm_step *steps, size_t count, double job_elapsed_s)
{
    double script = 0;
    size_t started = 0;
    for (size_t i = 0; i < count; i++) {
        struct slurm_step step = steps[i];
        if (!(step.peak > 0) && !(step.total > 0))
            continue;
        if (isnan(step.total))
            return NUMBER_MISSING;
        if (step.of_script)
            script = fmax(script, step.total);
        else
            steps[started++] = step;
    }
    if (!started)
        return script > 0 ? script : NUMBER_MISSING;
    double total = total_of_steps(steps, started, job_elapsed_s);
    return isnan(total) ? total : with_script(script, total);
}

double slurm_memory_node_most(struct slurm_step *steps, size_t count, double job_elapsed_s)
{
    for (size_t i = 0; i < count; i++)
        steps[i].total = steps[i].node_most;
    return slurm_memory_total(steps, count, job_elapsed_s);
}
