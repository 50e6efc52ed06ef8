#include <math.h>
#include <string.h>

#include "figure/kinds.h"
#include "figure/mark_list.h"
#include "figure/metric_digest.h"
#include "figure/table_rows.h"
#include "util/number.h"

/* MOST_POINTED: only the longest kinds have points. */
enum { MOST_KINDS = 10, MOST_POINTED = 64, LEGEND_NAME = 17 };
static const double HEIGHT_PT = 300, MESSAGE_PT = 64, POINT_PT = 2.6, HULL_PT = 0.8, LINE_PT = 0.9;

struct points {
    const char *const *labels, *const *parts;
    const double *x, *y;
};

struct cloud {
    const struct kind *kind;
    size_t points, corners;
};

static bool read_points(const struct table_rows *rows, struct points *points)
{
    *points = (struct points){table_rows_texts(rows, "label"), table_rows_texts(rows, "part"),
                              table_rows_numbers(rows, "x"), table_rows_values(rows, "y")};
    return points->labels && points->parts && points->x && points->y;
}

static bool is_drawn(const struct points *points, size_t row)
{
    return points->labels[row] && points->parts[row] && points->x[row] > 0 && points->y[row] > 0;
}

static bool is_corner(const struct points *points, size_t row)
{
    return strcmp(points->parts[row], "hull") == 0;
}

static bool is_line(const struct points *points, size_t row)
{
    return is_drawn(points, row) && strcmp(points->parts[row], "line") == 0;
}

static bool is_of(const struct points *points, size_t row, const struct kind *kind)
{
    return is_drawn(points, row) && strcmp(points->labels[row], kind->name) == 0;
}

/* The kinds that have points, the first `skip` of them left out. */
static size_t choose_kinds(const struct table_rows *rows, const struct points *points,
                           const struct kinds *kinds, struct cloud *clouds)
{
    size_t count = 0, skip = rows->request->spec->skip;
    for (size_t i = 0; i < kinds->count && count < MOST_KINDS; i++) {
        struct cloud cloud = {.kind = &kinds->items[i]};
        for (size_t row = 0; row < rows->count; row++) {
            bool is_here = is_of(points, row, cloud.kind);
            cloud.corners += is_here && is_corner(points, row);
            cloud.points += is_here && !is_corner(points, row);
        }
        if (!cloud.points)
            continue;
        if (skip > 0)
            skip--;
        else
            clouds[count++] = cloud;
    }
    return count;
}

/* Of kinds of one or two tasks each there is nothing to see. */
static bool shows_spread(const struct cloud *clouds, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (clouds[i].points > 2)
            return true;
    return false;
}

static const char *legend_text(struct arena *arena, const struct kind *kind)
{
    char tasks[64];
    quantity_format_fixed(kind->tasks, 0, tasks, sizeof tasks);
    const char *name = short_name(arena, kind->name, LEGEND_NAME);
    if (number_is_missing(kind->elapsed_share))
        return arena_format(arena, "%s %s", name, tasks);
    return arena_format(arena, "%s %s · %.1f %%", name, tasks, 100 * kind->elapsed_share);
}

/* The hull's corners follow each other around it. */
static void add_hull(const struct table_rows *rows, const struct points *points,
                     const struct cloud *cloud, enum colour colour, struct mark_list *marks)
{
    struct mark *mark = mark_list_add(marks, MARK_RULE, colour, cloud->corners);
    size_t first = rows->count, last = rows->count;
    mark->width_pt = HULL_PT;
    for (size_t row = 0; row < rows->count; row++) {
        if (!is_of(points, row, cloud->kind) || !is_corner(points, row))
            continue;
        if (last < rows->count)
            mark_put_to(mark, points->x[last], points->y[last], points->x[row], points->y[row]);
        else
            first = row;
        last = row;
    }
    if (cloud->corners > 2)
        mark_put_to(mark, points->x[last], points->y[last], points->x[first], points->y[first]);
}

static void add_points(const struct table_rows *rows, const struct points *points,
                       const struct cloud *cloud, enum colour colour, enum shape shape,
                       struct mark_list *marks)
{
    struct mark *mark = mark_list_add(marks, MARK_POINT, colour, cloud->points);
    mark->shape = shape;
    mark->width_pt = POINT_PT;
    mark->name = legend_text(rows->request->arena, cloud->kind);
    for (size_t row = 0; row < rows->count; row++)
        if (is_of(points, row, cloud->kind) && !is_corner(points, row))
            mark_put(mark, points->x[row], points->y[row]);
}

struct extent {
    struct value_range x, y;
};

static struct extent extent_of(const struct table_rows *rows, const struct points *points,
                               const struct cloud *clouds, size_t count)
{
    struct extent extent = {value_range_none(), value_range_none()};
    for (size_t i = 0; i < count; i++)
        for (size_t row = 0; row < rows->count; row++)
            if (is_of(points, row, clouds[i].kind)) {
                value_range_add(&extent.x, &points->x[row], 1);
                value_range_add(&extent.y, &points->y[row], 1);
            }
    return extent;
}

/* Whether a name right of `at` would lie over (x, y). */
static bool name_covers(const struct points *points, size_t at, double x, double y,
                        const struct extent *extent)
{
    const double width = 0.12, half_height = 0.03; /* parts of the plot */
    double right = log(x / points->x[at]) / log(extent->x.high / extent->x.low);
    double up = log(y / points->y[at]) / log(extent->y.high / extent->y.low);
    return right > -0.01 && right < width && fabs(up) < half_height;
}

