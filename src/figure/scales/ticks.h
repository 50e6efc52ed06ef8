/* Where the ticks of a scale fall. */
#ifndef FIGURE_SCALES_TICKS_H
#define FIGURE_SCALES_TICKS_H

#include "figure/scales/scale.h"

struct tick {
    double value;             /* base units */
    const char *label;        /* "" for a minor tick */
    const char *second_label; /* a line below: the date under the first tick of a day; or NULL */
    bool major;
};

struct ticks {
    struct tick *items;
    size_t count;
};

/* Ticks on round numbers (1, 2, 5 × 10ⁿ) or round times (s, min, h, days at local midnight, months)
 * so that labels of about `label_pt` fit on `length_pt`. Decimals are the same on all labels; times
 * carry their date once a day. Log: powers of ten, and 2, 5 where there is room. */
void scale_ticks(const struct scale *scale, double length_pt, double label_pt, struct arena *arena,
                 struct ticks *ticks);

/* ---- a function a kind of scale, called by scale_ticks ---- */

/* Room a tick takes on the axis, of which there are `most` at the most. */
struct tick_room {
    double length_pt, label_pt;
    size_t most;
};

void ticks_linear(const struct scale *scale, struct tick_room room, struct arena *arena,
                  struct ticks *ticks);
void ticks_log(const struct scale *scale, struct tick_room room, struct arena *arena,
               struct ticks *ticks);
void ticks_time(const struct scale *scale, struct tick_room room, struct arena *arena,
                struct ticks *ticks);

#endif
