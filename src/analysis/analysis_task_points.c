/* task_points: peak memory against run time: of each of the longest kinds some tasks and the hull
 * of them all. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/hull.h"
#include "analysis/task_rules.h"
#include "analysis/task_tuples.h"
#include "util/memory.h"
#include "util/parallel.h"

enum { MOST_POINTS = 300, MOST_CORNERS = 200 };

struct drawn {
    size_t corners[MOST_CORNERS], corner_count; /* numbers of tuples */
};

struct work {
    const struct task_tuples *tuples;
    struct drawn *drawn;
};

/* The hull belongs to logarithmic scales: on linear ones it has other corners. */
static void draw_hull(void *context, size_t place)
{
    const struct work *work = context;
    struct task_tuple_span span = task_tuples_at(work->tuples, place);
    struct drawn *drawn = &work->drawn[place];
    struct hull_point *points = memory_resize(NULL, span.count + 1, sizeof *points);
    for (size_t i = 0; i < span.count; i++)
        points[i] =
            (struct hull_point){log(span.items[2 * i]), log(span.items[2 * i + 1]), (double)i};
    size_t count = hull_make(points, span.count);
    size_t kept = count < MOST_CORNERS ? count : MOST_CORNERS;
    for (size_t i = 0; i < kept; i++)
        drawn->corners[i] = (size_t)points[i * count / kept].tag;
    drawn->corner_count = kept;
    free(points);
}

static void put_task(struct table *table, const char *task, const char *part, const double *tuple)
{
    table_put_static(table, task);
    table_put_static(table, part);
    table_put_number(table, tuple[0]);
    table_put_number(table, tuple[1] / TASK_GB);
}

/* Spread evenly over the input, each at a place within its stretch that no period of the input
 * follows. */
static size_t point_at(size_t index, size_t count)
{
    if (count <= MOST_POINTS)
        return index;
    size_t from = index * count / MOST_POINTS, to = (index + 1) * count / MOST_POINTS;
    uint64_t hash = (uint64_t)(index + 1) * UINT64_C(0x9e3779b97f4a7c15);
    return from + (size_t)(hash >> 32) % (to - from);
}

static void put_kind(struct table *table, const char *task, struct task_tuple_span span,
                     const struct drawn *drawn)
{
    size_t points = span.count < MOST_POINTS ? span.count : MOST_POINTS;
    for (size_t i = 0; i < drawn->corner_count; i++)
        put_task(table, task, "hull", span.items + 2 * drawn->corners[i]);
    for (size_t i = 0; i < points; i++)
        put_task(table, task, "point", span.items + 2 * point_at(i, span.count));
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    struct task_selection selection;
    struct task_tuples tuples;
    if (!request->tasks || !records_has(request->tasks->records, RECORD_MEMORY_COLUMN))
        return;
    int run_time = records_find_attribute(request->tasks->records, "run_time", RECORD_NUMBER);
    if (run_time == RECORDS_NO_COLUMN)
        run_time = RECORD_ELAPSED_COLUMN;
    const struct task_tuple_columns columns = {2,
                                               {run_time, RECORD_MEMORY_COLUMN},
                                               {RECORD_ELAPSED_COLUMN, RECORDS_NO_COLUMN}};
    task_selection_make(&selection, request->tasks, tables->arena);
    task_tuples_make(&tuples, request->tasks, &selection, &columns);
    struct work work = {&tuples, memory_alloc_array(selection.count + 1, sizeof *work.drawn)};
    parallel_threads(request->jobs, selection.count, draw_hull, &work);
    for (size_t i = 0; i < selection.count; i++)
        if (task_tuples_at(&tuples, i).count)
            put_kind(tables_get(tables, "task_points"), selection.names[i],
                     task_tuples_at(&tuples, i), &work.drawn[i]);
    free(work.drawn);
    task_tuples_release(&tuples);
    task_selection_release(&selection);
}

const struct analysis analysis_task_points = {"task_points", run};
