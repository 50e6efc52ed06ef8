/* task_density: where in the plane of run time and peak memory the tasks lie, all of them and those
 * of the longest kinds. */
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/statistics/plane_density.h"
#include "analysis/tasks/task_density.h"
#include "analysis/tasks/task_selection.h"
#include "util/memory.h"
#include "util/parallel.h"

struct work {
    const struct task_groups *groups;
    struct log_lattice lattice;
    struct plane_counts *counts; /* of each kind */
};

static void count_kind(void *context, size_t kind)
{
    struct work *work = context;
    const struct task_groups *groups = work->groups;
    struct task_places places = task_places_of_kind(groups, kind);
    plane_counts_make(&work->counts[kind], &work->lattice, groups->run_time + places.first,
                      groups->memory + places.first, places.count);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct task_groups *groups = request->tasks;
    struct task_selection selection;
    if (!groups || !groups->memory || !groups->run_time)
        return;
    struct work work = {
        .groups = groups,
        .counts = memory_alloc_array(groups->kind_count + 1, sizeof *work.counts),
    };
    task_selection_make(&selection, groups, tables->arena);
    log_lattice_init(&work.lattice);
    parallel_threads(request->jobs, groups->kind_count, count_kind, &work);
    task_density_put(tables, &selection, &work.lattice, work.counts, groups->kind_count,
                     request->jobs);
    for (size_t kind = 0; kind < groups->kind_count; kind++)
        plane_counts_release(&work.counts[kind]);
    free(work.counts);
    task_selection_release(&selection);
}

const struct analysis analysis_task_density = {"task_density", run};
