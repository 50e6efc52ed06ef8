#include <math.h>

#include "figure/charts/time_lines.h"

static const double HEAD_PT = 52, PANEL_PT = 110, MOST_PT = 150, ROW_PT = 4, AXIS_PT = 30;

/* A heat map of many rows is higher, so that rows can be distinguished. */
static double height_of(const struct panel *panel)
{
    if (panel->y.kind != SCALE_BANDS)
        return PANEL_PT;
    return fmin(MOST_PT, fmax(PANEL_PT, AXIS_PT + ROW_PT * panel->y.high));
}

static bool lower_lines(const struct chart_request *request, struct figure *figure)
{
    struct table_rows rows;
    struct time_lines lines;
    double height_pt = 0;
    if (!table_rows_make(request, &rows) || !time_lines_read(&rows, &lines))
        return false;
    figure->panels =
        arena_alloc_array(request->arena, 2 * TIME_MOST_PANELS, sizeof *figure->panels);
    figure->panel_count = time_lines_make_panels(request, &lines, true, figure->panels);
    for (size_t i = 0; i < figure->panel_count; i++) {
        scale_init_moments(&figure->panels[i].x, lines.first, lines.last);
        height_pt += height_of(&figure->panels[i]);
    }
    for (size_t i = 0; i < figure->panel_count; i++)
        figure->panels[i].height_share = height_of(&figure->panels[i]) / height_pt;
    figure->height_pt = HEAD_PT + height_pt;
    if (figure->panel_count == 0)
        return false;
    table_describe(&rows, "", time_lines_text(request, &lines),
                   scale_moments_note(&figure->panels->x, request->arena), figure);
    figure->brief = time_lines_brief(request, &lines);
    return true;
}

/* Without heat maps. */
static bool make_lines_panels(const struct chart_request *request, struct time_panels *panels)
{
    struct table_rows rows;
    struct time_lines lines;
    if (!table_rows_make(request, &rows) || !time_lines_read(&rows, &lines))
        return false;
    panels->panels = arena_alloc_array(request->arena, TIME_MOST_PANELS, sizeof *panels->panels);
    panels->count = time_lines_make_panels(request, &lines, false, panels->panels);
    panels->first = lines.first;
    panels->last = lines.last;
    panels->text = time_lines_text(request, &lines);
    panels->brief = time_lines_brief(request, &lines);
    return panels->count > 0;
}

const struct chart chart_lines = {
    .name = "lines",
    .description = "lines over time, in panels",
    .columns = "panel unit? line time# value#",
    .lower = lower_lines,
    .make_panels = make_lines_panels,
};
