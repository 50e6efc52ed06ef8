/* task_density: where in the plane of run time and peak memory the tasks lie, all of them and those
 * of the longest kinds. */
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/statistics/plane_density.h"
#include "analysis/tasks/task_density.h"
#include "analysis/tasks/task_selection.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/parallel.h"

enum { SIDE_OF_ALL = 64, SIDE_OF_KIND = 32 };

struct work {
    const struct task_groups *groups;
    struct log_lattice lattice;
    struct plane_counts *counts;     /* of each kind */
    const size_t *kinds;             /* whose densities are wanted */
    struct plane_density *densities; /* theirs */
};

static void count_kind(void *context, size_t kind)
{
    struct work *work = context;
    const struct task_groups *groups = work->groups;
    struct task_places places = task_places_of_kind(groups, kind);
    plane_counts_make(&work->counts[kind], &work->lattice, groups->run_time + places.first,
                      groups->memory + places.first, places.count);
}

static void make_density(void *context, size_t index)
{
    struct work *work = context;
    const struct plane_counts *counts = &work->counts[work->kinds[index]];
    if (counts->total >= TASK_DENSITY_LEAST)
        plane_density_make(&work->densities[index], &work->lattice, counts, SIDE_OF_KIND);
}

static void put_density(struct table *table, const char *task, struct plane_density *density)
{
    for (size_t i = 0; i < density->count; i++) {
        const struct plane_cell *cell = &density->cells[i];
        struct task_density_row row = task_density_row_missing();
        row.task = task;
        row.run_time_low_s = cell->x_low;
        row.run_time_high_s = cell->x_high;
        row.memory_low_B = cell->y_low;
        row.memory_high_B = cell->y_high;
        row.tasks = cell->count;
        row.share = cell->share;
        task_density_row_put_static(table, &row);
    }
    plane_density_release(density);
}

static void put_all(const struct work *work, struct tables *tables)
{
    struct plane_counts all = {0};
    struct plane_density density = {0};
    for (size_t kind = 0; kind < work->groups->kind_count; kind++)
        plane_counts_add(&all, &work->counts[kind]);
    if (all.total >= TASK_DENSITY_LEAST)
        plane_density_make(&density, &work->lattice, &all, SIDE_OF_ALL);
    if (density.count)
        put_density(tables_get(tables, "task_density"), TASK_DENSITY_OF_ALL, &density);
    plane_counts_release(&all);
}

static void put_kinds(struct work *work, const struct task_selection *selection, int jobs,
                      struct tables *tables)
{
    struct plane_density densities[TASK_DENSITY_KINDS] = {0};
    size_t count = task_density_kinds(selection);
    work->kinds = selection->kinds;
    work->densities = densities;
    parallel_threads(jobs, count, make_density, work);
    for (size_t i = 0; i < count; i++)
        if (densities[i].count)
            put_density(tables_get(tables, "task_density"), selection->names[i], &densities[i]);
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
    put_all(&work, tables);
    put_kinds(&work, &selection, request->jobs, tables);
    for (size_t kind = 0; kind < groups->kind_count; kind++)
        plane_counts_release(&work.counts[kind]);
    free(work.counts);
    task_selection_release(&selection);
}

const struct analysis analysis_task_density = {"task_density", run};
