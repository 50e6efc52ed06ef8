#include <math.h>
#include <string.h>

#include "render/frame_parts.h"
#include "util/distinct_names.h"
#include "util/utf8.h"

static const double COLOUR_BAR_PT = 7, COLOUR_BAR_GAP_PT = 8, COLOUR_LABEL_GAP_PT = 3.5;
static const double TICK_ROOM_PT = 10;  /* besides the air that scale_ticks leaves */
static const double LONGEST_BAND = 0.3; /* of the figure's width, */
static const double LEAST_BAND_PT = 70; /* but room for a short name */

static double widest_label(const struct frame *frame, const struct ticks *ticks)
{
    struct text_style style = frame_style(frame, COLOUR_SECONDARY);
    double widest = 0;
    for (size_t i = 0; i < ticks->count; i++)
        if (ticks->items[i].label[0])
            widest = fmax(widest, frame_text_width(frame, &style, ticks->items[i].label));
    return widest;
}

/* The fewest letters that a cut label which looks like another one has; 0: none does. */
static size_t letters_of_doubles(const struct ticks *ticks, const char *const *whole)
{
    size_t fewest = 0;
    for (size_t i = 0; i < ticks->count; i++)
        for (size_t k = 0; k < i; k++)
            if (strcmp(ticks->items[i].label, ticks->items[k].label) == 0 &&
                strcmp(whole[i], whole[k]) != 0) {
                size_t letters = utf8_length(ticks->items[i].label);
                fewest = fewest == 0 || letters < fewest ? letters : fewest;
            }
    return fewest;
}

/* A short name in place of one that does not fit. */
static const char *fitting_label(struct frame *frame, const struct scale *scale,
                                 const struct tick *tick, double width)
{
    struct text_style style = frame_style(frame, COLOUR_SECONDARY);
    const char *name = tick->label;
    const char *other = scale->short_bands ? scale->short_bands[(size_t)tick->value] : NULL;
    if (other && frame_text_width(frame, &style, name) > width)
        name = other;
    return text_fit(frame->text, &style, name, width, frame->arena);
}

/* Labels that differ stay different when they are cut. */
static void cut_labels(struct frame *frame, const struct scale *scale, struct ticks *ticks,
                       double width)
{
    enum { MOST_COMPARED = 512 };
    const char **whole = arena_alloc_array(frame->arena, ticks->count + 1, sizeof *whole);
    for (size_t i = 0; i < ticks->count; i++) {
        whole[i] = ticks->items[i].label;
        if (whole[i][0])
            ticks->items[i].label = fitting_label(frame, scale, &ticks->items[i], width);
    }
    size_t letters = ticks->count <= MOST_COMPARED ? letters_of_doubles(ticks, whole) : 0;
    if (!letters)
        return;
    distinct_names(whole, ticks->count, letters, frame->arena);
    for (size_t i = 0; i < ticks->count; i++)
        ticks->items[i].label = whole[i];
}

/* ---- up the side ----------------------------------------------------------------------------- */

static void find_y_ticks(struct frame *frame, struct frame_panel *panel)
{
    const struct scale *scale = &panel->panel->y;
    bool bands = scale->kind == SCALE_BANDS;
    double label_pt = bands ? frame->style->label_pt : TICK_ROOM_PT;
    scale_ticks(scale, panel->plot.height, label_pt, frame->arena, &panel->y_ticks);
    if (bands)
        cut_labels(frame, scale, &panel->y_ticks,
                   fmax(frame->box.width * LONGEST_BAND, LEAST_BAND_PT));
}

double axes_left_margin(struct frame *frame)
{
    double widest = frame_least_label(frame);
    for (size_t i = 0; i < frame->figure->panel_count; i++) {
        struct frame_panel *panel = &frame->panels[i];
        if (panel->panel->message)
            continue;
        find_y_ticks(frame, panel);
        widest = fmax(widest, widest_label(frame, &panel->y_ticks));
    }
    return widest > 0 ? widest + LABEL_GAP_PT : 1;
}

/* True when the label at y keeps clear of the last one, which it then becomes. */
static bool keeps_clear(double y, double size_pt, double *last)
{
    if (!isnan(*last) && fabs(y - *last) < size_pt * (LETTER_ASCENT + LETTER_DESCENT))
        return false;
    *last = y;
    return true;
}

static void place_y_labels(struct frame *frame, const struct frame_panel *panel)
{
    struct text_style style = frame_style(frame, COLOUR_SECONDARY);
    double last = NAN;
    for (size_t i = 0; i < panel->y_ticks.count; i++) {
        const struct tick *tick = &panel->y_ticks.items[i];
        double width = frame_text_width(frame, &style, tick->label);
        double y = frame_y(panel, tick->value);
        if (tick->label[0] && keeps_clear(y, style.size_pt, &last))
            frame_add_label(frame, &style, tick->label, panel->plot.x - LABEL_GAP_PT - width,
                            y + DIGIT_HALF * style.size_pt);
    }
}

/* ---- along the bottom ------------------------------------------------------------------------ */

