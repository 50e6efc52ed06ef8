#include "input/slurm/slurm_memory.h"

#include <math.h>
#include <stdlib.h>

#include "util/memory.h"
#include "util/number.h"

/* A script that only waits for its steps. */
#define SHELL_MOST 0x1p26
static const double SHELL_SHARE = 0.1;
static const double FAR_APART = 0.1; /* of the request */

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
    for (size_t i = 0; i < count; i++) {
        if (isnan(steps[i].total))
            return NUMBER_MISSING;
        timed = timed && steps[i].start <= steps[i].end;
    }
    if (count == 1)
        return steps->total;
    return timed ? most_at_once(steps, count) : one_after_the_other(steps, count, job_elapsed_s);
}

/* Steps of which nothing was measured, which were too short for it, say nothing. */
static bool is_measured(const struct slurm_step *step)
{
    return step->peak > 0 || step->total > 0;
}

static struct slurm_memory add_up(struct slurm_step *steps, size_t count, double job_elapsed_s)
{
    struct slurm_memory memory = {0};
    size_t started = 0;
    for (size_t i = 0; i < count; i++) {
        if (steps[i].of_script)
            memory.script += steps[i].total;
        else
            steps[started++] = steps[i];
    }
    if (started)
        memory.steps = total_of_steps(steps, started, job_elapsed_s);
    return memory;
}

static struct slurm_memory memory_of(const struct slurm_step *steps, size_t count,
                                     double job_elapsed_s, bool of_node)
{
    struct slurm_step *measured = memory_alloc_array(count + 1, sizeof *measured);
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        if (!is_measured(&steps[i]))
            continue;
        measured[used] = steps[i];
        if (of_node)
            measured[used].total = steps[i].node_most;
        used++;
    }
    struct slurm_memory memory = add_up(measured, used, job_elapsed_s);
    free(measured);
    return memory;
}

struct slurm_memory slurm_memory_of(const struct slurm_step *steps, size_t count,
                                    double job_elapsed_s)
{
    return memory_of(steps, count, job_elapsed_s, false);
}

struct slurm_memory slurm_memory_node_most(const struct slurm_step *steps, size_t count,
                                           double job_elapsed_s)
{
    return memory_of(steps, count, job_elapsed_s, true);
}

double slurm_memory_sum(struct slurm_memory memory)
{
    bool is_shell = memory.script <= SHELL_MOST && memory.script <= SHELL_SHARE * memory.steps;
    double sum = memory.steps + (is_shell ? 0 : memory.script);
    return sum > 0 ? sum : NUMBER_MISSING;
}

double slurm_memory_within(struct slurm_memory memory, double requested)
{
    double sum = slurm_memory_sum(memory), larger = fmax(memory.steps, memory.script);
    if (isnan(sum) || !(sum > requested) || larger > requested)
        return sum;
    return larger >= (1 - FAR_APART) * requested ? requested : NUMBER_MISSING;
}
