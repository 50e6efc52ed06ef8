/* Between the files of the frame: frame_make.c (heading, heights), frame_axes.c (ticks, margins),
 * frame_names.c (names at line ends, legend), frame_texts.c (text among the marks). */
#ifndef RENDER_FRAME_PARTS_H
#define RENDER_FRAME_PARTS_H

#include "render/frame.h"

/* Height of letters about the baseline, as parts of their size. */
#define LETTER_ASCENT 0.76
#define LETTER_DESCENT 0.21
/* From the middle of digits down to their baseline. */
#define DIGIT_HALF 0.363

/* Narrower figures have heads of one line each, so that rows align. */
#define NARROW_PT 260.0

#define TICK_PT 2.5
#define TICK_GAP_PT 2.2
#define LABEL_GAP_PT 4.0

struct text_style frame_style(const struct frame *frame, enum colour colour);
double frame_text_width(const struct frame *frame, const struct text_style *style,
                        const char *text);
/* Width of a label that margins of small figures hold, used or not, so that the plots of a row are
 * equally wide; 0 in others. */
double frame_least_label(const struct frame *frame);
/* Adds one line of text whose left end and baseline are given. */
void frame_add_label(struct frame *frame, const struct text_style *style, const char *text,
                     double left, double baseline);
bool box_overlaps(struct box one, struct box other);

/* frame_axes.c */
double axes_left_margin(struct frame *frame); /* also finds the ticks of y */
double axes_colour_bar_width(struct frame *frame, struct frame_panel *panel);
/* Finds the ticks of x for a plot of that width; returns what the last label needs at the right. */
double axes_find_x_ticks(struct frame *frame, struct frame_panel *panel, double width);
void axes_place_labels(struct frame *frame, struct frame_panel *panel);
void axes_place_colour_bar(struct frame *frame, struct frame_panel *panel);

/* frame_names.c */
void names_decide(struct frame *frame, double height);
double names_least_width(const struct frame *frame);
double names_right_width(struct frame *frame, const struct frame_panel *panel);
double legend_place(struct frame *frame, double top); /* returns the new top */
void names_place(struct frame *frame, const struct frame_panel *panel);

/* frame_texts.c */
bool texts_need_strip(const struct panel *panel);
double texts_right_width(struct frame *frame, const struct frame_panel *panel, double width);
double texts_strip_gap(const struct panel *panel); /* below the strip, beside the usual one */
void texts_place(struct frame *frame, const struct frame_panel *panel);

#endif
