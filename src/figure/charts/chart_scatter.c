#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "figure/charts/alike_rows.h"
#include "figure/charts/kinds.h"
#include "figure/charts/metric_summary.h"
#include "figure/charts/row_picks.h"
#include "figure/charts/row_room.h"
#include "figure/charts/table_rows.h"
#include "figure/model/mark_list.h"
#include "util/number.h"
#include "util/utf8.h"

/* MOST_CLOUDS: tables have points of selected kinds only. */
enum { MOST_KINDS = 10, MOST_CLOUDS = 256, NOT_DRAWN = MOST_KINDS };
enum { FEWEST_POINTS = 10 }; /* of the largest kind of a further figure */
enum { MOST_LINES_NAMED = 20 };
enum { MOST_NAMED = 20, LONGEST_IN_TEXT = 40 }; /* of kinds that are not drawn */
static const double HEIGHT_PT = 300, MESSAGE_PT = 64, POINT_PT = 2.6, HULL_PT = 0.8, LINE_PT = 0.9;
static const double LEAST_SHARE = 0.01;

struct points {
    const char *const *labels, *const *parts;
    const double *x, *y;
    uint16_t *cloud_of; /* the place among those that are drawn, or NOT_DRAWN */
};

/* The tasks of a kind. */
struct cloud {
    struct kind kind;
    size_t points, corners;
    double lowest, highest; /* y */
    enum colour colour;
    enum shape shape;
    enum dash dash;
};
struct clouds {
    struct cloud items[MOST_CLOUDS]; /* those that are drawn first */
    size_t all, count, skipped;
    struct alike_rows alike; /* left out: the same y in all tasks */
};

