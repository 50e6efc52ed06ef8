/* Chart definitions: the JSON files of plots/.
 *
 * A file defines one metric's charts: how it is called, shown and combined, and where its figures
 * stand. A metric that ends in "*" serves every metric that starts so and that no other file names;
 * of several the longest wins, and "*" alone serves all that are left. Files of a directory given
 * by the user add to the built-in ones and replace those of the same metric. The fields are
 * described in plots/README.md. */
#ifndef FIGURE_PLOTSPEC_H
#define FIGURE_PLOTSPEC_H

#include <stdbool.h>
#include <stddef.h>

#include "table/dataset.h"
#include "util/arena.h"
#include "util/error.h"

struct plot_figure {
    const char *id;      /* "{metric}" in it is replaced where the metric ends in "*" */
    const char *kind;    /* a chart kind of charts.def */
    const char *section; /* heading under which it stands */
    double order;        /* within the report */
    const char *caption;
};

struct plotspec {
    const char *path; /* for messages */
    const char *metric;
    const char *title; /* "CPU load"; NULL: the metric's name */
    const char *unit;  /* NULL: the metric's */
    bool log_scale;
    bool from_zero;
    enum metric_combine combine;
    bool has_combine;
    bool key; /* may stand among the small multiples of the summary */
    struct plot_figure *figures;
    size_t figure_count;
};

struct plotspecs {
    struct plotspec *items;
    size_t count, capacity;
};

/* Reads every *.json of the directory; a fault names file, line and field. */
bool plotspecs_load(struct plotspecs *specs, struct arena *arena, const char *directory,
                    struct error *error);
/* The metric's definition, else that of the longest start of its name, else NULL. */
const struct plotspec *plotspecs_find(const struct plotspecs *specs, const char *metric);

#endif
