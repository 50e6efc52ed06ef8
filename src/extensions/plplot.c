/* Contours through PLplot: lines by its extcairo device, which draws into the context of the chart;
 * areas as the polygons that it finds, filled in one go, so that no seams show between them. */
#include <math.h>
#include <plplot/plplot.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "render/contour_library.h"

/* The device counts in whole units. */
static const double UNITS_PER_PT = 8;
enum { SHORTEST_SIDE = 16 };  /* of a page, in units */
enum { MESSAGE_SIZE = 1024 }; /* more than any of PLplot's */

/* What PLplot's callbacks, which know no context, need of the call that runs. */
static pthread_mutex_t only_one = PTHREAD_MUTEX_INITIALIZER;
static jmp_buf refused;
static const struct contour_plot *filled;
static const struct contour_surface *shaded;

/* PLplot would end the program. */
static int leave(PLCHAR_VECTOR message)
{
    (void)message;
    longjmp(refused, 1);
}

struct page {
    PLINT width, height; /* units */
};

static struct page page_of(const struct contour_plot *plot)
{
    return (struct page){(PLINT)fmax(SHORTEST_SIDE, ceil(plot->width * UNITS_PER_PT)),
                         (PLINT)fmax(SHORTEST_SIDE, ceil(plot->height * UNITS_PER_PT))};
}

/* A stream whose window is the page, in points. What is wrong is counted, not printed. */
static void begin(const struct contour_plot *plot, PLINT *fault, char *message)
{
    PLINT stream;
    struct page page = page_of(plot);
    plsexit(leave);
    plmkstrm(&stream);
    plsError(fault, message);
    plsdev("extcairo");
    plspage(0, 0, page.width, page.height, 0, 0);
    plspause(0);
    plinit();
    pl_cmd(PLESC_DEVINIT, plot->cr);
    pladv(0);
    plvpor(0, 1, 0, 1);
    plwind(0, page.width / UNITS_PER_PT, 0, page.height / UNITS_PER_PT);
}

/* The rows of columns that PLplot wants; to be freed. */
static PLFLT **columns_of(const struct contour_surface *surface)
{
    size_t columns = surface->columns, rows = surface->rows;
    PLFLT **lists = malloc(columns * sizeof *lists + columns * rows * sizeof **lists);
    for (size_t i = 0; lists && i < columns; i++) {
        lists[i] = (PLFLT *)(void *)(lists + columns) + i * rows;
        for (size_t k = 0; k < rows; k++)
            lists[i][k] = surface->values[k * columns + i];
    }
    return lists;
}

static PLcGrid grid_of(const struct contour_surface *surface)
{
    return (PLcGrid){(PLFLT_NC_VECTOR)surface->x, (PLFLT_NC_VECTOR)surface->y, NULL,
                     (PLINT)surface->columns,     (PLINT)surface->rows,        0};
}

/* ---- lines ---- */

static PLINT byte_of(double part)
{
    return (PLINT)lround(fmax(0, fmin(1, part)) * 255);
}

struct lines {
    const struct contour_plot *plot;
    const struct contour_surface *surface;
    const struct contour_line *items;
    size_t count;
    double red, green, blue;
};

static void draw(const struct lines *lines, PLFLT **columns)
{
    const struct contour_surface *surface = lines->surface;
    PLcGrid grid = grid_of(surface);
    plscol0(1, byte_of(lines->red), byte_of(lines->green), byte_of(lines->blue));
    plcol0(1);
    for (size_t i = 0; i < lines->count; i++) {
        plwidth(lines->items[i].width_pt * UNITS_PER_PT);
        plcont((PLFLT_MATRIX)columns, grid.nx, grid.ny, 1, grid.nx, 1, grid.ny,
               &lines->items[i].level, 1, pltr1, &grid);
    }
}

/* The device turns the page upside down, and has no other place than the origin. */
static void place_page(const struct contour_plot *plot)
{
    struct page page = page_of(plot);
    cairo_translate(plot->cr, plot->left, plot->bottom - page.height / UNITS_PER_PT);
    cairo_scale(plot->cr, 1 / UNITS_PER_PT, 1 / UNITS_PER_PT);
}

static bool run_lines(const struct lines *lines, PLFLT **columns)
{
    PLINT fault = 0;
    char message[MESSAGE_SIZE] = "";
    if (setjmp(refused))
        return false;
    begin(lines->plot, &fault, message);
    draw(lines, columns);
    plend1();
    return fault == 0;
}

static bool draw_lines(const struct contour_plot *plot, const struct contour_surface *surface,
                       const struct contour_line *items, size_t count, double red, double green,
                       double blue)
{
    const struct lines lines = {plot, surface, items, count, red, green, blue};
    PLFLT **columns = columns_of(surface);
    if (!columns)
        return false;
    pthread_mutex_lock(&only_one);
    cairo_save(plot->cr);
    place_page(plot);
    bool good = run_lines(&lines, columns);
    cairo_restore(plot->cr);
    pthread_mutex_unlock(&only_one);
    free(columns);
    return good;
}

