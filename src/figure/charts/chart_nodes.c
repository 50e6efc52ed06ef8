#include <math.h>
#include <string.h>

#include "figure/charts/chart.h"
#include "figure/charts/heatmap.h"
#include "figure/charts/metric_summary.h"
#include "figure/charts/smooth.h"
#include "figure/charts/spans.h"
#include "table/rows.h"

enum {
    MOST_LINES = 8, /* of tables without bands */
    FEW_NODES = 4,  /* whose sum can be seen from their lines */
    MOST_OUTLIERS = 3,
    LINE_STRETCHES = 240,
    OUTLIER_STRETCHES = 120,
    NAME_LENGTH = 18
};

static const double LINES_HEIGHT_PT = 165, BANDS_HEIGHT_PT = 150;
static const double FEW_LINES_PT = 1.0, MANY_LINES_PT = 0.8, MEDIAN_PT = 1.1, OUTLIER_PT = 0.7;

static const char *what_is_shown(struct arena *arena, const struct metric_summary *summary)
{
    char text[64];
    return arena_format(arena, "%s, each of %s %ss", summary->label,
                        quantity_format_fixed((double)summary->nodes, 0, text, sizeof text),
                        summary->thing);
}

/* ---- a line a node -------------------------------------------------------------------------- */

/* Yellow, the last of the series colours, cannot be seen as a line on white. */
static enum colour line_colour(size_t i)
{
    return i < 7 ? (enum colour)(COLOUR_SERIES + i) : COLOUR_SECONDARY;
}

/* Dashes and shapes are five each: the second round pairs them differently. */
static struct mark line_of_node(struct arena *arena, const struct node_line *line, size_t i,
                                size_t lines)
{
    return (struct mark){
        .kind = MARK_LINE,
        .colour = line_colour(i),
        .dash = (enum dash)(i % DASH_COUNT),
        .shape = (enum shape)(SHAPE_CIRCLE + (i + i / DASH_COUNT) % (SHAPE_COUNT - 1)),
        .width_pt = lines <= 4 ? FEW_LINES_PT : MANY_LINES_PT,
        .count = line->count,
        .x = line->times,
        .y = line->values,
        .name = short_name(arena, line->node, NAME_LENGTH),
        .markers = true,
    };
}

static const char *stretch_text(const struct chart_request *request, size_t count)
{
    char text[64];
    double width_s = stretches_of(request->source, count).width;
    return arena_text(request->arena,
                      quantity_format(width_s, "s", request->units, text, sizeof text));
}

static bool any_is_dense(const struct node_line *const *lines, size_t count,
                         const struct stretches *stretches)
{
    for (size_t i = 0; i < count; i++)
        if (line_is_dense(lines[i], stretches))
            return true;
    return false;
}

static struct mark envelope_mark(const struct chart_request *request,
                                 const struct node_lines *lines, const struct stretches *stretches)
{
    struct envelope envelope;
    envelope_make(&envelope, lines, stretches, request->arena);
    return (struct mark){.kind = MARK_AREA,
                         .colour = COLOUR_BAND_OUTER,
                         .count = envelope.count,
                         .x = envelope.times,
                         .y = envelope.high,
                         .y2 = envelope.low};
}

/* Several jagged lines cover one another: then each is smoothed, and an area keeps the extremes. */
static const char *add_lines(const struct chart_request *request,
                             const struct metric_summary *summary, const struct node_lines *lines,
                             struct panel *panel)
{
    struct arena *arena = request->arena;
    struct value_range range = value_range_none();
    struct stretches stretches = stretches_of(request->source, LINE_STRETCHES);
    bool smoothed = false;
    panel->marks = arena_alloc_array(arena, lines->count + 2, sizeof panel->marks[0]);
    for (size_t i = 0; i < lines->count; i++) {
        value_range_add(&range, lines->items[i].values, lines->items[i].count);
        smoothed = smoothed || line_is_dense(&lines->items[i], &stretches);
    }
    if (smoothed)
        panel->marks[panel->mark_count++] = envelope_mark(request, lines, &stretches);
    for (size_t i = 0; i < lines->count; i++) {
        struct node_line line = line_smooth(&lines->items[i], &stretches, arena);
        panel->marks[panel->mark_count++] = line_of_node(arena, &line, i, lines->count);
    }
    const char *note;
    summary_scale(request, summary, range, &panel->y, &note);
    if (!smoothed)
        return note;
    return arena_format(arena, "Lines: medians over %s; area: min to max of the samples.%s%s",
                        stretch_text(request, LINE_STRETCHES), *note ? " " : "", note);
}

/* ---- bands over many nodes ------------------------------------------------------------------ */

struct bands {
    size_t count;
    double *times, *min, *p05, *p50, *p95, *max;
};

