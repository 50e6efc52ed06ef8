/* The figures of a report, and what is said in place of one. */
#ifndef FIGURE_CHARTS_FIGURES_H
#define FIGURE_CHARTS_FIGURES_H

#include <stdbool.h>
#include <stddef.h>

#include "figure/model/figure.h"
#include "figure/model/plotspec.h"
#include "table/facts.h"
#include "table/table.h"
#include "util/arena.h"
#include "util/error.h"

/* A metric that has one value throughout, or none: a row of a table says it, no figure. */
struct still_metric {
    const char *metric, *label, *value, *section;
    const struct figure *figure; /* as it would be; for what decides its page */
};

/* A figure of a table that the table has no values for, or whose values would show nothing. */
struct left_out_figure {
    const char *title, *section, *page;
    const char *why; /* NULL: no values */
    const struct plotspec *of;
    size_t kinds;     /* of which the definition has a figure each, and none is drawn */
    const char *more; /* behind the title, where they are several: " and 11 other task kinds" */
};

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
    /* Whether contours can be painted: asked when a figure needs them. NULL: they can. */
    bool (*can_paint_contours)(void);
};

/* All figures of a report in their order: each metric of job_metrics by its definition, each
 * definition of a table; filtered by `only` and `skip` (globs on ids; a NULL list filters nothing).
 */
bool figures_make(struct figures *figures, const struct tables *tables, const struct facts *facts,
                  const struct plotspecs *specs, const struct figure_filter *filter,
                  enum unit_system units, struct arena *arena, struct error *error);

#endif
