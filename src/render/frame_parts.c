#include "render/frame_parts.h"

#include "util/list.h"

struct text_style frame_style(const struct frame *frame, enum colour colour)
{
    return (struct text_style){frame->style->label_pt, TEXT_REGULAR,
                               theme_letters(frame->style->theme, colour), true};
}

double frame_text_width(const struct frame *frame, const struct text_style *style, const char *text)
{
    return text_measure(frame->text, style, text, 0, 0).width;
}

double frame_least_label(const struct frame *frame)
{
    struct text_style style = frame_style(frame, COLOUR_SECONDARY);
    return frame->box.width < NARROW_PT ? frame_text_width(frame, &style, "0.000") : 0;
}

void frame_add_label(struct frame *frame, const struct text_style *style, const char *text,
                     double left, double baseline)
{
    if (!text || !*text)
        return;
    double size = style->size_pt;
    struct box box = {left, baseline - LETTER_ASCENT * size, frame_text_width(frame, style, text),
                      (LETTER_ASCENT + LETTER_DESCENT) * size};
    *list_add(&frame->labels) =
        (struct label){.box = box, .baseline = baseline, .text = text, .style = *style};
}

bool box_overlaps(struct box one, struct box other)
{
    return one.x < other.x + other.width && other.x < one.x + one.width &&
           one.y < other.y + other.height && other.y < one.y + one.height;
}
