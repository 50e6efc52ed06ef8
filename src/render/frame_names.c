#include <math.h>
#include <string.h>

#include "render/frame_parts.h"
#include "render/spread.h"
#include "util/list.h"

static const double WIDEST_NAME = 0.24; /* of the figure's width */
static const double NAME_GAP_PT = 9, SWATCH_PT = 6, KEY_PT = 15, KEY_GAP_PT = 3.5;
static const double ENTRY_GAP_PT = 12;
enum { LEGEND_ROWS = 3 };

static bool is_named(const struct mark *mark)
{
    return mark->name && mark->name[0] && mark->kind != MARK_TEXT && mark->kind != MARK_CELLS;
}

static bool is_upright_rule(const struct mark *mark)
{
    return mark->kind == MARK_RULE && mark->count > 0 && mark->x[0] == mark->x2[0];
}

/* Marks whose name can stand where they end at the right. */
static bool ends_at_right(const struct mark *mark)
{
    return mark->count > 0 && (mark->kind == MARK_LINE || mark->kind == MARK_AREA ||
                               (mark->kind == MARK_RULE && !is_upright_rule(mark)));
}

/* Upright rules are named in the strip above the plot. */
static bool is_in_legend(const struct frame_panel *panel, const struct mark *mark)
{
    if (!is_named(mark) || is_upright_rule(mark))
        return false;
    return !(panel->names_at_right && ends_at_right(mark));
}

static bool has_swatch(const struct mark *mark)
{
    return mark->kind == MARK_AREA;
}

static const char *shown_name(struct frame *frame, const struct mark *mark)
{
    struct text_style style = frame_style(frame, mark->colour);
    return text_fit(frame->text, &style, mark->name, frame->box.width * WIDEST_NAME, frame->arena);
}

/* ---- at the right ---------------------------------------------------------------------------- */

static size_t count_at_right(const struct panel *panel)
{
    size_t count = 0;
    for (size_t i = 0; i < panel->mark_count; i++)
        count += is_named(&panel->marks[i]) && ends_at_right(&panel->marks[i]);
    return count;
}

/* `height`: what is left for panels when there is no legend. */
void names_decide(struct frame *frame, double height)
{
    double shares = 0;
    for (size_t i = 0; i < frame->figure->panel_count; i++) {
        height -= frame->panels[i].above_pt + frame->panels[i].below_pt;
        shares += fmax(0, frame->figure->panels[i].height_share);
    }
    height -= LEGEND_ROWS * frame->line_pt;
    for (size_t i = 0; i < frame->figure->panel_count; i++) {
        struct frame_panel *panel = &frame->panels[i];
        double share = shares > 0 ? fmax(0, panel->panel->height_share) / shares : 0;
        panel->names_at_right =
            (double)count_at_right(panel->panel) * frame->line_pt <= height * share;
    }
}

double names_least_width(const struct frame *frame)
{
    double least = frame_least_label(frame);
    return least > 0 ? least + NAME_GAP_PT : 0;
}

double names_right_width(struct frame *frame, const struct frame_panel *panel)
{
    if (!panel->names_at_right)
        return 0;
    double widest = 0;
    for (size_t i = 0; i < panel->panel->mark_count; i++) {
        const struct mark *mark = &panel->panel->marks[i];
        if (!is_named(mark) || !ends_at_right(mark))
            continue;
        struct text_style style = frame_style(frame, mark->colour);
        double width = frame_text_width(frame, &style, shown_name(frame, mark));
        widest = fmax(widest, width + (has_swatch(mark) ? SWATCH_PT + KEY_GAP_PT : 0));
    }
    return widest > 0 ? widest + NAME_GAP_PT : 0;
}

struct line_end {
    double x, y; /* NaN when nothing of the mark is inside */
};

static struct line_end line_end(const struct frame_panel *panel, const struct mark *mark)
{
    for (size_t i = mark->count; i-- > 0;) {
        double x = frame_x(panel, mark->x[i]), y = frame_y(panel, mark->y[i]);
        if (!isnan(y) && x <= panel->plot.x + panel->plot.width + 0.5 && x >= panel->plot.x - 0.5)
            return (struct line_end){x, y};
    }
    return (struct line_end){NAN, NAN};
}

/* An area is named at its upper edge, by its last twentieth: the last point alone may be odd. */
static struct line_end area_end(const struct frame_panel *panel, const struct mark *mark)
{
    double sum = 0, count = 0, right = panel->plot.x + panel->plot.width;
    for (size_t i = mark->count; i-- > 0;) {
        double x = frame_x(panel, mark->x[i]);
        double y = fmin(frame_y(panel, mark->y[i]), frame_y(panel, mark->y2[i]));
        if (isnan(y) || x > right + 0.5)
            continue;
        if (count > 0 && x < right - panel->plot.width / 20)
            break;
        sum += y;
        count++;
    }
    return count > 0 ? (struct line_end){right, sum / count} : (struct line_end){NAN, NAN};
}

static struct line_end rule_end(const struct frame_panel *panel, const struct mark *mark)
{
    double x = isnan(mark->x2[0]) ? panel->plot.x + panel->plot.width : frame_x(panel, mark->x2[0]);
    return (struct line_end){x, frame_y(panel, mark->y2[0])};
}

static struct line_end mark_end(const struct frame_panel *panel, const struct mark *mark)
{
    struct line_end end = mark->kind == MARK_AREA   ? area_end(panel, mark)
                          : mark->kind == MARK_RULE ? rule_end(panel, mark)
                                                    : line_end(panel, mark);
    if (isnan(end.y))
        end = (struct line_end){NAN, panel->plot.y + panel->plot.height};
    end.y = fmax(panel->plot.y, fmin(end.y, panel->plot.y + panel->plot.height));
    return end;
}

