#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/statistic.h"
#include "figure/charts/chart.h"
#include "figure/charts/table_rows.h"
#include "figure/model/mark_list.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/number.h"

static const double HEIGHT_PT = 280, POINT_PT = 2.4, ROOF_PT = 1.1, SCALAR_PT = 0.8,
                    MESSAGE_PT = 64;
enum { FEWEST_POINTS = 10 }; /* without ceilings */
/* Where names of ceilings stand, as shares of the plot: along x, and above their line. */
static const double PEAK_NAME_AT = 0.66, SLOPE_NAME_AT = 0.03, NAME_WIDTH = 0.19, NAME_ABOVE = 0.03;

struct points {
    const char *const *nodes;
    const double *x, *y, *times;
    size_t count, nodes_shown, drawn;
};

struct ceilings {
    double peak, scalar, bandwidth; /* NaN: unknown */
    const char *source;             /* of the peak, else of the bandwidth */
};

static double ceiling(const struct roofline_ceilings_rows *table, const char *name,
                      const char **source)
{
    size_t row = rows_find(table->rows, 0, table->ceiling, name, NULL, NULL);
    if (!table->rows || row == table->rows)
        return NUMBER_MISSING;
    if (!*source)
        *source = table->source[row];
    return table->value[row];
}

static struct ceilings find_ceilings(const struct tables *tables)
{
    const struct roofline_ceilings_rows table = roofline_ceilings_rows(tables);
    struct ceilings ceilings = {.source = NULL};
    ceilings.peak = ceiling(&table, "peak", &ceilings.source);
    ceilings.scalar = ceiling(&table, "scalar peak", &ceilings.source);
    ceilings.bandwidth = ceiling(&table, "bandwidth", &ceilings.source);
    return ceilings;
}

/* The mean node is named by its nodes. */
static bool is_drawn(const struct points *points, size_t row)
{
    return points->nodes[row] && strcmp(points->nodes[row], "*") != 0 && points->x[row] > 0 &&
           points->y[row] > 0;
}

static bool read_points(const struct table_rows *rows, struct points *points)
{
    *points = (struct points){table_rows_texts(rows, "node"),
                              table_rows_numbers(rows, "x"),
                              table_rows_numbers(rows, "y"),
                              table_rows_numbers(rows, "time"),
                              rows->count,
                              0,
                              0};
    if (!points->nodes || !points->x || !points->y || !points->times)
        return false;
    const char *latest = NULL; /* a node's rows stand together */
    for (size_t row = 0; row < rows->count; row++)
        points->drawn += is_drawn(points, row);
    for (size_t row = 0; row < rows->count; row++)
        if (is_drawn(points, row) && (!latest || strcmp(points->nodes[row], latest) != 0)) {
            latest = points->nodes[row];
            points->nodes_shown++;
        }
    return points->nodes_shown > 0;
}

/* ---- marks ---- */

static void add_points(struct arena *arena, const struct points *points, struct mark_list *marks)
{
    double *shades = arena_alloc_array(arena, points->count, sizeof *shades);
    struct mark *mark = mark_list_add(marks, MARK_POINT, COLOUR_ACCENT, points->count);
    mark->shape = SHAPE_CIRCLE;
    mark->width_pt = POINT_PT;
    mark->shades = shades;
    for (size_t row = 0; row < points->count; row++)
        if (is_drawn(points, row)) {
            shades[mark->count] = points->times[row];
            mark_put(mark, points->x[row], points->y[row]);
        }
}

static double along(const struct scale *scale, double share)
{
    return scale->low * pow(scale->high / scale->low, share);
}

/* The lower of the slope and a level line; NaN: there is no such limit. */
static double roof_at(double level, double slope, double x)
{
    return fmin(level, slope * x);
}

static void add_roof(const struct panel *panel, double level, double slope, double width_pt,
                     enum dash dash, struct mark_list *marks)
{
    struct mark *mark = mark_list_add(marks, MARK_LINE, COLOUR_TEXT, 3);
    double knee = level / slope, low = fmax(panel->x.low, panel->y.low / slope);
    mark->width_pt = width_pt;
    mark->dash = dash;
    mark_put(mark, low, roof_at(level, slope, low));
    if (knee > low && knee < panel->x.high)
        mark_put(mark, knee, level);
    mark_put(mark, panel->x.high, roof_at(level, slope, panel->x.high));
}

/* In the unit of the axis; bandwidth, which has none, in one of its own. */
static const char *ceiling_name(const struct table_rows *rows, const char *name, double value,
                                const struct display_unit *unit)
{
    return arena_format(rows->request->arena, "%s %s", name, table_value_text(rows, value, unit));
}

static void add_ceilings(const struct table_rows *rows, const struct ceilings *ceilings,
                         const struct panel *panel, struct mark_list *marks)
{
    double slope = ceilings->bandwidth;
    if (!isnan(ceilings->scalar))
        add_roof(panel, ceilings->scalar, slope, SCALAR_PT, DASH_SHORT, marks);
    if (!isnan(ceilings->peak) || !isnan(slope))
        add_roof(panel, ceilings->peak, slope, ROOF_PT, DASH_SOLID, marks);
    struct mark *names = mark_list_add(marks, MARK_TEXT, COLOUR_SECONDARY, 3);
    double x = along(&panel->x, PEAK_NAME_AT),
           above = pow(panel->y.high / panel->y.low, NAME_ABOVE);
    if (!isnan(ceilings->peak))
        mark_put_text(names, x, ceilings->peak * above,
                      ceiling_name(rows, "peak", ceilings->peak, &panel->y.unit));
    if (!isnan(ceilings->scalar))
        mark_put_text(names, x, ceilings->scalar * above,
                      ceiling_name(rows, "without vectors", ceilings->scalar, &panel->y.unit));
    double end = along(&panel->x, SLOPE_NAME_AT + NAME_WIDTH);
    struct display_unit bandwidth = display_unit_for("B/s", slope, UNITS_SI);
    if (!isnan(slope))
        mark_put_text(names, along(&panel->x, SLOPE_NAME_AT),
                      roof_at(ceilings->peak, slope, end) * above,
                      ceiling_name(rows, "memory", slope, &bandwidth));
}

