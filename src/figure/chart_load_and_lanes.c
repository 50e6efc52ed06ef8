/* Nodes and tasks together: what the nodes were loaded with, above what ran on them. */
#include <math.h>

#include "figure/lanes.h"
#include "figure/mark_list.h"
#include "figure/metric_digest.h"
#include "table/metric_unit.h"

static const double HEAD_PT = 92, LOAD_PT = 74;

/* The measure of how busy a node is, of those that sources have names for: measured use before the
 * load average. */
static const char *const load_metrics[] = {"cpu_percent", "cpu_percent_sys", "cpu_user",
                                           "cpu_load",    "acc_utilization", NULL};

static const char *find_load(const struct chart_request *request, struct node_line *line)
{
    for (size_t i = 0; load_metrics[i]; i++)
        if (source_combined_line(request->source, load_metrics[i], request->arena, line))
            return load_metrics[i];
    return NULL;
}

static void name_load(const struct chart_request *request, const char *metric,
                      const struct value_range *range, struct panel *panel)
{
    const struct indexed_table *metrics = &request->source->job_metrics;
    struct row_list rows = indexed_table_rows(metrics, metric);
    const char *label = rows.count ? table_texts(metrics->table, "label")[rows.rows[0]] : NULL;
    const char *unit = rows.count ? table_texts(metrics->table, "unit")[rows.rows[0]] : NULL;
    unit = metric_unit(metric, unit);
    struct display_unit display = display_unit_for(unit ? unit : "", range->high, request->units);
    label = short_name(request->arena, label && *label ? label : metric, 60);
    panel->title = *display.name ? arena_format(request->arena, "%s, %s", label,
                                                short_name(request->arena, display.name, 16))
                                 : label;
    scale_init_linear(&panel->y, range->low, range->high, true, display);
}

static void make_load_panel(const struct chart_request *request, const char *metric,
                            const struct node_line *line, struct panel *panel)
{
    struct mark_list marks = {.arena = request->arena};
    struct value_range range = value_range_none();
    value_range_add(&range, line->values, line->count);
    struct mark *mark = mark_list_add(&marks, MARK_LINE, COLOUR_ACCENT, 0);
    mark->width_pt = 1.1;
    mark->x = line->times;
    mark->y = line->values;
    mark->count = line->count;
    name_load(request, metric, &range, panel);
    mark_list_finish(&marks, panel);
}

/* Some moments at least that both have. */
static bool overlap(const struct node_line *line, const struct lanes *lanes)
{
    return line->count > 0 && line->times[0] < lanes->last &&
           lanes->first < line->times[line->count - 1];
}

static bool lower_load_and_lanes(const struct chart_request *request, struct figure *figure)
{
    struct table_rows rows;
    struct lanes lanes;
    struct node_line line;
    const char *metric = find_load(request, &line);
    if (!metric || !table_rows_make(request, &rows) || !lanes_read(&rows, &lanes) ||
        !overlap(&line, &lanes))
        return false;
    struct panel *panels = arena_alloc_array(request->arena, 2, sizeof *panels);
    make_load_panel(request, metric, &line, &panels[0]);
    double lanes_pt = lanes_make_panel(&rows, &lanes, &panels[1]);
    panels[0].height_share = LOAD_PT / (LOAD_PT + lanes_pt);
    panels[1].height_share = 1 - panels[0].height_share;
    panels[1].title = "Tasks";
    scale_init_moments(&panels[0].x, fmin(lanes.first, line.times[0]),
                       fmax(lanes.last, line.times[line.count - 1]));
    panels[1].x = panels[0].x;
    figure->panels = panels;
    figure->panel_count = 2;
    figure->height_pt = HEAD_PT + LOAD_PT + lanes_pt;
    const char *note = lanes_note(&rows, &lanes);
    const char *time = scale_moments_note(&panels->x, request->arena);
    note = arena_format(request->arena, "%s%s%s", note, *note && *time ? " " : "", time);
    table_describe(&rows, "", lanes_text(&rows, &lanes), note, figure);
    return true;
}

const struct chart chart_load_and_lanes = {
    .name = "load_and_lanes",
    .description = "lanes of tasks under the nodes' load, on one time axis",
    .columns = "lane# node nodes#? slot#? start# end# task tasks#? failed#? running#? instants#?",
    .lower = lower_load_and_lanes,
};
