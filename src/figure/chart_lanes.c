#include "figure/lanes.h"

static const double HEAD_PT = 70;

static bool lower_lanes(const struct chart_request *request, struct figure *figure)
{
    struct table_rows rows;
    struct lanes lanes;
    if (!table_rows_make(request, &rows) || !lanes_read(&rows, &lanes))
        return false;
    figure->panels = arena_alloc(request->arena, sizeof figure->panels[0]);
    figure->panel_count = 1;
    figure->height_pt = HEAD_PT + lanes_make_panel(&rows, &lanes, figure->panels);
    figure->panels->height_share = 1;
    scale_init_moments(&figure->panels->x, lanes.first, lanes.last);
    const char *note = lanes_note(&rows, &lanes);
    const char *time = scale_moments_note(&figure->panels->x, request->arena);
    note = arena_format(request->arena, "%s%s%s", note, *note && *time ? " " : "", time);
    table_describe(&rows, "", lanes_text(&rows, &lanes), note, figure);
    return true;
}

const struct chart chart_lanes = {
    .name = "lanes",
    .description = "what ran where over time, a lane a place",
    .columns = "lane# node nodes#? slot#? start# end# task tasks#? failed#? running#? instants#?",
    .lower = lower_lanes,
};
