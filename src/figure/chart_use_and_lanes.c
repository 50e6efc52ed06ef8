/* What cards and processors were used for: their use over time above what the programs ran. */
#include <math.h>

#include "figure/lanes.h"
#include "figure/mark_list.h"
#include "figure/metric_digest.h"
#include "figure/time_lines.h"

static const double HEAD_PT = 92, PANEL_PT = 70;

/* What the monitors of programs measure of their processes. */
static const char *const process_metrics[] = {"cpu", "memory"};
enum { PROCESS_METRICS = 2, MOST_PANELS = TIME_MOST_PANELS + PROCESS_METRICS + 1 };

static struct name_pairs pairs_of(struct arena *arena, const char *const (*pairs)[2], size_t count)
{
    struct name_pairs list = {arena_alloc_array(arena, count, sizeof *list.items), count};
    for (size_t i = 0; i < count; i++)
        list.items[i] = (struct name_pair){pairs[i][0], pairs[i][1]};
    return list;
}

/* The rows of the table trace_lines that the figure `use` is made of. */
static bool read_use(const struct chart_request *request, struct time_lines *lines)
{
    static const char *const columns[][2] = {{"panel", "panel"},
                                             {"unit", "unit"},
                                             {"line", "line"},
                                             {"time", "time"},
                                             {"value", "value"}};
    static const char *const where[][2] = {{"figure", "use"}};
    struct plotspec *spec = arena_alloc(request->arena, sizeof *spec);
    struct chart_request *own = arena_alloc(request->arena, sizeof *own);
    struct table_rows rows;
    *spec = *request->spec;
    spec->table = "trace_lines";
    spec->columns = pairs_of(request->arena, columns, sizeof columns / sizeof columns[0]);
    spec->where = pairs_of(request->arena, where, 1);
    *own = *request;
    own->spec = spec;
    return table_rows_make(own, &rows) && time_lines_read(&rows, lines);
}

static bool make_process_panel(const struct chart_request *request, const char *metric,
                               const struct lanes *lanes, struct panel *panel)
{
    const struct indexed_table *metrics = &request->source->job_metrics;
    struct row_list rows = indexed_table_rows(metrics, metric);
    struct mark_list marks = {.arena = request->arena};
    struct value_range range = value_range_none();
    struct node_line line;
    if (!rows.count || !source_combined_line(request->source, metric, request->arena, &line) ||
        !line.count || line.times[0] > lanes->last || line.times[line.count - 1] < lanes->first)
        return false;
    const char *label = table_texts(metrics->table, "label")[rows.rows[0]];
    const char *unit = table_texts(metrics->table, "unit")[rows.rows[0]];
    value_range_add(&range, line.values, line.count);
    scale_init_linear(&panel->y, range.low, range.high, true,
                      display_unit_for(unit ? unit : "", range.high, request->units));
    struct mark *mark = mark_list_add(&marks, MARK_LINE, COLOUR_ACCENT, 0);
    mark->width_pt = 1.1;
    mark->x = line.times;
    mark->y = line.values;
    mark->count = line.count;
    panel->title = arena_format(request->arena, "%s%s%s",
                                short_name(request->arena, label && *label ? label : metric, 60),
                                *panel->y.unit.name ? ", " : "", panel->y.unit.name);
    mark_list_finish(&marks, panel);
    return true;
}

static bool lower_use_and_lanes(const struct chart_request *request, struct figure *figure)
{
    struct table_rows rows;
    struct lanes lanes;
    struct time_lines lines;
    if (!table_rows_make(request, &rows) || !lanes_read(&rows, &lanes))
        return false;
    struct panel *panels = arena_alloc_array(request->arena, MOST_PANELS, sizeof *panels);
    bool has_use = read_use(request, &lines);
    size_t count = has_use ? time_lines_make_panels(request, &lines, false, panels) : 0;
    for (size_t i = 0; i < PROCESS_METRICS; i++)
        count += make_process_panel(request, process_metrics[i], &lanes, &panels[count]);
    if (!count)
        return false;
    double lanes_pt = lanes_make_panel(&rows, &lanes, &panels[count]);
    double all_pt = PANEL_PT * (double)count + lanes_pt;
    panels[count].title = "What ran";
    for (size_t i = 0; i <= count; i++) {
        panels[i].height_share = (i < count ? PANEL_PT : lanes_pt) / all_pt;
        scale_init_moments(&panels[i].x, lanes.first, lanes.last);
    }
    figure->panels = panels;
    figure->panel_count = count + 1;
    figure->height_pt = HEAD_PT + all_pt;
    table_describe(&rows, "",
                   has_use ? time_lines_text(request, &lines) : lanes_text(&rows, &lanes), "",
                   figure);
    if (has_use)
        figure->brief = time_lines_brief(request, &lines);
    return true;
}

const struct chart chart_use_and_lanes = {
    .name = "use_and_lanes",
    .description = "use and memory of cards and processes above lanes, on one time axis",
    .columns = "lane# node nodes#? slot#? start# end# task tasks#? failed#? running#? instants#?",
    .lower = lower_use_and_lanes,
};
