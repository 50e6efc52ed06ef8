/* Where everything of a figure goes: decided and measured before anything is painted.
 *
 * All text of a figure is in `labels`, with the box it fills, so that a test can prove that none is
 * cut and no two overlap. Lengths are points of user space. */
#ifndef RENDER_FRAME_H
#define RENDER_FRAME_H

#include <stdbool.h>
#include <stddef.h>

#include "figure/model/figure.h"
#include "figure/scales/ticks.h"
#include "render/text.h"
#include "render/theme.h"
#include "util/arena.h"
#include "util/list.h"

struct box {
    double x, y, width, height;
};

struct label {
    struct box box;
    double baseline; /* of the first line, in user space */
    const char *text;
    struct text_style style;
    double wrap_width; /* 0: one line */
    enum text_align align;
    int max_lines;
};

/* A sample of a mark beside its name. */
struct key {
    struct box box;
    const struct mark *mark;
};

/* From a line's end to its name, where that had to move. */
struct leader {
    double x[3], y[3];
    struct rgb colour;
};

struct frame_panel {
    const struct panel *panel;
    struct box plot, colour_bar; /* colour_bar.width 0: none */
    double above_pt, below_pt;   /* taken by titles and tick labels */
    struct ticks x_ticks, y_ticks, colour_ticks;
    bool x_labelled;     /* false: the panel below has the same axis */
    bool names_at_right; /* else in the legend */
    bool has_strip;      /* a line of notes between title and plot */
};

struct frame {
    struct arena *arena;
    struct text_engine *text;
    const struct figure *figure;
    const struct paint_style *style;
    struct box box;
    double line_pt; /* height of a line of labels */
    struct frame_panel *panels;
    LIST_OF(struct label) labels;
    LIST_OF(struct key) keys;
    LIST_OF(struct leader) leaders;
};

/* Where a value falls. NaN stays NaN; far outside is cut so that no number overflows in Cairo. */
double frame_x(const struct frame_panel *panel, double value);
double frame_y(const struct frame_panel *panel, double value);

#endif
