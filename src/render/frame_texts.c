#include <math.h>
#include <string.h>

#include "render/frame_parts.h"
#include "render/spread.h"

static const double TEXT_GAP_PT = 3;
/* Of the figure's width; a value with an aside, and one without. */
static const double LONGEST_TEXT = 0.3, LONGEST_WITH_ASIDE = 0.35, LONGEST_VALUE = 0.5;

static bool is_named_upright_rule(const struct mark *mark)
{
    return mark->kind == MARK_RULE && mark->name && mark->name[0] && mark->count > 0 &&
           mark->x[0] == mark->x2[0];
}

static bool stands_in_strip(const struct mark *mark, size_t i)
{
    return mark->kind == MARK_TEXT && isnan(mark->y[i]);
}

static bool mark_needs_strip(const struct mark *mark)
{
    if (is_named_upright_rule(mark))
        return true;
    for (size_t i = 0; mark->kind == MARK_TEXT && i < mark->count; i++)
        if (stands_in_strip(mark, i))
            return true;
    return false;
}

static bool has_log_axis(const struct panel *panel)
{
    return panel->y.kind == SCALE_LOG || panel->x.kind == SCALE_LOG;
}

bool texts_need_strip(const struct panel *panel)
{
    if (has_log_axis(panel))
        return true;
    for (size_t i = 0; i < panel->mark_count; i++)
        if (mark_needs_strip(&panel->marks[i]))
            return true;
    return false;
}

static const char *fitted_text(struct frame *frame, const struct text_style *style,
                               const char *text)
{
    return text_fit(frame->text, style, text ? text : "", frame->box.width * LONGEST_TEXT,
                    frame->arena);
}

/* "18,6…28 %" is no number: of a value the aside is left out, and the rest is whole, unless it is
 * so long that it would leave no room for a chart. */
static const char *shown_value(struct frame *frame, const struct text_style *style,
                               const char *text)
{
    const char *aside = strstr(text, "  ");
    if (aside && frame_text_width(frame, style, text) > frame->box.width * LONGEST_WITH_ASIDE)
        text = arena_text_of_size(frame->arena, text, (size_t)(aside - text));
    return text_fit(frame->text, style, text, frame->box.width * LONGEST_VALUE, frame->arena);
}

static const char *shown_text(struct frame *frame, const struct text_style *style,
                              const struct mark *mark, size_t i)
{
    const char *text = mark->labels[i];
    return mark->are_values && text ? shown_value(frame, style, text)
                                    : fitted_text(frame, style, text);
}

/* ---- the strip above the plot ---------------------------------------------------------------- */

struct note {
    const char *text;
    struct text_style style;
    double x;
};

struct notes {
    struct note *items;
    size_t count;
};

static void add_note(struct frame *frame, const struct frame_panel *panel, struct notes *notes,
                     const struct mark *mark, double x, const char *text)
{
    x = isnan(x) ? panel->plot.x + panel->plot.width : frame_x(panel, x);
    if (!text || !text[0] || x < panel->plot.x - 1 || x > panel->plot.x + panel->plot.width + 1)
        return;
    struct text_style style = frame_style(frame, mark->colour);
    notes->items[notes->count++] = (struct note){fitted_text(frame, &style, text), style, x};
}

static struct notes notes_of(struct frame *frame, const struct frame_panel *panel)
{
    size_t most = 1;
    for (size_t i = 0; i < panel->panel->mark_count; i++)
        most += panel->panel->marks[i].count;
    struct notes notes = {arena_alloc_array(frame->arena, most, sizeof *notes.items), 0};
    for (size_t i = 0; i < panel->panel->mark_count; i++) {
        const struct mark *mark = &panel->panel->marks[i];
        if (is_named_upright_rule(mark))
            add_note(frame, panel, &notes, mark, mark->x[0], mark->name);
        for (size_t k = 0; mark->kind == MARK_TEXT && k < mark->count; k++)
            if (stands_in_strip(mark, k))
                add_note(frame, panel, &notes, mark, mark->x[k], mark->labels[k]);
    }
    return notes;
}

static void place_notes(struct frame *frame, const struct frame_panel *panel, double left,
                        double baseline)
{
    struct notes notes = notes_of(frame, panel);
    struct spread_item *items = arena_alloc_array(frame->arena, notes.count + 1, sizeof *items);
    const double air = 8;
    double right = frame->box.x + frame->box.width, total = 0;
    size_t count = 0;
    for (size_t i = 0; i < notes.count; i++) {
        double width = frame_text_width(frame, &notes.items[i].style, notes.items[i].text) + air;
        if (total + width > right - left)
            continue;
        total += width;
        items[count++] = (struct spread_item){.wanted = notes.items[i].x, .size = width, .id = i};
    }
    spread(items, count, left - air / 2, right + air / 2);
    for (size_t i = 0; i < count; i++) {
        const struct note *note = &notes.items[items[i].id];
        frame_add_label(frame, &note->style, note->text,
                        items[i].centre - (items[i].size - air) / 2, baseline);
    }
}

/* "log scale" stands over the label of the topmost tick, which it must not touch. */
double texts_strip_gap(const struct panel *panel)
{
    const double log_gap_pt = 3;
    return panel->y.kind == SCALE_LOG ? log_gap_pt : 0;
}

