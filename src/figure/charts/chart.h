/* One row a chart kind: from table rows to a figure.
 *
 * Adding a kind is a file chart_NAME.c and a line in charts.def. A chart reads result tables and
 * its definition, nothing else, so that a report can be drawn again from data/ alone. */
#ifndef FIGURE_CHARTS_CHART_H
#define FIGURE_CHARTS_CHART_H

#include "figure/model/figure.h"
#include "figure/model/plotspec.h"

struct chart_source; /* the tables with the rows of each metric found: chart_source.h */

struct chart_request {
    const struct chart_source *source;
    const struct plotspec *spec;
    const struct plot_figure *figure;
    const char *metric; /* the one to draw: the spec's, or one that its "*" stands for; or NULL */
    const char *each;   /* of a table: the text that "each" stands for, or NULL */
    enum unit_system units;
    bool are_inputs_apart;            /* inputs_apart.h */
    bool (*can_paint_contours)(void); /* NULL: they can */
    struct arena *arena;
    struct arena *scratch; /* only until this figure is made */
};

/* Panels over time that other charts have above their own; without time axes and heights. */
struct time_panels {
    struct panel *panels;
    size_t count;
    double first, last;       /* of their times */
    const char *text, *brief; /* the subtitle of a figure that is of them, or NULL */
};

struct chart {
    const char *name;
    const char *description;
    /* The roles of a table's columns: "#" behind one of numbers, "?" behind one that may be absent.
     * NULL: a chart of a metric. */
    const char *columns;
    /* False when the tables hold nothing for it: no figure then. */
    bool (*lower)(const struct chart_request *request, struct figure *figure);
    /* Of kinds that may be panels of other charts, else NULL. False as above. */
    bool (*make_panels)(const struct chart_request *request, struct time_panels *panels);
};

size_t chart_count(void);
const struct chart *chart_at(size_t index);
const struct chart *chart_by_name(const char *name);

#endif
