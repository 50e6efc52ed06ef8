/* What values the colours of cells span. */
#ifndef FIGURE_COLOUR_RAMP_H
#define FIGURE_COLOUR_RAMP_H

#include "figure/scale.h"

struct colour_ramp {
    double low, high;
    bool cut; /* some cells lie beyond: the ramp spans p2 to p98 */
};

/* One outstanding cell must not wash out all others. False when no value can have a colour: NaN
 * ones cannot, and on a log scale those that are not above 0. */
bool colour_ramp_find(const double *values, size_t count, bool is_log, struct arena *scratch,
                      struct colour_ramp *ramp);

void colour_ramp_scale(const struct colour_ramp *ramp, bool is_log, struct display_unit unit,
                       struct scale *scale);

#endif