static void place_strip(struct frame *frame, const struct frame_panel *panel)
{
    double baseline = panel->plot.y - LABEL_GAP_PT - LETTER_DESCENT * frame->style->label_pt + 0.5;
    baseline -= texts_strip_gap(panel->panel);
    double left = frame->box.x;
    if (has_log_axis(panel->panel)) {
        struct text_style style = frame_style(frame, COLOUR_SECONDARY);
        frame_add_label(frame, &style, "log scale", left, baseline);
        left += frame_text_width(frame, &style, "log scale") + 8;
    }
    place_notes(frame, panel, left, baseline);
}

/* ---- among the marks ------------------------------------------------------------------------- */

/* What texts need right of the plot when box and left margin leave `width` for both. A text at the
 * share p of a plot of width w ends at p·w + its length, which must not pass `width`. */
double texts_right_width(struct frame *frame, const struct frame_panel *panel, double width)
{
    double right = 0;
    for (size_t i = 0; i < panel->panel->mark_count; i++) {
        const struct mark *mark = &panel->panel->marks[i];
        struct text_style style = frame_style(frame, mark->colour);
        for (size_t k = 0; mark->kind == MARK_TEXT && k < mark->count; k++) {
            double share = scale_place(&panel->panel->x, mark->x[k]);
            if (stands_in_strip(mark, k) || !(share > 0 && share <= 1))
                continue;
            double length =
                TEXT_GAP_PT + frame_text_width(frame, &style, shown_text(frame, &style, mark, k));
            right = fmax(right, width - (width - length) / share);
        }
    }
    return right;
}

static bool is_free(const struct frame *frame, struct box box)
{
    for (size_t i = 0; i < frame->labels.count; i++)
        if (box_overlaps(box, frame->labels.items[i].box))
            return false;
    return true;
}

/* Right of its point, or left of it where the figure ends; left out where another text stands. */
static void place_text(struct frame *frame, const struct frame_panel *panel,
                       const struct mark *mark, size_t i)
{
    struct text_style style = frame_style(frame, mark->colour);
    const char *text = shown_text(frame, &style, mark, i);
    double width = frame_text_width(frame, &style, text), y = frame_y(panel, mark->y[i]);
    double x = isnan(mark->x[i]) ? panel->plot.x + panel->plot.width - width - TEXT_GAP_PT
                                 : frame_x(panel, mark->x[i]);
    double left = x + TEXT_GAP_PT;
    /* The one for which the margin was made ends on the edge, but for rounding. */
    if (left + width > frame->box.x + frame->box.width + 0.01)
        left = x - TEXT_GAP_PT - width;
    double half = DIGIT_HALF * style.size_pt;
    struct box box = {left, y - half, width, 2 * half};
    bool inside = y >= panel->plot.y - 0.5 && y <= panel->plot.y + panel->plot.height + 0.5 &&
                  left >= frame->box.x;
    if (inside && is_free(frame, box))
        frame_add_label(frame, &style, text, left, y + half);
}

/* Amid the cell, where it is wide and high enough. */
static void place_cell_label(struct frame *frame, const struct frame_panel *panel,
                             const struct cells *cells, size_t cell)
{
    struct text_style style = frame_style(frame, COLOUR_TEXT);
    const size_t line = cell / cells->columns;
    double column = (double)(cell % cells->columns), row = (double)line;
    double left = frame_x(panel, cells->x0 + column * cells->width);
    double right = frame_x(panel, cells->x0 + (column + 1) * cells->width);
    double height = frame_y(panel, row + 1) - frame_y(panel, row);
    double width = frame_text_width(frame, &style, cells->labels[cell]);
    if (width + 2 > right - left || style.size_pt > height)
        return;
    style.colour = theme_ramp_letters(scale_place(&panel->panel->colour, cells->values[cell]));
    frame_add_label(frame, &style, cells->labels[cell], (left + right - width) / 2,
                    frame_y(panel, row + 0.5) + DIGIT_HALF * style.size_pt);
}

static void place_cell_labels(struct frame *frame, const struct frame_panel *panel,
                              const struct cells *cells)
{
    bool are_bands = panel->panel->y.kind == SCALE_BANDS && cells->height == 0;
    for (size_t i = 0; cells->labels && are_bands && i < cells->rows * cells->columns; i++)
        if (cells->labels[i] && !isnan(cells->values[i]))
            place_cell_label(frame, panel, cells, i);
}

void texts_place(struct frame *frame, const struct frame_panel *panel)
{
    enum { MOST = 400 }; /* more cannot be read, and each is compared with the others */
    if (panel->has_strip)
        place_strip(frame, panel);
    size_t placed = 0;
    for (size_t i = 0; i < panel->panel->mark_count; i++) {
        const struct mark *mark = &panel->panel->marks[i];
        if (mark->kind == MARK_CELLS)
            place_cell_labels(frame, panel, &mark->cells);
        for (size_t k = 0; mark->kind == MARK_TEXT && k < mark->count && placed < MOST; k++)
            if (!stands_in_strip(mark, k) && !isnan(mark->y[k])) {
                place_text(frame, panel, mark, k);
                placed++;
            }
    }
}
