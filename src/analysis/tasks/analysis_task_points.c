/* task_points: peak memory against run time: of each of the longest kinds some tasks and the hull
 * of them all. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/statistics/even_sample.h"
#include "analysis/statistics/hull.h"
#include "analysis/statistics/hull_candidates.h"
#include "analysis/tasks/task_rules.h"
#include "analysis/tasks/task_selection.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/parallel.h"

enum { MOST_POINTS = 300, MOST_CORNERS = 200 };

struct point {
    double run_time_s, memory;
};

struct drawn {
    struct point corners[MOST_CORNERS];
    size_t corner_count, task_count; /* tasks that have both numbers */
};

struct work {
    const struct task_groups *groups;
    const struct task_selection *selection;
    struct drawn *drawn;
};

/* The tasks of a kind; scales are logarithmic: what is not above 0 has no place on them. */
struct tasks {
    const double *run_time, *memory;
    size_t count;
};

static struct tasks tasks_of(const struct work *work, size_t index)
{
    struct task_places places = task_places_of_kind(work->groups, work->selection->kinds[index]);
    return (struct tasks){work->groups->run_time + places.first,
                          work->groups->memory + places.first, places.count};
}

static bool is_drawn(const struct tasks *tasks, size_t i)
{
    return tasks->run_time[i] > 0 && tasks->memory[i] > 0;
}

/* ---- hulls ---- */

/* The hull belongs to logarithmic scales: on linear ones it has other corners. */
static void draw_hull(void *context, size_t index)
{
    const struct work *work = context;
    struct tasks tasks = tasks_of(work, index);
    struct drawn *drawn = &work->drawn[index];
    size_t *candidates = memory_resize(NULL, tasks.count + 1, sizeof *candidates);
    size_t used =
        hull_candidates(tasks.run_time, tasks.memory, tasks.count, candidates, &drawn->task_count);
    struct hull_point *points = memory_resize(NULL, used + 1, sizeof *points);
    for (size_t i = 0; i < used; i++) {
        size_t task = candidates[i];
        points[i] =
            (struct hull_point){log(tasks.run_time[task]), log(tasks.memory[task]), (double)task};
    }
    size_t count = hull_make(points, used);
    drawn->corner_count = count < MOST_CORNERS ? count : MOST_CORNERS;
    for (size_t i = 0; i < drawn->corner_count; i++) {
        size_t task = (size_t)points[i * count / drawn->corner_count].tag;
        drawn->corners[i] = (struct point){tasks.run_time[task], tasks.memory[task]};
    }
    free(candidates);
    free(points);
}

/* ---- rows ---- */

static void put_task(struct table *table, const char *task, const char *part, struct point point)
{
    struct task_points_row row = task_points_row_missing();
    row.task = task;
    row.part = part;
    row.run_time_s = point.run_time_s;
    row.memory_B = point.memory;
    task_points_row_put_static(table, &row);
}

static void put_points(struct table *table, const char *name, const struct tasks *tasks,
                       size_t drawn)
{
    size_t points = drawn < MOST_POINTS ? drawn : MOST_POINTS;
    for (size_t i = 0, seen = 0, point = 0; point < points; i++)
        if (is_drawn(tasks, i) && seen++ == even_sample(point, MOST_POINTS, drawn)) {
            put_task(table, name, "point", (struct point){tasks->run_time[i], tasks->memory[i]});
            point++;
        }
}

static void put_kind(struct table *table, const struct work *work, size_t index)
{
    const char *name = work->selection->names[index];
    const struct drawn *drawn = &work->drawn[index];
    struct tasks tasks = tasks_of(work, index);
    for (size_t i = 0; i < drawn->corner_count; i++)
        put_task(table, name, "hull", drawn->corners[i]);
    put_points(table, name, &tasks, drawn->task_count);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    struct task_selection selection;
    const struct task_groups *groups = request->tasks;
    if (!groups || !groups->memory || !groups->run_time)
        return;
    task_selection_make(&selection, groups, tables->arena);
    struct work work = {groups, &selection,
                        memory_alloc_array(selection.count + 1, sizeof *work.drawn)};
    parallel_threads(request->jobs, selection.count, draw_hull, &work);
    for (size_t i = 0; i < selection.count; i++)
        if (work.drawn[i].task_count)
            put_kind(tables_get(tables, "task_points"), &work, i);
    free(work.drawn);
    task_selection_release(&selection);
}

const struct analysis analysis_task_points = {"task_points", run};
