/* Rectangles of whole pixels, by the thousand: written into the image itself, for a path and a
 * fill of each cost Cairo a hundred times as much. */
#include <math.h>

#include "render/paint.h"

/* To the image and what may be painted of it. */
static struct box visible(cairo_t *cr, struct box box)
{
    double x0, y0, x1, y1;
    cairo_clip_extents(cr, &x0, &y0, &x1, &y1);
    x0 = fmax(x0, box.x);
    y0 = fmax(y0, box.y);
    return (struct box){x0, y0, fmax(0, fmin(x1, box.x + box.width) - x0),
                        fmax(0, fmin(y1, box.y + box.height) - y0)};
}

static void fill_pixels(cairo_surface_t *image, uint32_t pixel, struct box box, size_t stride)
{
    size_t x0 = (size_t)lround(box.x), x1 = (size_t)lround(box.x + box.width);
    size_t y0 = (size_t)lround(box.y), y1 = (size_t)lround(box.y + box.height);
    uint32_t *pixels = (uint32_t *)(void *)cairo_image_surface_get_data(image);
    for (size_t y = y0; y < y1; y++)
        for (size_t x = x0; x < x1; x++)
            pixels[y * stride + x] = pixel;
}

static void fill_block(cairo_t *cr, struct rgb colour, struct box box)
{
    cairo_surface_t *image = cairo_get_target(cr);
    const uint32_t opaque = UINT32_C(0xff000000);
    cairo_surface_flush(image);
    cairo_user_to_device(cr, &box.x, &box.y);
    cairo_user_to_device_distance(cr, &box.width, &box.height);
    fill_pixels(image, opaque | rgb_pixel(colour), box,
                (size_t)cairo_image_surface_get_stride(image) / sizeof opaque);
    cairo_surface_mark_dirty(image);
}

void brush_block(const struct brush *brush, struct rgb colour, struct box box)
{
    if (brush->raster) {
        fill_block(brush->cr, colour, visible(brush->cr, box));
        return;
    }
    brush_colour(brush, colour);
    cairo_rectangle(brush->cr, box.x, box.y, box.width, box.height);
    cairo_fill(brush->cr);
}