static bool read_points(const struct table_rows *rows, struct points *points)
{
    *points = (struct points){.labels = table_rows_texts(rows, "label"),
                              .parts = table_rows_texts(rows, "part"),
                              .x = table_rows_numbers(rows, "x"),
                              .y = table_rows_values(rows, "y"),
                              .cloud_of = arena_alloc_array(rows->request->scratch, rows->count,
                                                            sizeof *points->cloud_of)};
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

/* ---- which ---------------------------------------------------------------------------------- */

static size_t find_cloud(const struct clouds *clouds, size_t count, const char *label)
{
    size_t i = 0;
    while (i < count && strcmp(clouds->items[i].kind.name, label) != 0)
        i++;
    return i;
}

static struct kind kind_of(const struct kinds *kinds, const char *label, size_t place,
                           struct arena *arena)
{
    size_t found = kinds_find(kinds, label);
    if (found < kinds->count)
        return kinds->items[found];
    return (struct kind){label, short_name(arena, label, KIND_LABEL_LENGTH), NUMBER_MISSING,
                         NUMBER_MISSING, kinds->count + place};
}

/* Rows of one kind follow each other. Corners alone are no tasks. */
static void collect_clouds(const struct table_rows *rows, const struct points *points,
                           const struct kinds *kinds, struct clouds *clouds)
{
    size_t at = MOST_CLOUDS;
    for (size_t row = 0; row < rows->count; row++) {
        if (!is_drawn(points, row) || is_line(points, row))
            continue;
        const char *label = points->labels[row];
        if (at == MOST_CLOUDS || strcmp(clouds->items[at].kind.name, label) != 0)
            at = find_cloud(clouds, clouds->all, label);
        if (at == clouds->all && clouds->all == MOST_CLOUDS)
            continue;
        if (at == clouds->all)
            clouds->items[clouds->all++] =
                (struct cloud){.kind = kind_of(kinds, label, at, rows->request->arena),
                               .lowest = INFINITY};
        struct cloud *cloud = &clouds->items[at];
        cloud->corners += is_corner(points, row);
        cloud->points += !is_corner(points, row);
        cloud->lowest = fmin(cloud->lowest, points->y[row]);
        cloud->highest = fmax(cloud->highest, points->y[row]);
    }
}

/* Tasks of a kind that lie in a line, which is no cloud. */
static void drop_alike(struct clouds *clouds)
{
    enum { FEWEST = 3 };
    size_t kept = 0;
    for (size_t i = 0; i < clouds->all; i++) {
        const struct cloud *cloud = &clouds->items[i];
        if (cloud->points < FEWEST ||
            !alike_rows_add(&clouds->alike, cloud->lowest, cloud->highest))
            clouds->items[kept++] = *cloud;
    }
    clouds->all = kept;
}

static int by_place(const void *left, const void *right)
{
    const struct cloud *l = left, *r = right;
    if ((l->points == 0) != (r->points == 0))
        return l->points == 0 ? 1 : -1;
    return (l->kind.place > r->kind.place) - (l->kind.place < r->kind.place);
}

static int by_highest(const void *left, const void *right)
{
    const struct cloud *l = left, *r = right;
    if (l->highest != r->highest)
        return l->highest > r->highest ? -1 : 1;
    return by_place(left, right);
}

/* The longest kinds; the first `skip` of them are in earlier figures. Of the rest those that the
 * definition picks come first. */
static void choose_kinds(const struct plotspec *spec, struct clouds *clouds)
{
    qsort(clouds->items, clouds->all, sizeof clouds->items[0], by_place);
    while (clouds->all > 0 && clouds->items[clouds->all - 1].points == 0)
        clouds->all--;
    clouds->skipped = spec->skip < clouds->all ? spec->skip : clouds->all;
    struct cloud *rest = clouds->items + clouds->skipped;
    size_t count = clouds->all - clouds->skipped;
    if (spec->pick == PICK_HIGHEST)
        qsort(rest, count, sizeof *rest, by_highest);
    clouds->count = count < MOST_KINDS ? count : MOST_KINDS;
    if (spec->pick == PICK_HIGHEST)
        qsort(rest, clouds->count, sizeof *rest, by_place);
}

/* A kind has its colour in every figure; two of one colour differ by shape and dash. */
static void style_clouds(struct cloud *clouds, size_t count)
{
    bool used[KIND_COLOURS][SHAPE_COUNT] = {{false}};
    for (size_t i = 0; i < count; i++) {
        size_t place = clouds[i].kind.place, colour = place % KIND_COLOURS;
        enum shape shape = SHAPE_CIRCLE + (enum shape)(place % (SHAPE_COUNT - SHAPE_CIRCLE));
        for (int k = 0; used[colour][shape] && k < SHAPE_COUNT; k++)
            shape = shape + 1 < SHAPE_COUNT ? shape + 1 : SHAPE_CIRCLE;
        while (used[colour][shape])
            colour = (colour + 1) % KIND_COLOURS;
        used[colour][shape] = true;
        clouds[i].colour = kind_colour(colour);
        clouds[i].shape = shape;
        clouds[i].dash = (enum dash)((shape - SHAPE_CIRCLE) % DASH_COUNT);
    }
}

static void find_clouds(const struct table_rows *rows, const struct clouds *clouds,
                        struct points *points)
{
    const struct cloud *drawn = clouds->items + clouds->skipped;
    size_t at = 0;
    for (size_t row = 0; row < rows->count; row++) {
        points->cloud_of[row] = NOT_DRAWN;
        if (!is_drawn(points, row) || is_line(points, row))
            continue;
        if (at >= clouds->count || strcmp(drawn[at].kind.name, points->labels[row]) != 0)
            for (at = 0; at < clouds->count; at++)
                if (strcmp(drawn[at].kind.name, points->labels[row]) == 0)
                    break;
        if (at < clouds->count)
            points->cloud_of[row] = (uint16_t)at;
    }
}

/* Of kinds of one or two tasks each there is nothing to see. */
static bool shows_spread(const struct cloud *clouds, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (clouds[i].points > 2)
            return true;
    return false;
}

/* A figure of the kinds that follow the first ones: some take time, and have points to see. */
static bool is_worth_more(const struct clouds *clouds)
{
    const struct cloud *drawn = clouds->items + clouds->skipped;
    double share = 0;
    size_t most = 0;
    for (size_t i = 0; i < clouds->count; i++) {
        share += fmax(drawn[i].kind.elapsed_share, 0);
        most = drawn[i].points > most ? drawn[i].points : most;
    }
    return clouds->skipped == 0 || (share >= LEAST_SHARE && most >= FEWEST_POINTS);
}

static const char *legend_text(struct arena *arena, const struct kind *kind, const char *name)
{
    char tasks[64];
    if (number_is_missing(kind->tasks))
        return name;
    quantity_format_fixed(kind->tasks, 0, tasks, sizeof tasks);
    if (number_is_missing(kind->elapsed_share))
        return arena_format(arena, "%s %s", name, tasks);
    return arena_format(arena, "%s %s · %s", name, tasks, share_word(arena, kind->elapsed_share));
}

/* The hull's corners follow each other around it. */
static void add_hull(const struct table_rows *rows, const struct points *points,
                     const struct cloud *cloud, size_t index, struct mark_list *marks)
{
    struct mark *mark = mark_list_add(marks, MARK_RULE, cloud->colour, cloud->corners);
    size_t first = rows->count, last = rows->count;
    mark->width_pt = HULL_PT;
    mark->dash = cloud->dash;
    for (size_t row = 0; row < rows->count; row++) {
        if (points->cloud_of[row] != index || !is_corner(points, row))
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
                       const struct cloud *cloud, size_t index, const char *name,
                       struct mark_list *marks)
{
    struct mark *mark = mark_list_add(marks, MARK_POINT, cloud->colour, cloud->points);
    mark->shape = cloud->shape;
    mark->width_pt = POINT_PT;
    mark->name = legend_text(rows->request->arena, &cloud->kind, name);
    for (size_t row = 0; row < rows->count; row++)
        if (points->cloud_of[row] == index && !is_corner(points, row))
            mark_put(mark, points->x[row], points->y[row]);
}

struct extent {
    struct value_range x, y;
};

static struct extent extent_of(const struct table_rows *rows, const struct points *points)
{
    struct extent extent = {value_range_none(), value_range_none()};
    for (size_t row = 0; row < rows->count; row++)
        if (points->cloud_of[row] != NOT_DRAWN) {
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

static bool begins_line(const struct points *points, size_t row)
{
    return is_line(points, row) && is_line(points, row + 1) &&
           strcmp(points->labels[row], points->labels[row + 1]) == 0;
}

/* Straight lines, each from one row to the next of the same name; the first ones are named, where
 * the name lies over no points or hulls. */
static void add_lines(const struct table_rows *rows, const struct points *points,
                      const struct extent *extent, struct mark_list *marks)
{
    struct mark *lines = mark_list_add(marks, MARK_RULE, COLOUR_GRID, rows->count);
    lines->width_pt = LINE_PT;
    for (size_t row = 0; row + 1 < rows->count; row++)
        if (begins_line(points, row))
            mark_put_to(lines, points->x[row], points->y[row], points->x[row + 1],
                        points->y[row + 1]);
    struct mark *names = mark_list_add(marks, MARK_TEXT, COLOUR_SECONDARY, rows->count);
    size_t named = 0;
    for (size_t row = 0; row + 1 < rows->count && named < MOST_LINES_NAMED; row++)
        if (begins_line(points, row) && ++named && has_room_for_name(rows, points, row + 1, extent))
            mark_put_text(names, points->x[row + 1], points->y[row + 1], points->labels[row]);
}

static void make_panel(const struct table_rows *rows, const struct points *points,
                       const struct cloud *clouds, size_t count, struct panel *panel)
{
    struct arena *arena = rows->request->arena;
    struct mark_list marks = {.arena = arena};
    struct extent extent = extent_of(rows, points);
    struct display_unit seconds = {"s", 1};
    const char **names = arena_alloc_array(arena, count, sizeof *names);
    add_lines(rows, points, &extent, &marks);
    for (size_t i = 0; i < count; i++)
        names[i] = clouds[i].kind.label;
    for (size_t i = 0; i < count; i++) {
        add_points(rows, points, &clouds[i], i, names[i], &marks);
        add_hull(rows, points, &clouds[i], i, &marks);
    }
    scale_init_log(&panel->x, extent.x.low, extent.x.high, seconds);
    table_scale(rows, extent.y, 0, &panel->y);
    panel->height_share = 1;
    mark_list_finish(&marks, panel);
}

/* All in one place: shown in words. */
static const char *sameness_text(const struct table_rows *rows, const struct points *points)
{
    struct extent extent = extent_of(rows, points);
    char seconds[64];
    if (extent.x.low != extent.x.high || extent.y.low != extent.y.high)
        return NULL;
    return arena_format(rows->request->arena, "%s and %s in all of them.",
                        table_value_text(rows, extent.y.low, NULL),
                        quantity_format(extent.x.low, "s", UNITS_SI, seconds, sizeof seconds));
}

static const char *numbers_text(const struct table_rows *rows, const struct kinds *kinds,
                                const struct clouds *clouds)
{
    struct arena *arena = rows->request->arena;
    const struct cloud *drawn = clouds->items + clouds->skipped;
    double tasks = 0, share = 0;
    for (size_t i = 0; i < clouds->count; i++) {
        tasks += fmax(drawn[i].kind.tasks, 0);
        share += fmax(drawn[i].kind.elapsed_share, 0);
    }
    size_t all = kinds->all > clouds->all ? kinds->all : clouds->all;
    const char *of_all = all > clouds->count ? arena_format(arena, " of %zu", all) : "";
    return arena_format(arena, "%zu%s %s: %s with %s of %s (legend: %s · share)", clouds->count,
                        of_all, all == 1 ? kinds->one : kinds->word,
                        count_word(arena, tasks, kinds->task_word, kinds->task_words),
                        share_word(arena, share), kinds->time, kinds->task_words);
}

static const char *names_text(const struct cloud *clouds, size_t count, struct arena *arena)
{
    const char *text = "";
    for (size_t i = 0; i < count && i < MOST_NAMED; i++)
        text = arena_format(arena, "%s%s%s", text, i ? ", " : "",
                            utf8_length(clouds[i].kind.name) > LONGEST_IN_TEXT
                                ? clouds[i].kind.label
                                : short_name(arena, clouds[i].kind.name, LONGEST_IN_TEXT));
    if (count > MOST_NAMED)
        text = arena_format(arena, "%s and %zu more", text, count - MOST_NAMED);
    return text;
}

/* What neither this figure has nor those before it: figures of the first kinds are followed by
 * others. */
static const char *note_text(const struct table_rows *rows, const struct kinds *kinds,
                             const struct clouds *clouds)
{
    struct arena *arena = rows->request->arena;
    size_t done = clouds->skipped + clouds->count, others = clouds->all - done;
    const char *text = "";
    const char *alike = alike_rows_in_line(rows, &clouds->alike);
    if (alike)
        text = arena_format(arena, "Not shown: %s.", alike);
    if (rows->request->spec->pick == PICK_FIRST)
        return text;
    if (others)
        text = arena_format(arena, "%s%sShown: %s; not shown: %s.", text, *text ? " " : "",
                            row_picks_text(rows->request->spec->pick, clouds->count, 0, arena),
                            names_text(clouds->items + done, others, arena));
    if (kinds->all > clouds->all)
        text = arena_format(arena, "%s%sFor %zu more %s see data/%s.csv.", text, *text ? " " : "",
                            kinds->all - clouds->all, kinds->word, rows->request->spec->kinds);
    return text;
}

static bool lower_scatter(const struct chart_request *request, struct figure *figure)
{
    struct table_rows rows;
    struct points points;
    struct kinds kinds;
    struct clouds *clouds = arena_alloc(request->scratch, sizeof *clouds);
    if (!table_rows_make(request, &rows) || !read_points(&rows, &points))
        return false;
    kinds_make(&kinds, request->source, request->spec->kinds, SIZE_MAX, request->arena);
    collect_clouds(&rows, &points, &kinds, clouds);
    if (rows_are_of_kinds(&rows))
        drop_alike(clouds);
    choose_kinds(request->spec, clouds);
    if (clouds->all == 0)
        figure->undrawn = alike_rows_in_line(&rows, &clouds->alike);
    struct cloud *drawn = clouds->items + clouds->skipped;
    if (clouds->count == 0 || !shows_spread(clouds->items, clouds->all) || !is_worth_more(clouds))
        return false;
    style_clouds(drawn, clouds->count);
    find_clouds(&rows, clouds, &points);
    figure->panels = arena_alloc(request->arena, sizeof figure->panels[0]);
    figure->panel_count = 1;
    make_panel(&rows, &points, drawn, clouds->count, figure->panels);
    figure->panels->message = sameness_text(&rows, &points);
    figure->height_pt = figure->panels->message ? MESSAGE_PT : HEIGHT_PT;
    table_describe(&rows, figure->panels->y.unit.name, numbers_text(&rows, &kinds, clouds),
                   note_text(&rows, &kinds, clouds), figure);
    return true;
}

const struct chart chart_scatter = {
    .name = "scatter",
    .description = "tasks as points coloured by task kind, with the hull of each",
    .columns = "label part x# y#",
    .lower = lower_scatter,
};
