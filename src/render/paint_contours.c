#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "render/contour_library.h"
#include "render/contours.h"
#include "render/paint.h"
#include "util/extension.h"
#include "util/memory.h"

static const double LINE_PT = 1.1;
/* A line is thinner than the one of the level before it by that much. */
static const double THINNER = 0.6;
/* Farther than any value; PLplot takes differences of levels. */
static const double BEYOND = DBL_MAX / 4;
enum { SHADES = 24, GRID_COLUMNS = 128, GRID_ROWS = 96, MOST_LINES = 16 };

bool contours_can_be_painted(void)
{
    struct error error;
    const struct contour_library *library = extension_open("plplot", &error);
    return library && library->try_out();
}

/* The surface in points of the plot; to be released. */
struct placed {
    struct contour_plot plot;
    struct contour_surface surface;
    double *x, *y, *values;
};

static double *places(const struct frame_panel *panel, const double *values, size_t count,
                      bool is_x)
{
    const struct box *plot = &panel->plot;
    double *placed = memory_alloc_array(count, sizeof *placed);
    for (size_t i = 0; i < count; i++)
        placed[i] = is_x ? frame_x(panel, values[i]) - plot->x
                         : plot->y + plot->height - frame_y(panel, values[i]);
    return placed;
}

/* `count` places from the lowest of the points to the highest. */
static double *even_places(const double *points, size_t point_count, size_t count)
{
    double *placed = memory_alloc_array(count, sizeof *placed), low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < point_count; i++) {
        low = fmin(low, points[i]);
        high = fmax(high, points[i]);
    }
    for (size_t i = 0; i < count; i++)
        placed[i] = low + (high - low) * (double)i / (double)(count - 1);
    return placed;
}

/* A grid over the extent of points anywhere. */
static bool place_points(const struct contour_library *library, const struct frame_panel *panel,
                         const struct contours *contours, struct placed *placed)
{
    double *x = places(panel, contours->x, contours->columns, true);
    double *y = places(panel, contours->y, contours->columns, false);
    placed->x = even_places(x, contours->columns, GRID_COLUMNS);
    placed->y = even_places(y, contours->columns, GRID_ROWS);
    placed->values = memory_alloc_array(GRID_COLUMNS * GRID_ROWS, sizeof *placed->values);
    placed->surface =
        (struct contour_surface){GRID_COLUMNS, GRID_ROWS, placed->x, placed->y, placed->values};
    bool good = library->interpolate(x, y, contours->values, contours->columns, &placed->surface,
                                     placed->values);
    free(x);
    free(y);
    return good;
}

static void place_grid(const struct frame_panel *panel, const struct contours *contours,
                       struct placed *placed)
{
    placed->x = places(panel, contours->x, contours->columns, true);
    placed->y = places(panel, contours->y, contours->rows, false);
    placed->surface = (struct contour_surface){contours->columns, contours->rows, placed->x,
                                               placed->y, contours->values};
}

static void release(struct placed *placed)
{
    free(placed->x);
    free(placed->y);
    free(placed->values);
}

static void paint_lines(const struct contour_library *library, const struct brush *brush,
                        const struct mark *mark, const struct placed *placed)
{
    const struct contours *contours = &mark->contours;
    struct contour_line lines[MOST_LINES];
    double width = mark->width_pt > 0 ? mark->width_pt : LINE_PT;
    size_t count = contours->level_count < MOST_LINES ? contours->level_count : MOST_LINES;
    for (size_t i = 0; i < count; i++, width *= THINNER)
        lines[i] = (struct contour_line){contours->levels[i], fmax(width, brush->pixel_pt)};
    const struct rgb colour = brush->theme->colours[mark->colour];
    library->draw_lines(&placed->plot, &placed->surface, lines, count, colour.red, colour.green,
                        colour.blue);
}

/* Each shade lies on those below it, too: no seams between two. */
static void paint_shades(const struct contour_library *library, const struct brush *brush,
                         const struct frame_panel *panel, const struct placed *placed)
{
    const struct scale *scale = &panel->panel->colour;
    bool is_log = scale->kind == SCALE_LOG;
    for (int i = 0; i < SHADES; i++) {
        double part = (double)i / SHADES;
        double low = is_log ? scale->low * pow(scale->high / scale->low, part)
                            : scale->low + (scale->high - scale->low) * part;
        brush_colour(brush, theme_ramp((i + 0.5) / SHADES));
        library->fill_area(&placed->plot, &placed->surface, i ? low : -BEYOND, BEYOND);
    }
}

static void paint_placed(const struct contour_library *library, const struct brush *brush,
                         const struct frame_panel *panel, const struct mark *mark,
                         const struct placed *placed)
{
    switch (mark->contours.paint) {
    case CONTOUR_LINES:
        paint_lines(library, brush, mark, placed);
        break;
    case CONTOUR_AREA:
        brush_colour(brush, brush->theme->colours[mark->colour]);
        library->fill_area(&placed->plot, &placed->surface, -BEYOND, mark->contours.levels[0]);
        break;
    case CONTOUR_SHADES:
        paint_shades(library, brush, panel, placed);
        break;
    }
}

/* Figures with contours are made only where they can be painted. */
void paint_contours(const struct brush *brush, const struct frame_panel *panel, size_t index)
{
    const struct mark *mark = &panel->panel->marks[index];
    struct error error;
    const struct contour_library *library = extension_open("plplot", &error);
    struct placed placed = {.plot = {brush->cr, panel->plot.x, panel->plot.y + panel->plot.height,
                                     panel->plot.width, panel->plot.height}};
    if (!library)
        return;
    bool good = true;
    if (mark->contours.rows)
        place_grid(panel, &mark->contours, &placed);
    else
        good = place_points(library, panel, &mark->contours, &placed);
    if (good)
        paint_placed(library, brush, panel, mark, &placed);
    release(&placed);
}
