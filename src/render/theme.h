/* Colours and dashes for the roles that figures and documents speak of. */
#ifndef RENDER_THEME_H
#define RENDER_THEME_H

#include <stdbool.h>
#include <stdint.h>

#include "figure/model/figure.h"

enum { THEME_RAMP_STEPS = 128 };

struct rgb {
    double red, green, blue;
};

struct theme {
    const char *name; /* "light" or "dark" */
    struct rgb background;
    struct rgb colours[COLOUR_COUNT];
    bool dark;
};

/* How a figure is painted. */
struct paint_style {
    const struct theme *theme;
    double label_pt;   /* tick labels, names; other text follows from it */
    bool with_heading; /* title and subtitle above the panels; caption below */
    bool raster;       /* trade accuracy nobody sees for speed */
    const char *run;   /* above the title: what run the figure is of; NULL: not said */
};

const struct theme *theme_by_name(const char *name); /* NULL: unknown */
/* Of the colour ramp (viridis), position 0 … 1; of THEME_RAMP_STEPS colours. */
struct rgb theme_ramp(double position);
/* For letters on a colour of the ramp: light or dark, as reads better. */
struct rgb theme_ramp_letters(double position);
/* Dash lengths in points; *count 0: solid. */
const double *theme_dash(enum dash dash, int *count);
/* The colour for letters that name a mark: its own, darkened (or lightened) until it reads. */
struct rgb theme_letters(const struct theme *theme, enum colour colour);
uint32_t rgb_pixel(struct rgb colour); /* 0xrrggbb */
struct rgb rgb_mix(struct rgb from, struct rgb to, double share);

#endif
