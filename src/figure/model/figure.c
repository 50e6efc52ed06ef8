#include "figure/model/figure.h"

#include <math.h>
#include <string.h>

#include "util/quantity.h"

static const double SMALL_HEIGHT_PT = 92;

static const char *last_value(const struct mark *line, const struct scale *y, struct arena *arena)
{
    char text[64];
    for (size_t i = line->count; i-- > 0;)
        if (isfinite(line->y[i]))
            return arena_format(arena, "last %s",
                                quantity_format_number(line->y[i] / y->unit.factor, 3, text,
                                                       sizeof text));
    return NULL;
}

/* Marks without names; the line that stands for all nodes names its last value. Of a table over
 * time that is how a run ends, not how it is: 0 tasks run then. */
static void copy_marks(const struct panel *from, bool is_of_metric, struct arena *arena,
                       struct panel *panel)
{
    bool named = !is_of_metric;
    panel->marks = arena_alloc_array(arena, from->mark_count, sizeof panel->marks[0]);
    for (size_t i = 0; i < from->mark_count; i++) {
        struct mark *mark = &panel->marks[i];
        *mark = from->marks[i];
        mark->name = NULL;
        mark->markers = false;
        if (mark->kind != MARK_LINE || mark->colour != COLOUR_ACCENT || named)
            continue;
        mark->name = last_value(mark, &panel->y, arena);
        named = true;
    }
}

void figure_make_small(const struct figure *figure, struct arena *arena, struct figure *small)
{
    *small = figure->small ? *figure->small : *figure;
    figure = figure->small ? figure->small : figure;
    small->title = figure->label ? figure->label : figure->title;
    small->subtitle = figure->brief ? figure->brief : figure->subtitle;
    small->caption = NULL;
    small->height_pt = SMALL_HEIGHT_PT;
    small->panel_count = figure->panel_count > 0;
    if (small->panel_count == 0)
        return;
    small->panels = arena_alloc(arena, sizeof small->panels[0]);
    small->panels[0] = figure->panels[0];
    small->panels[0].title = NULL;
    small->panels[0].height_share = 1;
    copy_marks(&figure->panels[0], figure->metric, arena, &small->panels[0]);
}
