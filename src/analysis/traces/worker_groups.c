#include "analysis/traces/worker_groups.h"

#include <stdbool.h>
#include <stdlib.h>

#include "util/memory.h"

enum { MOST_LEADERS = 64 };

struct grouping {
    const struct trace_totals *totals;
    double *leaders_time; /* own time of each function on the leader; 0: it did not run there */
    uint32_t *groups;     /* 0: none yet */
};

static size_t busiest_left(const struct grouping *grouping)
{
    const struct trace_totals *totals = grouping->totals;
    size_t count = totals->settled->lane_count, busiest = count;
    for (size_t w = 0; w < count; w++)
        if (!grouping->groups[w] && totals->workers[w].sums.self_s > 0 &&
            (busiest == count ||
             totals->workers[w].sums.self_s > totals->workers[busiest].sums.self_s))
            busiest = w;
    return busiest;
}

static void note_functions(struct grouping *grouping, const struct trace_worker *leader, bool clear)
{
    for (size_t i = 0; i < leader->function_count; i++)
        grouping->leaders_time[leader->functions[i].function] =
            clear ? 0 : leader->functions[i].sums.self_s;
}

static bool is_like(const struct grouping *grouping, const struct trace_worker *leader,
                    const struct trace_worker *worker)
{
    double leaders = 0, workers = 0;
    for (size_t i = 0; i < worker->function_count; i++) {
        double time = grouping->leaders_time[worker->functions[i].function];
        leaders += time;
        workers += time > 0 ? worker->functions[i].sums.self_s : 0;
    }
    return leaders >= leader->sums.self_s / 2 && workers >= worker->sums.self_s / 2;
}

static void gather(struct grouping *grouping, size_t first, uint32_t group)
{
    const struct trace_totals *totals = grouping->totals;
    const struct trace_worker *leader = &totals->workers[first];
    note_functions(grouping, leader, false);
    for (size_t w = 0; w < totals->settled->lane_count; w++) {
        const struct trace_worker *worker = &totals->workers[w];
        bool ran_nothing = group == 1 && !worker->sums.tasks;
        if (!grouping->groups[w] && (ran_nothing || is_like(grouping, leader, worker)))
            grouping->groups[w] = group;
    }
    note_functions(grouping, leader, true);
}

uint32_t *worker_groups_make(const struct trace_totals *totals)
{
    size_t count = totals->settled->lane_count;
    struct grouping grouping = {totals,
                                memory_alloc_array(totals->function_count + 1,
                                                   sizeof *grouping.leaders_time),
                                memory_alloc_array(count + 1, sizeof *grouping.groups)};
    uint32_t group = 0;
    for (size_t first; group < MOST_LEADERS && (first = busiest_left(&grouping)) < count;)
        gather(&grouping, first, ++group);
    for (size_t w = 0; w < count; w++)
        grouping.groups[w] = grouping.groups[w] ? grouping.groups[w] : ++group;
    free(grouping.leaders_time);
    return grouping.groups;
}
