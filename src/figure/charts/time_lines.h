/* Lines over time in panels of their own, from rows that name panel and line. */
#ifndef FIGURE_CHARTS_TIME_LINES_H
#define FIGURE_CHARTS_TIME_LINES_H

#include "figure/charts/table_rows.h"

enum { TIME_MOST_PANELS = 6 };

/* A value of a line of a panel at a moment, by row; a panel's and a line's rows follow each other.
 */
struct time_lines {
    const char *const *panels, *const *units, *const *lines; /* units NULL: `unit` is that of all */
    const char *unit;
    const double *times, *values;
    size_t count;
    double first, last; /* of all moments */
};

/* By the roles panel, unit, line, time and value. False when there are no values. */
bool time_lines_read(const struct table_rows *rows, struct time_lines *lines);

/* Fills at most TIME_MOST_PANELS panels, twice as many with maps, but for their time axes and
 * shares of the height; returns how many. Of more than three lines a panel has the band and the
 * median, and a heat map of them all follows it if wanted. */
size_t time_lines_make_panels(const struct chart_request *request, const struct time_lines *lines,
                              bool with_maps, struct panel *panels);

/* "worker-1 mean 12, most 31 at 14:02": of the first panel's line with the highest value. */
const char *time_lines_text(const struct chart_request *request, const struct time_lines *lines);
/* The same for a narrow frame: "Power: mean 97 W, max 124 W". */
const char *time_lines_brief(const struct chart_request *request, const struct time_lines *lines);

#endif
