/* Colours and dashes for the roles that figures and documents speak of. */
#ifndef RENDER_THEME_H
#define RENDER_THEME_H

#include <stdbool.h>

#include "figure/figure.h"

struct rgb {
    double red, green, blue;
};

struct theme {
    const char *name; /* "light" or "dark" */
    struct rgb background;
    struct rgb colours[COLOUR_COUNT];
    bool dark;
};

const struct theme *theme_by_name(const char *name); /* NULL: unknown */
/* Of the colour ramp (viridis), position 0 … 1. */
struct rgb theme_ramp(double position);
/* Dash lengths in points; *count 0: solid. */
const double *theme_dash(enum dash dash, int *count);

#endif
