/* The panel below a band chart: every node over time as a row of coloured cells. */
#ifndef FIGURE_CHARTS_HEATMAP_H
#define FIGURE_CHARTS_HEATMAP_H

#include "figure/charts/metric_summary.h"

/* Fills the panel, whose x scale is the time axis of the panel above; *height_pt follows from the
 * number of rows, *note is what the caption says of it. False when there are no cells. */
bool heatmap_panel_make(const struct chart_request *request, const struct metric_summary *summary,
                        struct panel *panel, double *height_pt, const char **note);

#endif