static void add_leader(struct frame *frame, const struct frame_panel *panel, struct line_end end,
                       double y, struct rgb colour)
{
    double right = panel->plot.x + panel->plot.width;
    *list_add(&frame->leaders) = (struct leader){{fmax(end.x, right) + 1, right + NAME_GAP_PT - 4,
                                                  right + NAME_GAP_PT - 1.5},
                                                 {end.y, y, y},
                                                 colour};
}

static void place_name(struct frame *frame, const struct frame_panel *panel,
                       const struct mark *mark, double y)
{
    struct text_style style = frame_style(frame, mark->colour);
    double left = panel->plot.x + panel->plot.width + NAME_GAP_PT;
    struct line_end end = mark_end(panel, mark);
    if (!isnan(end.x) && fabs(end.y - y) > frame->line_pt * 0.3)
        add_leader(frame, panel, end, y, style.colour);
    if (has_swatch(mark)) {
        *list_add(&frame->keys) =
            (struct key){{left, y - SWATCH_PT / 2, SWATCH_PT, SWATCH_PT}, mark};
        left += SWATCH_PT + KEY_GAP_PT;
    }
    frame_add_label(frame, &style, shown_name(frame, mark), left, y + DIGIT_HALF * style.size_pt);
}

void names_place(struct frame *frame, const struct frame_panel *panel)
{
    size_t count = count_at_right(panel->panel), at = 0;
    if (!panel->names_at_right || count == 0)
        return;
    struct spread_item *items = arena_alloc_array(frame->arena, count, sizeof *items);
    for (size_t i = 0; i < panel->panel->mark_count; i++) {
        const struct mark *mark = &panel->panel->marks[i];
        if (is_named(mark) && ends_at_right(mark))
            items[at++] = (struct spread_item){.wanted = mark_end(panel, mark).y,
                                               .size = frame->line_pt,
                                               .id = i};
    }
    double slack = frame->line_pt / 2;
    spread(items, count, panel->plot.y - slack, panel->plot.y + panel->plot.height + slack);
    for (size_t i = 0; i < count; i++)
        place_name(frame, panel, &panel->panel->marks[items[i].id], items[i].centre);
}

/* ---- in rows under the subtitle -------------------------------------------------------------- */

struct legend {
    const struct mark **marks;
    size_t count;
};

static bool same_entry(const struct mark *one, const struct mark *other)
{
    return one->kind == other->kind && one->colour == other->colour && one->dash == other->dash &&
           one->shape == other->shape && strcmp(one->name, other->name) == 0;
}

static void legend_add(struct legend *legend, const struct mark *mark)
{
    for (size_t i = 0; i < legend->count; i++)
        if (same_entry(legend->marks[i], mark))
            return;
    legend->marks[legend->count++] = mark;
}

static struct legend legend_of(struct frame *frame)
{
    size_t most = 0;
    for (size_t i = 0; i < frame->figure->panel_count; i++)
        most += frame->figure->panels[i].mark_count;
    struct legend legend = {arena_alloc_array(frame->arena, most, sizeof *legend.marks), 0};
    for (size_t i = 0; i < frame->figure->panel_count; i++) {
        const struct frame_panel *panel = &frame->panels[i];
        for (size_t k = 0; !panel->panel->message && k < panel->panel->mark_count; k++)
            if (is_in_legend(panel, &panel->panel->marks[k]))
                legend_add(&legend, &panel->panel->marks[k]);
    }
    return legend;
}

static void place_entry(struct frame *frame, const struct mark *mark, const char *name,
                        struct text_style style, double left, double baseline)
{
    double middle = baseline - DIGIT_HALF * style.size_pt;
    *list_add(&frame->keys) = (struct key){{left, middle - SWATCH_PT / 2, KEY_PT, SWATCH_PT}, mark};
    frame_add_label(frame, &style, name, left + KEY_PT + KEY_GAP_PT, baseline);
}

/* Tall figures have room for more. */
static int legend_rows(const struct frame *frame)
{
    const double height_a_row = 60;
    int rows = (int)fmin(2 * LEGEND_ROWS, frame->box.height / height_a_row);
    return rows > LEGEND_ROWS ? rows : LEGEND_ROWS;
}

double legend_place(struct frame *frame, double top)
{
    struct legend legend = legend_of(frame);
    if (legend.count == 0)
        return top;
    struct text_style style = frame_style(frame, COLOUR_SECONDARY);
    const double more_pt = 60; /* room for "and 999 more" in the last row */
    double left = frame->box.x, right = frame->box.x + frame->box.width;
    int most_rows = legend_rows(frame);
    double pitch = frame->line_pt + 1.5, baseline = top + 2 + LETTER_ASCENT * style.size_pt + 1;
    int row = 1;
    for (size_t i = 0; i < legend.count; i++) {
        const char *name = text_fit(frame->text, &style, legend.marks[i]->name,
                                    right - frame->box.x - KEY_PT - KEY_GAP_PT, frame->arena);
        double width = KEY_PT + KEY_GAP_PT + frame_text_width(frame, &style, name);
        double end = right - (row == most_rows && i + 1 < legend.count ? more_pt : 0);
        if (left > frame->box.x && left + width > end) {
            if (row == most_rows) {
                frame_add_label(frame, &style,
                                arena_format(frame->arena, "and %zu more", legend.count - i), left,
                                baseline);
                break;
            }
            row++;
            left = frame->box.x;
            baseline += pitch;
        }
        place_entry(frame, legend.marks[i], name, style, left, baseline);
        left += width + ENTRY_GAP_PT;
    }
    return top + 3 + row * pitch;
}
