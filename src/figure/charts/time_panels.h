/* Panels above a chart's own, on one time axis, as the `panels` of its definition name them. */
#ifndef FIGURE_CHARTS_TIME_PANELS_H
#define FIGURE_CHARTS_TIME_PANELS_H

#include "figure/charts/chart.h"

/* Fills the figure with the panels that have times in common with the chart's own panel, which is
 * the last, `own_pt` high and of `first` to `last`; without `panels` with that alone. Sets their
 * time axes and heights, and the figure's but for its head. `above` has the subtitle of the panel
 * that is to give it. False where the definition has panels and the tables hold nothing for them.
 */
bool time_panels_stack(const struct chart_request *request, const struct panel *own, double own_pt,
                       double first, double last, struct figure *figure, struct time_panels *above);

#endif