/* ---- areas ---- */

static void add_polygon(PLINT count, PLFLT_VECTOR x, PLFLT_VECTOR y)
{
    for (PLINT i = 0; i < count; i++)
        (i ? cairo_line_to : cairo_move_to)(filled->cr, filled->left + x[i], filled->bottom - y[i]);
    cairo_close_path(filled->cr);
}

/* The nearest of rising places. */
static size_t nearest(const double *places, size_t count, double place)
{
    size_t low = 0, high = count - 1;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (places[middle] <= place)
            low = middle;
        else
            high = middle;
    }
    return place - places[low] <= places[high] - place ? low : high;
}

/* Asked of places on the plot. */
static PLINT is_known(PLFLT x, PLFLT y)
{
    size_t column = nearest(shaded->x, shaded->columns, x);
    size_t row = nearest(shaded->y, shaded->rows, y);
    return !isnan(shaded->values[row * shaded->columns + column]);
}

static bool has_holes(const struct contour_surface *surface)
{
    for (size_t i = 0; i < surface->columns * surface->rows; i++)
        if (isnan(surface->values[i]))
            return true;
    return false;
}

/* The device's page is drawn on by nothing, since polygons come to us. */
static bool run_area(const struct contour_plot *plot, const struct contour_surface *surface,
                     PLFLT **columns, double low, double high)
{
    PLINT fault = 0;
    char message[MESSAGE_SIZE] = "";
    if (setjmp(refused))
        return false;
    begin(plot, &fault, message);
    PLcGrid grid = grid_of(surface);
    filled = plot;
    shaded = surface;
    cairo_restore(plot->cr); /* as it was before `begin` */
    cairo_save(plot->cr);
    cairo_new_path(plot->cr);
    plshade((PLFLT_MATRIX)columns, grid.nx, grid.ny, has_holes(surface) ? is_known : NULL, 0,
            grid.nx - 1, 0, grid.ny - 1, low, high, 0, 1, 0, 0, 0, 0, 0, add_polygon, 1, pltr1,
            &grid);
    cairo_fill(plot->cr);
    plend1();
    return fault == 0;
}

static bool fill_area(const struct contour_plot *plot, const struct contour_surface *surface,
                      double low, double high)
{
    PLFLT **columns = columns_of(surface);
    if (!columns)
        return false;
    pthread_mutex_lock(&only_one);
    cairo_save(plot->cr);
    bool good = run_area(plot, surface, columns, low, high);
    cairo_new_path(plot->cr);
    cairo_restore(plot->cr);
    pthread_mutex_unlock(&only_one);
    free(columns);
    return good;
}

/* ---- scattered points ---- */

static bool run_grid(const double *x, const double *y, const double *values, size_t count,
                     const struct contour_surface *surface, PLFLT **columns)
{
    if (setjmp(refused))
        return false;
    plsexit(leave);
    plgriddata(x, y, values, (PLINT)count, surface->x, (PLINT)surface->columns, surface->y,
               (PLINT)surface->rows, columns, GRID_DTLI, 0);
    return true;
}

static bool interpolate(const double *x, const double *y, const double *values, size_t count,
                        const struct contour_surface *surface, double *result)
{
    size_t cells = surface->columns * surface->rows;
    for (size_t i = 0; i < cells; i++)
        result[i] = NAN;
    struct contour_surface empty = *surface;
    empty.values = result;
    PLFLT **columns = columns_of(&empty);
    if (!columns)
        return false;
    pthread_mutex_lock(&only_one);
    bool good = run_grid(x, y, values, count, surface, columns);
    pthread_mutex_unlock(&only_one);
    for (size_t i = 0; good && i < cells; i++)
        result[i] = columns[i % surface->columns][i / surface->columns];
    free(columns);
    return good;
}

/* ---- whether it works ---- */

static bool run_nothing(const struct contour_plot *plot)
{
    PLINT fault = 0;
    char message[MESSAGE_SIZE] = "";
    if (setjmp(refused))
        return false;
    begin(plot, &fault, message);
    plend1();
    return fault == 0;
}

static bool try_out(void)
{
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1);
    const struct contour_plot plot = {cairo_create(surface), 0, 0, 1, 1};
    pthread_mutex_lock(&only_one);
    bool good = run_nothing(&plot);
    pthread_mutex_unlock(&only_one);
    cairo_destroy(plot.cr);
    cairo_surface_destroy(surface);
    return good;
}

__attribute__((visibility("default"))) const struct contour_library jobreport_extension = {
    .try_out = try_out,
    .draw_lines = draw_lines,
    .fill_area = fill_area,
    .interpolate = interpolate,
};
