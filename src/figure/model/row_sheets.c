#include "figure/model/row_sheets.h"

#include <math.h>

#include "figure/model/mark_list.h"

/* Rows [from, to), which are drawn from 0 on. */
struct rows {
    double from, to;
};

/* Not of rows alone: grids, surfaces, points that have their colours one by one. */
static bool has_others(const struct panel *panel)
{
    for (size_t i = 0; i < panel->mark_count; i++)
        if (panel->marks[i].kind == MARK_CELLS || panel->marks[i].kind == MARK_CONTOURS ||
            panel->marks[i].shades)
            return true;
    return false;
}

size_t row_sheets_count(const struct figure *figure)
{
    const struct panel *panel = figure->panels;
    if (!(figure->row_pt > 0) || figure->panel_count != 1 || panel->y.kind != SCALE_BANDS ||
        !(panel->y.high > 0) || has_others(panel))
        return 1;
    return ((size_t)figure->panels->y.high + ROW_SHEETS_MOST_ROWS - 1) / ROW_SHEETS_MOST_ROWS;
}

static struct rows rows_of(const struct figure *figure, size_t sheet, size_t count)
{
    size_t all = (size_t)figure->panels->y.high;
    size_t from = sheet * all / count, to = (sheet + 1) * all / count;
    return (struct rows){(double)from, (double)to};
}

/* What crosses the edge of the sheet, such as a band behind several rows, ends there. NaN is the
 * edge of any panel. */
static bool cut_ends(struct rows rows, double *y, double *y2)
{
    double low = fmin(*y, *y2), high = fmax(*y, *y2);
    if (low < high ? high <= rows.from || low >= rows.to : low < rows.from || low >= rows.to)
        return false;
    *y = fmin(fmax(*y, rows.from), rows.to) - rows.from;
    *y2 = fmin(fmax(*y2, rows.from), rows.to) - rows.from;
    return true;
}

static void copy_ends(const struct mark *mark, struct rows rows, struct mark *cut)
{
    for (size_t i = 0; i < mark->count; i++) {
        double y = mark->y[i], y2 = mark->y2[i];
        bool is_open = isnan(y) || isnan(y2);
        if (is_open || cut_ends(rows, &y, &y2))
            mark_put_to(cut, mark->x[i], y, mark->x2[i], y2);
    }
}

static void copy_points(const struct mark *mark, struct rows rows, struct mark *cut)
{
    for (size_t i = 0; i < mark->count; i++) {
        if (!(mark->y[i] >= rows.from && mark->y[i] < rows.to))
            continue;
        if (mark->kind == MARK_TEXT)
            mark_put_text(cut, mark->x[i], mark->y[i] - rows.from, mark->labels[i]);
        else
            mark_put(cut, mark->x[i], mark->y[i] - rows.from);
    }
}

/* A line or an area is within one row, on whose lower edge it may stand. */
static void copy_shape(const struct mark *mark, struct rows rows, struct mark *cut)
{
    double lowest = -INFINITY;
    for (size_t i = 0; i < mark->count; i++)
        lowest = fmax(lowest, mark->y[i]);
    if (!(lowest > rows.from && lowest <= rows.to))
        return;
    for (size_t i = 0; i < mark->count; i++)
        if (mark->kind == MARK_AREA)
            mark_put_to(cut, mark->x[i], mark->y[i] - rows.from, 0, mark->y2[i] - rows.from);
        else
            mark_put(cut, mark->x[i], mark->y[i] - rows.from);
}

static void copy_mark(const struct mark *mark, struct rows rows, struct mark_list *marks)
{
    struct mark *cut = mark_list_add(marks, mark->kind, mark->colour, mark->count);
    struct mark made = *cut;
    *cut = *mark;
    cut->count = 0;
    cut->x = made.x;
    cut->y = made.y;
    cut->x2 = made.x2;
    cut->y2 = made.y2;
    cut->labels = made.labels;
    if (mark->kind == MARK_BAR || mark->kind == MARK_RULE)
        copy_ends(mark, rows, cut);
    else if (mark->kind == MARK_LINE || mark->kind == MARK_AREA)
        copy_shape(mark, rows, cut);
    else
        copy_points(mark, rows, cut);
}

static struct panel *cut_panel(const struct panel *panel, struct rows rows, struct arena *arena)
{
    struct mark_list marks = {.arena = arena};
    struct panel *cut = arena_alloc(arena, sizeof *cut);
    *cut = *panel;
    for (size_t i = 0; i < panel->mark_count; i++)
        copy_mark(&panel->marks[i], rows, &marks);
    mark_list_finish(&marks, cut);
    cut->y.bands += (size_t)rows.from;
    if (cut->y.short_bands)
        cut->y.short_bands += (size_t)rows.from;
    cut->y.high = rows.to - rows.from;
    return cut;
}

void row_sheets_cut(const struct figure *figure, size_t sheet, size_t count, struct arena *arena,
                    struct figure *cut)
{
    struct rows rows = rows_of(figure, sheet, count);
    double all = figure->panels->y.high;
    *cut = *figure;
    cut->panels = cut_panel(figure->panels, rows, arena);
    cut->height_pt -= figure->row_pt * (all - (rows.to - rows.from));
    const char *which =
        arena_format(arena, "%s %.0f–%.0f of %.0f", figure->row_words, rows.from + 1, rows.to, all);
    if (sheet == 0) {
        cut->subtitle = figure->subtitle
                            ? arena_format(arena, "%s; shown here: %s", figure->subtitle, which)
                            : which;
        return;
    }
    cut->title = arena_format(arena, "%s (continued)", figure->title);
    cut->subtitle = arena_format(arena, "%c%s", which[0] - 'a' + 'A', which + 1);
    cut->caption = "";
}
