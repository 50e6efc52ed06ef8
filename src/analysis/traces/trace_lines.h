/* What several workers or hosts did over time, as lines for a chart: the table trace_lines. */
#ifndef ANALYSIS_TRACES_TRACE_LINES_H
#define ANALYSIS_TRACES_TRACE_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "table/table.h"

enum { TRACE_GRID_MOST = 300, TRACE_MOST_LINES = 8 };
enum { TRACE_MAP_LINES = 64, TRACE_MAP_STRETCHES = 100 };

/* Weighted means of each line in equal stretches of time. */
struct trace_grid {
    double first, width;
    size_t stretches, lines;
    double *sums, *weights; /* [line × stretches + stretch] */
};

/* Fewer stretches where lines are very many, so that a line takes little memory. False, and an
 * empty grid, when there is no time or no line. */
bool trace_grid_make(struct trace_grid *grid, double first, double last, size_t stretches,
                     size_t lines);
void trace_grid_release(struct trace_grid *grid);

/* A value that holds from one moment to another; weighted by time. */
void trace_grid_hold(struct trace_grid *grid, size_t line, double from, double to, double value);
/* A sample; weighted by number. Missing ones are not counted. */
void trace_grid_sample(struct trace_grid *grid, size_t line, double time, double value);
/* Several of one stretch, added up. */
void trace_grid_samples(struct trace_grid *grid, size_t line, double time, double sum,
                        size_t count);
/* Where the stretch behind the moment's begins. */
double trace_grid_next(const struct trace_grid *grid, double time);

struct trace_panel {
    const char *figure, *title, *unit;
    const char *const *names; /* of the lines */
    double origin;            /* of the grid's times */
    bool with_map;            /* of many lines each is wanted, for a heat map */
};

/* A line each, while they are few; else their lowest, median and highest at each moment, and, for a
 * map, behind those at most TRACE_MAP_LINES lines of one or several neighbours over fewer moments.
 * Where a line has nothing its value is missing. */
void trace_grid_put(const struct trace_grid *grid, const struct trace_panel *panel,
                    struct tables *tables);

/* The highest line over the mean of all, less 1, in per cent; missing where the mean is 0. */
void trace_grid_put_imbalance(const struct trace_grid *grid, const struct trace_panel *panel,
                              struct tables *tables);

#endif
