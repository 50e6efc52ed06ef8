#include "figure/charts/time_panels.h"

#include <math.h>
#include <string.h>

static bool make(const struct chart_request *request, const struct plotspec *spec,
                 struct time_panels *panels)
{
    struct chart_request own = *request;
    own.spec = spec;
    own.figure = spec->figures;
    *panels = (struct time_panels){0};
    return chart_by_name(spec->figures->kind)->make_panels(&own, panels);
}

/* Behind those that the figure has. */
static void append(struct figure *figure, const struct panel *panels, size_t count,
                   double height_pt, struct arena *arena)
{
    struct panel *all = arena_alloc_array(arena, figure->panel_count + count, sizeof *all);
    if (figure->panel_count)
        memcpy(all, figure->panels, figure->panel_count * sizeof *all);
    for (size_t i = 0; i < count; i++) {
        all[figure->panel_count] = panels[i];
        all[figure->panel_count++].height_share = height_pt;
        figure->height_pt += height_pt;
    }
    figure->panels = all;
}

bool time_panels_stack(const struct chart_request *request, const struct panel *own, double own_pt,
                       double first, double last, struct figure *figure, struct time_panels *above)
{
    const struct plotspec *spec = request->spec;
    double axis_first = first, axis_last = last;
    *above = (struct time_panels){0};
    for (size_t i = 0; i < spec->panel_count; i++) {
        const struct plotspec *one = &spec->panels[i];
        struct time_panels panels;
        if (!make(request, one, &panels) || panels.first > last || panels.last < first)
            continue;
        append(figure, panels.panels, panels.count, one->height_pt, request->arena);
        if (one->has_subtitle)
            *above = panels;
        axis_first = spec->spans_panels ? fmin(axis_first, panels.first) : first;
        axis_last = spec->spans_panels ? fmax(axis_last, panels.last) : last;
    }
    if (spec->panel_count && !figure->panel_count)
        return false;
    append(figure, own, 1, own_pt, request->arena);
    for (size_t i = 0; i < figure->panel_count; i++) {
        figure->panels[i].height_share /= figure->height_pt;
        scale_init_moments(&figure->panels[i].x, axis_first, axis_last);
    }
    return true;
}
