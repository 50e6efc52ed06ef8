#include "analysis/tasks/task_density.h"

#include <stdlib.h>

#include "table/rows.h"
#include "util/memory.h"
#include "util/parallel.h"

enum { SIDE_OF_ALL = 64, SIDE_OF_KIND = 32 };

struct work {
    const struct log_lattice *lattice;
    const struct plane_counts *counts; /* of each kind */
    const size_t *kinds;               /* whose densities are wanted */
    struct plane_density *densities;   /* theirs */
};

static void make_density(void *context, size_t index)
{
    const struct work *work = context;
    const struct plane_counts *counts = &work->counts[work->kinds[index]];
    if (counts->total >= TASK_DENSITY_LEAST)
        plane_density_make(&work->densities[index], work->lattice, counts, SIDE_OF_KIND);
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

static void put_all(struct tables *tables, const struct work *work, size_t kind_count)
{
    struct plane_counts all, *parts = memory_alloc_array(kind_count + 1, sizeof *parts);
    struct plane_density density = {0};
    size_t count = 0;
    for (size_t kind = 0; kind < kind_count; kind++)
        if (work->counts[kind].total)
            parts[count++] = work->counts[kind];
    plane_counts_sum(&all, parts, count);
    free(parts);
    if (all.total >= TASK_DENSITY_LEAST)
        plane_density_make(&density, work->lattice, &all, SIDE_OF_ALL);
    if (density.count)
        put_density(tables_get(tables, "task_density"), TASK_DENSITY_OF_ALL, &density);
    plane_counts_release(&all);
}

void task_density_put(struct tables *tables, const struct task_selection *selection,
                      const struct log_lattice *lattice, const struct plane_counts *counts,
                      size_t kind_count, int jobs)
{
    struct plane_density densities[TASK_DENSITY_KINDS] = {0};
    struct work work = {lattice, counts, selection->kinds, densities};
    size_t count = task_density_kinds(selection);
    put_all(tables, &work, kind_count);
    parallel_threads(jobs, count, make_density, &work);
    for (size_t i = 0; i < count; i++)
        if (densities[i].count)
            put_density(tables_get(tables, "task_density"), selection->names[i], &densities[i]);
}