static bool has_room_for_name(const struct table_rows *rows, const struct points *points, size_t at,
                              const struct extent *extent)
{
    enum { STEPS = 8 }; /* along an edge of a hull */
    for (size_t row = 0; row < rows->count; row++) {
        if (!is_drawn(points, row) || is_line(points, row))
            continue;
        size_t next = row + 1 < rows->count && is_drawn(points, row + 1) &&
                              is_corner(points, row) && is_corner(points, row + 1) &&
                              strcmp(points->labels[row], points->labels[row + 1]) == 0
                          ? row + 1
                          : row;
        for (int step = 0; step < STEPS; step++) {
            double part = (double)step / STEPS;
            if (name_covers(points, at,
                            points->x[row] * pow(points->x[next] / points->x[row], part),
                            points->y[row] * pow(points->y[next] / points->y[row], part), extent))
                return false;
        }
    }
    return true;
}

/* Straight lines that are named, each from one row to the next of the same name; no name lies over
 * points or hulls. */
static void add_lines(const struct table_rows *rows, const struct points *points,
                      const struct extent *extent, struct mark_list *marks)
{
    struct mark *lines = mark_list_add(marks, MARK_RULE, COLOUR_GRID, rows->count);
    lines->width_pt = LINE_PT;
    for (size_t row = 0; row + 1 < rows->count; row++)
        if (is_line(points, row) && is_line(points, row + 1) &&
            strcmp(points->labels[row], points->labels[row + 1]) == 0)
            mark_put_to(lines, points->x[row], points->y[row], points->x[row + 1],
                        points->y[row + 1]);
    struct mark *names = mark_list_add(marks, MARK_TEXT, COLOUR_SECONDARY, rows->count);
    for (size_t row = 0; row + 1 < rows->count; row++)
        if (is_line(points, row) && is_line(points, row + 1) &&
            strcmp(points->labels[row], points->labels[row + 1]) == 0 &&
            has_room_for_name(rows, points, row + 1, extent))
            mark_put_text(names, points->x[row + 1], points->y[row + 1], points->labels[row]);
}

static void make_panel(const struct table_rows *rows, const struct points *points,
                       const struct cloud *clouds, size_t count, struct panel *panel)
{
    struct mark_list marks = {.arena = rows->request->arena};
    struct extent extent = extent_of(rows, points, clouds, count);
    struct display_unit seconds = {"s", 1};
    add_lines(rows, points, &extent, &marks);
    for (size_t i = 0; i < count; i++) {
        size_t place = clouds[i].kind->place;
        enum colour colour = kind_colour(place);
        enum shape shape = SHAPE_CIRCLE + (enum shape)(place % (SHAPE_COUNT - SHAPE_CIRCLE));
        add_points(rows, points, &clouds[i], colour, shape, &marks);
        add_hull(rows, points, &clouds[i], colour, &marks);
    }
    scale_init_log(&panel->x, extent.x.low, extent.x.high, seconds);
    table_scale(rows, extent.y, 0, &panel->y);
    panel->height_share = 1;
    mark_list_finish(&marks, panel);
}

/* All in one place: told in words. */
static const char *sameness_text(const struct table_rows *rows, const struct points *points,
                                 const struct cloud *clouds, size_t count)
{
    struct extent extent = extent_of(rows, points, clouds, count);
    char seconds[64];
    if (extent.x.low != extent.x.high || extent.y.low != extent.y.high)
        return NULL;
    return arena_format(rows->request->arena, "%s and %s in all of them.",
                        table_value_text(rows, extent.y.low),
                        quantity_format(extent.x.low, "s", UNITS_SI, seconds, sizeof seconds));
}

static const char *numbers_text(const struct table_rows *rows, const struct kinds *kinds,
                                const struct cloud *clouds, size_t count)
{
    struct arena *arena = rows->request->arena;
    double tasks = 0, share = 0;
    for (size_t i = 0; i < count; i++) {
        tasks += clouds[i].kind->tasks;
        share += fmax(clouds[i].kind->elapsed_share, 0);
    }
    return arena_format(arena,
                        "%s of %zu %s with %.1f %% of %s; after each name the "
                        "number of its tasks and its share of the time",
                        count_word(arena, tasks, "task", "tasks"), count,
                        count == 1 ? kinds->one : kinds->word, 100 * share, kinds->time);
}

static bool lower_scatter(const struct chart_request *request, struct figure *figure)
{
    struct table_rows rows;
    struct points points;
    struct kinds kinds;
    struct cloud clouds[MOST_KINDS];
    if (!table_rows_make(request, &rows) || !read_points(&rows, &points))
        return false;
    kinds_make(&kinds, request->source->tables, request->spec->kinds, MOST_POINTED, request->arena);
    kinds_sort_by_tasks(&kinds);
    size_t count = choose_kinds(&rows, &points, &kinds, clouds);
    if (count == 0 || !shows_spread(clouds, count))
        return false;
    figure->panels = arena_alloc(request->arena, sizeof figure->panels[0]);
    figure->panel_count = 1;
    make_panel(&rows, &points, clouds, count, figure->panels);
    figure->panels->message = sameness_text(&rows, &points, clouds, count);
    figure->height_pt = figure->panels->message ? MESSAGE_PT : HEIGHT_PT;
    table_describe(&rows, figure->panels->y.unit.name, numbers_text(&rows, &kinds, clouds, count),
                   "", figure);
    return true;
}

const struct chart chart_scatter = {
    .name = "scatter",
    .description = "tasks as points, their kinds told apart, with the hull of each",
    .columns = "label part x# y#",
    .lower = lower_scatter,
};
