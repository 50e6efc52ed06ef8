#include "analysis/tasks/task_memory.h"

#include <stdlib.h>

#include "util/memory.h"
#include "util/parallel.h"

struct work {
    const struct task_groups *groups;
    struct summary *summaries;
};

static void summarise(const struct work *work, struct task_places places, struct summary *summary)
{
    const double *memory = work->groups->memory;
    double *scratch = memory_resize(NULL, places.count + 1, sizeof *scratch);
    statistic_summarise(memory ? memory + places.first : NULL, memory ? places.count : 0, scratch,
                        summary);
    free(scratch);
}

/* Most kinds are of one step: what is known of them is of the group, too. */
static void summarise_group(void *context, size_t group)
{
    const struct work *work = context;
    uint32_t kind = work->groups->groups[group].kind;
    if (work->groups->kinds[kind].count == 1)
        work->summaries[group] = work->groups->memory_of_kinds[kind];
    else
        summarise(work, task_places_of_group(work->groups, group), &work->summaries[group]);
}

static void summarise_kind(void *context, size_t kind)
{
    const struct work *work = context;
    summarise(work, task_places_of_kind(work->groups, kind), &work->summaries[kind]);
}

static struct summary *summarise_all(const struct task_groups *groups, size_t count, int jobs,
                                     void (*summarise_one)(void *context, size_t index))
{
    struct work work = {groups, memory_alloc_array(count + 1, sizeof *work.summaries)};
    parallel_threads(jobs, count, summarise_one, &work);
    return work.summaries;
}

struct summary *task_memory_of_groups(const struct task_groups *groups, int jobs)
{
    return summarise_all(groups, groups->group_count, jobs, summarise_group);
}

struct summary *task_memory_of_kinds(const struct task_groups *groups, int jobs)
{
    return summarise_all(groups, groups->kind_count, jobs, summarise_kind);
}
