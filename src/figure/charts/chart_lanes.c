#include "figure/charts/lanes.h"
#include "figure/charts/time_panels.h"

static const double HEAD_PT = 70, PANELS_HEAD_PT = 92;

/* Nothing where the caption is of another panel. */
static const char *note_of(const struct table_rows *rows, const struct lanes *lanes,
                           const struct scale *time)
{
    const struct plotspec *spec = rows->request->spec;
    for (size_t i = 0; i < spec->panel_count; i++)
        if (spec->panels[i].has_subtitle)
            return "";
    const char *note = lanes_note(rows, lanes),
               *of_time = scale_moments_note(time, rows->request->arena);
    return arena_format(rows->request->arena, "%s%s%s", note, *note && *of_time ? " " : "",
                        of_time);
}

static bool lower_lanes(const struct chart_request *request, struct figure *figure)
{
    const struct plotspec *spec = request->spec;
    struct table_rows rows;
    struct lanes lanes;
    struct panel own = {0};
    struct time_panels above;
    if (!table_rows_make(request, &rows) || !lanes_read(&rows, &lanes))
        return false;
    double lanes_pt = lanes_make_panel(&rows, &lanes, &own);
    if (spec->panel_count)
        own.title = role_name(spec, "lanes", NULL);
    if (!time_panels_stack(request, &own, lanes_pt, lanes.first, lanes.last, figure, &above))
        return false;
    figure->height_pt += spec->panel_count ? PANELS_HEAD_PT : HEAD_PT;
    table_describe(&rows, "", above.text ? above.text : lanes_text(&rows, &lanes),
                   note_of(&rows, &lanes, &figure->panels->x), figure);
    if (above.brief)
        figure->brief = above.brief;
    return true;
}

const struct chart chart_lanes = {
    .name = "lanes",
    .description = "timeline of tasks, one lane per slot",
    .columns = "lane# node nodes#? slot#? start# end# task tasks#? failed#? running#? instants#?",
    .lower = lower_lanes,
};
