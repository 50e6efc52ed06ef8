/* What the extension `plplot` does: contours of a surface over a plane, through PLplot. It defines
 * `jobreport_extension` as a struct contour_library.
 *
 * Lengths are points, upwards from the lower left corner of the plot. PLplot keeps state of its
 * own: calls from several threads wait for each other. A call that PLplot refuses returns false and
 * leaves the context as it was, with nothing or a part painted. */
#ifndef RENDER_CONTOUR_LIBRARY_H
#define RENDER_CONTOUR_LIBRARY_H

#include <cairo.h>
#include <stdbool.h>
#include <stddef.h>

/* The plot: its lower left corner in user space, its size. */
struct contour_plot {
    cairo_t *cr;
    double left, bottom, width, height;
};

/* Values where columns and rows of a grid meet. */
struct contour_surface {
    size_t columns, rows; /* at least 2 */
    const double *x, *y;  /* rising */
    const double *values; /* by row, the lowest first; NaN: nothing there */
};

struct contour_line {
    double level, width_pt;
};

struct contour_library {
    /* Whether PLplot can draw at all: its device and its data files are there. */
    bool (*try_out)(void);
    /* Lines in the colour, 0 … 1 each (plcont). */
    bool (*draw_lines)(const struct contour_plot *plot, const struct contour_surface *surface,
                       const struct contour_line *lines, size_t count, double red, double green,
                       double blue);
    /* Fills where the values are in [low, high] with the source of the context (plshade). */
    bool (*fill_area)(const struct contour_plot *plot, const struct contour_surface *surface,
                      double low, double high);
    /* The values of the surface between those of scattered points, by linear interpolation in the
     * triangles of Delaunay; NaN outside of all (plgriddata, GRID_DTLI). */
    bool (*interpolate)(const double *x, const double *y, const double *values, size_t count,
                        const struct contour_surface *surface, double *result);
};

#endif