/* Bands from left to right are named in full, else cut to what fits, else only some of them. */
static void find_band_ticks(struct frame *frame, struct frame_panel *panel, double width)
{
    const struct scale *scale = &panel->panel->x;
    const double air = 4, shortest = 34;
    double pitch = width / fmax(1, scale->high);
    double label_pt = fmax(1, pitch - air);
    scale_ticks(scale, width, fmin(label_pt, 1), frame->arena, &panel->x_ticks);
    double widest = widest_label(frame, &panel->x_ticks);
    if (widest > label_pt && label_pt < shortest) {
        label_pt = fmin(widest, 60);
        scale_ticks(scale, width, label_pt + air, frame->arena, &panel->x_ticks);
    }
    cut_labels(frame, scale, &panel->x_ticks, label_pt);
}

/* Two times that are close show more than one alone. */
static void crowd_ticks(struct frame *frame, struct frame_panel *panel, double width,
                        double label_pt)
{
    const double most_pt = 12; /* of the air that scale_ticks leaves */
    double least_pt = widest_label(frame, &panel->x_ticks) - most_pt;
    while (panel->x_ticks.count < 2 && label_pt > least_pt) {
        label_pt -= 2;
        scale_ticks(&panel->panel->x, width, label_pt, frame->arena, &panel->x_ticks);
    }
}

static void find_number_ticks(struct frame *frame, struct frame_panel *panel, double width)
{
    struct text_style style = frame_style(frame, COLOUR_SECONDARY);
    double air = fmin(10, width / 50);
    bool time = panel->panel->x.kind == SCALE_TIME;
    double label_pt = frame_text_width(frame, &style, time ? "00:00" : "000") + air;
    for (int attempt = 0; attempt < 3; attempt++) {
        scale_ticks(&panel->panel->x, width, label_pt, frame->arena, &panel->x_ticks);
        double widest = widest_label(frame, &panel->x_ticks);
        if (widest <= label_pt)
            break;
        label_pt = widest + air;
    }
    if (time)
        crowd_ticks(frame, panel, width, label_pt);
}

double axes_find_x_ticks(struct frame *frame, struct frame_panel *panel, double width)
{
    if (panel->panel->x.kind == SCALE_BANDS) {
        find_band_ticks(frame, panel, width);
        return 0;
    }
    find_number_ticks(frame, panel, width);
    if (!panel->x_labelled || panel->x_ticks.count == 0)
        return 0;
    struct text_style style = frame_style(frame, COLOUR_SECONDARY);
    const struct tick *last = &panel->x_ticks.items[panel->x_ticks.count - 1];
    double place = scale_place(&panel->panel->x, last->value);
    return frame_text_width(frame, &style, last->label) / 2 - (1 - place) * width;
}

/* Left end of a text about `x` that stays inside the figure. */
static double keep_inside(const struct frame *frame, double x, double width)
{
    double most = frame->box.x + frame->box.width - width;
    return fmax(frame->box.x, fmin(x - width / 2, most));
}

static void place_x_row(struct frame *frame, const struct frame_panel *panel, bool second,
                        double baseline)
{
    struct text_style style = frame_style(frame, COLOUR_SECONDARY);
    const double air = 3;
    double taken = -HUGE_VAL;
    for (size_t i = 0; i < panel->x_ticks.count; i++) {
        const struct tick *tick = &panel->x_ticks.items[i];
        const char *text = second ? tick->second_label : tick->label;
        if (!text || !text[0])
            continue;
        double width = frame_text_width(frame, &style, text);
        double left = keep_inside(frame, frame_x(panel, tick->value), width);
        if (left < taken + air)
            continue;
        frame_add_label(frame, &style, text, left, baseline);
        taken = left + width;
    }
}

void axes_place_labels(struct frame *frame, struct frame_panel *panel)
{
    place_y_labels(frame, panel);
    if (!panel->x_labelled)
        return;
    double baseline = panel->plot.y + panel->plot.height + TICK_PT + TICK_GAP_PT +
                      LETTER_ASCENT * frame->style->label_pt;
    place_x_row(frame, panel, false, baseline);
    place_x_row(frame, panel, true, baseline + frame->line_pt);
}

/* ---- colour bar ------------------------------------------------------------------------------ */

double axes_colour_bar_width(struct frame *frame, struct frame_panel *panel)
{
    if (!panel->panel->has_colour)
        return 0;
    scale_ticks(&panel->panel->colour, panel->plot.height, TICK_ROOM_PT, frame->arena,
                &panel->colour_ticks);
    return COLOUR_BAR_GAP_PT + COLOUR_BAR_PT + COLOUR_LABEL_GAP_PT +
           widest_label(frame, &panel->colour_ticks);
}

void axes_place_colour_bar(struct frame *frame, struct frame_panel *panel)
{
    if (!panel->panel->has_colour)
        return;
    struct text_style style = frame_style(frame, COLOUR_SECONDARY);
    panel->colour_bar = (struct box){panel->plot.x + panel->plot.width + COLOUR_BAR_GAP_PT,
                                     panel->plot.y, COLOUR_BAR_PT, panel->plot.height};
    double left = panel->colour_bar.x + COLOUR_BAR_PT + COLOUR_LABEL_GAP_PT, last = NAN;
    for (size_t i = 0; i < panel->colour_ticks.count; i++) {
        const struct tick *tick = &panel->colour_ticks.items[i];
        double y = panel->plot.y +
                   (1 - scale_place(&panel->panel->colour, tick->value)) * panel->plot.height;
        if (keeps_clear(y, style.size_pt, &last))
            frame_add_label(frame, &style, tick->label, left, y + DIGIT_HALF * style.size_pt);
    }
}