/* ---- panel ---- */

static void add_to_range(struct value_range *range, double value)
{
    value_range_add(range, &value, 1);
}

static void make_panel(const struct table_rows *rows, const struct points *points,
                       const struct ceilings *ceilings, struct panel *panel)
{
    struct mark_list marks = {.arena = rows->request->arena};
    struct value_range x = value_range_none(), y = value_range_none(), time = value_range_none();
    for (size_t row = 0; row < points->count; row++)
        if (is_drawn(points, row)) {
            add_to_range(&x, points->x[row]);
            add_to_range(&y, points->y[row]);
            add_to_range(&time, points->times[row]);
        }
    double knee = ceilings->peak / ceilings->bandwidth;
    add_to_range(&x, 2 * knee);
    add_to_range(&y, 2 * ceilings->peak);
    scale_init_log(&panel->x, x.low, x.high, (struct display_unit){"FLOP/byte", 1});
    scale_init_log(&panel->y, y.low, y.high, display_unit_for("F/s", y.high, rows->request->units));
    scale_init_moments(&panel->colour, time.low, time.high);
    panel->has_colour = true;
    panel->height_share = 1;
    add_ceilings(rows, ceilings, panel, &marks);
    add_points(rows->request->arena, points, &marks);
    mark_list_finish(&marks, panel);
}

/* ---- words ---- */

static double median_of(const struct points *points, const double *values, double *scratch)
{
    size_t count = 0;
    for (size_t row = 0; row < points->count; row++)
        if (is_drawn(points, row))
            scratch[count++] = values[row];
    return statistic_median(scratch, count);
}

/* In the units of the axes. */
static const char *numbers_text(const struct table_rows *rows, const struct points *points,
                                const struct panel *panel)
{
    double *scratch = memory_alloc_array(points->count, sizeof *scratch);
    double x = median_of(points, points->x, scratch), y = median_of(points, points->y, scratch);
    const char *intensity = table_value_text(rows, x, &panel->x.unit);
    const char *rate = table_value_text(rows, y, &panel->y.unit);
    free(scratch);
    return arena_format(rows->request->arena, "%s, medians of the points %s and %s per node",
                        count_word(rows->request->arena, (double)points->nodes_shown, "node",
                                   "nodes"),
                        intensity, rate);
}

static const char *note_text(const struct table_rows *rows, const struct ceilings *ceilings)
{
    static const char ridge[] =
        "Left of the ridge point memory bandwidth is the limit, right of it "
        "peak performance. ";
    char width[64];
    bool is_full = !isnan(ceilings->peak) && !isnan(ceilings->bandwidth);
    const struct table *table = rows->table;
    const char *metric = table_texts(table, "bandwidth_metric")[rows->rows[0]];
    bool is_cache = metric && strncmp(metric, "L3.", 3) == 0;
    quantity_format(table_numbers(table, "width_s")[rows->rows[0]], "s", UNITS_SI, width,
                    sizeof width);
    const char *known =
        ceilings->source
            ? arena_format(rows->request->arena, "%sCeilings of a node: from %s.",
                           is_full ? ridge : "", ceilings->source)
            : "No ceilings: the peak rates of a node are unknown. Give the archive's cluster.json, "
              "or --peak-flops and --peak-bandwidth.";
    return arena_format(rows->request->arena,
                        "Each point: one node, mean over %s; colour: time. %s%s", width,
                        is_cache ? "Traffic is that of the last-level cache, since memory traffic "
                                   "was not measured. "
                                 : "",
                        known);
}

static bool lower_roofline(const struct chart_request *request, struct figure *figure)
{
    struct table_rows rows;
    struct points points;
    if (!table_rows_make(request, &rows) || !read_points(&rows, &points))
        return false;
    struct ceilings ceilings = find_ceilings(request->source->tables);
    figure->panels = arena_alloc(request->arena, sizeof figure->panels[0]);
    figure->panel_count = 1;
    make_panel(&rows, &points, &ceilings, figure->panels);
    figure->height_pt = HEIGHT_PT;
    if (!ceilings.source && points.drawn < FEWEST_POINTS) {
        figure->height_pt = MESSAGE_PT;
        figure->panels->message =
            arena_format(request->arena, "Not drawn: %s, and no ceilings.",
                         count_word(request->arena, (double)points.drawn, "point", "points"));
    }
    table_describe(&rows, figure->panels->y.unit.name, numbers_text(&rows, &points, figure->panels),
                   note_text(&rows, &ceilings), figure);
    return true;
}

const struct chart chart_roofline = {
    .name = "roofline",
    .description = "floating-point rate against arithmetic intensity, under the ceilings of a node",
    .columns = "node time# x# y#",
    .lower = lower_roofline,
};
