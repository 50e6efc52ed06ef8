/* task_points: peak memory against run time of some tasks of the kinds that have no density: too
 * few tasks, or not among the longest. */
#include <stdint.h>

#include "analysis/analysis.h"
#include "analysis/statistics/even_sample.h"
#include "analysis/tasks/task_density.h"
#include "table/rows.h"

enum { MOST_POINTS = 300 };

/* The tasks of a kind; scales are logarithmic: what is not above 0 has no place on them. */
struct tasks {
    const double *run_time, *memory;
    size_t count;
};

static struct tasks tasks_of(const struct task_groups *groups, size_t kind)
{
    struct task_places places = task_places_of_kind(groups, kind);
    return (struct tasks){groups->run_time + places.first, groups->memory + places.first,
                          places.count};
}

static bool is_drawn(const struct tasks *tasks, size_t i)
{
    return tasks->run_time[i] > 0 && tasks->memory[i] > 0;
}

/* Up to `most`. */
static size_t count_drawn(const struct tasks *tasks, size_t most)
{
    size_t count = 0;
    for (size_t i = 0; i < tasks->count && count < most; i++)
        count += is_drawn(tasks, i);
    return count;
}

static void put_points(struct tables *tables, const char *name, const struct tasks *tasks,
                       size_t drawn)
{
    size_t points = drawn < MOST_POINTS ? drawn : MOST_POINTS;
    size_t next = even_sample(0, MOST_POINTS, drawn);
    for (size_t i = 0, seen = 0, point = 0; point < points; i++) {
        if (!is_drawn(tasks, i) || seen++ != next)
            continue;
        struct task_points_row row = task_points_row_missing();
        row.task = name;
        row.part = "point";
        row.run_time_s = tasks->run_time[i];
        row.memory_B = tasks->memory[i];
        task_points_row_put_static(tables_get(tables, "task_points"), &row);
        next = even_sample(++point, MOST_POINTS, drawn);
    }
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    struct task_selection selection;
    const struct task_groups *groups = request->tasks;
    if (!groups || !groups->memory || !groups->run_time)
        return;
    task_selection_make(&selection, groups, tables->arena);
    for (size_t i = 0; i < selection.count; i++) {
        struct tasks tasks = tasks_of(groups, selection.kinds[i]);
        bool may_have_density = i < task_density_kinds(&selection);
        size_t drawn = count_drawn(&tasks, may_have_density ? TASK_DENSITY_LEAST : SIZE_MAX);
        if (!may_have_density || drawn < TASK_DENSITY_LEAST)
            put_points(tables, selection.names[i], &tasks, drawn);
    }
    task_selection_release(&selection);
}

const struct analysis analysis_task_points = {"task_points", run};
