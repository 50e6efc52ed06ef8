#include "figure/charts/contour_grid.h"

#include <math.h>

enum { MOST_SIDE = 512 };

bool density_box_of(const struct density_cells *cells, size_t first, size_t end, double share,
                    struct density_box *box)
{
    *box = (struct density_box){INFINITY, -INFINITY, INFINITY, -INFINITY};
    for (size_t i = first; i < end; i++) {
        if (!(cells->share[i] <= share))
            continue;
        box->x_low = fmin(box->x_low, cells->x_low[i]);
        box->x_high = fmax(box->x_high, cells->x_high[i]);
        box->y_low = fmin(box->y_low, cells->y_low[i]);
        box->y_high = fmax(box->y_high, cells->y_high[i]);
    }
    return box->x_low < box->x_high && box->y_low < box->y_high;
}

/* Cells along one axis, on whose scale they are `step` wide. */
struct steps {
    double low, high, step;
    size_t count; /* with a margin at each end */
    bool is_log;
};

static double on_scale(bool is_log, double value)
{
    return is_log ? log(value) : value;
}

static bool find_steps(double low, double high, double cell_low, double cell_high, bool is_log,
                       struct steps *steps)
{
    *steps = (struct steps){.is_log = is_log};
    steps->step = on_scale(is_log, cell_high) - on_scale(is_log, cell_low);
    double cells = (on_scale(is_log, high) - on_scale(is_log, low)) / steps->step;
    if (!(steps->step > 0) || !(cells < MOST_SIDE))
        return false;
    steps->low = low;
    steps->high = high;
    steps->count = (size_t)lround(cells) + 2;
    return true;
}

static size_t step_of(const struct steps *steps, double value)
{
    double low = on_scale(steps->is_log, steps->low);
    double place = round((on_scale(steps->is_log, value) - low) / steps->step) + 1;
    return (size_t)fmax(1, fmin(place, (double)steps->count - 2));
}

/* The margins are the outer edges: no contour leaves the cells. */
static const double *centres_of(const struct steps *steps, struct arena *arena)
{
    double *centres = arena_alloc_array(arena, steps->count, sizeof *centres);
    double low = on_scale(steps->is_log, steps->low);
    for (size_t i = 1; i + 1 < steps->count; i++) {
        double place = low + steps->step * ((double)i - 0.5);
        centres[i] = steps->is_log ? exp(place) : place;
    }
    centres[0] = steps->low;
    centres[steps->count - 1] = steps->high;
    return centres;
}

static void fill(const struct density_cells *cells, size_t first, size_t end, const struct steps *x,
                 const struct steps *y, double *values)
{
    for (size_t i = 0; i < x->count * y->count; i++)
        values[i] = 1;
    for (size_t i = first; i < end; i++)
        if (cells->share[i] < 1)
            values[step_of(y, cells->y_low[i]) * x->count + step_of(x, cells->x_low[i])] =
                cells->share[i];
}

bool contour_grid_make(const struct density_cells *cells, size_t first, size_t end,
                       struct arena *arena, struct contours *grid)
{
    struct density_box box;
    struct steps x, y;
    size_t any = first;
    while (any < end && !(cells->share[any] < 1))
        any++;
    if (any == end || !density_box_of(cells, first, end, nextafter(1, 0), &box) ||
        !find_steps(box.x_low, box.x_high, cells->x_low[any], cells->x_high[any], cells->is_log,
                    &x) ||
        !find_steps(box.y_low, box.y_high, cells->y_low[any], cells->y_high[any], cells->is_log,
                    &y))
        return false;
    double *values = arena_alloc_array(arena, x.count * y.count, sizeof *values);
    fill(cells, first, end, &x, &y, values);
    *grid = (struct contours){.rows = y.count,
                              .columns = x.count,
                              .x = centres_of(&x, arena),
                              .y = centres_of(&y, arena),
                              .values = values};
    return true;
}
