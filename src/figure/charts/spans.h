/* Stretches of time that a metric's chart shades: rows of the table that its definition names. */
#ifndef FIGURE_CHARTS_SPANS_H
#define FIGURE_CHARTS_SPANS_H

#include "figure/charts/chart.h"

/* Puts the shade over the whole height of the panel, whose y scale is set, behind its other marks;
 * `marks` has room for one more. Returns the note for the caption, "" when nothing is shaded. */
const char *spans_add(const struct chart_request *request, struct panel *panel);

#endif
