/* What values the colours of cells span. */
#ifndef FIGURE_SCALES_COLOUR_RAMP_H
#define FIGURE_SCALES_COLOUR_RAMP_H

#include "figure/scales/scale.h"

struct colour_ramp {
    double low, high;
    bool cut; /* some cells lie beyond: the ramp spans p2 to p98 */
};

/* One outstanding cell must not wash out all others. False when no value can have a colour: NaN
 * ones cannot, and on a log scale those that are not above 0. */
bool colour_ramp_find(const double *values, size_t count, bool is_log, struct arena *scratch,
                      struct colour_ramp *ramp);

/* Values that differ by less than a few per cent look alike: the scale is wider than the ramp. */
void colour_ramp_scale(const struct colour_ramp *ramp, bool is_log, struct display_unit unit,
                       struct scale *scale);

/* Where the colours end, when some cells lie beyond; "" else. */
const char *colour_ramp_note(const struct colour_ramp *ramp, bool is_log);

#endif
