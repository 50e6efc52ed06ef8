/* Rectangles of one colour, by the thousand: written into the image itself, for a path and a fill
 * of each cost Cairo a hundred times as much. */
#include <math.h>

#include "render/paint.h"

static void corners_to_device(cairo_t *cr, struct corners *box)
{
    cairo_user_to_device(cr, &box->x0, &box->y0);
    cairo_user_to_device(cr, &box->x1, &box->y1);
}

static struct corners visible_pixels(cairo_t *cr)
{
    struct corners visible;
    cairo_clip_extents(cr, &visible.x0, &visible.y0, &visible.x1, &visible.y1);
    corners_to_device(cr, &visible);
    return visible;
}

struct blocks brush_blocks_begin(const struct brush *brush, struct rgb colour)
{
    const uint32_t opaque = UINT32_C(0xff000000);
    struct blocks blocks = {.brush = brush};
    if (!brush->raster) {
        brush_colour(brush, colour);
        return blocks;
    }
    cairo_surface_t *image = cairo_get_target(brush->cr);
    cairo_surface_flush(image);
    blocks.pixel = opaque | rgb_pixel(colour);
    blocks.pixels = (uint32_t *)(void *)cairo_image_surface_get_data(image);
    blocks.stride = (size_t)cairo_image_surface_get_stride(image) / sizeof *blocks.pixels;
    blocks.visible = visible_pixels(brush->cr);
    return blocks;
}

/* Of whole numbers from 0 on. */
static size_t pixel_at(double place)
{
    return (size_t)(place + 0.5);
}

static void fill_pixels(const struct blocks *blocks, struct corners box)
{
    const struct corners *visible = &blocks->visible;
    size_t x0 = pixel_at(fmax(box.x0, visible->x0)), y0 = pixel_at(fmax(box.y0, visible->y0));
    size_t x1 = pixel_at(fmax(0, fmin(box.x1, visible->x1)));
    size_t y1 = pixel_at(fmax(0, fmin(box.y1, visible->y1)));
    for (size_t y = y0; y < y1; y++)
        for (size_t x = x0; x < x1; x++)
            blocks->pixels[y * blocks->stride + x] = blocks->pixel;
}

void brush_blocks_add(const struct blocks *blocks, struct box box)
{
    cairo_t *cr = blocks->brush->cr;
    if (!blocks->pixels) {
        cairo_rectangle(cr, box.x, box.y, box.width, box.height);
        cairo_fill(cr);
        return;
    }
    struct corners corners = {box.x, box.y, box.x + box.width, box.y + box.height};
    corners_to_device(cr, &corners);
    fill_pixels(blocks, corners);
}

void brush_blocks_end(const struct blocks *blocks)
{
    if (blocks->pixels)
        cairo_surface_mark_dirty(cairo_get_target(blocks->brush->cr));
}
