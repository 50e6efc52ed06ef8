/* span_points: size of data against duration: of each of the longest functions some tasks and the
 * hull of them all, and lines of equal throughput. The size is of what goes into a task where
 * sources have that, else of its result. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/statistics/even_sample.h"
#include "analysis/statistics/hull.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/quantity.h"

enum {
    MOST_FUNCTIONS = 10,
    MOST_POINTS = 300,
    MOST_CORNERS = 200,
    HULL_BATCH = 1 << 16,
    SIZES = 1024
};

/* The shortest and the longest task of one size: no other can be a corner of the hull. */
struct size_extremes {
    double size, least_s, most_s; /* size 0: free */
};

struct function_points {
    size_t count, passed, chosen;  /* chosen: which of its stretch is the next point */
    double points[MOST_POINTS][2]; /* size in B, duration in s */
    size_t point_count;
    struct hull_point *hull; /* corners so far, then what came since */
    size_t hull_count;
    struct size_extremes
        *sizes; /* SIZES of them, by hash; one that is in the way goes to the hull */
};

struct point_range {
    double low_size, high_size, low_s, high_s;
};

static double size_of(const struct trace_totals *totals, const struct activity_span *span)
{
    return totals->inputs.bytes ? task_inputs_of(&totals->inputs, span) : span->bytes;
}

/* Corners that are very many are nearly the same. */
static void shrink_hull(struct function_points *points)
{
    points->hull_count = hull_make(points->hull, points->hull_count);
    if (points->hull_count <= HULL_BATCH / 2)
        return;
    points->hull_count /= 2;
    for (size_t i = 0; i < points->hull_count; i++)
        points->hull[i] = points->hull[2 * i];
}

static void add_to_hull(struct function_points *points, double size, double duration)
{
    points->hull[points->hull_count++] = (struct hull_point){log(duration), log(size), 0};
    if (points->hull_count == HULL_BATCH)
        shrink_hull(points);
}

static void flush(struct function_points *points, struct size_extremes *extremes)
{
    if (!(extremes->size > 0))
        return;
    add_to_hull(points, extremes->size, extremes->least_s);
    add_to_hull(points, extremes->size, extremes->most_s);
    extremes->size = 0;
}

static void add_extremes(struct function_points *points, double size, double duration)
{
    uint64_t bits;
    memcpy(&bits, &size, sizeof bits);
    struct size_extremes *extremes =
        &points->sizes[(bits * UINT64_C(0x9e3779b97f4a7c15)) >> 32 & (SIZES - 1)];
    if (extremes->size < size || extremes->size > size) {
        flush(points, extremes);
        *extremes = (struct size_extremes){size, duration, duration};
    }
    extremes->least_s = fmin(extremes->least_s, duration);
    extremes->most_s = fmax(extremes->most_s, duration);
}

static void add_point(struct function_points *points, double size, double duration)
{
    if (points->passed++ == points->chosen && points->point_count < MOST_POINTS) {
        points->points[points->point_count][0] = size;
        points->points[points->point_count++][1] = duration;
        points->chosen = even_sample(points->point_count, MOST_POINTS, points->count);
    }
    add_extremes(points, size, duration);
}

static void widen(struct point_range *range, double size, double duration)
{
    range->low_size = fmin(range->low_size, size);
    range->high_size = fmax(range->high_size, size);
    range->low_s = fmin(range->low_s, duration);
    range->high_s = fmax(range->high_s, duration);
}

/* ---- rows ---- */

static void put_row(struct table *table, const char *function, const char *part, double size,
                    double duration)
{
    struct span_points_row row = span_points_row_missing();
    row.function = function;
    row.part = part;
    row.size_B = size;
    row.duration_s = duration;
    span_points_row_put(table, &row);
}

