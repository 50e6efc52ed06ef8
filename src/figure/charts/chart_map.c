#include <math.h>

#include "figure/charts/map_cells.h"
#include "figure/charts/table_rows.h"
#include "figure/scales/colour_ramp.h"
#include "util/number.h"

enum { MOST_SIDE = 512, LEAST_CELLS = 4 };
static const double HEIGHT_PT = 300;
/* Values that span less are distinguished on a linear ramp. */
static const double WIDEST_LINEAR = 10;

/* Cells of the plane: where each lies, how large all are. */
struct map {
    const double *x, *y, *values;
    double x0, y0, x1, y1, width, height;
    size_t columns, rows;
    double *cells;
    size_t count; /* of cells with a value */
    double low, high;
    bool is_log; /* colours */
};

static double width_of(const double *widths, size_t count)
{
    for (size_t i = 0; widths && i < count; i++)
        if (widths[i] > 0 && isfinite(widths[i]))
            return widths[i];
    return 1;
}

static bool is_drawn(const struct map *map, size_t i)
{
    return isfinite(map->x[i]) && isfinite(map->y[i]) && isfinite(map->values[i]);
}

static bool find_grid(struct map *map, size_t count)
{
    map->x0 = map->y0 = INFINITY;
    map->x1 = map->y1 = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        if (!is_drawn(map, i))
            continue;
        map->x0 = fmin(map->x0, map->x[i]);
        map->x1 = fmax(map->x1, map->x[i]);
        map->y0 = fmin(map->y0, map->y[i]);
        map->y1 = fmax(map->y1, map->y[i]);
    }
    if (!((map->x1 - map->x0) / map->width < MOST_SIDE) ||
        !((map->y1 - map->y0) / map->height < MOST_SIDE))
        return false;
    map->columns = (size_t)llround((map->x1 - map->x0) / map->width) + 1;
    map->rows = (size_t)llround((map->y1 - map->y0) / map->height) + 1;
    return true;
}

/* The first row of cells is the highest. */
static void fill_cells(struct map *map, size_t count, struct arena *arena)
{
    map->cells = arena_alloc_array(arena, map->rows * map->columns, sizeof *map->cells);
    for (size_t i = 0; i < map->rows * map->columns; i++)
        map->cells[i] = NUMBER_MISSING;
    map->low = INFINITY;
    map->high = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        if (!is_drawn(map, i))
            continue;
        size_t column = (size_t)llround((map->x[i] - map->x0) / map->width);
        size_t row = (size_t)llround((map->y[i] - map->y0) / map->height);
        map->cells[(map->rows - 1 - row) * map->columns + column] = map->values[i];
        map->low = fmin(map->low, map->values[i]);
        map->high = fmax(map->high, map->values[i]);
        map->count++;
    }
}

static bool read_map(const struct table_rows *rows, struct map *map)
{
    *map = (struct map){.x = table_rows_numbers(rows, "x"),
                        .y = table_rows_numbers(rows, "y"),
                        .values = table_rows_values(rows, "value"),
                        .width = width_of(table_rows_numbers(rows, "width"), rows->count),
                        .height = width_of(table_rows_numbers(rows, "height"), rows->count)};
    if (!map->x || !map->y || !map->values || !find_grid(map, rows->count))
        return false;
    fill_cells(map, rows->count, rows->request->arena);
    map->is_log = rows->request->spec->log_scale && map->high > WIDEST_LINEAR * map->low;
    return map->count >= LEAST_CELLS;
}

static bool are_whole(const struct map *map)
{
    for (size_t i = 0; i < map->rows * map->columns; i++)
        if (isfinite(map->cells[i]) && map->cells[i] != round(map->cells[i]))
            return false;
    return true;
}

/* ---- the figure ---- */

static const char *axes_text(const struct table_rows *rows)
{
    const struct chart_request *request = rows->request;
    const char *const *units = table_rows_texts(rows, "x_unit");
    const char *x = role_name(request->spec, "x",
                              request->each ? quantity_words(request->arena, request->each) : "x");
    const char *unit = units && units[0] ? units[0] : "";
    return arena_format(request->arena, "y axis: %s; x axis: %s%s%s",
                        role_axis(request->arena, request->spec, "y"), x, *unit ? ", " : "", unit);
}

static void make_panel(const struct table_rows *rows, const struct map *map,
                       const struct colour_ramp *ramp, struct panel *panel)
{
    struct arena *arena = rows->request->arena;
    struct display_unit plain = {"", 1};
    double magnitude = fmax(fabs(ramp->low), fabs(ramp->high));
    *panel = (struct panel){.has_colour = true, .height_share = 1, .title = axes_text(rows)};
    panel->x = (struct scale){.kind = SCALE_LINEAR,
                              .low = map->x0,
                              .high = map->x0 + (double)map->columns * map->width,
                              .unit = plain};
    panel->y = (struct scale){.kind = SCALE_LINEAR,
                              .low = map->y0,
                              .high = map->y0 + (double)map->rows * map->height,
                              .unit = plain};
    colour_ramp_scale(ramp, map->is_log, table_unit(rows, magnitude), &panel->colour);
    panel->colour.whole = panel->colour.unit.factor == 1 && are_whole(map);
    panel->marks = arena_alloc(arena, sizeof panel->marks[0]);
    panel->mark_count = 1;
    panel->marks[0] = (struct mark){.kind = MARK_CELLS,
                                    .cells = {.rows = map->rows,
                                              .columns = map->columns,
                                              .x0 = map->x0,
                                              .width = map->width,
                                              .y0 = map->y0,
                                              .height = map->height,
                                              .values = map->cells}};
}

static const char *numbers_text(const struct table_rows *rows, const struct map *map)
{
    struct arena *arena = rows->request->arena;
    const char *const *texts = table_rows_texts(rows, "text");
    if (texts && texts[0])
        return arena_text(arena, texts[0]);
    return map_cells_text(rows, map->count, map->width, map->height, map->low, map->high);
}

static bool lower_map(const struct chart_request *request, struct figure *figure)
{
    struct table_rows rows;
    struct map map;
    struct colour_ramp ramp;
    if (!table_rows_make(request, &rows) || !read_map(&rows, &map) ||
        !colour_ramp_find(map.cells, map.rows * map.columns, map.is_log, request->scratch, &ramp))
        return false;
    figure->panels = arena_alloc(request->arena, sizeof figure->panels[0]);
    figure->panel_count = 1;
    figure->height_pt = HEIGHT_PT;
    make_panel(&rows, &map, &ramp, figure->panels);
    table_describe(&rows, figure->panels->colour.unit.name, numbers_text(&rows, &map),
                   colour_ramp_note(&ramp, map.is_log), figure);
    return true;
}

const struct chart chart_map = {
    .name = "map",
    .description = "cells of a plane, coloured by a value",
    .columns = "x# y# value# width#? height#? x_unit? text?",
    .lower = lower_map,
};