static bool bands_read(const struct chart_request *request, struct bands *bands)
{
    static const char *const names[] = {"time", "min", "p05", "p50", "p95", "max"};
    const struct table *table = request->source->bands.table;
    struct row_list rows = indexed_table_rows(&request->source->bands, request->metric);
    if (rows.count == 0)
        return false;
    bands->count = rows.count;
    double **columns[] = {&bands->times, &bands->min, &bands->p05,
                          &bands->p50,   &bands->p95, &bands->max};
    for (size_t c = 0; c < 6; c++) {
        const double *numbers = table_numbers(table, names[c]);
        *columns[c] = arena_alloc_array(request->arena, rows.count, sizeof(double));
        for (size_t i = 0; i < rows.count; i++)
            (*columns[c])[i] = numbers[rows.rows[i]];
    }
    return true;
}

static struct mark band_mark(enum colour colour, const struct bands *bands, const double *high,
                             const double *low)
{
    return (struct mark){.kind = MARK_AREA,
                         .colour = colour,
                         .count = bands->count,
                         .x = bands->times,
                         .y = high,
                         .y2 = low};
}

/* ---- nodes that stand out ------------------------------------------------------------------- */

static double distance_of(const struct chart_request *request, const char *node)
{
    const struct indexed_table *indexed = &request->source->outliers;
    struct row_list rows = indexed_table_rows(indexed, request->metric);
    for (size_t i = 0; i < rows.count; i++) {
        const char *name = table_texts(indexed->table, "node")[rows.rows[i]];
        if (name && strcmp(name, node) == 0)
            return fabs(
                table_numbers(indexed->table, COLUMN_OF(outlier_nodes, robust_z))[rows.rows[i]]);
    }
    return -1;
}

/* The farthest first; returns how many are to be drawn. */
static size_t pick_outliers(const struct chart_request *request, const struct node_lines *lines,
                            const struct node_line **picked)
{
    double distances[MOST_OUTLIERS];
    size_t count = 0;
    for (size_t i = 0; i < lines->count; i++) {
        double distance = distance_of(request, lines->items[i].node);
        size_t place = count;
        while (place > 0 && distance > distances[place - 1])
            place--;
        if (place == MOST_OUTLIERS)
            continue;
        count += count < MOST_OUTLIERS;
        for (size_t j = count - 1; j > place; j--) {
            distances[j] = distances[j - 1];
            picked[j] = picked[j - 1];
        }
        distances[place] = distance;
        picked[place] = &lines->items[i];
    }
    return count;
}

static struct mark outlier_mark(const struct chart_request *request, const struct node_line *line,
                                size_t i)
{
    struct stretches stretches = stretches_of(request->source, OUTLIER_STRETCHES);
    struct node_line drawn = line_smooth(line, &stretches, request->arena);
    return (struct mark){
        .kind = MARK_LINE,
        .colour = (enum colour)(COLOUR_SERIES + 1 + i),
        .dash = (enum dash)(DASH_LONG + i),
        .width_pt = OUTLIER_PT,
        .count = drawn.count,
        .x = drawn.times,
        .y = drawn.values,
        .name = short_name(request->arena, line->node, NAME_LENGTH),
    };
}

/* Where the numbers of each node are that bands sum up: on paper and later nobody can ask. */
static const char *where_text(const struct chart_request *request,
                              const struct metric_summary *summary)
{
    const struct indexed_table *cells = &request->source->heatmap;
    struct row_list rows = indexed_table_rows(cells, request->metric);
    const double *nodes = rows.count ? table_numbers(cells->table, "nodes") : NULL;
    if (!nodes)
        return NULL;
    for (size_t i = 0; i < rows.count; i++)
        if (nodes[rows.rows[i]] > 1)
            return arena_format(request->arena, "All samples of each %s: --export samples.",
                                summary->thing);
    return arena_format(request->arena,
                        "Means of each %s over time: data/heatmap.csv; all samples: --export "
                        "samples.",
                        summary->thing);
}

static const char *bands_note(const struct chart_request *request,
                              const struct metric_summary *summary, bool smoothed, size_t drawn,
                              const char *scale_note)
{
    const char *outliers = "", *medians = "";
    if (smoothed)
        medians = arena_format(request->arena, " (medians over %s)",
                               stretch_text(request, OUTLIER_STRETCHES));
    if (drawn > 0)
        outliers = arena_format(request->arena, " Dashed: outlier %ss%s.", summary->thing, medians);
    return arena_format(request->arena,
                        "Line: median %s; bands: p5–p95 and min–max of the %ss.%s%s%s",
                        summary->thing, summary->thing, outliers, *scale_note ? " " : "",
                        scale_note);
}

static struct value_range range_of(const struct bands *bands, const struct node_line *const *picked,
                                   size_t count)
{
    struct value_range range = value_range_none();
    value_range_add(&range, bands->min, bands->count);
    value_range_add(&range, bands->max, bands->count);
    for (size_t i = 0; i < count; i++)
        value_range_add(&range, picked[i]->values, picked[i]->count);
    return range;
}

