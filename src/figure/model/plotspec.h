/* Chart definitions: the JSON files of plots/.
 *
 * A definition is of the charts of a metric, or of one chart of a result table. A file holds one,
 * or a list of them with what they share.
 *
 * A metric: how it is called, shown and combined, and where its figures stand. A metric that ends
 * in "*" serves every metric that starts so and that no other file names; of several the longest
 * wins, and "*" alone serves all that are left. A table: which of its columns play which role in
 * which kind of chart.
 *
 * Files of a directory given by the user add to the built-in ones and replace those of the same
 * metric, or of the same figure id. The fields are described in plots/README.md. */
#ifndef FIGURE_MODEL_PLOTSPEC_H
#define FIGURE_MODEL_PLOTSPEC_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/statistics/bin_rule.h"
#include "figure/model/name_pairs.h"
#include "table/dataset.h"

enum { PLOT_MOST_CLASSES = 4 };
enum { PLOTSPEC_BUILT_IN = 1 }; /* the directory of ours, which is read first */

/* In the ids of figures, for what a definition of several stands for. */
#define PLOT_METRIC_FIELD "{metric}"
#define PLOT_EACH_FIELD "{each}"

/* Which rows of a table are drawn where not all have a place. */
enum plot_pick { PICK_HIGHEST, PICK_LOWEST, PICK_BOTH, PICK_FIRST, PICK_COUNT };

struct plot_figure {
    const char *id;      /* "{metric}" and "{each}" in it are replaced */
    const char *kind;    /* a chart kind of charts.def */
    const char *section; /* heading under which it stands */
    const char *page;    /* of a table: the page, "tasks" when left out */
    double order;        /* within the report */
    const char *caption;
};

/* A definition, or one of the `panels` of a definition, which has a kind and either a table with
 * columns or metrics. */
struct plotspec {
    const char *path;   /* for messages */
    size_t directory;   /* it is from: the first, the second … that was read */
    const char *metric; /* NULL: a chart of a table */
    const char *title;  /* "CPU load"; NULL: the metric's name */
    const char *unit;   /* NULL: the metric's */
    bool log_scale;
    bool from_zero;
    enum metric_combine combine;
    bool has_combine;
    bool key;          /* may stand among the small multiples of the summary */
    const char *spans; /* of a metric: the table of times (`from`, `until`) to shade, or NULL */
    const char *spans_caption;
    const char *unless; /* no figure where this metric is known too; of a table: where this column
                           says as much as the role "value"; or NULL */
    struct plot_figure *figures;
    size_t figure_count;

    /* Of a table. */
    const char *table;         /* NULL: charts of a metric */
    struct name_pairs columns; /* role → column; the roles are the chart kind's */
    struct name_pairs names;   /* role → what people call it */
    struct name_pairs where;   /* rows whose text columns hold these */
    const char *kinds;         /* the table of the kinds that its rows name: "tasks" … */
    const char *each;          /* a figure for each text of this column; "{each}" stands for it */
    struct name_pairs beside;  /* such a text → the ids of figures that show as much (a glob) */
    double factor;             /* × the column's value = the value in `unit` */
    double cover;              /* of the amounts' sum: what a band marks, or rows stop at; NaN */
    bool keeps_order;          /* of the table's rows; else the largest stand first */
    bool sums_up;              /* rows of the same label are one */
    bool is_of_one_run;        /* no figure where inputs cover periods far apart */
    bool has_bins;             /* histograms: by a rule and a range of its own */
    struct bin_rule bins;
    size_t skip; /* so many of the first things are left to another figure */
    enum plot_pick pick;
    double plausible; /* values above this are of no class but implausible; NaN: none is */
    double thresholds[PLOT_MOST_CLASSES - 1];
    size_t threshold_count;  /* values fall into one class more, implausible ones into yet one */
    struct plotspec *panels; /* above the chart's own, on its time axis */
    size_t panel_count;
    bool spans_panels; /* the time axis: all times of the panels too, else the chart's own */

    /* Of a panel. */
    const char **metrics; /* the first that has samples is drawn; NULL: of a table */
    size_t metric_count;
    double height_pt;
    bool
        has_subtitle; /* the figure's subtitle is of this panel, and its caption not of the chart */
};

struct plotspecs {
    struct plotspec *items;
    size_t count, capacity;
    size_t directories; /* read */
};

/* For every metric whose name starts with what stands before the "*". */
bool plotspec_is_pattern(const char *metric);

/* The metric's definition, else that of the longest start of its name, else NULL. */
const struct plotspec *plotspecs_find(const struct plotspecs *specs, const char *metric);

#endif
