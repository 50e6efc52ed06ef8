#include "render/frame_make.h"

#include <math.h>
#include <stdlib.h>

#include "render/frame_parts.h"
#include "util/list.h"

/* Parts of the size of labels. */
static const double TITLE_SIZE = 9.0 / 7, SUBTITLE_SIZE = 7.4 / 7, PANEL_TITLE_SIZE = 7.4 / 7;

enum { PANEL_TITLE_LINES = 2 };

static const double HEADING_GAP_PT = 5, PANEL_GAP_PT = 10, CAPTION_GAP_PT = 5;
static const double LEAST_PLOT_PT = 4;

/* ---- heading and caption -------------------------------------------------------------------- */

/* Lines of text over the full width with their top at `top`; returns their height. */
static double add_lines(struct frame *frame, const struct text_style *style, const char *text,
                        double top, int max_lines)
{
    if (!text || !*text)
        return 0;
    double width = frame->box.width;
    struct text_extent extent = text_measure(frame->text, style, text, width, max_lines);
    *list_add(&frame->labels) = (struct label){
        .box = {frame->box.x, top, fmin(extent.width, width), extent.height},
        .baseline = top + extent.baseline,
        .text = text,
        .style = *style,
        .wrap_width = width,
        .max_lines = max_lines,
    };
    return extent.height;
}

/* A box too low for its panels does without caption and legend. */
static bool has_room_beside(const struct frame *frame, double top, double wanted_pt)
{
    const double least_pt = 24;
    double taken = wanted_pt;
    for (size_t i = 0; i < frame->figure->panel_count; i++)
        taken += frame->panels[i].above_pt + frame->panels[i].below_pt + least_pt;
    return top + taken <= frame->box.y + frame->box.height;
}

static double place_heading(struct frame *frame)
{
    double top = frame->box.y;
    if (!frame->style->with_heading)
        return top;
    int lines = frame->box.width < NARROW_PT ? 1 : 2;
    struct text_style title = frame_style(frame, COLOUR_TEXT);
    title.size_pt *= TITLE_SIZE;
    title.weight = TEXT_SEMIBOLD;
    title.tabular = false;
    struct text_style subtitle = frame_style(frame, COLOUR_SECONDARY);
    subtitle.tabular = false;
    subtitle.size_pt *= SUBTITLE_SIZE;
    top += add_lines(frame, &subtitle, frame->style->run, top, 1);
    top += add_lines(frame, &title, frame->figure->title, top, lines);
    top += add_lines(frame, &subtitle, frame->figure->subtitle, top, lines);
    return top;
}

/* Returns the top of the caption, which stands at the bottom. */
static double place_caption(struct frame *frame, double top)
{
    double bottom = frame->box.y + frame->box.height;
    const char *caption = frame->figure->caption;
    if (!frame->style->with_heading || !caption || !*caption)
        return bottom;
    struct text_style style = frame_style(frame, COLOUR_SECONDARY);
    style.tabular = false;
    int most = 4;
    double height = text_measure(frame->text, &style, caption, frame->box.width, most).height;
    if (!has_room_beside(frame, top, height))
        return bottom;
    add_lines(frame, &style, caption, bottom - height, most);
    return bottom - height - CAPTION_GAP_PT;
}

/* ---- panels from top to bottom -------------------------------------------------------------- */

static bool same_axis(const struct scale *one, const struct scale *other)
{
    return one->kind == other->kind && one->low == other->low && one->high == other->high &&
           one->unit.factor == other->unit.factor && one->bands == other->bands;
}

/* Of panels on one time axis, the last bears its labels. */
static bool shows_x_labels(const struct figure *figure, size_t index)
{
    const struct panel *panel = &figure->panels[index];
    if (index + 1 == figure->panel_count || panel->x.kind == SCALE_BANDS)
        return true;
    const struct panel *next = &figure->panels[index + 1];
    return next->message || !same_axis(&panel->x, &next->x);
}

static struct text_style panel_title_style(const struct frame *frame)
{
    struct text_style style = frame_style(frame, COLOUR_TEXT);
    style.size_pt *= PANEL_TITLE_SIZE;
    style.weight = TEXT_MEDIUM;
    return style;
}

static double title_height(struct frame *frame, const struct panel *panel)
{
    if (!panel->title || !*panel->title)
        return 0;
    struct text_style style = panel_title_style(frame);
    return text_measure(frame->text, &style, panel->title, frame->box.width, PANEL_TITLE_LINES)
        .height;
}

static void find_overhead(struct frame *frame, size_t index)
{
    struct frame_panel *panel = &frame->panels[index];
    panel->panel = &frame->figure->panels[index];
    panel->x_labelled = shows_x_labels(frame->figure, index);
    panel->has_strip = !panel->panel->message && texts_need_strip(panel->panel);
    double title_pt = title_height(frame, panel->panel);
    panel->above_pt = title_pt > 0 ? title_pt + LABEL_GAP_PT : LABEL_GAP_PT;
    if (panel->has_strip)
        panel->above_pt += frame->line_pt + texts_strip_gap(panel->panel);
    if (panel->panel->message)
        return;
    panel->below_pt = TICK_PT;
    if (panel->x_labelled)
        panel->below_pt += TICK_GAP_PT + frame->line_pt;
    if (panel->x_labelled && panel->panel->x.kind == SCALE_TIME)
        panel->below_pt += frame->line_pt;
}