static void put_function(struct table *table, const char *name, struct function_points *points)
{
    for (size_t i = 0; i < SIZES; i++)
        flush(points, &points->sizes[i]);
    size_t corners = hull_make(points->hull, points->hull_count);
    size_t kept = corners < MOST_CORNERS ? corners : MOST_CORNERS;
    for (size_t i = 0; i < kept; i++) {
        const struct hull_point *corner = &points->hull[i * corners / kept];
        put_row(table, name, "hull", exp(corner->y), exp(corner->x));
    }
    for (size_t i = 0; i < points->point_count; i++)
        put_row(table, name, "point", points->points[i][0], points->points[i][1]);
}

/* Powers of ten, of ten or a thousand when there are many; each from edge to edge of the points. */
static void put_lines(struct table *table, const struct point_range *range, struct arena *arena)
{
    /* Of very short runs the quotients may be infinite, their logarithms are not. */
    double low = ceil(log10(range->low_size) - log10(range->high_s));
    double high = floor(log10(range->high_size) - log10(range->low_s));
    double step = high - low > 9 ? 3 : high - low > 5 ? 2 : 1;
    for (double power = ceil(low / step) * step; power <= high; power += step) {
        double pace = pow(10, power);
        double from = fmax(range->low_s, range->low_size / pace);
        double to = fmin(range->high_s, range->high_size / pace);
        if (!(from < to))
            continue;
        char text[64];
        quantity_format(pace, "B/s", UNITS_SI, text, sizeof text);
        const char *name = arena_text(arena, text);
        put_row(table, name, "line", from * pace, from);
        put_row(table, name, "line", to * pace, to);
    }
}

struct collection {
    const struct trace_totals *totals;
    struct function_points *points;
    uint8_t *place_of; /* of each function among those with points, from 1; 0: none */
    struct point_range range;
};

static void take_point(struct collection *collection, struct function_points *points, double size,
                       double duration, bool only_count)
{
    if (only_count) {
        points->count++;
        return;
    }
    if (!points->hull) {
        points->hull = memory_alloc_array(HULL_BATCH, sizeof *points->hull);
        points->sizes = memory_alloc_array(SIZES, sizeof *points->sizes);
        points->chosen = even_sample(points->point_count, MOST_POINTS, points->count);
    }
    add_point(points, size, duration);
    widen(&collection->range, size, duration);
}

static void collect(struct collection *collection, bool only_count)
{
    const struct trace_totals *totals = collection->totals;
    for (size_t i = 0; i < totals->aligned->span_count; i++) {
        const struct activity_span *span = &totals->aligned->spans[i];
        uint8_t place = collection->place_of[totals->function_of[i]];
        double size = place && span->duration > 0 ? size_of(totals, span) : 0;
        if (size > 0)
            take_point(collection, &collection->points[place - 1], size, span->duration,
                       only_count);
    }
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct trace_totals *totals = request->traces;
    if (!totals)
        return;
    size_t functions =
        totals->function_count < MOST_FUNCTIONS ? totals->function_count : MOST_FUNCTIONS;
    struct collection collection = {
        .totals = totals,
        .points = memory_alloc_array(functions, sizeof *collection.points),
        .place_of = memory_alloc_array(totals->function_count, sizeof *collection.place_of),
        .range = {INFINITY, 0, INFINITY, 0},
    };
    for (size_t i = 0; i < functions; i++)
        collection.place_of[totals->by_time[i]] = (uint8_t)(i + 1);
    collect(&collection, true);
    collect(&collection, false);
    for (size_t i = 0; i < functions; i++) {
        if (collection.points[i].count)
            put_function(tables_get(tables, "span_points"),
                         totals->function_names[totals->by_time[i]], &collection.points[i]);
        free(collection.points[i].hull);
        free(collection.points[i].sizes);
    }
    if (collection.range.high_size > 0)
        put_lines(tables_get(tables, "span_points"), &collection.range, tables->arena);
    free(collection.points);
    free(collection.place_of);
}

const struct analysis analysis_span_points = {"span_points", run};
