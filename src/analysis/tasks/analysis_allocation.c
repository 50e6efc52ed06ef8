/* allocation: what first allocations of memory (and disk) would cost, by the two-try model. Memory
 * of attempts on several nodes is requested per node, of which see node_memory: their kinds, and
 * all kinds together, have no row. */
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/tasks/allocation_rows.h"
#include "analysis/tasks/node_memory.h"
#include "analysis/tasks/task_rules.h"
#include "analysis/tasks/task_selection.h"
#include "util/memory.h"
#include "util/parallel.h"

struct work {
    const struct task_groups *groups;
    const struct task_selection *selection;
    const double *peaks;
    struct allocated *allocated; /* all, then the selected kinds */
};

static void allocate(void *context, size_t index)
{
    const struct work *work = context;
    struct allocated *allocated = &work->allocated[index];
    struct task_places places =
        index ? task_places_of_kind(work->groups, work->selection->kinds[index - 1])
              : task_places_of_all(work->groups);
    const struct task_needs needs = {work->peaks + places.first,
                                     work->groups->elapsed + places.first, places.count};
    allocated->tasks = first_allocation_make(&needs, &allocated->used, allocated->rules);
}

static void allocate_resource(const struct analysis_request *request, struct tables *tables,
                              const struct task_selection *selection, const char *resource,
                              const double *peaks, const bool *left_out)
{
    struct work work = {request->tasks, selection, peaks,
                        memory_alloc_array(selection->count + 1, sizeof *work.allocated)};
    parallel_threads(request->jobs, selection->count + 1, allocate, &work);
    if (!left_out)
        allocation_rows_put(tables, "*", resource, &work.allocated[0]);
    for (size_t i = 0; i < selection->count; i++)
        if (!left_out || !left_out[selection->kinds[i]])
            allocation_rows_put(tables, selection->names[i], resource, &work.allocated[i + 1]);
    free(work.allocated);
}

static void allocate_disk(const struct analysis_request *request, struct tables *tables,
                          const struct task_selection *selection)
{
    const struct task_groups *groups = request->tasks;
    int disk = records_find_attribute(groups->records, "disk", RECORD_NUMBER);
    double *peaks = task_column_make(groups, disk, RECORDS_NO_COLUMN);
    if (peaks)
        allocate_resource(request, tables, selection, "disk", peaks, NULL);
    free(peaks);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    struct task_selection selection;
    const struct task_groups *groups = request->tasks;
    if (!groups || !groups->elapsed)
        return;
    task_selection_make(&selection, groups, tables->arena);
    bool *several = groups->memory ? node_memory_kinds(groups) : NULL;
    if (groups->memory)
        allocate_resource(request, tables, &selection, "memory", groups->memory, several);
    free(several);
    allocate_disk(request, tables, &selection);
    task_selection_release(&selection);
}

const struct analysis analysis_allocation = {"allocation", run};
