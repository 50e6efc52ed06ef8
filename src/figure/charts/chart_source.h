/* The result tables as charts read them: where each metric's rows are, found once for all charts.
 */
#ifndef FIGURE_CHARTS_CHART_SOURCE_H
#define FIGURE_CHARTS_CHART_SOURCE_H

#include <stddef.h>

#include "table/facts.h"
#include "table/kind_names.h"
#include "table/table.h"
#include "util/name_index.h"

/* Rows of a table, in its order. */
struct row_list {
    const size_t *rows;
    size_t count;
};

/* A table with a column "metric", its rows grouped by it. */
struct indexed_table {
    const struct table *table; /* NULL: not made or empty */
    struct name_index metrics; /* in order of appearance; a missing one is "" */
    size_t *starts;            /* metric i has rows[starts[i]] … rows[starts[i + 1] - 1] */
    size_t *rows;
};

void indexed_table_make(struct indexed_table *indexed, const struct tables *tables,
                        const char *name, struct arena *arena);
struct row_list indexed_table_rows(const struct indexed_table *indexed, const char *metric);

struct chart_source {
    const struct tables *tables;
    struct kind_names kind_names;
    struct indexed_table job_metrics, node_metrics, series, bands, heatmap, outliers, coverage;
    double time_low, time_high; /* the span of all samples: the time axis of every chart */
};

void chart_source_make(struct chart_source *source, const struct tables *tables,
                       const struct facts *facts, struct arena *arena);
void chart_source_release(struct chart_source *source);

/* What one node (or `*`: all) drew of a metric. */
struct node_line {
    const char *node;
    size_t count;
    const double *times, *values; /* NaN: a gap */
};
struct node_lines {
    struct node_line *items; /* nodes in natural order */
    size_t count;
};

/* The series of a metric: of all nodes together (false when there is none), and of single nodes.
 * Long ones are thinned. */
bool source_combined_line(const struct chart_source *source, const char *metric,
                          struct arena *arena, struct node_line *line);
void source_node_lines(const struct chart_source *source, const char *metric, struct arena *arena,
                       struct node_lines *lines);

/* Lowest and highest of the values that are not missing; low > high when all are. */
struct value_range {
    double low, high;
    double lowest_positive; /* +∞ when none is */
};
struct value_range value_range_none(void);
void value_range_add(struct value_range *range, const double *values, size_t count);

#endif
