/* Charts over time whose data are of a few short times far apart, as of inputs of different years:
 * on one axis each would be too narrow to read. */
#ifndef FIGURE_CHARTS_TIME_GAPS_H
#define FIGURE_CHARTS_TIME_GAPS_H

#include "figure/model/figure.h"
#include "table/table.h"
#include "util/arena.h"

/* When all that is drawn is of one short part of a time axis of a week or more, the axis becomes
 * that part. When it is of several (at most 8, together at most 5 % of it), or was prepared too
 * coarsely for that part, the figure says so instead, and when it was. All else stays as it is. */
void time_gaps_mend(struct figure *figure, const struct tables *tables, struct arena *arena);

#endif
