#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "render/paint.h"
#include "util/memory.h"

/* Cells as steps of the ramp; BLANK where nothing was measured. */
enum { BLANK = THEME_RAMP_STEPS };

struct step_grid {
    size_t rows, columns;
    uint8_t *steps;
};

static uint8_t step_of(const struct scale *scale, double value)
{
    double place = scale_place(scale, value);
    if (isnan(place))
        return BLANK;
    return (uint8_t)lround(fmax(0, fmin(1, place)) * (THEME_RAMP_STEPS - 1));
}

static struct step_grid grid_of(const struct scale *scale, const struct cells *cells)
{
    size_t count = cells->rows * cells->columns;
    struct step_grid grid = {cells->rows, cells->columns, memory_alloc(count + 1)};
    for (size_t i = 0; i < count; i++)
        grid.steps[i] = step_of(scale, cells->values[i]);
    return grid;
}

static struct box cells_box(const struct frame_panel *panel, const struct cells *cells)
{
    double left = frame_x(panel, cells->x0);
    double right = frame_x(panel, cells->x0 + (double)cells->columns * cells->width);
    double rows = (double)cells->rows;
    bool bands = cells->height == 0;
    double top = frame_y(panel, bands ? 0 : cells->y0 + rows * cells->height);
    double bottom = frame_y(panel, bands ? rows : cells->y0);
    return (struct box){left, top, right - left, bottom - top};
}

/* Cells are an image: between rectangles viewers leave seams. */

static uint32_t pixel_of(struct rgb colour)
{
    return 0xff000000u | (uint32_t)lround(colour.red * 255) << 16 |
           (uint32_t)lround(colour.green * 255) << 8 | (uint32_t)lround(colour.blue * 255);
}

/* Source pixels a cell in each direction. */
struct repeat {
    size_t x, y;
};

static void fill_pixels(cairo_surface_t *image, const struct step_grid *grid, struct repeat repeat,
                        struct rgb background)
{
    uint32_t colours[THEME_RAMP_STEPS + 1];
    for (int i = 0; i < THEME_RAMP_STEPS; i++)
        colours[i] = pixel_of(theme_ramp(i / (THEME_RAMP_STEPS - 1.0)));
    colours[BLANK] = pixel_of(background);
    unsigned char *bytes = cairo_image_surface_get_data(image);
    size_t stride = (size_t)cairo_image_surface_get_stride(image);
    for (size_t row = 0; row < grid->rows * repeat.y; row++) {
        uint32_t *pixels = (uint32_t *)(void *)(bytes + row * stride);
        if (row % repeat.y != 0) {
            memcpy(pixels, bytes + (row - 1) * stride, stride);
            continue;
        }
        const uint8_t *steps = grid->steps + row / repeat.y * grid->columns;
        for (size_t column = 0; column < grid->columns; column++)
            for (size_t i = 0; i < repeat.x; i++)
                *pixels++ = colours[steps[column]];
    }
}

static void paint_image(const struct brush *brush, const struct step_grid *grid, struct box box,
                        struct repeat repeat)
{
    size_t columns = grid->columns * repeat.x, rows = grid->rows * repeat.y;
    cairo_surface_t *image =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)columns, (int)rows);
    if (cairo_surface_status(image) == CAIRO_STATUS_SUCCESS) {
        cairo_surface_flush(image);
        fill_pixels(image, grid, repeat, brush->theme->background);
        cairo_surface_mark_dirty(image);
        cairo_save(brush->cr);
        cairo_translate(brush->cr, box.x, box.y);
        cairo_scale(brush->cr, box.width / (double)columns, box.height / (double)rows);
        cairo_set_source_surface(brush->cr, image, 0, 0);
        cairo_pattern_set_filter(cairo_get_source(brush->cr), CAIRO_FILTER_NEAREST);
        cairo_rectangle(brush->cr, 0, 0, (double)columns, (double)rows);
        cairo_fill(brush->cr);
        cairo_restore(brush->cr);
    }
    cairo_surface_destroy(image);
}

static size_t pixels_of(double cell_pt)
{
    const double pixel_pt = 1;
    return (size_t)fmax(1, fmin(8, ceil(cell_pt / pixel_pt)));
}

/* Viewers of PDF smooth an image that they enlarge by less than four, whatever it asks for: cells
 * get so many pixels that only their edges can soften. */
static struct repeat repeat_on_paper(const struct step_grid *grid, struct box box)
{
    return (struct repeat){pixels_of(box.width / (double)grid->columns),
                           pixels_of(box.height / (double)grid->rows)};
}

void paint_cells(const struct brush *brush, const struct frame_panel *panel,
                 const struct cells *cells)
{
    enum { MOST_SIDE = 4000 };
    if (cells->rows == 0 || cells->columns == 0 || cells->rows > MOST_SIDE ||
        cells->columns > MOST_SIDE)
        return;
    struct box box = cells_box(panel, cells);
    if (!(box.width > 0.01 && box.height > 0.01))
        return;
    struct step_grid grid = grid_of(&panel->panel->colour, cells);
    struct repeat repeat = brush->raster ? (struct repeat){1, 1} : repeat_on_paper(&grid, box);
    paint_image(brush, &grid, box, repeat);
    free(grid.steps);
}

/* ---- colour bar ------------------------------------------------------------------------------ */

/* Each step also covers the place of those above it: no seams. */
void paint_colour_bar(const struct brush *brush, const struct frame_panel *panel)
{
    enum { STEPS = 64 };
    struct box bar = panel->colour_bar;
    if (bar.width <= 0)
        return;
    for (int i = 0; i < STEPS; i++) {
        brush_colour(brush, theme_ramp(i / (STEPS - 1.0)));
        brush_rectangle(brush,
                        (struct box){bar.x, bar.y, bar.width, bar.height * (STEPS - i) / STEPS});
    }
}
