/* One row a chart kind: from table rows to a figure.
 *
 * Adding a kind is a file chart_NAME.c and a line in charts.def. A chart reads result tables and
 * its definition, nothing else, so that a report can be drawn again from data/ alone. */
#ifndef FIGURE_CHART_H
#define FIGURE_CHART_H

#include "figure/figure.h"
#include "figure/plotspec.h"
#include "table/facts.h"
#include "table/table.h"

struct chart_source; /* the tables with the rows of each metric found: chart_source.h */

struct chart_request {
    const struct chart_source *source;
    const struct plotspec *spec;
    const struct plot_figure *figure;
    const char *metric; /* the one to draw: the spec's, or one that its "*" stands for; or NULL */
    const char *each;   /* of a table: the text that "each" stands for, or NULL */
    enum unit_system units;
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

/* A metric that has one value throughout, or none: a row of a table says it, no figure. */
struct still_metric {
    const char *metric, *label, *value, *section;
    const struct figure *figure; /* as it would be; for what decides its page */
};

/* A figure of a table that the table has no values for. */
struct left_out_figure {
    const char *title, *section, *page;
};

/* All figures of a report in their order: each metric of job_metrics by its definition, each
 * definition of a table; filtered by `only` and `skip` (globs on ids; a NULL list filters nothing).
 */
/* Metrics of a section that are not drawn, since too many have no chart definition of their own. */
struct undrawn_metrics {
    const char *section;
    size_t drawn, count; /* figures that are drawn; metrics that are not */
};
enum { FIGURES_OPEN_MOST = 300, FIGURES_OPEN_SECTIONS = 16 };

struct figures {
    /* Of definitions whose metric ends in "*": at most FIGURES_OPEN_MOST figures a section. */
    struct undrawn_metrics undrawn[FIGURES_OPEN_SECTIONS];
    size_t undrawn_count;
    struct figure *items;
    bool *is_key; /* may stand on the summary */
    size_t count, capacity;
    struct left_out_figure *left_out;
    size_t left_out_count;
    struct still_metric *still;
    size_t still_count;
};
struct figure_filter {
    const char *const *only, *const *skip;
    size_t only_count, skip_count;
};
bool figures_make(struct figures *figures, const struct tables *tables, const struct facts *facts,
                  const struct plotspecs *specs, const struct figure_filter *filter,
                  enum unit_system units, struct arena *arena, struct error *error);

#endif