static double share_of(const struct panel *panel)
{
    return panel->height_share > 0 ? panel->height_share : 1e-6;
}

static void place_panels_vertically(struct frame *frame, double top, double bottom)
{
    size_t count = frame->figure->panel_count;
    double room = bottom - top - PANEL_GAP_PT * ((double)count - 1), shares = 0;
    for (size_t i = 0; i < count; i++) {
        room -= frame->panels[i].above_pt + frame->panels[i].below_pt;
        shares += share_of(frame->panels[i].panel);
    }
    for (size_t i = 0; i < count; i++) {
        struct frame_panel *panel = &frame->panels[i];
        panel->plot.y = top + panel->above_pt;
        panel->plot.height = fmax(LEAST_PLOT_PT, room * share_of(panel->panel) / shares);
        top = panel->plot.y + panel->plot.height + panel->below_pt + PANEL_GAP_PT;
    }
}

/* ---- panels from left to right --------------------------------------------------------------- */

static double right_margin(struct frame *frame, double left)
{
    double right = fmax(2, names_least_width(frame)), width = frame->box.width - left;
    for (size_t i = 0; i < frame->figure->panel_count; i++) {
        struct frame_panel *panel = &frame->panels[i];
        if (!panel->panel->message)
            right =
                fmax(right, names_right_width(frame, panel) + axes_colour_bar_width(frame, panel));
    }
    for (size_t i = 0; i < frame->figure->panel_count; i++) {
        struct frame_panel *panel = &frame->panels[i];
        if (panel->panel->message)
            continue;
        right = fmax(right, axes_find_x_ticks(frame, panel, width - right));
        right = fmax(right, texts_right_width(frame, panel, width));
    }
    return fmin(right, frame->box.width * 0.4);
}

/* All plots share both edges, so that equal times stand below each other. */
static void place_panels_horizontally(struct frame *frame)
{
    double left = axes_left_margin(frame);
    double right = right_margin(frame, left);
    for (size_t i = 0; i < frame->figure->panel_count; i++) {
        struct frame_panel *panel = &frame->panels[i];
        panel->plot.x = frame->box.x + left;
        panel->plot.width = fmax(LEAST_PLOT_PT, frame->box.width - left - right);
        if (panel->panel->message) {
            panel->plot.x = frame->box.x;
            panel->plot.width = frame->box.width;
        }
    }
}

/* ---- text of a panel ------------------------------------------------------------------------- */

static void place_panel_title(struct frame *frame, const struct frame_panel *panel)
{
    if (!panel->panel->title || !*panel->panel->title)
        return;
    struct text_style style = panel_title_style(frame);
    add_lines(frame, &style, panel->panel->title, panel->plot.y - panel->above_pt,
              PANEL_TITLE_LINES);
}

static void place_message(struct frame *frame, const struct frame_panel *panel)
{
    struct text_style style = frame_style(frame, COLOUR_SECONDARY);
    double width = fmax(1, panel->plot.width - 20);
    int most = (int)fmax(1, floor(panel->plot.height / frame->line_pt));
    struct text_extent extent =
        text_measure(frame->text, &style, panel->panel->message, width, most);
    double top = panel->plot.y + fmax(0, panel->plot.height - extent.height) / 2;
    *list_add(&frame->labels) = (struct label){
        .box = {panel->plot.x + (panel->plot.width - extent.width) / 2, top, extent.width,
                extent.height},
        .baseline = top + extent.baseline,
        .text = panel->panel->message,
        .style = style,
        .wrap_width = width,
        .align = TEXT_CENTRE,
        .max_lines = most,
    };
}

static void place_panel_text(struct frame *frame, struct frame_panel *panel)
{
    place_panel_title(frame, panel);
    if (panel->panel->message) {
        place_message(frame, panel);
        return;
    }
    axes_place_labels(frame, panel);
    axes_place_colour_bar(frame, panel);
    names_place(frame, panel);
    texts_place(frame, panel);
}

void frame_init(struct frame *frame, struct arena *arena, struct text_engine *text,
                const struct figure *figure, struct box box, const struct paint_style *style)
{
    *frame =
        (struct frame){.arena = arena, .text = text, .figure = figure, .style = style, .box = box};
    struct text_style label = frame_style(frame, COLOUR_SECONDARY);
    frame->line_pt = text_measure(text, &label, "0", 0, 0).height;
    frame->panels = arena_alloc_array(arena, figure->panel_count, sizeof *frame->panels);
    for (size_t i = 0; i < figure->panel_count; i++)
        find_overhead(frame, i);

    double top = place_heading(frame), bottom = place_caption(frame, top);
    names_decide(frame, bottom - top);
    if (has_room_beside(frame, top, box.y + box.height - bottom + frame->line_pt))
        top = legend_place(frame, top);
    if (top > box.y)
        top += HEADING_GAP_PT;
    place_panels_vertically(frame, top, bottom);
    place_panels_horizontally(frame);
    for (size_t i = 0; i < figure->panel_count; i++)
        place_panel_text(frame, &frame->panels[i]);
}

void frame_release(struct frame *frame)
{
    free(frame->labels.items);
    free(frame->keys.items);
    free(frame->leaders.items);
}