static struct mark median_mark(const struct chart_request *request,
                               const struct metric_summary *summary, const struct bands *bands)
{
    return (struct mark){.kind = MARK_LINE,
                         .colour = COLOUR_ACCENT,
                         .width_pt = MEDIAN_PT,
                         .count = bands->count,
                         .x = bands->times,
                         .y = bands->p50,
                         .name = arena_format(request->arena, "median %s", summary->thing)};
}

static const char *add_bands(const struct chart_request *request,
                             const struct metric_summary *summary, const struct bands *bands,
                             const struct node_lines *lines, struct panel *panel)
{
    const struct node_line *picked[MOST_OUTLIERS];
    size_t drawn = pick_outliers(request, lines, picked);
    struct mark *marks = arena_alloc_array(request->arena, 4 + drawn, sizeof *marks);
    const char *scale_note;
    summary_scale(request, summary, range_of(bands, picked, drawn), &panel->y, &scale_note);
    panel->marks = marks;
    panel->mark_count = 3 + drawn;
    marks[0] = band_mark(COLOUR_BAND_OUTER, bands, bands->max, bands->min);
    marks[1] = band_mark(COLOUR_BAND_INNER, bands, bands->p95, bands->p05);
    marks[2] = median_mark(request, summary, bands);
    for (size_t i = 0; i < drawn; i++)
        marks[3 + i] = outlier_mark(request, picked[i], i);
    struct stretches stretches = stretches_of(request->source, OUTLIER_STRETCHES);
    bool smoothed = any_is_dense(picked, drawn, &stretches);
    return bands_note(request, summary, smoothed, drawn, scale_note);
}

/* ---- the figure ----------------------------------------------------------------------------- */

static void add_heatmap(const struct chart_request *request, const struct metric_summary *summary,
                        struct figure *figure, const char **note)
{
    double height_pt;
    const char *heatmap_note = "";
    struct panel *panels = figure->panels;
    panels[0].height_share = 1;
    figure->panel_count = 1;
    if (!heatmap_panel_make(request, summary, &panels[1], &height_pt, &heatmap_note)) {
        if (*heatmap_note)
            *note = arena_format(request->arena, "%s %s", *note, heatmap_note);
        return;
    }
    figure->panel_count = 2;
    figure->height_pt += height_pt;
    panels[1].height_share = height_pt / figure->height_pt;
    panels[0].height_share = 1 - panels[1].height_share;
    *note = arena_format(request->arena, "%s %s", *note, heatmap_note);
}

static bool fill_panels(const struct chart_request *request, const struct metric_summary *summary,
                        struct figure *figure, const char **note)
{
    struct node_lines lines;
    struct bands bands = {0};
    source_node_lines(request->source, request->metric, request->arena, &lines);
    bool has_bands = bands_read(request, &bands);
    bool few = !has_bands; /* the analysis makes bands of more than a few nodes */
    if (few && lines.count == 0)
        return false;
    figure->panels = arena_alloc_array(request->arena, 2, sizeof figure->panels[0]);
    scale_init_moments(&figure->panels[0].x, request->source->time_low, request->source->time_high);
    if (few) {
        lines.count = lines.count < MOST_LINES ? lines.count : MOST_LINES;
        *note = add_lines(request, summary, &lines, &figure->panels[0]);
        figure->height_pt = LINES_HEIGHT_PT;
        figure->panels[0].height_share = 1;
        figure->panel_count = 1;
        return true;
    }
    *note = add_bands(request, summary, &bands, &lines, &figure->panels[0]);
    figure->height_pt = BANDS_HEIGHT_PT;
    add_heatmap(request, summary, figure, note);
    figure->numbers_at = where_text(request, summary);
    return true;
}

static bool lower_nodes(const struct chart_request *request, struct figure *figure)
{
    struct metric_summary summary;
    if (!metric_summary_make(request, &summary) || summary.nodes <= 1)
        return false;
    const char *what = what_is_shown(request->arena, &summary);
    const char *message = summary_message(request, &summary);
    if (message) {
        summary_describe_message(request, &summary, what, message, figure);
        return true;
    }
    const char *note = "";
    if (!fill_panels(request, &summary, figure, &note))
        return false;
    const char *spans = spans_add(request, &figure->panels[0]);
    if (*spans)
        note = arena_format(request->arena, "%s%s%s", note, *note ? " " : "", spans);
    summary_describe(request, &summary, what,
                     summary_node_numbers(request, &summary, &figure->panels[0].y.unit), note,
                     &figure->panels[0].y, figure);
    figure->is_of_few = summary.nodes <= FEW_NODES;
    return true;
}

const struct chart chart_nodes = {
    .name = "nodes",
    .description = "a metric of each node: lines for a few, bands and a heat map for many; only "
                   "for metrics of more than one node",
    .lower = lower_nodes,
};
