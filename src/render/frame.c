#include "render/frame.h"

#include <math.h>

/* Cairo's coordinates are 24.8 bits: a value far outside still has to lie outside. */
static double place(const struct scale *scale, double value)
{
    const double far = 20;
    double at = scale_place(scale, value);
    return isnan(at) ? at : fmax(-far, fmin(far, at));
}

double frame_x(const struct frame_panel *panel, double value)
{
    return panel->plot.x + place(&panel->panel->x, value) * panel->plot.width;
}

/* Bands count from the top, all else from the bottom. */
double frame_y(const struct frame_panel *panel, double value)
{
    double share = place(&panel->panel->y, value);
    if (panel->panel->y.kind != SCALE_BANDS)
        share = 1 - share;
    return panel->plot.y + share * panel->plot.height;
}
