#include "analysis/traces/worker_pace.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/tasks/group_index.h"
#include "analysis/tasks/node_odds.h"
#include "analysis/traces/wait_names.h"
#include "util/list.h"
#include "util/memory.h"

static const double NOTABLE = 1.5; /* from there on all tasks are looked at */
enum { LEAST_TASKS = 5, LEAST_OTHERS = 3 };
#define NOWHERE UINT32_MAX

/* A function on all workers of a group. */
struct group_function {
    size_t workers, tasks;
    double duration_s;
};

struct pacing {
    const struct trace_totals *totals;
    const uint32_t *groups;
    bool *waits;              /* of each function, by its name: for others */
    struct group_index index; /* of group and function, both + 1 */
    LIST_OF(struct group_function) functions;
};

static struct group_function *function_of(struct pacing *pacing, size_t worker, uint32_t function)
{
    uint32_t place = group_index_add(&pacing->index,
                                     (struct group_key){pacing->groups[worker] + 1, function + 1});
    list_reach(&pacing->functions, pacing->index.count, (struct group_function){0});
    return &pacing->functions.items[place];
}

/* Names are long: each is looked at once. */
static bool *find_waits(const struct trace_totals *totals)
{
    bool *waits = memory_alloc_array(totals->function_count + 1, sizeof *waits);
    for (size_t i = 0; i < totals->function_count; i++)
        waits[i] = is_wait_for_others(totals->function_names[i]);
    return waits;
}

static void add_worker(struct pacing *pacing, size_t worker)
{
    const struct trace_worker *its = &pacing->totals->workers[worker];
    for (size_t i = 0; i < its->function_count; i++) {
        struct group_function *function = function_of(pacing, worker, its->functions[i].function);
        function->workers++;
        function->tasks += its->functions[i].sums.tasks;
        function->duration_s += its->functions[i].sums.duration_s;
    }
}

/* What waits for others takes the shorter the slower its worker is; an annotation has no own time.
 */
static bool is_compared(const struct pacing *pacing, const struct worker_function *function)
{
    return function->sums.self_s > 0 && function->sums.tasks >= 2 &&
           !pacing->waits[function->function];
}

static double pace_of(struct pacing *pacing, size_t worker)
{
    const struct trace_worker *its = &pacing->totals->workers[worker];
    double own_s = 0, expected_s = 0;
    size_t tasks = 0;
    for (size_t i = 0; i < its->function_count; i++) {
        const struct trace_sums *sums = &its->functions[i].sums;
        const struct group_function *all = function_of(pacing, worker, its->functions[i].function);
        if (all->workers <= LEAST_OTHERS || !is_compared(pacing, &its->functions[i]))
            continue;
        tasks += sums->tasks - 1;
        own_s += sums->duration_s - sums->longest_s;
        expected_s += (double)(sums->tasks - 1) * (all->duration_s - sums->duration_s) /
                      (double)(all->tasks - sums->tasks);
    }
    return tasks >= LEAST_TASKS && expected_s > 0 ? own_s / expected_s : (double)NAN;
}

/* ---- chance ---- */

/* Where the tasks of each function of the worker count; NOWHERE: they do not. */
static void find_places(struct pacing *pacing, size_t worker, uint32_t *places)
{
    const struct trace_worker *its = &pacing->totals->workers[worker];
    for (size_t i = 0; i < its->function_count; i++) {
        uint32_t function = its->functions[i].function;
        const struct group_function *all = function_of(pacing, worker, function);
        bool counts = all->workers > LEAST_OTHERS && !pacing->waits[function] &&
                      pacing->totals->functions[function].self_s > 0;
        places[function] = counts ? (uint32_t)(all - pacing->functions.items) : NOWHERE;
    }
}

static void count_tasks(struct pacing *pacing, size_t worker, const uint32_t *places,
                        struct node_counts *counts)
{
    const struct trace_totals *totals = pacing->totals;
    struct activity_rows spans = totals->aligned->lanes[worker].spans;
    uint32_t node = (uint32_t)worker;
    for (size_t i = spans.first; i < spans.first + spans.count; i++) {
        uint32_t place = places[totals->function_of[i]];
        if (place == NOWHERE)
            continue;
        const struct group_function *all = &pacing->functions.items[place];
        node_counts_add(counts, place, &node, 1,
                        totals->aligned->spans[i].duration * (double)all->tasks > all->duration_s);
    }
}

static void find_chances(struct pacing *pacing, struct worker_pace *paces)
{
    size_t workers = pacing->totals->aligned->lane_count;
    struct node_counts counts = {0};
    uint32_t *places = memory_alloc_array(pacing->totals->function_count + 1, sizeof *places);
    for (size_t w = 0; w < workers; w++) {
        find_places(pacing, w, places);
        count_tasks(pacing, w, places, &counts);
    }
    free(places);
    struct node_odds *odds = node_counts_odds(&counts, workers);
    for (size_t w = 0; w < workers; w++)
        paces[w].slow_chance = odds[w].chance;
    free(odds);
    node_counts_release(&counts);
}

struct worker_pace *worker_pace_make(const struct trace_totals *totals, const uint32_t *groups)
{
    size_t workers = totals->aligned->lane_count;
    struct worker_pace *paces = memory_alloc_array(workers + 1, sizeof *paces);
    bool is_any_slow = false;
    struct pacing pacing = {.totals = totals, .groups = groups, .waits = find_waits(totals)};
    for (size_t w = 0; w < workers; w++)
        add_worker(&pacing, w);
    for (size_t w = 0; w < workers; w++) {
        paces[w] = (struct worker_pace){pace_of(&pacing, w), NAN};
        is_any_slow = is_any_slow || paces[w].ratio >= NOTABLE;
    }
    if (is_any_slow)
        find_chances(&pacing, paces);
    group_index_release(&pacing.index);
    free(pacing.functions.items);
    free(pacing.waits);
    return paces;
}
