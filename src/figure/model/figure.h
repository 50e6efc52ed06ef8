/* A figure: panels of scales and marks. The waist between what is shown and how it is painted.
 *
 * A chart kind lowers its table rows to a few kinds of mark; a painter knows marks and nothing of
 * charts. A figure holds no sizes but its nominal height, no colours but roles, and nothing of any
 * library. Figures and all they point to live in one arena. */
#ifndef FIGURE_MODEL_FIGURE_H
#define FIGURE_MODEL_FIGURE_H

#include <stdbool.h>
#include <stddef.h>

#include "figure/scales/scale.h"
#include "util/strbuf.h"

enum colour {
    COLOUR_TEXT,
    COLOUR_SECONDARY,
    COLOUR_GRID,
    COLOUR_ACCENT,
    COLOUR_BAND_OUTER, /* accent, pale */
    COLOUR_BAND_INNER, /* accent, less pale */
    COLOUR_SERIES,     /* + 0 … 7: Okabe–Ito order; only with a dash or shape of its own */
    COLOUR_COUNT = COLOUR_SERIES + 8
};

enum dash { DASH_SOLID, DASH_LONG, DASH_SHORT, DASH_DOT, DASH_LONG_DOT, DASH_COUNT };
enum shape {
    SHAPE_NONE,
    SHAPE_CIRCLE,
    SHAPE_SQUARE,
    SHAPE_TRIANGLE,
    SHAPE_DIAMOND,
    SHAPE_CROSS,
    SHAPE_COUNT
};

enum mark_kind {
    MARK_LINE,     /* through x[i], y[i]; NaN interrupts it */
    MARK_AREA,     /* between y[i] and y2[i] at x[i]; NaN interrupts it */
    MARK_BAR,      /* rectangles x[i] … x2[i] by y[i] … y2[i] */
    MARK_CELLS,    /* a grid of coloured cells, see struct cells */
    MARK_POINT,    /* a shape at x[i], y[i] */
    MARK_RULE,     /* straight strokes from x[i], y[i] to x2[i], y2[i]; NaN: the panel's edge */
    MARK_TEXT,     /* labels[i] at x[i], y[i] */
    MARK_CONTOURS, /* of a surface over the plane, see struct contours */
};

/* rows × columns values; cell (r, c) covers x0 + c·width … and row r of the y bands, or, where the
 * height is not 0, of the stretches from y0 + rows·height downwards. */
struct cells {
    size_t rows, columns;
    double x0, width;
    const double *values; /* by row; NaN is left blank */
    double y0, height;
    const char *const *labels; /* by row, where cells have room; NULL: of none */
};

enum contour_paint {
    CONTOUR_LINES,  /* at each level, each thinner than the one before */
    CONTOUR_AREA,   /* filled where values are up to the first level */
    CONTOUR_SHADES, /* filled by the panel's colour scale */
};

/* Values where columns and rows of a grid meet, or of scattered points (rows 0): then there are
 * `columns` of them, and what lies between is interpolated in triangles. Painted by the extension
 * `plplot`. */
struct contours {
    enum contour_paint paint;
    size_t rows, columns;
    const double *x, *y;  /* of the columns, of the rows, rising; or of the points */
    const double *values; /* by row, the lowest first; NaN: nothing there */
    const double *levels;
    size_t level_count;
};

struct mark {
    enum mark_kind kind;
    enum colour colour;
    enum dash dash;
    enum shape shape;
    double width_pt; /* of a stroke, or of a point */
    size_t count;
    const double *x, *y, *x2, *y2;
    const char *const *labels;
    bool are_values;      /* the labels: nothing is cut out of them, but where room is narrow what
                             follows      two spaces is left out: "1,174  (73 %)" */
    const double *shades; /* MARK_POINT: colour by the panel's colour scale; NULL: `colour` */
    struct cells cells;
    struct contours contours;
    const char *name;   /* shown at the right end of a line, or in the legend; NULL: none */
    bool shares_pixels; /* MARK_BAR: where several of the panel are narrower than a pixel, each has
                           its part of it: colours are as large as what they stand for */
    bool markers; /* MARK_LINE: also its shape, some 12 times along the line; MARK_POINT: on a rim
                     of the background */
};

struct panel {
    const char *title; /* a line above the panel; NULL: none */
    struct scale x, y;
    struct scale colour; /* MARK_CELLS, shades: what the colour ramp spans */
    bool has_colour;     /* draw the colour bar */
    struct mark *marks;
    size_t mark_count;
    double height_share; /* of the figure's height */
    const char *message; /* said in the panel's place when there is nothing to draw */
    const char *each;    /* the task kind that it shows alone; NULL: more, or not of kinds */
};

struct figure {
    const char *id;      /* file name stem: [a-z0-9_.-], made by us */
    const char *section; /* of the report */
    const char *page;    /* of a table: the page on which its section is; NULL: "tasks" */
    const char *metric;  /* NULL: of a table */
    const char *table;   /* the result table it is drawn from; NULL: those of its metric */
    const char *each;    /* of several figures of a definition: what this one is of; or NULL */
    const char *title, *subtitle, *caption;
    const char *label;     /* the title of a narrow frame: "CPU load, %" */
    const char *brief;     /* its subtitle: "mean 18.4 · p95 19.5 · max 23.6" */
    const char *alt;       /* one sentence with the main numbers */
    double height_pt;      /* nominal, at the full text width of the page (494 pt) */
    double row_pt;         /* of each row of its panel's names, by which it may be cut into sheets
                              (row_sheets.h); 0: it is never cut */
    const char *row_words; /* "task kinds": what its rows are */
    struct panel *panels;  /* from top to bottom */
    size_t panel_count;
    const char *numbers_at; /* a sentence that its page says once: where the numbers are that it
                               sums up; or NULL */
    const char *undrawn; /* no panels: why a chart of values would show nothing; NULL: no values */
    bool is_mean;        /* of its metric over several nodes or GPUs: their mean, or a ratio */
    bool is_sum;         /* the same: their sum */
    bool is_of_few;      /* each of so few nodes or GPUs that their sum shows nothing more */
    const struct figure *small; /* for a narrow frame; NULL: its first panel will do */
};

/* The figure as JSON: figures/FIGURE.json, and the golden files. Deterministic. */
void figure_write_json(const struct figure *figure, struct strbuf *out);

/* A figure for a narrow frame (small multiples): the marks of the first panel under the label and
 * the brief numbers. The line that stands for all nodes is named by its last value, no other is. */
void figure_make_small(const struct figure *figure, struct arena *arena, struct figure *small);

#endif
