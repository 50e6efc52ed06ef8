/* Where ticks fall, a function a kind of scale: called by scale_ticks. */
#ifndef FIGURE_TICKS_H
#define FIGURE_TICKS_H

#include "figure/scale.h"

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

/* The largest of 1, 2, 5 × 10ⁿ that is not above `most`, or the smallest that is not below `least`.
 */
double round_step_down(double most);
double round_step_up(double least);

#endif
