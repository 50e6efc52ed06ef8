#include "figure/charts/chart.h"
#include "figure/charts/metric_summary.h"
#include "figure/charts/spans.h"
#include "table/metric_unit.h"

enum { LABEL_LENGTH = 60, UNIT_LENGTH = 16 };

static const double HEIGHT_PT = 150;
static const double LINE_PT = 1.1;

static const char *what_is_shown(struct arena *arena, const struct metric_summary *summary)
{
    char text[64];
    if (summary->nodes <= 1)
        return *summary->first_node
                   ? arena_format(arena, "%s on %s", summary->label, summary->first_node)
                   : summary->label;
    const char *count = quantity_format_fixed((double)summary->nodes, 0, text, sizeof text);
    if (summary->combine == COMBINE_TOTAL)
        return arena_format(arena, "%s, all %s %ss together", summary->label, count,
                            summary->thing);
    return arena_format(arena, summary->is_ratio ? "%s, %s %ss together" : "%s, mean of %s %ss",
                        summary->label, count, summary->thing);
}

/* An area down to zero says "amount"; on other scales there is no zero to stand on. */
static struct mark area_below(const struct node_line *line, struct arena *arena)
{
    return (struct mark){
        .kind = MARK_AREA,
        .colour = COLOUR_BAND_OUTER,
        .count = line->count,
        .x = line->times,
        .y = line->values,
        .y2 = arena_alloc_array(arena, line->count, sizeof(double)),
    };
}

static struct mark line_mark(const struct node_line *line)
{
    return (struct mark){
        .kind = MARK_LINE,
        .colour = COLOUR_ACCENT,
        .width_pt = LINE_PT,
        .count = line->count,
        .x = line->times,
        .y = line->values,
    };
}

static void add_marks(struct panel *panel, const struct node_line *line, struct arena *arena)
{
    panel->marks = arena_alloc_array(arena, 3, sizeof panel->marks[0]);
    if (panel->y.kind == SCALE_LINEAR && panel->y.low <= 0 && panel->y.high >= 0)
        panel->marks[panel->mark_count++] = area_below(line, arena);
    panel->marks[panel->mark_count++] = line_mark(line);
}

static const char *note_text(struct arena *arena, const struct metric_summary *summary,
                             const char *scale_note)
{
    const char *gap = *scale_note ? " " : "";
    if (summary->nodes <= 1)
        return scale_note;
    if (summary->is_ratio)
        return arena_format(arena, "All %ss: sum of numerators ÷ sum of denominators.%s%s",
                            summary->thing, gap, scale_note);
    if (summary->combine == COMBINE_MEAN)
        return arena_format(arena, "Mean of the %ss with a sample.%s%s", summary->thing, gap,
                            scale_note);
    return arena_format(arena,
                        "Sum over all %ss; a %s without a sample is counted with the mean of the "
                        "others.%s%s",
                        summary->thing, summary->thing, gap, scale_note);
}

static bool lower_combined(const struct chart_request *request, struct figure *figure)
{
    struct arena *arena = request->arena;
    struct metric_summary summary;
    if (!metric_summary_make(request, &summary))
        return false;
    const char *what = what_is_shown(arena, &summary);
    const char *message = summary_message(request, &summary);
    struct node_line line;
    bool has_line = source_combined_line(request->source, request->metric, arena, &line);
    if (!message && !has_line)
        return false;
    if (message) {
        summary_describe_message(request, &summary, what, message, figure);
        return true;
    }
    struct value_range range = value_range_none();
    value_range_add(&range, line.values, line.count);
    struct panel *panel = arena_alloc(arena, sizeof *panel);
    const char *note;
    scale_init_moments(&panel->x, request->source->time_low, request->source->time_high);
    summary_scale(request, &summary, range, &panel->y, &note);
    panel->height_share = 1;
    add_marks(panel, &line, arena);
    const char *spans = spans_add(request, panel);
    note = note_text(arena, &summary, note);
    summary_describe(request, &summary, what,
                     summary_combined_numbers(request, &summary, &panel->y.unit),
                     *spans ? arena_format(arena, "%s %s", note, spans) : note, &panel->y, figure);
    figure->is_mean = summary.nodes > 1 && summary.combine != COMBINE_TOTAL;
    figure->is_sum = summary.nodes > 1 && !figure->is_mean;
    figure->height_pt = HEIGHT_PT;
    figure->panels = panel;
    figure->panel_count = 1;
    return true;
}

/* ---- a panel of other charts ---------------------------------------------------------------- */

/* Of several nodes it says what the one line is of. */
static const char *panel_title(const struct chart_request *request, const char *metric,
                               const struct display_unit *unit)
{
    struct arena *arena = request->arena;
    struct metric_summary summary;
    bool is_known = metric_summary_make(request, &summary);
    const char *title = is_known && summary.nodes > 1 ? what_is_shown(arena, &summary)
                        : is_known && *summary.label  ? summary.label
                                                      : metric;
    title = short_name(arena, title, LABEL_LENGTH);
    return *unit->name
               ? arena_format(arena, "%s, %s", title, short_name(arena, unit->name, UNIT_LENGTH))
               : title;
}

static void make_line_panel(const struct chart_request *request, const char *metric,
                            const struct node_line *line, struct panel *panel)
{
    struct chart_request own = *request;
    const struct indexed_table *metrics = &request->source->job_metrics;
    struct row_list rows = indexed_table_rows(metrics, metric);
    const char *unit = rows.count ? table_texts(metrics->table, "unit")[rows.rows[0]] : NULL;
    struct value_range range = value_range_none();
    own.metric = metric;
    unit = metric_unit(metric, unit);
    value_range_add(&range, line->values, line->count);
    scale_init_linear(&panel->y, range.low, range.high, true,
                      display_unit_for(unit ? unit : "", range.high, request->units));
    panel->title = panel_title(&own, metric, &panel->y.unit);
    panel->marks = arena_alloc(request->arena, sizeof panel->marks[0]);
    panel->marks[0] = line_mark(line);
    panel->mark_count = 1;
}

/* The line alone, of the first metric of the definition that has one. */
static bool make_combined_panel(const struct chart_request *request, struct time_panels *panels)
{
    const struct plotspec *spec = request->spec;
    struct node_line line;
    size_t i = 0;
    while (i < spec->metric_count &&
           !source_combined_line(request->source, spec->metrics[i], request->arena, &line))
        i++;
    if (i == spec->metric_count)
        return false;
    panels->panels = arena_alloc(request->arena, sizeof panels->panels[0]);
    panels->count = 1;
    panels->first = line.times[0];
    panels->last = line.times[line.count - 1];
    make_line_panel(request, spec->metrics[i], &line, panels->panels);
    return true;
}

const struct chart chart_combined = {
    .name = "combined",
    .description = "one line of a metric over all nodes: their mean or their sum",
    .lower = lower_combined,
    .make_panels = make_combined_panel,
};
