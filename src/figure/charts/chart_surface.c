#include <math.h>

#include "figure/charts/map_cells.h"
#include "figure/charts/table_rows.h"
#include "figure/model/mark_list.h"
#include "figure/scales/colour_ramp.h"
#include "util/number.h"

/* MOST_PLACES: where there are more, cells of a map lie side by side. */
enum { LEAST_PLACES = 50, MOST_PLACES = 5000 };
static const double HEIGHT_PT = 300, PLACE_PT = 1.4;
/* Values that span less are distinguished on a linear ramp. */
static const double WIDEST_LINEAR = 10;
/* Of the places of a grid: where as many are filled, a map shows them all. */
static const double FULL = 0.6;

struct surface {
    double *x, *y, *values; /* of the places that have a value: their centres */
    size_t count;
    struct value_range x_range, y_range, range;
};

static double half_of(const double *widths, size_t i)
{
    return widths && widths[i] > 0 && isfinite(widths[i]) ? widths[i] / 2 : 0;
}

static bool read_surface(const struct table_rows *rows, struct surface *surface)
{
    const double *x = table_rows_numbers(rows, "x"), *y = table_rows_numbers(rows, "y");
    const double *values = table_rows_values(rows, "value");
    const double *widths = table_rows_numbers(rows, "width"),
                 *heights = table_rows_numbers(rows, "height");
    struct arena *arena = rows->request->arena;
    if (!x || !y || !values)
        return false;
    *surface = (struct surface){.x = arena_alloc_array(arena, rows->count, sizeof *surface->x),
                                .y = arena_alloc_array(arena, rows->count, sizeof *surface->y),
                                .values = arena_alloc_array(arena, rows->count, sizeof(double)),
                                .x_range = value_range_none(),
                                .y_range = value_range_none(),
                                .range = value_range_none()};
    for (size_t i = 0; i < rows->count; i++) {
        if (!isfinite(x[i]) || !isfinite(y[i]) || !isfinite(values[i]))
            continue;
        surface->x[surface->count] = x[i] + half_of(widths, i);
        surface->y[surface->count] = y[i] + half_of(heights, i);
        surface->values[surface->count++] = values[i];
    }
    value_range_add(&surface->x_range, surface->x, surface->count);
    value_range_add(&surface->y_range, surface->y, surface->count);
    value_range_add(&surface->range, surface->values, surface->count);
    return surface->count >= LEAST_PLACES && surface->count <= MOST_PLACES &&
           surface->x_range.low < surface->x_range.high &&
           surface->y_range.low < surface->y_range.high;
}

/* Most cells between the outermost have a value: nothing has to be interpolated. */
static bool is_full(const struct table_rows *rows, const struct surface *surface)
{
    const double *widths = table_rows_numbers(rows, "width"),
                 *heights = table_rows_numbers(rows, "height");
    double width = 2 * half_of(widths, 0), height = 2 * half_of(heights, 0);
    if (!(width > 0 && height > 0))
        return false;
    double cells = ((surface->x_range.high - surface->x_range.low) / width + 1) *
                   ((surface->y_range.high - surface->y_range.low) / height + 1);
    return (double)surface->count >= FULL * cells;
}

static void add_marks(const struct surface *surface, struct arena *arena, struct panel *panel)
{
    struct mark_list marks = {.arena = arena};
    struct mark *shades = mark_list_add(&marks, MARK_CONTOURS, COLOUR_TEXT, 0);
    shades->contours = (struct contours){.paint = CONTOUR_SHADES,
                                         .columns = surface->count,
                                         .x = surface->x,
                                         .y = surface->y,
                                         .values = surface->values};
    struct mark *places = mark_list_add(&marks, MARK_POINT, COLOUR_TEXT, surface->count);
    places->shape = SHAPE_CIRCLE;
    places->width_pt = PLACE_PT;
    for (size_t i = 0; i < surface->count; i++)
        mark_put(places, surface->x[i], surface->y[i]);
    mark_list_finish(&marks, panel);
}

static void make_panel(const struct table_rows *rows, const struct surface *surface,
                       const struct colour_ramp *ramp, bool is_log, struct panel *panel)
{
    struct display_unit plain = {"", 1};
    double magnitude = fmax(fabs(ramp->low), fabs(ramp->high));
    *panel = (struct panel){.has_colour = true, .height_share = 1};
    scale_init_linear(&panel->x, surface->x_range.low, surface->x_range.high, false, plain);
    scale_init_linear(&panel->y, surface->y_range.low, surface->y_range.high, false, plain);
    colour_ramp_scale(ramp, is_log, table_unit(rows, magnitude), &panel->colour);
    add_marks(surface, rows->request->arena, panel);
}

static bool lower_surface(const struct chart_request *request, struct figure *figure)
{
    struct table_rows rows;
    struct surface surface;
    struct colour_ramp ramp;
    if (!table_rows_make(request, &rows) || !read_surface(&rows, &surface) ||
        is_full(&rows, &surface))
        return false;
    bool is_log =
        request->spec->log_scale && surface.range.high > WIDEST_LINEAR * surface.range.low;
    if (!colour_ramp_find(surface.values, surface.count, is_log, request->scratch, &ramp))
        return false;
    if (request->can_paint_contours && !request->can_paint_contours()) {
        figure->undrawn = "PLplot, which draws contours, is not installed";
        return false;
    }
    figure->panels = arena_alloc(request->arena, sizeof figure->panels[0]);
    figure->panel_count = 1;
    figure->height_pt = HEIGHT_PT;
    make_panel(&rows, &surface, &ramp, is_log, figure->panels);
    const double *widths = table_rows_numbers(&rows, "width"),
                 *heights = table_rows_numbers(&rows, "height");
    const char *numbers =
        map_cells_text(&rows, surface.count, 2 * half_of(widths, 0), 2 * half_of(heights, 0),
                       surface.range.low, surface.range.high);
    table_describe(&rows, figure->panels->colour.unit.name, numbers,
                   colour_ramp_note(&ramp, is_log), figure);
    return true;
}

const struct chart chart_surface = {
    .name = "surface",
    .description = "a value between scattered places of a plane, interpolated, as shades",
    .columns = "x# y# value# width#? height#?",
    .lower = lower_surface,
};
